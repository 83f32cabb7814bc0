"""The printed tiles: 35 of each faction, read from the data files and checked on load (R1.3, R1.4)."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import Any, Final, NamedTuple

from games.messages import Message
from games.monolith_arena.hexes import turned

FACTIONS: Final = (
    "dragon_empire",
    "guardians_of_the_realm",
    "harbingers_of_the_forest",
    "lords_of_the_abyss",
)
TILES_A_FACTION: Final = 35

KINDS: Final = ("banner", "champion", "rune", "order")
EDGE_SYMBOLS: Final = ("melee", "ranged", "armor", "net", "path", "strike")
MOVING_FEATURES: Final = ("maneuver", "rotation", "teleport")
"""The features that a player uses on a tile (R10.7); the Rune of Charge is the fourth."""
BONUSES: Final = ("melee", "ranged", "initiative", "toughness", "extra_attack")
"""The gifts that add a number to what a tile has."""
ABILITIES: Final = ("venom", "penetration")
"""The gifts that give a tile's attacks a property."""
_NO_EDGES: Final = (0, 0, 0, 0, 0, 0)


class BadTileData(Exception):
    """A data file breaks its form; the message names the faction, the tile and the fault."""


@dataclass(frozen=True, slots=True)
class Gifts:
    """What a rune or a banner does for the tiles that it serves (R7.4, R7.11 to R7.16, R9.5)."""

    melee: int = 0
    ranged: int = 0
    initiative: int = 0
    toughness: int = 0
    extra_attack: int = 0
    venom: bool = False
    penetration: bool = False
    regeneration: bool = False
    disarm: bool = False
    """Acts on enemy tiles, all other gifts on friendly ones."""
    maneuver: bool = False
    rotation: bool = False
    teleport: bool = False
    charge: bool = False
    bonuses: tuple[tuple[str, int], ...] = field(init=False, repr=False)
    """(name, number) of those of `BONUSES` that it gives; several such gifts add up."""
    abilities: tuple[str, ...] = field(init=False, repr=False)
    """Those of `ABILITIES` that it gives."""
    features: tuple[str, ...] = field(init=False, repr=False)
    """Those of `MOVING_FEATURES` that it gives, in their order."""

    def __post_init__(self) -> None:
        def given(names: tuple[str, ...]) -> tuple[str, ...]:
            return tuple(name for name in names if getattr(self, name))

        object.__setattr__(self, "bonuses", tuple((name, getattr(self, name)) for name in given(BONUSES)))
        object.__setattr__(self, "abilities", given(ABILITIES))
        object.__setattr__(self, "features", given(MOVING_FEATURES))


@dataclass(frozen=True, slots=True)
class Turned:
    """The symbols of a tile at one facing, by direction instead of by edge."""

    melee: tuple[tuple[int, int], ...]
    """(direction, strength) of each melee attack."""
    ranged: tuple[tuple[int, int], ...]
    armor: tuple[int, ...]
    """1 for each of the six directions that is armored."""
    nets: tuple[int, ...]
    paths: tuple[int, ...]
    """The directions in which it serves other tiles; all six for a banner (R9.5)."""
    strikes: tuple[int, ...]


