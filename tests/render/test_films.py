"""Films of battles and the card of a result."""

from __future__ import annotations

import io
from dataclasses import replace
from typing import Any

import pytest
from PIL import Image, ImageChops, ImageOps, ImageStat

from games.api import Choice, Result
from games.monolith_arena import events as ev
from games.monolith_arena.hexes import BY_NAME, NAMES
from games.monolith_arena.replay import film
from games.monolith_arena.view import Frame
from render.canvas import Canvas
from render.caption import FILM, Caption, captioned, legend
from render.film import ROUNDS, STILL, ending_on, gif
from render.monolith_arena import Outcome, arrows, draw_board, draw_film, draw_result, draw_strip, layout
from render.monolith_arena import film as films
from render.monolith_arena.board import board_plane, hex_corner
from render.monolith_arena.corners import BAR_WIDTH
from render.monolith_arena.film import planes
from render.monolith_arena.theme import PALETTE
from render.panel import draw_verdict
from render.theme import MARK, PAGE, Colour
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


def opened(data: bytes) -> Image.Image:
    """The picture in a file, in all its colors."""
    return Image.open(io.BytesIO(data)).convert("RGB")


def shown(data: bytes) -> list[tuple[Image.Image, int]]:
    """The pictures of a film, each with how long it is shown."""
    animation = Image.open(io.BytesIO(data))
    found = []
    for n in range(animation.n_frames):
        animation.seek(n)
        found.append((animation.convert("RGB"), animation.info["duration"]))
    return found


def test_a_film_can_be_read_and_is_exact() -> None:
    frames = staged()
    data = draw_film(frames, ENGLISH)
    first, *pictures = shown(data)
    drawn = planes(frames, ENGLISH)
    assert len(pictures) == len(frames)
    for (picture, _), plane in zip(pictures, drawn, strict=True):
        assert picture.size == (1000, 1000 + FILM.height)
        assert ImageChops.difference(picture.crop((0, 0, 1000, 1000)), plane.convert("RGB")).getbbox() is None
    assert first[0].size == pictures[0][0].size
    assert sum(duration for _, duration in pictures) >= 1000 * len(frames)


def test_a_film_is_played_three_times_and_stays_on_its_last_picture() -> None:
    data = draw_film(staged(), ENGLISH)
    assert Image.open(io.BytesIO(data)).info["loop"] == ROUNDS - 1 == 2  # that many times once more
    times = [duration for _, duration in shown(data)]
    assert times[-1] == 6000
    assert min(times) >= 60
    plane = PALETTE.new_plane(8, 8, PAGE)
    assert [duration for _, duration in shown(gif([plane] * 3, [10, 20, 30]))] == [60, 60, 60]


def test_every_picture_says_which_step_it_is() -> None:
    pictures = [picture for picture, _ in shown(draw_film(staged(), ENGLISH))]
    bars = [picture.crop((600, 1000, 1000, 1064)).tobytes() for picture in pictures]
    assert len(set(bars)) == len(bars)
    plane = PALETTE.new_plane(1000, 10, PAGE)
    for step in (1, 4):
        bar = captioned(plane, PALETTE, Caption(), step, 5).convert("RGB").crop((700, 10, 1000, 74))
        row = [bar.getpixel((x, 32)) for x in range(300)]
        lit = [x for x in range(1, 300) if row[x] == MARK != row[x - 1]]
        assert len(lit) == step


def test_the_poster_tells_what_the_film_comes_to_over_its_last_picture() -> None:
    frames = staged()
    plain = shown(draw_film(frames, ENGLISH))[0][0]
    last = planes(frames, ENGLISH)[-1]
    outside = (0, 0, 1000, 380)
    assert plain.crop(outside).tobytes() == last.convert("RGB").crop(outside).tobytes()
    assert plain.crop((0, 450, 1000, 550)).tobytes() != last.convert("RGB").crop((0, 450, 1000, 550)).tobytes()
    told = films.told(frames, ENGLISH)
    assert told.title == "Battle · turn 9"
    assert told.lines == ("1 tile falls",)
    assert [chip[1:] for chip in told.chips] == [("A", "17", ""), ("B", "14", "13")]
    other = films.told([frames[0], frames[-1]], ENGLISH)
    assert other.lines == ("No tile falls",)


