"""Random positions for comparing two battles: legal enough to fight in, much wilder than play would make them."""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import Any

from tests.oracle.monolith_arena.battle import (
    PLACE,
    PRINTED,
    fall,
    feature,
    foes,
    gift,
    hit_points_left,
    is_banner,
    line,
    netted,
)

FACTIONS = sorted(PRINTED)
LORDS = "lords_of_the_abyss"
HEXES = sorted(PLACE)

FLAVOURS = {
    "plain": {},
    "runes": {"rune_of": 4},
    "regeneration": {"rune_of_regeneration": 12},
    "nets": {"horror": 8, "nightmare": 8},
    "speed": {"acceleration": 8, "double_attack": 8},
    "poison": {"spike": 8, "banner": 3},
    "beginning": {"morlock": 10, "rune_of_regeneration": 6},
    "shots": {"crossbowman": 5, "penetration": 8, "accuracy": 6, "golem": 4, "sorcerer": 4, "platform": 6},
}
"""How much likelier than others the tiles are whose id holds the word."""


USUAL_TEAMS = [(0, 1)] * 6 + [(1, 0), (0, 1, 1), (0, 1, 0, 1)]
ADVANCED_TEAMS = [(0, 1)] * 3 + [(0, 1, 1)] * 2 + [(0, 0, 1, 1)] * 2 + [(1, 0, 0), (0, 1, 0, 1)]


def _seats(random: Random, possible: list[tuple[int, ...]]) -> list[dict[str, Any]]:
    teams = random.choice(possible)
    while True:
        seats = [{"faction": random.choice(FACTIONS), "team": team} for team in teams]
        lords = [seat["team"] for seat in seats if seat["faction"] == LORDS]
        if len(lords) == len(set(lords)):  # whose markers are whose would not show in a position
            return seats


def _tiles(random: Random, faction: str, flavour: str) -> tuple[list[str], list[float]]:
    names = [name for name, entry in PRINTED[faction].items() if isinstance(entry, dict) and entry["kind"] != "order"]
    weights = []
    for name in names:
        weight = 1.0
        for word, times in FLAVOURS[flavour].items():
            if word in name:
                weight *= times
        weights.append(weight)
    return names, weights


def random_position(random: Random, *, advanced: bool = False) -> dict[str, Any]:
    """A position without tiles that could not have lived until the battle; the advanced ones have monoliths."""
    seats = _seats(random, ADVANCED_TEAMS if advanced else USUAL_TEAMS)
    flavour = random.choice([*sorted(FLAVOURS), "regeneration", "regeneration", "beginning"])
    hurt = random.choice([0.0, 0.2, 0.5])
    tokens = random.choice([0.0, 0.0, 0.1, 0.25])
    assassins = random.choice([0, 1, 1, 2])
    stock = [_tiles(random, seat["faction"], flavour) for seat in seats]
    board: dict[str, dict[str, Any]] = {}
    for here in random.sample(HEXES, random.randint(4, len(HEXES))):
        seat = random.randrange(len(seats))
        name = random.choices(*stock[seat])[0]
        if name == "banner" and any(t["seat"] == seat and t["tile"] == "banner" for t in board.values()):
            continue
        if name == "assassin":
            if not assassins:
                continue
            assassins -= 1
        board[here] = {
            "seat": seat,
            "tile": name,
            "facing": random.randrange(6),
            "wounds": 0,
            "poison": 0,
            "entrenched": random.random() < hurt / 4,
            "netted": random.random() < tokens,
        }
    if advanced:
        _raise_banners(random, board, len(seats))
    points = [random.choice([20, 3, 1]) if random.random() < 0.3 else random.randint(1, 20) for _ in range(2)]
    position = {"game": "monolith_arena", "seats": seats, "hit_points": points, "board": board}
    caught = netted(position)
    for here, tile in board.items():
        if not is_banner(position, tile) and random.random() < hurt * 2:
            tile["wounds"] = random.randint(0, max(0, hit_points_left(position, caught, here) - 1))
    for index, seat in enumerate(seats):
        if seat["faction"] == LORDS:
            targets = [tile for tile in board.values() if foes(position, {"seat": index}, tile)]
            for _ in range(random.choice([0, 0, 1, 3, 4, 5]) if targets else 0):
                random.choice(targets)["poison"] += 1
    fall(position)
    if random.random() < 0.1:
        _sharpen(random, position)
    if advanced:
        _build(random, position, stock)
        if random.random() < 0.3:
            _shake(random, position)
    return position


def _raise_banners(random: Random, board: dict[str, dict[str, Any]], seats: int) -> None:
    """Put the banner of every seat onto the board, most of the time."""
    blank = {"facing": 0, "wounds": 0, "poison": 0, "entrenched": False, "netted": False}
    for seat in range(seats):
        standing = any(t["seat"] == seat and t["tile"] == "banner" for t in board.values())
        free = [here for here in HEXES if here not in board]
        if not standing and free and random.random() < 0.9:
            board[random.choice(free)] = {"seat": seat, "tile": "banner", **blank}


