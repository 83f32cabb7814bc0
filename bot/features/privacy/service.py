"""Forgetting a user: open matches are given up, messages deleted, and the id leaves every row."""

from __future__ import annotations

import contextlib
import secrets

import discord

from bot.interactions.services import Services
from bot.matches.loaded import LoadedMatch
from bot.matches.refusals import Refusal
from games import agreements


class Privacy:
    """Forgets users."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self.client = services.client
        self.matches = services.matches
        self.lobby = services.lobby
        self.store = services.store

    async def forget(self, user: int) -> int:
        """Forget a user, who need not be on any server any more; return how many rows changed. Again is harmless.

        The draws in the user's matches depended on the ids of their players, too. From now on they depend on the seed
        that was made from these: every match can be replayed and goes on as it would have, though its record no longer
        leads to the fingerprint that was posted.
        """
        await self._leave(user)
        await self._delete_messages(user)
        played = await self.store.privacy.matches_of(user)
        seeds = {}
        for match_id in played:
            match = await self.matches.load(match_id)
            if match.match.parts is not None and any(part.player == user for part in match.parts):
                seeds[match_id] = match.seed
        instead = -secrets.randbits(62) - 1  # no id of Discord's is below zero
        count = await self.store.privacy.forget(user, instead, seeds)
        for running in self.services.running:
            if running.forget is not None:
                running.forget(user)
        return count

    async def _leave(self, user: int) -> None:
        """Resign the running matches of a user, decline and cancel those that have not begun."""
        for head in await self.store.matches.of_user(user):
            match = await self.matches.load(head.id)
            with contextlib.suppress(Refusal):
                if head.status == "running":
                    await self.matches.agree(match, user, (agreements.RESIGN,))
                else:
                    await self._leave_lobby(match, user)

    async def _leave_lobby(self, match: LoadedMatch, user: int) -> None:
        if match.match.creator == user:
            await self.lobby.cancel(match, user)
        else:
            await self.lobby.decline(match, user)

    async def _delete_messages(self, user: int) -> None:
        """Delete the direct messages to a user, as far as Discord allows it."""
        for row in (await self.store.privacy.export(user))["message"]:
            channel = self.client.get_partial_messageable(row["channel_id"])
            with contextlib.suppress(discord.HTTPException):
                await channel.get_partial_message(row["message_id"]).delete()
