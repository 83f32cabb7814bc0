"""The hideouts: that nothing in them covers anything else, and that all of it is seen and told apart."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, pairwise, product

import pytest
from PIL import Image, ImageChops, ImageStat

from games.arena_of_heroes.ring import GROUND, RING
from render.arena_of_heroes import places, planes, signs, wedges
from render.arena_of_heroes.places import SPIDERS, WRONG_WAY, Wedge, spots
from render.arena_of_heroes.theme import GROUNDS, NIGHT, PALETTE, SEATS, VENOM
from render.canvas import Canvas
from render.panel import draw_shield
from render.theme import DARK, MARK, contrast
from tests.render.gallery import SIMULATIONS, simulated

SOME = (20, 9, 13, 3)
"""Hideouts of all kinds and on all sides."""
LOOKS = {"as it is": lambda picture: picture, "grey": lambda picture: picture.convert("L").convert("RGB")} | {
    name: (lambda picture, matrix=matrix: simulated(picture, matrix)) for name, matrix in SIMULATIONS.items()
}
PHONE = 0.35


def contents(hideout: int) -> Iterator[Wedge]:
    """All that may lie and stand in a hideout at once."""
    stands = (None, (1, "Bg"))
    dots = ((), (0,), (0, 2), (0, 2, 3), (0, 1, 2, 3))
    for closed, hero, gone, spiders, wrong_way, bare in product(
        (False, True), stands, dots, (0, 1, 2), (False, True), (False, True)
    ):
        if not (closed and (gone or bare)) and not (hero and (len(gone) > 3 or bare)):
            yield Wedge(hideout, closed, hero, None, gone, bare, spiders, wrong_way)


@pytest.mark.parametrize("hideout", SOME)
def test_nothing_in_a_hideout_lies_on_anything_else_or_beyond_it(hideout: int) -> None:
    for wedge in contents(hideout):
        circles = {spot.kind: (*planes.at(hideout, spot.out, spot.aside), spot) for spot in spots(wedge)}
        for (one, (x, y, a)), (other, (u, v, b)) in combinations(circles.items(), 2):
            assert math.dist((x, y), (u, v)) >= a.half + b.half - 0.5, (wedge, one, other)
        for kind, (_, _, spot) in circles.items():
            turn = math.radians(planes.SPAN / 2) - abs(spot.aside) / spot.out
            broad = spot.half * (signs.BROAD if kind == "hero" else 1)
            assert spot.out * math.sin(turn) >= broad - 1.5, (wedge, kind)
            assert spot.out - broad >= planes.INNER + 5, (wedge, kind)
            assert spot.out + broad <= planes.OUTER - 6, (wedge, kind)


@pytest.mark.parametrize("hideout", SOME)
def test_all_that_is_in_a_hideout_has_a_place(hideout: int) -> None:
    for wedge in contents(hideout):
        kinds = [spot.kind for spot in spots(wedge)]
        assert len(kinds) == len(set(kinds))
        assert "number" in kinds
        assert ("hero" in kinds) == (wedge.hero is not None)
        assert (SPIDERS in kinds, WRONG_WAY in kinds) == (wedge.spiders > 0, wedge.wrong_way)
        assert sum(kind.startswith(places.DOTS) for kind in kinds) == len(wedge.dots)
        crowded = wedge.hero is not None and (wedge.spiders or wedge.wrong_way)
        assert ("sign" in kinds) == (not wedge.closed and not crowded)


def test_signs_are_large() -> None:
    alone = {spot.kind: spot.half for spot in spots(Wedge(13))}
    assert 2 * alone["sign"] >= 64
    assert 2 * places.DOT >= 32
    assert {spot.half for wedge in contents(13) for spot in spots(wedge) if spot.kind.startswith(places.DOTS)} == {
        places.DOT
    }
    tokens = {s.half for s in spots(Wedge(13, closed=True, spiders=2)) if s.kind == SPIDERS}
    assert min(tokens) * 2 >= 56
    heroes = [s.half for s in spots(Wedge(13, hero=(0, "Bg"), dots=(1, 2))) if s.kind == "hero"]
    assert min(heroes) * 2 >= 74


@pytest.mark.parametrize("hideout", RING)
def test_every_sign_stands_out_from_its_ground(hideout: int) -> None:
    for closed, bare in ((False, False), (True, False), (False, True)):
        wedge = Wedge(hideout, closed=closed, bare=bare)
        ground, rim = wedges.grounds(wedge)
        sign, small, number = wedges.inks(wedge)
        assert contrast(number, rim) >= 3, wedge
        assert contrast(small, rim) >= 3, wedge
        assert contrast(sign, ground) >= 3, wedge
        for token in (VENOM, MARK):  # on a dark disc with a rim of their own color
            assert contrast(token, DARK) >= 3
            assert max(contrast(token, ground), contrast(DARK, ground)) >= 3, wedge
        for style in SEATS:  # somebody is not there: a letter struck out, in a ring, with a dark outline
            away, letter, strike = style.away
            assert contrast(letter, away) >= 7
            assert contrast(strike, away) >= 3
            assert max(contrast(edge, ground) for edge in (away, strike, DARK)) >= 3


@pytest.mark.parametrize("hideout", RING)
@pytest.mark.parametrize("stands", [None, (0, "Bg")])
def test_a_token_on_a_closed_hideout_is_drawn_whole_on_its_grating(
    hideout: int, stands: tuple[int, str] | None
) -> None:
    closed = Wedge(hideout, closed=True, hero=stands)
    for more, ink in (({"wrong_way": True}, MARK), ({"spiders": 1}, VENOM), ({"spiders": 2, "wrong_way": True}, VENOM)):
        plane = PALETTE.new_plane(planes.WIDTH, planes.HEIGHT, NIGHT)
        wedges.put_wedge(plane, replace(closed, **more))
        drawn = plane.convert("RGB")
        for spot in spots(replace(closed, **more)):
            if spot.kind not in (SPIDERS, WRONG_WAY):
                continue
            x, y = planes.at(hideout, spot.out, spot.aside)
            box = tuple(map(round, (x - spot.half, y - spot.half, x + spot.half, y + spot.half)))
            found = {colour: count for count, colour in drawn.crop(box).getcolors(99999) or []}
            ink = VENOM if spot.kind == SPIDERS else MARK
            assert found[ink] >= spot.half**2 * 0.3, (spot, "the sign")
            assert found[DARK] >= spot.half**2 * 0.5, (spot, "its disc")


def put(wedge: Wedge) -> Image.Image:
    """A hideout as it is drawn, cut out."""
    plane = PALETTE.new_plane(planes.WIDTH, planes.HEIGHT, NIGHT)
    wedges.put_wedge(plane, wedge)
    return plane.convert("RGB").crop(planes.bounds(planes.sector(planes.angle(wedge.hideout), 206, 384)))


def test_no_two_hideouts_nor_their_conditions_look_alike() -> None:
    seen = set()
    for hideout in SOME:
        plain = Wedge(hideout)
        for wedge in (
            plain,
            replace(plain, closed=True),
            replace(plain, bare=True),
            *(replace(plain, light=light) for light in ("struck", "beam", "nothing", "reveal", "hit", "shield")),
            replace(plain, closed=True, light="out"),
            replace(plain, hero=(0, "Bg")),
            replace(plain, hero=(1, "Bg")),
            replace(plain, hero=(0, "Bo")),
            replace(plain, ghost=(0, "Bg")),
            replace(plain, dots=(0, 2)),
            replace(plain, spiders=1),
            replace(plain, spiders=2),
            replace(plain, wrong_way=True),
        ):
            seen.add(put(wedge).tobytes())
    assert len(seen) == 18 * len(SOME)


@pytest.mark.parametrize("look", LOOKS.values(), ids=LOOKS)
@pytest.mark.parametrize("hideout", SOME)
def test_a_hit_never_looks_like_a_miss(hideout: int, look: object) -> None:
    stands = Wedge(hideout, hero=(1, "Wo"))
    ends = [replace(stands, light=light) for light in ("hit", "reveal", "limit", "shield")]
    ends += [Wedge(hideout, light="nothing"), Wedge(hideout, closed=True, light="out")]
    small = [put(end).resize((40, 40), Image.Resampling.BOX) for end in ends]
    for one, other in combinations(small, 2):
        difference = ImageChops.difference(look(one), look(other))  # type: ignore[operator]
        assert sum(ImageStat.Stat(difference).mean) / 3 >= 6, hideout


def _light(colour: tuple[int, int, int]) -> float:
    r, g, b = colour
    return 0.299 * r + 0.587 * g + 0.114 * b


def test_grounds_and_closed_hideouts_are_told_apart_in_grey() -> None:
    shades = sorted([_light(style.ground) for style in GROUNDS.values()])
    shades.insert(0, max(_light(style.sunk) for style in GROUNDS.values()))
    assert all(after - before > 22 for before, after in pairwise(shades))
    assert len({style.icon for style in GROUNDS.values()}) == len(GROUNDS) == len(set(GROUND.values()))


def test_a_closed_hideout_keeps_the_hue_of_its_ground() -> None:
    for style in GROUNDS.values():
        loudest = max(range(3), key=lambda n: style.ground[n])
        for sunk in (style.sunk, style.bar):
            assert max(range(3), key=lambda n: sunk[n]) == loudest
            assert max(sunk) - min(sunk) >= 12
    assert len({put(Wedge(hideout, closed=True)).tobytes() for hideout in RING}) == len(RING)


def shown(draw: object, size: int = 64) -> Image.Image:
    canvas = Canvas(size, size, NIGHT, (size / 2, size / 2))
    draw(canvas)  # type: ignore[operator]
    return canvas.done().convert("RGB").resize((round(size * PHONE),) * 2, Image.Resampling.BOX)


@pytest.mark.parametrize("look", LOOKS.values(), ids=LOOKS)
def test_seats_are_told_apart_on_a_telephone_however_colours_are_seen(look: object) -> None:
    for one, other in combinations(range(len(SEATS)), 2):
        for kind, least in (
            (lambda canvas, seat: signs.disc(canvas, seat, "Bg", 0, 0, 28), 8),
            (lambda canvas, seat: draw_shield(canvas, 0, 0, 26, SEATS[seat].arms, "ABCD"[seat]), 8),
            (lambda canvas, seat: signs.not_there(canvas, seat, 0, 0, 30), 1.5),
        ):
            pair = [look(shown(lambda c, seat=seat, kind=kind: kind(c, seat))) for seat in (one, other)]  # type: ignore[operator]
            assert sum(ImageStat.Stat(ImageChops.difference(*pair)).mean) / 3 >= least, (one, other)


def test_seats_differ_by_more_than_colour() -> None:
    assert len({style.pattern for style in SEATS}) == len({style.division for style in SEATS}) == len(SEATS)
    for style in SEATS:
        assert contrast(style.ground, style.ink) >= 7
        assert min(contrast(style.frame, style.accent), contrast(style.second, style.accent)) >= 3


def test_that_somebody_is_not_there_is_no_sign_of_somebody_who_is() -> None:
    """The letter is struck out in red within a ring of red, whatever the seat wears where it stands."""
    for seat, style in enumerate(SEATS):
        ground, letter, strike = style.away
        canvas = Canvas(40, 40, NIGHT, (20, 20))
        signs.not_there(canvas, seat, 0, 0, places.DOT)
        found = {c: n for n, c in PALETTE.to_plane(canvas.done()).convert("RGB").getcolors(9999) or []}
        assert found[strike] >= 120
        assert found[ground] >= 120
        assert found[letter] >= 40
        assert found.get(style.frame, 0) < 20, "no more than in soft edges"
