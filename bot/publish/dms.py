"""Direct messages to those who want them: the private picture and a way to play, kept current by edits."""

from __future__ import annotations

import contextlib
from dataclasses import replace
from typing import Any

import discord

from bot.matches.loaded import LoadedMatch
from bot.matches.rows import ping_row
from bot.panels import components
from bot.people.languages import Languages
from bot.people.names import NameBook
from bot.publish import compose
from bot.publish.coverage import MessageCoverage
from bot.publish.sending import CANNOT_DM, TOO_MANY_OLD_EDITS, find_own, pings
from bot.publish.studio import Studio, file_of
from bot.texts.phrases import phrases
from storage import NewMessage, OutboxRow, Store, StoredMessage


class DirectMessages:
    """Keeps the direct messages of all players."""

    def __init__(
        self, client: discord.Client, store: Store, names: NameBook, languages: Languages, studio: Studio
    ) -> None:
        self.client = client
        self.store = store
        self.names = names
        self.languages = languages
        self.studio = studio

    async def publish(self, match: LoadedMatch, row: OutboxRow, now: int) -> None:
        """Tell one player how the match stands. Closed direct messages are tried once and remembered."""
        user_id = row.recipient
        assert user_id is not None
        seat = match.seat_of(user_id)
        player = await self.store.player(user_id)
        if seat is None or not match.started or not player.dm or player.dm_closed:
            return
        live = await self.store.live_message(match.id, "dm", user_id)
        waited = user_id in match.waited_for()
        if live is None and not waited:
            return
        if await self.store.is_waiting(match.id, "ping", user_id):
            return  # an earlier try was refused; `fall_back` is about to remember it
        try:
            await self._publish(match, row, seat, user_id, live, waited, now)
        except discord.Forbidden as error:
            if error.code not in CANNOT_DM:
                raise
            await self._ask_for_ping(match, user_id, now)

    async def _publish(
        self,
        match: LoadedMatch,
        row: OutboxRow,
        seat: int,
        user_id: int,
        live: StoredMessage | None,
        waited: bool,
        now: int,
    ) -> None:
        say = await self.languages.for_message(user_id, match.language)
        names = await self.names.seats(say, match)
        since = compose.last_own(match, [user_id])
        picture = await self.studio.draw(match.face.private_board, say, match.view(seat))
        view = components.view(match.id, compose.public_rows(say, match), str(compose.newest(match)))
        text = compose.dm_text(say, match, names, seat, since)
        cover = MessageCoverage.of(match, since, (user_id,) if waited else ())
        channel = await self.client.create_dm(discord.Object(user_id))
        if row.attempts > 1:
            live = await self._unnoted(match, channel, user_id, now) or live
        if live is not None and MessageCoverage.read(live.extra).covers_one(match, user_id):
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
                await self.store.set_message(live.message_id, now=now, version=match.match.version, extra=cover.text())
                return
        elif live is not None:
            await self._retire(channel, live, now)
        more: dict[str, Any] = {"view": view} if view is not None else {}
        sent = await channel.send(text, file=file_of(picture), nonce=f"dm-{row.id}", **more)
        await self.store.add_message(
            NewMessage(match.id, "dm", channel.id, sent.id, match.match.version, recipient=user_id, extra=cover.text()),
            now=now,
        )

    async def _unnoted(
        self, match: LoadedMatch, channel: discord.DMChannel, user_id: int, now: int
    ) -> StoredMessage | None:
        """The direct message that an earlier attempt has sent without learning of it."""
        found = await find_own(self.client, channel, match.id, ("words",))
        if found is None or await self.store.message(found.id) is not None:
            return None
        extra = replace(MessageCoverage.found(found), waiting=(user_id,)).text()
        await self.store.add_message(
            NewMessage(match.id, "dm", channel.id, found.id, 0, recipient=user_id, extra=extra), now=now
        )
        return await self.store.message(found.id)

    async def _retire(self, channel: discord.DMChannel, live: StoredMessage, now: int) -> None:
        """Take the buttons off a message that a newer one replaces."""
        with contextlib.suppress(discord.NotFound):
            await channel.get_partial_message(live.message_id).edit(view=None)
        await self.store.set_message(live.message_id, now=now, state="closed")

    async def _ask_for_ping(self, match: LoadedMatch, user_id: int, now: int) -> None:
        """Leave the ping to the lane of the match: there it comes after the live message, which has not pinged."""
        await self.store.enqueue(match.id, (ping_row(match.id, user_id),), now=now, version=match.match.version)

    async def fall_back(self, match: LoadedMatch, row: OutboxRow, now: int) -> None:
        """Remember that a player cannot be reached, and ping in the thread without anything secret, once."""
        user_id = row.recipient
        assert user_id is not None
        if (await self.store.player(user_id)).dm_closed:
            return
        if match.match.thread_id and user_id in match.waited_for():
            await self._ping(match, row, user_id)
        await self.store.set_player(user_id, now=now, dm_closed=True)

    async def _ping(self, match: LoadedMatch, row: OutboxRow, user_id: int) -> None:
        assert match.match.thread_id is not None
        say = phrases(match.language)  # it stands in the thread, where everybody reads it
        told = say("I could not reach you by direct message, so I ping you here from now on.")
        thread = self.client.get_partial_messageable(match.match.thread_id, guild_id=match.match.guild_id)
        await thread.send(
            f"<@{user_id}> {told}",
            nonce=f"dmc-{row.id}",
            allowed_mentions=pings([user_id]),
        )
