"""Forgetting somebody: open matches are given up, messages deleted, and the id leaves every row."""

from __future__ import annotations

import contextlib
import secrets

import discord

from bot.matches.loaded import LoadedMatch
from bot.matches.lobby import Lobby
from bot.matches.refusals import Refusal
from bot.matches.service import Matches
from games import agreements


class Privacy:
    """Forgets people."""

    def __init__(self, client: discord.Client, matches: Matches, lobby: Lobby) -> None:
        self.client = client
        self.matches = matches
        self.lobby = lobby
        self.store = matches.store

    async def forget(self, user: int) -> int:
        """Forget a user, who need not be on any server any more; again is harmless. Returns how many rows changed.

        What was drawn in the user's matches followed from the ids of their players, too. From now on it follows from
        the seed that these had made: every match can be replayed and goes on as it would have, though its record no
        longer leads to the fingerprint that was posted.
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
        self.matches.calendars.forget(user)
        self.matches.instructions.forget(user)
        self.matches.followers.forget()
        return count

    async def _leave(self, user: int) -> None:
        """Give up what is being played, decline and cancel what has not begun."""
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
        """Delete the direct messages that are noted; those that Discord does not let go are only forgotten."""
        for row in (await self.store.privacy.export(user))["message"]:
            channel = self.client.get_partial_messageable(row["channel_id"])
            with contextlib.suppress(discord.HTTPException):
                await channel.get_partial_message(row["message_id"]).delete()
