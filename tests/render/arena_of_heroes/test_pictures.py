"""Pictures of Arena of Heroes: what lies where, that nothing covers anything else, sizes, colours, words that fit."""

from __future__ import annotations

import io
import math
from dataclasses import replace
from itertools import combinations, islice, pairwise
from random import Random

import pytest
from PIL import Image, ImageChops

from bot.arena_of_heroes.texts.names import card_tile, hero_tile
from bot.texts.phrases import LANGUAGES, phrases
from games.api import new_options
from games.arena_of_heroes.cards import CARDS, HEROES
from games.arena_of_heroes.game import GAME
from games.arena_of_heroes.ring import GROUND, OFFSETS, RING
from games.arena_of_heroes.view import View
from games.referee import moments
from render import arena_of_heroes as pictures
from render.arena_of_heroes import corners, planes, signs, strip, wedges
from render.arena_of_heroes.board import board_plane, share
from render.arena_of_heroes.film import applied, frames
from render.arena_of_heroes.theme import CLOSED, GROUNDS, NIGHT, PALETTE, SEATS
from render.canvas import OVERSAMPLING, text_width, wrap
from render.caption import FILM
from render.icons import outlines
from render.labels import Labels
from render.theme import contrast

ENGLISH = Labels(phrases("en"))
SOME = (20, 9, 13, 3)
"""Hideouts of all kinds and on all sides."""
PHONE = 0.4
SMALLEST = 7.0
"""How many pixels of a telephone letters are high at least."""


def some(seed: int, seats: int = 4, most: int | None = 70) -> list[tuple[View, list[object], View]]:
    """A random match as everybody sees it: before each action, what happened, after it; at most so many of them."""
    way = next(way for way in GAME.formations if way.seats == seats)
    options = new_options(GAME, {"mode": "advanced", "deck": "all"})
    found = []
    for moment in islice(moments(GAME, Random(seed), way, options, bytes([seed]) * 32), most):
        shown = [e for event in moment.step.events if (e := GAME.show(event, None)) is not None]
        found.append((GAME.view(moment.before, None), shown, GAME.view(moment.step.state, None)))
    return found


def opened(data: bytes) -> Image.Image:
    picture = Image.open(io.BytesIO(data))
    picture.load()
    return picture


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


def test_no_two_hideouts_nor_their_conditions_look_alike() -> None:
    plane = PALETTE.new_plane(planes.WIDTH, planes.HEIGHT, NIGHT)
    seen = set()
    for hideout in SOME:
        plain = wedges.Wedge(hideout)
        for wedge in (
            plain,
            replace(plain, closed=True),
            replace(plain, light="struck"),
            replace(plain, hero=(0, "Bg")),
            replace(plain, hero=(1, "Bg")),
            replace(plain, hero=(0, "Bo")),
            replace(plain, ghost=(0, "Bg")),
            replace(plain, dots=(0, 2)),
            replace(plain, spiders=1),
            replace(plain, spiders=2),
            replace(plain, wrong_way=True),
        ):
            copy = plane.copy()
            wedges.put_wedge(copy, wedge)
            seen.add(copy.tobytes())
    assert len(seen) == 11 * len(SOME)


@pytest.mark.parametrize("hideout", RING)
def test_a_token_on_a_closed_hideout_lies_on_the_cross_where_nobody_stands(hideout: int) -> None:
    closed = wedges.Wedge(hideout, closed=True)
    for wedge, place in (
        (closed, planes.SEATED),
        (replace(closed, spiders=1), planes.SEATED),
        (replace(closed, hero=(0, "Bg")), planes.SIGN),
        (replace(closed, ghost=(0, "Bg")), planes.SIGN),
    ):
        planed = []
        for shown in (wedge, replace(wedge, wrong_way=True)):
            plane = PALETTE.new_plane(planes.WIDTH, planes.HEIGHT, NIGHT)
            wedges.put_wedge(plane, shown)
            planed.append(plane.convert("RGB"))
        box = ImageChops.difference(*planed).getbbox()
        assert box is not None, wedge
        x, y = planes.at(hideout, place)
        assert max(x - box[0], box[2] - x, y - box[1], box[3] - y) <= 26, wedge


def _circles(hideout: int, dots: int) -> dict[str, tuple[float, float, float]]:
    """What may lie in a hideout at once, as circles: the number, the sign, a hero with its letter, memory dots."""
    found = {
        "number": (*planes.at(hideout, planes.NUMBER), 18.0),
        "sign": (*planes.at(hideout, planes.SIGN), 16.0),
        "hero": (*planes.at(hideout, planes.SEATED), wedges.RADIUS * 1.0),
    }
    for n in range(dots):
        x, y = planes.at(hideout, planes.DOTS[0], (n - (dots - 1) / 2) * 25)
        found[f"dot {n}"] = (x, y, float(wedges.DOT))
    return found


