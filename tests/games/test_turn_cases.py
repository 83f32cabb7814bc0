"""The case book of turns: tests/cases/turn_*.toml, rules R1 to R4, R10 to R15 and the flow of R5.

The form of a case:

- `id`: `T`, the first rule that it covers, a number. `rules`: the rules it covers. `title`. `example`: the passage of
  the rulebook that it plays out.
- `start`: the situation, see `tests.games.helpers.situation`.
- `play`: the actions, each a seat and a line.
- `refused`: lines (with seat, exception and rule) that are refused after that and change nothing.
- `fields`: what `options` gives after some tokens of a seat, in any order.
- `reads`: what `read` makes of lines, after the same situation.
- `views`: what a reader is shown of a seat, after the same situation; see `_check_view`.
- `alike`: for some readers, nothing that they are shown may depend on which of the lines `after` is played.
- `then`: what is so at the end.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

import games.api
from games import agreements
from games.agreements import Position
from games.api import GameError, Ready, formation_for
from games.draws import Draws
from games.history import carry_out, kind_of, parse
from games.monolith_arena import events as ev
from games.monolith_arena.game import GAME
from games.monolith_arena.hexes import NAMES
from tests.games.helpers import SEED, key_of, legal, situation, text, with_nulls

FOLDER = Path(__file__).parent.parent / "cases"
DRAWS = Draws(SEED)
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


def _cases() -> list[dict[str, Any]]:
    found = []
    for path in sorted(FOLDER.glob("turn_*.toml")):
        found += tomllib.loads(path.read_text(encoding="utf-8"))["case"]
    return found


CASES = _cases()


def _said(line: str) -> tuple[int, tuple[str, ...]]:
    seat, *tokens = line.split()
    return int(seat), tuple(tokens)


def _played(case: dict[str, Any]) -> tuple[Position, list[Any]]:
    position = Position(situation(case["start"]))
    steps = []
    for line in case.get("play", ()):
        seat, tokens = _said(line)
        before = text(position.state)
        after, step = _carry_out(position, line)
        if kind_of(" ".join(tokens)) == "action":
            assert GAME.read(position.state, seat, tokens) == tokens
        assert text(position.state) == before, f"{line}: the state before it was changed"
        steps.append(step)
        position = after
    return position, steps


def _carry_out(position: Position, line: str) -> tuple[Position, Any]:
    formation = formation_for(GAME, len(position.state.teams))
    return carry_out(GAME, formation, position, parse(line), DRAWS)


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
        {"seat": c.seat, "kind": c.kind, "values": list(GAME.options(state, c.seat, c.key, ("choose",)).values)}
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


def _seen(state: Any, events: Any, reader: int | None) -> str:
    """All that the game shows to a reader, as text."""
    shown = [GAME.view(state, reader), [GAME.show(e, reader) for e in events]]
    shown.append([c for c in GAME.choices(state) if c.seat == reader])
    if reader is not None:
        shown.append(legal(state, reader))
        for tokens in (("end",), ("battle",), ("choose", "Z9"), ("place", "pikeman", "C3", "N"), ("nonsense",)):
            try:
                shown.append(GAME.options(state, reader, key_of(state, reader), tokens))
            except GameError as refusal:
                shown.append([type(refusal).__name__, str(refusal)])
    return repr(shown)


def _options(position: Position, seat: int, tokens: tuple[str, ...]) -> Any:
    if kind_of(" ".join(tokens)) == "agreement":
        return agreements.options(GAME, position, seat, tokens)
    return GAME.options(position.state, seat, key_of(position.state, seat), tokens)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_case(case: dict[str, Any]) -> None:
    position, steps = _played(case)
    state = position.state
    _check(case.get("then", {}), position, steps)
    before = text(state)
    for refusal in case.get("refused", ()):
        seat, tokens = _said(refusal["line"])
        expected = getattr(games.api, refusal.get("error", "IllegalAction"))
        with pytest.raises(expected) as caught:
            _carry_out(position, refusal["line"])
        assert caught.value.rule == refusal["rule"], caught.value
        assert str(caught.value)
        assert text(state) == before
        assert tokens not in legal(state, seat)
    for field in case.get("fields", ()):
        seat, tokens = _said(field["of"])
        found = _options(position, seat, tokens)
        assert not isinstance(found, Ready)
        assert sorted(found.values) == sorted(field["values"]), field["of"]
    for reading in case.get("reads", ()):
        seat, tokens = _said(reading["line"])
        assert " ".join(GAME.read(state, seat, tokens)) == reading["as"], reading["line"]
    for view in case.get("views", ()):
        _check_view(view, state)
    for alike in case.get("alike", ()):
        worlds = []
        for line in alike["after"]:
            seat, tokens = _said(line)
            step = GAME.apply(state, seat, tokens, DRAWS)
            worlds.append((step.state, step.events))
        for reader in alike["readers"]:
            of = None if reader == "everybody" else reader
            assert len({_seen(*world, of) for world in worlds}) == 1, f"{reader} can tell {alike['after']} apart"


def test_the_book_is_in_order() -> None:
    ids = [case["id"] for case in CASES]
    assert len(ids) == len(set(ids))
    assert len(ids) >= LEAST
    titles = [case["title"] for case in CASES]
    assert len(titles) == len(set(titles))
    for case in CASES:
        assert set(case) <= KEYS, case["id"]
        assert set(case.get("then", {})) <= EXPECTED, case["id"]
        assert case["id"].split("-")[0] == "T" + case["rules"][0].removeprefix("R"), case["id"]
        assert case.keys() & {"then", "refused", "fields", "reads", "views", "alike"}, case["id"]


def test_the_book_covers_its_rules() -> None:
    covered = {rule for case in CASES for rule in case["rules"]}
    flow = {"R1.2", "R1.3", "R1.5", "R2.1", "R2.3", "R2.4", "R5.1", "R5.2", "R5.8", "R5.9", "R5.10", "R9.3"}
    flow |= {f"R3.{n}" for n in range(1, 11) if n != 9}
    flow |= {f"R4.{n}" for n in range(1, 4)} | {f"R10.{n}" for n in range(1, 8)}
    flow |= {f"R11.{n}" for n in range(1, 13)} | {f"R12.{n}" for n in range(1, 6)}
    flow |= {f"R13.{n}" for n in range(1, 10)} | {f"R14.{n}" for n in range(1, 5)} | {f"R15.{n}" for n in range(1, 8)}
    assert sorted(flow - covered) == []
