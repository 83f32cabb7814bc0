"""Answering an interaction over a connection that may break: everything is tried once more, and nothing done twice."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Final

import aiohttp
import discord

ANSWERED_ALREADY: Final = 40_060
PAUSE: Final = 0.3
BROKEN: Final = (aiohttp.ClientError, OSError)
"""What is raised when the connection breaks; whether the request has arrived is unknown then."""
_KNOWN: Final = "acknowledged"


def acknowledged(interaction: discord.Interaction) -> bool:
    """Whether Discord has the first answer, so that only follow-ups are possible."""
    return interaction.response.is_done() or bool(interaction.extras.get(_KNOWN))


async def acknowledge(interaction: discord.Interaction, **how: Any) -> None:
    """Tell Discord that an answer will come.

    Raises Discord's error 40060 when somebody else has answered, as for an interaction that was delivered twice; not
    when it was this very call, before the connection broke.
    """
    if acknowledged(interaction):
        return
    try:
        await interaction.response.defer(**how)
    except BROKEN:
        await asyncio.sleep(PAUSE)
        try:
            await interaction.response.defer(**how)
        except discord.HTTPException as error:
            if error.code != ANSWERED_ALREADY:
                raise
    interaction.extras[_KNOWN] = True


async def persist(send: Callable[[], Awaitable[Any]]) -> None:
    """Send, and once more when the connection breaks; only for what may arrive twice."""
    try:
        await send()
    except BROKEN:
        await asyncio.sleep(PAUSE)
        await send()