@dataclass(frozen=True, slots=True, eq=False)
class TileType:
    """One kind of tile of one faction. There is exactly one object for each, so they compare by identity."""

    id: str
    name: str
    faction: str
    kind: str
    count: int
    initiative: tuple[int, ...] = ()
    melee: tuple[int, ...] = _NO_EDGES
    ranged: tuple[int, ...] = _NO_EDGES
    armor: tuple[int, ...] = _NO_EDGES
    net: tuple[int, ...] = _NO_EDGES
    path: tuple[int, ...] = _NO_EDGES
    strike: tuple[int, ...] = _NO_EDGES
    toughness: int = 0
    maneuver: bool = False
    rotation: bool = False
    teleport: bool = False
    cavalry: bool = False
    venom: bool = False
    boundless: bool = False
    assassination: bool = False
    transformation: bool = False
    gifts: Gifts | None = None
    orders: tuple[str, ...] = ()
    text: str = ""
    is_banner: bool = False
    is_order: bool = False
    period: int = 1
    """The number of facings that differ: 1, 2, 3 or 6 (R2.3)."""
    turned: tuple[Turned, ...] = field(default=(), repr=False)
    """The symbols by direction, one entry a facing."""
    attacks: tuple[tuple[int, int], ...] = field(default=(), repr=False)
    """(number of the attack, phase) of each printed attack (R5.6)."""
    moves: tuple[str, ...] = field(default=(), repr=False)
    """The tile's own features among `MOVING_FEATURES`, in their order."""
    has_net: bool = False
    """It has a net edge."""
    mobile: bool = False
    """It has such a feature or grants one."""

    title: Message = field(init=False, compare=False, repr=False)
    """The name for people."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "title", Message.term("tile", self.name))

    def __reduce__(self) -> tuple[Any, ...]:
        return tile, (self.faction, self.id)


HARDEST: Final = 3
"""The highest difficulty of a faction."""


@dataclass(frozen=True, slots=True, eq=False)
class Faction:
    """A faction and its tiles, in the order of the data file."""

    id: str
    name: str
    difficulty: int
    """How hard it is to play, from 1 for the easiest to `HARDEST`; no rule asks for it."""
    poison_markers: int
    tiles: tuple[TileType, ...]
    by_id: dict[str, TileType] = field(repr=False)

    title: Message = field(init=False, repr=False)
    """The name for people."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "title", Message.term("faction", self.name))

    @property
    def banner(self) -> TileType:
        """Return the one banner."""
        return self.by_id["banner"]

    def deck(self) -> tuple[TileType, ...]:
        """Return the 34 tiles besides the banner, unshuffled (R2.2)."""
        return tuple(t for t in self.tiles if not t.is_banner for _ in range(t.count))

    def __reduce__(self) -> tuple[Any, ...]:
        return faction, (self.id,)


def _turn(tile_edges: dict[str, tuple[int, ...]], kind: str, facing: int) -> Turned:
    def directions(symbol: str) -> tuple[int, ...]:
        return tuple(sorted(turned(e, facing) for e, n in enumerate(tile_edges[symbol]) if n))

    def attacks(symbol: str) -> tuple[tuple[int, int], ...]:
        return tuple(sorted((turned(e, facing), n) for e, n in enumerate(tile_edges[symbol]) if n))

    armored = directions("armor")
    return Turned(
        melee=attacks("melee"),
        ranged=attacks("ranged"),
        armor=tuple(int(d in armored) for d in range(6)),
        nets=directions("net"),
        paths=tuple(range(6)) if kind == "banner" else directions("path"),
        strikes=directions("strike"),
    )


def _period(facings: tuple[Turned, ...]) -> int:
    return next(p for p in (1, 2, 3, 6) if all(facings[f] == facings[f % p] for f in range(6)))


def _check(where: str, raw: dict[str, Any]) -> None:
    allowed = {
        "id",
        "name",
        "kind",
        "count",
        "initiative",
        "features",
        "gives",
        "orders",
        "text",
        *EDGE_SYMBOLS,
    }
    if unknown := set(raw) - allowed:
        raise BadTileData(f"{where}: unknown keys {sorted(unknown)}")
    if missing := {"id", "name", "kind", "count"} - set(raw):
        raise BadTileData(f"{where}: missing keys {sorted(missing)}")
    if raw["kind"] not in KINDS:
        raise BadTileData(f"{where}: kind {raw['kind']!r}")
    for symbol in EDGE_SYMBOLS:
        edges = raw.get(symbol, list(_NO_EDGES))
        top = 3 if symbol in ("melee", "ranged") else 1
        if len(edges) != 6 or not all(isinstance(n, int) and 0 <= n <= top for n in edges):
            raise BadTileData(f"{where}: {symbol} must be six numbers from 0 to {top}")
    if sum(raw.get("net", ())) > 1:
        raise BadTileData(f"{where}: more than one net edge (R7.9 is settled for one)")
    if (raw["kind"] == "order") != bool(raw.get("orders")):
        raise BadTileData(f"{where}: orders belong to orders")


