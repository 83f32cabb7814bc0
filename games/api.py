"""What every game answers.

A game is a set of pure functions over immutable states. A *match* is its formation, its options, its seed and its
history (`games.history`): actions of the game, and agreements of the players about the match itself
(`games.agreements`). Everything else (snapshot, undo, replay, record) follows from folding the history.

An action is a tuple of tokens, for example ``("place", "pikeman", "C3", "NE")``; joined by blanks it is the line that
is stored, exported and read by people. The walk through `Game.next_field` is the grammar of these lines and at the same
time the definition of what is legal: an action is legal exactly when the walk through one of the seat's open choices
accepts every token of it. A seat may have several open choices; no action fits two of them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Annotated, Any, Final, NamedTuple, Protocol, TypeAlias, TypeVar

from games.draws import Draws
from games.messages import Message
from games.values import BRIEF, value

Action = tuple[str, ...]
"""The tokens of an action; see the module's docstring."""


class GameError(Exception):
    """Base of everything a game refuses. Refusing changes nothing.

    `message` is one sentence for the player, `rule` the number of the rule behind it (``"R7.7"``, or empty).
    """

    def __init__(self, message: Message, rule: str = "") -> None:
        super().__init__(str(message))
        self.message = message
        self.rule = rule


class NotYourChoice(GameError):
    """The seat has no such choice now."""


class IllegalAction(GameError):
    """The action is not among those that the rules allow now."""


class BadNotation(GameError):
    """A text or a JSON form that cannot be read; the message says where and why.

    It is written for whoever made the file or the line and stays English, so a plain text will do.
    """

    def __init__(self, message: Message | str, rule: str = "") -> None:
        super().__init__(message if isinstance(message, Message) else Message("{fault}", fault=message), rule)


@value
class Formation:
    """A way to sit down to a game: how many seats, and who plays with whom."""

    id: str
    """The identifier (``"2v2"``)."""
    teams: tuple[int, ...]
    """The team of each seat. Every seat has a team of its own where nobody has an ally."""
    title: Message

    @property
    def seats(self) -> int:
        """Return how many people play."""
        return len(self.teams)

    def allied(self, one: int, other: int) -> bool:
        """Return True if two seats are of one team."""
        return self.teams[one] == self.teams[other]


@value
class MatchOption:
    """One option of a match: a flag, a choice, a number or a text, whatever `default` is of.

    `choices` are the values of a choice with their titles, `bounds` the smallest and the largest number. `form` brings
    a text into the one form in which it is kept, and raises `BadNotation` for one that means nothing; `named` are texts
    that have a title. `stated` is what is said of a flag that is not as usual.
    """

    name: str
    title: Message
    help: Message
    """At most 100 characters: it stands beside the option of the game's command `new`."""
    default: bool | int | str
    choices: tuple[tuple[str, Message], ...] = ()
    bounds: tuple[int, int] | None = None
    stated: Message | None = None
    form: Callable[[str], str] | None = None
    named: tuple[tuple[str, Message], ...] = ()

    @property
    def titles(self) -> tuple[tuple[str, Message], ...]:
        """Return the values that have a title, with it."""
        return (*self.choices, *self.named)


RULINGS: Final = "rulings"
"""Stands among the options of a match, though nobody chooses it: the number of the rulings that it was opened under and
is played by to its end, so that its history means the same for ever. A match that names none has the first ones."""


def read_options(known: Sequence[MatchOption], given: Mapping[str, Any], rulings: int = 1) -> dict[str, Any]:
    """Return all options with their values, defaults filled in. Raises `BadNotation` for unknown or wrong ones.

    `rulings` is the number of the game's newest ones. Where there are others, the match's own number is in the result.
    """
    names = {option.name for option in known} | ({RULINGS} if rulings > 1 else set())
    if unknown := set(given) - names:
        raise BadNotation(f"unknown options: {', '.join(sorted(unknown))}")
    found: dict[str, Any] = {}
    if rulings > 1:
        played = found[RULINGS] = given.get(RULINGS, 1)
        if type(played) is not int or not 1 <= played <= rulings:
            raise BadNotation(f"{RULINGS}: a number from 1 to {rulings} is needed")
    for option in known:
        wanted = given.get(option.name, option.default)
        if type(wanted) is not type(option.default):
            raise BadNotation(f"{option.name}: {type(option.default).__name__} is needed")
        if option.choices and wanted not in [value for value, _ in option.choices]:
            raise BadNotation(f"{option.name}: one of {', '.join(value for value, _ in option.choices)} is needed")
        if option.bounds and isinstance(wanted, int) and not option.bounds[0] <= wanted <= option.bounds[1]:
            raise BadNotation(f"{option.name}: a number from {option.bounds[0]} to {option.bounds[1]} is needed")
        found[option.name] = option.form(wanted) if option.form is not None and isinstance(wanted, str) else wanted
    return found


