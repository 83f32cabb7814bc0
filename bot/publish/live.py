"""The live message of a thread: edited while the same people are waited for, else closed and posted anew."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import discord

from bot import components
from bot.publish import compose
from bot.publish.sending import (
    ARCHIVED,
    SILENT,
    TOO_MANY_OLD_EDITS,
    UNKNOWN_CHANNEL,
    PlaceLost,
    find_own,
    pings,
)
from bot.studio import Studio, file_of
from bot.table import Table
from storage import NewMessage, OutboxRow, Store, StoredMessage


@dataclass(frozen=True, slots=True)
class Stretch:
    """What a live message is about, kept with it."""

    since: int
    """The number of the last action before it."""
    waiting: tuple[int, ...]
    """The users whom it has pinged or named."""
    over: bool = False

    def text(self) -> str:
        """The form in which it is stored."""
        return json.dumps({"since": self.since, "waiting": list(self.waiting), "over": self.over})

    @classmethod
    def read(cls, text: str | None) -> Stretch:
        """The stored form; an empty one for nothing."""
        data = json.loads(text) if text else {}
        return cls(data.get("since", 0), tuple(data.get("waiting", ())), data.get("over", False))


class LiveMessage:
    """Keeps the live messages of all matches."""

    def __init__(self, client: discord.Client, store: Store, studio: Studio) -> None:
        self.client = client
        self.store = store
        self.studio = studio

    async def publish(self, table: Table, names: Mapping[int, str], row: OutboxRow, thread_id: int, now: int) -> None:
        """Show the match as it is now. Raises `PlaceLost` when the thread is gone."""
        try:
            await self._publish(table, names, row, thread_id, now)
        except discord.NotFound as error:
            if error.code == UNKNOWN_CHANNEL:
                raise PlaceLost("the thread of the match is gone") from error
            raise
        except discord.HTTPException as error:
            if error.code != ARCHIVED:
                raise
            await self.unarchive(thread_id)
            await self._publish(table, names, row, thread_id, now)

    async def _publish(self, table: Table, names: Mapping[int, str], row: OutboxRow, thread_id: int, now: int) -> None:
        thread = self.client.get_partial_messageable(thread_id, guild_id=table.match.guild_id)
        live = await self.store.live_message(table.id, "live")
        if live is not None and live.channel_id != thread_id:
            await self.store.set_message(live.message_id, now=now, state="closed")
            live = None
        waiting = tuple(table.waited_for())
        over = table.match.status == "over"
        if live is not None:
            shown = Stretch.read(live.extra)
            if shown.over == over and set(waiting) <= set(shown.waiting):
                if live.version >= table.match.version and row.attempts == 1 and waiting == shown.waiting:
                    return
                stays = Stretch(shown.since, waiting, over)
                if await self._edit(table, names, thread, live, stays, now):
                    return
            else:
                await self._close(table, names, thread, live, now)
        await self._post(table, names, row, thread, waiting, now)

    async def _picture(self, table: Table, since: int) -> discord.File:
        told = compose.stretch(table, since, {})
        marks = table.tabletop.marks(told.events)
        return file_of(await self.studio.draw(table.tabletop.board, table.view(None), marks))

    async def _edit(
        self,
        table: Table,
        names: Mapping[int, str],
        thread: discord.PartialMessageable,
        live: StoredMessage,
        stretch: Stretch,
        now: int,
    ) -> bool:
        """Edit the live message; false when it is gone or may not be edited now, so that a new one is needed."""
        mentions = [f"<@{user}>" for user in stretch.waiting]
        text = compose.live_text(table, names, mentions, stretch.since)
        picture = await self._picture(table, stretch.since)
        view = components.view(table.id, compose.public_rows(table))
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
        table: Table,
        names: Mapping[int, str],
        thread: discord.PartialMessageable,
        live: StoredMessage,
        now: int,
    ) -> None:
        """Leave only what happened, with the battle in pictures if there was one; no buttons."""
        told = compose.stretch(table, Stretch.read(live.extra).since, names)
        files = []
        if told.battle is not None:
            game = table.tabletop.game
            before, after = (game.view(state, None) for state in told.battle)
            files = [file_of(await self.studio.draw(table.tabletop.battle, before, after))]
        try:
            await thread.get_partial_message(live.message_id).edit(
                content=compose.closing_text(table, names, told), attachments=files, view=None, allowed_mentions=SILENT
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
        table: Table,
        names: Mapping[int, str],
        row: OutboxRow,
        thread: discord.PartialMessageable,
        waiting: tuple[int, ...],
        now: int,
    ) -> None:
        newest = table.entries[-1].seq if table.entries else 0
        seats = [s.seat for s in table.match.seats if s.user_id in waiting]
        since = compose.last_own(table, seats) if waiting else max(0, newest - 1)
        mentions = [f"<@{user}>" for user in waiting]
        text = compose.live_text(table, names, mentions, since)
        if not table.entries:
            text = f"{compose.opening_text(table, names)}\n{text}"
        message_id = None
        if row.attempts > 1:
            found = await find_own(self.client, thread, table.id, ("words",))
            if found is not None and await self.store.message(found) is None:
                message_id = found
        if message_id is None:
            view = components.view(table.id, compose.public_rows(table))
            more: dict[str, Any] = {"view": view} if view is not None else {}
            sent = await thread.send(
                text,
                file=await self._picture(table, since),
                nonce=f"live-{row.id}",
                allowed_mentions=pings(await self._to_ping(waiting)),
                **more,
            )
            message_id = sent.id
        stretch = Stretch(newest, waiting, table.match.status == "over")
        await self.store.add_message(
            NewMessage(table.id, "live", thread.id, message_id, table.match.version, extra=stretch.text()), now=now
        )

    async def _to_ping(self, waiting: tuple[int, ...]) -> list[int]:
        """Those who are pinged here: everybody who gets no direct message instead."""
        players = [await self.store.player(user) for user in waiting]
        return [p.user_id for p in players if not p.dm or p.dm_closed]

    async def unarchive(self, thread_id: int) -> None:
        """Open an archived thread again, and keep it open."""
        thread = await self.client.fetch_channel(thread_id)
        if isinstance(thread, discord.Thread):
            await thread.edit(archived=False, auto_archive_duration=10_080)
