"""A position of Monolith Arena on its own, as the panels get it: no store, no Discord."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from bot.panels.model import Button, Option, Panel, Press, SeatPerspective, Select
from bot.registry import FACES
from bot.texts.phrases import SOURCE, Phrases, phrases
from games.api import Action, Choice, Field, Ready, formation_for, new_options
from games.monolith_arena.game import GAME
from games.referee import moments

FACE = FACES[GAME.name]
NAMES = {0: "W" * 32, 1: "M" * 32, 2: "N" * 32, 3: "Q" * 32}
"""The longest names that `bot.people.names` lets through."""


@dataclass(frozen=True)
class SeatAt:
    """A `bot.panels.model.SeatPerspective` of a state that is in no match."""

    state: Any
    seat: int | None
    say: Phrases
    undoable: Action | None = None
    advised: bool = True
    at_trial: bool = False
    hinted: tuple[Any, ...] = ()

    @property
    def view(self) -> Any:
        return GAME.view(self.state, self.seat)

    @property
    def names(self) -> dict[int, str]:
        return {n: NAMES[n] for n in range(len(self.state.teams))}

    @property
    def choices(self) -> tuple[Choice, ...]:
        return tuple(c for c in GAME.choices(self.state) if c.seat == self.seat)

    @property
    def choice(self) -> Choice | None:
        return next(iter(sorted(self.choices, key=lambda c: not c.must)), None)

    @property
    def key(self) -> str:
        return "" if self.choice is None else self.choice.key

    def about(self, choice: Choice) -> SeatPerspective:
        assert choice == self.choice  # a seat has one at a time
        return self

    def next_field(self, tokens: Sequence[str]) -> Field | Ready:
        assert self.choice is not None
        return GAME.next_field(self.state, self.choice.seat, self.choice.key, tokens)


class Position:
    """A state on its own."""

    def __init__(self, state: Any) -> None:
        self.state = state

    def view(self, seat: int | None) -> Any:
        return GAME.view(self.state, seat)

    def perspective(self, seat: int | None, undoable: Action | None = None, language: str = SOURCE) -> SeatAt:
        return SeatAt(self.state, seat, phrases(language), undoable)


def positions(rng: random.Random, seats: int = 2, **options: Any) -> Iterator[tuple[Position, Action | None]]:
    """The positions of a random match with the action that led to each."""
    formation = formation_for(GAME, seats)
    options = new_options(GAME, options)
    yield Position(GAME.new(formation, options)), None
    for moment in moments(GAME, rng, formation, options):
        yield Position(moment.step.state), moment.action


def presses(panel: Panel) -> list[Press]:
    """Everything that can be pressed in a panel."""
    found: list[Press] = []
    for row in panel.rows:
        items: tuple[Button | Option, ...] = row.options if isinstance(row, Select) else row
        found += [i.press for i in items if not (isinstance(i, Button) and i.disabled)]
    return found


def walk(perspective: SeatPerspective, rng: random.Random, most: int) -> Iterator[tuple[Press | None, Panel]]:
    """The panel's start, its cards, and up to `most` pages that presses lead to."""
    start = FACE.panel(perspective)
    yield None, start
    yield None, FACE.panel(perspective, ("cards",))
    seen: set[Press] = set()
    waiting = [p for p in presses(start) if p.action_id == "show"]
    while waiting and len(seen) < most:
        at = waiting.pop(rng.randrange(len(waiting)))
        if at in seen:
            continue
        seen.add(at)
        page = FACE.panel(perspective, at.tokens)
        yield at, page
        waiting += [p for p in presses(page) if p.action_id == "show"]