@pytest.mark.parametrize("hideout", RING)
def test_nothing_in_a_hideout_lies_on_anything_else(hideout: int) -> None:
    for (one, a), (other, b) in combinations(_circles(hideout, 3).items(), 2):
        assert math.dist(a[:2], b[:2]) >= a[2] + b[2] - 1.5, (one, other)


@pytest.mark.parametrize("hideout", RING)
def test_what_lies_in_a_hideout_lies_within_it(hideout: int) -> None:
    middle = math.radians(planes.angle(hideout))
    for name, (x, y, radius) in _circles(hideout, 3).items():
        dx, dy = x - planes.CENTRE[0], y - planes.CENTRE[1]
        away = abs(dx * -math.sin(middle) + dy * math.cos(middle))
        half = math.hypot(dx, dy) * math.sin(math.radians(planes.SPAN / 2))
        assert away + radius <= half + 4, name
        assert math.hypot(dx, dy) - radius + 1 >= planes.INNER, name
        assert math.hypot(dx, dy) + radius <= planes.OUTER + 1, name


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_corners_leave_the_ring_alone(seats: int) -> None:
    view = some(3, seats)[-1][2]
    for seat in view.seats:
        shown = corners.corner(view, seat, ENGLISH)
        x = planes.WIDTH - corners.CORNER_WIDTH - corners.MARGIN if shown.right else corners.MARGIN
        y = planes.STRIP_Y - corners.CORNER_HEIGHT - corners.TAB - corners.MARGIN if shown.below else corners.MARGIN
        for left, top, right, bottom in corners._pills(replace(shown, state="TO PLAY")):
            inner = (x + left if shown.right else x + right, y + top if shown.below else y + bottom)
            assert math.dist(inner, planes.CENTRE) >= planes.OUTER - corners.ROUND, shown.seat


def test_letters_are_large_enough_on_a_telephone() -> None:
    for size in (36, 33 * 0.42 * 1.4, wedges.DOT / 1.16 * 1.4, 18):
        assert size * PHONE >= SMALLEST - 1.3
    assert 36 * PHONE >= 2 * SMALLEST


def _light(colour: tuple[int, int, int]) -> float:
    r, g, b = colour
    return 0.299 * r + 0.587 * g + 0.114 * b


def test_grounds_and_closed_hideouts_are_told_apart_in_grey() -> None:
    shades = sorted([_light(style.ground) for style in GROUNDS.values()] + [_light(CLOSED)])
    assert all(after - before > 22 for before, after in pairwise(shades))
    assert len({style.icon for style in GROUNDS.values()}) == len(GROUNDS) == len(set(GROUND.values()))


def test_seats_differ_by_more_than_colour() -> None:
    assert len({style.pattern for style in SEATS}) == len(SEATS)
    assert all(contrast(style.ground, style.ink) >= 7 for style in SEATS)


def test_all_heroes_symbols_and_lasting_cards_have_a_picture() -> None:
    assert set(signs.EMBLEMS) == set(HEROES)
    assert len(set(signs.EMBLEMS.values())) == len(HEROES)
    assert set(signs.SYMBOLS) == set(OFFSETS)
    assert set(signs.CARDS) == {card.id for card in CARDS.values() if card.kind == "item" or card.slot}
    assert all(outlines(name) for name in (*signs.EMBLEMS.values(), *signs.CARDS.values()))


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_fit_their_places(language: str) -> None:
    labels = Labels(phrases(language))
    marks = [labels(mark) for mark in ("PICKS A HERO", "TO ANSWER", "WINS", "TURN")]
    marks += [labels("TO PLAY · {count} left", count=9), labels("OUT · place {place}", place=4)]
    for mark in marks:
        assert text_width(mark, 19, True) <= corners.TAB_WIDTH - 24, mark
    for hero in HEROES.values():
        lines = wrap(labels(hero.title), corners.NAME, corners.CORNER_WIDTH - 98)
        assert len(lines) <= 2, hero.code
        assert all(text_width(line, corners.NAME) <= corners.CORNER_WIDTH - 98 for line in lines), hero.code
    for card in CARDS.values():
        if card.slot:
            assert text_width(labels(strip.LASTING[card.id]), 17) <= 370, card.id
            assert text_width(labels(card.title), 18, True) <= 370, card.id
    assert text_width(labels(strip.SUDDEN_DEATH), 26, True) <= 960
    assert OVERSAMPLING >= 2


