"""The live message of a thread: edited while the same people are waited for, else closed and posted anew."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import discord

from bot.interactions import components
from bot.matches.loaded import LoadedMatch
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
from bot.studio import Studio, file_of
from storage import NewMessage, OutboxRow, Store, StoredMessage


class LiveMessage:
    """Keeps the live messages of all matches."""

    def __init__(self, client: discord.Client, store: Store, studio: Studio) -> None:
        self.client = client
        self.store = store
        self.studio = studio

    async def publish(
        self, table: LoadedMatch, names: Mapping[int, str], row: OutboxRow, thread_id: int, now: int
    ) -> None:
        """Show the match as it is now. Raises `PlaceLost` when the thread is gone."""
        try:
            await self._publish(table, names, row, thread_id, now)
        except discord.NotFound as error:
            if error.code == UNKNOWN_CHANNEL:
                raise PlaceLost("the thread of the match is gone") from error
            raise

    async def _publish(
        self, table: LoadedMatch, names: Mapping[int, str], row: OutboxRow, thread_id: int, now: int
    ) -> None:
        thread = self.client.get_partial_messageable(thread_id, guild_id=table.match.guild_id)
        live = await self.store.live_message(table.id, "live")
        if live is not None and live.channel_id != thread_id:
            await self.store.set_message(live.message_id, now=now, state="closed")
            live = None
        if row.attempts > 1:
            live = await self._unnoted(table, thread, now) or live
        waiting = tuple(table.waited_for())
        asked = False
        if live is not None:
            shown = MessageCoverage.read(live.extra)
            asked = shown.covers(table, waiting)
            if asked:
                if live.version >= table.match.version and row.attempts == 1 and waiting == shown.waiting:
                    return
                if await self._edit(table, names, thread, live, MessageCoverage.of(table, shown.since, waiting), now):
                    return
            else:
                await self._close(table, names, thread, live, now)
        await self._post(table, names, row, thread, waiting, now, asked=asked)

    async def _unnoted(self, table: LoadedMatch, thread: discord.PartialMessageable, now: int) -> StoredMessage | None:
        """The live message that an earlier attempt has sent without learning of it."""
        found = await find_own(self.client, thread, table.id, ("words",))
        if found is None or await self.store.message(found.id) is not None:
            return None
        extra = MessageCoverage.found(found).text()
        await self.store.add_message(NewMessage(table.id, "live", thread.id, found.id, 0, extra=extra), now=now)
        return await self.store.message(found.id)

    async def _picture(self, table: LoadedMatch, since: int, waiting: tuple[int, ...]) -> discord.File:
        told = compose.stretch(table, compose.told_from(table, since, waiting), {})
        marks = table.face.marks(told.events)
        return file_of(await self.studio.draw(table.face.board, table.view(None), marks))

    async def _edit(
        self,
        table: LoadedMatch,
        names: Mapping[int, str],
        thread: discord.PartialMessageable,
        live: StoredMessage,
        stretch: MessageCoverage,
        now: int,
    ) -> bool:
        """Edit the live message; false when it is gone or may not be edited now, so that a new one is needed."""
        text = compose.live_text(table, names, stretch.waiting, stretch.since)
        picture = await self._picture(table, stretch.since, stretch.waiting)
        view = components.view(table.id, compose.public_rows(table), str(stretch.since))
        try:
            await thread.get_partial_message(live.message_id).edit(
                content=text, attachments=[picture], view=view, allowed_mentions=SILENT
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
        await self.store.set_message(live.message_id, now=now, version=table.match.version, extra=stretch.text())
        return True

    async def _close(
        self,
        table: LoadedMatch,
        names: Mapping[int, str],
        thread: discord.PartialMessageable,
        live: StoredMessage,
        now: int,
    ) -> None:
        """Leave only what happened, with the film of the battle if there was one; no buttons."""
        since = MessageCoverage.read(live.extra).since
        told = compose.stretch(table, since, names)
        files = []
        if told.battle is not None:
            files = [file_of(await self.studio.draw(table.face.film, *compose.battle_views(table, told.battle)))]
        try:
            await thread.get_partial_message(live.message_id).edit(
                content=compose.closing_text(table, names, told, since),
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
        table: LoadedMatch,
        names: Mapping[int, str],
        row: OutboxRow,
        thread: discord.PartialMessageable,
        waiting: tuple[int, ...],
        now: int,
        *,
        asked: bool,
    ) -> None:
        """Post a new live message; nobody is pinged when those waited for have been asked already."""
        newest = compose.newest(table)
        view = components.view(table.id, compose.public_rows(table), str(newest))
        more: dict[str, Any] = {"view": view} if view is not None else {}
        sent = await thread.send(
            compose.live_text(table, names, waiting, newest),
            file=await self._picture(table, newest, waiting),
            nonce=f"live-{row.id}",
            allowed_mentions=SILENT if asked else pings(await self._to_ping(waiting or compose.others(table))),
            **more,
        )
        extra = MessageCoverage.of(table, newest, waiting).text()
        await self.store.add_message(
            NewMessage(table.id, "live", thread.id, sent.id, table.match.version, extra=extra), now=now
        )

    async def _to_ping(self, waiting: tuple[int, ...]) -> list[int]:
        """Those who are pinged here: everybody who gets no direct message instead."""
        players = [await self.store.player(user) for user in waiting]
        return [p.user_id for p in players if not p.dm or p.dm_closed]

    async def unarchive(self, thread_id: int) -> None:
        """Open an archived thread again, and keep it open."""
        thread = await self.client.fetch_channel(thread_id)
        if isinstance(thread, discord.Thread):
            await thread.edit(archived=False, auto_archive_duration=ARCHIVE_MINUTES)
