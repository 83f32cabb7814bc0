"""Two servers whose members look for matches with each other: Anna and Max on one, Eve and Carl on the other."""

from __future__ import annotations

import contextlib
import json
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from simcord import interactions

from bot.features.seeks.rounds import Rounds
from tests.bot.forged import said
from tests.bot.world import World, button_ids, world

GAME = "monolith_arena"
OTHER = "Castle of Secrets"
"""The name of the other server."""


class Meeting:
    """The world with a second server."""

    def __init__(self, made: World) -> None:
        self.made = made
        env = made.env
        self.guild = env.create_guild(OTHER)
        self.channel = self.guild.create_text_channel("hideaway")
        self.eve = self.guild.add_member(env.create_user("eve_secret", global_name="Evelyn"), nick="Eve")
        self.carl = self.guild.add_member(env.create_user("carl", global_name="Carl"))
        self.home = {made.anna.id: made.channel, made.max.id: made.channel}
        self.home |= {self.eve.id: self.channel, self.carl.id: self.channel}
        self.tokens: dict[str, int] = {}
        """Whose interaction it is, by its token."""

    async def allow(self, *guild_ids: int) -> None:
        """Let members of these servers, or of both, look across servers."""
        servers = self.made.bot.services.servers
        for guild_id in guild_ids or (self.made.guild.id, self.guild.id):
            await servers.set(replace(await servers.of(guild_id), across=True), now=1)

    async def seek(self, who: Any, *, across: bool = True, **more: Any) -> str:
        """Look for a match by command; returns the answer."""
        result = await who.slash(self.home[who.id], "seek new", game=GAME, across=across, **more)
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
        who = next(one for one in (self.made.anna, self.made.max, self.eve, self.carl) if one.id == user)
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
        """What nobody of this server may ever read of the other one, each by what it is."""
        away = self.guild if self.home[who.id] is self.made.channel else self.made.guild
        others = [self.eve, self.carl] if away is self.guild else [self.made.anna, self.made.max]
        ids = {f"the id of {one.user.name}": str(one.id) for one in others}
        ids |= {f"the messages of {one.user.name}": str(one.user.dm_channel.id) for one in others}
        channel = self.channel if away is self.guild else self.made.channel
        found = {"the server": str(away.id), "its channel": str(channel.id)} | ids
        if away is self.guild:
            found |= {"its name": OTHER, "a channel's name": "hideaway", "an account": "eve_secret", "a name": "Evelyn"}
        return found

    def no_leak(self) -> None:
        """Neither side has ever been sent anything of the other one but names and moves."""
        for who in (self.made.anna, self.eve):
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
