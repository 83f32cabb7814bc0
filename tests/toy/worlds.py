"""What is hidden in the toy: the picks of others, until the die is rolled."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import replace
from random import Random

from games.api import Action, Step
from tests.toy.game import PICKS
from tests.toy.state import State


def world(state: State, reader: int | None, random: Random) -> State:
    """The same state with other hidden picks."""
    return _mixed(state, {reader}, random)


def world_before(
    state: State, reader: int | None, seat: int, action: Action, step: Step, random: Random
) -> State | None:
    """The same state before an action of `seat`; `None` where the die is rolled, which opens the picks."""
    return None if step.state.die or step.state.round != state.round else _mixed(state, {reader, seat}, random)


def _mixed(state: State, known: Container[int | None], random: Random) -> State:
    if state.die or state.result is not None:
        return state
    picks = tuple(
        picked if seat in known or not picked else tuple(sorted(random.sample(state.cards, PICKS)))
        for seat, picked in enumerate(state.picks)
    )
    return replace(state, picks=picks)
