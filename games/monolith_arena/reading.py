"""Reading what people type: any case, tile names, facings beyond those that differ, ``-`` for "as it is"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from games.api import Action, BadNotation, Field, GameError, Ready
from games.messages import Message
from games.monolith_arena import grammar, unfolding
from games.monolith_arena.hexes import BY_DIRECTION, BY_NAME, DIRECTIONS, NAMES
from games.monolith_arena.state import State
from games.monolith_arena.tiles import TileType

AS_IT_IS: Final = "-"
_MOVERS: Final = {"move": 1, "falseorder": 1, "rotate": 1, "feature": 1, "charge": 2}
"""The verbs that move a tile, and which of their words is its hex."""
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
    read: list[str] = [rest.pop(0).lower()]
    while True:
        try:
            field = grammar.options(state, seat, read)
        except GameError:
            return (*read[:-1], *_plain(read[-1]), *(w for word in rest for w in _plain(word)))
        if isinstance(field, Ready):
            break
        if not rest and not (field.name == "facing" and read[0] in _MOVERS):
            break
        if field.name == "hex" and read[0] == "unfold" and rest and _needless_facing(state, read, rest[0]):
            rest.pop(0)
            continue
        if field.name == "tile":
            rest = _joined(field, rest)
        read.append(_word(state, read, field, rest.pop(0) if rest else AS_IT_IS))
    rest = [w for w in rest if w != AS_IT_IS and not _needless_facing(state, read, w)]
    return (*read, *rest)


def _plain(word: str) -> tuple[str, ...]:
    upper = word.upper()
    return (upper,) if upper in BY_NAME or upper in BY_DIRECTION else (word,)


def _word(state: State, read: list[str], field: Field, word: str) -> str:
    if word == AS_IT_IS and field.name == "hex":
        return _moved_hex(read) or word
    if field.name == "facing":
        return _facing(state, read, word)
    for value in field.values:
        if value.lower() == word.lower():
            return value
    if field.name == "tile":
        for value in field.values:
            if _identifier(value) == _identifier(word):
                return value
    if field.name == "feature":
        granted = [v for v in field.values if v.partition("@")[0] == word.lower()]
        if granted:
            return granted[0]
    if field.name == "hexes":
        triangle = "-".join(
            sorted((w for w in re.split(r"[^A-Za-z0-9]+", word.upper()) if w in BY_NAME), key=NAMES.index)
        )
        return triangle or word
    return _plain(word)[0]


def _identifier(word: str) -> str:
    return re.sub(r"[^a-z0-9]+", "_", word.lower()).strip("_")


def _joined(field: Field, rest: list[str]) -> list[str]:
    """The words with the first ones put together if they are the name of a tile with blanks in it."""
    for length in range(min(len(rest), _LONGEST_NAME), 1, -1):
        name = " ".join(rest[:length])
        if any(_identifier(name) == _identifier(value) for value in field.values):
            return [name, *rest[length:]]
    return rest


def _moved_hex(read: list[str]) -> str | None:
    at = _MOVERS.get(read[0])
    return read[at] if at is not None and len(read) > at else None


def _tile(state: State, read: list[str]) -> tuple[TileType, int] | None:
    """The tile that a facing is for, and its facing now."""
    hex_ = _moved_hex(read)
    if hex_ in BY_NAME:
        piece = state.board[BY_NAME[hex_]]
        return None if piece is None else (piece.type, piece.facing)
    if read[0] == "unfold" and len(read) > 2:
        return _unfolding_tile(state, read)
    if read[0] == "choose" and state.unfolding is not None:
        question = unfolding.question(state)
        monolith = state.monoliths[state.active]
        if question is None or monolith is None:
            return None
        piece = monolith.inside[state.unfolding.hexes.index(question.subject)]
        return None if piece is None else (piece.type, 0)
    if read[0] == "place" and len(read) > 1:
        tiles = (t for f in state.factions if f is not None for t in f.tiles if t.id == read[1])
        found = next(tiles, None)
        owner = state.factions[state.active] if state.active >= 0 else None
        if owner is not None and read[1] in owner.by_id:
            found = owner.by_id[read[1]]
        return None if found is None else (found, 0)
    return None


def _unfolding_tile(state: State, read: list[str]) -> tuple[TileType, int] | None:
    """The tile inside that the last of the hexes said so far is for."""
    monolith = unfolding.folded(state, state.active)
    first = unfolding.words_for(monolith.inside).get(read[1]) if monolith is not None else None
    if monolith is None or first is None:
        return None
    hexes = sum(word in BY_NAME for word in read[2:])
    piece = monolith.inside[first if hexes == 1 else 1 - first]
    return None if piece is None else (piece.type, 0)


def _is_facing(word: str) -> bool:
    return word == AS_IT_IS or word.upper() in BY_DIRECTION


def _facing(state: State, read: list[str], word: str) -> str:
    tile = _tile(state, read)
    if tile is None:
        return word
    kind, now = tile
    if word == AS_IT_IS:
        return DIRECTIONS[now % kind.period]
    index = BY_DIRECTION.get(word.upper())
    return word if index is None else DIRECTIONS[index % kind.period]


def _needless_facing(state: State, read: list[str], word: str) -> bool:
    """A facing for a tile that looks the same in all facings, or for an empty segment."""
    if not _is_facing(word):
        return False
    if read[0] == "banner":
        return True
    tile = _tile(state, read)
    if read[0] == "unfold" and tile is None:
        return len(read) > 2  # an empty segment
    return tile is not None and tile[0].period == 1
