"""The verbs of the game, which of them are in question, how they are typed and why they are refused."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from games import grammar
from games.api import Field, GameError
from games.grammar import Reading, simplified
from games.monolith_arena import choosing, features, refusals, setup, turn, unfolding
from games.monolith_arena.choosing import asking
from games.monolith_arena.hexes import BY_DIRECTION, BY_NAME, DIRECTIONS, NAMES
from games.monolith_arena.orders import battle, move, wounds
from games.monolith_arena.state import State
from games.monolith_arena.tiles import TileType
from games.monolith_arena.verbs import Refused, Verb

TURN_VERBS: Final[tuple[Verb, ...]] = (
    turn.DISCARD,
    turn.REDRAW,
    turn.PLACE,
    unfolding.UNFOLD,
    battle.BATTLE,
    battle.CHARGE,
    move.MOVE,
    move.PUSH,
    wounds.FIRE,
    wounds.SHOOT,
    wounds.ENTRENCH,
    move.ROTATE,
    move.FALSE_ORDER,
    wounds.NET,
    features.FEATURE,
    turn.END,
)
"""The verbs of the player whose turn it is."""
VERBS: Final[Mapping[str, Verb]] = {
    verb.name: verb for verb in (setup.FACTION, setup.PREPARE, setup.BANNER, *TURN_VERBS, choosing.CHOOSE)
}
AS_IT_IS: Final = "-"
"""Typed for a hex or a facing that stays as it is."""
_LONGEST_NAME: Final = 5
"""The most words that the name of a tile has, with the number of a second one like it."""


def candidates(state: State, seat: int) -> tuple[Verb, ...]:
    """Return the verbs that belong to what the match waits for, usable now or not; none when it is over."""
    if state.result is not None:
        return ()
    if state.stage == "factions":
        return (setup.FACTION,)
    if state.stage == "monoliths":
        return (setup.PREPARE,)
    if state.stage == "banners":
        return (setup.BANNER,)
    if asking(state):
        return (choosing.CHOOSE,)
    if state.active != seat:
        return ()
    return _offered(state.options.monoliths, *[t.orders for t in state.reserves[seat]])


@lru_cache(maxsize=1 << 12)
def _offered(monoliths: bool, *orders: tuple[str, ...]) -> tuple[Verb, ...]:
    """Return the verbs of a turn without the orders that no tile offers; `orders` are those of each tile held."""
    held = {name for names in orders for name in names}
    # A charge may come from a rune on the board, too.
    return tuple(
        v
        for v in TURN_VERBS
        if (not v.is_order or v.name in held or v is battle.CHARGE) and (monoliths or v is not unfolding.UNFOLD)
    )


class MonolithGrammar(grammar.Grammar[State]):
    """The grammar of Monolith Arena.

    Tiles are typed by their names with blanks, too; a facing may be any of the six also for tiles on which some look
    alike; ``-``, or a last facing left out, keeps what the tile has.
    """

    def closed(self, at: Refused) -> GameError:
        """Return why a verb cannot be used now."""
        return super().closed(at) if at.verb is None else refusals.closed(at.state, at.seat, VERBS[at.verb.name])

    def missing(self, field: Field) -> GameError:
        """Return the refusal of an action that is not whole; `field` comes next."""
        return refusals.missing(field)

    def wrong(self, at: Refused) -> GameError:
        """Return the refusal of a token that is not among the values of its field."""
        assert at.field is not None
        return refusals.placing(at, VERBS[at.tokens[0]], at.field) or super().wrong(at)

    def plain(self, verb: str, words: list[str]) -> list[str]:
        """Return the words with hexes and facings in capital letters."""
        return [upper if (upper := word.upper()) in BY_NAME or upper in BY_DIRECTION else word for word in words]

    def take(self, reading: Reading[State], field: Field) -> str | None:
        """Remove the next words and return the token that they mean; a facing may stand for no word at all."""
        verb, words = VERBS[reading.verb.name], reading.words
        if not words:
            return _facing(reading, verb, AS_IT_IS) if field.name == "facing" and "mover" in verb.parts else None
        if field.name == "hex" and "inside" in verb.parts and _needless(reading, verb, words[0]):
            words.pop(0)
            return None
        word = _joined(words, field) if field.name in ("tile", "inside") else words.pop(0)
        return _token(reading, verb, field, word)

    def surplus_words(self, reading: Reading[State]) -> list[str]:
        """Return the words after a whole action but ``-`` and facings of tiles that look the same in all."""
        verb = VERBS[reading.verb.name]
        return [word for word in reading.words if word != AS_IT_IS and not _needless(reading, verb, word)]


def _token(reading: Reading[State], verb: Verb, field: Field, word: str) -> str:
    if word == AS_IT_IS and field.name == "hex":
        return verb.part(reading.said, "mover") or word
    if field.name == "facing":
        return _facing(reading, verb, word)
    for value in field.values:
        if value.lower() == word.lower():
            return value
    if field.name in ("tile", "inside"):
        return next((v for v in field.values if simplified(v) == simplified(word)), word)
    if field.name == "feature":
        return next((v for v in field.values if v.partition("@")[0] == word.lower()), word)
    return (_triangle(word) if field.name == "hexes" else "") or word


def _joined(words: list[str], field: Field) -> str:
    """Remove and return the first words that together are the name of a tile with blanks in it, else the first."""
    for length in range(min(len(words), _LONGEST_NAME), 1, -1):
        name = " ".join(words[:length])
        if any(simplified(name) == simplified(value) for value in field.values):
            del words[:length]
            return name
    return words.pop(0)


def _turning(reading: Reading[State], verb: Verb) -> tuple[TileType, int] | None:
    """Return the tile that a facing is for, and its facing now."""
    if verb.turned is not None:
        return verb.turned(reading.state, reading.said)
    mover = verb.part(reading.said, "mover")
    piece = reading.state.board[BY_NAME[mover]] if mover in BY_NAME else None
    return None if piece is None else (piece.type, piece.facing)


def _facing(reading: Reading[State], verb: Verb, word: str) -> str:
    turning = _turning(reading, verb)
    if turning is None:
        return word
    tile, now = turning
    if word == AS_IT_IS:
        return DIRECTIONS[now % tile.period]
    index = BY_DIRECTION.get(word.upper())
    return word if index is None else DIRECTIONS[index % tile.period]


def _needless(reading: Reading[State], verb: Verb, word: str) -> bool:
    """Return True for a facing of a tile that looks the same in all facings, or of an empty segment."""
    if word != AS_IT_IS and word.upper() not in BY_DIRECTION:
        return False
    if verb.places and "facing" not in verb.parts:
        return True
    turning = _turning(reading, verb)
    if turning is None:
        return "inside" in verb.parts and len(reading.said) > 2
    return turning[0].period == 1


def _triangle(word: str) -> str:
    """Return three hexes in their order, however they were parted and ordered."""
    names = (part for part in re.split(r"[^A-Za-z0-9]+", word.upper()) if part in BY_NAME)
    return "-".join(sorted(names, key=NAMES.index))


GRAMMAR: Final = MonolithGrammar(VERBS.values())
