"""The player of simulations: legal, the same for the same seed, blind to what is hidden from it, better than chance."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from games.api import new_options
from games.arena_of_heroes.game import GAME
from games.arena_of_heroes.referee.playout import aims, decide, possible, worlds
from games.arena_of_heroes.ring import HIDEOUTS
from games.arena_of_heroes.state import State
from games.arena_of_heroes.view import SeatView, View
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


def at_some_point(mode: str = "heroes") -> tuple[View, SeatView]:
    """The view of somebody to play whose hero is hidden."""
    for most in range(12, 60):
        state, _ = played(2, (0, 1, 2, 3), most=most, mode=mode)
        if state.question is None and state.active.hidden:
            view = GAME.view(state, state.turn)
            return view, view.seats[state.turn]
    raise AssertionError("nobody is hidden")


def seen(view: View, me: SeatView, **changes: Any) -> View:
    """The same with another own seat."""
    return replace(view, seats=tuple(replace(s, **changes) if s is me else s for s in view.seats))


def test_a_found_hero_gets_out_of_sight() -> None:
    view, me = at_some_point()
    found = seen(view, me, hidden=False, explored=True, delay=0)
    shots = [("attack", str(aim)) for aim in HIDEOUTS]
    weak = seen(found, found.seats[me.seat], stamina=2)
    assert decide(weak, [*shots, ("hide",), ("tunnel",)], Random(1)) == ("tunnel",), "surer than a roll"
    strong = seen(found, found.seats[me.seat], stamina=4)
    assert decide(strong, [*shots, ("hide",), ("tunnel",)], Random(1)) == ("hide",)
    assert decide(strong, [*shots, ("shield",)], Random(1)) == ("shield",)


def test_a_point_of_stamina_is_paid_for_a_shot_that_is_worth_it() -> None:
    view, me = at_some_point()
    others = [seat for seat in view.seats if seat is not me]
    weak = dict(zip((seat.seat for seat in others), (20, 1, 5), strict=False))
    seats = tuple(
        replace(seat, alive=True, hidden=False, at=weak[seat.seat], stamina=1, flags=()) if seat is not me else seat
        for seat in view.seats
    )
    near = replace(view, seats=seats, closed=())
    legal = [*(("attack", str(aim)) for aim in HIDEOUTS), *(("boarding", str(aim)) for aim in HIDEOUTS)]
    assert decide(seen(near, near.seats[me.seat], stamina=4), legal, Random(1))[0] == "boarding"
    assert decide(seen(near, near.seats[me.seat], stamina=2), legal, Random(1))[0] == "attack"
