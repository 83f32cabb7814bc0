"""The private panel with all variants: with reinforcement, with three and four players, whole matches of everything."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from bot.monolith_arena import FACE
from bot.panels.model import Select
from games.monolith_arena import events as ev
from games.monolith_arena.game import GAME
from games.monolith_arena.hexes import ADJACENT, BY_NAME
from games.monolith_arena.playout import random_action
from tests.bot.monolith_arena.variants import HOMES, VARIANTS, table_of
from tests.bot.monolith_arena.walker import LoadedMatch, buttons, check, count_taps, presses, reachable, walk, wanted

MATCHES = [(name, seats) for name in VARIANTS for seats in (2, 3, 4)]
IDS = [f"{name}-{seats}" for name, seats in MATCHES]


# Whole matches, and everything that is legal


@pytest.mark.parametrize(("name", "seats"), MATCHES, ids=IDS)
def test_whole_match_through_panels(name: str, seats: int) -> None:
    seen: dict[str, int] = {}
    table = LoadedMatch(seats, VARIANTS[name], seats)
    walk(table, Random(name), seen)
    assert seen["do"] > 30
    over = FACE.panel(table.chair(0))
    check(over)
    assert [p.deed for _, p in presses(over)] == ["cards", "piles"]
    verbs = {e.__class__ for e in table.events}
    assert (ev.Prepared in verbs) == ("monoliths" in VARIANTS[name])


@pytest.mark.parametrize(("name", "seats"), MATCHES, ids=IDS)
def test_everything_legal_is_reachable(name: str, seats: int) -> None:
    random = Random(f"{name}{seats}")
    table = LoadedMatch(seats, VARIANTS[name], seats)
    looked = unfolded = 0
    while table.state.result is None:
        seat = random.choice(table.waiting())
        unfolds = "unfold" in GAME.options(table.state, seat).values  # type: ignore[union-attr]
        special = not unfolds and (table.state.unfolded or table.state.stage != "turn")
        if random.random() < (0.5 if special else 0.05) and (not unfolds or unfolded < 2):
            legal = wanted(table, seat)
            assert reachable(table, seat) == legal
            looked += 1
            unfolded += any(a[0] == "unfold" for a in legal)
        who, action = random_action(table.state, random)
        table.play(who, action)
    assert looked


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.long
def test_more_of_what_is_legal_is_reachable(seed: int) -> None:
    for name, seats in MATCHES:
        random = Random(seed)
        table = LoadedMatch(seed, VARIANTS[name], seats)
        while table.state.result is None:
            seat = random.choice(table.waiting())
            if random.random() < 0.1:
                assert reachable(table, seat) == wanted(table, seat)
            table.play(*random_action(table.state, random))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_labels_know_whose_turn_follows(seats: int) -> None:
    ended = 0
    for seed in range(4):
        random = Random(seed)
        table = LoadedMatch(seed, VARIANTS["both"], seats)
        while table.state.result is None:
            seat, action = random_action(table.state, random)
            before = GAME.view(table.state, seat)
            events = table.play(seat, action)
            if action == ("end",) and before.last_turns != ():
                began = [e.seat for e in events if isinstance(e, ev.TurnBegan)]
                assert began == [before.upcoming[0]], (seed, before.turn)
                ended += 1
    assert ended > 40


# Orders where there are monoliths


def test_a_pushed_tile_goes_where_monoliths_let_it() -> None:
    """What the page of a push says of destinations is what the rules make of it (R11.5, R13.7)."""
    checked = held = 0
    for seed in range(40):
        random = Random(seed)
        table = LoadedMatch(seed, {"monoliths": True, "reinforcement": True}, 2 + seed % 3)
        while table.state.result is None:
            state = table.state
            seat, action = random_action(state, random)
            if action[0] == "push":
                page = FACE.panel(table.chair(seat), action)
                before = [BY_NAME[name] for name in action[1:]]
                free = {h for h in ADJACENT[before[1]] if state.board[h] is None and h not in ADJACENT[before[0]]}
                events = table.play(seat, action)
                pending = table.state.push
                if pending is None:
                    assert [e.hex for e in events if isinstance(e, ev.Moved)] == [page.scene.ghost.hex]
                    held += len(free) > 1
                else:
                    assert set(page.scene.marks) == {*before, *pending.destinations}
                    held += free != set(pending.destinations)
                checked += 1
            else:
                table.play(seat, action)
    assert checked > 30
    assert held


# Reinforcement (R14)


def test_six_tiles_take_two_rows_and_are_greyed_without_plays() -> None:
    reserve = ["pikeman", "swordsman", "landsknecht", "arquebusier", "move", "rune_of_strength"]
    table = table_of(options={"reinforcement": True}, reserves=[reserve, []], turn={"discard_due": True})
    start = FACE.panel(table.chair(0))
    check(start)
    assert [len(row) for row in start.rows[:2] if not isinstance(row, Select)] == [5, 1]
    count_taps(table, 0, ["Discard Landsknecht", "Discard Landsknecht: sure"])
    for left in (2, 1):
        panel = FACE.panel(table.chair(0))
        assert f"{left} of 2 plays left." in panel.text
        name = "Pikeman" if left == 2 else "Swordsman"
        count_taps(table, 0, [name, "B", "B2" if left == 2 else "B3", "Place"])
    panel = FACE.panel(table.chair(0))
    check(panel)
    assert "0 of 2 plays left." in panel.text
    assert [b.disabled for b in buttons(panel)[:3]] == [True, True, True]
    check(FACE.panel(table.chair(0), ("discard",)))
    assert reachable(table, 0) == wanted(table, 0)


def test_the_first_turn_has_one_play() -> None:
    table = LoadedMatch(2, {"reinforcement": True})
    for seat in range(2):
        table.play(seat, ("faction", HOMES[seat]))
    for name in ("C1", "C5"):
        table.play(table.state.active, ("banner", name))
    seat = table.state.active
    table.play(seat, ("discard", table.state.reserves[seat][0].id))
    assert "1 of 1 play left." in FACE.panel(table.chair(seat)).text


# Teams (R15)


def allied(**given: Any) -> LoadedMatch:
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
    return table_of(factions=list(HOMES), board=board, **given)


def test_allies_tiles_move_with_the_letter_of_their_seat() -> None:
    table = allied(board={"B3": {"seat": 0, "tile": "knight"}, "B1": {"seat": 1, "tile": "rune_of_teleportation"}})
    lines = [row for row in FACE.panel(table.chair(0)).rows if isinstance(row, Select)]
    labels = [o.label for row in lines for o in row.options]
    assert "Knight B3: Maneuver" in labels
    assert all("(B)" in label for label in labels if label.startswith(("Wraith", "Rune")))
    assert reachable(table, 0) == wanted(table, 0)


def test_fires_name_allies_and_enemies_by_letter() -> None:
    there = {"C3": {"seat": 0, "tile": "knight"}}
    table = allied(board=there, reserves=[[], [], ["fire_concoction"], []], turn={"seat": 2})
    page = FACE.panel(table.chair(2), ("fire",))
    wounds = {o.label: o.description for row in page.rows if isinstance(row, Select) for o in row.options}
    assert wounds["C3-C4-D3"] == "wounds Knight C3 (A), allied Spark C4 (D) and own Golem D3"


def test_an_ally_sees_the_others_reserve_only_where_reserves_are_open() -> None:
    for is_open in (False, True):
        table = allied(reserves=[["swordsman"], ["demon"], [], []], options={"open_reserves": is_open})
        for seat in (1, 2, None):
            assert ("Swordsman" in FACE.panel(table.chair(seat)).text) == is_open
    assert "Reserves: A Swordsman." in FACE.panel(table.chair(1)).text
