"""Seasons of 300 people on three servers, with outages, answers that are lost, crashes and restarts at every step."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, cast

import aiohttp
import discord
from sqlalchemy import insert

from benchmarks.community import FIRST, simulated
from bot.features.seasons.service import ACTION_ID, LEASE_MS, OVER, SHOW, Seasons
from bot.interactions.services import Services
from bot.panels.components import read_button
from bot.panels.model import Picture
from bot.people.settings import DAY_MS
from bot.registry import FACES
from storage import ALL_GAMES, Outcome, Season, Store, schema
from tests.support.databases import prepare

SERVERS = (10, 20, 30)
PEOPLE = 100
"""On each server."""
MATCHES = 100
"""On each server, over all of its seasons."""
BEGUN = 20_000 * DAY_MS
SEASONS, LONG = 3, 3
"""So many seasons of so many days, one after the other."""
EVERY = DAY_MS // 6
"""The time from one look to the next."""
ME = 99


class Killed(BaseException):
    """Ends what runs, as the end of the process does."""


@dataclass
class Message:
    """What stands in a channel."""

    id: int
    content: str
    components: Sequence[Any]
    author: Any = field(default_factory=lambda: SimpleNamespace(id=ME))


class Channel:
    """A channel that fails in many ways, and of which nothing remembers nonces."""

    def __init__(self, discord_: Discord, number: int) -> None:
        self._discord = discord_
        self.id = number
        self.messages: list[Message] = []

    async def send(self, text: str, *, view: Any, allowed_mentions: Any, **more: Any) -> None:
        """Post something; it may fail before it has arrived, or after."""
        self._discord.fail()
        rows = [SimpleNamespace(children=list(view.children))]
        self.messages.append(Message(discord.utils.time_snowflake(self._discord.at()), text, rows))
        self._discord.mentions.append(allowed_mentions)
        self._discord.fail()

    async def history(self, *, limit: int) -> AsyncIterator[Message]:
        """Yield the last messages, the newest first."""
        self._discord.fail()
        for message in self.messages[::-1][:limit]:
            yield message


class Discord:
    """As much of a client as seasons need, with failures drawn by lot."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.now = BEGUN
        self.user = SimpleNamespace(id=ME)
        self.channels = {number: Channel(self, number) for number in SERVERS}
        self.mentions: list[Any] = []
        self.failed: Counter[str] = Counter()

    def at(self) -> Any:
        return discord.utils.snowflake_time(0).fromtimestamp(self.now / 1000, discord.utils.utcnow().tzinfo)

    def get_partial_messageable(self, number: int, **more: Any) -> Channel:
        return self.channels[number]

    def fail(self) -> None:
        """Fail, one time out of three: a broken connection, or the end of the process."""
        chance = self.random.random()
        if chance < 0.2:
            self.failed["connection"] += 1
            raise aiohttp.ClientConnectionError("away")
        if chance < 0.33:
            self.failed["killed"] += 1
            raise Killed


def seasons_of(client: Discord, store: Store) -> Seasons:
    """The service of a bot that has just started."""

    async def english(*given: Any) -> str:
        return "en"

    async def learn(*given: Any, **more: Any) -> None:
        return None

    async def draw(how: Any, *arguments: Any) -> Any:
        return Picture(b"PNG", "season.png", "")

    made = SimpleNamespace(
        client=client,
        store=store,
        faces=FACES,
        matches=SimpleNamespace(clock=lambda: client.now),
        languages=SimpleNamespace(for_match=english),
        names=SimpleNamespace(learn=learn, known=lambda say, user: f"P{user - FIRST}"),
        studio=SimpleNamespace(draw=draw),
    )
    return Seasons(cast(Services, made))