@pytest.mark.parametrize(
    ("chance", "text"), [(1 / 3, "1/3"), (1 / 6, "1/6"), (0.4, "2/5"), (0.1, "1/10"), (0.2, "1/5")]
)
def test_chances_are_fractions_of_the_die(chance: float, text: str) -> None:
    assert share(chance) == text


def test_films_tell_each_roll_and_end_with_what_everybody_sees() -> None:
    shots = 0
    for before, events, after in some(5)[20:60]:
        found = frames(before, events, after, ENGLISH)
        assert found[-1].view == after
        rolls = [event for event in events if type(event).__name__ in ("Attacked", "HideDie", "ArenaCard")]
        assert len([frame for frame in found if frame.kind != "still"]) >= len(rolls)
        shots += len([frame for frame in found if frame.kind == "shot"])
        view = before
        for event in events:
            view = applied(view, event)
        _agree(view, after)
    assert shots > 5


def _agree(last: View, after: View) -> None:
    """The last frame that was worked out from events has what the real position has, where events tell it."""
    if after.phase == "over":
        return
    for made, real in zip(last.seats, after.seats, strict=True):
        if real.alive:
            assert (made.stamina, made.hidden, made.at) == (real.stamina, real.hidden, real.at)
            assert made.spared == real.spared


def test_a_film_and_its_stills_can_be_drawn() -> None:
    match = some(6)
    before, _, _ = match[30]
    events = [event for _, happened, _ in match[30:36] for event in happened]
    found = frames(before, events, match[35][2], ENGLISH)
    film = opened(pictures.draw_film(found, ENGLISH))
    assert film.size == (1000, 1000 + FILM.height)
    assert getattr(film, "n_frames", 1) >= len(found) - 1
    assert opened(pictures.draw_strip(found, ENGLISH)).size[0] > 600
    with pytest.raises(ValueError, match="frame"):
        pictures.draw_film([], ENGLISH)


def test_a_hide_die_lies_over_the_corner_of_whoever_rolls() -> None:
    view = some(4)[-1][2]
    plain = board_plane(view, ENGLISH)
    for seat in range(4):
        for colour in ("green", "red", "blank"):
            rolled = board_plane(view, ENGLISH, die=(seat, colour))
            left, top, right, bottom = ImageChops.difference(plain, rolled).getbbox()
            shown = corners.corner(view, view.seats[seat], ENGLISH)
            x, y = corners._origin(right=shown.right, below=shown.below)
            assert x <= left
            assert right <= x + corners.CORNER_WIDTH
            assert y <= top
            assert bottom <= y + corners.CORNER_HEIGHT + corners.TAB
            assert right - left >= 2 * corners.DIE


@pytest.mark.parametrize("language", LANGUAGES)
def test_tiles_have_room_for_all_that_is_printed(language: str) -> None:
    say = phrases(language)
    found = [hero_tile(say, hero) for hero in HEROES.values()] + [card_tile(say, card) for card in CARDS.values()]
    for tile in found:
        assert tile.name
        assert tile.lines
        for wide, size in ((980, 29.0), (485, 25.0)):
            for line in wrap(" ".join(tile.lines), size, wide - 44):
                assert text_width(line, size) <= wide - 44, line
    for shown in ([found[0]], found[:2], found[:7], found[-3:]):
        assert opened(pictures.draw_tiles(shown)).width == 1000
    with pytest.raises(ValueError, match="at least one"):
        pictures.draw_tiles([])


def test_a_film_has_the_colours_of_its_frames() -> None:
    played = some(6, most=30)
    before, after = played[0][0], played[-1][2]
    found = frames(before, [event for _, events, _ in played for event in events], after, ENGLISH)
    film = opened(pictures.draw_film(found[:4], ENGLISH))
    film.seek(1)  # after the poster
    shown = film.convert("RGB").crop((0, 0, 1000, 1000))
    first = board_plane(found[0].view, ENGLISH, middle=found[0].middle, light=found[0].light, counted=False)
    assert shown.tobytes() == first.convert("RGB").tobytes()


def test_the_result_has_a_card() -> None:
    over = some(7, 2, None)[-1][2]
    assert opened(pictures.draw_result(over, ENGLISH)).size == (1000, 640)
    with pytest.raises(ValueError, match="not over"):
        pictures.draw_result(some(7, 2, 4)[3][2], ENGLISH)
