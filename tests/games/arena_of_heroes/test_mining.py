"""The proof of puzzles, which carries the rules out, against a count of shots that knows nothing of them."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import product

import pytest

from games.arena_of_heroes.game import GAME
from games.arena_of_heroes.mining import guess
from games.arena_of_heroes.mining.proof import Rules, Turn, plain, proved
from games.arena_of_heroes.puzzles import PLACE, start
from games.arena_of_heroes.ring import HIDEOUTS
from games.arena_of_heroes.worth import whereabouts
from games.puzzles import Unfit, lines
from games.weighing import read_ways

LINES = lines(PLACE)
FINDS = [one for one in LINES if one["goal"] in ("find", "unseen")]


@pytest.mark.parametrize("data", FINDS, ids=[one["id"] for one in FINDS])
def test_shots_at_hidden_heroes_come_to_what_counting_says(data: dict[str, object]) -> None:
    state = start(data)
    view = GAME.view(state, state.turn)
    situation = guess.situation_of(view)
    assert situation is not None
    fans = guess.fans_of(state)
    counted = guess.worths(fans, situation, str(data["goal"]), state.left)
    for action, worth in read_ways(data).items():
        if action[0] == "attack":
            assert float(worth) == pytest.approx(counted[int(action[1])]), action


@pytest.mark.parametrize("data", LINES[::6], ids=[one["id"] for one in LINES[::6]])
def test_where_hidden_heroes_stand_in_the_file_makes_no_difference(data: dict[str, object]) -> None:
    state = start(data)
    view = GAME.view(state, state.turn)
    moved = state.draft()
    for seat, hero in enumerate(moved.heroes):
        if hero.hidden and seat != state.turn:
            free = [at for at in whereabouts(view, seat) if at not in {other.at for other in moved.heroes}]
            hero.at = free[-1] if free else hero.at
    assert {key: data[key] for key in ("ways", "solutions")}.items() <= Rules(moved).proved(str(data["goal"])).items()
    assert GAME.dump(plain(moved)) == GAME.dump(plain(state))


def test_no_two_heroes_may_be_in_one_place() -> None:
    rng, shared = random.Random(1), 0
    for data in LINES * 20:
        state = start(data)
        view = GAME.view(state, state.turn)
        hidden = [seat.seat for seat in view.seats if seat.hidden and seat.alive and seat.seat != view.reader]
        free = [h for h in HIDEOUTS if h not in view.closed and h not in {seat.at for seat in view.seats}]
        places = {seat: rng.sample(free, min(len(free), rng.randint(1, 3))) for seat in hidden}
        view = replace(
            view,
            seats=tuple(
                replace(seat, spared=frozenset(HIDEOUTS).difference(places[seat.seat])) if seat.seat in places else seat
                for seat in view.seats
            ),
        )
        worlds = [one for one in product(*places.values()) if len(set(one)) == len(hidden)]
        if worlds:
            assert [set(whereabouts(view, seat)) for seat in hidden] == [set(one) for one in zip(*worlds, strict=True)]
            shared += [set(one) for one in places.values()] != [set(one) for one in zip(*worlds, strict=True)]
    assert shared


def test_chances_of_all_looks_make_one() -> None:
    rules = Rules(start(LINES[0]))
    worlds = rules.worlds()
    assert sum(chance for chance, _ in worlds) == 1
    for action in Turn(rules, "find").worths(worlds):
        for _, world in worlds[:2]:
            assert sum(chance for chance, _ in rules.outcomes(world, action)) == 1


def test_nobody_may_do_anything_in_between() -> None:
    state = start(LINES[0])
    state.mode = "advanced"
    with pytest.raises(Unfit):
        Rules(state)
    with pytest.raises(Unfit):
        proved({"goal": "find", "position": GAME.dump(state)})
