"""Who is a member of a server, as Discord says it when it is asked: the bot keeps no list of members."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, Final

import aiohttp
import discord

GONE: Final = (10_007, 10_013)
"""Discord's codes: no such member, no such user."""
NOT_THERE: Final = (10_004, 50_001)
"""Discord's codes for a server that the bot is not in: no such server, no access."""
WITHIN: Final = 10.0
"""Seconds that Discord has for its answer."""
LATELY: Final = 60.0
"""Seconds for which an answer is good enough for somebody who only looks."""
KEPT: Final = 5000
_FAILED: Final = (discord.DiscordException, aiohttp.ClientError, OSError)


class Unanswered(Exception):
    """Discord does not say whether somebody is a member."""


class Members:
    """Asks Discord who is a member of a server."""

    def __init__(
        self,
        client: discord.Client,
        *,
        clock: Callable[[], float] = time.monotonic,
        owns: Callable[[int], bool] = lambda guild_id: True,
    ) -> None:
        self._client = client
        self._owns = owns
        """Tells whether Discord tells this process of a server; of others it has to ask."""
        self._clock = clock
        self._asking: dict[tuple[int, int], asyncio.Task[discord.Member | None]] = {}
        self._answers: OrderedDict[tuple[int, int], tuple[float, discord.Member | None]] = OrderedDict()
        """When an answer was given, and the member if there was one; by server and user, the latest last."""
        self._deleted: OrderedDict[int, None] = OrderedDict()
        """Channels that were not there when they were asked for; none of them comes back."""

    async def find(self, guild_id: int, user_id: int) -> discord.Member | None:
        """Return a user as a member of a server now; `None` for nobody of it, or where the bot itself is not.

        However many ask at once, Discord is asked once. Raises `Unanswered`.
        """
        key = (guild_id, user_id)
        task = self._asking.get(key)
        if task is None:
            task = self._asking[key] = asyncio.create_task(self._ask(guild_id, user_id))
            task.add_done_callback(lambda _: self._asking.pop(key, None))
        return await asyncio.shield(task)

    async def lately(self, guild_id: int, user_id: int) -> discord.Member | None:
        """Return what `find` does, by an answer of the last minute or a new one. Raises `Unanswered`."""
        at, member = self._answers.get((guild_id, user_id), (None, None))
        if at is not None and self._clock() - at < LATELY:
            return member
        return await self.find(guild_id, user_id)

    async def sees(self, member: discord.Member, channel_id: int) -> bool:
        """Return True if a member may look into a channel of the server. Raises `Unanswered`."""
        channel: Any = member.guild.get_channel(channel_id)
        if channel is None and channel_id in self._deleted:
            return False
        try:
            if channel is None:  # gone, or another process hears of that server
                channel = await asyncio.wait_for(member.guild.fetch_channel(channel_id), WITHIN)
        except discord.NotFound:
            self._deleted[channel_id] = None
            if len(self._deleted) > KEPT:
                self._deleted.popitem(last=False)
            return False
        except (discord.Forbidden, discord.InvalidData):
            return False
        except _FAILED as error:
            raise Unanswered from error
        return bool(channel.permissions_for(member).view_channel)

    async def _ask(self, guild_id: int, user_id: int) -> discord.Member | None:
        member = await self._fetch(guild_id, user_id)
        self._answers[guild_id, user_id] = self._clock(), member
        self._answers.move_to_end((guild_id, user_id))
        if len(self._answers) > KEPT:
            self._answers.popitem(last=False)
        return member

    async def _fetch(self, guild_id: int, user_id: int) -> discord.Member | None:
        guild = self._client.get_guild(guild_id)
        if guild is None and self._owns(guild_id):
            return None
        if guild is not None and guild.unavailable:
            raise Unanswered
        elsewhere = guild is None
        try:
            if guild is None:  # another process hears of that server
                guild = await asyncio.wait_for(self._client.fetch_guild(guild_id, with_counts=False), WITHIN)
            return await asyncio.wait_for(guild.fetch_member(user_id), WITHIN)
        except (discord.NotFound, discord.Forbidden) as error:
            if error.code in GONE or (elsewhere and error.code in NOT_THERE):
                return None
            raise Unanswered from error
        except _FAILED as error:
            raise Unanswered from error
