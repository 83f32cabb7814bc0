"""The public places of a match: start message, thread, live message, result. Each step finds out what is missing.

Every step may run again after a crash at any point: what was sent but not noted is found again by the custom_ids of
its buttons, and Discord drops a second message with the same nonce for some minutes.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

import discord

from bot.jobs.kinds import Outcome
from bot.matches import computers
from bot.matches.commits import DM, CommitEvent, Commits, user_job
from bot.matches.loaded import LoadedMatch
from bot.panels import components
from bot.people.names import NameBook, full_names
from bot.publish import buttons, compose, keeping, notices
from bot.publish.across import AcrossServers
from bot.publish.keeping import ARCHIVE, DAY_MS
from bot.publish.live import LiveMessage, MessageCoverage
from bot.publish.sending import (
    ARCHIVE_MINUTES,
    ARCHIVED,
    SILENT,
    THREAD_EXISTS,
    UNKNOWN_CHANNEL,
    UNKNOWN_MESSAGE,
    PlaceLost,
    Posting,
    find_own,
    find_text,
    losing,
    nonce,
    noting,
    pings,
)
from bot.publish.studio import Studio, file_of
from bot.publish.troubles import TROUBLES, Troubles
from bot.texts import match as texts
from bot.texts.phrases import phrases
from storage import ClaimedJob, Job, MessageNote, NewMessage, Store, StoredMessage, timer


class Places:
    """Brings the public places of matches up to date."""

    def __init__(
        self,
        client: discord.Client,
        store: Store,
        names: NameBook,
        studio: Studio,
        troubles: Troubles,
        commits: Commits,
        more: buttons.OfFeatures,
        notes: compose.PublicNotes,
        live: LiveMessage,
        across: AcrossServers,
    ) -> None:
        self.client = client
        self.store = store
        self.names = names
        self.studio = studio
        self.commits = commits
        self.troubles = troubles
        self.more = more
        self.notes = notes
        self.live = live
        self.across = across

    async def publish(self, match: LoadedMatch, claim: ClaimedJob, now: int) -> Outcome:
        """Bring everything public of a match up to date. Handles jobs of the kind `PUBLIC`.

        Raises `PlaceLost` or Discord's errors.
        """
        try:
            return Outcome(await self._publish(match, claim.job, claim.messages, now))
        except discord.HTTPException as error:
            if error.code != ARCHIVED or not match.match.thread_id:
                raise
            await self.live.unarchive(match.match.thread_id)
            messages = await self.store.messages.current(match.id)  # with what was noted just now
            return Outcome(await self._publish(match, claim.job, messages, now))

    async def find_thread(self, match: LoadedMatch, claim: ClaimedJob, now: int) -> None:
        """See whether the thread of a match is there. Raises `PlaceLost` when it was deleted. Handles `LOST`."""
        place = match.match.thread_id
        if match.match.status == "running" and place:
            with losing("thread", place):
                await self.client.fetch_channel(place)

    async def _publish(
        self, match: LoadedMatch, job: Job, messages: Sequence[StoredMessage], now: int
    ) -> tuple[MessageNote, ...]:
        """Bring everything public up to date; return what is to be noted of messages once the job has ended."""
        say = phrases(match.language)
        names = await self.names.seats(say, match)  # no fault: cannot fail
        async with noting(self.store, now) as notes:
            if match.match.status == "cancelled":
                await keeping.remove_challenge(self.client, self.store, match, messages, now, job.attempts)
            else:
                await self._show(Posting(say, match, names, job, messages, now, notes))
        return tuple(notes)

    async def _show(self, post: Posting) -> None:
        match, thread_id = post.match, None
        if match.match.across:
            await self.across.publish(post)
        elif match.match.private:
            thread_id = await self._private_thread(post)
            await self._start_message(post, thread_id)
        else:
            start_id = await self._start_message(post, match.match.channel_id or 0)
            thread_id = match.match.thread_id or None
            if match.started and thread_id is None:
                thread_id = await self._thread(post, start_id)
        if match.started and thread_id is not None:
            try:
                await self.live.publish(post, thread_id)
            except (PlaceLost, discord.Forbidden):
                if match.match.status == "over" and not match.match.private:
                    await self._result(post)  # that one is for the channel, whatever has become of the thread
                raise
            if match.match.status == "over":
                await self._result(post)
        warnings = [m for m in post.messages if m.kind in TROUBLES and m.state == "live"]
        await self.troubles.resolve_warnings(match, warnings, thread_id, post.now)

    async def _start_message(self, post: Posting, where: int) -> int | None:
        """Post the start message, or edit it when it has something new to say; `None` when somebody has deleted it."""
        match, seats = post.match, post.match.match.seats
        computer = {s.seat for s in computers.seated(seats)}
        names = full_names(post.names)
        mentions = {
            s.seat: names[s.seat] if s.seat in computer else f"<@{s.user_id}>" for s in seats if s.user_id is not None
        }
        role_id = await self._to_call(match)
        text = notices.start_text(post.say, match, post.names, mentions)
        if match.match.status == "lobby":
            text = texts.lines(text, await self.notes(post.say, match))
        if role_id is not None:
            text = f"<@&{role_id}> {text}"
        digest = hashlib.sha256(text.encode()).hexdigest()
        channel = self.client.get_partial_messageable(where, guild_id=match.match.guild_id)
        message_id = match.match.start_message_id or None
        if message_id is None and post.job.attempts > 1:
            message_id = await self._unnoted_start(match, channel, text)
        noted = await self._known(post, message_id)
        if noted is not None and noted.state == "closed":
            return None
        if noted is not None and noted.extra == digest and message_id == match.match.start_message_id:
            return noted.message_id
        view = components.view(match.id, notices.lobby_rows(post.say, match, post.names))
        if message_id is None:
            invited = computers.people(s.user_id for s in seats if s.status == "invited")
            more: dict[str, Any] = {"view": view} if view is not None else {}
            once = nonce(self.store, "start", post.job.id)
            with losing("thread" if match.match.private else "channel", where):
                sent = await channel.send(
                    text,
                    nonce=once,
                    allowed_mentions=pings(invited, role_id),
                    **more,
                )
            message_id = sent.id
        elif not await self._edit_start(channel.get_partial_message(message_id), text, view):
            digest = ""
        new = NewMessage(match.id, "start", where, message_id, match.match.version, extra=digest)
        # Noted without its place, it would be posted again.
        await self.store.messages.add_start_message(new, now=post.now)
        if not digest:
            await self.store.messages.change(message_id, now=post.now, state="closed")
            return None
        return message_id

    async def _unnoted_start(self, match: LoadedMatch, channel: discord.PartialMessageable, text: str) -> int | None:
        """Return the start message that an earlier attempt posted without noting it, `None` if there is none.

        Before the match has begun it is known by its buttons, afterwards by its text.
        """
        if match.started:
            return await find_text(self.client, self.store, channel, text)
        message = await find_own(self.client, channel, match.id, keeping.OPEN)
        return message.id if message is not None else None

    async def _to_call(self, match: LoadedMatch) -> int | None:
        """Return the role to ping for a challenge that anybody may join; `None` for others, and where none is set."""
        anybody = match.match.status == "lobby" and any(s.user_id is None for s in match.match.seats)
        if not anybody or match.match.private or match.match.guild_id is None:
            return None
        return (await self.store.servers.find(match.match.guild_id)).ping_role_id

    async def _known(self, post: Posting, message_id: int | None) -> StoredMessage | None:
        if message_id is None:
            return None
        noted = next((m for m in post.messages if m.message_id == message_id), None)
        return noted if noted is not None else await self.store.messages.find(message_id)

    async def _edit_start(self, message: discord.PartialMessage, text: str, view: discord.ui.View | None) -> bool:
        """Edit the start message; false when somebody has deleted it."""
        try:
            await message.edit(content=text, view=view, allowed_mentions=SILENT)
        except discord.NotFound as error:
            if error.code == UNKNOWN_CHANNEL:
                raise PlaceLost("channel", message.channel.id) from error
            return False
        return True

    async def _thread(self, post: Posting, start_id: int | None) -> int:
        """Open the thread of the start message; it has the message's id, so doing it twice is harmless."""
        match = post.match
        channel = await self._channel(match)
        name = keeping.thread_name(post.say, match, post.names, await self.store.matches.number_on_server(match.match))
        if start_id is None:
            start_id = await self._start_again(post, channel)
        try:
            thread = await channel.get_partial_message(start_id).create_thread(
                name=name, auto_archive_duration=ARCHIVE_MINUTES
            )
        except discord.NotFound as error:
            if error.code == UNKNOWN_MESSAGE:  # somebody has just deleted it; the next attempt posts another one
                await self.store.messages.change(start_id, now=post.now, state="closed")
            raise
        except discord.HTTPException as error:
            if error.code != THREAD_EXISTS:
                raise
            existing = await self.client.fetch_channel(start_id)
            assert isinstance(existing, discord.Thread)
            thread = existing
        await self._seat_players(thread, match.users())
        await self.store.matches.set_place(match.id, thread_id=thread.id)
        # Direct messages that were faster lead to the channel; from now on they lead to the thread.
        news = tuple(user_job(DM, user, direct=True) for user in match.users())
        await self.store.jobs.add(match.id, news, now=post.now, version=match.match.version)
        await self.commits.announce(CommitEvent())  # no fault: only wakes the workers
        return thread.id

    async def _start_again(self, post: Posting, channel: discord.TextChannel) -> int:
        """Post a message for the thread to hang on, in place of a start message that was deleted."""
        match = post.match
        text = notices.start_text(post.say, match, post.names, post.names)
        message_id = await find_text(self.client, self.store, channel, text) if post.job.attempts > 1 else None
        if message_id is None:
            view = components.view(match.id, notices.lobby_rows(post.say, match, post.names))
            more: dict[str, Any] = {"view": view} if view is not None else {}
            sent = await channel.send(text, nonce=nonce(self.store, channel.id, text), allowed_mentions=SILENT, **more)
            message_id = sent.id
        await self.store.matches.set_place(match.id, start_message_id=message_id)
        return message_id

    async def _private_thread(self, post: Posting) -> int:
        """Open the private thread of a match, or find the one that was opened before a crash by its mark.

        In direct messages there are no threads: the messages themselves are the place.
        """
        match = post.match
        if match.match.thread_id:
            return match.match.thread_id
        if match.match.in_dm:
            await self.store.matches.set_place(match.id, thread_id=match.match.channel_id)  # no fault: as below
            return match.match.channel_id or 0
        channel = await self._channel(match)
        name = keeping.thread_name(post.say, match, post.names, await self.store.matches.number_on_server(match.match))
        threads = await keeping.threads_in(channel) if post.job.attempts > 1 else channel.threads
        thread = keeping.thread_of(threads, match)
        if thread is None:
            thread = await channel.create_thread(
                name=name,
                type=discord.ChannelType.private_thread,
                invitable=False,
                auto_archive_duration=ARCHIVE_MINUTES,
            )
        await self._seat_players(thread, match.users())
        await self.store.matches.set_place(match.id, thread_id=thread.id)
        return thread.id

    async def _channel(self, match: LoadedMatch) -> discord.TextChannel:
        channel_id = match.match.channel_id or 0
        channel = self.client.get_channel(channel_id)
        if channel is None:
            with losing("channel", channel_id):
                channel = await self.client.fetch_channel(channel_id)
        if not isinstance(channel, discord.TextChannel):
            raise PlaceLost("channel", channel_id)
        return channel

    async def _seat_players(self, thread: discord.Thread, users: Sequence[int]) -> None:
        for user_id in users:
            try:
                await thread.add_user(discord.Object(user_id))
            except (discord.NotFound, discord.Forbidden):
                continue  # the player has left the server; the match waits in the thread

    async def _result(self, post: Posting) -> None:
        """Post the result in the channel once, and close the thread; a private match tells it in its thread alone."""
        match = post.match
        if match.match.private:
            if post.job.attempts > 1 or not any(_tells_the_end(message) for message in post.messages):
                await self._close_thread(post)
            return
        if any(m.kind == "result" for m in post.messages):
            return
        where = match.match.channel_id or 0
        channel = self.client.get_partial_messageable(where, guild_id=match.match.guild_id)
        posted = await find_own(self.client, channel, match.id, ("rematch",)) if post.job.attempts > 1 else None
        message_id = posted.id if posted is not None else None
        # Start messages of earlier versions carry the rematch button too.
        if message_id is None or message_id == match.match.start_message_id:
            picture = await self.studio.draw(match.face.pictures.result_card, post.say, match.view(None), post.names)
            view = components.view(match.id, notices.result_rows(post.say, match, self.more(post.say, match)))
            assert view is not None
            notes = await self.notes(post.say, match)
            with losing("channel", where):
                sent = await channel.send(
                    texts.lines(notices.result_text(post.say, match, post.names), notes),
                    file=file_of(picture),
                    view=view,
                    nonce=nonce(self.store, "result", match.id),
                    allowed_mentions=SILENT,
                )
            message_id = sent.id
        await self._close_thread(post)
        await self.store.messages.add(
            NewMessage(match.id, "result", where, message_id, match.match.version), now=post.now
        )

    async def _close_thread(self, post: Posting) -> None:
        """Mark the thread of a match that is over, and archive it now or when the server wants that."""
        match = post.match
        if not match.match.thread_id or match.match.in_dm:
            return
        number, archive_at = await self.store.matches.number_on_server(match.match), await self._archive_at(post)
        await keeping.close_thread(self.client, post.say, match, post.names, number, archive=archive_at is None)
        if archive_at is not None:
            await self.store.jobs.add(match.id, (timer(match.id, ARCHIVE, archive_at),), now=post.now)

    async def _archive_at(self, post: Posting) -> int | None:
        """Return when the thread of a match that is over is to be archived; `None` for at once."""
        guild_id = post.match.match.guild_id
        days = (await self.store.servers.find(guild_id)).archive_days if guild_id is not None else None
        return post.now + days * DAY_MS if days else None


def _tells_the_end(message: StoredMessage) -> bool:
    """Return True for a live message, or a result of earlier versions, that says how its match ended."""
    return message.kind == "result" or (message.kind == "live" and MessageCoverage.read(message.extra).over)
