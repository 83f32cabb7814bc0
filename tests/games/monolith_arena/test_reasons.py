"""Hints: one sentence why, which is true of the position, and the chances that a review of the same turn says."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games.api import Action
from games.draws import Draws
from games.monolith_arena.game import GAME
from games.monolith_arena.player import decide, outlook, reasons
from games.monolith_arena.player.core import Packed, Readable
from games.monolith_arena.player.judging import judge
from games.monolith_arena.player.levels import Level
from games.monolith_arena.player.packing import pack
from games.monolith_arena.player.turns import Line
from games.monolith_arena.player.worth import Strength
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
