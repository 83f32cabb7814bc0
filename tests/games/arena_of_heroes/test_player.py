"""The computer player: legal, the same for the same seed, blind to what its view does not hold, better than chance."""

from __future__ import annotations

from random import Random

import pytest

from games.api import new_options
from games.arena_of_heroes.game import GAME
from games.arena_of_heroes.player import aims, decide, possible, worlds
from games.arena_of_heroes.state import State
from games.draws import Draws
from tests.games.arena_of_heroes.worlds import world


def played(seed: int, clever: tuple[int, ...], most: int = 3000, mode: str = "advanced") -> tuple[State, list[str]]:
    """A match of four in which these seats are played by it, the others at random."""
    random, draws, lines = Random(seed), Draws(seed.to_bytes(32, "big")), []
    state = GAME.new(GAME.formations[2], new_options(GAME, {"mode": mode, "deck": "all"}))
    for _ in range(most):
        if GAME.result(state) is not None:
            break
        choice = next(c for c in GAME.choices(state) if c.must)
        legal = GAME.legal(state, choice.seat, choice.key)
        if choice.seat in clever:
            action = decide(GAME.view(state, choice.seat), legal, random)
            assert action in legal
        else:
            action = random.choice(legal)
        lines.append(" ".join(action))
        state = GAME.apply(state, choice.seat, action, draws).state
    return state, lines


def test_it_plays_matches_to_their_end_and_always_alike() -> None:
    state, lines = played(3, (0, 1, 2, 3))
    assert GAME.result(state) is not None
    assert played(3, (0, 1, 2, 3))[1] == lines


def test_it_wins_more_than_its_share_against_random_players() -> None:
    wins = sum(0 in played(seed, (0,), mode="basic")[0].winners for seed in range(30))
    assert wins >= 15


@pytest.mark.parametrize("seed", range(6))
def test_what_it_may_not_know_does_not_change_what_it_does(seed: int) -> None:
    state, _ = played(seed, (0, 1, 2, 3), most=30 + 5 * seed)
    choice = next(c for c in GAME.choices(state) if c.must)
    legal = GAME.legal(state, choice.seat, choice.key)
    other = world(state, choice.seat, Random(seed))
    assert decide(GAME.view(state, choice.seat), legal, Random(1)) == decide(
        GAME.view(other, choice.seat), legal, Random(1)
    )


def test_it_fires_where_it_expects_most_and_spares_itself() -> None:
    state, _ = played(1, (0, 1, 2, 3), most=12, mode="basic")
    view = GAME.view(state, state.turn)
    me = view.seats[state.turn]
    assert me.at is not None
    values = aims(view, me, worlds(view, me, Random(1)))
    assert values[me.at] < max(values.values())
    for seat in view.seats:
        if seat.hidden and seat.seat != state.turn:
            assert state.heroes[seat.seat].at in possible(view, seat)


def test_it_thinks_of_worlds_that_its_view_allows() -> None:
    for seed in range(4):
        state, _ = played(seed, (0, 1, 2, 3), most=25 + seed)
        view = GAME.view(state, state.turn)
        me = view.seats[state.turn]
        for placed in worlds(view, me, Random(seed)):
            assert set(placed) == {seat.seat for seat in view.seats if seat.alive} - {me.seat}
            hidden = [placed[seat.seat] for seat in view.seats if seat.seat in placed and seat.hidden]
            assert len(set(hidden)) == len(hidden)
            assert all(placed[seat.seat] == seat.at for seat in view.seats if seat.seat in placed and not seat.hidden)


def test_it_uses_what_heroes_can_do() -> None:
    said: set[str] = set()
    for seed in range(40):
        said |= {line.split()[0] for line in played(seed, (0, 1, 2, 3))[1]}
        if said >= {"tunnel", "veil", "boarding", "shield", "rootwalk"}:
            break
    assert said >= {"tunnel", "veil", "boarding", "shield", "rootwalk"}
