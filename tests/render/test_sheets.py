"""The sheets of tiles and of symbols: everything fits and can be read in every language, what is chosen is set off."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from bot.monolith_arena import face, guide
from bot.monolith_arena.pages import setup as groups
from bot.texts.phrases import LANGUAGES, phrases
from games.monolith_arena.tiles import FACTIONS, TileType, faction
from render.canvas import text_width
from render.monolith_arena import Group, Outcome, draw_tiles, sheets
from render.monolith_arena.sheets import ACROSS, LEAST, WIDTH, fitted
from tests.render import views
from tests.render.views import ENGLISH

ON_A_PHONE = 0.4
"""A sheet of a thousand pixels on a telephone."""


def opened(data: bytes) -> Image.Image:
    return Image.open(io.BytesIO(data)).convert("RGB")


def for_the_board(home: str) -> list[TileType]:
    return [tile for tile in dict.fromkeys(faction(home).deck()) if not tile.is_order]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_of_every_symbol_fit_and_can_be_read_on_a_telephone(language: str) -> None:
    say = phrases(language)
    width, height = sheets.WORDS_WIDTH, sheets.WORDS_HEIGHT
    for sheet in guide.SHEETS.values():
        for words in guide.sentences(say, sheet):
            size, lines = fitted(words, sheets.WORDS_SIZE, width, height)
            assert len(lines) * size * sheets.LEADING <= height, words
            assert size * ON_A_PHONE >= 9, words
            assert all(text_width(line, size) <= width for line in lines), words


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_captions_of_every_tile_fit(language: str) -> None:
    say, view = phrases(language), views.view()
    for home in FACTIONS:
        found = (
            *groups.of_faction(say, view, home),
            *groups.of_factions(say, view, [home]),
            *groups.of_monolith(say, view, for_the_board(home), []),
        )
        for group in found:
            assert text_width(group.title, LEAST, True) <= WIDTH - 40
            for shown in group.tiles:
                size, lines = fitted(shown.caption, sheets.CAPTION_SIZE, sheets.CAPTION_WIDTH, sheets.CAPTION)
                assert len(lines) * size * sheets.LEADING <= sheets.CAPTION, shown.caption
                assert all(text_width(line, size) <= sheets.CAPTION_WIDTH for line in lines), shown.caption


def test_every_sheet_is_as_wide_as_a_board() -> None:
    say = phrases("en")
    for name, sheet in guide.SHEETS.items():
        picture = guide.picture(say, sheet)
        assert opened(picture.data).width == WIDTH, name
        assert picture.data == guide.picture(say, sheet).data
        for words in guide.sentences(say, sheet)[:3]:
            assert words in picture.alt


def test_every_feature_and_every_outcome_is_explained() -> None:
    shown = [one for sheet in guide.SHEETS.values() for one, _ in sheet.symbols]
    kinds = {one.kind for one in shown if isinstance(one, Outcome)}
    assert kinds == {"wounds", "armor", "absorbed", "poison"}
    tiles = [one.type for one in shown if not isinstance(one, Outcome)]
    features = ("maneuver", "rotation", "teleport", "cavalry", "venom", "boundless", "assassination", "transformation")
    for feature in features:
        assert any(getattr(tile, feature) for tile in tiles), feature


def test_a_faction_shows_all_its_tiles_with_their_numbers() -> None:
    say, view = phrases("en"), views.view()
    for home in FACTIONS:
        shown = [tile for group in groups.of_faction(say, view, home) for tile in group.tiles]
        assert [one.tile.type for one in shown] == sorted(faction(home).tiles, key=lambda tile: tile.is_order)
        alt = face.sheet(say, groups.of_faction(say, view, home)).alt
        assert all(one.caption in alt for one in shown)


def test_what_is_chosen_is_set_off_and_nothing_else_changes() -> None:
    say, view, tiles = phrases("en"), views.view(), for_the_board(FACTIONS[0])
    plain, chosen = groups.of_monolith(say, view, tiles, []), groups.of_monolith(say, view, tiles, tiles[6:7])
    before, after = opened(draw_tiles(plain, ENGLISH)), opened(draw_tiles(chosen, ENGLISH))
    changed = [
        (x, y)
        for x in range(before.width)
        for y in range(before.height)
        if before.getpixel((x, y)) != after.getpixel((x, y))
    ]
    column, row = min(x for x, _ in changed) // sheets.PITCH, (min(y for _, y in changed) - sheets.TITLE) // sheets.CELL
    assert (column, row) == (6 % ACROSS, 6 // ACROSS)
    assert max(x for x, _ in changed) - min(x for x, _ in changed) < sheets.PITCH
    assert "(chosen)" in face.sheet(say, chosen).alt
    assert "(chosen)" not in face.sheet(say, plain).alt


def test_a_group_without_tiles_is_a_title() -> None:
    assert opened(draw_tiles((Group("Nothing", ()),), ENGLISH)).height == sheets.tiles_height((Group("Nothing", ()),))
