"""Reviews of matches that are over: what each turn was worth to the side that played it, against the best one.

A game has reviews if it says so in `reviewing`. The module that it names there has two things: `judge`, which values
one turn from what its seat could know then, and `VERSION`, a number that grows whenever it judges otherwise. Where
dice fall within a turn it is one choice of it that is judged, the one that lost most. All chances are in
ten-thousandths, as in `games.api.Decision`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from importlib import import_module
from itertools import takewhile
from math import sqrt
from random import Random
from typing import Annotated, Any, Final, NamedTuple, Protocol, TypeAlias, runtime_checkable

from games.api import Action, BadNotation, Game
from games.codec import Form
from games.history import Replayed
from games.messages import Argument, Message, Player, Several
from games.standing import is_turn
from games.values import Absent, As, value

NAMED: Final = 3
"""So many turns of a match are named as those that lost most."""
LEAST: Final = 200
"""What loses less is not worth naming."""
POINT: Final = 100
"""One point of a chance; whoever looks at their own turns sees all that lost as much."""


class Moment(NamedTuple):
    """One action of a turn, what its seat knew before it, and what it saw come of it."""

    view: Any
    action: Action
    events: tuple[Any, ...] = ()
    """What the action led to, as its seat saw it."""
    after: Any = None
    """What the seat knew then."""
    meanwhile: tuple[Any, ...] = ()
    """What others did from then to the next action of its seat in the match led to, as its seat saw it."""


class Reviewing(NamedTuple):
    """How a game's matches are reviewed."""

    module: str
    """The module that has `judge` and `VERSION`; only a process that thinks imports it."""
    luck: Message
    """What the luck is called that is told apart from what was chosen."""
    method: Message
    """How what was played and what was better were compared, as a sentence."""
    luck_note: Message | None = None
    """What of the luck is not counted, as a sentence."""
    rest: Message | None = None
    """What a chance has changed by from turn to turn besides luck and what was lost; `None` where that is not told."""
    everybody: bool = False
    """Until a turn is over others choose, too: each of them has a turn of their own then."""


def _written(message: Message | None, _: Any) -> Any:
    """Return the stored form of a reason: its template, context, plural, count and arguments; empty for none."""
    if message is None:
        return ""
    given = {name: _argument(one) for name, one in message.arguments.items()}
    return [message.template, message.context, message.plural, message.count, given]


def _argument(one: Any) -> Any:
    """Return the stored form of an argument of a reason: players are an object with their seats."""
    if isinstance(one, Player):
        return {"players": [one.seat]}
    if isinstance(one, Several):
        return {"players": [player.seat for player in one.parts if isinstance(player, Player)]}
    return _written(one, None) if isinstance(one, Message) else one


def side(seats: Sequence[int]) -> Argument:
    """Return a side in a sentence, by its players."""
    players: list[Argument] = [Player(seat) for seat in seats]
    return players[0] if len(players) == 1 else Several(players)


def _read(stored: Any, _: Any) -> Message | None:
    """Return the reason that is stored so; once it was a template without anything else. Raises `BadNotation`."""
    if isinstance(stored, str):
        return Message(stored) if stored else None
    try:
        template, context, plural, count, given = stored
        arguments: dict[str, Any] = {
            name: side(one["players"]) if isinstance(one, dict) else _read(one, _) if isinstance(one, list) else one
            for name, one in given.items()
        }
    except (TypeError, ValueError, AttributeError, LookupError) as fault:
        raise BadNotation(f"{stored!r} is no reason") from fault
    if not all(isinstance(one, str) for one in (template, context, plural)) or not isinstance(count, int):
        raise BadNotation(f"{stored!r} is no reason")
    message = Message(template, **arguments)
    message.context, message.plural, message.count = context, plural, count
    return message


@value
class Judged:
    """What a turn was worth to its side, valued in worlds that agree with all that its seat knew."""

    played: int
    """The chance of winning with what was played."""
    best: int
    """The chance with the best turn that was found, in the same worlds; that of `played` where none is better."""
    error: int = 0
    """Half of the interval of 95% around what was lost, over these worlds."""
    better: tuple[Action, ...] = ()
    """The actions of the best turn; none where none is better than what was played."""
    why: Annotated[Message | None, As(_written, _read)] = None
    """What it does more than what was played, as a sentence; `None` where nothing sets them apart."""
    luck: int = 0
    """What the draw at its beginning has changed, against the mean of all that could have been drawn."""
    luck_error: int = 0
    """Half of the interval of 95% around that."""
    skipped: int = 0
    """So many actions of the seat came before what is judged, such as answers to earlier questions."""
    length: Annotated[int, Absent(0)] = 0
    """So many actions, from there on, are judged; 0: all to the end of the turn."""
    hinted: Annotated[bool, Absent(False)] = False
    """What was played is what a hint says at the same place."""
    came: Annotated[int, Absent(-1)] = -1
    """The chance of winning once the turn was over, where dice came after what is judged; -1: that of `played`."""

    @property
    def after(self) -> int:
        """Return the chance of winning once the turn was over: that is a point of the chart."""
        return self.played if self.came < 0 else self.came

    @property
    def lost(self) -> int:
        """Return by how much the best turn would have been better."""
        return self.best - self.played

    @property
    def certain(self) -> bool:
        """Return True if the loss is larger than what the choice of worlds can make of it."""
        return self.lost > self.error


