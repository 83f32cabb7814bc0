"""What a preview announces of a charge is what the charge does, on random positions; its facing is that of most."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from games.draws import Draws
from games.monolith_arena import charges, prospects
from games.monolith_arena import events as ev
from games.monolith_arena.facings import best_facing
from games.monolith_arena.game import GAME
from games.monolith_arena.hexes import BY_DIRECTION, BY_NAME, DIRECTIONS, NAMES
from games.monolith_arena.view import Put, View
from games.referee import moments
from tests.games.monolith_arena.helpers import legal, situation
from tests.games.monolith_arena.test_foresight import VARIANTS
from tests.games.monolith_arena.worlds import world

DRAWS = Draws(bytes(32))
FEW, MANY = 150, 5_000


def put_of(view: View, action: tuple[str, ...]) -> Put:
    tile = view.board[BY_NAME[action[2]]]
    assert tile is not None
    facing = BY_DIRECTION[action[4]] if len(action) > 4 else tile.facing
    return Put(tile.moved(facing), BY_NAME[action[3]], BY_NAME[action[2]])


def proposed(random: Random) -> Iterator[tuple[Any, int, tuple[str, ...]]]:
    """Positions with a charge that could be made: the state, the seat, and the action."""
    while True:
        formation, options = random.choice(GAME.formations), random.choice(VARIANTS)
        for moment in moments(GAME, Random(random.random()), formation, options):
            state, seat = moment.before, moment.choice.seat
            if moment.choice.kind != "turn":
                continue
            possible = [action for action in legal(state, seat) if action[0] == "charge"]
            for action in random.sample(possible, min(3, len(possible))):
                yield state, seat, action


def runs(state: Any, happened: tuple[Any, ...]) -> Iterator[tuple[Any, list[Any]]]:
    """All ends of the charge that the state is in, over all answers, with what happens until the turn ends."""
    if state.cause is None or state.cause.kind != "charge":
        end = next(n for n, event in enumerate(happened) if isinstance(event, ev.TurnEnded | ev.Ended))
        points = [event.hit_points for event in happened[:end] if isinstance(event, ev.Wounds)]
        yield points[-1] if points else None, list(happened[:end])
        return
    choice = GAME.choices(state)[0]
    for action in GAME.legal(state, choice.seat, choice.key):
        step = GAME.apply(state, choice.seat, action, DRAWS)
        yield from runs(step.state, (*happened, *step.events))


def holds(found: charges.Charge, points: Any, happened: list[Any], before: View) -> set[int]:
    """Assert that what is announced as certain has come; return what was lost."""
    forecast = found.forecast
    rounds = [event for event in happened if isinstance(event, ev.Wounds)]
    lost = {tile.hex for event in rounds for tile in (*event.removed, *event.fallen)}
    lost |= {tile.hex for event in happened if isinstance(event, ev.ToughnessLost) for tile in event.tiles}
    assert set(forecast.lost) <= lost
    assert set(found.kills) <= lost
    assert bool(found.idle) == (not rounds)
    for (low, high), now in zip(forecast.hit_points, points or before.hit_points, strict=True):
        assert low <= now <= high
    if forecast.known:
        assert lost <= {*forecast.lost, *forecast.perhaps}
    if forecast.decided:
        fought = [event for event in happened if isinstance(event, ev.Wounds | ev.ToughnessLost)]
        assert fought == list(forecast.events)
        wounds: Counter[int] = Counter()
        for event in rounds:
            for attack in event.attacks:
                if attack.absorbed_by is None:
                    wounds[attack.target.hex] += attack.wounds
        assert {one.hex: one.wounds for one in found.struck} == {h: n for h, n in wounds.items() if n}
        drawn = prospects.drawn(forecast)
        assert {tile.hex for tile in drawn.removed} == lost
        assert {attack.target.hex for attack in drawn.attacks} == set(wounds)
    return lost


def announced(positions: int, random: Random) -> Counter[str]:
    """Compare so many charges; return what was announced of them."""
    told: Counter[str] = Counter()
    for (state, seat, action), _ in zip(proposed(random), range(positions), strict=False):
        view: View = GAME.view(state, seat)
        put = put_of(view, action)
        found = charges.charge(view, put)
        step = GAME.apply(state, seat, action, DRAWS)
        ends = list(runs(step.state, step.events))
        assert found.forecast.decided == (len(ends) == 1)
        lost = [holds(found, points, happened, view) for points, happened in ends]
        for hex_ in found.forecast.perhaps:
            assert {hex_ in one for one in lost} == {True, False}
        told["kills"] += bool(found.kills)
        told["banner"] += any(view.board[one.hex].type.is_banner for one in found.struck)  # type: ignore[union-attr]
        told[found.idle or ("decided" if found.forecast.decided else "open")] += 1
    return told


def test_what_is_announced_of_a_charge_comes_true() -> None:
    told = announced(FEW, Random(31))
    assert told["decided"] > FEW // 2
    assert min(told["kills"], told["banner"]) > 10


@pytest.mark.long
def test_what_is_announced_of_many_charges_comes_true() -> None:
    told = announced(MANY, Random(32))
    assert told["decided"] + told["open"] + told["held"] + told["dead"] == MANY
    assert min(told["kills"], told["banner"]) > 100
    assert told["held"] > 0


def test_what_is_announced_holds_nothing_hidden() -> None:
    for (state, seat, action), number in zip(proposed(Random(33)), range(30), strict=False):
        one: View = GAME.view(state, seat)
        other: View = GAME.view(world(state, seat, Random(number)), seat)
        assert charges.charge(one, put_of(one, action)) == charges.charge(other, put_of(other, action))


NEXT_TO_BANNER = {
    "C1": {"seat": 0, "tile": "banner"},
    "D1": {"seat": 0, "tile": "knight", "facing": 3},
    "B2": {"seat": 1, "tile": "banner"},
    "B1": {"seat": 1, "tile": "axeman", "facing": 2},
    "D2": {"seat": 1, "tile": "crossbowman", "facing": 5},
    "C3": {"seat": 1, "tile": "combat_platform", "facing": 0},
}


def near_banner() -> View:
    state = situation(
        {
            "factions": ["dragon_empire", "guardians_of_the_realm"],
            "board": {name: dict(tile) for name, tile in NEXT_TO_BANNER.items()},
            "reserves": [["battle_charge"], []],
        }
    )
    view: View = GAME.view(state, 0)
    return view


def test_it_faces_where_the_charge_takes_most_though_it_would_fall_in_a_battle_first() -> None:
    view = near_banner()
    put = put_of(view, ("charge", "order", "D1", "C2", "S"))
    assert best_facing(view, put, range(6)).reason == "hits", "in a battle it strikes nobody"
    advice = charges.best_facing(view, put, range(6))
    assert (advice.reason, DIRECTIONS[advice.facing]) == ("charges", "SW")
    assert [NAMES[hex_] for hex_ in advice.targets] == ["B2"]


def test_nobody_strikes_back() -> None:
    view = near_banner()
    found = charges.charge(view, put_of(view, ("charge", "order", "D1", "C2", "SW")))
    assert found.struck == (charges.Struck(BY_NAME["B2"], 3),)
    assert found.forecast.hit_points == ((20, 20), (17, 17))
    assert found.forecast.lost == found.kills == ()


def test_which_of_two_runes_absorbs_the_hit_is_said_to_be_open() -> None:
    there = {
        "A1": {"seat": 0, "tile": "banner"},
        "E3": {"seat": 1, "tile": "banner"},
        "C4": {"seat": 0, "tile": "knight", "facing": 0},
        "C2": {"seat": 1, "tile": "axeman", "facing": 2},
        "D1": {"seat": 1, "tile": "rune_of_regeneration", "facing": 0},
        "C1": {"seat": 1, "tile": "rune_of_regeneration", "facing": 0},
    }
    state = situation(
        {
            "factions": ["dragon_empire", "guardians_of_the_realm"],
            "board": {name: dict(tile) for name, tile in there.items()},
            "reserves": [["battle_charge"], []],
        }
    )
    action = ("charge", "order", "C4", "C3", "N")
    found = charges.charge(GAME.view(state, 0), put_of(GAME.view(state, 0), action))
    assert not found.forecast.decided
    assert found.struck == (charges.Struck(BY_NAME["C2"], 2),)
    assert {NAMES[hex_] for hex_ in found.forecast.perhaps} == {"C1", "D1"}
    step = GAME.apply(state, 0, action, DRAWS)
    lost = [holds(found, points, happened, GAME.view(state, 0)) for points, happened in runs(step.state, step.events)]
    assert sorted(lost) == [{BY_NAME["C1"]}, {BY_NAME["D1"]}]
