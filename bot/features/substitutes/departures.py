"""Players who leave their server: their seats are offered, and the offers withdrawn when they come back.

Discord sends these events only to bots with a privileged intent, which an operator may switch on (`MEMBERS_INTENT`).
Every other bot asks, a few times a day, for the members who have a seat.
"""

from __future__ import annotations

import logging
from typing import Final

import discord

from bot.features.substitutes.service import Substitutes
from bot.people.members import Members, Unanswered
from bot.supervision import Nap

log = logging.getLogger("bot.substitutes")

LOOK_EVERY: Final = 8 * 3600.0
"""Seconds between two rounds of asking."""


class Departures:
    """Notices who leaves a server and who comes back."""

    def __init__(self, client: discord.Client, members: Members, substitutes: Substitutes) -> None:
        self.client = client
        self.members = members
        self.substitutes = substitutes
        self.store = substitutes.store
        self._nap = Nap()
        self._left: dict[tuple[int, int], bool] = {}
        """Members of whom Discord has told, by server and user: true for left, false for back."""

    def heard(self, event: str, *arguments: object) -> None:
        """Note an event of the gateway, by discord.py's name."""
        first = arguments[0] if arguments else None
        if event == "raw_member_remove" and isinstance(first, discord.RawMemberRemoveEvent):
            self._left[first.guild_id, first.user.id] = True
        elif event == "member_join" and isinstance(first, discord.Member):
            self._left[first.guild.id, first.id] = False
        else:
            return
        self._nap.wake()

    async def run(self) -> None:
        """Act on the events, and look for members now and then. Raises `StorageError`; started again, it goes on."""
        asked = False  # at the start there is enough to do
        while True:
            for one in tuple(self._left):
                left = self._left.pop(one)  # before, so that what is told meanwhile is another event
                try:
                    await (self.substitutes.left if left else self.substitutes.returned)(*one)
                except Exception:
                    self._left.setdefault(one, left)
                    raise
            if asked:
                await self.look()
            await self._nap.take(LOOK_EVERY)
            asked = not self._left

    async def look(self) -> None:
        """Ask Discord for every user who has a seat in a running match, one after the other."""
        heads = [head for head in await self.store.matches.all_open() if head.status == "running"]
        wanted = (None, "own")
        seated = {(head.guild_id, seat.user_id) for head in heads for seat in head.seats if seat.offered in wanted}
        left = 0
        for guild_id, user in sorted((guild or 0, user or 0) for guild, user in seated):
            guild = self.client.get_guild(guild_id)
            if user <= 0 or guild is None or guild.unavailable:  # nobody, or somebody who was forgotten
                continue
            if not await self._is_member(guild_id, user):
                left += await self.substitutes.left(guild_id, user)
        if left:
            log.info("players have left their servers: substitutes are looked for in %d matches", left)

    async def _is_member(self, guild_id: int, user: int) -> bool:
        """Return True if a user is in a server, or where Discord does not say."""
        try:
            return await self.members.find(guild_id, user) is not None
        except Unanswered:
            return True
