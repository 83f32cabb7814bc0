"""Studies: moves of all sides tried out from some position on, as deep as one likes, apart from any match.

A study is made of what its reader sees of a match, never of the state, so that nothing hidden has a way into it. What
the reader does not know, such as the tiles that somebody draws or how a die falls, is asked about before it matters
(`games.doubts`): the reader says what it is, or leaves it to chance.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any, Final

from games.api import Action, Choice, Game, IllegalAction, NotYourChoice, Step
from games.doubts import CHANCE, Doubt, Drawn, Luck, RiskyGame, StudiedGame, Supposed, Wanted
from games.messages import Message
from games.standing import is_turn, unasked
from games.trial import Trial
from games.values import value

STEPS: Final = 200
"""How many steps a study has at most; a whole match has hardly more."""


@value
class Tried:
    """A step of a study: an action that was tried out, or something that was supposed before one."""

    seat: int
    tokens: Action
    """The action, or what was supposed of the seat; none of these for whatever chance gives."""
    supposed: Doubt | None
    """The question that was answered; `None` for an action."""
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
    answers: tuple[tuple[str, Action], ...] = ()
    """What was supposed for the action, by the keys of the questions."""
    drawn: tuple[tuple[int, Drawn], ...] = ()
    """What it drew, by the places of the stream."""


@dataclass(slots=True)
class _Attempt:
    """An action that is being carried out, as far as it is known what it hangs on."""

    seat: int
    action: Action
    at: Supposed
    """The position before it, with what has been supposed for it."""
    luck: int = 0
    chance: bool = False
    """Everything that nobody has answered is left to chance."""
    answers: dict[str, Action] = field(default_factory=dict)
    said: dict[int, tuple[int, ...]] = field(default_factory=dict)
    """Faces of dice by the places of the stream; none of these for whatever chance gives."""
    settled: set[str] = field(default_factory=set)
    lucky: bool = False
    doubt: Doubt | None = None
    """What has to be supposed next."""
    cursor: int | None = None
    """The place of the dice that it is about."""
    then: tuple[Action, ...] = ()
    """What is to be done after it."""


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
        self._attempt: _Attempt | None = None
        """The action that waits for an answer."""

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
    def trying(self) -> tuple[int, Action] | None:
        """Return the action that cannot be carried out before something is supposed, with its seat."""
        return None if self._attempt is None else (self._attempt.seat, self._attempt.action)

    @property
    def doubt(self) -> Doubt | None:
        """Return what has to be supposed now; `None` where nothing has."""
        if self._attempt is not None:
            return self._attempt.doubt
        return None if (mover := self.mover) is None else self._rules.before(self.now, mover)

    def called(self, token: str) -> Message:
        """Return the name of something that may be supposed."""
        return self._rules.called(token)

    def move(self) -> AtMove:
        """Return the position as the seat has it that is moved for; there must be one."""
        mover = self.mover
        assert mover is not None
        return AtMove(self.game, mover, self.now.state, self.last.events if self.last is not None else ())

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

    def act(self, *actions: Action) -> None:
        """Carry actions of the seat that is moved for out. Raises `GameError` where one is not legal.

        Where something has to be supposed first, that is asked (`doubt`), and it goes on with the answer.
        """
        if self.mover is None or self.doubt is not None:
            raise NotYourChoice(Message("There is nothing for you to decide now."))
        self._go_on(_Attempt(self.mover, actions[0], self.now, then=actions[1:]))

    def suppose(self, tokens: Action, *, rest: bool = False) -> None:
        """Answer the question that is asked; without tokens, or for the `rest` of it, by chance. Raises `GameError`."""
        doubt, attempt = self.doubt, self._attempt
        if doubt is None:
            raise IllegalAction(Message("There is nothing to suppose now."))
        if attempt is None:
            self._add(self._supposed(doubt, tokens, 0))
            return
        attempt = replace(
            attempt, answers=dict(attempt.answers), said=dict(attempt.said), settled=set(attempt.settled), chance=rest
        )
        self._settle(attempt, doubt, tokens)
        self._go_on(attempt)

    def again(self) -> None:
        """Take the last step once more with other luck, where chance had a hand in it."""
        last = self.last
        if last is None or not last.lucky:
            return
        self.go(self.at - 1)
        if last.supposed is not None:
            self._add(self._supposed(last.supposed, last.tokens, last.luck + 1))
        else:
            answers = dict(last.answers)
            self._go_on(_Attempt(last.seat, last.tokens, self.now, last.luck + 1, chance=True, answers=answers))

    def go(self, number: int) -> None:
        """Go to the place after so many steps, or as near as there is one."""
        self.at = max(0, min(number, len(self.steps)))
        self._chosen = self._attempt = None

    def turn_to(self, seat: int) -> None:
        """Move for another seat that has a choice."""
        self._chosen, self._attempt = seat, None

    def _add(self, step: Tried) -> None:
        """Go on with a step; what was tried out from here before is gone."""
        if self.at >= STEPS:
            raise IllegalAction(
                Message("A study has at most {count} steps; go back to try something else.", count=STEPS)
            )
        del self.steps[self.at :]
        self.steps.append(step)
        self.go(self.at + 1)

    # Actions, and what they hang on

    def _go_on(self, attempt: _Attempt) -> None:
        """Carry an action out as far as it is known what it hangs on, and what is to be done after it."""
        tried = self._tried(attempt)
        if tried is None:
            self._attempt = attempt
            return
        self._add(tried)
        if attempt.then and self.mover == attempt.seat and self.doubt is None:
            self.act(*attempt.then)

    def _tried(self, attempt: _Attempt) -> Tried | None:
        """Return the step that an action leads to; `None` where something has to be supposed first."""
        while not isinstance(found := self._tried_once(attempt), Tried):
            attempt.doubt = found
            answer = attempt.answers.get(found.key)
            if answer is None and not attempt.chance:
                return None
            self._settle(attempt, found, answer or CHANCE)
        return found

    def _tried_once(self, attempt: _Attempt) -> Tried | Doubt:
        """Return the step that an action leads to, or what it hangs on besides what is supposed by now."""
        game, at, seat, action = self.game, attempt.at, attempt.seat, attempt.action
        seed = hashlib.sha256(self._luck(attempt.luck).encode()).digest()
        known = {place: what for step in self.steps[: self.at] for place, what in step.drawn}
        luck = Luck(seed, known, attempt.said, asks=isinstance(game, RiskyGame))
        own = [choice for choice in game.choices(at.state) if choice.seat == seat]
        step: Step | None = None
        attempt.cursor, dice = None, None
        try:
            step = self._carried_out(at.state, seat, action, luck)
        except Wanted as wanted:
            attempt.cursor, dice = wanted.cursor, wanted.dice
        if isinstance(game, RiskyGame):
            doubt = game.within(at, seat, action, step, attempt.settled)
            if doubt is not None:
                attempt.cursor = None
                return doubt
            if dice is not None:
                return game.dice(at, seat, f"dice.{attempt.cursor}", dice)
        assert step is not None
        after, events = self._rules.follow(at, step)
        return Tried(
            seat,
            action,
            supposed=None,
            after=after,
            events=events,
            own_turn=any(is_turn(game, choice) for choice in own),
            turns_ended=step.turns_ended,
            lucky=luck.used or attempt.lucky,
            luck=attempt.luck,
            answers=tuple(attempt.answers.items()),
            drawn=tuple(luck.drawn.items()),
        )

    def _carried_out(self, state: Any, seat: int, action: Action, luck: Luck) -> Step:
        """Return the step of an action, with what nobody has to decide after it. Raises `GameError` and `Wanted`."""
        step = self.game.apply(state, seat, action, luck)
        while (due := unasked(self.game, step.state)) is not None:
            more = self.game.apply(step.state, *due, luck)
            step = replace(
                more, events=(*step.events, *more.events), turns_ended=(*step.turns_ended, *more.turns_ended)
            )
        return step

    def _settle(self, attempt: _Attempt, doubt: Doubt, tokens: Action) -> None:
        """Let an action be carried out with an answer. Raises `IllegalAction` for what cannot be."""
        if attempt.cursor is not None:
            attempt.said[attempt.cursor] = _faces(doubt, tokens)
        else:
            random = Random(f"{self._luck(attempt.luck)} {doubt.key}")  # noqa: S311  # no secret, as above
            attempt.at = self._rules.suppose(attempt.at, doubt, tokens, random)
            attempt.lucky |= not tokens
        attempt.settled.add(doubt.key)
        attempt.doubt = None
        if tokens:
            attempt.answers[doubt.key] = tokens

    def _supposed(self, doubt: Doubt, tokens: Action, luck: int) -> Tried:
        random = Random(self._luck(luck))  # noqa: S311  # no secret: the same for the same study
        after = self._rules.suppose(self.now, doubt, tokens, random)
        return Tried(doubt.seat, tokens, supposed=doubt, after=after, lucky=not tokens, luck=luck)

    def _luck(self, luck: int) -> str:
        return f"{self._seed} {self.at} {luck}"


def _faces(doubt: Doubt, tokens: Action) -> tuple[int, ...]:
    """Return the faces that were said of dice. Raises `IllegalAction` for what they do not have."""
    faces = tuple(dict.fromkeys(doubt.possible))
    if len(tokens) > doubt.count or not set(tokens) <= set(faces):
        raise IllegalAction(Message("The dice cannot show that."))
    return tuple(faces.index(token) + 1 for token in tokens)
