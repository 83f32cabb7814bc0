"""Random matches as everybody sees them, for tests of pictures."""

from __future__ import annotations

import io
from itertools import islice
from random import Random

from PIL import Image

from bot.texts.phrases import LANGUAGES, phrases
from games.api import new_options
from games.arena_of_heroes.game import GAME
from games.arena_of_heroes.view import View
from games.referee import moments
from render.labels import Labels

ENGLISH = Labels(phrases("en"))
ALL = {language: Labels(phrases(language)) for language in LANGUAGES}


def some(seed: int, seats: int = 4, most: int | None = 70) -> list[tuple[View, list[object], View]]:
    """A random match as everybody sees it: before each action, what happened, after it; at most so many of them."""
    way = next(way for way in GAME.formations if way.seats == seats)
    options = new_options(GAME, {"mode": "advanced", "deck": "all"})
    found = []
    for moment in islice(moments(GAME, Random(seed), way, options, bytes([seed]) * 32), most):
        shown = [e for event in moment.step.events if (e := GAME.show(event, None)) is not None]
        found.append((GAME.view(moment.before, None), shown, GAME.view(moment.step.state, None)))
    return found


def opened(data: bytes) -> Image.Image:
    """The picture in a file, read whole."""
    picture = Image.open(io.BytesIO(data))
    picture.load()
    return picture
