"""Several processes of the bot on one PostgreSQL, each with some shards, in one sandbox."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from random import Random
from typing import Any

from sqlalchemy import create_engine, text
from sqlalchemy.pool import NullPool

from games import agreements
from games.api import Action
from games.monolith_arena.game import GAME
from games.referee import random_action
from sandbox import BotProcess, Channel, Player, Sandbox
from sandbox.people import Guild


class Cluster:
    """The processes, and a server for each of them in which its shard is served."""

    def __init__(self, box: Sandbox, url: str, folder: Path, processes: int) -> None:
        self.box = box
        self.url = url
        self.folder = folder
        self.count = processes
        self.guilds = [box.world.add_guild(f"server {n}", shard=n, shards=processes) for n in range(processes)]
        self.channels: list[list[Channel]] = [[] for _ in range(processes)]
        self.bots: list[BotProcess] = []

    def people(self, count: int, channels: int = 1) -> list[list[Player]]:
        """Add channels to each server, and so many people altogether; returns those of each server."""
        for guild, made in zip(self.guilds, self.channels, strict=True):
            made += [self.box.world.add_channel(guild, f"games-{n}") for n in range(channels)]
        there: list[list[Player]] = [[] for _ in self.guilds]
        for number in range(count):
            at = number // 2 % self.count  # both of a pair on the same server
            there[at].append(self.box.player(f"player{number}", self.guilds[at]))
        return there

    def process(self, shards: str, *arguments: str, name: str = "") -> BotProcess:
        """Make a process that is not started yet; with the argument ``think`` it does nothing else."""
        more = {"DATABASE_URL": self.url, "SHARD_COUNT": str(self.count), "SHARDS": shards}
        command = ("-m", "bot", *(arguments or ("run",)))
        made = BotProcess(self.box, self.folder / (name or f"bot-{shards}"), command=command, more=more)
        self.box.bots.append(made)
        return made

    async def start(self, within: float = 120, command: tuple[str, ...] | None = None) -> None:
        """Start a process for each shard, with another command than usual if one is given."""
        self.bots = [self.process(str(number)) for number in range(self.count)]
        for bot in self.bots:
            bot.command = bot.command if command is None else (bot.command[0], *command)
        await asyncio.gather(*(bot.start(within=within) for bot in self.bots))

    def guild_of(self, player: Player) -> Guild:
        """Return the server on which somebody is."""
        return next(guild for guild in self.guilds if player.id in guild.members)


@contextlib.asynccontextmanager
async def cluster(url: str, folder: Path, processes: int, **options: Any) -> AsyncIterator[Cluster]:
    """Give a sandbox in which processes can be started."""
    options.setdefault("people", ())
    async with Sandbox(**options) as box:
        yield Cluster(box, url, folder, processes)


class Rows:
    """The database of a cluster as it is, to choose moves from and to find what is wrong."""

    def __init__(self, url: str) -> None:
        self._engine = create_engine(url, poolclass=NullPool, isolation_level="AUTOCOMMIT")
        self._connection = self._engine.connect()

    def all(self, statement: str, **values: Any) -> list[Any]:
        """Return the rows of a statement."""
        return list(self._connection.execute(text(statement), values))

    def one(self, statement: str, **values: Any) -> Any:
        """Return the first value of the first row; `None` without one."""
        return self._connection.execute(text(statement), values).scalar()

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()
        self._engine.dispose()

    def next(self, thread: Channel, rng: Random) -> tuple[int, Action] | None:
        """Return a seat that is waited for and a random action of it; `None` at the end of the match."""
        state: Any = agreements.load(
            GAME, json.loads(self.one("SELECT snapshot FROM match WHERE thread_id = :thread", thread=thread.id))
        ).state
        waited = [choice for choice in GAME.choices(state) if choice.must]
        if not waited:
            return None
        choice = rng.choice(waited)
        return choice.seat, random_action(GAME, state, choice, rng)

    def unsent(self) -> int:
        """Return how many jobs that send something are not done."""
        return int(self.one("SELECT count(*) FROM job WHERE pool <> 'timer' AND state IN ('pending', 'running')"))


async def until(condition: Callable[[], Any], within: float) -> bool:
    """Wait until something is true; returns whether it has become so."""
    end = asyncio.get_running_loop().time() + within
    while not condition():
        if asyncio.get_running_loop().time() > end:
            return False
        await asyncio.sleep(0.1)
    return True
