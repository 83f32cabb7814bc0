"""What becomes of seeks with time: they end, people leave their server, and who did not fit fits now."""

from __future__ import annotations

from typing import Final

import discord

from bot.features.seeks.listing import Listing
from bot.features.seeks.service import Seeks
from bot.supervision import Nap

LOOK_EVERY: Final = 60.0
"""Seconds between two looks."""
SETTLED: Final = 100
"""So many seeks are looked at in one of them whether their people fit elsewhere; the others in the next ones."""


class Rounds:
    """Looks after the seeks of all servers. Whatever was not done before a crash is done at the next look."""

    def __init__(self, seeks: Seeks, listing: Listing) -> None:
        self._seeks = seeks
        self._listing = listing
        self._nap = Nap()
        self._left: list[tuple[int, int]] = []
        """The people who have left a server, as (server, user)."""
        self._last = ""
        """The seek up to which the last look has come."""

    def heard(self, event: str, *arguments: object) -> None:
        """Note who leaves a server, by discord.py's events of the gateway."""
        first = arguments[0] if arguments else None
        if event == "raw_member_remove" and isinstance(first, discord.RawMemberRemoveEvent):
            self._left.append((first.guild_id, first.user.id))
            self._nap.wake()

    async def run(self) -> None:
        """Look again and again. Raises `StorageError`; started again, it goes on."""
        while True:
            await self.look()
            await self._nap.take(LOOK_EVERY)

    async def look(self) -> None:
        """Do what is due, and bring all lists up to date."""
        store = self._seeks.store
        while self._left:
            guild_id, user = gone = self._left.pop()
            try:
                await store.leave(user, guild_id)
            except BaseException:
                self._left.append(gone)  # for the next look
                raise
        await store.expire(self._seeks.now())
        await self._settle()
        await self._listing.look_through()

    async def _settle(self) -> None:
        """Bring those together who fit by now."""
        store = self._seeks.store
        ids = await store.ids(self._last, SETTLED)
        self._last = ids[-1] if len(ids) == SETTLED else ""
        for seek_id in ids:
            found = await store.find(seek_id)
            if found is not None and self._seeks.serves(found.guild_id):
                await self._seeks.settle(seek_id, found.guild_id)
