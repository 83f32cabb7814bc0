"""Studies: moves of all sides tried out from some position on, as deep as one likes, apart from any match.

A study is made of what its reader sees of a match, never of the state, so that nothing hidden has a way into it. What
the reader does not know, such as the tiles that somebody draws or how a die falls, is asked about before it matters
(`games.doubts`): the reader says what it is, or leaves it to chance. How an action is carried out is in
`games.attempts`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any, Final

from games.api import Action, Choice, Game, IllegalAction, NotYourChoice
from games.attempts import Attempt, Tried
from games.doubts import Doubt, StudiedGame, Supposed
from games.messages import Message
from games.standing import is_turn
from games.trial import Trial

STEPS: Final = 200
"""How many steps a study has at most; a whole match has hardly more."""


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
        self._attempt: Attempt | None = None
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
    def choices(self) -> tuple[Choice, ...]:
        """Return the choices of the seat that is moved for: those that are waited for, then what it may do beside."""
        own = (choice for choice in self.game.choices(self.now.state) if choice.seat == self.mover)
        return tuple(sorted(own, key=lambda choice: not choice.must))

    @property
    def choice(self) -> Choice | None:
        """Return the first of these choices."""
        return next(iter(self.choices), None)

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
        return self._shown(self.steps[: self.at][-1:])

    def earlier(self) -> list[Any]:
        """Return what the steps before it led to, as everybody may see it."""
        return self._shown(self.steps[: self.at][:-1])

    def _shown(self, steps: Sequence[Tried]) -> list[Any]:
        seen = (self.game.show(event, None) for step in steps for event in step.events)
        return [event for event in seen if event is not None]

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
        self._go_on(self._new(self.mover, actions[0], actions[1:]))

    def suppose(self, tokens: Action, *, rest: bool = False) -> None:
        """Answer the question that is asked; without tokens, or for the `rest` of it, by chance. Raises `GameError`."""
        doubt, attempt = self.doubt, self._attempt
        if doubt is None:
            raise IllegalAction(Message("There is nothing to suppose now."))
        if attempt is None:
            self._add(self._supposed(doubt, tokens, 0))
            return
        self._go_on(attempt.answered(doubt, tokens, rest=rest))

    def again(self) -> None:
        """Take the last step once more with other luck, where chance had a hand in it."""
        last = self.last
        if last is None or not last.lucky:
            return
        self.go(self.at - 1)
        if last.supposed is not None:
            self._add(self._supposed(last.supposed, last.tokens, last.luck + 1))
        else:
            again = self._new(last.seat, last.tokens, luck=last.luck + 1)
            self._go_on(replace(again, chance=True, answers=dict(last.answers)))

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

    # What a step is made of

    def _new(self, seat: int, action: Action, then: tuple[Action, ...] = (), luck: int = 0) -> Attempt:
        """Return an action of a seat, to be carried out here."""
        return Attempt(
            game=self.game,
            rules=self._rules,
            seat=seat,
            action=action,
            at=self.now,
            seed=self._luck(luck),
            known={place: what for step in self.steps[: self.at] for place, what in step.drawn},
            luck=luck,
            then=then,
        )

    def _go_on(self, attempt: Attempt) -> None:
        """Carry an action out as far as it is known what it hangs on, and what is to be done after it."""
        tried = attempt.carry_out()
        if tried is None:
            self._attempt = attempt
            return
        self._add(tried)
        if attempt.then and self.mover == attempt.seat and self.doubt is None:
            self.act(*attempt.then)

    def _supposed(self, doubt: Doubt, tokens: Action, luck: int) -> Tried:
        random = Random(self._luck(luck))  # noqa: S311  # no secret: the same for the same study
        after = self._rules.suppose(self.now, doubt, tokens, random)
        return Tried(doubt.seat, tokens, supposed=doubt, after=after, lucky=not tokens, luck=luck)

    def _luck(self, luck: int) -> str:
        return f"{self._seed} {self.at} {luck}"
