"""The fast path: kept drawings give the same pixels, the disk may fail in any way, films and files are right."""

from __future__ import annotations

import hashlib
import io
import struct
import zlib
from functools import partial
from itertools import islice
from random import Random

import pytest
from PIL import Image

from benchmarks.faces import DRAWN
from bot.registry import FACES
from games.api import formation_for, new_options
from games.draws import Draws
from games.monolith_arena.game import GAME
from games.monolith_arena.referee import random_action
from games.monolith_arena.view import Frame, View
from games.referee import moments
from render import theme
from render.encode import DEFLATE, Deflate, png, slow_deflate
from render.monolith_arena import (
    Overlay,
    board,
    draw_board,
    slots,
    sprites,
)
from render.monolith_arena.film import planes
from render.monolith_arena.reserve import reserve_plane
from render.monolith_arena.theme import EARTH, FIGHTING, POISON, STYLES, WOUND, SeatStyle
from tests.render import views
from tests.render.views import ENGLISH
from tests.support import naive
from tests.support.obvious import whole


def pixels(view: View) -> bytes:
    return board.board_plane(view, ENGLISH).tobytes()


VARIANTS = (
    (2, {}),
    (2, {"monoliths": True}),
    (4, {"monoliths": True, "reinforcement": True}),
    (3, {"monoliths": True}),
    (4, {}),
)
"""Numbers of seats and options of matches."""


