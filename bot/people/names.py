"""Display names of users, kept for a while in memory and nowhere else."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from typing import Final

import discord

from bot.matches.loaded import LoadedMatch
from bot.people.safe import safe_name
from bot.texts.phrases import Phrases

KEPT: Final = 5000


class NameBook:
    """Looks display names up; whoever acts is noted on the way."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client
        self._names: OrderedDict[int, str] = OrderedDict()

    def note(self, user: discord.abc.User) -> None:
        """Remember how a user is called now."""
        self._names[user.id] = safe_name(user.display_name)
        self._names.move_to_end(user.id)
        while len(self._names) > KEPT:
            self._names.popitem(last=False)

    async def of(self, say: Phrases, user_id: int | None) -> str:
        """The name of a user, asking Discord if need be; "somebody" for a deleted account or one without a name."""
        if user_id is None:
            return say("somebody")
        if user_id not in self._names:
            try:
                self.note(await self._client.fetch_user(user_id))
            except discord.HTTPException:
                return say("somebody")
        return self._names[user_id] or say("somebody")

    async def seats(self, say: Phrases, match: LoadedMatch) -> Mapping[int, str]:
        """The names of a match's players by their seats."""
        return {s.seat: await self.of(say, s.user_id) for s in match.match.seats if s.user_id is not None}
