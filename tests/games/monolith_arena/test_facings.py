"""Facings are preset by what a tile does in a battle now, then by its reach, then by where it looks."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

from games.monolith_arena.consequences import forecast
from games.monolith_arena.facings import best_facing
from games.monolith_arena.game import GAME
from games.monolith_arena.hexes import DIRECTIONS, NAMES
from games.monolith_arena.prospects import prospect
from games.monolith_arena.reach import Reach
from games.monolith_arena.view import View
from games.referee import moments
from tests.games.monolith_arena.test_foresight import VARIANTS, board, placed


def test_the_proposed_facing_wounds_most_enemies_and_of_those_most() -> None:
    reasons: Counter[str] = Counter()
    for seed in range(6):
        for moment in moments(GAME, Random(seed), GAME.formations[0], VARIANTS[0]):
            if moment.action[0] != "place":
                continue
            view: View = GAME.view(moment.before, moment.choice.seat)
            home = view.seats[moment.choice.seat].faction
            assert home is not None
            kind = home.by_id[moment.action[1]]
            put = placed(moment.choice.seat, home.id, kind.id, moment.action[2])
            advice = best_facing(view, put, range(kind.period))
            wounds: list[tuple[int, int, int, int]] = []
            for facing in range(kind.period):
                turned = put._replace(tile=replace(put.tile, facing=facing))
                dealt = prospect(forecast(view, [turned]), put.hex).blows
                hits = [aim.wounds for aim in Reach(view, [turned]).by(put.hex) if aim.wounds]
                struck = {blow.aim.target for blow in dealt}
                wounds.append((len(struck), sum(blow.aim.wounds for blow in dealt), len(hits), sum(hits)))
            assert wounds[advice.facing] == max(wounds)
            assert (advice.reason == "strikes") == bool(max(wounds)[0])
            reasons[advice.reason] += 1
    assert reasons.keys() >= {"strikes", "serves", "toward"}


def test_whoever_falls_before_is_no_target() -> None:
    view = board(
        {"hex": "A2", "seat": 0, "tile": "banner"},
        {"hex": "D1", "seat": 1, "tile": "banner"},
        {"hex": "D2", "seat": 1, "tile": "spike", "facing": "S"},
        {"hex": "D3", "seat": 0, "tile": "swordsman", "facing": "N"},
    )
    advice = best_facing(view, placed(0, "dragon_empire", "knight", "E1"), range(6))
    assert (advice.reason, DIRECTIONS[advice.facing]) == ("strikes", "NW")
    assert [NAMES[h] for h in advice.targets] == ["D1"]


def test_what_it_connects_to() -> None:
    view = board(
        {"hex": "A2", "seat": 0, "tile": "banner"},
        {"hex": "E2", "seat": 1, "tile": "banner"},
    )
    rune = best_facing(view, placed(0, "dragon_empire", "rune_of_strength", "A1"), range(6))
    assert rune.reason == "serves"
    assert [NAMES[h] for h in rune.targets] == ["A2"]


def test_with_nothing_in_range_it_looks_for_the_enemy_banner_or_for_whom_it_could_serve() -> None:
    view = board(
        {"hex": "C5", "seat": 0, "tile": "banner"},
        {"hex": "C1", "seat": 1, "tile": "banner"},
        {"hex": "A1", "seat": 0, "tile": "pikeman"},
    )
    for kind, hex_, goal in (
        ("knight", "C3", "C1"),
        ("rune_of_strength", "D3", "C5"),
        ("rune_of_strength", "B3", "A1"),
    ):
        put = placed(0, "dragon_empire", kind, hex_)
        advice = best_facing(view, put, range(6))
        assert (advice.reason, [NAMES[h] for h in advice.targets]) == ("toward", [goal])
        if kind == "knight":
            assert DIRECTIONS[advice.facing] == "N"


def test_without_banners_it_looks_into_the_arena() -> None:
    view = board({"hex": "B2", "seat": 0, "tile": "pikeman"})
    advice = best_facing(view, placed(0, "dragon_empire", "knight", "E1"), range(6))
    assert advice.reason == "open"
    assert DIRECTIONS[advice.facing] in ("S", "SW", "NW")
