"""Random matches of Monsters & Myths: every position holds together, and everything can be played again."""

from __future__ import annotations

import os
from random import Random

import pytest

from games.api import new_options
from games.draws import Draws
from games.monsters_and_myths import engine, notation
from games.monsters_and_myths.cards import attack_deck, first_deck
from games.monsters_and_myths.game import FORMATIONS, GAME
from games.monsters_and_myths.referee import solve
from games.monsters_and_myths.referee.solve import answer, legal_words
from games.monsters_and_myths.state import State
from games.record import state_hash
from games.referee import Given
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
    state = GAME.new(formation, new_options(GAME, {}))
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


def drawn(random: Random, state: State) -> Given:
    """Dice and shuffles enough for whatever an action leads to."""
    shuffles = []
    if state.phase == "start":
        first = list(first_deck())
        random.shuffle(first)
        rest = [*first[11 * len(state.seats) :], *attack_deck()]
        random.shuffle(rest)
        shuffles = [tuple(first), tuple(rest)]
    return Given([random.randint(1, 6) for _ in range(60)], shuffles)


@each
@pytest.mark.parametrize("free", [False, True], ids=["asked", "free"])
def test_positions_hold_all_that_the_rules_need(formation, free: bool) -> None:
    """Two rounds carried on from positions alone, as rule cases are, and the same from states."""
    random = Random(formation.seats)
    state = GAME.new(formation, {"catapults": "free" if free else "asked"})
    while state.round < 3:
        state.cursor, draws = 0, drawn(random, state)
        text = notation.write(state, *draws.left(0))
        found = answer({"state": text})
        assert found["next"] == text
        if state.round == 2 and not any(word[1:2] == ["keep"] for word in found["legal"]):
            break  # the third shuffle would be another for every end of the second round
        words = random.choice(found["legal"])
        after = answer({"state": text, "action": words})
        draft, events = state.draft(), []
        seat = 0 if words == ["start"] else "ABCD".index(words[0])
        engine.carry_out_rules(draft, seat, tuple(words[-1:] if words == ["start"] else words[1:]), events, draws)
        assert after["next"] == notation.write(draft, *draws.left(draft.cursor))
        assert after["legal"] == legal_words(draft)
        assert after["events"] == [said for event in events for said in solve.event_words(event)]
        state = draft
    assert state.round >= 2
