"""Every printed tile in every facing: it attacks, serves, nets and is shot at on all six sides (R1.3, R7.1 to R7.16).

What has to come out is worked out here from the printed edges, with nothing but the names of the hexes around C3.
"""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from games.monolith_arena.battle.search import outcomes
from games.monolith_arena.position import dump_position, load_position

DATA = Path(__file__).resolve().parents[3] / "games" / "monolith_arena" / "data"
NEAR = ("C2", "D2", "D3", "C4", "B3", "B2")
FAR = ("C1", "E1", "E3", "C5", "A3", "A1")
"""The hexes one and two steps from C3, by direction."""

DRAGON, GUARDIANS, HARBINGERS, LORDS = (
    "dragon_empire",
    "guardians_of_the_realm",
    "harbingers_of_the_forest",
    "lords_of_the_abyss",
)
TILES = {
    (sheet["id"], entry["id"]): entry
    for path in sorted(DATA.glob("*.toml"))
    for sheet in [tomllib.loads(path.read_text("utf-8"))]
    for entry in sheet["tile"]
    if entry["kind"] != "order"
}
EVERY = pytest.mark.parametrize(
    ("faction", "name", "facing"),
    [(faction, name, facing) for faction, name in TILES for facing in range(6)],
    ids=lambda value: str(value),
)
Tile = tuple[Any, ...]
"""(seat, tile, facing, wounds, poison), the last ones may be left out."""


def form(factions: list[str], board: dict[str, Tile], points: tuple[int, int] = (20, 20)) -> dict[str, Any]:
    """Seats 0 and 2 (or the last one) oppose each other; with three seats 1 is the ally of 0."""
    teams = [0, 1] if len(factions) == 2 else [0, 0, 1]
    return {
        "seats": [{"faction": f, "team": t} for f, t in zip(factions, teams, strict=True)],
        "hit_points": list(points),
        "board": {
            h: dict(zip(("seat", "tile", "facing", "wounds", "poison"), tile, strict=False))
            for h, tile in board.items()
        },
    }


def text(position: dict[str, Any]) -> str:
    return json.dumps(dump_position(load_position(position)), sort_keys=True)


def fight(position: dict[str, Any]) -> list[str]:
    ends = outcomes(load_position(position))
    return sorted(json.dumps(dump_position(end), sort_keys=True) for end in ends)


def edge(tile: dict[str, Any], symbol: str, direction: int, facing: int) -> int:
    """What is printed on the edge that looks there; edge 0 looks where the tile faces."""
    return int(tile.get(symbol, (0,) * 6)[direction - facing])


def hit_points(tile: dict[str, Any]) -> int:
    return 1 + int(tile.get("features", {}).get("toughness", 0))


def test_there_are_52_tiles() -> None:
    assert len(TILES) == 52


@EVERY
def test_attacks(faction: str, name: str, facing: int) -> None:
    """A ring of six enemy runes with two hit points each."""
    tile = TILES[faction, name]
    ring: dict[str, Tile] = dict.fromkeys(NEAR, (1, "rune_of_strength", 0))
    me = {"C3": (0, name, facing)}
    start = form([faction, LORDS], me | ring)
    if name == "assassin":
        ends = [me | ring | {h: (1, "rune_of_strength", 0, 1)} for h in NEAR]
        assert fight(start) == sorted(text(form([faction, LORDS], end)) for end in ends)
        return
    after = dict(me)
    for direction, here in enumerate(NEAR):
        strength = edge(tile, "melee", direction, facing) + edge(tile, "ranged", direction, facing)
        wounds = strength * len(tile.get("initiative", ()))
        venom = int(bool(tile.get("features", {}).get("venom")))
        if edge(tile, "strike", direction, facing):
            del after["C3"]
        elif wounds < 2:
            after[here] = (1, "rune_of_strength", 0, wounds, min(1, wounds) * venom)
    assert fight(start) == [text(form([faction, LORDS], after))]


@EVERY
def test_serves_and_nets(faction: str, name: str, facing: int) -> None:
    tile = TILES[faction, name]
    if any(tile.get(symbol) for symbol in ("ranged", "strike")) or name == "assassin":
        assert not any(tile.get(symbol) for symbol in ("path", "net", "gives"))
        return
    for direction in range(6):
        check_one_side(faction, name, facing, direction)


