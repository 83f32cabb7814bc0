"""Threads over time, and what is removed: running matches keep theirs open, those of finished ones are archived.

A click in an archived thread may never arrive. The thread of a match that is over is archived at once, or some days
later where the server wants that; a called-off challenge leaves nothing behind.
"""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Iterable, Sequence
from typing import Final

import discord

from bot.jobs.kinds import Outcome
from bot.matches import seating
from bot.matches.loaded import LoadedMatch
from bot.matches.service import KEEP_OPEN_MS
from bot.people.names import full_names
from bot.publish import notices
from bot.publish.live import LiveMessage
from bot.publish.sending import find_own
from bot.texts import match as texts
from bot.texts.phrases import Phrases
from storage import ClaimedJob, Store, StoredMessage

Names = notices.Names
OPEN: Final = ("accept", "join")
"""The action ids by which the start message of a challenge is known that has not begun."""


async def remove_challenge(
    client: discord.Client, store: Store, match: LoadedMatch, messages: Sequence[StoredMessage], now: int, attempts: int
) -> None:
    """Delete the start message of a challenge that was called off, and the private thread that it had.

    A thread that may not be deleted is closed and archived. After the first of `attempts` to bring the match up to date
    both are looked for where they were not noted: whoever called it off may have done so below that very message.
    """
    stored = match.match
    thread_id = stored.thread_id or None
    if thread_id is None and stored.private and attempts > 1:
        thread_id = await _unnoted_thread(client, match)
    place = thread_id if stored.private else stored.channel_id
    if place:
        channel = client.get_partial_messageable(place, guild_id=stored.guild_id)
        with contextlib.suppress(discord.NotFound):
            start_id = stored.start_message_id or None
            if start_id is None and attempts > 1:
                found = await find_own(client, channel, match.id, OPEN)
                start_id = None if found is None else found.id
            if start_id is not None:
                await channel.get_partial_message(start_id).delete()
    if stored.private and thread_id is not None:
        await _remove_thread(client, thread_id)
    for message in messages:
        if message.state != "closed":
            await store.messages.change(message.message_id, now=now, state="closed")


async def _unnoted_thread(client: discord.Client, match: LoadedMatch) -> int | None:
    """Return the private thread that was opened for a match and not noted, `None` if there is none."""
    if match.match.in_dm or not match.match.channel_id:
        return None
    with contextlib.suppress(discord.NotFound):
        channel = await client.fetch_channel(match.match.channel_id)
        if isinstance(channel, discord.TextChannel):
            thread = thread_of(await threads_in(channel), match)
            return None if thread is None else thread.id
    return None


async def threads_in(channel: discord.TextChannel) -> list[discord.Thread]:
    """Return the open threads of a channel, as Discord has them now."""
    return [thread for thread in await channel.guild.active_threads() if thread.parent_id == channel.id]


def thread_of(threads: Iterable[discord.Thread], match: LoadedMatch) -> discord.Thread | None:
    """Return the thread that has the mark of a private match in its name."""
    return next((thread for thread in threads if thread.name.endswith(f" · {match.id[:5]}")), None)


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
    players = seating.names(match, full_names(names))
    return texts.thread_name(say, notices.title(say, match), number, players, mark, over=over)


log = logging.getLogger("bot.jobs")

ARCHIVE: Final = "archive"
"""The kind of the timer that archives the thread of a match some days after its end."""
DAY_MS: Final = 86_400_000


class ThreadKeeping:
    """Opens and archives threads when timers fall due."""

    def __init__(self, client: discord.Client, live: LiveMessage) -> None:
        self.client = client
        self.live = live

    async def keep_open(self, match: LoadedMatch, claim: ClaimedJob, now: int) -> Outcome | None:
        """Open the thread of a running match again, and once more some days later. Handles `KEEP_OPEN`."""
        if match.match.status != "running":
            return None
        if match.match.thread_id:
            try:
                await self.live.unarchive(match.match.thread_id)
            except (discord.Forbidden, discord.NotFound) as error:
                # The next move finds out, and tells the players.
                log.warning("the thread of match %s cannot be kept open: %s", match.id, error)
        return Outcome(again_at=now + KEEP_OPEN_MS)

    async def archive(self, match: LoadedMatch, claim: ClaimedJob, now: int) -> None:
        """Archive the thread of a match that is over, once; a new message there opens it again. Handles `ARCHIVE`."""
        if match.match.status == "over" and match.match.thread_id:
            await archive(self.client, match.match.thread_id)
