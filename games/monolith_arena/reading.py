"""Reading what people type: any case, tile names, facings beyond those that differ, ``-`` for "as it is"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from games.api import Action, BadNotation, Field, GameError, Ready
from games.messages import Message
from games.monolith_arena import grammar
from games.monolith_arena.hexes import BY_DIRECTION, BY_NAME, DIRECTIONS, NAMES
from games.monolith_arena.state import State
from games.monolith_arena.tiles import TileType
from games.monolith_arena.verbs import Verb

AS_IT_IS: Final = "-"
MAX_LENGTH: Final = 200
_LONGEST_NAME: Final = 5
"""The most words that the name of a tile has, with the number of a second one like it."""


def read(state: State, seat: int, typed: Sequence[str]) -> Action:
    """The action that typed words mean, in the tokens of `options`.

    Words are taken in any case, tile names with blanks too; a facing may be any of the six also for tiles on which
    some look alike; ``-``, or a last facing left out, keeps what the tile has. The action that comes back need not be
    legal: `apply` tells why.
    Raises `BadNotation` for an empty or endless text.
    """
    text = " ".join(typed)
    if len(text) > MAX_LENGTH:
        raise BadNotation(Message("An action has at most {most} characters.", most=MAX_LENGTH))
    rest = text.split()
    if not rest:
        raise BadNotation(Message("An action has at least one word."))
    said = [rest.pop(0).lower()]
    verb = grammar.VERBS.get(said[0])
    return _literally(said, rest) if verb is None else _Reader(state, seat, verb, said, rest).read()


def _literally(said: list[str], rest: list[str]) -> Action:
    """The words as they are, where the rules cannot say what they mean."""
    return (*said[:-1], _plain(said[-1]), *map(_plain, rest))


def _plain(word: str) -> str:
    upper = word.upper()
    return upper if upper in BY_NAME or upper in BY_DIRECTION else word


class _Reader:
    """Reads the words after a verb, each as the field that is open after those before it."""

    def __init__(self, state: State, seat: int, verb: Verb, said: list[str], rest: list[str]) -> None:
        self.state = state
        self.seat = seat
        self.verb = verb
        self.said = said
        self.rest = rest

    def read(self) -> Action:
        """The action."""
        while True:
            try:
                field = grammar.options(self.state, self.seat, self.said)
            except GameError:
                return _literally(self.said, self.rest)
            if isinstance(field, Ready) or not self._take(field):
                break
        surplus = [word for word in self.rest if word != AS_IT_IS and not self._needless(word)]
        return (*self.said, *surplus)

    def _take(self, field: Field) -> bool:
        """Read the next word; false when there is none to read."""
        left_out = field.name == "facing" and "mover" in self.verb.parts
        if not self.rest and not left_out:
            return False
        if field.name == "hex" and "inside" in self.verb.parts and self._needless(self.rest[0]):
            self.rest.pop(0)
            return True
        if field.name in ("tile", "inside"):
            self._join_name(field)
        self.said.append(self._token(field, self.rest.pop(0) if self.rest else AS_IT_IS))
        return True

    def _token(self, field: Field, word: str) -> str:
        if word == AS_IT_IS and field.name == "hex":
            return self.verb.part(self.said, "mover") or word
        if field.name == "facing":
            return self._facing(word)
        for value in field.values:
            if value.lower() == word.lower():
                return value
        if field.name in ("tile", "inside"):
            return next((v for v in field.values if _identifier(v) == _identifier(word)), _plain(word))
        if field.name == "feature":
            return next((v for v in field.values if v.partition("@")[0] == word.lower()), _plain(word))
        return _triangle(word) or word if field.name == "hexes" else _plain(word)

    def _join_name(self, field: Field) -> None:
        """Put the first words together if they are the name of a tile with blanks in it."""
        for length in range(min(len(self.rest), _LONGEST_NAME), 1, -1):
            name = " ".join(self.rest[:length])
            if any(_identifier(name) == _identifier(value) for value in field.values):
                self.rest[:length] = [name]
                return

    def _turning(self) -> tuple[TileType, int] | None:
        """The tile that a facing is for, and its facing now."""
        if self.verb.turned is not None:
            return self.verb.turned(self.state, self.said)
        mover = self.verb.part(self.said, "mover")
        piece = self.state.board[BY_NAME[mover]] if mover in BY_NAME else None
        return None if piece is None else (piece.type, piece.facing)

    def _facing(self, word: str) -> str:
        turning = self._turning()
        if turning is None:
            return word
        tile, now = turning
        if word == AS_IT_IS:
            return DIRECTIONS[now % tile.period]
        index = BY_DIRECTION.get(word.upper())
        return word if index is None else DIRECTIONS[index % tile.period]

    def _needless(self, word: str) -> bool:
        """Whether it is a facing for a tile that looks the same in all facings, or for an empty segment."""
        if word != AS_IT_IS and word.upper() not in BY_DIRECTION:
            return False
        if self.verb.places and "facing" not in self.verb.parts:
            return True
        turning = self._turning()
        if turning is None:
            return "inside" in self.verb.parts and len(self.said) > 2
        return turning[0].period == 1


def _identifier(word: str) -> str:
    return re.sub(r"[^a-z0-9]+", "_", word.lower()).strip("_")


def _triangle(word: str) -> str:
    """Three hexes in their order, however they were parted and ordered."""
    names = (part for part in re.split(r"[^A-Za-z0-9]+", word.upper()) if part in BY_NAME)
    return "-".join(sorted(names, key=NAMES.index))
