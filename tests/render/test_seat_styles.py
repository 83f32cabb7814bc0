"""The looks of armies: the hue and the pattern of the frame tell the army, a light or a dark ground the team."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest

from games.monolith_arena.tiles import FACTIONS
from render import theme
from render.monolith_arena import board, corners
from render.monolith_arena.monoliths import dressed
from render.monolith_arena.theme import STYLES, SeatStyle, lights, seat_style, style_of
from tests.render import views

TEAMS = [(0, 1), (0, 0, 1, 1), (0, 1, 1), (0, 0, 1), (0, 1, 2), (0, 1, 2, 3), (0, 1, 0, 1)]


def light(style: SeatStyle) -> bool:
    return theme.contrast(style.ground, theme.WHITE) < theme.contrast(style.ground, theme.DARK)


def test_armies_differ_in_colour_and_in_the_pattern_of_their_frames() -> None:
    for ground in (True, False):
        worn = [STYLES[style_of(home, ground)] for home in ("", *FACTIONS)]
        assert [style.faction for style in worn] == ["", *FACTIONS]
        assert len({style.pattern for style in worn}) == len({style.frame for style in worn}) == len(worn)
        assert len({style.ground for style in worn}) == len(worn)
        assert {light(style) for style in worn} == {style.light for style in worn} == {ground}


def test_an_army_has_one_pattern_on_both_grounds() -> None:
    for home in FACTIONS:
        assert STYLES[style_of(home)].pattern == STYLES[style_of(home, light=False)].pattern


@pytest.mark.parametrize("teams", TEAMS)
def test_allies_share_a_light_or_a_dark_ground_and_two_sides_differ(teams: tuple[int, ...]) -> None:
    shown = lights(teams)
    for seat, other in itertools.combinations(range(len(teams)), 2):
        if teams[seat] == teams[other]:
            assert shown[seat] == shown[other]
        elif len(set(teams)) == 2:
            assert shown[seat] != shown[other]


def test_tiles_and_panels_wear_the_look_of_their_army() -> None:
    view = views.quartet()
    for tile in filter(None, view.board):
        panel = corners.Corner.of(view, view.seats[tile.seat], views.ENGLISH)
        assert dressed(view, tile).seat == seat_style(view, tile.seat) == panel.style
        assert STYLES[panel.style].faction == tile.type.faction
        assert panel.letter == "ABCD"[tile.seat]


def test_a_seat_without_an_army_has_a_look_of_no_army() -> None:
    view = views.quartet()
    view = replace(view, seats=(replace(view.seats[0], faction=None), *view.seats[1:]))
    assert STYLES[seat_style(view, 0)].faction == ""


def test_four_seats_have_four_panels_and_both_teams_a_track_in_all_their_colours() -> None:
    view = views.quartet()
    assert len({(x, y) for _, x, y in board.seats(view)}) == 4
    assert len(set(corners.team_styles(view, 0)) | set(corners.team_styles(view, 1))) == 4
    alone = replace(view, seats=tuple(replace(s, team=s.seat > 0) for s in view.seats[:3]), board=(None,) * 19)
    assert [len(corners.team_styles(alone, team)) for team in (0, 1)] == [1, 2]
