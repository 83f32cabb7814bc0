"""Random matches of Monsters & Myths: every position holds together, and everything can be played again."""

from __future__ import annotations

import os
from random import Random

import pytest

from games.draws import Draws
from games.monsters_and_myths.game import FORMATIONS, GAME
from games.record import state_hash
from tests.games.monsters_and_myths import invariants

WAYS = ({}, {"catapults": "free"}, {"guarantee_attack": True})
each = pytest.mark.parametrize("formation", FORMATIONS, ids=lambda formation: formation.id)


@each
@pytest.mark.parametrize("options", WAYS, ids=lambda options: next(iter(options), "asked"))
def test_random_matches(formation, options) -> None:
    for seed in range(6):
        invariants.play_and_check(seed, formation, options)


@each
def test_refusals_and_hidden_things(formation) -> None:
    for seed, options in enumerate(WAYS[:2]):
        invariants.play_and_check(100 + seed, formation, options, thorough=True)


@each
def test_the_same_actions_lead_to_the_same_match(formation) -> None:
    random = Random(7)
    lines = [(seat, action, after) for _, seat, action, after, _ in invariants.matches(random, formation, {})]
    draws = Draws(Random(7).randbytes(32))
    state = GAME.new(formation, {})
    for seat, action, after in lines:
        state = GAME.apply(state, seat, action, draws).state
        assert state_hash(GAME, state) == state_hash(GAME, after)


@pytest.mark.long
@each
@pytest.mark.parametrize("free", [False, True], ids=["asked", "free"])
def test_thousands_of_random_matches(formation, free: bool) -> None:
    """20,000 matches in all; `MATCHES` is how many of them each of the six ways has."""
    games = int(os.environ.get("MATCHES", "3334"))
    options = {"catapults": "free" if free else "asked"}
    for seed in range(games):
        invariants.play_and_check(seed, formation, options, thorough=seed % 20 == 0)
