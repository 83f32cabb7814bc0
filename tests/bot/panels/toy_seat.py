"""A seat at a match of any game in memory, for tests of what panels have in common."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from bot.panels.model import Button, Panel, Press, Select
from bot.texts.phrases import Phrases, phrases
from games.api import Action, Choice, Field, Game, NotYourChoice, Ready
from games.messages import Message

ENGLISH = phrases("en")


class Seat:
    """A `bot.panels.model.SeatPerspective` of a state of a game."""

    def __init__(
        self, game: Game[Any], state: Any, seat: int | None, say: Phrases = ENGLISH, chosen: Choice | None = None
    ) -> None:
        self.game, self.state, self.seat, self.say, self.chosen = game, state, seat, say, chosen
        self.names = {0: "Anna", 1: "Max", 2: "Tina"}
        self.undoable: Action | None = None

    @property
    def view(self) -> Any:
        return self.game.view(self.state, self.seat)

    @property
    def choices(self) -> tuple[Choice, ...]:
        return tuple(c for c in self.game.choices(self.state) if c.seat == self.seat)

    @property
    def choice(self) -> Choice | None:
        return self.chosen or next(iter(self.choices), None)

    def about(self, choice: Choice) -> Seat:
        return Seat(self.game, self.state, self.seat, self.say, choice)

    def options(self, tokens: Sequence[str]) -> Field | Ready:
        if self.seat is None or self.choice is None:
            raise NotYourChoice(Message("You do not play in this match."))
        return self.game.options(self.state, self.seat, self.choice.key, tokens)


class Asking:
    """A `bot.panels.model.SeatPerspective` with a grammar of its own and nothing else."""

    view = None
    seat = 0
    choice = Choice(0, "test", "k1")
    choices = (choice,)
    undoable: Action | None = None

    def __init__(self, grammar: Callable[[Action], Field | Ready], say: Phrases = ENGLISH) -> None:
        self.grammar, self.say = grammar, say
        self.names: dict[int, str] = {}

    def about(self, choice: Choice) -> Asking:
        return self

    def options(self, tokens: Sequence[str]) -> Field | Ready:
        return self.grammar(tuple(tokens))


def presses(panel: Panel) -> list[Press]:
    """What can be pressed or chosen, one at a time."""
    found: list[Press] = []
    for row in panel.rows:
        items = row.options if isinstance(row, Select) else row
        found += [item.press for item in items if not (isinstance(item, Button) and item.disabled)]
    return found
