"""Direct messages to those who want them: the private picture and a way to play, kept current by edits."""

from __future__ import annotations

import contextlib
from typing import Any

import discord

from bot import components
from bot.names import NameBook
from bot.publish import compose
from bot.publish.live import Stretch
from bot.publish.sending import CANNOT_DM, find_own, pings
from bot.studio import Studio, file_of
from bot.table import Table
from bot.texts import match as texts
from storage import NewMessage, OutboxRow, Store, StoredMessage


class DirectMessages:
    """Keeps the direct messages of all players."""

    def __init__(self, client: discord.Client, store: Store, names: NameBook, studio: Studio) -> None:
        self.client = client
        self.store = store
        self.names = names
        self.studio = studio

    async def publish(self, table: Table, row: OutboxRow, now: int) -> None:
        """Tell one player how the match stands. Closed direct messages are tried once and remembered."""
        user_id = row.recipient
        assert user_id is not None
        seat = table.seat_of(user_id)
        player = await self.store.player(user_id)
        if seat is None or not table.started or not player.dm or player.dm_closed:
            return
        live = await self.store.live_message(table.id, "dm", user_id)
        waited = user_id in table.waited_for()
        if live is None and not waited:
            return
        try:
            await self._publish(table, row, seat, user_id, live, waited, now)
        except discord.Forbidden as error:
            if error.code not in CANNOT_DM:
                raise
            await self.store.set_player(user_id, now=now, dm_closed=True)
            if waited:
                await self._fall_back(table, row, user_id)

    async def _publish(
        self,
        table: Table,
        row: OutboxRow,
        seat: int,
        user_id: int,
        live: StoredMessage | None,
        waited: bool,
        now: int,
    ) -> None:
        names = await self.names.seats(table)
        since = compose.last_own(table, [seat])
        told = compose.stretch(table, since, names, seat)
        first = compose.first_line(table, names, [], told)
        link = f"https://discord.com/channels/{table.match.guild_id}/{table.match.thread_id}"
        text = texts.live(
            first, texts.several(told.sentences[:-1]), f"{table.tabletop.status(table.view(seat))}\n{link}"
        )
        picture = await self.studio.draw(table.tabletop.private_board, table.view(seat))
        view = components.view(table.id, compose.public_rows(table)[:1])
        channel = await self.client.create_dm(discord.Object(user_id))
        shown = Stretch.read(live.extra) if live is not None else None
        if live is not None and (not waited or (shown is not None and shown.waiting)):
            stretch = Stretch(since, (user_id,) if waited else (), table.match.status == "over")
            try:
                await channel.get_partial_message(live.message_id).edit(
                    content=text, attachments=[file_of(picture)], view=view
                )
            except discord.NotFound:
                await self.store.set_message(live.message_id, now=now, state="closed")
            else:
                await self.store.set_message(
                    live.message_id, now=now, version=table.match.version, extra=stretch.text()
                )
                return
        if live is not None:
            await self._retire(channel, live, now)
        message_id = await find_own(self.client, channel, table.id, ("words",)) if row.attempts > 1 else None
        if message_id is None or await self.store.message(message_id) is not None:
            more: dict[str, Any] = {"view": view} if view is not None else {}
            sent = await channel.send(text, file=file_of(picture), nonce=f"dm-{row.id}", **more)
            message_id = sent.id
        stretch = Stretch(since, (user_id,), table.match.status == "over")
        await self.store.add_message(
            NewMessage(
                table.id, "dm", channel.id, message_id, table.match.version, recipient=user_id, extra=stretch.text()
            ),
            now=now,
        )

    async def _retire(self, channel: discord.DMChannel, live: StoredMessage, now: int) -> None:
        """Take the buttons off a message that a newer one replaces."""
        with contextlib.suppress(discord.NotFound):
            await channel.get_partial_message(live.message_id).edit(view=None)
        await self.store.set_message(live.message_id, now=now, state="closed")

    async def _fall_back(self, table: Table, row: OutboxRow, user_id: int) -> None:
        """Ping in the thread, without anything secret."""
        if not table.match.thread_id:
            return
        thread = self.client.get_partial_messageable(table.match.thread_id, guild_id=table.match.guild_id)
        await thread.send(
            f"<@{user_id}> {texts.DMS_CLOSED}",
            nonce=f"dmc-{row.id}",
            allowed_mentions=pings([user_id]),
        )
