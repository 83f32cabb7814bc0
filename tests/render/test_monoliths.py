"""Monoliths in pictures: plinths, open segments, folded banners, what is about to unfold, previews."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pytest
from PIL import Image, ImageChops

from bot.monolith_arena.texts.description import alt_text
from bot.texts.phrases import phrases
from games.monolith_arena.game import GAME
from games.monolith_arena.hexes import ADJACENT, BY_NAME, NAMES, SIZE
from games.monolith_arena.segments import connected
from games.monolith_arena.view import Frame, MonolithView, Put, TileView, View
from render import theme
from render.monolith_arena import (
    Overlay,
    board,
    draw_board,
    draw_film,
    draw_result,
    draw_strip,
    layout,
    monoliths,
    sprites,
)
from render.monolith_arena.film import planes
from render.monolith_arena.theme import FIGHTING, PALETTE, STYLES, index_of
from tests.render import views
from tests.render.views import ENGLISH

PAGE = index_of(theme.PAGE)


def centre(hex_: int) -> tuple[int, int]:
    x, y = layout.CENTRES[hex_]
    return board.CENTRE[0] + x, board.CENTRE[1] + y


def around(plane: Image.Image, name: str) -> bytes:
    """The inside of a hex, without the gap around it."""
    x, y = centre(BY_NAME[name])
    return plane.crop((x - 46, y - 80, x + 46, y + 80)).tobytes()


def joint(plane: Image.Image, one: int, two: int) -> set[int]:
    """The colours in the gap between two hexes, beside the symbols in the middle."""
    (ax, ay), (bx, by) = centre(one), centre(two)
    x, y, along_x, along_y = (ax + bx) / 2, (ay + by) / 2, (by - ay) / 180, (ax - bx) / 180
    return {plane.getpixel((round(x + n * along_x), round(y + n * along_y))) for n in (-22, -20, 20, 22)}


def test_an_unfolded_monolith_holds_its_hexes_together_and_no_others() -> None:
    view = views.view(
        views.board(C3=views.on(0, views.A, "banner"), B2=views.on(0, views.A, "rune_of_charge")),
        monoliths=(MonolithView(0, (BY_NAME["B2"], BY_NAME["C4"]), (), True), MonolithView(1, (), None, False)),
    )
    plane = board.board_plane(view, ENGLISH)
    frame = index_of(STYLES[0].frame)
    plinth = {BY_NAME[n] for n in ("C3", "B2", "C4")}
    for one in range(SIZE):
        for two in ADJACENT[one]:
            found = joint(plane, one, two)
            if one in plinth and two in plinth:
                assert found == {frame}, (NAMES[one], NAMES[two])
            elif one not in plinth and two not in plinth:
                assert PAGE in found, (NAMES[one], NAMES[two])
            else:
                assert PAGE not in found


def test_every_shape_of_a_monolith_has_a_closed_plinth() -> None:
    seen = set()
    middle = BY_NAME["C3"]
    others = [h for h in range(SIZE) if h != middle]
    for one in others:
        for two in others:
            if one < two and connected(middle, one, two):
                seen.add((one, two))
                plinth = monoliths.Plinth(0, (middle, one, two), False)
                shared = [monoliths.kinds(plinth, (plinth,), h).count(monoliths.SAME) for h in plinth.hexes]
                assert sum(shared) in (4, 6)
    assert len(seen) == 15 + 6 * 3 * 2 // 2 * 1


@pytest.mark.parametrize("number", range(FIGHTING))
def test_a_plinth_wears_the_colour_and_the_pattern_of_its_owner(number: int) -> None:
    plane, mask = monoliths.part(number, (0, 0, 1, 0, 2, 0))
    colours = {index for count, index in plane.getcolors(256) if count > 200}
    style = STYLES[number]
    assert {index_of(style.frame), index_of(theme.TEXT)} <= colours
    assert (index_of(style.accent) in colours) == (style.pattern != "solid")
    assert mask.getbbox() is not None
    if style.pattern != "solid":
        assert theme.contrast(style.accent, style.frame) >= 3
    assert theme.contrast(theme.TEXT, theme.PAGE) >= 3
    assert theme.contrast(theme.TEXT, theme.DARK) >= 3  # the clamps


def test_what_stands_on_a_plinth_keeps_its_own_look() -> None:
    view = views.monoliths()
    with_, without = board.board_plane(view, ENGLISH), board.board_plane(replace(view, monoliths=()), ENGLISH)
    for name in ("A1", "A2", "B2", "D1", "D2", "C3", "A3"):
        assert around(with_, name) == around(without, name)
    everything = monoliths.part(0, (0, 0, 0, 0, 0, 0))[1]
    middle = monoliths.WIDTH // 2, monoliths.HEIGHT // 2
    tile = [(round(middle[0] + x), round(middle[1] + y)) for x, y in layout.corners(sprites.TILE - 1)]
    assert all(everything.getpixel(at) == 0 for at in (middle, *tile))


def test_putting_plinths_twice_changes_nothing() -> None:
    plane = board.board_plane(views.monoliths(), ENGLISH)
    again = plane.copy()
    monoliths.put_plinths(again, views.monoliths(), board.CENTRE)
    assert again.tobytes() == plane.tobytes()


def test_neighbouring_plinths_share_the_gap() -> None:
    view = views.monoliths()
    ours, theirs = STYLES[0].frame, STYLES[5].frame
    plane = board.board_plane(view, ENGLISH)
    (ax, ay), (bx, by) = centre(BY_NAME["B2"]), centre(BY_NAME["C2"])
    box = ((ax + bx) // 2 - 12, (ay + by) // 2 - 12, (ax + bx) // 2 + 12, (ay + by) // 2 + 12)
    found = {index for _, index in plane.crop(box).getcolors(256)}
    assert {index_of(ours), index_of(theirs)} <= found


def test_an_empty_segment_is_no_empty_hex() -> None:
    view = views.monoliths()
    with_, without = board.board_plane(view, ENGLISH), board.board_plane(replace(view, monoliths=()), ENGLISH)
    assert around(with_, "C2") != around(without, "C2")
    assert around(with_, "D4") == around(without, "D4")
    for ink in (theme.TEXT, theme.MUTED):
        assert theme.contrast(ink, theme.PANEL) >= 4.5


def folded(inside: tuple[object, ...] | None) -> bytes:
    view = views.view(
        views.board(C3=views.on(0, views.A, "banner")),
        monoliths=(MonolithView(0, (), inside, False), MonolithView(1, (), None, False)),  # type: ignore[arg-type]
    )
    return around(board.board_plane(view, ENGLISH), "C3")


def test_a_folded_monolith_shows_what_the_reader_knows() -> None:
    def lying(tile: str, **changes: object) -> object:
        return views.on(0, views.A, tile, **changes)

    knight, rune = lying("knight"), lying("rune_of_strength")
    shown = [
        folded(None),
        folded((None, None)),
        folded((knight, None)),
        folded((knight, rune)),
        folded((lying("knight", wounds=1), rune)),
        folded((lying("knight", poison=1), rune)),
        folded((lying("knight", entrenched=True), rune)),
        folded((views.on(1, views.B, "demon"), rune)),
    ]
    assert len(set(shown)) == len(shown)
    plain = views.view(views.board(C3=views.on(0, views.A, "banner")))
    assert around(board.board_plane(plain, ENGLISH), "C3") not in shown
    for style in STYLES:
        assert theme.contrast(style.ink, style.ring) >= 4.5


def test_what_is_about_to_unfold_shows_without_edges() -> None:
    view = views.unfolding()
    plane = board.board_plane(view, ENGLISH)
    turned = replace(view, board=tuple(
        views.on(1, views.C, "golem", wounds=1) if NAMES[h] == "C4" else t for h, t in enumerate(view.board)
    ))  # fmt: skip
    assert around(plane, "C4") != around(board.board_plane(turned, ENGLISH), "C4")
    assert around(plane, "C4") != around(board.board_plane(replace(view, monoliths=()), ENGLISH), "C4")
    part = monoliths.part(2, (0, 1, 0, 1, 0, 0), announced=True)[0]
    assert index_of(STYLES[2].frame) in {index for _, index in part.getcolors(256)}
    assert index_of(theme.TEXT) not in {index for _, index in part.getcolors(256)}


def test_a_facing_that_is_chosen_already_shows() -> None:
    view = views.unfolding()
    chosen = tuple(replace(m, facings=(3, None)) if m.seat == 1 else m for m in view.monoliths)
    golem, morlock = (monoliths.contents(replace(view, monoliths=chosen))[BY_NAME[n]] for n in ("C4", "C5"))
    assert isinstance(golem, TileView)
    assert golem.facing == 3
    assert isinstance(morlock, monoliths.Announced)


def preview(view: View, *names: str, puts: tuple[Put, ...] = ()) -> Image.Image:
    return board.board_plane(view, ENGLISH, Overlay(puts, unfold=tuple(BY_NAME[n] for n in names))).convert("RGB")


def test_the_preview_of_an_unfolding_has_the_plinth_and_both_tiles() -> None:
    whole = views.monoliths()
    view = replace(
        whole, reader=1, board=tuple(None if NAMES[h] in ("C4", "C5") else t for h, t in enumerate(whole.board))
    )
    plain = board.board_plane(view, ENGLISH).convert("RGB")
    empty = preview(view, "C4", "C5")
    golem = Put(views.on(1, views.C, "golem", "NE"), BY_NAME["C4"])
    one = preview(view, "C4", "C5", puts=(golem,))
    both = preview(view, "C4", "C5", puts=(golem, Put(views.on(1, views.C, "axeman"), BY_NAME["C5"])))
    frame = STYLES[2].frame
    (ax, ay), (bx, by) = centre(BY_NAME["C4"]), centre(BY_NAME["C5"])
    gap = (ax + bx) // 2 - 12, (ay + by) // 2
    for picture in (empty, one, both):
        assert picture.getpixel(gap) != plain.getpixel(gap) == theme.PAGE
    assert theme.contrast(empty.getpixel(gap), theme.PAGE) >= 3  # type: ignore[arg-type]
    assert empty.getpixel((gap[0] + 30, gap[1] - 4)) in (frame, *PALETTE.colours)
    x, y = centre(BY_NAME["C4"])
    inside = (x - 40, y - 40, x + 40, y + 40)
    assert ImageChops.difference(one.crop(inside), empty.crop(inside)).getbbox() is not None
    assert ImageChops.difference(one.crop(inside), both.crop(inside)).getbbox() is None
    assert ImageChops.difference(one, both).getbbox() is not None


def test_a_segment_goes_along_with_its_tile_in_the_preview_of_a_move() -> None:
    view = views.monoliths()
    put = Put(views.on(0, views.A, "knight", "SE"), BY_NAME["B3"], BY_NAME["A1"])
    moved = monoliths.rearranged(replace(view, board=view.board), [(put.origin, put.hex)])
    assert set(moved.monoliths[0].segments) == {BY_NAME["B3"], BY_NAME["B2"]}
    assert moved.monoliths[1:] == view.monoliths[1:]


def test_all_pictures_draw_all_kinds_of_matches() -> None:
    from games.api import Result

    whole = views.monoliths()
    three = replace(
        whole,
        seats=(views.seat(0, views.A, team=0), views.seat(1, views.C, team=1), views.seat(2, views.D, team=1)),
        board=tuple(None if t and t.seat == 3 else t for t in whole.board),
        monoliths=whole.monoliths[:3],
    )
    for view in (whole, three, views.unfolding()):
        own = replace(view, reader=1, seats=tuple(replace(s, reserve=s.faction.tiles[1:7]) for s in view.seats))  # type: ignore[union-attr]
        assert draw_board(view, ENGLISH)
        assert draw_board(replace(own, plays=1, active=1), ENGLISH, reserve=True) != draw_board(
            own, ENGLISH, reserve=True
        )
        assert draw_result(replace(view, stage="over", result=Result(((1,), (0,)), "banner"), choices=()), ENGLISH)
        assert draw_strip([Frame(view), Frame(whole)], ENGLISH)
        assert draw_film([Frame(view), Frame(whole)], ENGLISH)
        assert alt_text(phrases("en"), view)


def test_a_film_redraws_a_board_whose_plinths_change() -> None:
    one, two = views.monoliths(), views.unfolding()
    three = replace(one, hit_points=(3, 2), turn=10, board=(None, *one.board[1:]))
    for frames in ([one, two], [two, one], [one, three], [three, one, two, three], [views.middle(), one]):
        drawn = planes([Frame(view) for view in frames], ENGLISH)
        assert (
            drawn[-1].tobytes()
            == planes([Frame(frames[-1])], ENGLISH)[0].tobytes()
            == board.board_plane(frames[-1], ENGLISH).tobytes()
        )


def test_nothing_but_a_view_is_drawn() -> None:
    state = GAME.new(GAME.formations[0], {})
    for draw in (draw_board, partial(draw_board, reserve=True), draw_result):
        with pytest.raises(TypeError, match="from a View, what one reader may know, not from a State"):
            draw(state, ENGLISH)  # type: ignore[operator]
    for draw in (draw_film, draw_strip):
        with pytest.raises(TypeError, match="not from a State"):
            draw([Frame(state)], ENGLISH)  # type: ignore[arg-type, operator]
