"""What is said beforehand of an action's consequences is what follows."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games.api import new_options
from games.draws import Draws
from games.monolith_arena import consequences
from games.monolith_arena import events as ev
from games.monolith_arena.game import GAME
from games.monolith_arena.hexes import BY_DIRECTION, BY_NAME
from games.monolith_arena.view import Put, TileView, View
from games.referee import Moment, moments
from tests.games.monolith_arena.helpers import legal, situation

DRAWS = Draws(bytes(32))
VARIANTS = [new_options(GAME, dict.fromkeys(names, True)) for names in ((), ("monoliths",), ("reinforcement",))]


def played(seed: int) -> list[Moment]:
    return list(moments(GAME, Random(seed), GAME.formations[seed % 3], VARIANTS[seed // 3 % 3]))


def follows(events: tuple[Any, ...]) -> tuple[int, bool] | None:
    """Whose turn begins first, and whether that seat draws."""
    for at, event in enumerate(events):
        if isinstance(event, ev.TurnBegan):
            return event.seat, any(isinstance(e, ev.Drew) for e in events[at + 1 : at + 2])
    return None


@pytest.mark.parametrize("seed", range(9))
def test_who_comes_next_and_what_is_kept(seed: int) -> None:
    compared = 0
    for moment in played(seed):
        seat, action = moment.choice.seat, moment.action
        view: View = GAME.view(moment.before, seat)
        if action[0] == "end" and (found := follows(moment.step.events)) is not None and view.last_turns != ():
            assert consequences.next_seat(view) == found[0]
            if not view.extra_turns:  # then nobody draws who has no stack any more
                assert consequences.draws(view, found[0]) == found[1]
            compared += 1
        if moment.before.stage != "turn" or view.question is not None:
            continue
        using = (ev.OrderPlayed, ev.Placed, ev.Discarded)
        used = [e.tile for e in moment.step.events if isinstance(e, using) and e.seat == seat]
        spent = consequences.spent(view, action)
        assert ([] if spent is None else [spent.id]) == used
        kept = consequences.kept(view, seat, spent)
        ended = next((e for e in moment.step.events if isinstance(e, ev.TurnEnded)), None)
        assert ended is None or ended.kept == len(kept)
    assert compared > 10


def test_what_fills_the_arena() -> None:
    told = set()
    for seed in range(30):
        for moment in played(seed):
            if moment.action[0] != "place":
                continue
            view: View = GAME.view(moment.before, moment.choice.seat)
            _, tile_id, hex_name, *facing = moment.action
            home = view.seats[moment.choice.seat].faction
            assert home is not None
            tile = home.by_id[tile_id]
            turned = BY_DIRECTION[facing[0]] if facing else 0
            put = TileView(moment.choice.seat, tile, turned, hit_points=1 + tile.toughness)
            found = consequences.fills(view, [Put(put, BY_NAME[hex_name])])
            began = any(isinstance(event, ev.BattleBegan) and event.reason == "full" for event in moment.step.events)
            assert found != "battle" or began
            assert not began or found
            told.add(found)
    assert told >= {"", "battle"}


@pytest.mark.parametrize(("entrenched", "told"), [(True, "battle"), (False, "perhaps")])
def test_what_its_marker_keeps_alive_fills_the_arena_for_sure(entrenched: bool, told: str) -> None:
    """R6.3, R4.3: unfolded under a netted banner, a wounded tile without toughness of its own stays by its marker."""
    state = situation(
        {
            "factions": ["guardians_of_the_realm", "dragon_empire"],
            "board": {
                "A1": {"seat": 0, "tile": "banner", "netted": True},
                "E3": {"seat": 1, "tile": "banner"},
            },
            "fill": {"seat": 1, "tile": "rune_of_minor_acceleration"},
            "empty": ["A2", "B1"],
            "monoliths": {
                "0": {"inside": [{"seat": 0, "tile": "axeman", "wounds": 1, "entrenched": entrenched}, "empty"]},
            },
            "options": {"monoliths": True},
            "reserves": [["golem"], []],
            "turn": {"drawn": ["golem"]},
        }
    )
    view: View = GAME.view(state, 0)
    (axeman,) = [tile for tile in view.monoliths[0].inside or () if tile is not None]
    golem = TileView(0, state.factions[0].by_id["golem"], 0, hit_points=3)
    assert consequences.fills(view, [Put(axeman, BY_NAME["A2"]), Put(golem, BY_NAME["B1"])]) == told
    for action in (("unfold", "axeman", "A2", "N", "B1"), ("place", "golem", "B1", "N")):
        step = GAME.apply(state, 0, action, DRAWS)
        state = step.state
    assert any(isinstance(event, ev.BattleBegan) for event in step.events) == entrenched


@pytest.mark.parametrize("seed", range(12))
def test_where_a_pushed_tile_may_go(seed: int) -> None:
    for moment in played(seed):
        seat = moment.choice.seat
        for action in legal(moment.before, seat):
            if action[0] == "push":
                pusher, pushed = (BY_NAME[name] for name in action[1:])
                free = consequences.push_destinations(GAME.view(moment.before, seat), pusher, pushed)
                state = GAME.apply(moment.before, seat, action, DRAWS).state
                if state.push is not None:
                    assert tuple(free) == state.push.destinations
                else:
                    assert len(free) == 1


def test_wounds_may_ask_only_where_runes_of_regeneration_are() -> None:
    """R8: of two hits in the reach of a rune its owner says which one is absorbed."""
    board = {
        "A1": {"seat": 0, "tile": "banner"},
        "E3": {"seat": 1, "tile": "banner"},
        "C4": {"seat": 1, "tile": "pikeman"},
        "D3": {"seat": 1, "tile": "swordsman"},
    }
    factions = ["guardians_of_the_realm", "dragon_empire"]
    asked = set()
    for facing in range(6):
        rune = {"C3": {"seat": 1, "tile": "rune_of_regeneration", "facing": facing}}
        for more in ({}, rune):
            state = situation({"factions": factions, "board": board | more, "reserves": [["fire_concoction"], []]})
            kinds = [c.kind for c in GAME.choices(GAME.apply(state, 0, ("fire", "C4-D3-D4"), DRAWS).state)]
            assert consequences.may_ask(GAME.view(state, 0), "fire") == bool(more)
            asked.add((bool(more), kinds == ["regeneration"]))
    assert asked >= {(False, False), (True, True)}
    assert (False, True) not in asked
    assert not consequences.may_ask(GAME.view(state, 0), "entrench")
