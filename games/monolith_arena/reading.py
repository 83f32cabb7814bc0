"""Reading what people type: any case, tile names, facings beyond those that differ, ``-`` for "as it is"."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from games.api import Action, BadNotation, Field, GameError, Ready
from games.monolith_arena.hexes import BY_DIRECTION, BY_NAME, DIRECTIONS, NAMES
from games.monolith_arena.state import State
from games.monolith_arena.tiles import TileType

if TYPE_CHECKING:
    from games.monolith_arena.game import MonolithArena

AS_IT_IS: Final = "-"
_MOVERS: Final = {"move": 1, "falseorder": 1, "rotate": 1, "feature": 1, "charge": 2}
"""The verbs that move a tile, and which of their words is its hex."""
MAX_LENGTH: Final = 200


def read(game: MonolithArena, state: State, seat: int, text: str) -> Action:
    """The action that a line means, in the words of `options`.

    Words are taken in any case; a facing may be any of the six also for tiles on which some look alike; ``-``, or a
    last facing left out, keeps what the tile has. The action that comes back need not be legal: `apply` tells why.
    Raises `BadNotation` for an empty or endless text.
    """
    if len(text) > MAX_LENGTH:
        raise BadNotation(f"An action has at most {MAX_LENGTH} characters.")
    rest = text.split()
    if not rest:
        raise BadNotation("An action has at least one word.")
    read: list[str] = [rest.pop(0).lower()]
    while True:
        try:
            field = game.options(state, seat, read)
        except GameError:
            return (*read[:-1], *_plain(read[-1]), *(w for word in rest for w in _plain(word)))
        if isinstance(field, Ready):
            break
        if not rest and not (field.name == "facing" and read[0] in _MOVERS):
            break
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
    for form in (word.lower(), _identifier(word)):
        for value in field.values:
            if value.lower() == form:
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


def _moved_hex(read: list[str]) -> str | None:
    at = _MOVERS.get(read[0])
    return read[at] if at is not None and len(read) > at else None


def _tile(state: State, read: list[str]) -> tuple[TileType, int] | None:
    """The tile that a facing is for, and its facing now."""
    hex_ = _moved_hex(read)
    if hex_ in BY_NAME:
        piece = state.board[BY_NAME[hex_]]
        return None if piece is None else (piece.type, piece.facing)
    if read[0] == "place" and len(read) > 1:
        tiles = (t for f in state.factions if f is not None for t in f.tiles if t.id == read[1])
        found = next(tiles, None)
        owner = state.factions[state.active] if state.active >= 0 else None
        if owner is not None and read[1] in owner.by_id:
            found = owner.by_id[read[1]]
        return None if found is None else (found, 0)
    return None


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
    """A facing for a tile that looks the same in all facings."""
    if word.upper() not in BY_DIRECTION:
        return False
    if read[0] == "banner":
        return True
    tile = _tile(state, read)
    return tile is not None and tile[0].period == 1
