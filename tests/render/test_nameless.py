"""Names of nothing but pictures and signs: in every table a question mark stands in their place."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bot.features.ratings import shown
from bot.features.ratings.words import Sheet
from bot.registry import FACES
from bot.texts.phrases import phrases
from render.labels import Labels
from render.ladder import Rung, draw_ladder
from render.statistics import Block, Place, Rated, draw_table
from render.tournament import Box, Line, Side, Table, Wing, draw_bracket
from render.tournament import draw_table as draw_standings

SAY = phrases("en")


def _ladder(name: str) -> bytes:
    return draw_ladder("Title", "Note", [Rung(1, name, 5, "5 points", "1 match")])


def _statistics(name: str) -> bytes:
    return shown.sheet(SAY, FACES, Sheet(1, name, False, {}, ()), "").data


def _ratings(name: str) -> bytes:
    return draw_table("Title", [Block("", (Place("1.", name, Rated(1500, 90), "1500 ± 90"),))], Labels.of(SAY))


def _standings(name: str) -> bytes:
    return draw_standings(Table("Title", ("Points",), (Line("1.", name, ("1",)),)))


def _bracket(name: str) -> bytes:
    return draw_bracket("Title", [Wing("", (("Final", (Box(Side(name), Side("Max")),)),))])


@pytest.mark.parametrize("draw", [_ladder, _statistics, _ratings, _standings, _bracket])
def test_a_name_of_nothing_but_pictures_is_a_question_mark(draw: Callable[[str], bytes]) -> None:
    assert draw("🔥🔥") == draw("?")