def _tile(faction_id: str, raw: dict[str, Any]) -> TileType:
    where = f"{faction_id}/{raw.get('id')}"
    _check(where, raw)
    edges: dict[str, Any] = {symbol: tuple(raw.get(symbol, _NO_EDGES)) for symbol in EDGE_SYMBOLS}
    facings = tuple(_turn(edges, raw["kind"], f) for f in range(6))
    moves = tuple(f for f in MOVING_FEATURES if raw.get("features", {}).get(f))
    try:
        gifts = Gifts(**raw["gives"]) if "gives" in raw else None
        return TileType(
            id=raw["id"],
            name=raw["name"],
            faction=faction_id,
            kind=raw["kind"],
            count=raw["count"],
            initiative=tuple(raw.get("initiative", ())),
            **edges,
            **raw.get("features", {}),
            gifts=gifts,
            orders=tuple(raw.get("orders", ())),
            text=raw.get("text", ""),
            is_banner=raw["kind"] == "banner",
            is_order=raw["kind"] == "order",
            period=_period(facings),
            turned=facings,
            attacks=tuple(enumerate(raw.get("initiative", ()))),
            moves=moves,
            has_net=any(edges["net"]),
            mobile=bool(moves) or (gifts is not None and bool(gifts.features)),
        )
    except TypeError as fault:
        raise BadTileData(f"{where}: {fault}") from fault


def read_faction(text: str) -> Faction:
    """Return the faction that a data file describes. Raises `BadTileData`."""
    raw = tomllib.loads(text)
    tiles = tuple(_tile(raw["id"], t) for t in raw["tile"])
    by_id = {t.id: t for t in tiles}
    if len(by_id) != len(tiles):
        raise BadTileData(f"{raw['id']}: the same tile id twice")
    if (total := sum(t.count for t in tiles)) != TILES_A_FACTION:
        raise BadTileData(f"{raw['id']}: {total} tiles instead of {TILES_A_FACTION}")
    if [t.count for t in tiles if t.is_banner] != [1]:
        raise BadTileData(f"{raw['id']}: exactly one banner is needed")
    if raw.get("difficulty") not in range(1, HARDEST + 1):
        raise BadTileData(f"{raw['id']}: difficulty must be a number from 1 to {HARDEST}")
    return Faction(raw["id"], raw["name"], raw["difficulty"], raw.get("poison_markers", 0), tiles, by_id)


@cache
def faction(faction_id: str) -> Faction:
    """Return the faction of that id. Raises `KeyError` for an unknown one."""
    if faction_id not in FACTIONS:
        raise KeyError(faction_id)
    data = resources.files("games.monolith_arena") / "data" / f"{faction_id}.toml"
    return read_faction(data.read_text(encoding="utf-8"))


def tile(faction_id: str, tile_id: str) -> TileType:
    """Return the tile of that faction and id. Raises `KeyError`."""
    return faction(faction_id).by_id[tile_id]


class Piece(NamedTuple):
    """A tile that stands on the board."""

    serial: int
    """Tells it from all other tiles that ever stood on this board."""
    seat: int
    type: TileType
    facing: int
    wounds: int = 0
    poison: int = 0
    entrenched: bool = False
    netted: bool = False
    """It carries the token of the Net order (R7.10); nets of champions follow from the position."""


Board = tuple[Piece | None, ...]

Inside = tuple[Piece | None, Piece | None]
"""What lies in the two lower segments of a folded monolith, in the order of `inside`; facings are all 0."""


class Monolith(NamedTuple):
    """The two lower segments of a seat's monolith; the banner is always in the third (R13.1).

    Folded it has no `segments` and its tiles lie `inside`; unfolded they stand on the board and `inside` is empty.
    """

    inside: Inside = (None, None)
    segments: tuple[int, int] | None = None
    """The hexes of the lower segments while it is unfolded, the smaller one first."""
    known: bool = False
    """It has unfolded before, so everybody knows what lies inside (R13.1)."""


def inside(*pieces: Piece | None) -> Inside:
    """Return two pieces as a folded monolith holds them: unturned, in a fixed order, because theirs means nothing."""
    laid = [None if p is None else p._replace(facing=0) for p in pieces]
    one, other = sorted(laid, key=lambda p: (p is None, () if p is None else (p.seat, p.type.id, *p[4:])))
    return one, other