def check_one_side(faction: str, name: str, facing: int, direction: int) -> None:
    """A neighbour on one side, and behind it (for penetration: across C3) what shows how the neighbour fares."""
    tile = TILES[faction, name]
    gives = tile.get("gives", {})
    near, far, inward = NEAR[direction], FAR[direction], (direction + 3) % 6
    touched = bool(tile["kind"] == "banner" or edge(tile, "path", direction, facing))
    me = {"C3": (0, name, facing)}

    def check(factions: list[str], before: dict[str, Tile], after: dict[str, Tile]) -> None:
        assert fight(form(factions, me | before)) == [text(form(factions, after))]

    golem = {far: (2, "golem", direction)}
    pikeman = {near: (1, "pikeman", direction)}
    mygalomorph = {far: (2, "mygalomorph", inward)}

    # Melee strength, double attack and venom: how the Golem is after a Pikeman's attack.
    wounds = 1 + touched * (gives.get("melee", 0) + gives.get("extra_attack", 0))
    poison = touched * int(gives.get("venom", 0))
    hurt = {far: (2, "golem", direction, wounds, poison)}
    check([faction, DRAGON, GUARDIANS], pikeman | golem, me | pikeman | hurt)

    # Ranged strength: a Sorcerer.
    sorcerer = {near: (1, "sorcerer", direction)}
    extra = touched * (gives.get("ranged", 0) + 2 * gives.get("extra_attack", 0))
    hurt = {far: (2, "golem", direction, 2, poison)} if not extra else {}
    check([faction, HARBINGERS, GUARDIANS], sorcerer | golem, me | sorcerer | hurt)

    # Initiative, toughness and regeneration: a Pikeman against a Mygalomorph.
    faster = touched * gives.get("initiative", 0)
    tougher = touched * gives.get("toughness", 0)
    saved = touched and bool(gives.get("regeneration"))
    after = dict(me)
    if saved:
        after = dict(pikeman)
    elif tougher:
        after[near] = (1, "pikeman", direction, 1)
    elif faster == 2:
        after |= pikeman
    if not (saved or tougher or faster):
        after |= mygalomorph
    check([faction, DRAGON, LORDS], pikeman | mygalomorph, after)

    # Penetration: a Crossbowman shoots across C3 at two runes.
    shooter = {near: (1, "crossbowman", inward)}
    first, second = NEAR[inward], FAR[inward]
    front, back = {first: (2, "rune_of_teleportation", 0)}, {second: (2, "rune_of_teleportation", 0)}
    through = touched and bool(gives.get("penetration"))
    if not tile.get("melee") and not (touched and "extra_attack" in gives):
        check([faction, GUARDIANS, LORDS], shooter | front | back, me | shooter | ({} if through else back))

    # Nets and disarmament: an enemy Pikeman attacks outwards, where a rune of this side stands.
    if tile["kind"] == "banner":
        return
    enemy, victim = {near: (2, "pikeman", direction)}, {far: (1, "rune_of_charge", 0)}
    stopped = edge(tile, "net", direction, facing) or (touched and gives.get("disarm"))
    strength = edge(tile, "melee", direction, facing)
    early = strength and max(tile["initiative"]) > 2
    after = me | ({} if strength else enemy) | (victim if stopped or early else {})
    check([faction, DRAGON, DRAGON], enemy | victim, after)


@EVERY
def test_is_shot_at(faction: str, name: str, facing: int) -> None:
    for direction in range(6):
        check_a_shot(faction, name, facing, direction)


def check_a_shot(faction: str, name: str, facing: int, direction: int) -> None:
    """An Arquebusier two hexes away aims at it; its own armor looks at the tile."""
    tile = TILES[faction, name]
    me: dict[str, Tile] = {"C3": (0, name, facing)}
    shooter: dict[str, Tile] = {FAR[direction]: (1, "arquebusier", (direction + 3) % 6)}
    start = form([faction, DRAGON], me | shooter)
    after = dict(me | shooter)
    points = (20, 20)
    if name == "assassin" or edge(tile, "ranged", direction, facing) > 1:
        del after[FAR[direction]]
    if name != "assassin" and not edge(tile, "armor", direction, facing):
        if tile["kind"] == "banner":
            points = (19, 20)
        elif hit_points(tile) > 1:
            after["C3"] = (0, name, facing, 1)
        else:
            del after["C3"]
    assert fight(start) == [text(form([faction, DRAGON], after, points))]
