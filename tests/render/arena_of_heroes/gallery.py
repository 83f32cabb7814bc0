"""The pictures of this game in `docs/pictures`: ``python -m tests.render.arena_of_heroes.gallery docs/pictures``."""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random
from typing import Any

from PIL import Image

from bot.arena_of_heroes import FACE
from bot.arena_of_heroes.texts.names import hero_tile, tiles
from bot.panels.face import Scene
from bot.texts.phrases import phrases
from games.api import new_options
from games.arena_of_heroes.cards import GREEN, HEROES
from games.arena_of_heroes.game import GAME
from games.referee import Moment, moments
from render import arena_of_heroes as pictures
from render.labels import Labels
from tests.render.gallery import opened, simulated

SAY = phrases("en")
NAMES = {0: "Anna", 1: "Max", 2: "Lin", 3: "Otto"}


def match() -> list[Moment]:
    """A random advanced match of four."""
    options = new_options(GAME, {"mode": "advanced", "deck": "all"})
    return list(moments(GAME, Random(21), GAME.formations[2], options, bytes([21]) * 32))


def busy(played: list[Moment]) -> Any:
    """A state with both slots taken, spiders about, somebody hidden and to play."""
    for moment in played:
        state = moment.step.state
        if state.slots[0][0] and state.slots[1][0] and state.spiders and state.active.hidden and state.shot:
            return state
    return played[len(played) // 3].step.state


def film(played: list[Moment]) -> Scene:
    """The turn in which the most different things happen."""
    turns: dict[int, list[Moment]] = {}
    for moment in played:
        turns.setdefault(moment.before.turns, []).append(moment)
    best = max(turns.values(), key=lambda turn: len({type(event) for moment in turn for event in moment.step.events}))
    events = [e for moment in best for event in moment.step.events if (e := GAME.show(event, None)) is not None]
    return Scene(GAME.view(best[0].before, None), events, GAME.view(best[-1].step.state, None))


def main(folder: Path) -> None:
    """Draw all of them."""
    played = match()
    state = busy(played)
    public = opened(FACE.pictures.board(SAY, GAME.view(state, None), (), NAMES).data)
    aim = pictures.Aim(state.active.at)
    private = pictures.draw_private(GAME.view(state, state.turn), Labels.of(SAY, NAMES), aim)
    found = {
        "arena_of_heroes": public,
        "arena_of_heroes_400": public.resize((400, 400), Image.Resampling.LANCZOS),
        "arena_of_heroes_grey": public.convert("L"),
        "arena_of_heroes_deuteranopia": simulated(public),
        "arena_of_heroes_private": opened(private),
        "arena_of_heroes_heroes": opened(tiles([hero_tile(SAY, HEROES[code]) for code in GREEN]).data),
        "arena_of_heroes_result": opened(
            FACE.pictures.result_card(SAY, GAME.view(played[-1].step.state, None), NAMES).data
        ),
    }
    for name, picture in found.items():
        picture.quantize(255, dither=Image.Dither.NONE).save(folder / f"{name}.png", optimize=True)
    scene = film(played)
    made = pictures.frames(scene.before, scene.events, scene.after, Labels.of(SAY, NAMES))
    (folder / "arena_of_heroes_film.gif").write_bytes(pictures.draw_film(made, Labels.of(SAY, NAMES)))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
