"""The private panel with monoliths: preparing, unfolding, turning what others have in it, and what is hidden."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

from bot.monolith_arena import FACE
from bot.monolith_arena.scene import Scene
from games.monolith_arena import events as ev
from games.monolith_arena.tiles import faction
from tests.bot.monolith_arena.variants import HOMES, table_of
from tests.bot.monolith_arena.walker import (
    NAMES,
    LoadedMatch,
    buttons,
    check,
    count_taps,
    presses,
    reachable,
    tap,
    wanted,
)


def preparing(seats: int = 2) -> LoadedMatch:
    table = LoadedMatch(7, {"monoliths": True}, seats)
    for seat in range(seats):
        table.play(seat, ("faction", HOMES[seat]))
    return table


def unfolding(first: Any, second: Any, **given: Any) -> LoadedMatch:
    """Seat 0 may unfold a monolith with these two inside around C3."""
    plain: dict[str, Any] = {
        "board": {"C3": {"seat": 0, "tile": "banner"}, "A1": {"seat": 1, "tile": "banner"}},
        "monoliths": {"0": {"inside": [first, second]}, "1": {"inside": [{"seat": 1, "tile": "horror"}, None]}},
        "known": [],
        "reserves": [["pikeman"], []],
    }
    return table_of(**{**plain, **given})


KNIGHT = {"seat": 0, "tile": "knight"}
PIKEMAN = {"seat": 0, "tile": "pikeman"}
SPIKE = {"seat": 1, "tile": "spike"}


# Preparing (R13.1)


def test_two_tiles_are_put_into_the_monolith_with_four_taps() -> None:
    table = preparing(4)
    label = "Put Knight and Pikeman into the monolith"
    assert count_taps(table, 0, ["Knight", "Pikeman", label]) == 4
    assert 0 not in table.waiting()
    inside = table.state.monoliths[0].inside
    assert sorted(p.type.id for p in inside) == ["knight", "pikeman"]
    panel = FACE.panel(table.chair(0), ("prepare", "knight"))
    check(panel)
    assert "In your monolith: Knight and Pikeman." in panel.text
    assert NAMES[0] not in panel.text
    assert all(NAMES[seat] in panel.text for seat in (1, 2, 3))
    assert [p.deed for _, p in presses(panel)] == ["cards", "piles"]
    # The others still choose, each from the own faction.
    assert count_taps(table, 3, ["Assassin", "Assassin", "Put Assassin ×2 into the monolith"]) == 4
    assert table.waiting() == [1, 2]


def test_a_tile_is_offered_as_often_as_there_is_one() -> None:
    table = preparing()
    for home, seat in ((faction(HOMES[0]), 0), (faction(HOMES[1]), 1)):
        first = FACE.panel(table.chair(seat))
        tiles = [t for t in dict.fromkeys(home.deck()) if not t.is_order]
        assert [label for label, p in presses(first) if p.deed == "show"] == [t.name for t in tiles]
        for tile in tiles:
            second = FACE.panel(table.chair(seat), ("prepare", tile.id))
            offered = {p.words[2] for _, p in presses(second) if len(p.words) == 3}
            assert offered == {t.id for t in tiles if t is not tile or home.deck().count(tile) > 1}
        check(FACE.cards(table.chair(seat)))
        shown = [p.words[0] for _, p in presses(FACE.cards(table.chair(seat))) if p.deed == "card"]
        assert {f"{home.id}/{t.id}" for t in tiles} <= set(shown)


def test_what_is_chosen_so_far_is_on_the_picture() -> None:
    table = preparing()
    chair = table.chair(0)
    pictures = []
    for words in ((), ("prepare", "knight"), ("prepare", "knight", "pikeman")):
        panel = FACE.panel(chair, words)
        picture = FACE.private_board(chair.view, panel.scene)
        pictures.append(picture.data)
        for tile in words[1:]:
            assert faction(HOMES[0]).by_id[tile].name in picture.alt
    assert len(set(pictures)) == 3


# Unfolding (R13.3, R13.5)


def test_unfolding_is_eight_taps_at_most() -> None:
    table = unfolding(KNIGHT, PIKEMAN)
    first = FACE.panel(table.chair(0), ("unfold",))
    assert [b.label for b in buttons(first)[:5]] == list("ABCDE"), "as many hexes as there can be"
    assert count_taps(table, 0, ["Unfold …", "C", "C4", "D3", "C4 SE", "D3 NW", "Unfold, end turn"]) == 8
    board = table.state.board
    assert [(p.type.id, p.facing) for p in (board[10], board[14]) if p is not None] == [("knight", 2), ("pikeman", 5)]
    assert table.state.active == 1


def test_the_tiles_change_places_with_their_facings() -> None:
    table = unfolding(KNIGHT, PIKEMAN)
    panel = FACE.panel(table.chair(0), ("unfold", "C4", "D3", "SE", "NW"))
    assert tap(panel, "Unfold").words == ("unfold", "knight", "C4", "SE", "D3", "NW")
    turned = FACE.panel(table.chair(0), tap(panel, "Change places").words)
    assert tap(turned, "Unfold").words == ("unfold", "knight", "D3", "SE", "C4", "NW")


def test_both_tiles_are_previewed_with_their_facings() -> None:
    table = unfolding(KNIGHT, PIKEMAN)
    chair = table.chair(0)
    one = FACE.panel(chair, ("unfold", "C4")).scene.ghost
    assert [(g.tile.type.id, g.hex) for g in one.all()] == [("knight", 10)]
    scene = FACE.panel(chair, ("unfold", "C4", "D3", "SE", "NW")).scene
    ghosts = [(g.tile.type.id, g.hex, g.tile.facing) for g in scene.ghost.all()]
    assert ghosts == [("knight", 10, 2), ("pikeman", 14, 5)]
    pictures = {
        FACE.private_board(chair.view, Scene(ghost)).data
        for ghost in (scene.ghost, scene.ghost.beside, replace(scene.ghost, beside=None))
    }
    assert len(pictures) == 3
    alt = FACE.private_board(chair.view, scene).alt
    assert "Knight SE on C4" in alt
    assert "Pikeman D3 NW" in alt


def test_an_empty_segment_is_filled_by_a_tile_that_was_drawn_this_turn() -> None:
    table = unfolding(KNIGHT, None, turn={"drawn": ["pikeman"]}, reserves=[["pikeman", "swordsman"], []])
    assert count_taps(table, 0, ["Unfold …", "C", "C4", "D3", "Unfold"]) == 6
    panel = FACE.panel(table.chair(0))
    assert "no champion or rune may be placed, but one drawn this turn on D3" in panel.text
    assert {b.label: b.disabled for b in buttons(panel)[:2]} == {"Pikeman": False, "Swordsman": True}
    place = FACE.panel(table.chair(0), ("place", "pikeman"))
    assert "empty segment" in place.text
    assert [b.label for b in buttons(place) if b.label[1:].isdecimal()] == ["D3"]
    assert count_taps(table, 0, ["Pikeman", "S", "Place"]) == 4
    assert "no champion or rune may be placed." in FACE.panel(table.chair(0)).text


def test_the_owner_of_a_foreign_tile_turns_it_first() -> None:
    table = unfolding(KNIGHT, SPIKE)
    before = FACE.panel(table.chair(0))
    assert "Spike (enemy)" in before.text
    page = FACE.panel(table.chair(0), ("unfold", "C4", "D3"))
    assert not any(label in "N NE SE S SW NW" for label, _ in presses(page))
    assert not any(p.deed == "end" for _, p in presses(page))
    assert count_taps(table, 0, ["Unfold …", "C", "C4", "D3", "Unfold"]) == 6
    assert table.waiting() == [1]
    assert [p.deed for _, p in presses(FACE.panel(table.chair(0)))] == ["cards", "piles"]
    asked = FACE.panel(table.chair(1))
    assert "Anna unfolds a monolith, your Spike comes to D3." in asked.text
    assert (asked.scene.ghost.hex, asked.scene.ghost.beside, asked.scene.marks) == (14, None, (10,))
    assert count_taps(table, 1, ["SW", "Sure"]) == 3
    owner = FACE.panel(table.chair(0))
    assert "Your monolith unfolds" in owner.text
    assert [(g.hex, g.tile.facing) for g in owner.scene.ghost.all()] == [(10, 0), (14, 4)]
    assert count_taps(table, 0, ["Sure"]) == 2
    assert table.state.board[14].facing == 4  # type: ignore[union-attr]


def test_questions_of_several_owners_are_all_answered_by_panels() -> None:
    """Each of the two tiles belongs to another seat than the monolith (R13.5: in turn order)."""
    random = Random(3)
    for _ in range(6):
        table = table_of(
            factions=list(HOMES),
            board={
                "C3": {"seat": 0, "tile": "banner"},
                "A1": {"seat": 1, "tile": "banner"},
                "A3": {"seat": 2, "tile": "banner"},
                "E1": {"seat": 3, "tile": "banner"},
            },
            monoliths={
                "0": {"inside": [{"seat": 2, "tile": "axeman"}, {"seat": 3, "tile": "spark"}]},
                **{str(s): {"inside": [None, None]} for s in (1, 2, 3)},
            },
            known=[0],
        )
        asked = []
        action = random.choice(sorted(a for a in reachable(table, 0) if a[0] == "unfold"))
        table.play(0, action)
        while table.state.unfolding is not None:
            (seat,) = table.waiting()
            asked.append(seat)
            found = reachable(table, seat)
            assert found == wanted(table, seat)
            table.play(seat, random.choice(sorted(found)))
        assert asked == [2, 3]


def test_a_full_arena_is_said_before_it_is_filled() -> None:
    table = unfolding(
        KNIGHT,
        PIKEMAN,
        board={"C3": {"seat": 0, "tile": "banner"}, "A1": {"seat": 1, "tile": "banner"}},
        fill={"seat": 1, "tile": "mygalomorph"},
        empty=["C4", "D3"],
    )
    page = FACE.panel(table.chair(0), ("unfold", "C4", "D3"))
    assert [label for label, p in presses(page) if p.deed in ("do", "end")] == [
        "Unfold: fills the arena, battle starts"
    ]
    count_taps(table, 0, ["Unfold …", "C4", "Unfold"])
    assert any(isinstance(e, ev.BattleBegan) for e in table.events)


def test_what_lies_inside_is_told_to_its_owner_alone() -> None:
    table = unfolding({**KNIGHT, "wounds": 1}, None)
    assert "In your monolith: Knight (1 wound) and an empty segment." in FACE.panel(table.chair(0)).text
    for seat in (1, None):
        chair = table.chair(seat)
        panel, cards = FACE.panel(chair), FACE.cards(chair)
        picture = FACE.private_board(chair.view, panel.scene)
        texts = [panel.text, picture.alt, *(label for label, _ in [*presses(panel), *presses(cards)])]
        assert not any("Knight" in text for text in texts)


# What no panel ever offered


FORGED = [
    "unfold x",
    "unfold -",
    "unfold knight C4",
    "unfold C3",
    "unfold A1",
    "unfold C4 C4",
    "unfold C4 A3",
    "unfold C4 D3 X",
    "unfold C4 D3 N X",
    "unfold C4 D3 N N N",
    "unfold Z? ",
    "unfold C? D3 Q",
    "prepare",
    "prepare knight pikeman",
    "choose N",
    "place pikeman C3",
    "@ @",
]


FORGED_BEFORE = [
    "prepare x",
    "prepare battle",
    "prepare banner",
    "prepare spike",
    "prepare knight -",
    "prepare dragon_rider dragon_rider",
    "prepare knight knight knight",
    "unfold",
    "banner C3",
    "faction random",
    "end",
]


def test_forged_words_about_monoliths_give_the_start() -> None:
    table = unfolding(KNIGHT, PIKEMAN)
    start = FACE.panel(table.chair(0))
    # A hex that is open, or words that mean nothing yet, are a page like any other.
    harmless = {"unfold -", "unfold C? D3 Q"}
    for line in FORGED:
        panel = FACE.panel(table.chair(0), tuple(line.split()))
        check(panel)
        if line not in harmless:
            assert panel.rows == start.rows, line
            assert "no longer possible" in panel.text
    table = preparing()
    start = FACE.panel(table.chair(0))
    for line in FORGED_BEFORE:
        panel = FACE.panel(table.chair(0), tuple(line.split()))
        check(panel)
        assert panel.rows == start.rows, line
    table = unfolding(KNIGHT, SPIKE)
    table.play(0, ("unfold", "knight", "C4", "D3"))
    start = FACE.panel(table.chair(1))
    for line in ("choose X", "choose N N", "choose none", "unfold", "end", "place horror C3"):
        assert FACE.panel(table.chair(1), tuple(line.split())).rows == start.rows, line
