"""What is not known in a study: hidden things, and how dice fall; and the draws of a study, which ask about dice.

Nothing of it is guessed for the reader: before it matters somebody says what it is, or leaves it to chance.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from random import Random
from typing import Any, Final, Protocol, runtime_checkable

from games.api import Action, Step
from games.draws import Dice, Draws
from games.messages import Message
from games.values import value


@value
class Supposed:
    """A position of a study."""

    state: Any
    """A state that may be the true one, as far as its reader knows."""
    reader: int | None
    """Whose knowledge it is made of: a seat's, or (`None`) everybody's."""
    unknown: tuple[int, ...]
    """Of each seat, how much it has (tiles, cards, its place) that nobody has supposed yet: any that would do."""
    noted: Any = ()
    """What else the game knows of what is supposed."""
    begins: Message | None = None
    """How it begins, where that is not plain."""


@value
class Doubt:
    """A question that has to be answered before a study gets on."""

    key: str
    """Tells it from the other questions of one action."""
    seat: int
    """Whom it is about."""
    question: Message
    """A whole sentence."""
    possible: tuple[str, ...]
    """The answers, as tokens; one that may be given twice stands there twice."""
    count: int = 1
    """How many of them are wanted; chance gives those that are not named."""
    about: Any = ()
    """What the game wants to know again when it is answered."""


@runtime_checkable
class StudiedGame(Protocol):
    """A game in which a position can be studied."""

    def imagine(self, view: Any, random: Random) -> Supposed:
        """Return a position that may be the one which the reader of a view is in.

        It is made of the view alone: the same view and the same random numbers give the same position. Raises
        `IllegalAction` where there is nothing to try out.
        """
        ...

    def before(self, at: Supposed, seat: int) -> Doubt | None:
        """Return what has to be supposed before `seat` can act; `None` where nothing has."""
        ...

    def suppose(self, at: Supposed, doubt: Doubt, tokens: Action, random: Random) -> Supposed:
        """Return the position after an answer; without tokens chance answers.

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


@runtime_checkable
class RiskyGame(Protocol):
    """A studied game whose actions hang on dice, or on hidden things of others."""

    def within(
        self, at: Supposed, seat: int, action: Action, step: Step | None, settled: Collection[str]
    ) -> Doubt | None:
        """Return what has to be supposed for a legal action to be carried out; `None` where nothing has.

        `step` is what it comes to as things are imagined, `None` as long as dice are to be rolled for it. `settled` are
        the keys of the questions that were answered for this action.
        """
        ...

    def dice(self, at: Supposed, seat: int, key: str, dice: Dice) -> Doubt:
        """Return the question how dice fall; `possible` has every face, in order, as often as there are dice."""
        ...


Drawn = tuple[int, ...] | bytes
"""What was drawn at a place of the stream: faces of dice, or for a shuffle the seed."""


class Wanted(Exception):
    """Dice have to be rolled, and nobody has said how they fall."""

    def __init__(self, cursor: int, dice: Dice) -> None:
        super().__init__(dice.kind)
        self.cursor = cursor
        self.dice = dice


class Luck(Draws):
    """The draws of one action of a study.

    What was drawn at a place before stays so: an action that stops for a question is carried out anew.
    """

    __slots__ = ("_asks", "_known", "_said", "_source", "drawn", "used")

    def __init__(
        self, seed: bytes, known: Mapping[int, Drawn], said: Mapping[int, tuple[int, ...]], *, asks: bool
    ) -> None:
        """Take what was drawn before and the faces that were said for this action; `asks`: others are asked about."""
        super().__init__(seed)
        self._source = seed
        self._known, self._said, self._asks = known, said, asks
        self.drawn: dict[int, Drawn] = {}
        """What was drawn now."""
        self.used = False
        """Chance had a hand in it."""

    def word(self, cursor: int) -> int:
        """Return a number of the stream, and note that chance was asked."""
        self.used = True
        return super().word(cursor)

    def rolled(self, cursor: int, dice: Dice) -> tuple[tuple[int, ...], int]:
        """Return faces as they were rolled or said. Raises `Wanted` where they have to be asked about."""
        known = self._known.get(cursor)
        if isinstance(known, tuple):
            return known, cursor + dice.number
        said = self._said.get(cursor)
        if said is None and self._asks:
            raise Wanted(cursor, dice)
        faces = said or ()
        if len(faces) < dice.number:
            faces += super().rolled(cursor, dice)[0][len(faces) :]
        self.drawn[cursor] = faces
        return faces, cursor + dice.number

    def shuffled(self, cursor: int, items: Any) -> tuple[tuple[Any, ...], int]:
        """Return the items in a random order, the same one as before where it was drawn before."""
        known = self._known.get(cursor)
        if isinstance(known, bytes):
            return Draws(known).shuffled(cursor, items)
        self.drawn[cursor] = self._source
        return super().shuffled(cursor, items)


CHANCE: Final[Action] = ()
"""The answer that leaves something to chance."""
