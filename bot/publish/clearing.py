"""What is put away: a called-off challenge leaves nothing behind, the thread of a match that is over is archived."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence

import discord

from bot.matches import seating
from bot.matches.loaded import LoadedMatch
from bot.publish import announce
from bot.texts import match as texts
from bot.texts.phrases import Phrases
from storage import Store, StoredMessage

Names = announce.Names


async def remove_challenge(
    client: discord.Client, store: Store, match: LoadedMatch, messages: Sequence[StoredMessage], now: int
) -> None:
    """Delete the start message of a challenge that was called off, and the private thread that it had.

    A thread that may not be deleted is closed and archived.
    """
    stored = match.match
    place = stored.thread_id if stored.private else stored.channel_id
    if place and stored.start_message_id:
        channel = client.get_partial_messageable(place, guild_id=stored.guild_id)
        with contextlib.suppress(discord.NotFound):
            await channel.get_partial_message(stored.start_message_id).delete()
    if stored.private and stored.thread_id:
        await _remove_thread(client, stored.thread_id)
    for message in messages:
        if message.state != "closed":
            await store.messages.change(message.message_id, now=now, state="closed")


async def _remove_thread(client: discord.Client, thread_id: int) -> None:
    with contextlib.suppress(discord.NotFound):
        thread = await client.fetch_channel(thread_id)
        if not isinstance(thread, discord.Thread):
            return
        try:
            await thread.delete()
        except discord.Forbidden:  # only who may manage threads deletes them
            with contextlib.suppress(discord.Forbidden):
                await thread.edit(archived=True)


async def close_thread(
    client: discord.Client, say: Phrases, match: LoadedMatch, names: Names, number: int, *, archive: bool
) -> None:
    """Mark the thread of a match that is over in its name, and archive it; where that is not allowed it stays open."""
    with contextlib.suppress(discord.NotFound, discord.Forbidden):
        thread = await client.fetch_channel(match.match.thread_id or 0)
        if isinstance(thread, discord.Thread) and not thread.archived:
            await thread.edit(name=thread_name(say, match, names, number), archived=archive)


async def archive(client: discord.Client, thread_id: int) -> None:
    """Archive a thread; one that is gone, or may not be archived, is left as it is."""
    with contextlib.suppress(discord.NotFound, discord.Forbidden):
        thread = await client.fetch_channel(thread_id)
        if isinstance(thread, discord.Thread) and not thread.archived:
            await thread.edit(archived=True)


def thread_name(say: Phrases, match: LoadedMatch, names: Names, number: int) -> str:
    """Return the name of a match's thread: game, number, players; whether it is over; the mark of a private one."""
    mark = match.id[:5] if match.match.private else ""
    over = match.match.status == "over"
    return texts.thread_name(say, announce.title(say, match), number, seating.names(match, names), mark, over=over)
