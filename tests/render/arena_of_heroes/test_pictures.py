"""Pictures of Arena of Heroes: what lies where, that nothing covers anything else, sizes, colours, words that fit."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from PIL import Image, ImageChops

from games.api import new_options
from games.arena_of_heroes.cards import CARDS, HEROES
from games.arena_of_heroes.game import GAME
from games.arena_of_heroes.ring import OFFSETS
from render import arena_of_heroes as pictures
from render.arena_of_heroes import corners, planes, signs
from render.arena_of_heroes.board import board_plane, share
from render.arena_of_heroes.seats import Corner, corner
from render.arena_of_heroes.theme import NIGHT, PALETTE, SEATS
from render.canvas import Canvas
from render.icons import outlines
from render.labels import Labels
from render.theme import contrast
from tests.render.arena_of_heroes.matches import ALL, ENGLISH, opened, some

SOME = (20, 9, 13, 3)
"""Hideouts of all kinds and on all sides."""
PHONE = 0.4
SMALLEST = 7.0
"""How many pixels of a telephone letters are high at least."""


@pytest.mark.parametrize("seats", [2, 4])
def test_boards_are_square_and_always_the_same(seats: int) -> None:
    view = some(seats, seats, 41)[40][2]
    first = pictures.draw_board(view, ENGLISH)
    pictures.forget()
    assert opened(pictures.draw_board(view, ENGLISH)).tobytes() == opened(first).tobytes()
    assert opened(first).size == (1000, 1000)


def test_a_state_is_never_drawn() -> None:
    state = GAME.new(GAME.formations[0], new_options(GAME, {}))
    for draw in (pictures.draw_board, pictures.draw_private, pictures.draw_result):
        with pytest.raises(TypeError):
            draw(state, ENGLISH)  # type: ignore[arg-type]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_corners_leave_the_ring_alone(seats: int) -> None:
    view = some(3, seats)[-1][2]
    for seat in view.seats:
        shown = corner(view, seat, ENGLISH)
        x = planes.WIDTH - corners.CORNER_WIDTH - corners.MARGIN if shown.right else corners.MARGIN
        _, y = corners._origin(right=shown.right, below=shown.below)
        for left, top, right, bottom in corners.pills(replace(shown, state="TO PLAY", bright=True)):
            inner = (x + left if shown.right else x + right, y + top if shown.below else y + bottom)
            assert math.dist(inner, planes.CENTRE) >= planes.OUTER - corners.ROUND, shown.seat


def test_seats_differ_by_more_than_colour() -> None:
    assert len({style.pattern for style in SEATS}) == len(SEATS)
    assert all(contrast(style.ground, style.ink) >= 7 for style in SEATS)


def test_all_heroes_symbols_and_lasting_cards_have_a_picture() -> None:
    assert set(signs.EMBLEMS) == set(HEROES)
    assert len(set(signs.EMBLEMS.values())) == len(HEROES)
    assert set(signs.SYMBOLS) == set(OFFSETS)
    assert set(signs.CARDS) == {card.id for card in CARDS.values() if card.kind == "item" or card.slot}
    assert all(outlines(name) for name in (*signs.EMBLEMS.values(), *signs.CARDS.values()))


@pytest.mark.parametrize(
    ("chance", "text"), [(1 / 3, "1/3"), (1 / 6, "1/6"), (0.4, "2/5"), (0.1, "1/10"), (0.2, "1/5")]
)
def test_chances_are_fractions_of_the_die(chance: float, text: str) -> None:
    assert share(chance) == text


def test_a_hide_die_lies_over_the_corner_of_whoever_rolls() -> None:
    view = some(4)[-1][2]
    plain = board_plane(view, ENGLISH)
    for seat in range(4):
        for colour in ("green", "red", "blank"):
            rolled = board_plane(view, ENGLISH, die=(seat, colour))
            left, top, right, bottom = ImageChops.difference(plain, rolled).getbbox()
            shown = corner(view, view.seats[seat], ENGLISH)
            x, y = corners._origin(right=shown.right, below=shown.below)
            assert x <= left
            assert right <= x + corners.CORNER_WIDTH
            assert y <= top
            assert bottom <= y + corners.CORNER_HEIGHT + corners.TAB
            assert right - left >= 2 * corners.DIE


_ROUNDED = 5
"""So far within a panel its rounded edges have no part any more."""


def _kept(shown: Corner) -> Image.Image:
    """A corner as it lies on a picture, put together from pieces."""
    plane = PALETTE.new_plane(planes.WIDTH, planes.HEIGHT, NIGHT)
    corners.put_corner(plane, shown)
    return plane


def _whole(shown: Corner) -> Image.Image:
    """The same drawn in one piece."""
    canvas = Canvas(planes.WIDTH, planes.HEIGHT, NIGHT)
    corners.draw_corner(canvas.moved(*corners._origin(right=shown.right, below=shown.below)), shown)
    return PALETTE.to_plane(canvas.done())


@pytest.mark.parametrize("labels", ALL.values(), ids=ALL)
def test_the_pieces_of_a_corner_look_as_if_they_were_drawn_in_one(labels: Labels) -> None:
    named = replace(labels, names=("Anna", "Wilhelmina Featherstonehaugh-Cholmondeley", "", "Lin"))
    shown = {corner(view, seat, named) for view, _, _ in some(6, most=160)[::5] for seat in view.seats}
    assert len(shown) > 60
    assert any(one.items for one in shown)
    assert any(one.delay for one in shown)
    for one in shown:
        x, y = corners._origin(right=one.right, below=one.below)
        kept, whole = _kept(one), _whole(one)
        for left, top, right, bottom in corners.pills(one):
            box = (x + left + _ROUNDED, y + top + _ROUNDED, x + right - _ROUNDED, y + bottom - _ROUNDED)
            assert kept.crop(box).tobytes() == whole.crop(box).tobytes(), one


def test_the_result_has_a_card() -> None:
    over = some(7, 2, None)[-1][2]
    assert opened(pictures.draw_result(over, ENGLISH)).size == (1000, 640)
    with pytest.raises(ValueError, match="not over"):
        pictures.draw_result(some(7, 2, 4)[3][2], ENGLISH)
