"""What servers have set for their matches, kept in memory for as long as it is asked for."""

from __future__ import annotations

from collections import OrderedDict
from typing import Final

from bot.clocks.pace import NO_CLOCK
from bot.matches.refusals import Refusal
from games.messages import Message
from storage import Server, Store

DAY_MS: Final = 86_400_000
ABANDONED_AFTER_DAYS: Final = 7
"""How long the others have to decide what becomes of a match when a player's time is over, unless the server says."""
MOST_OPEN: Final = 20
"""How many open matches a member may have, unless the server says."""
KEPT: Final = 1000


class Servers:
    """The settings of servers. Every change goes through here, so that what is kept is never old."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: OrderedDict[int, Server] = OrderedDict()

    async def of(self, guild_id: int) -> Server:
        """Return what a server has set."""
        if guild_id not in self._known:
            found = await self._store.servers.find(guild_id)
            self._known.setdefault(guild_id, found)  # what was set meanwhile is newer
            if len(self._known) > KEPT:
                self._known.popitem(last=False)
        return self._known[guild_id]

    async def set(self, new: Server, *, now: int) -> None:
        """Change what a server has set."""
        await self._store.servers.set(new, now=now)
        self._known[new.guild_id] = new

    async def must_have_room(self, guild_id: int, user: int) -> None:
        """Raise `Refusal` where a member has as many open matches on a server as there may be."""
        most = (await self.of(guild_id)).most_open or MOST_OPEN
        mine = await self._store.matches.of_user(user)
        if sum(head.guild_id == guild_id for head in mine) >= most:
            raise Refusal(
                Message("You have {count} open matches on this server; finish one of them first.", count=most)
            )

    async def abandon_ms(self, guild_id: int | None) -> int:
        """Return how long after a time is over a match ends by itself as abandoned, in milliseconds."""
        days = (await self.of(guild_id)).abandon_days if guild_id is not None else None
        return (days or ABANDONED_AFTER_DAYS) * DAY_MS

    async def pace(self, guild_id: int) -> str | None:
        """Return the pace of a match for which none was chosen, as it is stored; `None` for no clock."""
        found = (await self.of(guild_id)).pace
        return None if found == NO_CLOCK else found
