"""The database and the buttons that version 0.1 left: its matches go on, and what it posted still answers."""

from __future__ import annotations

import json
import random
import re
import sqlite3
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, closing
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any
from unittest import mock

import discord
import pytest
import simcord

from bot.app import ArenaBot
from bot.interactions.inspect import record
from bot.matches.work import snapshot
from games import verify
from games.referee import random_action
from games.registry import GAMES
from tests.bot import forged
from tests.bot.world import World, world
from tests.storage.conftest import FIXTURES

pytestmark = [pytest.mark.drawn, pytest.mark.usefixtures("no_incident")]

GUILD, CHANNEL, ANNA, MAX = (f"14560744439808000{number}" for number in (13, 16, 17, 18))
"""The ids of the release's server and people."""
DATABASE = (FIXTURES / "schema_0012.sql").read_text()
"""A match of each game and one with clocks, each with a move whose jobs were not done any more."""
BUTTONS: list[tuple[int, str, str]] = json.loads((FIXTURES / "buttons_0012.json").read_text())
"""Who could press which button, or choose which line of a select: custom_ids of boards and private panels."""
VERSIONS = {
    match_id: int(version)
    for match_id, version in re.findall(r"""INSERT INTO "match" VALUES\('(\w+)',.*?,'running',(\d+),""", DATABASE)
}
"""The version of each of its matches after those moves."""
GIVEN = ("message.message_id", "match.start_message_id", "interaction.id")
"""Columns with ids that Discord gives one after the other."""
EARLIER = 10**15
"""By how much those are moved: servers here begin to count where that one did, and no id is ever given twice."""


def _rows(path: Path, statement: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(statement).fetchall()


def _as_then(self: World, env: simcord.Env, folder: Path, bot: ArenaBot) -> None:
    """Make a world whose people have the ids that they had in the release: draws depend on them.

    Otherwise they would follow from how many commands there are.
    """
    with mock.patch.object(env.backend, "snowflake", partial(next, count(int(GUILD)))):
        _MADE(self, env, folder, bot)
    for _ in range(GIVEN_THEN):
        env.backend.snowflake()


_MADE = World.__init__
GIVEN_THEN = 30
"""More than the ids that are given to a new world."""


@asynccontextmanager
async def left(folder: Path) -> AsyncIterator[World]:
    """Start a bot of today on the release's database, in a server that has its people and threads."""
    with mock.patch.object(World, "__init__", _as_then):
        before = world(folder / "before")
        made = await before.__aenter__()
    async with AsyncExitStack() as stack:
        stack.push_async_exit(before)
        assert str(made.anna.id) == ANNA
        assert str(made.max.id) == MAX
        made.folder = folder / "after"
        made.folder.mkdir()
        path = made.folder / "matches.db"
        with closing(sqlite3.connect(path)) as connection, connection:
            connection.executescript(DATABASE)
        channel = made.bot.get_channel(made.channel.id)
        assert isinstance(channel, discord.TextChannel)
        places = {GUILD: made.guild.id, CHANNEL: made.channel.id, ANNA: made.anna.id, MAX: made.max.id}
        for match_id, thread_id in _rows(path, "SELECT id, thread_id FROM match"):
            thread = await channel.create_thread(name=str(match_id), type=discord.ChannelType.public_thread)
            places[str(thread_id)] = thread.id
        with closing(sqlite3.connect(path)) as connection, connection:
            for table, _, column in (name.partition(".") for name in GIVEN):
                connection.execute(f'UPDATE "{table}" SET {column} = {column} - {EARLIER}')
            earlier = "\n".join(connection.iterdump())  # before places get ids that were messages' there
        path.unlink()
        with closing(sqlite3.connect(path)) as connection, connection:
            connection.executescript(re.sub(r"\d{19}", lambda found: str(places.get(found[0], found[0])), earlier))
        await made.bot.supervisor.stop()  # else it would ask the closed store once more
        await made.restart()
        await made.settle()
        yield made


async def test_what_waited_is_done(tmp_path: Path) -> None:
    async with left(tmp_path) as made:
        newest = max(int(number) for number in re.findall(r'INSERT INTO "outbox" VALUES\((\d+),', DATABASE))
        timers = re.findall(r"""INSERT INTO "timer" VALUES\(\d+,'(\w+)','(\w+)'""", DATABASE)
        path = made.folder / "matches.db"
        assert timers
        kept = set(_rows(path, "SELECT match_id, kind FROM job WHERE pool = 'timer' AND state = 'pending'"))
        assert set(timers) <= kept
        assert _rows(path, f"SELECT min(id) > {newest} FROM job WHERE pool = 'timer'") == [(1,)]
        assert _rows(path, "SELECT count(*) FROM job WHERE pool = 'post' AND state != 'done'") == [(0,)]
        for head in await made.bot.store.matches.all_open():
            live = await made.bot.store.messages.newest_live(head.id, "live")
            assert live is not None, head
            # What an outage does to clocks moves the version, too, and is told with the next news.
            assert VERSIONS[head.id] <= live.version <= head.version
            assert (await made.live(head.id)).content


async def test_every_button_of_the_release_answers(tmp_path: Path) -> None:
    async with left(tmp_path) as made:
        people = {int(ANNA): made.anna, int(MAX): made.max}
        for user, custom_id, value in BUTTONS:
            result = await forged.press(made, people[user], made.channel, custom_id, value or None)
            assert result.acknowledged, custom_id
            await made.settle()


def _known_then(value: Any) -> Any:
    """Return a stored position without what the release did not note: the aims of Arena of Heroes."""
    if isinstance(value, dict):
        return {key: _known_then(part) for key, part in value.items() if key != "aims"}
    return value


async def test_its_matches_go_on_and_verify(tmp_path: Path) -> None:
    rng = random.Random(3)
    async with left(tmp_path) as made:
        for head in await made.bot.store.matches.all_open():
            match = await made.bot.matches.load(head.id)
            game = match.face.game
            folded = json.loads(snapshot(game, match.replayed[-1].after))
            assert _known_then(folded) == _known_then(json.loads(snapshot(game, match.position)))
            for _ in range(40):
                waiting = [choice for choice in match.choices if choice.must]
                if not waiting:
                    break
                user = match.user_of(waiting[0].seat)
                assert user is not None
                match = (await made.play(head.id, user, random_action(game, match.state, waiting[0], rng))).match
            if match.match.status == "running":
                match = (await made.bot.matches.agree(match, made.anna.id, ("resign",))).match
            verdict = verify.verify(record(match, made.anna.id), GAMES)
            assert verdict.status == verify.GOOD, verdict.text
