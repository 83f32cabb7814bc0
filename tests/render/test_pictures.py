"""Pictures: every tile, sizes, determinism, previews, and what a public picture may not show."""

from __future__ import annotations

import hashlib
import io
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image

from games.api import Result
from games.monolith_arena.hexes import BY_NAME, DIRECTIONS
from games.monolith_arena.tiles import FACTIONS, TileType, faction, tile
from games.monolith_arena.view import MonolithView, Put, TileView, View
from render import theme
from render.encode import png
from render.monolith_arena import Overlay, board, draw_board, draw_card, slots
from render.monolith_arena.reserve import reserve_plane
from render.monolith_arena.theme import FIGHTING, PALETTE, POISON, STONE, STYLES, WOUND, SeatStyle, to_plane
from tests.render import views
from tests.render.views import ENGLISH

TILES = [t for f in FACTIONS for t in faction(f).tiles]
BOARD_TILES = [t for t in TILES if not t.is_order]


def decoded(data: bytes) -> Image.Image:
    picture = Image.open(io.BytesIO(data))
    picture.load()
    assert picture.format == "PNG"
    return picture.convert("RGB")


def digest(data: bytes) -> str:
    return hashlib.sha256(decoded(data).tobytes()).hexdigest()


@pytest.mark.parametrize("kind", BOARD_TILES, ids=lambda t: f"{t.faction}/{t.id}")
def test_every_tile_renders_in_every_facing(kind: TileType) -> None:
    seen = {
        f: slots.tile_picture(views.on(1, kind.faction, kind.id, name), ENGLISH).tobytes()
        for f, name in enumerate(DIRECTIONS)
    }
    assert len(set(seen.values())) == kind.period
    assert all(seen[f] == seen[f % kind.period] for f in seen)


@pytest.mark.parametrize("kind", BOARD_TILES, ids=lambda t: f"{t.faction}/{t.id}")
def test_no_two_tiles_of_a_faction_look_alike(kind: TileType) -> None:
    others = [t for t in BOARD_TILES if t.faction == kind.faction and t is not kind]
    mine = slots.tile_picture(TileView.printed(0, kind), ENGLISH).tobytes()
    assert all(slots.tile_picture(TileView.printed(0, t), ENGLISH).tobytes() != mine for t in others)


@pytest.mark.parametrize("kind", TILES, ids=lambda t: f"{t.faction}/{t.id}")
def test_every_card_is_drawn(kind: TileType) -> None:
    picture = decoded(draw_card(kind, ENGLISH, "kind", ("line", "line"), light=TILES.index(kind) % 2 == 0))
    assert picture.width == 1000
    assert picture.height <= 1000


@pytest.mark.parametrize("make", [views.middle, views.crowded, views.quartet, views.view])
def test_the_board_has_a_fixed_size_and_stays_small(make: object) -> None:
    data = draw_board(make(), ENGLISH)  # type: ignore[operator]
    assert decoded(data).size == (1000, 1000)
    assert len(data) < 400_000


def test_the_reserve_stands_below_the_board() -> None:
    tiles = faction(views.A).tiles[1:7]
    for count in range(7):
        position = views.view(
            views.middle().board, (views.seat(0, views.A, tiles[:count]), views.seat(1, views.B)), reader=0
        )
        picture = decoded(draw_board(position, ENGLISH, reserve=True))
        assert picture.width == 1000
        rows = 2 if count > 4 else 1 if count else 0
        assert picture.height == 1000 + 44 + 232 * rows + (12 if rows else 22)


@pytest.mark.parametrize("inside", [None, (None, None)])
def test_the_panel_of_the_reserve_has_a_rim_all_around(inside: tuple[None, None] | None) -> None:
    for count in range(4):
        tiles = faction(views.A).tiles[1 : 1 + count]
        seats = (views.seat(0, views.A, tiles), views.seat(1, views.B))
        monoliths = tuple(MonolithView(seat, (), inside, True) for seat in (0, 1)) if inside else ()
        position = views.view(views.middle().board, seats, reader=0, monoliths=monoliths)
        panel = reserve_plane(position, ENGLISH).convert("RGB")
        rim = [(x, y) for x in range(1000) for y in (0, 7, panel.height - 2)]
        rim += [(x, y) for x in (0, 2, 997, 999) for y in range(panel.height)]
        assert {panel.getpixel(at) for at in rim} == {theme.PAGE}


def test_the_public_view_has_no_reserve_picture() -> None:
    with pytest.raises(ValueError, match="no reserve"):
        draw_board(views.middle(), ENGLISH, reserve=True)


@pytest.mark.parametrize("stage", ["factions", "banners", "turn", "battle", "order", "over"])
def test_every_stage_renders(stage: str) -> None:
    result = Result(((0,), (1,)), "hit_points") if stage == "over" else None
    seats = (views.seat(0, None), views.seat(1, None)) if stage == "factions" else None
    phase = -1 if stage == "battle" else None
    position = views.view(seats=seats, stage=stage, result=result, phase=phase, active=None if result else 0)
    assert decoded(draw_board(position, ENGLISH)).size == (1000, 1000)


