"""The private panel with monoliths: preparing, unfolding, turning what others have in it, and what is hidden."""

from __future__ import annotations

from random import Random
from typing import Any

from bot.monolith_arena import FACE
from bot.monolith_arena.exhibits import find
from bot.monolith_arena.pages.shared import BoardDraft
from bot.panels.model import Press
from bot.panels.pages import FROM
from games.monolith_arena import events as ev
from games.monolith_arena.reach import Reach
from games.monolith_arena.tiles import faction
from tests.bot.monolith_arena.variants import HOMES, match_in
from tests.bot.monolith_arena.walker import (
    NAMES,
    Match,
    button_ids,
    buttons,
    check,
    do,
    labels,
    match_of,
    page,
    presses,
    reachable,
    tap,
    wanted,
)


def preparing(seats: int = 2) -> Match:
    match = match_of(7, {"monoliths": True}, seats)
    for seat in range(seats):
        match.play(seat, ("faction", HOMES[seat]))
    return match


def unfolding(first: Any, second: Any, **given: Any) -> Match:
    """Seat 0 may unfold a monolith with these two inside around C3."""
    plain: dict[str, Any] = {
        "board": {"C3": {"seat": 0, "tile": "banner"}, "A1": {"seat": 1, "tile": "banner"}},
        "monoliths": {"0": {"inside": [first, second]}, "1": {"inside": [{"seat": 1, "tile": "horror"}, None]}},
        "known": [],
        "reserves": [["pikeman"], []],
    }
    return match_in(**{**plain, **given})


KNIGHT = {"seat": 0, "tile": "knight"}
PIKEMAN = {"seat": 0, "tile": "pikeman"}
SPIKE = {"seat": 1, "tile": "spike"}
HEXES = [("unfold",), ("unfold", "C4"), ("unfold", "C4", "D3")]
"""The taps on the way to a monolith that unfolds to C4 and D3."""


def draft_of(match: Match, seat: int, *tokens: str) -> Any:
    return page(match, seat, *tokens).draft


# Preparing (R13.1)


def test_two_tiles_are_put_into_the_monolith_with_four_taps() -> None:
    match = preparing(4)
    both = ("prepare", "knight", "pikeman")
    assert tap(match, 0, both[:2], both, do(*both)) == 4
    assert 0 not in match.waiting()
    inside = match.state.monoliths[0].inside
    assert sorted(p.type.id for p in inside) == ["knight", "pikeman"]
    panel = page(match, 0, "prepare", "knight")
    check(panel)
    assert "In your monolith: Knight and Pikeman. Nobody else knows until it unfolds." in panel.text
    waiting = panel.text.splitlines()[0]
    assert NAMES[0] not in waiting
    assert all(NAMES[seat] in waiting for seat in (1, 2, 3))
    assert button_ids(panel) == ["cards", "piles"]
    # The others still choose, each from the own faction.
    alike = ("prepare", "assassin", "assassin")
    assert tap(match, 3, alike[:2], alike, do(*alike)) == 4
    assert match.waiting() == [1, 2]


def test_a_tile_is_offered_as_often_as_there_is_one() -> None:
    match = preparing()
    for home, seat in ((faction(HOMES[0]), 0), (faction(HOMES[1]), 1)):
        first = page(match, seat)
        tiles = [t for t in dict.fromkeys(home.deck()) if not t.is_order]
        shown = [p.tokens for p in presses(first) if p.action_id == "show" and p.tokens != ("cards",)]
        assert shown == [("prepare", t.id) for t in tiles]
        for tile in tiles:
            second = page(match, seat, "prepare", tile.id)
            offered = {p.tokens[2] for p in presses(second) if len(p.tokens) == 3}
            assert offered == {t.id for t in tiles if t is not tile or home.deck().count(tile) > 1}
        cards = page(match, seat, "cards")
        check(cards)
        assert set(tiles) <= {find(p.tokens[0]) for p in presses(cards) if p.action_id == "card"}


def test_what_is_chosen_so_far_is_on_the_picture() -> None:
    match = preparing()
    here = match.seat(0)
    pictures = []
    for tokens in ((), ("prepare", "knight"), ("prepare", "knight", "pikeman")):
        panel = FACE.panel(here, tokens)
        picture = FACE.pictures.private_board(here.say, here.view, panel.draft)
        pictures.append(picture.data)
        for tile in tokens[1:]:
            assert faction(HOMES[0]).by_id[tile].name in picture.alt
    assert len(set(pictures)) == 3


