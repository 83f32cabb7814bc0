"""What nobody is asked for, which choices a shot leaves as they were, and how often a match then waits."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from statistics import mean

import pytest

from games import api
from games.draws import Draws
from games.monsters_and_myths.__main__ import WAYS
from games.monsters_and_myths.game import GAME
from games.monsters_and_myths.referee.sensible import play
from games.monsters_and_myths.state import State
from tests.games.monsters_and_myths.positions import act, at, choice, waited

CARD = (
    "seats=ABC phase=card active=A card=5 wait=BC A.troops=G3i,E2i A.attacks=5,9 "
    "B.troops=D2i,G3i B.catapults=2 C.troops=D1i C.catapults=1"
).replace("5,9", "5.9")


def under(rulings: int, words: str) -> State:
    """The position in a match of these rulings."""
    draft = at(words).draft()
    draft.options = replace(draft.options, rulings=rulings)
    return draft


def test_the_cards_are_dealt_without_asking() -> None:
    state = GAME.new(GAME.formations[0], api.new_options(GAME, {}))
    assert GAME.unasked(state) == (0, ("start",))
    dealt = GAME.apply(state, 0, ("start",), Draws(bytes(32))).state
    assert GAME.unasked(dealt) is None


def test_nobody_is_asked_before_the_target_is_known() -> None:
    state = at(CARD)
    assert GAME.unasked(state) == (1, ("pass",))
    state, _ = act(state, "B pass")
    assert GAME.unasked(state) == (2, ("pass",))
    state, _ = act(state, "C pass")
    assert GAME.unasked(state) is None
    assert waited(state) == "A"
    assert choice(state, 1, must=False), "who has passed so may still fire"


@pytest.mark.parametrize(
    ("words", "asked"),
    [
        (CARD.replace("C.troops=D1i", "C.troops=D1i1w"), "B"),  # C's own wizard is no reason for C to wait
        (CARD.replace("E2i", "E2i1w"), ""),
        (CARD.replace("A.troops=G3i,E2i", "A.troops=U1i"), "BC"),  # nothing can be attacked: there is no later moment
    ],
)
def test_a_wizard_in_the_way_and_a_card_that_allows_no_attack_are_asked_about(words: str, asked: str) -> None:
    state = at(words)
    while (due := GAME.unasked(state)) is not None:
        state, _ = act(state, f"{'ABC'[due[0]]} {' '.join(due[1])}")
    assert "".join("ABC"[seat] for seat in state.wait) == asked


READY = (
    "seats=ABCD phase=ready active=A card=5 force=G3i target=B.G wait=BC A.troops=G3i A.attacks=5 B.troops=G3i "
    "B.catapults=2 C.troops=D2i C.catapults=1 D.troops=U2i D.catapults=1"
)


def test_whoever_has_not_answered_is_asked_the_same_after_a_shot() -> None:
    before = under(2, READY)
    after, _ = act(before, "B fire A.Gi.force", [2])
    assert waited(after) == "BCD"
    assert choice(after, 2).key == choice(before, 2).key, "C was asked before, and is asked the same"
    assert choice(after, 1).key != choice(before, 1).key, "B has fired, which must not happen twice"
    passed, _ = act(after, "D pass")
    again, _ = act(passed, "B fire A.Gi.force", [2])
    assert choice(again, 2).key == choice(before, 2).key
    assert choice(again, 3).key != choice(after, 3).key, "D had passed and is asked anew"


def test_the_attacker_is_asked_anew_after_a_shot() -> None:
    free = under(2, READY.replace(" wait=BC", "") + " A.catapults=1 fire=free")
    after, _ = act(free, "C fire A.Gi.force", [2])
    assert choice(after, 0).key != choice(free, 0).key


def test_matches_of_the_first_rulings_ask_everybody_anew() -> None:
    before = under(1, READY)
    after, _ = act(before, "B fire A.Gi.force", [2])
    assert choice(after, 2).key != choice(before, 2).key
    assert after.asides == before.asides


@pytest.mark.parametrize(("players", "most"), [(2, 7.5), (4, 36)])
def test_a_match_of_those_who_press_the_main_buttons_waits_seldom(players: int, most: float) -> None:
    random = Random(5)
    matches = [play(random, players, WAYS["main buttons"]) for _ in range(120 // players)]
    assert mean(match.waits for match in matches) <= most
    asked = mean(play(random, players, WAYS["asked each time"]).waits for _ in range(20 // players))
    assert asked > mean(match.waits for match in matches) + 4
