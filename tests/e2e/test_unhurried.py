"""Bots that are started for a moment draw nothing that nobody has asked for."""

from __future__ import annotations

import threading

import pytest

from bot.registry import FACES
from bot.texts.phrases import LANGUAGES
from tests.e2e import unhurried


@pytest.mark.parametrize("name", FACES)
async def test_nothing_is_drawn_ahead(name: str) -> None:
    """Whatever a game would draw ahead, it draws in a thread of its own."""
    usual = {face: face.pictures for face in FACES.values()}
    try:
        unhurried.draw_nothing_ahead()
        before = set(threading.enumerate())
        stop = FACES[name].pictures.warm(tuple(LANGUAGES))
        begun = set(threading.enumerate()) - before
        stop()
    finally:
        for face, pictures in usual.items():
            object.__setattr__(face, "pictures", pictures)
    assert begun == set()
