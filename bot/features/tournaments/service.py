"""Tournaments while the bot runs: looked at when one has changed, at the start, and every minute."""

from __future__ import annotations

import logging
from typing import Final

import discord

from bot.features.tournaments.runner import Runner
from bot.interactions.services import Services
from bot.log import incident
from bot.supervision import Nap
from storage import StorageError

LOOK_EVERY: Final = 60.0
"""Seconds between two looks where nothing has happened: for deadlines, quiet hours, new threads, what has failed."""
TOPIC: Final = "tournaments"
"""The topic of news for the process that looks after tournaments."""
log = logging.getLogger("bot.tournaments")


class Tournaments:
    """Sees to it that every tournament goes on."""

    def __init__(self, services: Services, runner: Runner) -> None:
        self._services = services
        self._runner = runner
        self._nap = Nap()
        self._left: dict[tuple[int, int], None] = {}
        """Members who have left their servers, by server and user."""
        services.others.subscribe(TOPIC, self._told)

    def wake(self) -> None:
        """Have all tournaments looked at now, by the process that does this for all."""
        if self._services.others.first:
            self._nap.wake()
        else:
            self._services.others.tell(TOPIC, "look")

    def _told(self, what: str) -> None:
        """Look, because another process asks for it: somebody has left a server, or has changed a tournament."""
        guild_id, _, user = what.partition(":")
        if user:
            self._left[int(guild_id), int(user)] = None
        self._nap.wake()

    def heard(self, event: str, *arguments: object) -> None:
        """Note who has left a server, by an event of the gateway."""
        first = arguments[0] if arguments else None
        if event == "raw_member_remove" and isinstance(first, discord.RawMemberRemoveEvent):
            if self._services.others.first:
                self._left[first.guild_id, first.user.id] = None
                self.wake()
            else:
                self._services.others.tell(TOPIC, f"{first.guild_id}:{first.user.id}")

    async def run(self) -> None:
        """Look whenever there is something to do. Raises `StorageError`; started again, it goes on."""
        while True:
            await self.look()
            await self._nap.take(LOOK_EVERY)

    async def look(self) -> None:
        """Do all that can be done now. One tournament that fails holds up no other."""
        tournaments = self._services.store.tournaments
        for guild_id, user in tuple(self._left):
            for tournament_id in await tournaments.of_user(user, guild_id):
                await self._leave(tournament_id, user)
            self._left.pop((guild_id, user), None)
        for tournament_id in await tournaments.open():
            try:
                await self._runner.advance(tournament_id)
            except StorageError:
                raise
            except Exception as error:
                incident(f"tournament {tournament_id} cannot go on", error)

    async def _leave(self, tournament_id: str, user: int) -> None:
        tournaments = self._services.store.tournaments
        whole = await tournaments.load(tournament_id)
        entrant = whole.of_user(user) if whole is not None else None
        if entrant is not None:
            await tournaments.leave(tournament_id, entrant.number, now=self._services.matches.clock())
