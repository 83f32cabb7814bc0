"""Studies: moves of all sides tried out from some position on, as deep as one likes, apart from any match.

A study is made of what its reader sees of a match, never of the state, so that nothing hidden has a way into it. What
the reader does not know, such as the tiles that somebody draws, is any that would do until the reader has supposed
which. A game in which that can be done is a `StudiedGame`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from random import Random
from typing import Any, Final, Protocol, runtime_checkable

from games.api import Action, Choice, Game, IllegalAction, NotYourChoice, Step
from games.draws import Draws
from games.messages import Message
from games.standing import is_turn
from games.trial import Trial
from games.values import value

STEPS: Final = 200
"""How many steps a study has at most; a whole match has hardly more."""


@value
class Supposed:
    """A position of a study."""

    state: Any
    """A state that may be the true one, as far as its reader knows."""
    reader: int | None
    """Whose knowledge it is made of: a seat's, or (`None`) everybody's."""
    unknown: tuple[int, ...]
    """Of each seat, how much it has (tiles, cards, its place) that nobody has supposed yet: any that would do."""


@runtime_checkable
class StudiedGame(Protocol):
    """A game in which a position can be studied."""

    unknown: Message
    """The question what it is that nobody has supposed of a seat, as a whole sentence."""

    def imagine(self, view: Any, random: Random) -> Supposed:
        """Return a position that may be the one which the reader of a view is in.

        It is made of the view alone: the same view and the same random numbers give the same position. Raises
        `IllegalAction` where there is nothing to try out.
        """
        ...

    def doubted(self, at: Supposed, seat: int) -> int | None:
        """Return the seat of which something has to be supposed before `seat` can act; `None` where nothing has."""
        ...

    def possible(self, at: Supposed, seat: int) -> tuple[str, ...]:
        """Return what may be supposed of a seat, as tokens; one that may be there twice stands there twice."""
        ...

    def suppose(self, at: Supposed, seat: int, tokens: Action, random: Random) -> Supposed:
        """Return the position in which a seat has these things; without any, all that is unknown of it is random.

        Raises `IllegalAction` for what cannot be.
        """
        ...

    def follow(self, at: Supposed, step: Step) -> tuple[Supposed, tuple[Any, ...]]:
        """Return the position after a step from another one, and its events without what is not supposed yet."""
        ...

    def called(self, token: str) -> Message:
        """Return the name of something that may be supposed."""
        ...

    def bare(self, at: Supposed) -> Any:
        """Return the state without what nobody has supposed, to be shown before that is done."""
        ...


@value
class Tried:
    """A step of a study: an action that was tried out, or something that was supposed."""

    seat: int
    tokens: Action
    """The action, or what was supposed of the seat; none of these for whatever chance gives."""
    supposed: bool
    after: Supposed
    events: tuple[Any, ...] = ()
    """What came of it, without what is not known."""
    own_turn: bool = False
    """It was an action of the seat's own turn."""
    turns_ended: tuple[int, ...] = ()
    lucky: bool = False
    """Chance had a hand in it: once more it may lead somewhere else."""
    luck: int = 0
    """How often chance was asked anew."""


class _Noted(Draws):
    """Draws that know whether any of them was used."""

    __slots__ = ("used",)

    def __init__(self, seed: bytes) -> None:
        super().__init__(seed)
        self.used = False

    def word(self, cursor: int) -> int:
        self.used = True
        return super().word(cursor)


class AtMove(Trial):
    """The position of a study as the seat has it that is on the move there."""

    def __init__(self, game: Game[Any], seat: int, state: Any, events: Sequence[Any]) -> None:
        super().__init__(game, seat, state, "")
        self._events = events

    @property
    def latest(self) -> list[Any]:
        """Return what the step before led to."""
        return [shown for event in self._events if (shown := self.game.show(event, self.seat)) is not None]