@value
class Choice:
    """An open choice of one seat.

    `kind` says what is chosen; `key` stays the same for as long as this very choice stands and is never used again;
    a game knows nothing of takebacks, though, and counts on from where it is. A `must` choice is waited for, one that
    is not must may be left alone for ever. A `window` is a must choice in which the seat may just pass: a chance to
    step in. The answer to a `secret` choice is shown to nobody else before all answers of the round are in. `default`
    is what a timeout takes; without one a timeout ends the seat's match.
    """

    seat: int
    kind: str
    key: str
    must: bool = True
    secret: bool = False
    default: Action | None = None
    window: bool = False


@value
class Field:
    """The next thing to decide: what it is and what it may be.

    From `least` to `most` of the values are picked, one token each, in any order; a value that stands twice in
    `values` may be picked twice. After some of them have been picked, the field that comes back has what is left.
    With `least` 0 the action is whole already and may go on. `rule` names the rule that limits the values.
    """

    name: str
    values: tuple[str, ...]
    rule: str = ""
    least: int = 1
    most: int = 1


@value
class Ready:
    """The tokens make a whole legal action."""

    action: Action


@value
class Step:
    """What an action led to.

    `boundary`: the action cannot be taken back (something was drawn, somebody else is or was asked, the turn ended).
    `secret`: others may not read the action yet, be it a sealed answer or how far something goes. `turns_ended`: the
    seats whose turn ended.
    """

    state: Any
    events: tuple[Any, ...]
    boundary: bool = False
    secret: bool = False
    turns_ended: tuple[int, ...] = ()


@value
class Result:
    """How a match ended.

    `ranking` has the seats in groups, the best first; seats of one group are tied. One single group is a draw.
    `reason` is a word of the game's own list, or of `games.agreements`. `scores` has a number for each seat where the
    game counts points.
    """

    ranking: tuple[tuple[int, ...], ...]
    reason: str
    scores: Annotated[tuple[int, ...], BRIEF] = ()

    @classmethod
    def won_by(cls, winners: Sequence[int], seats: int, reason: str) -> Result:
        """Return the result of a match of so many seats with these winners; without any it is a draw."""
        others = tuple(seat for seat in range(seats) if seat not in winners)
        return cls((tuple(winners), others) if winners else (others,), reason)

    @property
    def winners(self) -> tuple[int, ...]:
        """Return the seats that won; nobody in a draw."""
        return self.ranking[0] if len(self.ranking) > 1 else ()


class Decision(NamedTuple):
    """The decision of a computer player."""

    action: Action
    plan: tuple[Action, ...] = ()
    """The further actions of the turn as it means to play them, if nothing unforeseen happens."""
    why: Message | None = None
    """The reason in one sentence, where there is one worth saying."""
    chance: int | None = None
    """Its chance of winning as it sees it, in ten-thousandths; `None` where it has not thought about that.

    It is for the player itself, who gives up by it: what people are told is another one (`Outlook`).
    """
    nodes: int = 0
    """The number of positions it has looked at."""


Decide: TypeAlias = Callable[[Any, Sequence[Action], Random, str], Decision]
"""A computer player of a game: from the view of a seat and all legal actions of one of its open choices, the decision.

Its action may also be one of another open choice of the seat that nobody waits for. It knows nothing but the view. The
last argument is the name of its level; the same view, actions, random numbers and level give the same decision on every
machine.
"""

Outlook: TypeAlias = Callable[[Any, Sequence[Action], Random], int | None]
"""How the chances are: from the view of a seat and what it means to do in its turn, so often does it win, in
ten-thousandths.

It is what people are told, so it is measured in games, and looks at worlds of its own: in those in which a player has
chosen its turn, that looks better than it is. `None` where nothing that was measured can be said.
"""

S = TypeVar("S")


