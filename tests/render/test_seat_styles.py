from __future__ import annotations

from dataclasses import replace

import pytest

from render import theme
from render.monolith_arena import board, corners
from render.monolith_arena.monoliths import dressed
from render.monolith_arena.theme import SEATS, SeatStyle, seat_style, seat_styles
from tests.render import views

TEAMS = [(0, 1), (0, 0, 1, 1), (0, 1, 1), (0, 0, 1), (0, 1, 2), (0, 1, 2, 3), (0, 1, 0, 1)]


@pytest.mark.parametrize("teams", TEAMS)
def test_seats_of_a_match_differ_in_colour_and_in_the_pattern_of_their_frames(teams: tuple[int, ...]) -> None:
    worn = [SEATS[n] for n in seat_styles(teams)]
    assert [style.letter for style in worn] == list("ABCD"[: len(teams)])
    assert len({style.pattern for style in worn}) == len({style.frame for style in worn}) == len(teams)
    assert len({style.ground for style in worn}) == len(teams)


def light(style: SeatStyle) -> bool:
    return theme.contrast(style.ground, theme.WHITE) < theme.contrast(style.ground, theme.DARK)


@pytest.mark.parametrize("teams", [teams for teams in TEAMS if len(set(teams)) == 2])
def test_allies_share_a_light_or_a_dark_ground(teams: tuple[int, ...]) -> None:
    for seat, team in enumerate(teams):
        for other, its in enumerate(teams):
            same = light(SEATS[seat_styles(teams)[seat]]) == light(SEATS[seat_styles(teams)[other]])
            assert same == (team == its)


def test_two_seats_look_as_their_letters_do() -> None:
    assert seat_styles((0, 1)) == (0, 1)
    tile = views.on(1, views.B, "demon")
    assert dressed(views.middle(), tile) is tile


def test_in_teams_tiles_and_panels_wear_the_same_look() -> None:
    view = views.quartet()
    tile = next(t for t in view.board if t is not None and t.seat == 1)
    assert (
        dressed(view, tile).seat == seat_style(view, 1) == corners.Corner.of(view, view.seats[1], views.ENGLISH).style
    )
    assert SEATS[seat_style(view, 1)].letter == "B"
    assert SEATS[seat_style(view, 1)].ground == SEATS[2].ground


def test_four_seats_have_four_panels_and_both_teams_a_track_in_all_their_colours() -> None:
    view = views.quartet()
    assert len({(x, y) for _, x, y in board.seats(view)}) == 4
    assert len(set(corners.team_colours(view, 0)) | set(corners.team_colours(view, 1))) == 4
    alone = replace(view, seats=tuple(replace(s, team=s.seat > 0) for s in view.seats[:3]), board=(None,) * 19)
    assert [len(corners.team_colours(alone, team)) for team in (0, 1)] == [1, 2]