def test_captions_tell_the_phase_what_falls_and_the_hit_points() -> None:
    frames = staged()
    told = films.captions(frames, ENGLISH)
    assert [caption.text for caption in told] == ["A starts a battle", "Battle, phase 3 · 1 tile falls", "Turn 9"]
    assert [[chip[2:] for chip in caption.chips] for caption in told] == [
        [("17", ""), ("14", "")],
        [("17", ""), ("14", "13")],
        [("17", ""), ("13", "")],
    ]
    fire = ev.Wounds("fire", 0, views.battle()[1].attacks[:1], (), (), (), (17, 14))  # type: ignore[union-attr]
    assert films.captions([Frame(views.middle(), fire)], ENGLISH)[0].text == "Fire Concoction"
    causes = [Frame(views.middle(), ev.BattleBegan(0, reason, (20, 20))) for reason in ("full", "final", "additional")]
    assert [caption.text for caption in films.captions(causes, ENGLISH)] == [
        "Battle: the arena is full",
        "The Final Battle",
        "The additional battle",
    ]


def test_a_film_that_ends_with_a_question_says_who_chooses() -> None:
    asked = replace(views.middle(), stage="battle", phase=3, choices=(Choice(1, "assassin", "assassin:0"),))
    frames = [Frame(asked)]
    assert films.captions(frames, ENGLISH)[0].text == "Battle, phase 3 · B chooses"
    assert films.told(frames, ENGLISH).lines == ("B chooses",)


def test_the_stills_are_two_in_a_line_and_show_what_stands_there() -> None:
    def size(*some: Frame) -> tuple[int, int]:
        return Image.open(io.BytesIO(draw_strip(some, ENGLISH))).size

    frames = staged()
    wide, high = size(*frames[:1])
    assert wide == STILL
    assert size(*frames[:2]) == (2 * wide + 10, high)
    assert size(*frames) == (2 * wide + 10, 2 * high + 10)
    alone = views.view(views.board(C3=views.on(0, views.A, "knight")))
    assert films.shown([frames[0].view, alone]) == films.shown([frames[0].view])
    left, top, right, bottom = films.shown([alone])
    assert right - left == STILL
    assert bottom - top < 250
    x, y = hex_corner(BY_NAME["C3"])
    assert left < x < right
    assert top < y < bottom
    assert films.shown([views.view()])[0] < films.shown([frames[0].view])[2] - 500


def test_a_strip_has_no_empty_place() -> None:
    frames = staged()
    whole = Image.open(io.BytesIO(draw_strip(frames[:3], ENGLISH))).convert("RGB")
    wide, high = STILL, (whole.height - 10) // 2
    cells = [whole.crop((x, y, x + wide, y + high)) for y in (0, high + 10) for x in (0, wide + 10)]
    assert all(len(cell.getcolors(1 << 16) or ()) > 5 for cell in cells)
    told = legend(cells[0].size, PALETTE, films.told(frames, ENGLISH)).convert("RGB")
    assert cells[0].tobytes() == told.tobytes()


def test_a_film_may_end_on_another_picture_below_which_its_words_stay() -> None:
    frames = staged()
    film_, board = draw_film(frames, ENGLISH), draw_board(views.quartet(), ENGLISH)
    before, after = shown(film_), shown(ending_on(film_, board))
    assert len(after) == len(before) + 1
    assert after[-1][1] == before[-1][1] == 6000 > after[-2][1]
    picture = after[-1][0]
    whole = Image.open(io.BytesIO(board)).convert("RGB")
    assert ImageChops.difference(picture.crop((0, 0, 1000, 1000)), whole).getbbox() is None
    words = (0, 1000, 1000, 1064)
    assert picture.crop(words).tobytes() == before[-1][0].crop(words).tobytes()
    card = draw_result(views.over(Result(((0,), (1,)), "hit_points")), ENGLISH)
    ended = shown(ending_on(film_, card))[-1][0]
    assert ended.size == picture.size
    lower = (1000 - opened(card).height) // 2
    assert ended.crop((0, lower, 1000, lower + opened(card).height)).tobytes() == opened(card).tobytes()


def test_a_film_may_end_on_a_picture_in_other_colors_or_larger_than_itself() -> None:
    film_ = draw_film(staged(), ENGLISH)
    hues = Image.linear_gradient("L").resize((800, 1200))
    photo = Image.merge("HSV", (hues.rotate(180), hues.point([200] * 256), hues.point([220] * 256))).convert("RGB")
    file = io.BytesIO()
    photo.save(file, "PNG")
    ended = shown(ending_on(film_, file.getvalue()))[-1][0].crop((0, 0, 1000, 1000))
    wanted = ImageOps.pad(photo, (1000, 1000), color=PAGE)
    assert max(ImageStat.Stat(ImageChops.difference(ended, wanted)).mean) < 12


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


