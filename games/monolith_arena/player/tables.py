"""Every tile of the game as a number, and what follows from a tile, its facing and its hex, looked up once.

A tile on the board is one whole number, its *code*: 0 for an empty hex, else the *shape* (number of the kind times 6,
plus the facing) in the lowest bits, then team, seat, wounds, poison and the two markers. What a shape does is read from
lists by the shape; what it does from a hex, by shape times 19 plus the hex.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Final

from games.monolith_arena.hexes import NEIGHBOUR, OFF_BOARD, RAYS, SIZE, opposite
from games.monolith_arena.tiles import FACTIONS, MOVING_FEATURES, TileType, faction

KINDS: Final[tuple[TileType | None, ...]] = (None, *(tile for name in FACTIONS for tile in faction(name).tiles))
"""All tiles by their numbers; 0 is none."""
NUMBER: Final[dict[TileType, int]] = {tile: number for number, tile in enumerate(KINDS) if tile is not None}
_ALL: Final[tuple[TileType, ...]] = tuple(tile for tile in KINDS if tile is not None)

# the parts of a code
SHAPE: Final = 0x1FF
TEAM: Final = 1 << 9
SEAT_AT: Final = 10
WOUNDS_AT: Final = 12
WOUND: Final = 1 << WOUNDS_AT
WOUNDS: Final = 15 << WOUNDS_AT
POISON_AT: Final = 16
VENOM: Final = 1 << POISON_AT
POISON: Final = 15 << POISON_AT
ENTRENCHED: Final = 1 << 20
TOKEN: Final = 1 << 21
MARKERS: Final = WOUNDS | POISON | ENTRENCHED
"""What lies in a folded monolith keeps these (R13.9)."""

# what a shape is
BANNER: Final = 1
GIVES: Final = 2
"""It serves other tiles."""
NETS: Final = 4
MOBILE: Final = 8
"""It grants a feature to other tiles."""
STRIKES: Final = 16
ASSASSIN: Final = 32
FIGHTS: Final = 64
CAVALRY: Final = 128
CHARGES: Final = 256
"""It is a Rune of Charge."""
BOUNDLESS: Final = 512
DISARMS: Final = 1024
SAVES: Final = 2048
"""It is a Rune of Regeneration."""
VENOMOUS: Final = 4096
MOVES_ITSELF: Final = 8192
REPLACES: Final = 16384

# what a gift adds, four bits each
MELEE_AT: Final = 0
RANGED_AT: Final = 4
INITIATIVE_AT: Final = 8
TOUGHNESS_AT: Final = 12
EXTRA_AT: Final = 16
VENOM_AT: Final = 20
PENETRATION_AT: Final = 24


def _flags(tile: TileType) -> int:
    gifts = tile.gifts
    flags = 0
    for flag, true in (
        (BANNER, tile.is_banner),
        (GIVES, gifts is not None),
        (NETS, tile.has_net),
        (MOBILE, gifts is not None and gifts.features),
        (STRIKES, any(tile.strike)),
        (ASSASSIN, tile.assassination),
        (FIGHTS, tile.initiative),
        (CAVALRY, tile.cavalry),
        (CHARGES, gifts is not None and gifts.charge),
        (BOUNDLESS, tile.boundless),
        (DISARMS, gifts is not None and gifts.disarm),
        (SAVES, gifts is not None and gifts.regeneration),
        (VENOMOUS, tile.venom),
        (MOVES_ITSELF, tile.moves),
        (REPLACES, tile.transformation),
    ):
        flags |= flag if true else 0
    return flags


def _gift(tile: TileType) -> int:
    gifts = tile.gifts
    if gifts is None:
        return 0
    return (
        gifts.melee << MELEE_AT
        | gifts.ranged << RANGED_AT
        | gifts.initiative << INITIATIVE_AT
        | gifts.toughness << TOUGHNESS_AT
        | gifts.extra_attack << EXTRA_AT
        | gifts.venom << VENOM_AT
        | gifts.penetration << PENETRATION_AT
    )


def _by_shape(values: list[int]) -> tuple[int, ...]:
    return (0,) * 6 + tuple(value for value in values for _ in range(6))


FLAGS: Final = _by_shape([_flags(tile) for tile in _ALL])
GIFT: Final = _by_shape([_gift(tile) for tile in _ALL])
TOUGHNESS: Final = _by_shape([tile.toughness for tile in _ALL])
PERIOD: Final = (1, *(tile.period for tile in _ALL))
"""By the kind, as all that follows."""
IS_ORDER: Final = (False, *(tile.is_order for tile in _ALL))
GRANTS: Final[tuple[tuple[int, ...], ...]] = (
    (),
    *(tuple(MOVING_FEATURES.index(name) for name in (tile.gifts.features if tile.gifts else ())) for tile in _ALL),
)
"""The features that a kind grants, as places in `MOVING_FEATURES`."""
OWN: Final[tuple[tuple[int, ...], ...]] = (
    (),
    *(tuple(MOVING_FEATURES.index(name) for name in tile.moves) for tile in _ALL),
)
"""The features that a kind has itself."""
ORDERS: Final[tuple[tuple[str, ...], ...]] = ((), *(tile.orders for tile in _ALL))

Placed = list[tuple[int, ...]]


def _places() -> tuple[Placed, list[tuple[tuple[int, int], ...]], list[tuple[tuple[tuple[int, ...], int, int], ...]]]:
    """Return the tables by shape and hex: whom it serves, its blades, its shots."""
    serves: Placed = [()] * (6 * SIZE)
    melee: list[tuple[tuple[int, int], ...]] = [()] * (6 * SIZE)
    ranged: list[tuple[tuple[tuple[int, ...], int, int], ...]] = [()] * (6 * SIZE)
    for tile in _ALL:
        for turned in tile.turned:
            paths = turned.paths if tile.gifts is not None and not tile.boundless else ()
            for here in range(SIZE):
                row = NEIGHBOUR[here]
                serves.append(tuple(row[d] for d in paths if row[d] != OFF_BOARD))
                melee.append(tuple((row[d], n) for d, n in turned.melee if row[d] != OFF_BOARD))
                ranged.append(tuple((RAYS[here][d], n, opposite(d)) for d, n in turned.ranged if RAYS[here][d]))
    return serves, melee, ranged


SERVES, MELEE, RANGED = _places()
"""The hexes served; (hex, strength) of each blade; (hexes of the line, strength, side that is hit) of each shot."""
ARMOR: Final[tuple[tuple[int, ...], ...]] = ((0,) * 6,) * 6 + tuple(t.armor for tile in _ALL for t in tile.turned)
"""By the shape: 1 for each direction that is armored."""


def _beside(symbol: str) -> list[tuple[int, ...]]:
    rows: list[tuple[int, ...]] = [()] * (6 * SIZE)
    for tile in _ALL:
        for turned in tile.turned:
            for here in range(SIZE):
                hexes = (NEIGHBOUR[here][d] for d in getattr(turned, symbol))
                rows.append(tuple(h for h in hexes if h != OFF_BOARD))
    return rows


NET: Final = _beside("nets")
"""By shape and hex: the hexes at net edges."""
STRIKE: Final = _beside("strikes")
"""By shape and hex: the hexes at lightning edges."""


def _bits(hexes: Iterable[int]) -> int:
    bits = 0
    for here in hexes:
        bits |= 1 << here
    return bits


def _touches() -> tuple[list[int], list[int]]:
    """Return by shape and hex, as bits: where a tile may hit, catch or strike anybody; whom its gifts serve."""
    touches, served = [0] * (6 * SIZE), [0] * (6 * SIZE)
    for place in range(6 * SIZE, len(MELEE)):
        shape, here = divmod(place, SIZE)
        flags = FLAGS[shape]
        hexes = [there for there, _ in MELEE[place]]
        hexes += [there for line, _, _ in RANGED[place] for there in line]
        bits = _bits((*hexes, *NET[place], *STRIKE[place]))
        touches.append(EVERY if flags & ASSASSIN else bits)
        in_battle = GIFT[shape] or flags & (DISARMS | SAVES)
        serves = EVERY & ~(1 << here) if flags & BOUNDLESS else _bits(SERVES[place])
        served.append(serves if in_battle else 0)
    return touches, served


EVERY: Final = (1 << SIZE) - 1
"""The bits of all hexes."""
TOUCHES, SERVED = _touches()
BARE: Final = tuple(not any(armor) for armor in ARMOR)
"""By the shape: it has no armor."""


@cache
def attacks(kind: int, initiative: int, extra: int) -> tuple[tuple[int, int], ...]:
    """Return the attacks of a kind as (number, phase), with what runes add (R7.11, R7.12)."""
    tile = KINDS[kind]
    assert tile is not None
    phases = [max(0, value + initiative) for value in tile.initiative]
    for _ in range(extra if phases else 0):
        free = [p for p in range(max(phases[: len(tile.initiative)])) if p not in phases]
        if not free:
            break
        phases.append(free[-1])
    return tuple(enumerate(phases))
