"""`DATA_KEY` changes while matches of all games are played, and everything on the way is killed."""

from __future__ import annotations

import random
import signal
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from storage.sealing import Sealing, new_key, read_keys
from tests.e2e.playing import PATIENCE, Playground, command
from tests.e2e.restoring import Restoring
from tests.e2e.test_restored import GAMES

pytestmark = pytest.mark.timeout(600)
SEALED = (
    'select seed from "match"',
    'select snapshot from "match" where snapshot is not null',
    "select text from action where secret",
    "select line from instruction",
    "select lines from plan",
    "select outcome from plan where outcome is not null",
    "select draft from plan where draft is not null",
)


def others(database: Path, key: str) -> int:
    """How many values in the database are not sealed under this key."""
    sealing = Sealing(read_keys(key))
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as connection:
        rows = [row for statement in SEALED for row in connection.execute(statement)]
    return sum(not sealing.is_current(value) for (value,) in rows)


class Keys:
    """One bot with a match of each game; its keys change, and it and `seal` are killed."""

    def __init__(self, game: Playground) -> None:
        self.game = game
        self.rng = random.Random(12)
        self.matches = [Restoring(game, name, 3) for name in GAMES]
        self.database = game.bot.data / "matches.db"

    async def begin(self) -> None:
        """A match of each game, and a move in each."""
        for one in self.matches:
            await one.begin()
            await one.move()
            await self.game.rest()

    async def under(self, *keys: str) -> None:
        """From now on the bot has these keys; it is killed, and what it said stands there afterwards."""
        await self.game.bot.stop(signal.SIGKILL)
        self.game.bot.more["DATA_KEY"] = ",".join(keys)
        await self.game.bot.start()
        for one in self.matches:
            one.keys = list(read_keys(",".join(keys)))
        await self.play()

    async def play(self) -> None:
        """A move in the newest match; all of them are as they should be."""
        await self.matches[-1].move()
        await self.game.rest()
        await self.matches[-1].look("under these keys")

    async def refused(self, *keys: str) -> None:
        """With these keys the bot does not start, and says so without showing any."""
        self.game.bot.more["DATA_KEY"] = ",".join(keys)
        status, told = await command(self.game, "run")
        assert status == 78, told
        assert "key" in told.lower()
        assert not any(key.rstrip("=") in told for key in keys if key)
        assert "Traceback" not in told

    async def seal(self, *keys: str, kills: int) -> None:
        """Stop the bot and seal everything under the first of these keys, killed some times on the way."""
        await self.game.bot.stop(signal.SIGKILL)
        self.game.bot.more["DATA_KEY"] = ",".join(keys)
        for _ in range(kills):
            await command(self.game, "seal", killed_after=self.rng.uniform(0, 0.5))
        status, told = await command(self.game, "seal")
        assert status == 0, told
        assert others(self.database, keys[0]) == 0


async def test_keys_change_while_matches_are_played(game: Playground) -> None:
    first, second, third = (new_key() for _ in range(3))
    keys = Keys(game)
    await keys.begin()
    await keys.under(first)  # from now on rows of both kinds lie side by side
    assert others(keys.database, first) > 0
    await keys.seal(first, kills=4)
    await keys.under(first)
    status, copy = await command(game, "backup")  # under the first key alone
    assert status == 0, copy
    await keys.under(second, first)
    assert others(keys.database, second) > 0
    await game.bot.stop(signal.SIGKILL)
    await keys.refused(second)
    await keys.refused("")
    await keys.refused(third)
    await keys.seal(second, first, kills=4)
    await keys.refused(first)
    await keys.under(second)
    await keys.under(third, second, first)
    await game.bot.stop(signal.SIGKILL)

    # The copy from before is brought back: it needs its old key, until it is sealed anew.
    status, told = await command(game, "restore", copy.strip())
    assert status == 0, told
    await keys.refused(third, second)
    game.bot.more["DATA_KEY"] = ",".join((third, first))
    await game.bot.start()
    keys.matches[-1].keys = list(read_keys(",".join((third, first))))
    await game.box.expect(keys.matches[-1].begun, "everything to be shown is noted", PATIENCE)
    await game.rest()
    await keys.play()
    await keys.seal(third, first, kills=4)
    await keys.under(third)
