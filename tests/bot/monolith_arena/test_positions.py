"""The panels in the positions of the case books: all that is legal can be reached, all questions can be answered."""

from __future__ import annotations

import tomllib
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.monolith_arena import FACE
from games import agreements
from games.monolith_arena.game import GAME
from games.monolith_arena.position import load_position
from games.monolith_arena.tiles import tile
from tests.bot.monolith_arena.walker import ENGLISH, NAMES, Match, check, page, reachable, wanted
from tests.games.monolith_arena.helpers import situation, with_nulls

FOLDER = Path(__file__).parents[2] / "cases" / "monolith_arena"


def book(pattern: str) -> list[dict[str, Any]]:
    found = []
    for path in sorted(FOLDER.glob(pattern)):
        found += with_nulls(tomllib.loads(path.read_text(encoding="utf-8"))["case"])
    return found


def match_in(state: Any) -> Match:
    match = Match(0)
    match.state = state
    return match


def names_in(match: Match) -> dict[int, str]:
    return {seat: NAMES[seat] for seat in range(len(GAME.view(match.state, None).seats))}


def all_reachable(match: Match, seen: set[str]) -> None:
    for choice in GAME.choices(match.state):
        if choice.must:
            seen.add(choice.kind)
            assert reachable(match, choice.seat) == wanted(match, choice.seat)


def test_turns() -> None:
    seen: set[str] = set()
    for number, case in enumerate(book("turn_*.toml")):
        match = match_in(situation(case["start"]))
        for line in case.get("play", ()):
            seat, *words = line.split()
            if words[0] in agreements.VERBS:  # beside the game: no panel of the game is about it
                break
            if number % 4 == 0:
                all_reachable(match, seen)
            events = match.play(int(seat), tuple(words))
            assert all(FACE.words.tell(ENGLISH, [GAME.show(e, None)], names_in(match)) is not None for e in events)
        if any(c.kind != "turn" for c in GAME.choices(match.state)) or number % 4 == 0:
            all_reachable(match, seen)
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
        match = match_in(state)
        events = match.play(0, ("battle",))
        random = Random(number)
        while match.state.cause is not None:
            all_reachable(match, asked)
            seat = random.choice(match.waiting())
            panel = page(match, seat)
            check(panel)
            events += match.play(seat, random.choice(sorted(reachable(match, seat))))
        told = FACE.words.tell(ENGLISH, [GAME.show(e, None) for e in events], names_in(match))
        assert any("; no tile lost" in sentence or "; lost: " in sentence for sentence in told)
        assert FACE.film is not None
        assert FACE.film.covers(events)
    assert asked
