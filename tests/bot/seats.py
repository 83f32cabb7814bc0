"""A position of Monolith Arena on its own, as the panels get it: no store, no Discord."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from bot.app import faces
from bot.matches.loaded import SeatAtMatch
from bot.panels.model import Button, Option, Panel, Press, Select
from games.api import Choice
from games.draws import Draws
from games.monolith_arena.game import GAME
from games.monolith_arena.playout import random_action

FACE = faces()[GAME.name]
NAMES = {0: "W" * 32, 1: "M" * 32, 2: "N" * 32, 3: "Q" * 32}
"""The longest names that `bot.safe` lets through."""


class Position:
    """What `SeatAtMatch` needs of a table."""

    def __init__(self, state: Any) -> None:
        self.state = state
        self.face = FACE

    def view(self, seat: int | None) -> Any:
        return GAME.view(self.state, seat)

    def chair(self, seat: int | None, undoable: tuple[str, ...] | None = None) -> SeatAtMatch:
        mine = [c for c in GAME.choices(self.state) if c.seat == seat]
        choice: Choice | None = next((c for c in mine if c.must), None)
        return SeatAtMatch(self, seat, {n: NAMES[n] for n in range(len(self.state.teams))}, choice, undoable)  # type: ignore[arg-type]


def positions(rng: random.Random, seats: int = 2, **options: Any) -> Iterator[tuple[Position, tuple[str, ...] | None]]:
    """The positions of a random match with the action that led to each."""
    state: Any = GAME.new(seats, {"open_reserves": False, **options})
    draws = Draws(rng.randbytes(32))
    action = None
    yield Position(state), None
    while GAME.result(state) is None:
        seat, action = random_action(state, rng)
        state = GAME.apply(state, seat, action, draws).state
        yield Position(state), action


def presses(panel: Panel) -> list[Press]:
    """Everything that can be pressed in a panel."""
    found: list[Press] = []
    for row in panel.rows:
        items: tuple[Button | Option, ...] = row.options if isinstance(row, Select) else row
        found += [i.press for i in items if not (isinstance(i, Button) and i.disabled)]
    return found


def walk(chair: SeatAtMatch, rng: random.Random, most: int) -> Iterator[tuple[Press | None, Panel]]:
    """The panel's start, its cards, and up to `most` pages that presses lead to."""
    start = FACE.panel(chair)
    yield None, start
    yield None, FACE.cards(chair)
    seen: set[Press] = set()
    waiting = [p for p in presses(start) if p.deed == "show"]
    while waiting and len(seen) < most:
        at = waiting.pop(rng.randrange(len(waiting)))
        if at in seen:
            continue
        seen.add(at)
        page = FACE.panel(chair, at.words)
        yield at, page
        waiting += [p for p in presses(page) if p.deed == "show"]
