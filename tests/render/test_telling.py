"""What must be told apart: seats without any colour and with colours seen otherwise, emblems by their outlines."""

from __future__ import annotations

from functools import cache

import pytest
from PIL import Image, ImageChops, ImageStat

from games.monolith_arena.tiles import FACTIONS, TileType, faction
from games.monolith_arena.view import TileView
from render import icons
from render.arena_of_heroes import signs as arena_signs
from render.canvas import Canvas
from render.monolith_arena import emblems, layout, slots, sprites
from render.monolith_arena.theme import FIGHTING
from render.monsters_and_myths import theme as monsters
from render.theme import DARK, WHITE
from tests.render.gallery import SIMULATIONS, simulated
from tests.render.views import ENGLISH

LOOKS = {"grey": lambda picture: picture.convert("L").convert("RGB")} | {
    name: (lambda picture, matrix=matrix: simulated(picture, matrix)) for name, matrix in SIMULATIONS.items()
}
PHONE = 0.4
NAMES = sorted({emblems.emblem(tile) for home in FACTIONS for tile in faction(home).tiles})


def rim() -> Image.Image:
    """The frame of a tile, where the seat shows."""
    canvas = sprites.slot_canvas(transparent=True)
    canvas.polygon(layout.corners(sprites.TILE), WHITE)
    inner = sprites.slot_canvas(transparent=True)
    inner.polygon(layout.corners(sprites.TILE - 6), WHITE)
    rim = ImageChops.subtract(canvas.done().getchannel("A"), inner.done().getchannel("A"))
    return rim.point(lambda alpha: 255 if alpha == 255 else 0)


@cache
def small(tile: TileType, style: int) -> Image.Image:
    picture = slots.tile_picture(TileView.printed(style, tile), ENGLISH)
    return picture.resize((round(picture.width * PHONE), round(picture.height * PHONE)), Image.Resampling.BOX)


def apart(one: Image.Image, other: Image.Image) -> float:
    """The mean difference of two pictures, 0 to 255."""
    return sum(ImageStat.Stat(ImageChops.difference(one, other)).mean) / 3


@pytest.mark.parametrize("look", LOOKS.values(), ids=LOOKS)
@pytest.mark.parametrize("one", range(FIGHTING))
def test_armies_and_sides_are_told_apart_on_a_telephone(one: int, look: object) -> None:
    for other in range(one):
        for home in FACTIONS:  # the same tile: nothing but the style differs
            tile = faction(home).tiles[1]
            difference = apart(look(small(tile, one)), look(small(tile, other)))  # type: ignore[operator]
            assert difference >= 8, (one, other, home, difference)


@pytest.mark.parametrize("style", range(FIGHTING))
def test_the_frame_is_that_of_the_style_whatever_the_tile(style: int) -> None:
    black, frame = Image.new("RGB", (layout.SLOT_WIDTH, layout.SLOT_HEIGHT)), rim()
    orders = [next(tile for tile in faction(home).tiles if tile.is_order) for home in FACTIONS]
    frames = {
        Image.composite(slots.tile_picture(TileView.printed(style, order), ENGLISH), black, frame).tobytes()
        for order in orders
    }
    assert len(frames) == 1


@cache
def silhouette(name: str) -> Image.Image:
    """An emblem as large as on a telephone, and a little out of focus."""
    canvas = Canvas(48, 48, WHITE, (24, 24))
    emblems.draw(canvas, name, 0, 0, 22, DARK, WHITE)
    return canvas.done().convert("L").resize((24, 24), Image.Resampling.BOX).resize((16, 16), Image.Resampling.BOX)


@pytest.mark.parametrize("one", NAMES)
def test_no_two_emblems_are_near_duplicates(one: str) -> None:
    for other in NAMES[: NAMES.index(one)]:
        difference = ImageStat.Stat(ImageChops.difference(silhouette(one), silhouette(other))).mean[0]
        assert difference >= 30, (other, difference)


def test_every_icon_that_is_kept_is_used_and_has_an_author() -> None:
    names = {emblems.emblem(tile) for home in FACTIONS for tile in faction(home).tiles}
    names |= {*emblems.CRESTS.values(), *emblems.FEATURES.values(), "hearts", "fire-bowl", "dolmen"}
    names |= monsters.ICONS | {*arena_signs.EMBLEMS.values(), *arena_signs.CARDS.values()}
    names |= {arena_signs.DELAY, arena_signs.EXPLORED, arena_signs.SPIDER, arena_signs.WRONG_WAY}
    names |= {"pine-tree", "stone-pile", "waves"}  # the grounds of an arena
    assert set(icons.chosen()) <= names
    for name in icons.chosen():
        assert icons.outlines(name)
    assert sum(map(len, icons.authors().values())) == len(icons.chosen())
