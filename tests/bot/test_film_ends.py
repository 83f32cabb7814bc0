"""Every game's films end on its result, in the colors of that."""

from __future__ import annotations

import io
from random import Random

import pytest
from PIL import Image

from bot.panels.face import Scene
from bot.publish.studio import ending_on
from bot.registry import FACES
from bot.texts.phrases import phrases
from games.api import new_options
from games.referee import moments
from render.caption import FILM

SAY = phrases("en")
NAMES = dict(enumerate(("Anna", "Max", "Tina", "Oskar")))


@pytest.mark.parametrize("game", [title for title, face in FACES.items() if face.film is not None])
def test_a_film_ends_on_the_result_in_its_own_colors(game: str) -> None:
    face = FACES[game]
    assert face.film is not None
    way = face.game.formations[0]
    filmed = None
    for moment in moments(face.game, Random(5), way, new_options(face.game, {}), bytes(32)):
        shown = [seen for event in moment.step.events if (seen := face.game.show(event, None)) is not None]
        after = face.game.view(moment.step.state, None)
        if face.film.covers(shown):
            filmed = Scene(face.game.view(moment.before, None), shown, after, NAMES)
    assert filmed is not None
    card = face.pictures.result_card(SAY, after, NAMES)
    last = Image.open(io.BytesIO(ending_on(face.film.draw(SAY, filmed), card).data))
    wanted = Image.open(io.BytesIO(card.data)).convert("RGB")
    last.seek(last.n_frames - 1)
    room = last.height - FILM.height
    assert wanted.height <= room
    top = (room - wanted.height) // 2
    assert last.convert("RGB").crop((0, top, 1000, top + wanted.height)).tobytes() == wanted.tobytes()