@value
class Turn:
    """One turn of a match: whose, its first and its last entry that are judged, and what is said of it."""

    seat: int
    first: int
    last: int
    judged: Judged | None = None
    """`None` for a turn that cannot be valued."""
    failed: Annotated[bool, Absent(False)] = False
    """It is not judged because that has failed again and again."""


@value
class Review:
    """The review of a match as far as it is worked out: its turns, one after the other."""

    version: int
    count: int
    """How many turns there will be."""
    turns: tuple[Turn, ...] = ()

    @property
    def empty(self) -> bool:
        """Return True if no turn that was worked out could be judged."""
        return all(turn.judged is None for turn in self.turns)

    @property
    def done(self) -> bool:
        """Return True if nothing is left to be worked out."""
        return len(self.turns) == self.count

    @property
    def failed(self) -> int:
        """Return how many turns are not judged because that has failed: where none is judged, all of them."""
        return len(self.turns) if self.empty else sum(turn.failed for turn in self.turns)

    def tried_again(self) -> Review:
        """Return the review without the turns that failed, which are worked out once more then."""
        return replace(self, turns=() if self.empty else tuple(turn for turn in self.turns if not turn.failed))

    def next_of(self, turns: Sequence[Turn]) -> int:
        """Return the place of the first of all turns of the match, as `turns` returns them, that is not worked out."""
        known = {turn.last for turn in self.turns}
        return next(place for place, turn in enumerate(turns) if turn.last not in known)

    def turning_points(self) -> list[int]:
        """Return the places of the turns that lost most, the largest loss first; only plain losses count."""
        lost = {
            place: turn.judged.lost
            for place, turn in enumerate(self.turns)
            if turn.judged is not None and turn.judged.certain and turn.judged.lost >= LEAST
        }
        return sorted(lost, key=lambda place: (-lost[place], place))[:NAMED]

    def worst_of(self, seat: int) -> list[int]:
        """Return the places of a seat's turns that lost most, the largest loss first, certain or not."""
        lost = {
            place: turn.judged.lost
            for place, turn in enumerate(self.turns)
            if turn.seat == seat and turn.judged is not None and turn.judged.better and turn.judged.lost >= POINT
        }
        return sorted(lost, key=lambda place: (-lost[place], place))[:NAMED]


FORM: Final = Form(Review)
"""The form in which reviews are stored."""

Judge: TypeAlias = Callable[[Sequence[Moment], Random], Judged | None]
"""Values a turn: from the actions of its seat with what the seat knew before each, and random numbers for the worlds.

Returns `None` for a turn in which there was nothing to choose, or that cannot be valued. The same turn and numbers give
the same answer on every machine.
"""


@runtime_checkable
class ReviewedGame(Protocol):
    """A game whose matches can be reviewed."""

    reviewing: Reviewing


def reviewing_of(game: Game[Any]) -> Reviewing | None:
    """Return how a game's matches are reviewed; `None` where they are not."""
    return game.reviewing if isinstance(game, ReviewedGame) else None


def turns(game: Game[Any], played: Sequence[Replayed]) -> list[Turn]:
    """Return the turns of a match from the entries that count, in their order, not judged yet.

    A turn is over with the entry that ends it, or that ends the match; one that was broken off by an agreement is none.
    What is only answered after the last turn, as in the last battle, is part of that.
    """
    reviewing = reviewing_of(game)
    everybody = reviewing is not None and reviewing.everybody
    found: list[Turn] = []
    running: list[Replayed] = []
    for done in played:
        if done.entry.kind != "action" or done.step is None:
            continue
        running.append(done)
        over = game.result(done.after.state) is not None
        if not (done.step.turns_ended or over):
            continue
        if found and not everybody and not done.step.turns_ended and answered(game, running):
            found[-1] = replace(found[-1], last=done.number)
        elif everybody:
            found += _of_everybody(running)
        else:
            # Where the match ends in the middle of a turn nobody says whose that was: others only answer in it.
            seats = Counter(one.entry.seat for one in running)
            seat = done.step.turns_ended[0] if done.step.turns_ended else max(seats, key=seats.__getitem__)
            found.append(Turn(seat, running[0].number, done.number))
        running = []
    return found