def pixels(plane: Image.Image, name: str) -> Image.Image:
    """What is seen of a tile in a picture."""
    x, y = hex_corner(BY_NAME[name])
    return plane.convert("RGB").crop((x, y, x + layout.SLOT_WIDTH, y + layout.SLOT_HEIGHT))


def brightness(picture: Image.Image) -> float:
    return sum(ImageStat.Stat(picture).mean)


def test_what_takes_no_part_is_dark_and_what_falls_is_red() -> None:
    frames = staged()
    board, battle = planes(frames[:2], ENGLISH)
    idle, falls, hit = ("A2", "C2", "D3")
    assert brightness(pixels(battle, idle)) < 0.6 * brightness(pixels(board, idle))
    assert brightness(pixels(battle, hit)) > 0.9 * brightness(pixels(board, hit))
    red, _, blue = ImageStat.Stat(pixels(battle, falls)).mean
    was, _, cold = ImageStat.Stat(pixels(board, falls)).mean
    assert red / blue > 1.8 * was / cold


def test_a_picture_tells_hit_points_as_they_fall() -> None:
    view = views.middle()
    still, falling = (board_plane(view, ENGLISH, after=after) for after in ((), (17, 11)))
    box = ImageChops.difference(still, falling).getbbox()
    assert box is not None
    assert box[0] >= 1000 - BAR_WIDTH - 4, "only the track of the side that loses changes"
    assert board_plane(view, ENGLISH, after=view.hit_points).tobytes() == still.tobytes()


def test_a_tile_that_is_hit_several_times_has_one_number() -> None:
    attacks = views.battle()[1].attacks  # type: ignore[union-attr]
    totals = arrows._totals(attacks)
    assert {NAMES[hex_]: outcome for hex_, outcome in totals.items()} == {
        "C3": Outcome("wounds", 1),
        "D3": Outcome("wounds", 1),
        "C2": Outcome("wounds", 4),
    }
    poison = [attack for attack in attacks if attack.kind == "poison"]
    assert list(arrows._totals(poison).values()) == [Outcome("poison", 1)]


def test_arrows_are_straight_where_nothing_stands_in_between() -> None:
    far = arrows.Arrow("ranged", 0, 540, 1, True)
    assert arrows._around(far, []) == far
    assert len(far.path) == 2
    assert arrows._around(far, [(156.0, 270.0), (-156.0, 270.0)]) == far, "beside the lane"
    bent = arrows._around(far, [(0.0, 180.0)])
    assert len(bent.path) == 4
    assert bent.crossed([(0.0, 180.0)]) == 0
    across = arrows.Arrow("assassination", 312, 180, 1, True)
    blocked = [(156.0, 90.0), across.at(180, 60)]
    assert arrows._around(across, blocked).bend < 0, "on the side where nothing stands"
    near = arrows.Arrow("melee", 0, 180, 1, True)
    assert arrows._around(near, [(0.0, 90.0)]) == near


def test_the_card_of_the_result() -> None:
    over = views.over(Result(((0,), (1,)), "hit_points"))
    assert Image.open(io.BytesIO(draw_result(over, ENGLISH))).size == (1000, 640)
    assert draw_result(replace(over, result=Result(((0, 1),), "agreed")), ENGLISH) != draw_result(over, ENGLISH)
    assert draw_result(replace(views.quartet(), stage="over", result=Result(((0, 1), (2, 3)), "banner")), ENGLISH)
    with pytest.raises(ValueError, match="not over"):
        draw_result(views.middle(), ENGLISH)


def test_only_whoever_has_won_is_crowned_and_long_names_are_not_cut() -> None:
    crowned: list[float] = []

    def crown(canvas: Canvas, x: float, y: float, half: float, ink: Colour, ground: Colour) -> None:
        crowned.append(x)

    words: list[str] = []

    class Written(Canvas):
        def text(self, x: float, y: float, text: str, *more: Any, **rest: Any) -> None:
            words.append(text)

    said = "Wilhelmina Featherstonehaugh-Cholm gewinnt"
    box = (20.0, 20.0, 440.0, 240.0)
    draw_verdict(Written(460, 260, PAGE), box, "A draw", "A draw was agreed on", "", won=False, crown=crown)
    assert not crowned
    words.clear()
    draw_verdict(Written(460, 260, PAGE), box, said, "", "", won=True, crown=crown)
    assert len(crowned) == 1
    assert " ".join(words).startswith(said)
