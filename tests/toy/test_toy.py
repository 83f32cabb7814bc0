"""The rules of the toy."""

from __future__ import annotations

from typing import Any

import pytest

from games.api import Field, IllegalAction, NotYourChoice, Result
from games.draws import Draws
from tests.toy import TOY

DRAWS = Draws(bytes(range(32)))
THREE, TWO = TOY.formations


def played(*lines: str, options: dict[str, Any] | None = None, formation: Any = THREE) -> Any:
    state = TOY.new(formation, options or {})
    for line in lines:
        seat, *tokens = line.split()
        state = TOY.apply(state, int(seat), tuple(tokens), DRAWS).state
    return state


COLOURS = ("0 colour red", "1 colour green", "2 colour blue")


def test_everybody_has_two_choices_at_once_and_may_cheer() -> None:
    choices = TOY.choices(TOY.new(THREE, {}))
    for seat in range(3):
        mine = [choice for choice in choices if choice.seat == seat]
        assert [(c.kind, c.must, c.secret) for c in mine] == [
            ("colour", True, False),
            ("pick", True, True),
            ("cheer", False, False),
        ]
    assert not [c for c in TOY.choices(TOY.new(THREE, {"cheering": False})) if not c.must]


def test_two_cards_are_picked_at_once() -> None:
    state = TOY.new(THREE, {})
    assert TOY.next_field(state, 0, "pick1", ("pick",)) == Field("card", ("1", "2", "3", "4", "5"), least=2, most=2)
    assert TOY.next_field(state, 0, "pick1", ("pick", "4")) == Field("card", ("1", "2", "3", "5"))
    assert len(TOY.legal(state, 0, "pick1")) == 10
    for tokens in (("pick", "4"), ("pick", "4", "4"), ("pick", "6", "1"), ("pick", "1", "2", "3")):
        with pytest.raises(IllegalAction):
            TOY.apply(state, 0, tokens, DRAWS)


def test_a_pick_is_sealed_until_the_die_is_rolled() -> None:
    step = TOY.apply(played(*COLOURS, "0 pick 5 4"), 1, ("pick", "5", "3"), DRAWS)
    assert step.secret
    assert TOY.sealed(step.state, 0, ("pick", "5", "4"))
    assert TOY.view(step.state, 0).mine == (4, 5)
    assert TOY.view(step.state, 2).shown == ()
    assert TOY.view(step.state, 2).picked == (True, True, False)
    state = TOY.apply(step.state, 2, ("pick", "1", "2"), DRAWS).state
    assert not TOY.sealed(state, 0, ("pick", "5", "4"))
    assert TOY.view(state, None).shown == ((4, 5), (3, 5), (1, 2))
    assert state.die == 1 + DRAWS.below(0, 5)[0]


def test_points_and_the_call() -> None:
    """The 5 of two players counts for neither; what the die shows counts twice."""
    state = played(*COLOURS, "0 pick 4 5", "1 pick 3 5", "2 pick 1 2")
    assert state.points(3) == (4, 6, 3)
    assert state.points(5) == (4, 3, 3)
    caller = state.caller
    choice = next(c for c in TOY.choices(state) if c.kind == "call")
    assert (choice.seat, choice.window, choice.default) == (caller, True, ("pass",))
    passed = TOY.apply(state, caller, ("pass",), DRAWS)
    assert passed.state.scores == state.points(state.die)
    assert passed.turns_ended == (0, 1, 2)
    again = TOY.apply(state, caller, ("again",), DRAWS)
    assert again.state.cursor == state.cursor + 1
    with pytest.raises(NotYourChoice):
        TOY.apply(state, (caller + 1) % 3, ("pass",), DRAWS)


def test_cheering_gives_a_point_once_and_moves_no_key() -> None:
    start = TOY.new(THREE, {})
    step = TOY.apply(start, 1, ("cheer",), DRAWS)
    assert not step.boundary
    assert step.state.scores == (0, 1, 0)
    assert [c for c in TOY.choices(step.state) if c.must] == [c for c in TOY.choices(start) if c.must]
    with pytest.raises(NotYourChoice):
        TOY.apply(step.state, 1, ("cheer",), DRAWS)


def test_who_gives_up_is_out_and_the_others_play_on() -> None:
    state = played(*COLOURS, "0 pick 4 5", "1 pick 3 5")
    state = TOY.leave(state, 2, "resigned", DRAWS).state
    assert state.die  # nobody's pick is missing any more
    assert TOY.playing(state) == (0, 1)
    last = TOY.leave(state, 0, "timeout", DRAWS).state
    assert TOY.result(last) == Result(((1,), (0,), (2,)), "timeout", state.scores)


def test_ties_share_a_place() -> None:
    lines = (*COLOURS, "0 pick 1 5", "1 pick 1 5", "2 pick 3 4")
    state = played(*lines, options={"rounds": 1})
    last = TOY.apply(state, state.caller, ("pass",), DRAWS).state
    result = TOY.result(last)
    assert result is not None
    assert result.ranking == ((2,), (0, 1))
    assert result.winners == (2,)
    assert TOY.new(TWO, {}).seats == 2
