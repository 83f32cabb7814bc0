"""The public places of a match: start message, thread, live message, result. Each step finds out what is missing.

Every step may run again after a crash at any point: what was sent but not noted is found again by the custom_ids of
its buttons, and Discord drops a second message with the same nonce for some minutes.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

import discord

from bot.matches import seating
from bot.matches.loaded import LoadedMatch
from bot.panels import components
from bot.people.names import NameBook
from bot.publish import announce
from bot.publish.live import LiveMessage
from bot.publish.sending import (
    ARCHIVE_MINUTES,
    ARCHIVED,
    SILENT,
    THREAD_EXISTS,
    TOO_MANY_OLD_EDITS,
    UNKNOWN_CHANNEL,
    PlaceLost,
    find_own,
    pings,
)
from bot.publish.studio import Studio, file_of
from bot.texts import match as texts
from bot.texts.phrases import Phrases, phrases
from storage import NewMessage, OutboxRow, Store


class Places:
    """Brings the public places of matches up to date."""

    def __init__(self, client: discord.Client, store: Store, names: NameBook, studio: Studio) -> None:
        self.client = client
        self.store = store
        self.names = names
        self.studio = studio
        self.live = LiveMessage(client, store, studio)

    async def publish(self, match: LoadedMatch, row: OutboxRow, now: int) -> None:
        """Bring everything public of a match up to date. Raises `PlaceLost` or Discord's errors."""
        try:
            await self._publish(match, row, now)
        except discord.HTTPException as error:
            if error.code != ARCHIVED or not match.match.thread_id:
                raise
            await self.live.unarchive(match.match.thread_id)
            await self._publish(match, row, now)

    async def _publish(self, match: LoadedMatch, row: OutboxRow, now: int) -> None:
        say = phrases(match.language)
        names = await self.names.seats(say, match)
        if match.match.private:
            thread_id: int | None = await self._private_thread(say, match, names)
            assert thread_id is not None
            await self._start_message(say, match, names, row, thread_id, now)
        else:
            assert match.match.channel_id is not None
            start_id = await self._start_message(say, match, names, row, match.match.channel_id, now)
            thread_id = match.match.thread_id or None
            if match.started and thread_id is None:
                thread_id = await self._thread(say, match, names, row, start_id)
        if not match.started or thread_id is None:
            return
        await self.live.publish(say, match, names, row, thread_id, now)
        if match.match.status == "over":
            await self._result(say, match, names, row, now)

    async def _start_message(
        self, say: Phrases, match: LoadedMatch, names: Mapping[int, str], row: OutboxRow, where: int, now: int
    ) -> int | None:
        """Post the start message, or edit it when it has something new to say; `None` when somebody has deleted it."""
        seats = match.match.seats
        mentions = {s.seat: f"<@{s.user_id}>" for s in seats if s.user_id is not None}
        text = announce.start_text(say, match, names, mentions)
        digest = hashlib.sha256(text.encode()).hexdigest()
        channel = self.client.get_partial_messageable(where, guild_id=match.match.guild_id)
        message_id = match.match.start_message_id or None
        if message_id is None and row.attempts > 1:
            found = await find_own(self.client, channel, match.id, ("accept", "join"))
            message_id = found.id if found is not None else None
        known = await self.store.message(message_id) if message_id is not None else None
        if known is not None and known.state == "closed":
            return None
        if known is not None and known.extra == digest:
            return known.message_id
        view = components.view(match.id, announce.lobby_rows(say, match, names))
        if message_id is None:
            invited = [s.user_id for s in seats if s.user_id is not None and s.status == "invited"]
            more: dict[str, Any] = {"view": view} if view is not None else {}
            sent = await channel.send(text, nonce=f"start-{row.id}", allowed_mentions=pings(invited), **more)
            message_id = sent.id
        elif not await self._edit_start(channel.get_partial_message(message_id), text, view):
            digest = ""
        await self.store.add_message(
            NewMessage(match.id, "start", where, message_id, match.match.version, extra=digest), now=now
        )
        if message_id != match.match.start_message_id:
            await self.store.set_place(match.id, start_message_id=message_id)
        if not digest:
            await self.store.set_message(message_id, now=now, state="closed")
            return None
        return message_id

    async def _edit_start(self, message: discord.PartialMessage, text: str, view: discord.ui.View | None) -> bool:
        """Edit the start message; false when somebody has deleted it."""
        try:
            await message.edit(content=text, view=view, allowed_mentions=SILENT)
        except discord.NotFound as error:
            if error.code == UNKNOWN_CHANNEL:
                raise PlaceLost("the channel is gone") from error
            return False
        except discord.HTTPException as error:
            if error.code != TOO_MANY_OLD_EDITS:
                raise
        return True

    async def _thread(
        self, say: Phrases, match: LoadedMatch, names: Mapping[int, str], row: OutboxRow, start_id: int | None
    ) -> int:
        """Open the thread of the start message; it has the message's id, so doing it twice is harmless."""
        channel = await self._channel(match)
        name = texts.thread_name(announce.title(say, match), seating.names(match, names))
        if start_id is None:
            text = announce.start_text(say, match, names, names)
            sent = await channel.send(text, nonce=f"again-{row.id}", allowed_mentions=SILENT)
            start_id = sent.id
            await self.store.set_place(match.id, start_message_id=start_id)
        try:
            thread = await channel.get_partial_message(start_id).create_thread(
                name=name, auto_archive_duration=ARCHIVE_MINUTES
            )
        except discord.HTTPException as error:
            if error.code != THREAD_EXISTS:
                raise
            found = await self.client.fetch_channel(start_id)
            assert isinstance(found, discord.Thread)
            thread = found
        await self._seat_players(thread, match.users())
        await self.store.set_place(match.id, thread_id=thread.id)
        return thread.id

    async def _private_thread(self, say: Phrases, match: LoadedMatch, names: Mapping[int, str]) -> int:
        """Open the private thread of a match, or find the one that was opened before a crash by its mark."""
        if match.match.thread_id:
            return match.match.thread_id
        channel = await self._channel(match)
        mark = match.id[:5]
        name = texts.thread_name(announce.title(say, match), seating.names(match, names), mark)
        thread = next((t for t in channel.threads if t.name.endswith(f" · {mark}")), None)
        if thread is None:
            thread = await channel.create_thread(
                name=name,
                type=discord.ChannelType.private_thread,
                invitable=False,
                auto_archive_duration=ARCHIVE_MINUTES,
            )
        await self._seat_players(thread, match.users())
        await self.store.set_place(match.id, thread_id=thread.id)
        return thread.id

    async def _channel(self, match: LoadedMatch) -> discord.TextChannel:
        assert match.match.channel_id is not None
        channel = self.client.get_channel(match.match.channel_id)
        if channel is None:
            try:
                channel = await self.client.fetch_channel(match.match.channel_id)
            except (discord.NotFound, discord.Forbidden) as error:
                raise PlaceLost("the channel of the match cannot be seen") from error
        if not isinstance(channel, discord.TextChannel):
            raise PlaceLost("the channel of the match has no threads")
        return channel

    async def _seat_players(self, thread: discord.Thread, users: Sequence[int]) -> None:
        for user_id in users:
            try:
                await thread.add_user(discord.Object(user_id))
            except (discord.NotFound, discord.Forbidden):
                continue  # the player has left the server; the match waits in the thread

    async def _result(
        self, say: Phrases, match: LoadedMatch, names: Mapping[int, str], row: OutboxRow, now: int
    ) -> None:
        """Post the result once: in the channel, or in the private thread of a private match."""
        if await self.store.messages(match.id, "result"):
            return
        where = (match.match.thread_id if match.match.private else match.match.channel_id) or 0
        channel = self.client.get_partial_messageable(where, guild_id=match.match.guild_id)
        found = await find_own(self.client, channel, match.id, ("rematch",)) if row.attempts > 1 else None
        message_id = found.id if found is not None else None
        # The start message carries the rematch button too, so it may be the one that was found.
        if message_id is None or message_id == match.match.start_message_id:
            picture = await self.studio.draw(match.face.result_card, say, match.view(None))
            view = components.view(match.id, announce.lobby_rows(say, match, names))
            assert view is not None
            sent = await channel.send(
                announce.result_text(say, match, names),
                file=file_of(picture),
                view=view,
                nonce=f"result-{match.id}",
                allowed_mentions=SILENT,
            )
            message_id = sent.id
        await self.store.add_message(NewMessage(match.id, "result", where, message_id, match.match.version), now=now)
