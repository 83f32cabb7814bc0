"""The pictures of Monsters & Myths in `docs/pictures`: ``python -m tests.render.monsters_gallery docs/pictures``."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from PIL import Image

from bot.texts.phrases import phrases
from games.draws import Draws
from games.monsters_and_myths import events as ev
from games.monsters_and_myths.game import GAME
from games.monsters_and_myths.referee import playout
from render.labels import Labels
from render.monsters_and_myths import (
    Draft,
    draw_film,
    draw_private,
    draw_result,
    draw_round,
    draw_strip,
    draw_table,
    frames,
)
from tests.render.gallery import SIMULATIONS, simulated

WORDS = Labels.of(phrases("en"), {0: "Larry", 1: "Marion", 2: "Lin", 3: "Michael"})
SEED = 3


def match() -> Iterator[tuple[Any, list[Any], Any]]:
    """A match of four: before, what happened, after."""
    random, draws = Random(SEED), Draws(bytes([SEED]) * 32)
    state = GAME.new(GAME.formations[2], {})
    while state.result is None:
        seat, action = playout.random_action(state, random)
        step = GAME.apply(state, seat, action, draws)
        shown = (GAME.show(event, None) for event in step.events)
        yield state, [event for event in shown if event is not None], step.state
        state = step.state


def _attack(steps: list[tuple[Any, list[Any], Any]]) -> list[Any]:
    """The frames of the attack card with most to show, of those with no more than twenty."""
    found: list[list[Any]] = []
    begun: Any = None
    told: list[Any] = []
    for before, happened, after in steps:
        kinds = {type(event).__name__ for event in happened}
        if begun is None and "CardBegan" in kinds:
            begun, told = before, []
        told += happened
        if begun is not None and "CardDone" in kinds:
            found.append(frames(GAME.view(begun, None), told, GAME.view(after, None)))
            begun = None
    return max((film for film in found if len(film) <= 20), key=len)


def main(folder: Path) -> None:
    """Write them."""
    steps = list(match())
    fight = next(b for b, _, _ in steps if b.exchange and b.card > 7 and b.phase == "exchange")
    keep = next(b for b, _, _ in steps if b.phase == "keep" and b.round == 2)
    table = draw_table(GAME.view(fight, None), WORDS)
    (folder / "monsters_table.png").write_bytes(table)
    own = GAME.view(keep, 1)
    hand = keep.seats[1].hand
    (folder / "monsters_hand.png").write_bytes(draw_private(own, WORDS, Draft(lifted=hand[:4])))
    (folder / "monsters_result.png").write_bytes(draw_result(GAME.view(steps[-1][2], None), WORDS))
    begun = [after for _, told, after in steps if any(isinstance(event, ev.RoundBegan) for event in told)]
    before, after = (GAME.view(state, None) for state in begun[1:])
    (folder / "monsters_round.png").write_bytes(draw_round(before, after, WORDS))
    film = _attack(steps)
    (folder / "monsters_film.gif").write_bytes(draw_film(film, WORDS))
    (folder / "monsters_strip.png").write_bytes(draw_strip(film, WORDS))
    whole = Image.open(io.BytesIO(table)).convert("RGB")
    small = whole.resize((400, whole.height * 400 // whole.width), Image.Resampling.LANCZOS)
    looks = [small, simulated(small, SIMULATIONS["deuteranopia"]), small.convert("L").convert("RGB")]
    beside = Image.new("RGB", (1220, small.height), (255, 255, 255))
    for n, look in enumerate(looks):
        beside.paste(look, (n * 410, 0))
    beside.save(folder / "monsters_400.png", optimize=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