def _touching(hexes: tuple[str, ...]) -> bool:
    pairs = [(a, b) for a, b in combinations(hexes, 2) if any(b in line(a, d)[:1] for d in range(6))]
    return len(pairs) >= 2


def _build(random: Random, position: dict[str, Any], stock: list[tuple[list[str], list[float]]]) -> None:
    """Give banners monoliths, folded and unfolded ones, with tiles of any seat in them."""
    board, monoliths = position["board"], {}
    taken = {here for here, tile in board.items() if tile["tile"] == "banner"}
    for top in sorted(taken):
        seat = board[top]["seat"]
        kind = random.random()
        free = [h for h in HEXES if h not in taken]
        possible = [pair for pair in combinations(free, 2) if _touching((top, *pair))]
        if kind < 0.65 and possible:
            # Mostly around tiles; random pairs would lie empty half of the time.
            pair = max(random.sample(possible, min(3, len(possible))), key=lambda p: sum(h in board for h in p))
            taken |= set(pair)
            monoliths[str(seat)] = {"segments": [top, *random.sample(pair, 2)]}
            if random.random() < 0.6:
                _hold(random, position, pair, taken)
        elif kind < 0.95:
            monoliths[str(seat)] = {"inside": [_lie(random, position, stock, seat) for _ in range(2)]}
    fall(position)
    position["monoliths"] = monoliths


def _hold(random: Random, position: dict[str, Any], pair: tuple[str, ...], taken: set[str]) -> None:
    """Aim a net at a tile in a lower segment, if there is a seat that has nets and room for one."""
    for here in pair:
        if here in position["board"] and _aim(random, position, here, taken, entrenched=False, netted=False):
            return


def _aim(
    random: Random, position: dict[str, Any], target: str, taken: set[str], *, entrenched: bool, netted: bool
) -> bool:
    """Aim a net at a tile, if an enemy of it has nets and there is room beside it; says whether it did."""
    board = position["board"]
    for index, seat in enumerate(position["seats"]):
        if seat["faction"] != LORDS or not foes(position, {"seat": index}, board[target]):
            continue
        name = random.choice(["horror", "nightmare"])
        edge = PRINTED[LORDS][name]["net"].index(1)
        around = [(d, there) for d in range(6) for there in line(target, d)[:1] if there not in taken]
        if around:
            direction, there = random.choice(around)
            facing = (direction + 3 - edge) % 6
            markers = {"wounds": 0, "poison": 0, "entrenched": entrenched, "netted": netted}
            board[there] = {"seat": index, "tile": name, "facing": facing, **markers}
            return True
    return False


def _shake(random: Random, position: dict[str, Any]) -> None:
    """Let a token hold a net that is aimed at a Guardians' banner, and bring what stands beside that to its last wound.

    When the token comes off, some of it falls before monoliths fold (R5.9).
    """
    board = position["board"]
    taken = {here for monolith in position["monoliths"].values() for here in monolith.get("segments", ())}
    taken |= {here for here, tile in board.items() if is_banner(position, tile)}
    for top in [here for here, tile in sorted(board.items()) if gift(position, tile, "toughness")]:
        if not _aim(random, position, top, taken, entrenched=random.random() < 0.6, netted=True):
            continue
        caught = netted(position)
        for here in [there for d in range(6) for there in line(top, d)[:1] if there in board]:
            tile = board[here]
            if not is_banner(position, tile) and not foes(position, tile, board[top]) and random.random() < 0.7:
                tile["wounds"] += max(0, hit_points_left(position, caught, here) - 1)
    fall(position)


def _lie(
    random: Random, position: dict[str, Any], stock: list[tuple[list[str], list[float]]], seat: int
) -> dict[str, Any] | None:
    """A tile in a folded monolith, or None; markers do not matter to it, but to the pool."""
    if random.random() < 0.3:
        return None
    owner = seat if random.random() < 0.7 else random.randrange(len(stock))
    name = "banner"
    while name == "banner":
        name = random.choices(*stock[owner])[0]
    laid: dict[str, Any] = {"seat": owner, "tile": name}
    toughness = feature(position, laid, "toughness")
    if toughness and random.random() < 0.3:
        laid["wounds"] = random.randint(1, toughness)
    lords = [n for n, s in enumerate(position["seats"]) if s["faction"] == LORDS]
    if any(foes(position, {"seat": n}, laid) for n in lords) and random.random() < 0.4:
        laid["poison"] = random.randint(1, 3)
    if random.random() < 0.1:
        laid["entrenched"] = True
    return laid


def _sharpen(random: Random, position: dict[str, Any]) -> None:
    """Bring every champion that has hit points to spare down to its last one."""
    caught = netted(position)
    for here, tile in position["board"].items():
        if not is_banner(position, tile) and not feature(position, tile, "assassination") and random.random() < 0.8:
            tile["wounds"] += max(0, hit_points_left(position, caught, here) - 1)
