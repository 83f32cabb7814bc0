"""Actions of a study, each carried out as far as it is known what it hangs on (`games.doubts`).

Nothing is asked for that does not matter: an action is carried out, and where it turns out to hang on something that
nobody has supposed, it is carried out anew with each answer, until it comes to a step.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from games.api import Action, Game, IllegalAction, Step
from games.doubts import CHANCE, Doubt, Drawn, Luck, RiskyGame, StudiedGame, Supposed, Wanted
from games.messages import Message
from games.standing import is_turn, unasked
from games.values import value


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
    """The events that followed, without those that nobody knows."""
    own_turn: bool = False
    """It was an action of the seat's own turn."""
    turns_ended: tuple[int, ...] = ()
    lucky: bool = False
    """Chance had a hand in it: once more it may lead somewhere else."""
    luck: int = 0
    """The number of times that chance was asked anew."""
    answers: tuple[tuple[str, Action], ...] = ()
    """The answers supposed for the action, each with the key of its question."""
    drawn: tuple[tuple[int, Drawn], ...] = ()
    """The numbers it drew, each with its place in the stream."""


@dataclass(slots=True, kw_only=True)
class Attempt:
    """An action that is being carried out, as far as it is known what it hangs on."""

    game: Game[Any]
    rules: StudiedGame
    """The same game."""
    seat: int
    action: Action
    at: Supposed
    """The position before it, with what has been supposed for it."""
    seed: str
    """Of the luck that it has."""
    known: Mapping[int, Drawn]
    """What was drawn before, by the places of the stream."""
    luck: int = 0
    """The number of times that chance was asked anew."""
    chance: bool = False
    """Everything that nobody has answered is left to chance."""
    then: tuple[Action, ...] = ()
    """What is to be done after it."""
    answers: dict[str, Action] = field(default_factory=dict)
    said: dict[int, tuple[int, ...]] = field(default_factory=dict)
    """Faces of dice by the places of the stream; none of these for whatever chance gives."""
    settled: set[str] = field(default_factory=set)
    lucky: bool = False
    doubt: Doubt | None = None
    """What has to be supposed next."""
    cursor: int | None = None
    """The place of the dice that it is about."""

    def carry_out(self) -> Tried | None:
        """Return the step that the action leads to; `None` where something has to be supposed first (`doubt`).

        Raises `GameError` where it is not legal.
        """
        while not isinstance(found := self._once(), Tried):
            self.doubt = found
            answer = self.answers.get(found.key)
            if answer is None and not self.chance:
                return None
            self._settle(found, answer or CHANCE)
        return found

    def answered(self, doubt: Doubt, tokens: Action, *, rest: bool) -> Attempt:
        """Return the attempt with an answer, the `rest` left to chance. Raises `IllegalAction` for what cannot be."""
        attempt = replace(
            self, answers=dict(self.answers), said=dict(self.said), settled=set(self.settled), chance=rest
        )
        attempt._settle(doubt, tokens)
        return attempt

    def _once(self) -> Tried | Doubt:
        """Return the step that the action leads to, or what it hangs on besides what is supposed by now."""
        game, at, seat, action = self.game, self.at, self.seat, self.action
        seed = hashlib.sha256(self.seed.encode()).digest()
        luck = Luck(seed, self.known, self.said, asks=isinstance(game, RiskyGame))
        own = [choice for choice in game.choices(at.state) if choice.seat == seat]
        step: Step | None = None
        self.cursor, dice = None, None
        try:
            step = self._carried_out(luck)
        except Wanted as wanted:
            self.cursor, dice = wanted.cursor, wanted.dice
        if isinstance(game, RiskyGame):
            doubt = game.within(at, seat, action, step, self.settled)
            if doubt is not None:
                self.cursor = None
                return doubt
            if dice is not None:
                return game.dice(at, seat, f"dice.{self.cursor}", dice)
        assert step is not None
        after, events = self.rules.follow(at, step)
        return Tried(
            seat,
            action,
            supposed=None,
            after=after,
            events=events,
            own_turn=any(is_turn(game, choice) for choice in own),
            turns_ended=step.turns_ended,
            lucky=luck.used or self.lucky,
            luck=self.luck,
            answers=tuple(self.answers.items()),
            drawn=tuple(luck.drawn.items()),
        )

    def _carried_out(self, luck: Luck) -> Step:
        """Return the step of the action, with what nobody has to decide after it. Raises `GameError` and `Wanted`."""
        step = self.game.apply(self.at.state, self.seat, self.action, luck)
        while (due := unasked(self.game, step.state)) is not None:
            more = self.game.apply(step.state, *due, luck)
            step = replace(
                more, events=(*step.events, *more.events), turns_ended=(*step.turns_ended, *more.turns_ended)
            )
        return step

    def _settle(self, doubt: Doubt, tokens: Action) -> None:
        """Let the action be carried out with an answer. Raises `IllegalAction` for what cannot be."""
        if self.cursor is not None:
            self.said[self.cursor] = _faces(doubt, tokens)
        else:
            random = Random(f"{self.seed} {doubt.key}")  # noqa: S311  # no secret: the same for the same study
            self.at = self.rules.suppose(self.at, doubt, tokens, random)
            self.lucky |= not tokens
        self.settled.add(doubt.key)
        self.doubt = None
        if tokens:
            self.answers[doubt.key] = tokens


def _faces(doubt: Doubt, tokens: Action) -> tuple[int, ...]:
    """Return the faces that were said of dice. Raises `IllegalAction` for what they do not have."""
    faces = tuple(dict.fromkeys(doubt.possible))
    if len(tokens) > doubt.count or not set(tokens) <= set(faces):
        raise IllegalAction(Message("The dice cannot show that."))
    return tuple(faces.index(token) + 1 for token in tokens)
