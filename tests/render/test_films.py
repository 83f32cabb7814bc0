"""Films of battles and the card of a result."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest
from PIL import Image, ImageChops

from games.api import Result
from games.monolith_arena import events as ev
from games.monolith_arena.hexes import BY_NAME
from games.monolith_arena.replay import film
from games.monolith_arena.view import Frame
from render.film import gif
from render.monolith_arena import draw_film, draw_result, draw_strip
from render.monolith_arena import film as films
from render.monolith_arena.board import hex_corner
from render.monolith_arena.film import planes
from render.monolith_arena.theme import PALETTE
from render.theme import MARK, PAGE
from tests.games.monolith_arena.test_replay import steps
from tests.render import views
from tests.render.views import ENGLISH


def test_a_folding_is_drawn_and_what_follows_is_the_same_as_drawn_alone() -> None:
    before, events, after = max(
        steps(2, ev.Folded, 2, monoliths=True), key=lambda s: sum(isinstance(e, ev.Folded) for e in s[1])
    )
    frames = film(before, events, after)
    drawn = planes(frames, ENGLISH)
    assert drawn[-1].tobytes() == planes(frames[-1:], ENGLISH)[0].tobytes()
    at = next(n for n, f in enumerate(frames) if isinstance(f.event, ev.Folded))
    assert drawn[at].tobytes() != planes([replace(frames[at], event=None)], ENGLISH)[0].tobytes()
    assert Image.open(io.BytesIO(draw_film(frames, ENGLISH))).format == "GIF"


def staged() -> list[Frame]:
    """Every kind of attack at once, then the end."""
    before = views.middle()
    nothing = ev.Wounds("fire", 0, (), (), (), (), (17, 13))
    frames = film(before, [*views.battle(), nothing], before)
    return [*frames[:-2], Frame(replace(frames[-2].view, choices=before.choices))]


def test_a_film_can_be_read_and_is_exact() -> None:
    frames = staged()
    animation = Image.open(io.BytesIO(draw_film(frames, ENGLISH)))
    drawn = planes(frames, ENGLISH)
    assert animation.size == (1000, 1000)
    shown = []
    for n in range(animation.n_frames):
        animation.seek(n)
        shown.append((animation.convert("RGB"), animation.info["duration"]))
    still = [picture for picture, duration in shown if duration > 100]
    assert len(still) == len(frames)
    for picture, plane in zip(still, drawn, strict=True):
        assert ImageChops.difference(picture, plane.convert("RGB")).getbbox() is None
    assert sum(duration for _, duration in shown) >= 1000 * len(frames)


def test_the_stills_are_two_in_a_line_and_show_what_stands_there() -> None:
    def size(*shown: Frame) -> tuple[int, int]:
        return Image.open(io.BytesIO(draw_strip(shown, ENGLISH))).size

    frames = staged()
    wide, high = size(*frames[:1])
    assert wide == 500
    assert size(*frames) == (2 * wide + 10, 2 * high + 10)
    alone = views.view(views.board(C3=views.on(0, views.A, "knight")))
    assert films.shown([frames[0].view, alone]) == films.shown([frames[0].view])
    left, top, right, bottom = films.shown([alone])
    assert right - left == 500
    assert bottom - top < 250
    x, y = hex_corner(BY_NAME["C3"])
    assert left < x < right
    assert top < y < bottom
    assert films.shown([views.view()])[0] < films.shown([frames[0].view])[2] - 500


def test_stills_tell_the_phase_and_the_hit_points() -> None:
    frames = staged()
    drawn = [Image.open(io.BytesIO(draw_strip([frame], ENGLISH))).convert("RGB") for frame in frames]
    heads = [picture.crop((0, 0, 500, 72)).tobytes() for picture in drawn]
    assert len(set(heads)) == len(heads)
    fewer = Frame(replace(frames[0].view, hit_points=(9, 8)))
    other = Image.open(io.BytesIO(draw_strip([fewer], ENGLISH))).convert("RGB")
    assert other.crop((0, 0, 500, 72)).tobytes() != heads[0]


def test_a_film_without_changes_and_without_frames() -> None:
    frame = Frame(views.middle())
    assert Image.open(io.BytesIO(draw_film([frame, frame], ENGLISH))).format == "GIF"
    with pytest.raises(ValueError, match="at least one frame"):
        draw_film([], ENGLISH)
    with pytest.raises(ValueError, match="at least one frame"):
        draw_strip([], ENGLISH)


def test_an_animation_of_planes_that_nobody_has_looked_at_has_their_colours() -> None:
    drawn = [PALETTE.new_plane(8, 8, colour) for colour in (PAGE, MARK)]
    animation = Image.open(io.BytesIO(gif(drawn, [100, 100])))
    for n, colour in enumerate((PAGE, MARK)):
        animation.seek(n)
        assert animation.convert("RGB").getpixel((4, 4)) == colour


def test_one_zone_or_several_show_the_same() -> None:
    drawn = planes(staged(), ENGLISH)
    times = [500] * len(drawn)
    last = []
    for zones in ((), ((0, 0, 1000, 300), (0, 300, 1000, 1000))):
        animation = Image.open(io.BytesIO(gif(drawn, times, zones)))
        animation.seek(animation.n_frames - 1)
        last.append(animation.convert("RGB").tobytes())
    assert last[0] == last[1]


def test_the_card_of_the_result() -> None:
    over = views.over(Result(((0,), (1,)), "hit_points"))
    assert Image.open(io.BytesIO(draw_result(over, ENGLISH))).size == (1000, 640)
    assert draw_result(replace(over, result=Result(((0, 1),), "agreed")), ENGLISH) != draw_result(over, ENGLISH)
    assert draw_result(replace(views.quartet(), stage="over", result=Result(((0, 1), (2, 3)), "banner")), ENGLISH)
    with pytest.raises(ValueError, match="not over"):
        draw_result(views.middle(), ENGLISH)
