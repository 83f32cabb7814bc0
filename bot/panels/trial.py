"""A trial as its seat sees it: panels of a game for what happens in no match (`games.trial`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, Self, TypeVar

from bot.limits import ALT_TEXT, cut
from bot.panels.model import AnyView, Picture, Press, Row, Select
from bot.texts.phrases import Phrases
from games.api import Action, Choice, Field, NotYourChoice, Ready
from games.lessons import Practice
from games.messages import Message
from games.trial import Trial
from render.heading import under_heading

T = TypeVar("T", bound=Trial)
SHOW, DO, UNDO = "show", "do", "undo"
"""The presses of a game's pages that a trial takes: each is the first token of one that leads back to the trial."""


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
    def key(self) -> str:
        """Return the key of that choice."""
        return "" if self.choice is None else self.choice.key

    @property
    def undoable(self) -> Action | None:
        """Return the action that can be taken back."""
        return self.trial.undoable

    @property
    def hinted(self) -> Sequence[Action]:
        """Return nothing: hints are given in matches."""
        return ()

    @property
    def at_trial(self) -> bool:
        """Return True: nothing that is done here lasts."""
        return True

    @property
    def advised(self) -> bool:
        """Return False where finding the best action is the task itself, as long as it is not judged."""
        return not isinstance(self.trial, Practice) or self.trial.lesson.advised or self.trial.judged

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


def leading_back(rows: tuple[Row, ...], action_id: str) -> tuple[Row, ...]:
    """Return the rows of a game's page with presses that are tried out, by the handler of an action id."""

    def tried(press: Press) -> Press:
        if press.action_id not in (SHOW, DO, UNDO):
            return press
        return replace(press, action_id=action_id, tokens=(press.action_id, *press.tokens))

    return tuple(
        replace(row, options=tuple(replace(one, press=tried(one.press)) for one in row.options))
        if isinstance(row, Select)
        else tuple(replace(one, press=tried(one.press)) for one in row)
        for row in rows
    )


def marked(picture: Picture, heading: str, alt: str) -> Picture:
    """Return the picture of a trial under a heading that says that it is one, with an alternative text that does."""
    return Picture(under_heading(picture.data, heading), picture.filename, cut(alt, ALT_TEXT))
