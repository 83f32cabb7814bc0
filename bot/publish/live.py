"""The live message of a thread: edited while the same people are waited for, else closed and posted anew."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import discord

from bot.matches.loaded import LoadedMatch
from bot.panels import components
from bot.publish import compose
from bot.publish.coverage import MessageCoverage
from bot.publish.sending import (
    ARCHIVE_MINUTES,
    SILENT,
    TOO_MANY_OLD_EDITS,
    UNKNOWN_CHANNEL,
    PlaceLost,
    find_own,
    pings,
)
from bot.publish.studio import Studio, file_of
from bot.publish.summary import summarize
from bot.texts.phrases import Phrases
from storage import NewMessage, OutboxRow, Store, StoredMessage


class LiveMessage:
    """Keeps the live messages of all matches."""

    def __init__(self, client: discord.Client, store: Store, studio: Studio) -> None:
        self.client = client
        self.store = store
        self.studio = studio

    async def publish(
        self, say: Phrases, match: LoadedMatch, names: Mapping[int, str], row: OutboxRow, thread_id: int, now: int
    ) -> None:
        """Show the match as it is now. Raises `PlaceLost` when the thread is gone."""
        try:
            await self._publish(say, match, names, row, thread_id, now)
        except discord.NotFound as error:
            if error.code == UNKNOWN_CHANNEL:
                raise PlaceLost("the thread of the match is gone") from error
            raise

    async def _publish(
        self, say: Phrases, match: LoadedMatch, names: Mapping[int, str], row: OutboxRow, thread_id: int, now: int
    ) -> None:
        thread = self.client.get_partial_messageable(thread_id, guild_id=match.match.guild_id)
        live = await self.store.live_message(match.id, "live")
        if live is not None and live.channel_id != thread_id:
            await self.store.set_message(live.message_id, now=now, state="closed")
            live = None
        if row.attempts > 1:
            live = await self._unnoted(match, thread, now) or live
        waiting = tuple(match.waited_for())
        asked = False
        if live is not None:
            shown = MessageCoverage.read(live.extra)
            asked = shown.covers(match, waiting)
            if asked:
                if live.version >= match.match.version and row.attempts == 1 and waiting == shown.waiting:
                    return
                cover = MessageCoverage.of(match, shown.since, waiting)
                if await self._edit(say, match, names, thread, live, cover, now):
                    return
            else:
                await self._close(say, match, names, thread, live, now)
        await self._post(say, match, names, row, thread, waiting, now, asked=asked)

    async def _unnoted(self, match: LoadedMatch, thread: discord.PartialMessageable, now: int) -> StoredMessage | None:
        """The live message that an earlier attempt has sent without learning of it."""
        found = await find_own(self.client, thread, match.id, ("words",))
        if found is None or await self.store.message(found.id) is not None:
            return None
        extra = MessageCoverage.found(found).text()
        await self.store.add_message(NewMessage(match.id, "live", thread.id, found.id, 0, extra=extra), now=now)
        return await self.store.message(found.id)

    async def _picture(self, say: Phrases, match: LoadedMatch, marks: tuple[int, ...]) -> discord.File:
        return file_of(await self.studio.draw(match.face.board, say, match.view(None), marks))

    async def _edit(
        self,
        say: Phrases,
        match: LoadedMatch,
        names: Mapping[int, str],
        thread: discord.PartialMessageable,
        live: StoredMessage,
        cover: MessageCoverage,
        now: int,
    ) -> bool:
        """Edit the live message; false when it is gone or may not be edited now, so that a new one is needed."""
        told = compose.live(say, match, names, cover.waiting, cover.since)
        picture = await self._picture(say, match, told.marks)
        view = components.view(match.id, compose.public_rows(say, match), str(cover.since))
        try:
            await thread.get_partial_message(live.message_id).edit(
                content=told.text, attachments=[picture], view=view, allowed_mentions=SILENT
            )
        except discord.NotFound as error:
            if error.code == UNKNOWN_CHANNEL:
                raise
            await self.store.set_message(live.message_id, now=now, state="closed")
            return False
        except discord.HTTPException as error:
            if error.code != TOO_MANY_OLD_EDITS:
                raise
            await self.store.set_message(live.message_id, now=now, state="closed")
            return False
        await self.store.set_message(live.message_id, now=now, version=match.match.version, extra=cover.text())
        return True

    async def _close(
        self,
        say: Phrases,
        match: LoadedMatch,
        names: Mapping[int, str],
        thread: discord.PartialMessageable,
        live: StoredMessage,
        now: int,
    ) -> None:
        """Leave only what happened, with the film of it if there is one; no buttons."""
        since = MessageCoverage.read(live.extra).since
        told = summarize(say, match, since, names)
        film = match.face.film
        files = []
        if film is not None and told.scene is not None:
            files = [file_of(await self.studio.draw(film.draw, say, told.scene))]
        try:
            await thread.get_partial_message(live.message_id).edit(
                content=compose.closing_text(say, match, names, told, since),
                attachments=files,
                view=None,
                allowed_mentions=SILENT,
            )
        except discord.NotFound as error:
            if error.code == UNKNOWN_CHANNEL:
                raise
        except discord.HTTPException as error:
            if error.code != TOO_MANY_OLD_EDITS:
                raise
        await self.store.set_message(live.message_id, now=now, state="closed")

    async def _post(
        self,
        say: Phrases,
        match: LoadedMatch,
        names: Mapping[int, str],
        row: OutboxRow,
        thread: discord.PartialMessageable,
        waiting: tuple[int, ...],
        now: int,
        *,
        asked: bool,
    ) -> None:
        """Post a new live message; nobody is pinged when those waited for have been asked already."""
        newest = compose.newest(match)
        told = compose.live(say, match, names, waiting, newest)
        view = components.view(match.id, compose.public_rows(say, match), str(newest))
        more: dict[str, Any] = {"view": view} if view is not None else {}
        sent = await thread.send(
            told.text,
            file=await self._picture(say, match, told.marks),
            nonce=f"live-{row.id}",
            allowed_mentions=SILENT if asked else pings(await self._to_ping(waiting or compose.others(match))),
            **more,
        )
        extra = MessageCoverage.of(match, newest, waiting).text()
        await self.store.add_message(
            NewMessage(match.id, "live", thread.id, sent.id, match.match.version, extra=extra), now=now
        )

    async def _to_ping(self, waiting: tuple[int, ...]) -> list[int]:
        """Those who are pinged here: everybody who gets no direct message instead."""
        players = await self.store.players(waiting)
        return [p.user_id for p in players.values() if not p.dm or p.dm_closed]

    async def unarchive(self, thread_id: int) -> None:
        """Open an archived thread again, and keep it open."""
        thread = await self.client.fetch_channel(thread_id)
        if isinstance(thread, discord.Thread):
            await thread.edit(archived=False, auto_archive_duration=ARCHIVE_MINUTES)
