"""What is foreseen is what comes: battles, who would hit whom, facings; and nothing hidden is in it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from games.api import new_options
from games.draws import Draws
from games.monolith_arena import consequences
from games.monolith_arena import events as ev
from games.monolith_arena.game import GAME
from games.monolith_arena.hexes import BY_DIRECTION, BY_NAME, NAMES
from games.monolith_arena.reach import Reach, given
from games.monolith_arena.tiles import faction, tile
from games.monolith_arena.view import Put, TileView, View
from games.referee import moments
from tests.games.monolith_arena.helpers import legal, situation
from tests.games.monolith_arena.worlds import world

DRAWS = Draws(bytes(32))
VARIANTS = [new_options(GAME, dict.fromkeys(names, True)) for names in ((), ("monoliths",), ("reinforcement",))]
FIGHTING = (ev.BattleBegan, ev.Wounds, ev.ToughnessLost, ev.BattleEnded, ev.Folded)


def before_battles(seeds: range) -> Iterator[tuple[Any, int]]:
    """Positions in which a Battle may be played, and by whom."""
    for seed in seeds:
        for moment in moments(GAME, Random(seed), GAME.formations[seed % 3], VARIANTS[seed // 3 % 3]):
            state, seat = moment.before, moment.choice.seat
            if moment.choice.kind == "turn" and ("battle",) in legal(state, seat):
                yield state, seat


def fought(state: Any, seat: int, random: Random) -> tuple[Any, list[Any]]:
    """The position after a Battle order and all that was asked on the way, and what happened until its end."""
    step = GAME.apply(state, seat, ("battle",), DRAWS)
    happened = list(step.events)
    while step.state.battle is not None and step.state.battle.reason == "order":
        choice = random.choice(GAME.choices(step.state))
        action = random.choice(GAME.legal(step.state, choice.seat, choice.key))
        step = GAME.apply(step.state, choice.seat, action, DRAWS)
        happened += step.events
    end = next(n for n, event in enumerate(happened) if isinstance(event, ev.TurnEnded | ev.Ended))
    return step.state, [event for event in happened[:end] if isinstance(event, FIGHTING)]


def test_battles_come_as_foreseen() -> None:
    random = Random(5)
    told = {"decided": 0, "ranges": 0}
    for state, seat in before_battles(range(9)):
        view: View = GAME.view(state, seat)
        assert consequences.foreseeable(view)
        found = consequences.forecast(view)
        after, happened = fought(state, seat, random)
        assert tuple(happened[: len(found.events)]) == found.events
        for (low, high), points in zip(found.hit_points, after.hit_points, strict=True):
            assert low <= points <= high
        gone = {
            at.hex
            for event in happened
            for at in (*getattr(event, "removed", ()), *getattr(event, "fallen", ()), *getattr(event, "tiles", ()))
            if not isinstance(event, ev.Folded)
        }
        assert set(found.lost) <= gone
        if found.known:
            assert gone <= {*found.lost, *found.perhaps}
        if found.decided and not any(isinstance(event, ev.Folded) for event in happened):
            assert tuple(happened) == found.events
            assert found.after.board == GAME.view(after, seat).board
            assert found.after.hit_points == after.hit_points
        told["decided" if found.decided else "ranges"] += 1
    assert told["decided"] > 15
    assert told["ranges"] > 2


@pytest.mark.parametrize("reader", [0, 1, None])
def test_what_is_foreseen_holds_nothing_hidden(reader: int | None) -> None:
    compared = 0
    for state, _ in before_battles(range(0, 9, 3)):
        one: View = GAME.view(state, reader)
        other: View = GAME.view(world(state, reader, Random(compared)), reader)
        assert consequences.forecast(one) == consequences.forecast(other)
        assert Reach(one).aims == Reach(other).aims
        compared += 1
    assert compared > 5


def placed(seat: int, faction: str, name: str, hex_: str, facing: str = "N") -> Put:
    kind = tile(faction, name)
    return Put(
        TileView(seat, kind, BY_DIRECTION[facing], initiative=kind.initiative, hit_points=1 + kind.toughness),
        BY_NAME[hex_],
    )


def board(*there: dict[str, Any]) -> View:
    for one in there:
        one["facing"] = BY_DIRECTION[one.get("facing", "N")]
    view: View = GAME.view(situation({"board": {one.pop("hex"): one for one in there}, "reserves": [[], []]}), 0)
    return view


def test_what_a_tile_hits_and_what_hits_it() -> None:
    view = board(
        {"hex": "A2", "seat": 0, "tile": "banner"},
        {"hex": "E2", "seat": 1, "tile": "banner"},
        {"hex": "C2", "seat": 1, "tile": "mygalomorph", "facing": "S"},
        {"hex": "B2", "seat": 1, "tile": "spike", "facing": "SE"},
    )
    put = placed(0, "dragon_empire", "pikeman", "C3")
    reach = Reach(view, [put])
    assert {NAMES[aim.target] for aim in reach.by(put.hex)} == {"B2", "C2"}
    threats = reach.threats(put.hex)
    assert {NAMES[aim.source] for aim in threats} >= {"C2"}
    assert threats in reach.threatened([0])
    assert put.hex not in {aims[0].target for aims in Reach(view).threatened([0])}


def test_a_netted_tile_threatens_nobody() -> None:
    there = [
        {"hex": "A2", "seat": 0, "tile": "banner"},
        {"hex": "E2", "seat": 1, "tile": "banner"},
        {"hex": "C2", "seat": 1, "tile": "mygalomorph", "facing": "S"},
        {"hex": "C3", "seat": 0, "tile": "pikeman"},
    ]
    free = board(*(dict(one) for one in there))
    netted = board(*({**one, **({"netted": True} if one["hex"] == "C2" else {})} for one in there))
    assert [NAMES[aims[0].target] for aims in Reach(free).threatened([0])] == ["C3"]
    assert Reach(netted).threatened([0]) == []


def test_a_rune_serves_only_what_can_use_it() -> None:
    view = board(
        {"hex": "A2", "seat": 0, "tile": "banner"},
        {"hex": "E2", "seat": 1, "tile": "banner"},
        {"hex": "C2", "seat": 0, "tile": "pikeman"},
        {"hex": "D2", "seat": 1, "tile": "spike", "facing": "N"},
    )
    home = faction("dragon_empire")
    for kind in (one for one in home.tiles if one.kind == "rune"):
        for facing in range(kind.period):
            put = placed(0, home.id, kind.id, "C3")
            now = Reach(view, [put._replace(tile=replace(put.tile, facing=facing))])
            for gift in given(now, put.hex):
                assert NAMES[gift.hex] == "C2", "the enemy gets nothing, and the banner is too far away"
                assert gift.names
                assert not (kind.gifts.ranged and "ranged" in gift.names), "a Pikeman does not shoot"
