"""What holds for every battle: turning the board, swapping the seats, adding a tile that touches nothing."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from games.monolith_arena.battle.search import outcomes
from games.monolith_arena.hexes import BY_NAME, NAMES, NEIGHBOUR, OFF_BOARD, RAYS
from games.monolith_arena.position import dump_position, load_position
from tests.games.monolith_arena.helpers import ROTATED
from tests.oracle.monolith_arena.random_positions import random_position

Position = dict[str, Any]


def fight(position: Position) -> set[str]:
    ends = outcomes(load_position(position))
    return {json.dumps(dump_position(end), sort_keys=True) for end in ends}


def canonical(position: Position) -> str:
    return json.dumps(dump_position(load_position(position)), sort_keys=True)


def rotated(position: Position, steps: int) -> Position:
    board = {}
    for name, tile in position["board"].items():
        here = BY_NAME[name]
        for _ in range(steps):
            here = ROTATED[here]
        board[NAMES[here]] = {**tile, "facing": (tile.get("facing", 0) + steps) % 6}
    return {**position, "board": board}


def swapped(position: Position) -> Position:
    """The seats in reverse order and the other team first."""
    last = len(position["seats"]) - 1
    return {
        **position,
        "seats": [{**seat, "team": 1 - seat["team"]} for seat in reversed(position["seats"])],
        "hit_points": position["hit_points"][::-1],
        "board": {h: {**tile, "seat": last - tile["seat"]} for h, tile in position["board"].items()},
    }


def out_of_reach(position: Position) -> list[str]:
    """The empty hexes that no tile is next to and no straight line from a tile crosses."""
    taken = {BY_NAME[h] for h in position["board"]}
    seen = {h for here in taken for direction in range(6) for h in RAYS[here][direction]}
    beside = {h for here in taken for h in NEIGHBOUR[here] if h != OFF_BOARD}
    return [NAMES[h] for h in range(len(NAMES)) if h not in taken | seen | beside]


def test_rotation_turns_the_whole_board() -> None:
    for here in range(len(NAMES)):
        for direction in range(6):
            there = NEIGHBOUR[here][direction]
            turned = NEIGHBOUR[ROTATED[here]][(direction + 1) % 6]
            assert turned == (OFF_BOARD if there == OFF_BOARD else ROTATED[there])


@pytest.mark.parametrize("steps", range(1, 6))
@pytest.mark.parametrize("batch", range(6))
def test_a_turned_board_has_turned_outcomes(batch: int, steps: int) -> None:
    for seed in range(batch * 10, batch * 10 + 10):
        position = random_position(Random(f"rotation {seed}"))
        expected = {canonical(rotated(json.loads(end), steps)) for end in fight(position)}
        assert fight(rotated(position, steps)) == expected, json.dumps(position)


@pytest.mark.parametrize("batch", range(15))
def test_swapped_seats_have_swapped_outcomes(batch: int) -> None:
    for seed in range(batch * 10, batch * 10 + 10):
        position = random_position(Random(f"swap {seed}"))
        expected = {canonical(swapped(json.loads(end))) for end in fight(position)}
        assert fight(swapped(position)) == expected, json.dumps(position)


def test_an_isolated_tile_changes_nothing() -> None:
    found = 0
    for seed in range(4000):
        random = Random(f"isolated {seed}")
        position = random_position(random)
        if len(position["board"]) > 7 or any(tile["tile"] == "assassin" for tile in position["board"].values()):
            continue
        for name in out_of_reach(position):
            seat = random.randrange(len(position["seats"]))
            board_tiles = [t.id for t in load_position(position).factions[seat].tiles if not t.is_order]
            tile = {"seat": seat, "tile": random.choice(board_tiles), "facing": random.randrange(6)}
            if tile["tile"] == "assassin":
                continue
            found += 1
            joined = {**position, "board": {**position["board"], name: tile}}
            ends = [json.loads(end) for end in fight(position)]
            expected = {canonical({**end, "board": {**end["board"], name: tile}}) for end in ends}
            assert fight(joined) == expected, json.dumps(joined)
    assert found >= 50


def test_the_board_may_be_empty() -> None:
    position = random_position(Random(1)) | {"board": {}}
    assert fight(position) == {canonical(position)}
