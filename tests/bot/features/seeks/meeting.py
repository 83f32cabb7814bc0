"""Servers whose members look for matches with each other: Anna and Max on one, Eve and Carl on the other.

Of a third one, where a test needs it, Nora and Otto are.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from simcord import interactions

from bot.features.seeks.rounds import Rounds
from tests.bot.forged import said
from tests.bot.world import World, button_ids, world

GAME = "monolith_arena"
OTHER = "Castle of Secrets"
"""The name of the other server."""


@dataclass(frozen=True)
class Away:
    """A server, as it is hidden from others."""

    guild: Any
    channel: Any
    people: tuple[Any, ...]
    words: dict[str, str] = field(default_factory=dict)
    """What tells of it, each by what it is."""


class Meeting:
    """The world with more servers than one."""

    def __init__(self, made: World) -> None:
        self.made = made
        env = made.env
        self.guild = env.create_guild(OTHER)
        self.channel = self.guild.create_text_channel("hideaway")
        self.eve = self.guild.add_member(env.create_user("eve_secret", global_name="Evelyn"), nick="Eve")
        self.carl = self.guild.add_member(env.create_user("carl", global_name="Carl"))
        self.home = {made.anna.id: made.channel, made.max.id: made.channel}
        self.home |= {self.eve.id: self.channel, self.carl.id: self.channel}
        secrets = {"its name": OTHER, "a channel's name": "hideaway", "an account": "eve_secret", "a name": "Evelyn"}
        self.servers = [
            Away(made.guild, made.channel, (made.anna, made.max)),
            Away(self.guild, self.channel, (self.eve, self.carl), secrets),
        ]
        self.tokens: dict[str, int] = {}
        """Whose interaction it is, by its token."""

    def found_third(self) -> tuple[Any, Any]:
        """A third server comes; returns Nora and Otto, who are there."""
        env = self.made.env
        guild = env.create_guild("Harbor of Mist")
        channel = guild.create_text_channel("lighthouse")
        nora = guild.add_member(env.create_user("nora_secret", global_name="Leonora"), nick="Nora")
        otto = guild.add_member(env.create_user("otto", global_name="Otto"))
        self.home |= {nora.id: channel, otto.id: channel}
        secrets = {"the port": "Harbor of Mist", "a light": "lighthouse", "a captain": "nora_secret", "hers": "Leonora"}
        self.servers.append(Away(guild, channel, (nora, otto), secrets))
        return nora, otto

    def server_of(self, who: Any) -> Away:
        """The server that somebody is on."""
        return next(one for one in self.servers if one.channel is self.home[who.id])

    @property
    def everybody(self) -> list[Any]:
        return [one for server in self.servers for one in server.people]

    async def allow(self, *guild_ids: int) -> None:
        """Let members of these servers, or of all, look across servers."""
        for guild_id in guild_ids or [one.guild.id for one in self.servers]:
            await self.set(guild_id, across=True)

    async def set(self, guild_id: int, **more: Any) -> None:
        """Change what a server has set."""
        servers = self.made.bot.services.servers
        await servers.set(replace(await servers.of(guild_id), **more), now=1)

    async def seek(self, who: Any, *, across: bool = True, game: str = GAME, **more: Any) -> str:
        """Look for a match by command; returns the answer."""
        result = await who.slash(self.home[who.id], "seek new", game=game, across=across, **more)
        await self.made.settle()
        return said(result)

    async def look(self) -> None:
        await self.made.bot.services.get(Rounds).look()
        await self.made.settle()

    async def found(self) -> str:
        """Anna and Eve have found each other; returns the id of their match."""
        await self.allow()
        await self.seek(self.made.anna)
        assert "You play Anna, who is on another server" in await self.seek(self.eve)
        (head,) = await self.made.bot.store.matches.all_open()
        return head.id

    def written(self, who: Any) -> list[Any]:
        """What the bot has written to somebody, the oldest first."""
        bot = self.made.bot.user.id
        return [m for m in who.user.dm_channel.history() if m.author.id == bot and not m.flags.ephemeral]

    def live(self, who: Any) -> Any:
        """The live message in somebody's direct messages."""
        (one,) = [m for m in self.written(who) if "words" in button_ids(m)]
        return one

    def at(self, user: int) -> tuple[Any, Any]:
        """Who presses, and the live message in their direct messages."""
        who = next(one for one in self.everybody if one.id == user)
        return who.user, self.live(who)

    def seen_by(self, who: Any) -> str:
        """All that the bot has ever sent where somebody reads it, as it went over the wire: posts, edits, answers."""
        here = {str(self.home[who.id].id), str(who.user.dm_channel.id)}
        seen = []
        for entry in self.made.env.http_requests:
            _, kind, *rest = entry.path.split("/")
            token = rest[1] if kind in ("webhooks", "interactions") else ""
            if (kind == "channels" and rest[0] in here) or self.tokens.get(token) == who.id:
                seen.append([entry.path if kind == "channels" else kind, entry.json])
        return json.dumps(seen, default=str, ensure_ascii=False)

    def hidden_from(self, who: Any) -> dict[str, str]:
        """What nobody of this server may ever read of others, each by what it is."""
        found = {}
        for away in self.servers:
            if away is not self.server_of(who):
                found |= {f"id {one.id}": str(one.id) for one in (away.guild, away.channel)}
                found |= {f"the id of {one.user.name}": str(one.id) for one in away.people}
                found |= {f"the messages of {one.user.name}": str(one.user.dm_channel.id) for one in away.people}
                found |= away.words
        return found

    def no_leak(self, *people: Any) -> None:
        """None of these has ever been sent anything of another server's but names and moves."""
        for who in people or (self.made.anna, self.eve):
            seen = self.seen_by(who)
            assert len(seen) > 1000
            assert not {what for what, word in self.hidden_from(who).items() if word in seen}

    def close(self, who: Any) -> None:
        """Somebody closes their direct messages."""
        path = f"/channels/{who.user.dm_channel.id}/messages"
        refused = {"status": 403, "code": 50007, "message": "Cannot send messages to this user", "times": None}
        self.made.env.inject_error("POST", path, **refused)

    def open(self) -> None:
        """All open them again."""
        self.made.env.backend.faults.clear()


@contextlib.asynccontextmanager
async def meeting(folder: Path) -> AsyncIterator[Meeting]:
    async with world(folder) as made:
        met, plain = Meeting(made), interactions.base_payload

        def noting(*given: Any, user_id: int, **more: Any) -> Any:
            record, data = plain(*given, user_id=user_id, **more)
            met.tokens[data["token"]] = user_id
            return record, data

        interactions.base_payload = noting
        try:
            yield met
        finally:
            interactions.base_payload = plain
