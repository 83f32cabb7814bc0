"""What every game answers.

A game is a set of pure functions over immutable states. A *match* is its options, its seed and its list of
actions; everything else (snapshot, undo, replay, record) follows from folding the actions.

An action is a tuple of words, for example ``("place", "pikeman", "C3", "NE")``; joined by blanks it is the line
that is stored, exported and read by people. The walk through `Game.options` is the grammar of these lines and at
the same time the definition of what is legal: an action is legal exactly when every word of it is among the
values of the field that `options` gives for the words before it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, TypeVar

from games.draws import Draws
from games.values import value

Action = tuple[str, ...]
"""The words of an action; see the module's docstring."""


class GameError(Exception):
    """Base of everything a game refuses. Refusing changes nothing."""


class NotYourChoice(GameError):
    """The seat has no such choice now."""

    def __init__(self, reason: str, rule: str = "") -> None:
        super().__init__(reason)
        self.reason = reason
        self.rule = rule


class IllegalAction(GameError):
    """The action is not among those that the rules allow now.

    `reason` is one sentence for the player, `rule` the rule behind it (``"R7.7"``, or empty).
    """

    def __init__(self, reason: str, rule: str = "") -> None:
        super().__init__(reason)
        self.reason = reason
        self.rule = rule


class BadNotation(GameError):
    """A text or a JSON form that cannot be read; the message says where and why."""


@value
class Choice:
    """An open choice of one seat.

    `kind` says what is chosen, `key` stays the same for as long as this very choice stands. A `must` choice is
    waited for, a choice that is not must may be left alone for ever. The answer to a `secret` choice is shown to
    nobody else before all answers of the round are in. `default` is what a timeout takes, `None` where a timeout
    decides the match instead.
    """

    seat: int
    kind: str
    key: str
    must: bool = True
    secret: bool = False
    default: Action | None = None


@value
class Field:
    """The next word to decide: what it is and what it may be. `rule` names the rule that limits it."""

    name: str
    values: tuple[str, ...]
    rule: str = ""


@value
class Ready:
    """The words make a whole legal action."""

    action: Action


@value
class Step:
    """What an action led to.

    `boundary`: the action cannot be taken back (something was drawn, somebody else is or was asked, a battle was
    fought, the turn ended). `secret`: the action is a sealed answer, which others may not read yet.
    """

    state: Any
    events: tuple[Any, ...]
    boundary: bool = False
    secret: bool = False


@value
class Result:
    """How a match ended: the winning seats (none: a draw) and the reason, a word of the game's own list."""

    winners: tuple[int, ...]
    reason: str


S = TypeVar("S")


class Game(Protocol[S]):
    """The questions that a game answers, for any state of it. States are values and never change."""

    name: str
    """The identifier (``"monolith_arena"``)."""
    title: str
    """The name for people."""
    seats: tuple[int, int]
    """The smallest and the largest number of seats."""

    def new(self, seats: int, options: Mapping[str, Any]) -> S:
        """The state before the first action. Raises `BadNotation` for options it does not know."""
        ...

    def choices(self, state: S) -> tuple[Choice, ...]:
        """All open choices; empty when the match is over."""
        ...

    def options(self, state: S, seat: int, words: Sequence[str] = ()) -> Field | Ready:
        """The next thing that `seat` has to decide after `words`, or the whole action.

        Raises `NotYourChoice` or `IllegalAction` when the words so far are not the start of a legal action.
        """
        ...

    def legal(self, state: S, seat: int) -> list[Action]:
        """Every legal action of `seat` (facings that cannot differ are given once)."""
        ...

    def parse(self, state: S, seat: int, text: str) -> Action:
        """The action that a line means, brought into the form of `options`. Raises `BadNotation`."""
        ...

    def apply(self, state: S, seat: int, action: Action, draws: Draws) -> Step:
        """The step that the action leads to.

        Raises `NotYourChoice` or `IllegalAction`; the argument is never changed.
        """
        ...

    def view(self, state: S, seat: int | None) -> Any:
        """What the seat may know (`None`: what everybody may know). A view cannot hold anything else."""
        ...

    def show(self, event: Any, seat: int | None) -> Any | None:
        """The event as the seat may see it, or `None` when it may not see it at all."""
        ...

    def sealed(self, state: S, seat: int, action: Action) -> bool:
        """Whether a secret action that the seat took earlier is still hidden from others in this state."""
        ...

    def result(self, state: S) -> Result | None:
        """How the match ended, or `None` while it runs."""
        ...

    def dump(self, state: S) -> dict[str, Any]:
        """The state as JSON values; equal states give equal values."""
        ...

    def load(self, data: Mapping[str, Any]) -> S:
        """The state that `dump` wrote. Raises `BadNotation`."""
        ...
