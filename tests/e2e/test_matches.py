"""Whole matches between two people and the bot as a process of its own, in languages in which nothing may be left in
English. (A match in English is played through the panels in the browser, and through commands beside Discord.)"""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from games import agreements
from games.registry import GAMES
from games.verify import main as verify
from tests.bot.driving import command, random_action
from tests.e2e.playing import Playground, boards
from tests.texts.pseudo import left_in_english

pytestmark = pytest.mark.timeout(900)
GAME = GAMES["monolith_arena"]
MOST = 600
"""Actions that no match needs."""


def _state(folder: Path) -> Any:
    """The position as the bot has stored it: only to choose moves from; all else is read as people read it."""
    with sqlite3.connect(f"file:{folder / 'data' / 'matches.db'}?mode=ro", uri=True) as database:
        (snapshot,) = database.execute('select snapshot from "match"').fetchone()
    return agreements.load(GAME, json.loads(snapshot)).state


async def _check_end(game: Playground, folder: Path) -> None:
    acted = await game.slash(game.tina, "match record")
    (file,) = acted.answer.attachments
    record = folder / "record.json"
    record.write_bytes(file.data)
    # What takes long is done in threads: the bot loses its connection to a Discord that does not answer meanwhile.
    assert await asyncio.to_thread(verify, [str(record)]) == 0

    await game.rest()
    with_buttons = boards(game.tina.messages(game.thread))
    assert len(with_buttons) == 1
    # A spectator has seen nothing but what is public, and the answer to the own command.
    own = [m for m in game.tina.messages(game.thread) if m.ephemeral_for]
    assert own == [acted.answer]


@pytest.mark.parametrize(("game", "language"), [("de", "de")], indirect=["game"])
async def test_a_german_match_by_slash_commands(game: Playground, tmp_path: Path, language: str) -> None:
    rng = random.Random(3)
    await game.begin()
    await game.choose_factions()
    players = (game.anna, game.max)
    for _ in range(MOST):
        state = _state(tmp_path)
        waited = [c for c in GAME.choices(state) if c.must]
        if not waited:
            break
        choice = waited[0]
        action = random_action(SimpleNamespace(face=SimpleNamespace(game=GAME), state=state), choice, rng)
        path, options = command(action)
        acted = await game.slash(players[choice.seat], path, **options)
        assert not acted.failed, game.box.transcript()
        assert acted.ephemeral
    await game.rest()
    assert game.over()
    await _check_end(game, tmp_path)
    assert await asyncio.to_thread(left_in_english, game.read, language) == []


@pytest.mark.long  # hundreds of presses; matches through panels are played in a browser, and beside a simulated Discord
@pytest.mark.parametrize(("game", "language"), [("es-ES", "es")], indirect=["game"])
async def test_a_spanish_match_through_panels(game: Playground, tmp_path: Path, language: str) -> None:
    rng = random.Random(8)
    await game.begin()
    for _ in range(MOST):
        if game.over():
            break
        await game.by_panel(rng.choice(game.waited()), rng)
        await game.rest()
    assert game.over()
    await _check_end(game, tmp_path)
    assert await asyncio.to_thread(left_in_english, game.read, language) == []
