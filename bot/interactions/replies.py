"""Answering an interaction over a connection that may break: everything is tried once more, and nothing done twice."""

from __future__ import annotations

import asyncio
import io
import time
from collections.abc import Awaitable, Callable
from typing import Any, Final

import aiohttp
import discord

from bot import metrics
from bot.limits import CONTENT, EMBED_DESCRIPTION, cut
from bot.panels.model import Picture
from bot.publish.studio import file_of

ANSWERED_ALREADY: Final = 40_060
PAUSE: Final = 0.3
BROKEN: Final = (aiohttp.ClientError, OSError)
"""What is raised when the connection breaks; whether the request has arrived is unknown then."""
_KNOWN: Final = "acknowledged"


_ARRIVED: Final = "arrived"
_KINDS: Final = {
    discord.InteractionType.application_command: "command",
    discord.InteractionType.autocomplete: "autocomplete",
    discord.InteractionType.component: "press",
    discord.InteractionType.modal_submit: "form",
}


def arrived(interaction: discord.Interaction) -> None:
    """Note that an interaction has come in just now."""
    interaction.extras[_ARRIVED] = time.perf_counter()


def measure(interaction: discord.Interaction) -> None:
    """Count how long an interaction has waited for its first answer, which it has now."""
    since, kind = interaction.extras.pop(_ARRIVED, None), _KINDS.get(interaction.type)
    if since is not None and kind is not None:
        metrics.FIRST_ANSWER.labels(kind).observe(time.perf_counter() - since)


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
    measure(interaction)


async def persist(send: Callable[[], Awaitable[Any]]) -> None:
    """Send, and once more when the connection breaks; only for what may arrive twice."""
    try:
        await send()
    except BROKEN:
        await asyncio.sleep(PAUSE)
        await send()


async def tell(interaction: discord.Interaction, text: str, view: discord.ui.View | None = None) -> None:
    """Answer the one who acted, and nobody else."""
    how: dict[str, Any] = {"ephemeral": True, "allowed_mentions": discord.AllowedMentions.none()}
    if view is not None:
        how["view"] = view
    if acknowledged(interaction):
        await interaction.followup.send(cut(text, CONTENT), **how)
    else:
        await interaction.response.send_message(cut(text, CONTENT), **how)
        measure(interaction)


async def wait(interaction: discord.Interaction) -> None:
    """Acknowledge at once with a private answer to come."""
    await acknowledge(interaction, ephemeral=True, thinking=True)


async def answer(
    interaction: discord.Interaction,
    text: str,
    *,
    picture: Picture | None = None,
    view: discord.ui.View | None = None,
    words: str = "",
) -> None:
    """Complete a deferred answer, or fill a panel anew."""
    embeds = [discord.Embed(description=cut(words, EMBED_DESCRIPTION))] if words else []

    async def send() -> None:
        await interaction.edit_original_response(
            content=cut(text, CONTENT) or None,
            attachments=[file_of(picture)] if picture is not None else [],
            embeds=embeds,
            view=view,
            allowed_mentions=discord.AllowedMentions.none(),
        )

    await persist(send)


async def answer_long(interaction: discord.Interaction, text: str, filename: str) -> None:
    """Complete a deferred answer with a text, as a file where it is too long for a message."""
    if len(text) <= CONTENT:
        await answer(interaction, text)
        return
    await interaction.edit_original_response(
        content=cut(text, 300), attachments=[discord.File(io.BytesIO(text.encode()), filename)]
    )
