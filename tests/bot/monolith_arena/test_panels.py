"""The private panel: limits, taps, reachability, whole matches."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from bot.monolith_arena import FACE
from bot.panels.model import Select
from games.monolith_arena.game import GAME
from games.monolith_arena.playout import random_action
from games.monolith_arena.tiles import FACTIONS
from tests.bot.monolith_arena.walker import (
    LoadedMatch,
    carry_out,
    check,
    count_taps,
    presses,
    reachable,
    tap,
    walk,
    wanted,
)

PAIRS = list(combinations(FACTIONS, 2))


def begun(seed: int, factions: tuple[str, str], banners: tuple[str, str] = ("A1", "E3")) -> LoadedMatch:
    table = LoadedMatch(seed)
    for seat, name in enumerate(factions):
        table.play(seat, ("faction", name))
    for name in banners:
        table.play(table.state.active, ("banner", name))
    return table


def at_random(table: LoadedMatch, random: Random, steps: int) -> None:
    for _ in range(steps):
        if table.state.result is not None:
            return
        seat, action = random_action(table.state, random)
        table.play(seat, action)


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("pair", PAIRS, ids="-".join)
def test_whole_match_through_panels(pair: tuple[str, str], seed: int) -> None:
    seen: dict[str, int] = {}
    table = LoadedMatch(seed)
    for seat, name in enumerate(pair):
        table.play(seat, ("faction", name))
    walk(table, Random(seed), seen)
    assert seen["do"] > 10
    over = FACE.panel(table.chair(0))
    check(over)
    assert FACE.ending(table.chair(None).view, {0: "Anna", 1: "Max"}) in over.text.replace(
        "A player with a name of 32 chars", "Max"
    )


def test_setup_through_panels() -> None:
    seen: dict[str, int] = {}
    walk(LoadedMatch(5), Random(5), seen)
    assert seen["labels"] > 1000


@pytest.mark.parametrize("seed", range(24))
def test_every_action_is_reachable(seed: int) -> None:
    random = Random(seed)
    table = begun(seed, PAIRS[seed % len(PAIRS)][:: random.choice((1, -1))])
    at_random(table, random, random.randrange(0, 90))
    for seat in set(table.waiting()):
        assert reachable(table, seat) == wanted(table, seat)


def test_discard_place_and_end_are_eight_taps() -> None:
    table = begun(3, ("dragon_empire", "lords_of_the_abyss"), ("C1", "C5"))
    while not table.state.discard_due:
        table.play(table.state.active, ("end",))
    seat = table.state.active
    tiles = [t for t in table.state.reserves[seat] if not t.is_order and t.period == 6]
    assert tiles, "the seed has to give a tile to place"
    goes = tiles[0].name
    gone = next(t.name for t in table.state.reserves[seat] if t.name != goes)
    sure = [f"Discard {gone}", f"Discard {gone}: sure"]
    assert count_taps(table, seat, [*sure, goes, "B", "B2", "SE", "Place, end turn"]) == 8
    assert table.state.board[4] is not None
    assert table.state.board[4].type.name == goes
    assert table.state.active != seat


def test_maneuver_is_five_taps() -> None:
    table = LoadedMatch(1)
    table.play(0, ("faction", "dragon_empire"))
    table.play(1, ("faction", "guardians_of_the_realm"))
    for name in ("C1", "C5"):
        table.play(table.state.active, ("banner", name))
    random = Random(1)
    while True:
        at_random(table, random, 1)
        seat = table.state.active
        knights = [
            h
            for h, p in enumerate(table.state.board)
            if p is not None and p.seat == seat == 0 and p.type.id == "knight" and table.state.cause is None
        ]
        verbs = GAME.options(table.state, seat, ()) if table.waiting() == [seat] else None
        if knights and verbs is not None and "feature" in getattr(verbs, "values", ()):
            break
    panel = FACE.panel(table.chair(seat))
    lines = [row for row in panel.rows if isinstance(row, Select)]
    assert len(lines) == 1
    words = next(o.press.words for o in lines[0].options if o.label.startswith("Knight"))
    taps = 2  # the select is opened and a line is chosen
    page = FACE.panel(table.chair(seat), words)
    hexes = [(n, p) for n, p in presses(page) if p.deed == "show" and len(p.words) == 4]
    page = FACE.panel(table.chair(seat), hexes[0][1].words)
    taps += 1
    facing = next(p for n, p in presses(page) if n in ("N", "S", "NE", "SW"))
    page = FACE.panel(table.chair(seat), facing.words)
    taps += 1
    press = tap(page, "Maneuver")
    taps += 1
    carry_out(table, seat, "Maneuver", press)
    assert taps == 5


def test_preview_comes_with_the_hex() -> None:
    table = begun(3, ("dragon_empire", "lords_of_the_abyss"), ("C1", "C5"))
    seat = table.state.active
    while not (tiles := [t for t in table.state.reserves[seat] if not t.is_order and t.period == 6]):
        table.play(seat, ("end",))
        seat = table.state.active
        if table.state.discard_due:
            table.play(seat, ("discard", table.state.reserves[seat][0].id))
    chair = table.chair(seat)
    words = ("place", tiles[0].id)
    assert FACE.panel(chair, words).scene.ghost is None
    assert FACE.panel(chair, (*words, "C?")).scene.ghost is None
    shown = FACE.panel(chair, (*words, "C3"))
    assert (shown.scene.ghost.hex, shown.scene.ghost.tile.facing) == (9, 0)
    turned = FACE.panel(chair, (*words, "-", "SE"))
    assert turned.scene.ghost is None
    moved = next(p for n, p in presses(turned) if n == "D")
    assert moved.words == (*words, "D?", "SE")
    assert FACE.panel(chair, (*words, "D3", "SE")).scene.ghost.tile.facing == 2
    picture = FACE.private_board(chair.view, shown.scene)
    assert len(picture.alt) <= 1024
    assert "Preview" in picture.alt


def test_forged_words_give_the_start() -> None:
    table = begun(3, ("dragon_empire", "lords_of_the_abyss"), ("C1", "C5"))
    seat = table.state.active
    chair = table.chair(seat)
    start = FACE.panel(chair)
    forged = [
        "place",
        "place dragon",
        "place x C?",
        "place knight Z?",
        "move",
        "move Z9",
        "feature",
        "feature C1",
        "charge",
        "charge order C1 - -",
        "fire C1-C2",
        "push C1",
        "choose C2",
        "use x",
        "use",
        "end end",
        "discard a b c",
        "redraw",
        "banner C3",
        "faction random",
        "resign",
        "draw offer",
        "~1",
        "place knight C3 N N N",
        "discard ~9",
        "place knight - X",
        "place knight C3 X Y Z",
        "battle x",
        "rotate",
        "tile",
        "-",
        "?",
        "@",
    ]
    for words in [("",), *(tuple(line.split()) for line in forged)]:
        panel = FACE.panel(chair, words)
        check(panel)
        assert panel.rows == start.rows, words
        assert "no longer possible" in panel.text


def test_who_owes_nothing_sees_the_position() -> None:
    table = begun(3, ("dragon_empire", "lords_of_the_abyss"), ("C1", "C5"))
    for seat in (None, 1 - table.state.active):
        panel = FACE.panel(table.chair(seat), ("end",))
        check(panel)
        assert [p.deed for _, p in presses(panel)] == ["cards", "piles"]
        assert FACE.private_board(table.chair(seat).view, panel.scene).data.startswith(b"\x89PNG")
