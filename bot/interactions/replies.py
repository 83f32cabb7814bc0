"""What a player is answered, as the first answer where that is still due, else in place of what was announced."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from typing import Any, Final

import discord

from bot.interactions.promise import answered, is_first, persist, promise
from bot.limits import CONTENT, EMBED_DESCRIPTION, cut
from bot.panels.model import Picture
from bot.publish.studio import file_of

NO_PINGS: Final = discord.AllowedMentions.none()


async def tell(interaction: discord.Interaction, text: str, view: discord.ui.View | None = None) -> None:
    """Answer the one who acted, and nobody else, in a message of its own."""
    how: dict[str, Any] = {"ephemeral": True, "allowed_mentions": NO_PINGS}
    if view is not None:
        how["view"] = view
    if await is_first(interaction):
        await persist(lambda: interaction.response.send_message(cut(text, CONTENT), **how))
        answered(interaction)
    else:
        await interaction.followup.send(cut(text, CONTENT), **how)


async def answer(
    interaction: discord.Interaction,
    text: str,
    *,
    picture: Picture | None = None,
    view: discord.ui.View | None = None,
    words: str = "",
) -> None:
    """Give the answer that was promised: a private message, or the panel anew."""
    embeds = [discord.Embed(description=cut(words, EMBED_DESCRIPTION))] if words else []
    files = [] if picture is None else [picture]
    await _complete(interaction, cut(text, CONTENT) or None, lambda: [*map(file_of, files)], embeds=embeds, view=view)


async def answer_file(interaction: discord.Interaction, text: str, data: bytes, filename: str) -> None:
    """Give the answer that was promised, with a file."""
    await _complete(interaction, text, lambda: [discord.File(io.BytesIO(data), filename)])


async def answer_long(interaction: discord.Interaction, text: str, filename: str) -> None:
    """Give the answer that was promised, as a file where it is too long for a message."""
    if len(text) <= CONTENT:
        await answer(interaction, text)
    else:
        await answer_file(interaction, cut(text, 300), text.encode(), filename)


async def _complete(
    interaction: discord.Interaction,
    content: str | None,
    files: Callable[[], Sequence[discord.File]],
    *,
    embeds: Sequence[discord.Embed] = (),
    view: discord.ui.View | None = None,
) -> None:
    """Send a promised answer; `files` makes them anew for each attempt."""
    how: dict[str, Any] = {"content": content, "embeds": embeds, "allowed_mentions": NO_PINGS}

    async def send() -> None:
        if not await is_first(interaction):
            await interaction.edit_original_response(**how, attachments=files(), view=view)
        elif promise(interaction).turns:
            await interaction.response.edit_message(**how, attachments=files(), view=view)
        else:
            more: dict[str, Any] = {} if view is None else {"view": view}
            await interaction.response.send_message(**how, **more, files=files(), ephemeral=True)

    await persist(send)
    answered(interaction)