def _one(tile_view: TileView) -> View:
    return views.view(views.board(C3=tile_view))


@pytest.mark.parametrize(
    "change",
    [
        {"wounds": 1},
        {"poison": 1},
        {"entrenched": True},
        {"token": True},
        {"netted": True},
        {"disarmed": True},
        {"initiative": (2,)},
        {"hit_points": 3},
        {"melee_bonus": 1},
        {"venomous": True},
        {"seat": 1},
        {"facing": 3},
    ],
    ids=lambda change: next(iter(change)),
)
def test_every_condition_shows(change: dict[str, object]) -> None:
    plain = views.on(0, views.A, "knight")
    assert digest(draw_board(_one(plain), ENGLISH)) != digest(draw_board(_one(replace(plain, **change)), ENGLISH))  # type: ignore[arg-type]


def test_marks_show() -> None:
    position = views.middle()
    assert digest(draw_board(position, ENGLISH)) != digest(draw_board(position, ENGLISH, Overlay(marks=(3,))))


def test_a_ghost_changes_the_picture_near_its_hexes_only() -> None:
    position = views.middle()
    plain = decoded(draw_board(position, ENGLISH))
    put = Put(views.on(0, views.A, "pikeman", "NE"), BY_NAME["C4"], BY_NAME["C5"])
    preview = decoded(draw_board(position, ENGLISH, Overlay((put,))))
    assert preview.size == plain.size
    assert preview.tobytes() != plain.tobytes()
    assert preview.crop((0, 0, 1000, 350)).tobytes() == plain.crop((0, 0, 1000, 350)).tobytes()


def test_a_ghost_shows_for_every_tile_and_facing() -> None:
    for kind in BOARD_TILES:
        for facing in range(kind.period):
            put = Put(replace(TileView.printed(0, kind), facing=facing), BY_NAME["C4"])
            assert draw_board(views.middle(), ENGLISH, Overlay((put,)))


SCRIPT = """
import hashlib, io
from PIL import Image
from render.monolith_arena import draw_board
from tests.render import views
from tests.render.views import ENGLISH
for make in (views.middle, views.crowded, views.quartet):
    print(hashlib.sha256(Image.open(io.BytesIO(draw_board(make(), ENGLISH))).convert("RGB").tobytes()).hexdigest())
"""


def test_the_same_view_gives_the_same_pixels_in_every_process() -> None:
    root = Path(__file__).parents[2]
    run = subprocess.run([sys.executable, "-c", SCRIPT], cwd=root, capture_output=True, text=True, check=True)
    makers = (views.middle, views.crowded, views.quartet)
    assert run.stdout.split() == [digest(draw_board(make(), ENGLISH)) for make in makers]
    assert run.stdout.split() == [digest(draw_board(make(), ENGLISH)) for make in makers]


def test_threads_do_not_disturb_each_other() -> None:
    alone = digest(draw_board(views.quartet(), ENGLISH))
    board.forget()
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda _: digest(draw_board(views.quartet(), ENGLISH)), range(8)))
    assert set(found) == {alone}


def test_a_public_picture_does_not_depend_on_hidden_tiles() -> None:
    position = views.middle()
    hidden = replace(position.seats[0], unseen=((tile(views.A, "knight"), 4),))
    other = replace(position, seats=(hidden, position.seats[1]))
    assert digest(draw_board(position, ENGLISH)) == digest(draw_board(other, ENGLISH))


def test_every_colour_of_the_theme_survives_the_palette() -> None:
    for colour in PALETTE.colours:
        if all(c % 4 == 0 for c in colour):
            assert to_plane(Image.new("RGB", (1, 1), colour)).convert("RGB").getpixel((0, 0)) == colour
    assert len(PALETTE.colours) <= 255
    assert decoded(png(to_plane(Image.new("RGB", (3, 2), theme.MARK)))).getpixel((1, 1)) == theme.MARK


@pytest.mark.parametrize("style", STYLES[:FIGHTING], ids=lambda s: f"{s.faction}{s.light}")
def test_numerals_and_symbols_stand_out(style: SeatStyle) -> None:
    assert theme.contrast(style.ink, style.ground) >= 7
    assert theme.contrast(theme.DARK, theme.MARK) >= 7
    for symbol in (style.melee, style.ranged, style.net, style.path, style.strike, style.emblem):
        assert theme.contrast(symbol, style.ground) >= 4.5
    assert theme.contrast(style.frame, theme.PAGE) >= 2.4
    # A tile is told from the stones beside it by its field where that is light, else by its frame.
    assert max(theme.contrast(one, STONE) for one in (style.ground, style.frame)) >= 2


@pytest.mark.parametrize(
    ("ink", "ground"),
    [
        (theme.TEXT, theme.PAGE),
        (theme.TEXT, theme.PANEL),
        (theme.MUTED, theme.PANEL),
        (theme.MUTED, theme.SLOT),
        (theme.WHITE, WOUND),
        (theme.WHITE, POISON),
        (theme.DARK, theme.MUTED),
    ],
)
def test_text_is_readable(ink: theme.Colour, ground: theme.Colour) -> None:
    assert theme.contrast(ink, ground) >= 4.5
