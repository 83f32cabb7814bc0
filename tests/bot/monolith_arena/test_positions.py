"""The panels in the positions of the case books: all that is legal can be reached, all questions can be answered."""

from __future__ import annotations

import tomllib
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.monolith_arena import FACE
from games.monolith_arena.game import GAME
from games.monolith_arena.position import load_position
from games.monolith_arena.tiles import tile
from tests.bot.monolith_arena.walker import NAMES, LoadedMatch, check, reachable, wanted
from tests.games.helpers import situation, with_nulls

FOLDER = Path(__file__).parents[2] / "cases"


def book(pattern: str) -> list[dict[str, Any]]:
    found = []
    for path in sorted(FOLDER.glob(pattern)):
        found += with_nulls(tomllib.loads(path.read_text(encoding="utf-8"))["case"])
    return found


def table_of(state: Any) -> LoadedMatch:
    table = LoadedMatch(0)
    table.state = state
    return table


def all_reachable(table: LoadedMatch, seen: set[str]) -> None:
    for choice in GAME.choices(table.state):
        if choice.must:
            seen.add(choice.kind)
            assert reachable(table, choice.seat) == wanted(table, choice.seat)


def test_turns() -> None:
    seen: set[str] = set()
    for number, case in enumerate(book("turn_*.toml")):
        table = table_of(situation(case["start"]))
        for line in case.get("play", ()):
            seat, *words = line.split()
            if number % 4 == 0:
                all_reachable(table, seen)
            table.play(int(seat), tuple(words))
            assert all(FACE.tell([GAME.show(e, None)], NAMES) is not None for e in table.events)
        if any(c.kind not in ("turn", "draw", "resign") for c in GAME.choices(table.state)) or number % 4 == 0:
            all_reachable(table, seen)
    assert {"push", "assassin", "regeneration", "facing", "prepare"} <= seen


@pytest.mark.parametrize("part", range(4))
def test_battles(part: int) -> None:
    """Each battle of the case book is fought through the panels, whatever the answers."""
    asked: set[str] = set()
    for number, case in enumerate(book("battle_*.toml")[part::4]):
        state = load_position(case["position"])
        home = state.factions[0]
        assert home is not None
        order = home.by_id.get("battle") or tile("dragon_empire", "battle_charge")
        state.stage, state.active, state.turn, state.order = "turn", 0, 5, tuple(range(len(state.teams)))
        state.stacks = state.stacks or ((),) * len(state.teams)
        state.reserves = ((order,), *(((),) * (len(state.teams) - 1)))
        state.discards = state.discards or ((),) * len(state.teams)
        table = table_of(state)
        events = table.play(0, ("battle",))
        random = Random(number)
        while table.state.cause is not None:
            all_reachable(table, asked)
            seat = random.choice(table.waiting())
            panel = FACE.panel(table.chair(seat))
            check(panel)
            events += table.play(seat, random.choice(sorted(reachable(table, seat))))
        told = FACE.tell([GAME.show(e, None) for e in events], NAMES)
        assert any(sentence.startswith("After the battle") for sentence in told)
        assert FACE.is_battle(events)
    assert asked
