"""What a panel says and offers leaves its picture room, on a laptop and on a phone, wherever a match leads to."""

from __future__ import annotations

from random import Random

import pytest

from bot.panels import room
from bot.panels.face import AnyFace
from bot.registry import FACES
from bot.texts.phrases import LANGUAGES, phrases
from tests.support.panels import Match, carry_out, pressed

PAGES = 400
SHORT = {0: "Anna", 1: "Max"}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("face", FACES.values(), ids=lambda face: face.game.name)
def test_every_page_leaves_its_picture_room(face: AnyFace, language: str) -> None:
    """Between people with short names; longer ones may cost a line."""
    random, match, looked = Random(1), Match(face, 1, say=phrases(language)), 0
    while looked < PAGES:
        if match.over:
            match = Match(face, looked, say=phrases(language))
        seat = match.seat(random.choice(match.waiting()))
        seat.names = dict(SHORT)
        assert seat.seat is not None
        panel = face.panel(seat)
        for _ in range(12):
            looked += 1
            assert panel.looks_up or not room.crowded(panel.rows, room.told(panel.texts, panel.rows)), panel
            press = pressed(panel, random)
            if press.action_id == "do":
                carry_out(match, seat.seat, press)
                break
            panel = face.panel(seat, press.tokens if press.action_id == "show" else ())
