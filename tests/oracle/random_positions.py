"""Random positions for comparing two battles: legal enough to fight in, much wilder than play would make them."""

from __future__ import annotations

from random import Random
from typing import Any

from tests.oracle.battle import PLACE, PRINTED, fall, feature, foes, hit_points_left, is_banner, netted

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


def _seats(random: Random) -> list[dict[str, Any]]:
    teams = random.choice([(0, 1)] * 6 + [(1, 0), (0, 1, 1), (0, 1, 0, 1)])
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


def random_position(random: Random) -> dict[str, Any]:
    """A position without tiles that could not have lived until the battle."""
    seats = _seats(random)
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
    return position


def _sharpen(random: Random, position: dict[str, Any]) -> None:
    """Bring every champion that has hit points to spare down to its last one."""
    caught = netted(position)
    for here, tile in position["board"].items():
        if not is_banner(position, tile) and not feature(position, tile, "assassination") and random.random() < 0.8:
            tile["wounds"] += max(0, hit_points_left(position, caught, here) - 1)
