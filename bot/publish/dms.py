"""Direct messages to those who want them: the private picture and a way to play, kept current by edits."""

from __future__ import annotations

import contextlib
from dataclasses import replace
from typing import Any

import discord

from bot.interactions import components
from bot.matches.loaded import LoadedMatch
from bot.names import NameBook
from bot.publish import compose
from bot.publish.coverage import MessageCoverage
from bot.publish.sending import CANNOT_DM, TOO_MANY_OLD_EDITS, find_own, pings
from bot.studio import Studio, file_of
from bot.texts import match as texts
from storage import NewMessage, NewOutbox, OutboxRow, Store, StoredMessage


class DirectMessages:
    """Keeps the direct messages of all players."""

    def __init__(self, client: discord.Client, store: Store, names: NameBook, studio: Studio) -> None:
        self.client = client
        self.store = store
        self.names = names
        self.studio = studio

    async def publish(self, table: LoadedMatch, row: OutboxRow, now: int) -> None:
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
        if await self.store.is_waiting(table.id, "ping", user_id):
            return  # an earlier try was refused; `fall_back` is about to remember it
        try:
            await self._publish(table, row, seat, user_id, live, waited, now)
        except discord.Forbidden as error:
            if error.code not in CANNOT_DM:
                raise
            await self._ask_for_ping(table, user_id, now)

    async def _publish(
        self,
        table: LoadedMatch,
        row: OutboxRow,
        seat: int,
        user_id: int,
        live: StoredMessage | None,
        waited: bool,
        now: int,
    ) -> None:
        names = await self.names.seats(table)
        since = compose.last_own(table, [user_id])
        picture = await self.studio.draw(table.face.private_board, table.view(seat))
        view = components.view(table.id, compose.public_rows(table)[:1], str(compose.newest(table)))
        text = compose.dm_text(table, names, seat, since)
        stretch = MessageCoverage.of(table, since, (user_id,) if waited else ())
        channel = await self.client.create_dm(discord.Object(user_id))
        if row.attempts > 1:
            live = await self._unnoted(table, channel, user_id, now) or live
        if live is not None and MessageCoverage.read(live.extra).covers_one(table, user_id):
            try:
                await channel.get_partial_message(live.message_id).edit(
                    content=text, attachments=[file_of(picture)], view=view
                )
            except discord.HTTPException as error:
                if not isinstance(error, discord.NotFound) and error.code != TOO_MANY_OLD_EDITS:
                    raise
                await self.store.set_message(live.message_id, now=now, state="closed")
                if not waited:
                    return
            else:
                await self.store.set_message(
                    live.message_id, now=now, version=table.match.version, extra=stretch.text()
                )
                return
        elif live is not None:
            await self._retire(channel, live, now)
        more: dict[str, Any] = {"view": view} if view is not None else {}
        sent = await channel.send(text, file=file_of(picture), nonce=f"dm-{row.id}", **more)
        await self.store.add_message(
            NewMessage(
                table.id, "dm", channel.id, sent.id, table.match.version, recipient=user_id, extra=stretch.text()
            ),
            now=now,
        )

    async def _unnoted(
        self, table: LoadedMatch, channel: discord.DMChannel, user_id: int, now: int
    ) -> StoredMessage | None:
        """The direct message that an earlier attempt has sent without learning of it."""
        found = await find_own(self.client, channel, table.id, ("words",))
        if found is None or await self.store.message(found.id) is not None:
            return None
        extra = replace(MessageCoverage.found(found), waiting=(user_id,)).text()
        await self.store.add_message(
            NewMessage(table.id, "dm", channel.id, found.id, 0, recipient=user_id, extra=extra), now=now
        )
        return await self.store.message(found.id)

    async def _retire(self, channel: discord.DMChannel, live: StoredMessage, now: int) -> None:
        """Take the buttons off a message that a newer one replaces."""
        with contextlib.suppress(discord.NotFound):
            await channel.get_partial_message(live.message_id).edit(view=None)
        await self.store.set_message(live.message_id, now=now, state="closed")

    async def _ask_for_ping(self, table: LoadedMatch, user_id: int, now: int) -> None:
        """Leave the ping to the lane of the match: there it comes after the live message, which has not pinged."""
        lane = f"match:{table.id}"
        ping = NewOutbox(thread_key=lane, kind="ping", recipient=user_id, supersedes=True)
        await self.store.enqueue(table.id, (ping,), now=now, version=table.match.version)

    async def fall_back(self, table: LoadedMatch, row: OutboxRow, now: int) -> None:
        """Remember that a player cannot be reached, and ping in the thread without anything secret, once."""
        user_id = row.recipient
        assert user_id is not None
        if (await self.store.player(user_id)).dm_closed:
            return
        if table.match.thread_id and user_id in table.waited_for():
            await self._ping(table, row, user_id)
        await self.store.set_player(user_id, now=now, dm_closed=True)

    async def _ping(self, table: LoadedMatch, row: OutboxRow, user_id: int) -> None:
        assert table.match.thread_id is not None
        thread = self.client.get_partial_messageable(table.match.thread_id, guild_id=table.match.guild_id)
        await thread.send(
            f"<@{user_id}> {texts.DMS_CLOSED}",
            nonce=f"dmc-{row.id}",
            allowed_mentions=pings([user_id]),
        )
