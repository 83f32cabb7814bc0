"""What a thousand open matches cost in memory: they live in the database, not in the process."""

from __future__ import annotations

import asyncio
import random
import tempfile
from pathlib import Path
from typing import Any

from benchmarks.measure import Row, resident
from bot.matches.loaded import LoadedMatch
from bot.matches.lobby import Lobby
from bot.matches.service import Matches
from bot.matches.wishes import Wish
from games.api import Ready
from games.monolith_arena.game import GAME
from storage import Store

MOVES = 3
"""Moves played in each match."""


class _Rules:
    """A face with rules only; nothing is posted here."""

    game = GAME


async def _play(count: int, folder: Path) -> tuple[float, float, float]:
    rng = random.Random(1)
    faces: dict[str, Any] = {GAME.name: _Rules()}
    async with await Store.open(f"sqlite+aiosqlite:///{folder / 'matches.db'}") as store:
        matches = Matches(store, faces)
        lobby = Lobby(matches)
        ids = []
        first = 0.0
        for number in range(count):
            creator = 10_000 + number
            other = creator + 1_000_000
            wish = Wish(GAME.name, GAME.formations[0].id, creator, (other,), {}, False, 1, 2)
            match_id = await lobby.new(wish, interaction_id=10 * number + 1)
            match = await lobby.accept(await matches.load(match_id), other, interaction_id=10 * number + 2)
            ids.append(match_id)
            for _ in range(MOVES):
                match = await _move(matches, match, rng)
            if number == count // 10:
                first = resident()
        return first, resident(), float(len(ids))


async def _move(matches: Matches, match: LoadedMatch, rng: random.Random) -> LoadedMatch:
    choice = next(c for c in match.choices if c.must)
    user = match.user_of(choice.seat)
    assert user is not None
    tokens: tuple[str, ...] = ()
    while not isinstance(field := GAME.next_field(match.state, choice.seat, choice.key, tokens), Ready):
        tokens += (rng.choice(field.values),)
    return (await matches.play(match, user, [field.action], key=choice.key)).match


def run(*, small: bool) -> list[Row]:
    """Measure memory after a tenth of the matches and after all of them."""
    count = 20 if small else 1_000
    with tempfile.TemporaryDirectory() as folder:
        tenth, whole, matches = asyncio.run(_play(count, Path(folder)))
    return [
        Row("open matches", matches, "matches"),
        Row("memory with a tenth of them", tenth, "MiB"),
        Row("memory with all of them", whole, "MiB"),
        Row("all against a tenth", whole / tenth, "times", "at most 1.5"),
    ]
