"""Hints: one sentence why, which is true of the position, and the chances that a review of the same turn says."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games.api import Action, formation_for, new_options
from games.draws import Draws
from games.messages import Message
from games.monolith_arena.consequences import forecast
from games.monolith_arena.game import GAME
from games.monolith_arena.player import counts, decide, outlook, reasons
from games.monolith_arena.player.core import Packed, Readable
from games.monolith_arena.player.judging import judge
from games.monolith_arena.player.levels import Level
from games.monolith_arena.player.packing import pack
from games.monolith_arena.player.tolls import toll
from games.monolith_arena.player.turns import Line
from games.monolith_arena.player.worth import Strength
from games.monolith_arena.projection import view
from games.monolith_arena.referee import random_action
from games.reviews import Moment
from tests.games.monolith_arena.helpers import situation

BANNERS = {"A1": {"seat": 0, "tile": "banner"}, "E3": {"seat": 1, "tile": "banner"}}
STRIKING = BANNERS | {"D3": {"seat": 0, "tile": "swordsman", "facing": 1}}
"""The swordsman hits the enemy banner."""
WEIGHING = Level("weighing", width=8, candidates=6, worlds=2, nodes=2_000)


def line(core: Any, start: Any, *actions: Action) -> Line[Any]:
    """A turn of these actions, which does not end by itself unless the last one ends it."""
    position, moves = start, []
    for action in actions:
        move = next(move for move in core.moves(position) if core.action(move) == action)
        moves.append(move)
        position = core.play(position, move)
    return Line(position, tuple(moves), 0, ended=not core.same_turn(start, position))


@pytest.mark.parametrize("core", [Packed(), Readable()])
def test_what_is_said_is_what_sets_turns_apart(core: Any) -> None:
    start = core.start(situation({"board": BANNERS, "reserves": [["swordsman", "move"], ["spike"]]}))
    nothing = line(core, start)
    hit = line(core, start, ("place", "swordsman", "D3", "NE"))
    beside = line(core, start, ("place", "swordsman", "B1", "N"))
    left = [core.after_battle(one.position).points[1] for one in (hit, beside)]
    assert left[0] < left[1], "from there it strikes the banner"
    assert reasons.of(core, start, hit, (beside,)) == reasons.STRIKE
    assert reasons.of(core, start, beside, (nothing,)) == reasons.GROW
    assert reasons.of(core, start, nothing, (hit,)) == reasons.IDLE


@pytest.mark.parametrize("core", [Packed(), Readable()])
def test_what_is_said_of_the_next_battle_is_what_its_forecast_shows(core: Any) -> None:
    """One pikeman falls whatever is played; the other turn would only lose the second one as well."""
    board = BANNERS | {
        "C3": {"seat": 0, "tile": "pikeman", "facing": 3},
        "C2": {"seat": 1, "tile": "mygalomorph", "facing": 1},
    }
    start = core.start(situation({"board": board, "reserves": [["pikeman", "move"], ["spike"]]}))
    safe = line(core, start, ("place", "pikeman", "A3", "S"))
    reached = line(core, start, ("place", "pikeman", "B1", "S"))
    lost = [toll(view(core.state(position), 0)) for position in (start, safe.position, reached.position)]
    assert [one and one.tiles[0] for one in lost] == [1, 1, 2]
    assert reasons.of(core, start, safe, (reached,)) == reasons.GROW, "it loses no fewer tiles than before"
    said = counts.of_board(core, start, safe, reached)
    assert said is not None, "the other turn stands beside it"
    assert said.template == counts.BY_BATTLE.template
    assert [said.arguments[of] for of in ("head", "b", "f")] == [counts.TILES, 1, 2]


def test_a_toll_is_that_of_the_forecast() -> None:
    random, draws, seen = Random(4), Draws(bytes(32)), 0
    state = GAME.new(formation_for(GAME, 2), new_options(GAME, {"monoliths": True}))
    while state.result is None:
        if state.stage == "turn" and state.battle is None and GAME.view(state, 0).stage == "turn":
            told, cost = forecast(GAME.view(state, 0)), toll(GAME.view(state, 0))
            assert (cost is not None) == told.decided
            if cost is not None:
                seen += any(cost.tiles)
                after = tuple(least for least, _ in told.hit_points)
                assert cost.points == tuple(a - b for a, b in zip(state.hit_points, after, strict=True))
                lost = [tile.seat for hex_ in told.lost if (tile := told.before.board[hex_]) is not None]
                assert cost.tiles == (lost.count(0), lost.count(1))
        seat, action = random_action(state, random)
        state = GAME.carry_out(state, seat, action, draws).state
    assert seen > 3


@pytest.mark.parametrize("core", [Packed(), Readable()])
def test_nothing_is_kept_for_later_where_nothing_follows(core: Any) -> None:
    said = []
    for last in (None, []):
        given = {"board": BANNERS, "reserves": [["swordsman", "move"], ["spike"]], "last_turns": last}
        start = core.start(situation({key: value for key, value in given.items() if value is not None}))
        keeps = line(core, start, ("place", "swordsman", "B1", "N"))
        plays = line(core, start, ("place", "swordsman", "B1", "N"), ("move", "B1", "B1", "NE"))
        said.append(reasons.of(core, start, keeps, (plays,)))
        assert core.returns(start) == (last is None)
    assert said == [reasons.KEEP, reasons.GROW]


@pytest.mark.parametrize("core", [Packed(), Readable()])
@pytest.mark.parametrize(("last", "said"), [({}, reasons.BEST), ({"last_turns": []}, reasons.LAST)])
def test_a_turn_that_does_nothing_plain_has_a_reason_too(core: Any, last: dict[str, Any], said: Message) -> None:
    board = BANNERS | {"B1": {"seat": 0, "tile": "swordsman", "facing": 1}}
    start = core.start(situation({"board": board, "reserves": [["move"], ["spike"]], **last}))
    turned = line(core, start, ("move", "B1", "B1", "N"))
    assert reasons.of(core, start, turned, (turned,)) == said


@pytest.mark.parametrize("core", [Packed(), Readable()])
def test_what_sets_two_charges_apart_is_named(core: Any) -> None:
    board = {
        "C1": {"seat": 0, "tile": "banner"},
        "B3": {"seat": 1, "tile": "banner"},
        "A1": {"seat": 1, "tile": "rune_of_disarmament", "facing": 0},
    }
    start = core.start(situation({"board": board, "reserves": [["knight", "battle_charge"], ["spike"]]}))
    banner = line(core, start, ("place", "knight", "A2", "SE"), ("charge", "order", "A2", "A3", "NE"))
    tile = line(core, start, ("place", "knight", "B2", "S"), ("charge", "order", "B2", "B1", "SW"))
    nothing = line(core, start)
    assert core.strength(banner.position).points[1] == 18
    said = counts.of_board(core, start, banner, nothing)
    assert said is not None
    assert str(said) == (
        "The hit points speak for it. Lost in this turn (hit points/tiles). Better: player A 0/0, player B 2/0."
        " As played: player A 0/0, player B 0/0."
    )
    assert str(reasons.HITS.about(2)) == "The charge costs the enemy 2 hit points."
    said = counts.of_board(core, start, tile, nothing)
    assert said is not None
    assert [said.arguments[of] for of in ("head", "d", "h")] == [counts.TILES, 1, 0]
    assert reasons.of(core, start, banner, (tile,)) == reasons.HITS.about(2)


def test_what_sets_two_battles_apart_is_named() -> None:
    core = Packed()
    start = core.start(situation({"board": BANNERS, "reserves": [["swordsman", "battle_charge"], ["spike"]]}))
    hits = line(core, start, ("place", "swordsman", "D3", "NE"), ("battle",))
    misses = line(core, start, ("place", "swordsman", "B1", "N"), ("battle",))
    said = counts.of_board(core, start, misses, hits)
    assert said is not None
    lost = [said.arguments[of] for of in "abcdefgh"]
    assert lost == [0, 0, 0, 0, 0, 1, 1, 0], "what the gain would have cost is told beside it"
    assert said.arguments["head"] == counts.MORE_TILES
    assert counts.of_board(core, start, hits, misses) is counts.of_board(core, start, misses, misses) is None


def test_a_turn_that_wins_says_so() -> None:
    core = Packed()
    start = core.start(situation({"board": STRIKING, "hit_points": [2, 1], "reserves": [["battle_charge"], ["spike"]]}))
    win = line(core, start, ("battle",))
    assert core.over(win.position) is not None
    assert reasons.of(core, start, win, ()) == reasons.WIN


def test_a_battle_says_what_it_does() -> None:
    core = Packed()
    start = core.start(situation({"board": STRIKING, "reserves": [["battle_charge"], ["spike"]]}))
    fights, waits = line(core, start, ("battle",)), line(core, start)
    before, after = core.strength(start), core.strength(fights.position)
    assert after.points[1] < before.points[1]
    assert after.points[0] == before.points[0]
    assert reasons.of(core, start, fights, (waits,)) == reasons.DRAINS
    assert reasons.of(core, start, waits, (fights,)) == reasons.WAIT


def test_both_cores_see_the_same_strength() -> None:
    state = situation({"board": STRIKING, "reserves": [["pikeman"], ["spike"]]})
    assert Packed().strength(pack(state)) == Readable().strength(state)
    assert Packed().after_battle(pack(state)) == Readable().after_battle(state)


@pytest.mark.parametrize(
    ("best", "others", "said"),
    [
        (Strength((9, 9), (10, 10)), [Strength((8, 9), (10, 10))], reasons.SAVES),
        (Strength((9, 7), (10, 10)), [Strength((9, 9), (10, 10))], reasons.COSTS),
        (Strength((9, 9), (90, 10)), [Strength((9, 9), (10, 10))], reasons.HOLDS),
        (Strength((9, 9), (10, 10)), [Strength((9, 9), (10, 90))], reasons.RUINS),
        (Strength((9, 9), (10, 10)), [Strength((8, 9), (10, 10)), Strength((9, 9), (11, 10))], reasons.SAVES),
        (Strength((9, 9), (10, 10)), [Strength((8, 9), (10, 10)), Strength((10, 9), (10, 10))], reasons.ANSWER),
        (Strength((9, 9), (10, 10)), [], reasons.ANSWER),
    ],
)
def test_the_most_is_said_of_an_answer_only_where_it_is(best: Strength, others: list[Strength], said: object) -> None:
    assert reasons.of_answer(0, best, others) == said


def test_a_hint_and_a_review_see_the_same_chances() -> None:
    """The search thinks better of its own turn, in the worlds in which it has chosen it."""
    board = BANNERS | {
        "C3": {"seat": 0, "tile": "swordsman", "facing": 1},
        "C2": {"seat": 1, "tile": "horror", "facing": 3},
    }
    stacks = [["pikeman", "landsknecht", "move", "battle_charge"], ["spike", "chaos", "move", "mygalomorph"]]
    state = situation({"board": board, "reserves": [["pikeman", "knight"], ["spike"]], "stacks": stacks})
    view, (choice,) = GAME.view(state, 0), GAME.choices(state)
    decision = decide(view, GAME.legal(state, 0, choice.key), Random(1), WEIGHING)
    meant = (decision.action, *decision.plan)
    told = outlook(view, meant, Random(2))
    played, now = [], state
    for action in meant:
        played.append(Moment(GAME.view(now, 0), action))
        now = GAME.carry_out(now, 0, action, Draws(bytes(32))).state
    said = judge(played, Random(3))
    assert said is not None
    assert told is not None
    assert decision.chance is not None
    assert abs(told - said.played) < 400
    assert abs(decision.chance - said.played) > 800, "so this is not what a hint may say"


def test_no_chance_is_told_of_a_redraw() -> None:
    view = GAME.view(situation({"board": STRIKING, "reserves": [["pikeman"], ["spike"]]}), 0)
    assert outlook(view, [("redraw",), ("end",)], Random(1)) is None
    assert outlook(view, [("end",)], Random(1)) is not None
