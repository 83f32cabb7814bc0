"""The panel of Arena of Heroes while heroes are picked: their pictures, and what each can do."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from bot.arena_of_heroes import FACE
from bot.panels.model import Panel, Press
from bot.texts.phrases import LANGUAGES, phrases
from games.arena_of_heroes.cards import ALL
from render.arena_of_heroes import Gallery, Sheet
from tests.support.panels import ENGLISH, Match, buttons, check, labels, presses


def test_the_way_back_from_a_hero_never_lies_where_one_is_drawn() -> None:
    match = Match(FACE, 3, {"mode": "heroes"})
    assert not [b for b in buttons(FACE.panel(match.seat(0))) if b.press.action_id == "do"]


def test_many_heroes_are_drawn_small_and_few_with_all_that_they_can_do() -> None:
    match = Match(FACE, 3, {"mode": "heroes"})
    start = FACE.panel(match.seat(0))
    assert isinstance(start.draft, Gallery)
    assert isinstance(FACE.panel(match.seat(0), ("pick", "Wo")).draft, Sheet)
    picture = FACE.pictures.private_board(ENGLISH, match.seat(0).view, start.draft)
    with Image.open(io.BytesIO(picture.data)) as drawn:
        assert drawn.width / drawn.height > 1, "in the room that Discord has, it is as wide as a phone"
    assert "Dahlia: stamina 4, Woodrunner." in picture.alt
    wishes = FACE.panel(match.seat(1), ("wish", "Dg", "Fg"))
    assert "Your wishes: 1. Dahlia, 2. Flint." in wishes.text
    assert "Keep these 2 wishes" in labels(wishes).values()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("code", ALL)
def test_every_hero_can_be_read_about_before_it_is_picked(code: str, language: str) -> None:
    say = phrases(language)
    match = Match(FACE, 3, {"mode": "heroes"}, say=say)
    panel: Panel = FACE.panel(match.seat(0), ("pick", code))
    check(panel)
    assert Press("do", ("pick", code)) in presses(panel)