def answered(game: Game[Any], running: Iterable[Replayed]) -> bool:
    """Return True if nobody did anything in these entries but answer: they are no turn of their own."""
    return not any(
        choice.seat == one.entry.seat and is_turn(game, choice)
        for one in running
        for choice in game.choices(one.before.state)
    )


def _of_everybody(running: Sequence[Replayed]) -> list[Turn]:
    """Return a turn for each seat that did something, in the order in which they began."""
    numbers: dict[int, list[int]] = {}
    for done in running:
        numbers.setdefault(done.entry.seat, []).append(done.number)
    return [Turn(seat, theirs[0], theirs[-1]) for seat, theirs in numbers.items()]


def own(turn: Turn, played: Sequence[Replayed]) -> list[Replayed]:
    """Return what the seat of a turn did in it; `played` are the entries that count."""
    return [
        done
        for done in played
        if turn.first <= done.number <= turn.last and done.entry.kind == "action" and done.entry.seat == turn.seat
    ]


def chosen(game: Game[Any], turn: Turn, played: Sequence[Replayed]) -> list[Replayed]:
    """Return what the seat of a turn did in it until it ended the turn, or began what does.

    Answers that are asked for after that, as in a battle, are none of it: no turn is judged by them. Of a turn of which
    only so much was judged it is that.
    """
    done = own(turn, played)
    if turn.judged is not None and turn.judged.length:
        return done[: turn.judged.length]
    kinds = [{choice.kind for choice in game.choices(one.before.state) if choice.seat == turn.seat} for one in done]
    last = max(place for place, kind in enumerate(kinds) if kind & kinds[0])
    return done[: last + 1]


def moments(game: Game[Any], turn: Turn, played: Sequence[Replayed]) -> list[Moment]:
    """Return what the seat of a turn did in it, with what it knew before each action and saw after it."""
    return [_moment(game, turn.seat, done, played) for done in own(turn, played)]


def _moment(game: Game[Any], seat: int, done: Replayed, played: Sequence[Replayed]) -> Moment:
    later = (one for one in played if one.number > done.number)
    others = takewhile(lambda one: one.entry.kind != "action" or one.entry.seat != seat, later)
    return Moment(
        game.view(done.before.state, seat),
        done.entry.tokens,
        _seen(game, seat, [done]),
        game.view(done.after.state, seat),
        _seen(game, seat, others),
    )


def _seen(game: Game[Any], seat: int, entries: Iterable[Replayed]) -> tuple[Any, ...]:
    """Return what entries led to, as a seat saw it."""
    events = (event for done in entries if done.step is not None for event in done.step.events)
    return tuple(shown for event in events if (shown := game.show(event, seat)) is not None)


def judged(turn: Turn, judgement: Judged | None, played: Sequence[Replayed]) -> Turn:
    """Return a turn with what is said of it, from the first action on that this is about."""
    if judgement is None:
        return turn
    return replace(turn, first=own(turn, played)[judgement.skipped].number, judged=judgement)


def in_order(review: Review) -> Review:
    """Return a review that is done with its turns in the order of what is judged; one that is not as it is."""
    return replace(review, turns=tuple(sorted(review.turns, key=lambda turn: turn.first))) if review.done else review


_STUDENT: Final = (12.71, 4.30, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26, 2.23, 2.20, 2.18, 2.16, 2.14, 2.13)
"""So many standard errors have 95% between them, by the degrees of freedom from 1 (Student's distribution)."""
_MANY: Final = 2.09


def mean(values: Sequence[int]) -> int:
    """Return the mean as a whole number."""
    return round(sum(values) / len(values))


def spread(values: Sequence[int]) -> tuple[int, int]:
    """Return the mean, and half of the interval of 95% around it; there must be two values at least."""
    count, total = len(values), sum(values)
    free = count - 1
    variance = (sum(value * value for value in values) - total * total / count) / free
    quantile = _STUDENT[free - 1] if free <= len(_STUDENT) else _MANY
    return mean(values), round(quantile * sqrt(max(0.0, variance) / count))


def judge(module: str, turn: Sequence[Moment], seed: str) -> tuple[Judged | None, int]:
    """Return what a reviewer says of a turn, and its version. Raises `ImportError` for no such module."""
    reviewer = import_module(module)
    judged: Judged | None = reviewer.judge(turn, Random(seed))  # noqa: S311 - nothing secret depends on it
    version: int = reviewer.VERSION
    return judged, version
