"""Reviews of matches that are over: what each turn was worth to the side that played it, against the best one.

A game has reviews if it names a module with two things, in `reviewer`: `judge`, which values one turn from what its
seat could know then, and `VERSION`, a number that grows whenever it judges otherwise. All chances are in
ten-thousandths, as in `games.api.Decision`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from importlib import import_module
from random import Random
from typing import Any, Final, NamedTuple, Protocol, TypeAlias, runtime_checkable

from games.api import Action, Game
from games.codec import Form
from games.history import Replayed
from games.values import value

NAMED: Final = 3
"""So many turns of a match are named as those that lost most."""
LEAST: Final = 200
"""What loses less is not worth naming."""


class Moment(NamedTuple):
    """One action of a turn, and what its seat knew before it."""

    view: Any
    action: Action


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
    why: str = ""
    """What it does more than what was played, as the template of a sentence; empty where nothing sets them apart."""
    luck: int = 0
    """What the draw at its beginning has changed, against the mean of all that could have been drawn."""
    luck_error: int = 0
    """Half of the interval of 95% around that."""
    skipped: int = 0
    """So many actions of the seat came before there was anything to judge, such as answers to earlier questions."""

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


@value
class Review:
    """The review of a match as far as it is worked out: its turns, one after the other."""

    version: int
    count: int
    """How many turns there will be."""
    turns: tuple[Turn, ...] = ()

    @property
    def done(self) -> bool:
        """Return True if nothing is left to be worked out."""
        return len(self.turns) == self.count

    def turning_points(self) -> list[int]:
        """Return the places of the turns that lost most, the largest loss first; only plain losses count."""
        lost = {
            place: turn.judged.lost
            for place, turn in enumerate(self.turns)
            if turn.judged is not None and turn.judged.certain and turn.judged.lost >= LEAST
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

    reviewer: str
    """The module that has `judge` and `VERSION`; only a process that thinks imports it."""


def reviewer_of(game: Game[Any]) -> str | None:
    """Return the module that values turns of a game; `None` where it has none."""
    return game.reviewer if isinstance(game, ReviewedGame) else None


def turns(game: Game[Any], played: Sequence[Replayed]) -> list[Turn]:
    """Return the turns of a match from the entries that count, in their order, not judged yet.

    A turn is over with the entry that ends it, or that ends the match; one that was broken off by an agreement is none.
    """
    found: list[Turn] = []
    running: list[Replayed] = []
    for done in played:
        if done.entry.kind != "action" or done.step is None:
            continue
        running.append(done)
        over = game.result(done.after.state) is not None
        if done.step.turns_ended or over:
            # Where the match ends in the middle of a turn nobody says whose that was: others only answer in it.
            seats = Counter(one.entry.seat for one in running)
            seat = done.step.turns_ended[0] if done.step.turns_ended else max(seats, key=seats.__getitem__)
            found.append(Turn(seat, running[0].number, done.number))
            running = []
    return found


def own(turn: Turn, played: Sequence[Replayed]) -> list[Replayed]:
    """Return what the seat of a turn did in it; `played` are the entries that count."""
    return [
        done
        for done in played
        if turn.first <= done.number <= turn.last and done.entry.kind == "action" and done.entry.seat == turn.seat
    ]


def chosen(game: Game[Any], turn: Turn, played: Sequence[Replayed]) -> list[Replayed]:
    """Return what the seat of a turn did in it until it ended the turn, or began what does.

    Answers that are asked for after that, as in a battle, are none of it: no turn is judged by them.
    """
    done = own(turn, played)
    kinds = [{choice.kind for choice in game.choices(one.before.state) if choice.seat == turn.seat} for one in done]
    last = max(place for place, kind in enumerate(kinds) if kind & kinds[0])
    return done[: last + 1]


def moments(game: Game[Any], turn: Turn, played: Sequence[Replayed]) -> list[Moment]:
    """Return what the seat of a turn did in it, with what it knew before each action."""
    return [Moment(game.view(done.before.state, turn.seat), done.entry.tokens) for done in own(turn, played)]


def judged(turn: Turn, judgement: Judged | None, played: Sequence[Replayed]) -> Turn:
    """Return a turn with what is said of it, from the first action on that this is about."""
    if judgement is None:
        return turn
    return replace(turn, first=own(turn, played)[judgement.skipped].number, judged=judgement)


def judge(module: str, turn: Sequence[Moment], seed: str) -> tuple[Judged | None, int]:
    """Return what a reviewer says of a turn, and its version. Raises `ImportError` for no such module."""
    reviewer = import_module(module)
    judged: Judged | None = reviewer.judge(turn, Random(seed))  # noqa: S311 - nothing secret depends on it
    version: int = reviewer.VERSION
    return judged, version
