"""A seat's next turn, tried out before it comes: the position as it is, and nothing that the seat cannot know."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games.api import GameError
from games.draws import Draws
from games.monolith_arena.game import GAME
from games.referee import random_action
from games.trial import rehearsal
from tests.games.monolith_arena.helpers import situation, text
from tests.games.monolith_arena.test_properties import VARIANTS
from tests.games.monolith_arena.worlds import world

FEW = 3


def _positions(variant: str, random: Random) -> Any:
    """States of a random match with the actions that follow: (state, seat, action, state after)."""
    way, options = VARIANTS[variant]
    state, draws = GAME.new(way, options), Draws(random.randbytes(32))
    while GAME.result(state) is None:
        choice = random.choice(GAME.choices(state))
        action = random_action(GAME, state, choice, random)
        after = GAME.apply(state, choice.seat, action, draws).state
        yield state, choice.seat, action, after
        state = after


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_rehearsal_shows_the_position_as_it_is(variant: str) -> None:
    random, rehearsed = Random(variant), 0
    for state, acting, _, _ in _positions(variant, random):
        if state.stage != "turn" or random.randrange(FEW):
            continue
        for seat in set(range(len(state.teams))) - {acting}:
            view = GAME.view(state, seat)
            try:
                turn = rehearsal(GAME, view, seat)
            except GameError:
                continue
            assert turn is not None
            rehearsed += 1
            assert turn.view.board == view.board
            assert turn.view.seats == view.seats
            assert turn.view.hit_points == view.hit_points
            assert [one.inside for one in turn.view.monoliths] == [one.inside for one in view.monoliths]
            assert [choice.kind for choice in turn.choices] == ["turn"]
            other = rehearsal(GAME, GAME.view(world(state, seat, random), seat), seat)
            assert other is not None
            assert text(other.state) == text(turn.state), "something hidden is in it"
    assert rehearsed > 20


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_turn_begins_as_it_was_rehearsed_but_for_the_draw(variant: str) -> None:
    compared = 0
    for state, acting, action, after in _positions(variant, Random(variant)):
        if action != ("end",) or after.stage != "turn" or after.battle is not None or after.active == acting:
            continue
        seat = after.active
        try:
            turn = rehearsal(GAME, GAME.view(state, seat), seat)
        except GameError:
            continue
        assert turn is not None
        start = turn.state
        compared += 1
        assert (start.turn, start.active, start.discard_due) == (after.turn, seat, after.discard_due)
        assert (start.features_only, start.extra) == (after.features_only, after.extra)
        if state.last_turns is not None:
            assert start.last_turns == after.last_turns
        # What can be done by then can be done without what was drawn since, too.
        for legal in GAME.legal(start, seat, turn.choices[0].key)[:40]:
            GAME.next_field(after, seat, GAME.choices(after)[0].key, legal)
    assert compared > 3


def _situation(**given: Any) -> Any:
    return situation({"factions": ["dragon_empire", "lords_of_the_abyss"], "board": {}, **given})


def test_a_rehearsal_ends_with_what_nobody_can_know() -> None:
    state = _situation(reserves=[[], ["horror", "wraith"]])
    lines = [("discard", "horror"), ("place", "wraith", "C3", "N"), ("end",), ("battle",)]
    turn = rehearsal(GAME, GAME.view(state, 1), 1, lines)
    assert turn is not None
    assert turn.actions == tuple(lines[:3])
    assert turn.left == (("battle",),)
    assert str(turn.why) == "What comes after that is not known yet."
    assert turn.ended
    assert turn.choices == ()
    assert turn.latest == []
    assert turn.undoable == ("end",)
    assert turn.view.active == 1, "whose turn comes then is not shown, nor what is drawn"
    own = [tile.type.id for tile in turn.view.board if tile is not None and tile.seat == 1]
    assert own == ["wraith"]


def test_a_rehearsal_stops_at_the_first_line_that_is_not_legal() -> None:
    state = _situation(reserves=[[], ["horror", "wraith"]])
    turn = rehearsal(GAME, GAME.view(state, 1), 1, [("place", "wraith", "C3", "N"), ("end",)])
    assert turn is not None
    assert turn.actions == ()
    assert turn.left == (("place", "wraith", "C3", "N"), ("end",))
    assert turn.why is not None


@pytest.mark.parametrize(
    ("given", "seat", "why"),
    [
        ({"reserves": [[], []]}, 1, "You hold no tile"),
        ({"last_turns": []}, 1, "no turn left"),
        ({"new": {}, "players": 2}, 1, "no turns yet"),
    ],
)
def test_why_nothing_can_be_rehearsed(given: dict[str, Any], seat: int, why: str) -> None:
    state = situation(given) if "new" in given else _situation(**given)
    with pytest.raises(GameError, match=why):
        rehearsal(GAME, GAME.view(state, seat), seat)
