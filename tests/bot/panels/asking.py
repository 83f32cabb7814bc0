"""A seat with a grammar of its own, for tests of what panels have in common."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bot.texts.phrases import Phrases
from games.api import Action, Choice, Field, Ready
from tests.support.panels import ENGLISH


class Asking:
    """A `bot.panels.model.SeatPerspective` with a grammar of its own and nothing else."""

    view = None
    seat = 0
    choice = Choice(0, "test", "k1")
    key = choice.key
    choices = (choice,)
    undoable: Action | None = None

    def __init__(self, grammar: Callable[[Action], Field | Ready], say: Phrases = ENGLISH) -> None:
        self.grammar, self.say = grammar, say
        self.names: dict[int, str] = {}

    def about(self, choice: Choice) -> Asking:
        return self

    def next_field(self, tokens: Sequence[str]) -> Field | Ready:
        return self.grammar(tuple(tokens))
