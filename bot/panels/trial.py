"""A trial as its seat sees it: panels of a game for what happens in no match (`games.trial`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, Self, TypeVar

from bot.panels.model import AnyView
from bot.texts.phrases import Phrases
from games.api import Action, Choice, Field, NotYourChoice, Ready
from games.messages import Message
from games.trial import Trial

T = TypeVar("T", bound=Trial)


@dataclass(frozen=True)
class SeatAtTrial(Generic[T]):
    """The `bot.panels.model.SeatPerspective` of whoever tries something out."""

    trial: T
    names: Mapping[int, str]
    say: Phrases
    chosen: Choice | None = None
    """The choice that panels are about, where it is not the first one."""

    @property
    def view(self) -> AnyView:
        """Return the position as the seat sees it."""
        view: AnyView = self.trial.view
        return view

    @property
    def seat(self) -> int | None:
        """Return the seat."""
        return self.trial.seat

    @property
    def choices(self) -> tuple[Choice, ...]:
        """Return the open choices of the seat."""
        return self.trial.choices

    @property
    def choice(self) -> Choice | None:
        """Return the choice that a panel is about."""
        return self.chosen or next(iter(self.choices), None)

    @property
    def undoable(self) -> Action | None:
        """Return the action that can be taken back."""
        return self.trial.undoable

    @property
    def latest(self) -> Sequence[Any]:
        """Return what the last action has led to."""
        return self.trial.latest

    def about(self, choice: Choice) -> Self:
        """Return the same perspective, with panels about another open choice."""
        return replace(self, chosen=choice)

    def next_field(self, tokens: Sequence[str]) -> Field | Ready:
        """Return the field of the next token of the panel's choice after these. Raises `GameError`."""
        choice = self.choice
        if choice is None:
            raise NotYourChoice(Message("There is nothing for you to decide now."))
        return self.trial.game.next_field(self.trial.state, choice.seat, choice.key, tokens)
