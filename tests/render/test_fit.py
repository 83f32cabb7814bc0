"""Names and other words fit their places in every language: nothing is cut off, covered or too small to read."""

from __future__ import annotations

import pytest
from PIL import Image, ImageChops, ImageDraw

from bot.monolith_arena.texts.lettering import lettering
from bot.texts.phrases import LANGUAGES, phrases
from games.monolith_arena.tiles import FACTIONS, TileType, faction
from render import theme
from render.canvas import text_width
from render.fitting import fitting, wrap
from render.monolith_arena import cards, emblems, header, hexgrid, markers, names, panel, sprites
from render.monolith_arena.lettering import BREAK, Lettering
from render.monolith_arena.symbols import draw_edges, draw_weapon, weapons
from render.monolith_arena.theme import SEATS
from render.typeface import font

TILES = [t for f in FACTIONS for t in faction(f).tiles]
SMALLEST = 15.0
"""No name on a tile is smaller."""
TOUCHED = 0.08
"""The share of a name's letters that may touch symbols: the lightning of a Morlock reaches that far inwards."""
OUTSIDE = 40
"""How many pixels of a name may lie on the frame."""
ALL = {language: lettering(phrases(language)) for language in LANGUAGES}


def ink(name: names.Name) -> Image.Image:
    """Where the letters of a name are, without the halo around them."""
    canvas = sprites.slot_canvas(transparent=True)
    for line in name.lines:
        canvas.text(line.x, line.y, line.text, name.size, theme.WHITE, bold=True)
    return canvas.done().getchannel("A").point(lambda alpha: 255 if alpha > 128 else 0)


def symbols(tile: TileType, facing: int) -> Image.Image:
    """Where the symbols at the edges are, without the rims that set them off."""
    style = SEATS[0]
    canvas = sprites.slot_canvas(transparent=True)
    canvas.polygon(hexgrid.corners(sprites.TILE), style.ground)
    draw_edges(canvas, tile, facing, style)
    for weapon in weapons(tile, facing, 0):
        draw_weapon(canvas, weapon)
    for badge in markers.badges(sprites.plain(tile, 0, facing)):
        markers.draw_badge(canvas, badge)
    plain = sprites.slot_canvas(transparent=True)
    plain.polygon(hexgrid.corners(sprites.TILE), style.ground)
    difference = ImageChops.difference(canvas.done().convert("RGB"), plain.done().convert("RGB")).convert("L")
    return difference.point(lambda value: 255 if value > 40 else 0)


def inside() -> Image.Image:
    """The tile within its frame."""
    mask = Image.new("L", (hexgrid.SLOT_WIDTH, hexgrid.SLOT_HEIGHT))
    x, y = sprites.CORNER
    ImageDraw.Draw(mask).polygon([(x + a, y + b) for a, b in hexgrid.corners(sprites.TILE - 10)], fill=255)
    return mask


INSIDE = inside()


def covered(mask: Image.Image) -> int:
    """How many pixels are set."""
    return mask.histogram()[255]


@pytest.mark.parametrize("words", ALL.values(), ids=ALL)
@pytest.mark.parametrize("kind", TILES, ids=lambda t: f"{t.faction}/{t.id}")
def test_every_tile_has_a_name_that_fits_at_every_facing(kind: TileType, words: Lettering) -> None:
    assert kind.id in emblems.EMBLEMS
    text = words.on_tile(kind)
    for facing in range(kind.period):
        name = names.place(text, names.room(kind, facing)) if not kind.is_order else names.place_below(text, 46)
        letters = ink(name)
        assert name.size >= SMALLEST, text
        assert covered(ImageChops.subtract(letters, INSIDE)) <= OUTSIDE, text
        touched = covered(ImageChops.multiply(letters, symbols(kind, facing)))
        assert touched <= TOUCHED * covered(letters), (text, facing, touched)
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
    for seat in range(4):
        assert fitting(words.reserve_of(seat, (1, 2), True), 28, 592, True) >= 18
        assert fitting(words.monolith_of(seat), 28, 200, True) >= 18, words.monolith_of(seat)


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
    said |= {words.reserve_of(0, (1, 2), True), words.monolith_of(0, True), words.empty_segment(), words.after(9)}
    for letter in {letter for text in said for letter in text} - {" "}:
        letters = font(40, letter)
        assert bytes(letters.getmask(letter)) != bytes(letters.getmask("\uffff")), letter


def test_a_name_may_be_broken_at_blanks_and_bars() -> None:
    assert names.ways("Greater Accel.") == [["Greater", "Accel."]]
    assert names.ways("Arque|busier") == [["Arque-", "busier"]]
    assert names.ways("Battle/|Charge") == [["Battle/", "Charge"]]
    assert names.ways("Große Be|schl.") == [["Große", "Beschl."], ["Große Be-", "schl."]]
    assert names.ways("Net") == []