# Unfolding (R13.3, R13.5)


def test_unfolding_is_seven_taps_at_most() -> None:
    match = unfolding(KNIGHT, PIKEMAN)
    hexes = [p.tokens[1] for p in presses(page(match, 0, "unfold")) if len(p.tokens) == 2]
    assert len(hexes) == 17, "as many hexes as there can be"
    facings = [(*HEXES[-1], "SE"), (*HEXES[-1], "SE", "NW")]
    assert tap(match, 0, *HEXES, *facings, do("unfold", "knight", "C4", "SE", "D3", "NW", end=True)) == 7
    board = match.state.board
    assert [(p.type.id, p.facing) for p in (board[10], board[14]) if p is not None] == [("knight", 2), ("pikeman", 5)]
    assert match.state.active == 1


def test_the_tiles_swap_places_with_their_facings() -> None:
    match = unfolding(KNIGHT, PIKEMAN)
    panel = page(match, 0, "unfold", "C4", "D3", "SE", "NW")
    assert do("unfold", "knight", "C4", "SE", "D3", "NW") in presses(panel)
    swapped = Press("show", ("unfold", "D3", "C4", "SE", "NW"))
    assert labels(panel)[swapped] == "Swap places"
    assert do("unfold", "knight", "D3", "SE", "C4", "NW") in presses(page(match, 0, *swapped.tokens))


def test_tiles_of_a_monolith_are_preset_to_face_their_enemies() -> None:
    banners = {"C3": {"seat": 0, "tile": "banner"}, "A1": {"seat": 1, "tile": "banner"}}
    board = {**banners, "C5": {"seat": 1, "tile": "spike"}}
    match = unfolding(KNIGHT, PIKEMAN, board=board)
    knight, _ = draft_of(match, 0, "unfold", "C4", "D3").puts
    hits = [
        len(Reach(match.seat(0).view, [knight._replace(tile=knight.tile.moved(facing))]).by(knight.hex))
        for facing in range(6)
    ]
    assert hits[knight.tile.facing] == max(hits) > hits[0], "the enemy stands below it"


def test_both_tiles_are_previewed_with_their_facings() -> None:
    match = unfolding(KNIGHT, PIKEMAN)
    here = match.seat(0)
    one = draft_of(match, 0, "unfold", "C4").puts
    assert [(put.tile.type.id, put.hex) for put in one] == [("knight", 10)]
    draft = draft_of(match, 0, "unfold", "C4", "D3", "SE", "NW")
    puts = [(put.tile.type.id, put.hex, put.tile.facing) for put in draft.puts]
    assert puts == [("knight", 10, 2), ("pikeman", 14, 5)]
    pictures = {
        FACE.pictures.private_board(here.say, here.view, BoardDraft(shown)).data
        for shown in (draft.puts, draft.puts[1:], draft.puts[:1])
    }
    assert len(pictures) == 3
    alt = FACE.pictures.private_board(here.say, here.view, draft).alt
    assert "Knight" in alt
    assert "Next to it: Pikeman D3 NW." in alt


def test_an_empty_segment_is_filled_by_a_tile_that_was_drawn_this_turn() -> None:
    match = unfolding(KNIGHT, None, turn={"drawn": ["pikeman"]}, reserves=[["pikeman", "swordsman"], []])
    assert tap(match, 0, *HEXES, do("unfold", "knight", "C4", "N", "D3")) == 5
    panel = page(match, 0)
    assert "only a champion or rune drawn this turn may be placed, on D3." in panel.text
    assert [b.press.tokens for b in buttons(panel)[:2]] == [("place", "pikeman"), ("why", "place", "swordsman")]
    place = page(match, 0, "place", "pikeman")
    assert "may go to its empty segment only" in place.text
    assert {b.press.tokens[2] for b in buttons(place) if len(b.press.tokens) > 2} == {"D3"}
    assert tap(match, 0, ("place", "pikeman"), ("place", "pikeman", "D3", "S"), do("place", "pikeman", "D3", "S")) == 4
    assert "no champion or rune may be placed." in page(match, 0).text


