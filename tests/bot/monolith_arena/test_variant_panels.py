"""The private panel with all variants: with reinforcement, with three and four players, whole matches of everything."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from bot.panels.model import Press, Select
from games.monolith_arena import consequences
from games.monolith_arena import events as ev
from games.monolith_arena.game import GAME
from games.monolith_arena.hexes import ADJACENT, BY_NAME
from games.monolith_arena.referee import random_action
from tests.bot.monolith_arena.test_panels import READERS
from tests.bot.monolith_arena.variants import HOMES, VARIANTS, match_in
from tests.bot.monolith_arena.walker import (
    Match,
    button_ids,
    buttons,
    check,
    do,
    match_of,
    page,
    presses,
    reachable,
    tap,
    walk,
    wanted,
)

MATCHES = [(name, seats) for name in VARIANTS for seats in (2, 3, 4)]
IDS = [f"{name}-{seats}" for name, seats in MATCHES]


# Whole matches, and everything that is legal


@pytest.mark.parametrize(("name", "seats"), MATCHES, ids=IDS)
def test_whole_match_through_panels(name: str, seats: int) -> None:
    seen: dict[str, int] = {}
    match = match_of(seats, VARIANTS[name], seats)
    walk(match, Random(name), seen)
    assert seen["do"] > 30
    over = page(match, 0)
    check(over)
    assert button_ids(over) == ["cards", "piles"]
    verbs = {e.__class__ for e in match.events}
    assert (ev.Prepared in verbs) == ("monoliths" in VARIANTS[name])


@pytest.mark.parametrize("reader", [reader for reader in READERS if reader != "en"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_whole_match_in_every_language(seats: int, reader: str) -> None:
    seen: dict[str, int] = {}
    match = match_of(seats, VARIANTS["both"], seats)
    match.say = READERS[reader]
    walk(match, Random(reader), seen)
    assert seen["do"] > 30


@pytest.mark.parametrize(("name", "seats"), MATCHES, ids=IDS)
def test_everything_legal_is_reachable(name: str, seats: int) -> None:
    random = Random(f"{name}{seats}")
    match = match_of(seats, VARIANTS[name], seats)
    looked = unfolded = 0
    while match.state.result is None:
        seat = random.choice(match.waiting())
        unfolds = "unfold" in match.seat(seat).next_field(()).values  # type: ignore[union-attr]
        special = not unfolds and (match.state.unfolded or match.state.stage != "turn")
        if random.random() < (0.5 if special else 0.05) and (not unfolds or unfolded < 2):
            legal = wanted(match, seat)
            assert reachable(match, seat) == legal
            looked += 1
            unfolded += any(a[0] == "unfold" for a in legal)
        who, action = random_action(match.state, random)
        match.play(who, action)
    assert looked


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.long
def test_more_of_what_is_legal_is_reachable(seed: int) -> None:
    for name, seats in MATCHES:
        random = Random(seed)
        match = match_of(seed, VARIANTS[name], seats)
        while match.state.result is None:
            seat = random.choice(match.waiting())
            if random.random() < 0.1:
                assert reachable(match, seat) == wanted(match, seat)
            match.play(*random_action(match.state, random))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_pages_know_whose_turn_follows(seats: int) -> None:
    ended = 0
    for seed in range(4):
        random = Random(seed)
        match = match_of(seed, VARIANTS["both"], seats)
        while match.state.result is None:
            seat, action = random_action(match.state, random)
            before = GAME.view(match.state, seat)
            events = match.play(seat, action)
            if action == ("end",) and before.last_turns != ():
                began = [e.seat for e in events if isinstance(e, ev.TurnBegan)]
                assert began == [consequences.next_seat(before)], (seed, before.turn)
                ended += 1
    assert ended > 40


# Orders where there are monoliths


def test_a_pushed_tile_goes_where_monoliths_let_it() -> None:
    """What the page of a push says of destinations is what the rules make of it (R11.5, R13.7)."""
    checked = held = 0
    for seed in range(40):
        random = Random(seed)
        match = match_of(seed, {"monoliths": True, "reinforcement": True}, 2 + seed % 3)
        while match.state.result is None:
            state = match.state
            seat, action = random_action(state, random)
            if action[0] == "push":
                shown = page(match, seat, *action)
                before = [BY_NAME[name] for name in action[1:]]
                free = {h for h in ADJACENT[before[1]] if state.board[h] is None and h not in ADJACENT[before[0]]}
                events = match.play(seat, action)
                pending = match.state.push
                if pending is None:
                    assert [e.hex for e in events if isinstance(e, ev.Moved)] == [shown.draft.puts[0].hex]
                    held += len(free) > 1
                else:
                    assert set(shown.draft.marks) == {*before, *pending.destinations}
                    held += free != set(pending.destinations)
                checked += 1
            else:
                match.play(seat, action)
    assert checked > 30
    assert held


# Reinforcement (R14)


def test_six_tiles_take_two_rows_and_are_greyed_without_plays() -> None:
    reserve = ["pikeman", "swordsman", "landsknecht", "arquebusier", "move", "rune_of_strength"]
    match = match_in(options={"reinforcement": True}, reserves=[reserve, []], turn={"discard_due": True})
    start = page(match, 0)
    check(start)
    assert [len(row) for row in start.rows[:2] if not isinstance(row, Select)] == [5, 1]
    tap(match, 0, do("discard", "landsknecht"))
    for left, tile, hex_ in ((2, "pikeman", "B2"), (1, "swordsman", "B3")):
        assert f"{left} tile{'s' * (left != 1)} left to play." in page(match, 0).text
        spot = ("place", tile, hex_)
        tap(match, 0, spot[:2], spot, do(*spot, "N"))
    panel = page(match, 0)
    check(panel)
    assert "0 tiles left to play." in panel.text
    assert [b.press.tokens[0] for b in buttons(panel)[:3]] == ["why", "why", "why"]
    assert "R14" in page(match, 0, *buttons(panel)[0].press.tokens).text
    check(page(match, 0, "discard"))
    assert reachable(match, 0) == wanted(match, 0)


def test_the_first_turn_has_one_play() -> None:
    match = Match(2, {"reinforcement": True})
    for seat in range(2):
        match.play(seat, ("faction", HOMES[seat]))
    for name in ("C1", "C5"):
        match.play(match.state.active, ("banner", name))
    seat = match.state.active
    match.play(seat, ("discard", match.state.reserves[seat][0].id))
    assert "1 tile left to play." in page(match, seat).text


# Teams (R15)


def allied(**given: Any) -> Match:
    board = {
        "C1": {"seat": 0, "tile": "banner"},
        "A2": {"seat": 0, "tile": "pikeman"},
        "B2": {"seat": 1, "tile": "wraith"},
        "A1": {"seat": 1, "tile": "banner"},
        "E3": {"seat": 2, "tile": "banner"},
        "A3": {"seat": 3, "tile": "banner"},
        "D3": {"seat": 2, "tile": "golem"},
        "C4": {"seat": 3, "tile": "spark"},
        **given.pop("board", {}),
    }
    return match_in(factions=list(HOMES), board=board, **given)


def test_allies_tiles_move_with_the_letter_of_their_seat() -> None:
    match = allied(board={"B3": {"seat": 0, "tile": "knight"}, "B1": {"seat": 1, "tile": "rune_of_teleportation"}})
    lines = [row for row in page(match, 0).rows if isinstance(row, Select)]
    named = {o.press: o.label for row in lines for o in row.options}
    assert named[Press("show", ("feature", "B3", "maneuver"))] == "Knight B3: Maneuver"
    assert all("(B)" in label for label in named.values() if label.startswith(("Wraith", "Rune")))
    assert reachable(match, 0) == wanted(match, 0)


def test_fires_name_allies_and_enemies_by_letter() -> None:
    there = {"C3": {"seat": 0, "tile": "knight"}}
    match = allied(board=there, reserves=[[], [], ["fire_concoction"], []], turn={"seat": 2})
    fire = page(match, 2, "fire")
    wounds = {o.press.tokens[1]: o.description for row in fire.rows if isinstance(row, Select) for o in row.options}
    assert wounds["C3-C4-D3"] == "Wounds Knight C3 (A), Spark C4 (D, ally) and Golem D3 (yours)"


def test_an_ally_sees_the_others_reserve_only_where_reserves_are_open() -> None:
    for is_open in (False, True):
        match = allied(reserves=[["swordsman"], ["demon"], [], []], options={"open_reserves": is_open})
        for seat in (1, 2, None):
            assert ("Swordsman" in page(match, seat).text) == is_open
    assert "Reserves: A Swordsman." in page(match, 1).text


def test_undo_is_offered_for_the_own_last_action() -> None:
    match = match_in(reserves=[["pikeman", "swordsman"], []], turn={"discard_due": True})
    assert "undo" not in button_ids(page(match, 0))
    match.play(0, ("discard", "pikeman"))
    panel = page(match, 0)
    assert "undo" in button_ids(panel)
    assert [b.label for b in buttons(panel) if b.press.action_id == "undo"] == ["Undo: Discard Pikeman"]
    assert presses(panel)
