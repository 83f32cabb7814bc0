"""Names and other words fit their places in every language: nothing is cut off, covered or too small to read."""

from __future__ import annotations

import pytest

from bot.monolith_arena.texts.lettering import lettering
from bot.texts.phrases import LANGUAGES, phrases
from games.monolith_arena.tiles import FACTIONS, TileType, faction
from render.canvas import text_width
from render.fitting import fitting, wrap
from render.monolith_arena import cards, emblems, header, hexgrid, names, panel
from render.monolith_arena.lettering import BREAK, Lettering
from render.typeface import font

TILES = [t for f in FACTIONS for t in faction(f).tiles]
ALL = {language: lettering(phrases(language)) for language in LANGUAGES}


@pytest.mark.parametrize("words", ALL.values(), ids=ALL)
@pytest.mark.parametrize("kind", TILES, ids=lambda t: f"{t.faction}/{t.id}")
def test_every_tile_has_an_emblem_and_its_name_is_there_whole(kind: TileType, words: Lettering) -> None:
    assert emblems.emblem(kind)
    text = words.on_tile(kind)
    name = names.place_below(text) if kind.is_order else names.place(text)
    shown = "".join(line.text for line in name.lines).replace("-", "").replace(" ", "")
    assert shown == text.replace(BREAK, "").replace("-", "").replace(" ", ""), "nothing is left out"


@pytest.mark.parametrize("words", ALL.values(), ids=ALL)
def test_the_words_of_corners_fit(words: Lettering) -> None:
    states = ("turn", "play", "banner", "faction", "choose", "won")
    for state in states:
        assert fitting(words.state(state), 25, panel.CORNER_WIDTH - 40, True) >= 18, words.state(state)
    assert all(fitting(word, 20, 68) >= 15 for word in words.piles()), words.piles()
    for home in (*map(faction, FACTIONS), None):
        lines = wrap(words.faction(home), 24, 148, True)
        assert len(lines) <= 3, lines
        assert all(text_width(line, 24, True) * 15 / 24 <= 134 for line in lines), lines


@pytest.mark.parametrize("words", ALL.values(), ids=ALL)
def test_the_headlines_fit(words: Lettering) -> None:
    pairs = [(words.stage(stage), "") for stage in ("factions", "monoliths", "banners")]
    pairs += [(words.turn(123), words.phase(phase)) for phase in (None, 0, 10)]
    pairs += [(words.turn(123), words.last_turns(seats, extra)) for seats in ((0, 1, 2), ()) for extra in (False, True)]
    pairs += [(words.verdict(winners), words.after(123)) for winners in ((0,), (1, 2), ())]
    for first, second in pairs:
        pieces = header._pieces(first, second)
        assert min(piece.size for piece, _ in pieces) >= 18, (first, second)
        assert pieces[-1][1] + pieces[-1][0].width <= header.WIDTH, (first, second)


@pytest.mark.parametrize("words", ALL.values(), ids=ALL)
def test_cards_and_reserves_have_names_in_full(words: Lettering) -> None:
    room = cards.WIDTH - hexgrid.SLOT_WIDTH * 2 - 60
    for kind in TILES:
        assert fitting(words.tile(kind), 46, room, True, 1) >= 30, words.tile(kind)
        assert fitting(words.kind(kind), 25, room) >= 18, words.kind(kind)
        assert fitting(words.tile(kind), 25, 1000 // 4 - 16, True) >= 13, words.tile(kind)
        assert fitting(words.tile(kind), 25, 254, True) >= 13, words.tile(kind)
    assert fitting(words.own_reserve((1, 2), True), 28, 592, True) >= 18
    assert fitting(words.own_monolith(), 28, 200, True) >= 18, words.own_monolith()


@pytest.mark.parametrize("words", ALL.values(), ids=ALL)
def test_the_card_of_a_result_has_its_reason_on_two_lines(words: Lettering) -> None:
    for reason in ("agreed", "both_banners", "tie", "banner", "hit_points", "resigned", "timeout"):
        assert len(wrap(words.reason(reason), 28, 400, True)) <= 2, words.reason(reason)
    assert fitting(words.verdict((0, 1)), 58, 400, True) >= 30


@pytest.mark.parametrize("words", ALL.values(), ids=ALL)
def test_the_font_has_every_letter(words: Lettering) -> None:
    said = {
        text for kind in TILES for text in (words.tile(kind), words.on_tile(kind), words.kind(kind), *words.card(kind))
    }
    said |= {words.faction(home) for home in (*map(faction, FACTIONS), None)} | {*words.piles(), words.verdict((0, 1))}
    said |= {
        words.own_reserve((1, 2), True),
        words.own_monolith(True),
        words.empty_segment(),
        words.reader(),
        words.after(9),
    }
    for letter in {letter for text in said for letter in text} - {" "}:
        letters = font(40, letter)
        assert bytes(letters.getmask(letter)) != bytes(letters.getmask("\uffff")), letter


def test_a_name_may_be_broken_at_blanks_and_bars() -> None:
    assert names.ways("Greater Accel.") == [["Greater", "Accel."]]
    assert names.ways("Arque|busier") == [["Arque-", "busier"]]
    assert names.ways("Battle/|Charge") == [["Battle/", "Charge"]]
    assert names.ways("Große Be|schl.") == [["Große", "Beschl."], ["Große Be-", "schl."]]
    assert names.ways("Net") == []
