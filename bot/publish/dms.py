"""Direct messages to those who want them: the private picture and a way to play, kept current by edits."""

from __future__ import annotations

import contextlib
from dataclasses import replace
from typing import Any

import discord

from bot.jobs.kinds import TOO_MANY_OLD_EDITS, Outcome
from bot.matches.commits import DM, PING, CommitEvent, match_job, user_job
from bot.matches.loaded import LoadedMatch
from bot.matches.quiet import asked_later
from bot.matches.service import Matches
from bot.panels import components
from bot.people.names import NameBook
from bot.people.settings import Languages
from bot.publish import buttons, compose, recent
from bot.publish.live import MessageCoverage
from bot.publish.sending import CANNOT_DM, Looked, find_all, find_text, losing, nonce, noting, pings
from bot.publish.studio import Studio, file_of
from bot.texts.phrases import phrases
from storage import ClaimedJob, Job, MessageChange, MessageNote, NewMessage, StoredMessage


class DirectMessages:
    """Keeps the direct messages of all players."""

    def __init__(
        self,
        client: discord.Client,
        matches: Matches,
        names: NameBook,
        languages: Languages,
        studio: Studio,
    ) -> None:
        self.client = client
        self.matches = matches
        self.store = matches.store
        self.names = names
        self.languages = languages
        self.studio = studio
        self._looked = Looked()

    async def publish(self, match: LoadedMatch, claim: ClaimedJob, now: int) -> Outcome | None:
        """Tell one player how the match stands. Handles jobs of the kind `DM`.

        Closed direct messages are tried once and remembered.
        """
        job, direct = claim.job, claim.direct
        user_id = job.recipient
        assert user_id is not None
        assert direct is not None
        seat = match.seat_of(user_id)
        if seat is None or not match.started or match.match.in_dm:  # the match itself stands in these messages
            return None
        if not direct.player.dm or direct.player.dm_closed or direct.refused:
            return None  # where an earlier try was refused, `fall_back` is about to remember it
        waited = user_id in match.waited_for() or user_id in match.unanswered
        if not direct.boards and not waited:
            return None
        asked = [user_id] if waited else []
        later = await asked_later(self.matches.calendars, match, asked, now)  # no fault: see there
        if later:
            again = user_job(DM, user_id, due_at=later[user_id], direct=True)
            await self.store.jobs.add(match.id, (again,), now=now, version=match.match.version)
            return None
        try:
            async with noting(self.store, now) as notes:
                await self._publish(match, job, seat, user_id, [*direct.boards], waited, now, notes)
        except discord.HTTPException as error:
            if error.code not in CANNOT_DM:
                raise
            await self._ask_for_ping(match, user_id, now)
            return None
        return Outcome(tuple(notes))

    async def _publish(
        self,
        match: LoadedMatch,
        job: Job,
        seat: int,
        user_id: int,
        boards: list[StoredMessage],
        waited: bool,
        now: int,
        notes: list[MessageNote],
    ) -> None:
        say = await self.languages.for_message(user_id, match.language)
        names = await self.names.seats(say, match)  # no fault: cannot fail
        since = recent.last_own(match, [user_id])
        picture = await self.studio.draw(match.face.pictures.private_board, say, match.view(seat), None, names)
        view = components.view(match.id, buttons.public_rows(say, match), str(match.newest))
        text = compose.dm_text(say, match, names, seat)
        cover = MessageCoverage.of(match, since, (user_id,) if waited else ()).text()
        channel = await self.client.create_dm(discord.Object(user_id))
        if job.attempts > 1 or self._looked.first((match.id, user_id)):
            boards = await self._looked_through(match, channel, user_id, boards, now)
        stale = boards
        if boards and MessageCoverage.read(boards[-1].extra).covers_user(match, user_id):
            message = channel.get_partial_message(boards[-1].message_id)
            if await _edited(message, content=text, attachments=[file_of(picture)], view=view):
                notes.append(MessageChange(message.id, version=match.match.version, extra=cover))
                stale, waited = boards[:-1], False
        if waited:
            more: dict[str, Any] = {"view": view} if view is not None else {}
            sent = await channel.send(text, file=file_of(picture), nonce=nonce(self.store, "dm", job.id), **more)
            version = match.match.version
            notes.append(NewMessage(match.id, "dm", channel.id, sent.id, version, recipient=user_id, extra=cover))
        for board in stale:
            await self._retire(channel, board)
            notes.append(MessageChange(board.message_id, state="closed"))

    async def _looked_through(
        self, match: LoadedMatch, channel: discord.DMChannel, user_id: int, boards: list[StoredMessage], now: int
    ) -> list[StoredMessage]:
        """Return the boards, with those that were not noted or wrongly noted as closed; the newest last."""
        noted = {board.message_id for board in boards}
        for found in await find_all(self.client, channel, match.id, ("words",), min(noted, default=None)):
            if found.id in noted:
                continue
            extra = replace(MessageCoverage.found(found), waiting=(user_id,)).text()
            new = NewMessage(match.id, "dm", channel.id, found.id, 0, recipient=user_id, extra=extra)
            await self.store.messages.add(new, now=now)
            board = await self.store.messages.find(found.id)
            assert board is not None
            boards = [*boards, board]
        self._looked.note((match.id, user_id))
        return sorted(boards, key=lambda board: board.message_id)

    async def _retire(self, channel: discord.DMChannel, live: StoredMessage) -> None:
        """Take the buttons off a message that a newer one replaces."""
        with contextlib.suppress(discord.NotFound):
            await channel.get_partial_message(live.message_id).edit(view=None)

    async def _ask_for_ping(self, match: LoadedMatch, user_id: int, now: int) -> None:
        """Leave the ping to the lane of the match: there it comes after the live message, which has not pinged."""
        await self.store.jobs.add(match.id, (match_job(PING, match.id, user_id),), now=now, version=match.match.version)
        await self.matches.commits.announce(CommitEvent())  # no fault: only wakes the workers

    async def fall_back(self, match: LoadedMatch, claim: ClaimedJob, now: int) -> None:
        """Remember that a player cannot be reached, and ping in the thread without anything secret, once.

        Handles jobs of the kind `PING`.
        """
        job = claim.job
        user_id = job.recipient
        assert user_id is not None
        if (await self.store.people.player(user_id)).dm_closed:
            return
        if match.match.thread_id and user_id in match.waited_for():
            await self._ping(match, job, user_id, now)
        await self.store.people.set_player(user_id, now=now, dm_closed=True)

    async def _ping(self, match: LoadedMatch, job: Job, user_id: int, now: int) -> None:
        place = match.match.thread_id
        assert place is not None
        say = phrases(match.language)  # it stands in the thread, where everybody reads it
        text = f"<@{user_id}> {say('I could not reach you by direct message, so I ping you here from now on.')}"
        thread = self.client.get_partial_messageable(place, guild_id=match.match.guild_id)
        mark = str(job.id)
        with losing("thread", place):
            sent = None
            if job.attempts > 1:
                if any(m.extra == mark for m in await self.store.messages.of_match(match.id, "ping")):
                    return
                sent = await find_text(self.client, self.store, thread, text)
            if sent is None:
                once = nonce(self.store, "dmc", job.id)
                sent = (await thread.send(text, nonce=once, allowed_mentions=pings([user_id]))).id
        new = NewMessage(match.id, "ping", place, sent, match.match.version, recipient=user_id, extra=mark)
        await self.store.messages.add(new, now=now)
        await self.store.messages.change(sent, now=now, state="closed")


async def _edited(message: discord.PartialMessage, **how: Any) -> bool:
    """Edit it; false when it is gone or may not be edited now."""
    try:
        await message.edit(**how)
    except discord.HTTPException as error:
        if not isinstance(error, discord.NotFound) and error.code != TOO_MANY_OLD_EDITS:
            raise
        return False
    return True