def random_views(count: int, seed: int) -> list[View]:
    """Positions of random matches, as many of every variant, each from all parts of its matches."""
    random, found = Random(seed), []
    share = count // len(VARIANTS)
    for seats, options in VARIANTS:
        some: list[View] = []
        while len(some) < share:
            draws, state = Draws(random.randbytes(32)), GAME.new(formation_for(GAME, seats), new_options(GAME, options))
            while state.result is None:
                seat, action = random_action(state, random)
                state = GAME.carry_out(state, seat, action, draws).state
                some.append(GAME.view(state, random.choice((None, *range(seats)))))
        found += [some[n * len(some) // share] for n in range(share)]
    return found


def kept_equals_new(moves: int, fresh_every: int) -> None:
    """Kept drawings in any order of positions give what a start from nothing gives."""
    found = random_views(moves, 11)
    before = [hashlib.sha256(pixels(view)).digest() for view in found]
    for n in range(0, len(found), fresh_every):
        sprites._tiles.clear()
        slots._hexes.clear()
        assert hashlib.sha256(pixels(found[n])).digest() == before[n]
    frames = [Frame(view) for view in found]  # a film redraws only what has changed
    for n, plane in enumerate(planes(frames[:: max(1, fresh_every // 4)], ENGLISH)):
        assert hashlib.sha256(plane.tobytes()).digest() == before[n * max(1, fresh_every // 4)]


def test_kept_drawings_do_not_change_the_picture() -> None:
    kept_equals_new(300, 20)


@pytest.mark.long
def test_kept_drawings_do_not_change_the_picture_in_ten_thousand_moves() -> None:
    kept_equals_new(10_000, 4)


def test_drawings_made_anew_are_the_same() -> None:
    view = views.quartet()
    first = pixels(view)
    board.forget()
    assert pixels(view) == first


@pytest.mark.parametrize("make", [views.middle, views.quartet, views.monoliths, views.unfolding])
def test_fast_and_slow_show_the_same_picture(make: object) -> None:
    view = make()  # type: ignore[operator]
    fast = Image.open(io.BytesIO(draw_board(view, ENGLISH)))
    assert naive.psnr(fast, naive.unquantised(view)) >= 38


def test_fast_and_naive_show_the_same_picture() -> None:
    view = views.middle()
    fast = Image.open(io.BytesIO(draw_board(view, ENGLISH)))
    slow = naive.picture(view)
    assert naive.psnr(fast, slow) >= 27  # the slow filter draws a bright and a dark rim along every edge
    assert naive.psnr(fast.convert("RGB").reduce(4), slow.reduce(4)) >= 38
    assert len(draw_board(view, ENGLISH)) <= 0.3 * len(naive.png(slow))


@pytest.mark.parametrize("name", DRAWN)
def test_boards_of_other_games_are_as_small_and_as_true(name: str) -> None:
    game, (plane_of, _) = FACES[name].game, DRAWN[name]
    draw = partial(plane_of, game.view(next(islice(moments(game, Random(5)), 20, None)).before, None), ENGLISH)
    assert naive.psnr(draw(), whole(draw, careful=False)) >= 38
    assert len(png(draw())) <= 0.3 * len(naive.png(whole(draw)))


def test_without_isal_only_the_file_differs() -> None:
    plane = board.board_plane(views.middle(), ENGLISH)
    files = [png(plane), png(plane, slow_deflate)]
    one, other = (Image.open(io.BytesIO(data)) for data in files)
    assert one.tobytes() == other.tobytes() == plane.tobytes()


def test_rows_of_earlier_pictures_leave_nothing_in_later_ones() -> None:
    board_ = board.board_plane(views.middle(), ENGLISH)
    large = Image.new("P", (1600, 1600), 3)  # more than a thread keeps room for
    large.putpalette(board_.getpalette() or [])
    planes_ = [board_, board_.crop((0, 0, 7, 5)), large, board_.crop((300, 100, 901, 800)), board_]
    for plane in planes_:
        assert Image.open(io.BytesIO(png(plane))).tobytes() == plane.tobytes()


@pytest.mark.parametrize("deflate", [DEFLATE, slow_deflate])
def test_every_checksum_of_a_file_is_right(deflate: Deflate) -> None:
    plane = board.board_plane(views.middle(), ENGLISH)
    data, chunks = png(plane, deflate), {}
    at = 8
    while at < len(data):
        (length,) = struct.unpack_from(">I", data, at)
        kind, body = data[at + 4 : at + 8], data[at + 8 : at + 8 + length]
        assert struct.unpack_from(">I", data, at + 8 + length) == (zlib.crc32(kind + body),)
        chunks[kind] = body
        at += 12 + length
    assert list(chunks) == [b"IHDR", b"PLTE", b"IDAT", b"IEND"]
    assert len(zlib.decompress(chunks[b"IDAT"])) == (plane.width + 1) * plane.height


def test_a_picture_is_drawn_below_the_board_of_its_reader() -> None:
    for n, view in enumerate(random_views(60, 23)):
        marks = (n % 19, 3 * n % 19)
        whole = board.board_plane(view, ENGLISH, Overlay(marks=marks)).tobytes()
        assert Image.open(io.BytesIO(draw_board(view, ENGLISH, Overlay(marks=marks)))).tobytes() == whole
        if view.reader is not None:
            below = reserve_plane(view, ENGLISH).tobytes()
            assert (
                Image.open(io.BytesIO(draw_board(view, ENGLISH, Overlay(marks=marks), reserve=True))).tobytes()
                == whole + below
            )


def test_rows_that_an_earlier_picture_had_are_not_packed_again() -> None:
    packed = []

    def deflate(raw: bytes) -> bytes:
        packed.append(raw)
        return slow_deflate(raw)

    plane = board.board_plane(views.middle(), ENGLISH)
    png(plane, deflate)
    whole = len(packed)
    plane.putpixel((500, 3), plane.getpixel((500, 3)) ^ 1)  # type: ignore[operator]
    changed = png(plane, deflate)
    assert len(packed) == whole + 1
    assert Image.open(io.BytesIO(changed)).tobytes() == plane.tobytes()


def test_the_same_picture_is_drawn_once() -> None:
    first, again = (draw_board(views.middle(), ENGLISH, Overlay(marks=(3,))) for _ in range(2))
    assert first is again
    assert draw_board(views.middle(), ENGLISH) is not first


# contrast


@pytest.mark.parametrize("style", STYLES[:FIGHTING], ids=lambda s: f"{s.faction}{s.light}")
def test_every_numeral_and_symbol_has_enough_contrast(style: SeatStyle) -> None:
    symbols = ("ink", "melee", "ranged", "net", "path", "strike")
    for below in (style.ground, style.ring):
        weak = {s: round(theme.contrast(getattr(style, s), below), 2) for s in symbols}
        assert all(value >= 4.5 for value in weak.values()), weak
    assert theme.contrast(style.emblem, style.ground) >= 4.5


def test_every_badge_has_enough_contrast() -> None:
    for fill in (WOUND, POISON, theme.DARK, EARTH, STYLES[0].path):
        assert theme.contrast(theme.WHITE, fill) >= 4.5
    assert theme.contrast(theme.DARK, theme.MARK) >= 4.5
    assert theme.contrast(theme.MUTED, theme.SLOT) >= 4.5
    for style in STYLES[:FIGHTING]:
        assert theme.contrast(style.frame, theme.EMPTY_BAR) >= 1.5