def played(random: Random) -> list[Outcome]:
    """All matches of all servers, in the order in which they end; no two servers share people."""
    found = []
    for n, server in enumerate(SERVERS):
        for number, one in enumerate(simulated(random, PEOPLE, MATCHES)):
            seats = tuple(
                replace(mine, user_id=mine.user_id + n * PEOPLE) if mine.person else mine for mine in one.played
            )
            at = BEGUN + (number * SEASONS * LONG * DAY_MS) // MATCHES + n
            name = f"{'abc'[n]}{one.match_id[1:]}"
            found.append(replace(one, match_id=name, guild_id=server, ended_at=at, played=seats))
    return sorted(found, key=lambda one: one.ended_at)


def counted(one: Outcome) -> int:
    """How many people's tables a result stands in."""
    if one.rates == "leavers":
        return sum(mine.came == "left" for mine in one.played)
    return len(one.played) if one.rates == "all" else 0


async def test_three_hundred_people_on_three_servers(tmp_path: Path) -> None:
    random = Random(11)
    client, matches = Discord(random), played(random)
    url = await prepare(f"sqlite+aiosqlite:///{tmp_path / 'seasons.db'}")
    store = await Store.open(url)
    blank = {"game": "monolith_arena", "options": "{}", "seed": b"", "status": "over", "version": 1, "private": False}
    rows = [blank | {"id": one.match_id, "created_at": 1, "updated_at": 1} for one in matches]
    await store.database.write(lambda connection: connection.execute(insert(schema.match), rows))
    service, begun = seasons_of(client, store), 0
    try:
        while client.now < BEGUN + (SEASONS * LONG + 2) * DAY_MS:
            for server in SERVERS:
                open_ = [one for one in await store.seasons.on(server) if one.closed_at is None]
                if not open_ and begun < SEASONS * len(SERVERS):
                    end = client.now + LONG * DAY_MS
                    begun += await store.seasons.begin(server, server, f"S{begun}", (), now=client.now, end=end) > 0
            due = [one for one in matches if one.ended_at <= client.now]
            matches = matches[len(due) :]
            await store.results.enter(due)
            try:
                await service.look()
            except Killed:
                if random.random() < 0.3:
                    await store.close()
                    store = await Store.open(url)
                service = seasons_of(client, store)
            client.now += EVERY
        assert min(client.failed.values()) > 2, client.failed
        client.random = Random(10**9)
        client.random.random = lambda: 1.0  # type: ignore[method-assign]  # from now on nothing fails
        client.now += LEASE_MS
        await service.look()
        everything = [one for server in SERVERS for one in await store.seasons.on(server)]
        assert len(everything) == SEASONS * len(SERVERS)
        await _all_right(client, store, everything)
    finally:
        await store.close()


async def _all_right(client: Discord, store: Store, everything: Sequence[Season]) -> None:
    """Nothing is stuck, everything was posted once and pinged nobody, and all that counts was counted once."""
    assert await store.seasons.untold(client.now + DAY_MS) == []
    posts = Counter(
        press
        for channel in client.channels.values()
        for message in channel.messages
        for item in message.components[0].children
        if (pressed := read_button(item.custom_id)) is not None and (press := pressed.press).action_id == ACTION_ID
    )
    told = Counter(press.tokens for press in posts.elements())
    assert set(told.values()) == {1}, told
    assert all(told[which, str(one.id)] == 1 for one in everything for which in (OVER,))
    assert {tokens[0] for tokens in told} == {SHOW, OVER}
    assert all(mentions.to_dict() == {"parse": []} for mentions in client.mentions)
    random = Random(11)
    matches = played(random)
    for one in everything:
        within = [m for m in matches if m.guild_id == one.guild_id and one.begun_at <= m.ended_at < one.ends_at]
        lines = await store.seasons.table(one.id, ALL_GAMES, 10 * PEOPLE)
        entered = [m for m in within if m.rates != "none"]
        assert sum(line.matches for line in lines) == sum(map(counted, entered))
        assert max(line.points for line in lines) > 0
        assert await store.seasons.titles(one.id)
