"""Trials: actions of one seat tried out from some position on, apart from any match.

A trial is carried out like a match: a list of actions, folded from its start by the game's own rules. It draws from a
seed of its own, which never changes. A game in which a player's next turn can be tried out before it comes is a
`RehearsedGame`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final, Protocol, runtime_checkable

from games.api import Action, Choice, Game, GameError, IllegalAction, Step
from games.draws import Draws
from games.messages import Message


def draws_of(seed: str) -> Draws:
    """Return the draws of all trials with that seed."""
    return Draws(hashlib.sha256(seed.encode()).digest())


class Trial:
    """A position, and what one seat has done from there on."""

    def __init__(self, game: Game[Any], seat: int, start: Any, seed: str) -> None:
        self.game = game
        self.seat = seat
        self.actions: tuple[Action, ...] = ()
        self._states = [start]
        self._steps: list[Step] = []
        self._draws = draws_of(seed)

    def _add(self, action: Action) -> None:
        """Carry one more action out. Raises `GameError` where it is not legal."""
        step = self.game.apply(self.state, self.seat, action, self._draws)
        self._steps.append(step)
        self._states.append(step.state)
        self.actions = (*self.actions, action)

    def _follow(self, seat: int, action: Action) -> None:
        """Carry out what another seat does then; it belongs to the last action. Raises `GameError`."""
        step = self.game.apply(self.state, seat, action, self._draws)
        last = self._steps[-1]
        self._steps[-1] = replace(
            step, events=(*last.events, *step.events), boundary=True, turns_ended=(*last.turns_ended, *step.turns_ended)
        )
        self._states[-1] = step.state

    @property
    def state(self) -> Any:
        """Return the game's state now."""
        return self._states[-1]

    @property
    def before(self) -> Any:
        """Return the seat's view before the last action, which there must be."""
        return self.game.view(self._states[-2], self.seat)

    @property
    def view(self) -> Any:
        """Return what the seat sees now."""
        return self.game.view(self.state, self.seat)

    @property
    def choices(self) -> tuple[Choice, ...]:
        """Return what the seat has to choose now."""
        return tuple(choice for choice in self.game.choices(self.state) if choice.seat == self.seat)

    @property
    def undoable(self) -> Action | None:
        """Return the action that can be taken back: the last one, unless something came of it that cannot be undone."""
        return self.actions[-1] if self.actions and not self._steps[-1].boundary else None

    def events(self, of: Sequence[Step]) -> list[Any]:
        """Return the events of steps, as the seat may see them."""
        seen = (self.game.show(event, self.seat) for step in of for event in step.events)
        return [event for event in seen if event is not None]

    @property
    def latest(self) -> list[Any]:
        """Return what the last action led to."""
        return self.events(self._steps[-1:])

    @property
    def earlier(self) -> list[Any]:
        """Return what the actions before it led to."""
        return self.events(self._steps[:-1])


@runtime_checkable
class RehearsedGame(Protocol):
    """A game in which a player's next turn can be tried out before it comes."""

    def rehearse(self, view: Any, seat: int) -> Any:
        """Return the position of a seat's view as it would be if the seat's next turn began now.

        It is made of the view alone, so that nothing hidden has a way into it. Nothing is drawn for the turn: the seat
        has what it has. Raises `GameError` where the seat has no turn ahead, or nothing that it could do yet.
        """
        ...


UNKNOWN: Final = Message("What comes after that is not known yet.")


class Rehearsal(Trial):
    """A seat's next turn, tried out in the position as the seat sees it now.

    It goes as far as the seat can know what comes: an action that draws, ends the turn or asks somebody else is its
    last one, and what that leads to is shown to nobody.
    """

    def __init__(self, game: Game[Any], seat: int, start: Any, lines: Sequence[Action]) -> None:
        """Carry lines out as typed words are read, until one is not legal."""
        super().__init__(game, seat, start, "rehearsal")
        self.left: tuple[Action, ...] = ()
        """The lines that were not carried out."""
        self.why: GameError | None = None
        """Why the first of them was not."""
        for count, words in enumerate(lines):
            try:
                if self.ended:
                    raise IllegalAction(UNKNOWN)
                self._add(game.read(self.state, seat, words))
            except GameError as refused:
                self.left, self.why = tuple(lines[count:]), refused
                return

    @property
    def ended(self) -> bool:
        """Return whether nothing can follow the last action here."""
        return bool(self._steps) and self._steps[-1].boundary

    @property
    def state(self) -> Any:
        """Return the game's state now; once it has ended, that before the last action."""
        return self._states[-2] if self.ended else self._states[-1]

    @property
    def choices(self) -> tuple[Choice, ...]:
        """Return what the seat has to choose now; nothing once it has ended."""
        return () if self.ended else super().choices

    @property
    def undoable(self) -> Action | None:
        """Return the last action: nothing has happened yet, so that any can be taken back."""
        return self.actions[-1] if self.actions else None

    @property
    def latest(self) -> list[Any]:
        """Return what the last action led to; nothing once it has ended."""
        return [] if self.ended else super().latest


def rehearsal(game: Game[Any], view: Any, seat: int, lines: Sequence[Action] = ()) -> Rehearsal | None:
    """Return a seat's next turn after these lines, as far as they are legal; `None` where a game rehearses none.

    Raises `GameError` as `RehearsedGame.rehearse` does.
    """
    if not isinstance(game, RehearsedGame):
        return None
    return Rehearsal(game, seat, game.rehearse(view, seat), lines)