class Study:
    """A line of steps from a position, and a place in it to which one can go back and forth."""

    def __init__(self, game: Game[Any], view: Any, reader: int | None, seed: str) -> None:
        """Begin at what a reader sees. Raises `GameError` where that cannot be studied."""
        if not isinstance(game, StudiedGame):
            raise IllegalAction(Message("{game} has no study board.", game=game.title))
        self.game: Game[Any] = game
        self.reader = reader
        self._rules: StudiedGame = game
        self._seed = seed
        self._start = game.imagine(view, Random(seed))  # noqa: S311  # no secret: the same for the same view
        self.steps: list[Tried] = []
        self.at = 0
        """How many of the steps have been gone to the place that is looked at."""
        self._chosen: int | None = None

    # Where it stands

    @property
    def now(self) -> Supposed:
        """Return the position that is looked at."""
        return self.steps[self.at - 1].after if self.at else self._start

    @property
    def last(self) -> Tried | None:
        """Return the step that led there; `None` at the start."""
        return self.steps[self.at - 1] if self.at else None

    @property
    def before(self) -> Supposed:
        """Return the position before that step; there must be one."""
        return self.steps[self.at - 2].after if self.at > 1 else self._start

    @property
    def movers(self) -> tuple[int, ...]:
        """Return the seats that have a choice: the reader's first, and those that are waited for before others."""
        choices = sorted(self.game.choices(self.now.state), key=lambda one: (not one.must, one.seat != self.reader))
        return tuple(dict.fromkeys(choice.seat for choice in choices))

    @property
    def mover(self) -> int | None:
        """Return the seat that is moved for; `None` where the match would be over."""
        movers = self.movers
        return self._chosen if self._chosen in movers else next(iter(movers), None)

    @property
    def choice(self) -> Choice | None:
        """Return the choice of the seat that is moved for, the one that is waited for first."""
        own = [choice for choice in self.game.choices(self.now.state) if choice.seat == self.mover]
        return min(own, key=lambda choice: not choice.must, default=None)

    @property
    def doubted(self) -> int | None:
        """Return the seat of which something has to be supposed now; `None` where nothing has."""
        return None if (mover := self.mover) is None else self._rules.doubted(self.now, mover)

    @property
    def possible(self) -> tuple[str, ...]:
        """Return what may be supposed of that seat."""
        return () if (seat := self.doubted) is None else self._rules.possible(self.now, seat)

    def called(self, token: str) -> Message:
        """Return the name of something that may be supposed."""
        return self._rules.called(token)

    def move(self) -> AtMove:
        """Return the position as the seat has it that is moved for; there must be one."""
        mover = self.mover
        assert mover is not None
        return AtMove(self.game, mover, self.now.state, self.last.events if self.last is not None else ())

    @property
    def question(self) -> Message:
        """Return the question what it is that nobody has supposed of a seat."""
        return self._rules.unknown

    def seen(self, at: Supposed) -> Any:
        """Return a position of the study as everybody would see it, without what nobody has supposed."""
        return self.game.view(self._rules.bare(at), None)

    def told(self) -> list[Any]:
        """Return what the last step led to, as everybody would see it."""
        events = self.last.events if self.last is not None else ()
        return [shown for event in events if (shown := self.game.show(event, None)) is not None]

    @property
    def own_part(self) -> tuple[Action, ...]:
        """Return the reader's actions in their first turn, as far as one has gone."""
        found: list[Action] = []
        for step in self.steps[: self.at]:
            if step.own_turn and step.seat == self.reader:
                found.append(step.tokens)
            if self.reader in step.turns_ended:
                break
        return tuple(found)

    @property
    def begun_on_turn(self) -> bool:
        """Return whether it began in a turn of the reader's."""
        choices = self.game.choices(self._start.state)
        return any(choice.seat == self.reader and is_turn(self.game, choice) for choice in choices)

    # Steps

    def act(self, action: Action) -> None:
        """Carry an action of the seat that is moved for out. Raises `GameError` where it is not legal."""
        if self.mover is None or self.doubted is not None:
            raise NotYourChoice(Message("There is nothing for you to decide now."))
        self._add(self._acted(self.mover, action, 0))

    def suppose(self, tokens: Action) -> None:
        """Suppose that the seat in doubt has these things; without any, what chance gives. Raises `GameError`."""
        seat = self.doubted
        if seat is None:
            raise IllegalAction(Message("There is nothing to suppose now."))
        self._add(self._supposed(seat, tokens, 0))

    def again(self) -> None:
        """Take the last step once more with other luck, where chance had a hand in it."""
        last = self.last
        if last is None or not last.lucky:
            return
        self.at -= 1
        again = self._supposed if last.supposed else self._acted
        self._add(again(last.seat, last.tokens, last.luck + 1))

    def go(self, number: int) -> None:
        """Go to the place after so many steps, or as near as there is one."""
        self.at = max(0, min(number, len(self.steps)))
        self._chosen = None

    def turn_to(self, seat: int) -> None:
        """Move for another seat that has a choice."""
        self._chosen = seat

    def _add(self, step: Tried) -> None:
        """Go on with a step; what was tried out from here before is gone."""
        if self.at >= STEPS:
            raise IllegalAction(
                Message("A study has at most {count} steps; go back to try something else.", count=STEPS)
            )
        del self.steps[self.at :]
        self.steps.append(step)
        self.go(self.at + 1)

    def _acted(self, seat: int, action: Action, luck: int) -> Tried:
        draws = _Noted(hashlib.sha256(self._luck(luck).encode()).digest())
        here = self.now
        own = [choice for choice in self.game.choices(here.state) if choice.seat == seat]
        step = self.game.apply(here.state, seat, action, draws)
        after, events = self._rules.follow(here, step)
        turn = any(is_turn(self.game, choice) for choice in own)
        return Tried(
            seat,
            action,
            supposed=False,
            after=after,
            events=events,
            own_turn=turn,
            turns_ended=step.turns_ended,
            lucky=draws.used,
            luck=luck,
        )

    def _supposed(self, seat: int, tokens: Action, luck: int) -> Tried:
        random = Random(self._luck(luck))  # noqa: S311  # no secret: the same for the same study
        after = self._rules.suppose(self.now, seat, tokens, random)
        return Tried(seat, tokens, supposed=True, after=after, lucky=not tokens, luck=luck)

    def _luck(self, luck: int) -> str:
        return f"{self._seed} {self.at} {luck}"