class Game(Protocol[S]):
    """The questions that a game answers, for any state of it. States are values and never change."""

    name: str
    """The identifier (``"monolith_arena"``)."""
    title: Message
    """The name for people."""
    formations: tuple[Formation, ...]
    """The ways to sit down to it, the usual one first; among those of as many seats the oldest first."""
    match_options: tuple[MatchOption, ...]
    """The options that a match of it may have."""
    rulings: int
    """The number of its newest rulings, from 1: one more whenever the same actions come to lead somewhere else."""
    open_verbs: tuple[str, ...]
    """Of sealed actions the first words that everybody may read: what they do is told, and only how far is not."""

    def new(self, formation: Formation, options: Mapping[str, Any]) -> S:
        """Return the state before the first action. Raises `BadNotation` for options it does not know."""
        ...

    def playing(self, state: S) -> tuple[int, ...]:
        """Return the seats that still take part; nobody when the match is over. Only they can agree on anything."""
        ...

    def choices(self, state: S) -> tuple[Choice, ...]:
        """Return all open choices; empty when the match is over."""
        ...

    def next_field(self, state: S, seat: int, key: str, tokens: Sequence[str] = ()) -> Field | Ready:
        """Return the next thing that `seat` has to decide after `tokens` in the choice `key`, or the whole action.

        Raises `NotYourChoice` when the seat has no such choice, `IllegalAction` when the tokens so far are not the
        start of a legal action.
        """
        ...

    def legal(self, state: S, seat: int, key: str) -> list[Action]:
        """Return every legal action of a choice (facings and orders of picks that cannot differ are given once)."""
        ...

    def read(self, state: S, seat: int, typed: Sequence[str]) -> Action:
        """Return the action that typed words mean, in the tokens of `next_field`; an action gives itself.

        Called for typed words only: tokens of buttons go to `apply` as they are. What comes back need not be legal:
        `apply` tells why. Raises `BadNotation` for nothing, or for endless text.
        """
        ...

    def apply(self, state: S, seat: int, action: Action, draws: Draws) -> Step:
        """Return the step that the action leads to.

        Raises `NotYourChoice` or `IllegalAction`; the argument is never changed.
        """
        ...

    def leave(self, state: S, seat: int, reason: str, draws: Draws) -> Step:
        """Return what follows when a seat gives up (``"resigned"``) or has run out of time (``"timeout"``).

        Whether the others play on is the game's answer.
        """
        ...

    def conclude(self, state: S, result: Result) -> Step:
        """Return the end of a match that those who still play have agreed on.

        `result` ranks them; the game puts behind them whoever has left before.
        """
        ...

    def view(self, state: S, seat: int | None) -> Any:
        """Return what the seat may know (`None`: what everybody may know). A view cannot hold anything else."""
        ...

    def show(self, event: Any, seat: int | None) -> Any | None:
        """Return the event as the seat may see it, or `None` when it may not see it at all."""
        ...

    def sealed(self, state: S, seat: int, action: Action) -> bool:
        """Return True if a secret action that the seat took earlier is still hidden from others in this state."""
        ...

    def result(self, state: S) -> Result | None:
        """Return how the match ended, or `None` while it runs."""
        ...

    def dump(self, state: S) -> dict[str, Any]:
        """Return the state as JSON values; equal states give equal values."""
        ...

    def load(self, data: Mapping[str, Any]) -> S:
        """Return the state that `dump` wrote. Raises `BadNotation`."""
        ...


def new_options(game: Game[Any], given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options of a match that is opened now: all with their values, and the newest rulings.

    What is `given` may be the options of an earlier match, whose rulings do not count. Raises `BadNotation`.
    """
    chosen = {name: value for name, value in given.items() if name != RULINGS}
    newest = {RULINGS: game.rulings} if game.rulings > 1 else {}
    return read_options(game.match_options, chosen) | newest


def formation(game: Game[Any], name: str) -> Formation:
    """Return the formation of that identifier. Raises `BadNotation`."""
    for found in game.formations:
        if found.id == name:
            return found
    raise BadNotation(f"{game.title} has no formation {name!r}")


def formation_for(game: Game[Any], seats: int) -> Formation:
    """Return the formation of matches that were begun when only the number of seats was noted. Raises `BadNotation`."""
    for found in game.formations:
        if found.seats == seats:
            return found
    raise BadNotation(f"{game.title} is not played by {seats}")
