"""Which news from Discord may mean that the bot has got a permission that it lacked."""

from __future__ import annotations

from typing import Final

import discord

EVENTS: Final = frozenset(
    {
        *("guild_available", "guild_join"),
        *("guild_role_create", "guild_role_update", "guild_role_delete"),
        *("guild_channel_create", "guild_channel_update"),
        *("thread_update", "thread_join"),
        "member_update",  # the bot itself got another role or is not in time-out any more; of others it does not hear
    }
)
"""Events of the intent for servers, by discord.py's names; the last argument of each is how the thing is now."""


def healed(event: str, *arguments: object) -> int | None:
    """Return the id of the server in which something may be allowed now, `None` for other events."""
    if event not in EVENTS or not arguments:
        return None
    now = arguments[-1]
    guild = now if isinstance(now, discord.Guild) else getattr(now, "guild", None)
    return guild.id if isinstance(guild, discord.Guild) else None
