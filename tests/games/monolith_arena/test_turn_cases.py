"""The case book of turns: tests/cases/monolith_arena/turn_*.toml, rules R1 to R4, R10 to R15 and the flow of R5.

The form of a case, besides what all case books share (tests/support/casebook.py):

- `id`: `T`, the first rule that it covers, a number. `rules`: the rules it covers. `title`. `example`: the passage of
  the rulebook that it plays out.
- `start`: the situation, see `tests.games.monolith_arena.helpers.situation`.
- `views`: what a reader is shown of a seat, after that; see `_check_view`.
- `then`: what is so at the end.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from games.agreements import Position
from games.draws import Draws
from games.monolith_arena import events as ev
from games.monolith_arena.game import GAME
from games.monolith_arena.hexes import NAMES
from tests.games.monolith_arena.helpers import SEED, seated, situation, with_nulls
from tests.support import casebook
from tests.support.casebook import Book

FOLDER = Path(__file__).parents[2] / "cases" / "monolith_arena"
KEYS = {"id", "rules", "title", "example", "start", "play", "refused", "fields", "reads", "views", "alike", "then"}
EXPECTED = {
    "asked",
    "battles",
    "board",
    "boundaries",
    "discards",
    "empty",
    "hit_points",
    "last_turns",
    "monoliths",
    "netted",
    "offers",
    "reserves",
    "result",
    "running",
    "sealed",
    "stacks",
    "turn",
}
LEAST = 330


CASES = casebook.load(FOLDER, "turn_*.toml")
BOOK = Book(GAME, lambda state: seated(len(state.teams)), Draws(SEED))


def _check(expected: dict[str, Any], position: Position, steps: list[Any]) -> None:
    state = position.state
    data = GAME.dump(state)
    for hex_, piece in expected.get("board", {}).items():
        assert data["board"].get(hex_) == piece, hex_
    for hex_ in expected.get("empty", ()):
        assert hex_ not in data["board"]
    for pile in ("reserves", "discards"):
        for seat, tiles in expected.get(pile, {}).items():
            assert sorted(data[pile][int(seat)]) == sorted(tiles), f"{pile} of seat {seat}"
    for seat, left in expected.get("stacks", {}).items():
        assert len(data["stacks"][int(seat)]) == left, f"the stack of seat {seat}"
    for key, value in expected.get("turn", {}).items():
        assert data["turn"][key] == value, f"turn.{key}"
    asked = [
        {"seat": c.seat, "kind": c.kind, "values": list(GAME.next_field(state, c.seat, c.key, ("choose",)).values)}
        for c in GAME.choices(state)
        if c.must and c.kind not in ("turn", "banner", "faction", "prepare")
    ]
    if "asked" in expected:
        assert asked == expected["asked"]
    told = [event for step in steps for event in step.events]
    if "battles" in expected:
        assert [e.reason for e in told if isinstance(e, ev.BattleBegan)] == expected["battles"]
    if "boundaries" in expected:
        assert [step.boundary for step in steps] == expected["boundaries"]
    if "sealed" in expected:
        assert GAME.sealed(state, 0, ("choose", "none")) is expected["sealed"]
    if "hit_points" in expected:
        assert data["hit_points"] == expected["hit_points"]
    for seat, monolith in with_nulls(expected.get("monoliths", {})).items():
        assert data["monoliths"][seat] == monolith, f"the monolith of seat {seat}"
    if "netted" in expected:
        seen = GAME.view(state, None).board
        assert [NAMES[h] for h, tile in enumerate(seen) if tile is not None and tile.netted] == expected["netted"]
    if "last_turns" in expected:
        assert data["end"]["last_turns"] == expected["last_turns"]
    if "offers" in expected:
        assert sorted(position.offers) == expected["offers"]
    if "result" in expected:
        assert data["result"] == expected["result"]
        assert GAME.choices(state) == ()
    if "running" in expected:
        assert data["result"] is None


def _check_view(expected: dict[str, Any], state: Any) -> None:
    """`reader` (a seat or ``everybody``) is shown of `seat` exactly this.

    `reserve` and `inside` are lists of tiles or ``hidden``, `unseen` counts some of the tiles that may be anywhere
    hidden, `segments` are hexes.
    """
    view = GAME.view(state, None if expected["reader"] == "everybody" else expected["reader"])
    seat = view.seats[expected["seat"]]
    assert expected.keys() <= {"reader", "seat", "reserve", "unseen", "prepared", "inside", "segments"}
    if "reserve" in expected:
        assert ("hidden" if seat.reserve is None else [t.id for t in seat.reserve]) == expected["reserve"]
    if "unseen" in expected:
        unseen = {tile.id: n for tile, n in seat.unseen}
        assert {tile: unseen.get(tile, 0) for tile in expected["unseen"]} == expected["unseen"]
    if "prepared" in expected:
        assert seat.prepared is expected["prepared"]
    if {"inside", "segments"} & expected.keys():
        monolith = view.monoliths[expected["seat"]]
        assert [NAMES[h] for h in monolith.segments] == expected.get("segments", [])
        inside = monolith.inside
        laid = "hidden" if inside is None else ["empty" if t is None else t.type.id for t in inside]
        assert laid == expected.get("inside", []), f"{expected['reader']} sees inside: {laid}"


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_case(case: dict[str, Any]) -> None:
    position, steps = BOOK.play(situation(case["start"]), case.get("play", ()))
    _check(case.get("then", {}), position, steps)
    BOOK.check(case, position)
    for view in case.get("views", ()):
        _check_view(view, position.state)


def test_the_book_is_in_order() -> None:
    casebook.check_order(CASES, KEYS, LEAST, "T")
    for case in CASES:
        assert set(case.get("then", {})) <= EXPECTED, case["id"]
        assert case.keys() & {"then", "refused", "fields", "reads", "views", "alike"}, case["id"]


def test_the_book_covers_its_rules() -> None:
    covered = {rule for case in CASES for rule in case["rules"]}
    flow = {"R1.2", "R1.3", "R1.5", "R2.1", "R2.3", "R2.4", "R5.1", "R5.2", "R5.8", "R5.9", "R5.10", "R9.3"}
    flow |= {f"R3.{n}" for n in range(1, 11) if n != 9}
    flow |= {f"R4.{n}" for n in range(1, 4)} | {f"R10.{n}" for n in range(1, 8)}
    flow |= {f"R11.{n}" for n in range(1, 13)} | {f"R12.{n}" for n in range(1, 6)}
    flow |= {f"R13.{n}" for n in range(1, 10)} | {f"R14.{n}" for n in range(1, 5)} | {f"R15.{n}" for n in range(1, 8)}
    assert sorted(flow - covered) == []