def test_the_owner_of_a_foreign_tile_turns_it_first() -> None:
    match = unfolding(KNIGHT, SPIKE)
    assert "Spike (enemy)" in page(match, 0).text
    last = page(match, 0, "unfold", "C4", "D3")
    assert not any(len(p.tokens) > 3 for p in presses(last) if p.action_id == "show" and FROM not in p.tokens)
    assert not any(p.then for p in presses(last))
    assert f"{NAMES[1][:19]}… chooses which way Spike faces." in last.text
    assert tap(match, 0, *HEXES, do("unfold", "knight", "C4", "D3")) == 5
    assert match.waiting() == [1]
    assert button_ids(page(match, 0)) == ["cards", "piles"]
    asked = page(match, 1)
    assert "Anna unfolds a monolith. Spike (yours) comes to D3." in asked.text
    assert ([put.hex for put in asked.draft.puts], asked.draft.marks) == ([14], (10,))
    assert tap(match, 1, ("choose", "SW"), do("choose", "SW")) == 3
    owner = page(match, 0)
    assert "Your monolith unfolds. Knight (yours) comes to C4." in owner.text
    assert [(put.hex, put.tile.facing) for put in owner.draft.puts] == [(10, 0), (14, 4)]
    assert tap(match, 0, do("choose", "N")) == 2
    assert match.state.board[14].facing == 4  # type: ignore[union-attr]


def test_questions_of_several_owners_are_all_answered_by_panels() -> None:
    """Each of the two tiles belongs to another seat than the monolith (R13.5: in turn order)."""
    random = Random(3)
    for _ in range(6):
        match = match_in(
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
        action = random.choice(sorted(a for a in reachable(match, 0) if a[0] == "unfold"))
        match.play(0, action)
        while match.state.unfolding is not None:
            (seat,) = match.waiting()
            asked.append(seat)
            found = reachable(match, seat)
            assert found == wanted(match, seat)
            match.play(seat, random.choice(sorted(found)))
        assert asked == [2, 3]


def test_a_full_arena_is_said_before_it_is_filled() -> None:
    match = unfolding(
        KNIGHT,
        PIKEMAN,
        board={"C3": {"seat": 0, "tile": "banner"}, "A1": {"seat": 1, "tile": "banner"}},
        fill={"seat": 1, "tile": "mygalomorph"},
        empty=["C4", "D3"],
    )
    last = page(match, 0, "unfold", "C4", "D3")
    (press,) = [p for p in presses(last) if p.action_id == "do"]
    assert labels(last)[press] == "Unfold, fill the arena"
    assert "This fills the arena: a battle starts." in last.text
    tap(match, 0, ("unfold",), ("unfold", "C4"), press)
    assert any(isinstance(e, ev.BattleBegan) for e in match.events)


def test_what_lies_inside_is_told_to_its_owner_alone() -> None:
    match = unfolding({**KNIGHT, "wounds": 1}, None)
    assert "In your monolith: Knight (1 wound) and an empty segment." in page(match, 0).text
    for seat in (1, None):
        here = match.seat(seat)
        panel, cards = FACE.panel(here), FACE.panel(here, ("cards",))
        picture = FACE.pictures.private_board(here.say, here.view, panel.draft)
        texts = [panel.text, picture.alt, *labels(panel).values(), *labels(cards).values()]
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


def test_forged_tokens_about_monoliths_give_the_start() -> None:
    match = unfolding(KNIGHT, PIKEMAN)
    start = page(match, 0)
    # A hex that is open, or tokens that mean nothing yet, are a page like any other.
    harmless = {"unfold -", "unfold C? D3 Q"}
    for line in FORGED:
        panel = page(match, 0, *line.split())
        check(panel)
        if line not in harmless:
            assert panel.rows == start.rows, line
            assert "no longer possible" in panel.text
    match = preparing()
    start = page(match, 0)
    for line in FORGED_BEFORE:
        panel = page(match, 0, *line.split())
        check(panel)
        assert panel.rows == start.rows, line
    match = unfolding(KNIGHT, SPIKE)
    match.play(0, ("unfold", "knight", "C4", "D3"))
    start = page(match, 1)
    for line in ("choose X", "choose N N", "choose none", "unfold", "end", "place horror C3"):
        assert page(match, 1, *line.split()).rows == start.rows, line


def test_a_tile_that_cannot_be_played_says_why_when_it_is_pressed() -> None:
    match = match_in(
        factions=["guardians_of_the_realm", "lords_of_the_abyss"],
        board={"C3": {"seat": 0, "tile": "banner"}, "A1": {"seat": 1, "tile": "banner"}},
        reserves=[["push_back"], []],
    )
    (tile,) = [b for b in buttons(page(match, 0)) if b.press.tokens[:1] == ("why",)]
    assert not tile.disabled
    told = page(match, 0, *tile.press.tokens).text
    assert told.startswith("No enemy stands next to a tile of yours that can push. (R3.8)")
    assert page(match, 0).text in told
