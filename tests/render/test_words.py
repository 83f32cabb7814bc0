"""The same positions in words: limits, the short form, and what they must not tell."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.monolith_arena.hexes import BY_NAME
from games.monolith_arena.tiles import FACTIONS, TileType, faction, tile
from games.monolith_arena.view import MonolithView
from render import monolith_arena
from render.monolith_arena import Ghost, alt_text, card_words, short, text_board, tile_name, waiting, words
from tests.render import views

TILES = [t for f in FACTIONS for t in faction(f).tiles]


def test_exports_are_sorted_and_there() -> None:
    assert list(monolith_arena.__all__) == sorted(monolith_arena.__all__)
    assert all(hasattr(monolith_arena, name) for name in monolith_arena.__all__)


def test_the_short_form() -> None:
    assert short(views.on(0, views.A, "pikeman", "NE", wounds=1)) == "Pikeman NE 1w"
    assert short(views.on(0, views.A, "banner", "NE")) == "Banner"
    assert short(views.on(1, views.B, "wraith", "S", netted=True, poison=2)) == "Wraith S 2p netted"
    assert short(views.on(1, views.B, "mygalomorph", "S")) == "Mygalomorph NE", "it repeats after two facings"


def test_alt_text_says_all_that_a_picture_shows() -> None:
    text = alt_text(views.middle(), marks=(BY_NAME["C2"],))
    assert "A3 A Knight NE 1w" in text
    assert "C3 A Swordsman NE 2p disarmed" in text
    assert "Hit points A 17 B 14" in text
    assert "Waiting for A to play" in text
    assert "Last moves C2" in text
    ghost = Ghost(views.on(0, views.A, "pikeman", "SE"), BY_NAME["C4"])
    assert "Preview: A Pikeman SE on C4" in alt_text(views.middle(), ghost=ghost)


def test_the_most_crowded_position_keeps_the_limits() -> None:
    position = views.crowded()
    ghost = Ghost(position.board[0], 5, 6)  # type: ignore[arg-type]
    for text in (alt_text(position), alt_text(position, marks=range(19), ghost=ghost, reserve=True)):
        assert len(text) <= 1024
        assert not text.endswith("…")
        assert text.count(" 5p ") >= 19, "no tile is left out"
    assert len(words(position)) <= 4096
    assert "E3: C" in words(position)


def test_words_come_in_a_fixed_order() -> None:
    lines = words(views.middle()).splitlines()
    assert lines[0] == "Turn 9. Waiting for A to play."
    assert lines[1].startswith("A: Dragon Empire, 17 hit points, stack 12, reserve 3")
    assert lines[2].startswith("B: Lords of the Abyss, 14 hit points")
    assert [line[:8] for line in lines[3:]] == [f"Column {c}" for c in "ABCDE"]
    assert "B2: A Pikeman, facing SE, netted, initiative 3, melee +1" in lines[4]
    assert "empty: C4" in lines[5]


def test_the_own_reserve_is_told_and_a_hidden_one_is_not() -> None:
    held = (tile(views.A, "landsknecht"), tile(views.A, "battle_charge"))
    seats = (views.seat(0, views.A, held), views.seat(1, views.B))
    own = views.view(seats=seats, reader=0)
    assert "reserve: Landsknecht, Battle/Charge" in words(own)
    assert "Reserve: Landsknecht, Battle/Charge" in alt_text(own, reserve=True)
    assert "Landsknecht" not in alt_text(own)
    public = replace(own, reader=None, seats=(views.seat(0, views.A, count=2), seats[1]))
    for text in (words(public), alt_text(public), alt_text(public, reserve=True), text_board(public)):
        assert "Landsknecht" not in text
    assert "reserve 2" in words(public)


def test_nobody_is_told_what_has_not_been_seen() -> None:
    for position in (views.middle(), views.quartet()):
        on_board = {t.type.name for t in position.board if t}
        open_names = on_board | {t.name for s in position.seats for t in s.discards}
        text = words(position) + alt_text(position) + text_board(position)
        for kind in {t for s in position.seats for t, _ in s.unseen}:
            if not any(kind.name in name for name in open_names):
                assert kind.name not in text


@pytest.mark.parametrize("kind", TILES, ids=lambda t: f"{t.faction}/{t.id}")
def test_cards_say_everything(kind: TileType) -> None:
    text = card_words(kind)
    assert text.startswith(tile_name(kind))
    assert faction(kind.faction).name in text
    assert kind.text in text
    for symbol in ("melee", "ranged", "armor", "net"):
        assert any(getattr(kind, symbol)) == (f"\n{symbol.capitalize()}: " in text)
    for feature in ("maneuver", "rotation", "teleport", "cavalry", "venom", "boundless"):
        assert getattr(kind, feature) == (f"\n{feature.capitalize()}: " in text)


def test_the_board_in_letters_fits_a_phone() -> None:
    drawn = text_board(views.crowded())
    assert max(map(len, drawn.splitlines())) <= 45
    for name in BY_NAME:
        assert drawn.count(name) == 1


def test_who_is_waited_for() -> None:
    assert waiting(views.crowded()) == "Waiting for A, B, C and D to choose the wound that a rune takes away."
    assert waiting(views.view(choices=())) == "Nobody is waited for."


def test_monoliths_in_words() -> None:
    crowded = views.crowded()
    lower = tuple(MonolithView(seat, (2 * seat, 2 * seat + 1), (), True) for seat in range(4))
    seats = tuple(replace(seat, prepared=True) for seat in crowded.seats)
    position = replace(crowded, monoliths=lower, seats=seats, reinforcement=True, plays=2)
    ghost = Ghost(position.board[0], 5, 6)  # type: ignore[arg-type]
    text = alt_text(position, marks=range(19), ghost=ghost, reserve=True)
    assert "Monoliths unfolded: A A1+A2, B A3+B1, C B2+B3, D B4+C1." in text
    assert len(text) <= 1024
    assert not text.endswith("…")
    assert "Tiles that may still be played this turn: 2." in words(position)
    assert "Teams: A and B against C and D, with common hit points." in words(position)
    folded = MonolithView(0, (), None, False)
    two = views.middle()
    hidden = replace(two, monoliths=(folded,), seats=tuple(replace(seat, prepared=True) for seat in two.seats))
    assert "Monolith of A: folded at" in words(hidden)
    assert "contents not seen yet." in words(hidden)
    assert "Monoliths" not in alt_text(hidden), "folded, it is a banner in every respect"
