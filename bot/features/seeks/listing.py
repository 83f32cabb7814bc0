"""The one message of a server that lists its open seeks: edited with every change, and never a ping.

What is posted is noted afterwards; a message that was not noted before a crash is found by its buttons. What Discord
refuses is tried again at the next look.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

import discord

from bot.features.seeks import words
from bot.features.seeks.service import proof
from bot.interactions.services import Services
from bot.limits import BUTTONS_A_ROW, SELECT_TEXT, cut
from bot.panels import components
from bot.panels.components import LESSON
from bot.panels.model import Button, Press, Row, Select
from bot.panels.widgets import button, option
from bot.people.settings import DAY_MS
from bot.publish.sending import FAILED, SILENT, UNKNOWN_CHANNEL, find_own, nonce
from bot.texts import match as texts
from bot.texts.phrases import Phrases, phrases
from storage import Seek, SeekPage

ACTION_ID: Final = "seek"
TAKE, NEW, OFF, LIST, PROOF = "take", "new", "off", "list", "proof"
"""The first tokens of a press."""
LINES: Final = 10
"""So many seeks are listed."""
RENEWED_MS: Final = DAY_MS
"""A message that is older is posted anew with the next seek: nobody scrolls up so far."""
log = logging.getLogger(__name__)


class Listing:
    """Keeps the lists of all servers."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._turns: dict[int, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._gone: set[int] = set()
        """Channels that servers have chosen and that were deleted; an id never comes back."""

    async def show(self, guild_id: int, *, new: bool = False) -> None:
        """Bring the list of a server up to date; `new` where somebody has just begun to look for a match."""
        async with self._turns[guild_id]:
            try:
                await self._show(guild_id, new=new)
            except FAILED as error:
                log.warning("the list of seeks on server %d is not up to date: %s", guild_id, error)

    async def show_all(self, guild_ids: Iterable[int]) -> None:
        """Bring the lists of some servers up to date; those of others are kept by the process that hears of them."""
        for guild_id in guild_ids:
            if self._services.client.get_guild(guild_id) is not None:
                await self.show(guild_id)

    async def look_through(self) -> None:
        """Bring the lists of all servers up to date that have one, or need one."""
        await self.show_all([page.guild_id for page in await self._services.store.seek_pages.pages()])

    async def _show(self, guild_id: int, *, new: bool) -> None:
        services, pages = self._services, self._services.store.seek_pages
        seeks = await services.store.seeks.of_server(guild_id, LINES)
        page = await pages.page(guild_id)
        if page is None and not seeks:
            return
        wanted = await self._chosen(guild_id)
        own = seeks[0].channel_on(guild_id) if seeks else 0
        page = page or SeekPage(guild_id, wanted or own)
        say = phrases(await services.languages.for_match(guild_id, _locale(services, guild_id)))
        text, rows = await self.content(say, guild_id, seeks)
        shown = hashlib.sha256(f"{text}{rows}".encode()).hexdigest()
        now = services.matches.clock()
        stale = new and page.message_id is not None and now - page.posted_at >= RENEWED_MS
        if wanted not in (None, page.channel_id) or stale:
            await self._remove(page)
            page = SeekPage(guild_id, wanted or page.channel_id)
        if page.message_id is not None:
            if page.shown == shown or await self._edit(page, text, rows):
                await pages.note(replace(page, shown=shown))
                return
            page = replace(page, message_id=None)
        if seeks:
            await self._post(page, own, text, rows, shown, now)
        else:
            await pages.forget_page(guild_id)

    async def _chosen(self, guild_id: int) -> int | None:
        """Return the channel that a server has chosen for its list; `None` for none, and for one that was deleted.

        While Discord does not serve the server nothing is moved. Raises Discord's errors.
        """
        client = self._services.client
        wanted = (await self._services.servers.of(guild_id)).seek_channel_id
        guild = client.get_guild(guild_id)
        if wanted is None or wanted in self._gone or guild is None or guild.unavailable:
            return None
        if guild.get_channel(wanted) is None:
            try:
                await client.fetch_channel(wanted)
            except (discord.Forbidden, discord.InvalidData):
                return wanted  # it is there, though nothing more is said of it
            except discord.NotFound as error:
                if error.code != UNKNOWN_CHANNEL:
                    raise
                log.info("the channel chosen for the list of seeks on server %d was deleted", guild_id)
                self._gone.add(wanted)
                return None
        return wanted

    async def content(self, say: Phrases, guild_id: int, seeks: list[Seek]) -> tuple[str, tuple[Row, ...]]:
        """Return the list of a server in words, and its buttons."""
        services = self._services
        lines = [await words.described(services, say, found, guild_id) for found in seeks]
        left = await services.store.seeks.count(guild_id) - len(seeks)
        if left > 0:
            lines.append(say.plural("… and {count} more", "… and {count} more", left))
        head = say("Looking for a match") if seeks else say("Nobody is looking for a match now.")
        about = say("Whoever presses plays at once, or is in until everybody is there.") if seeks else ""
        return texts.lines(f"🔎 **{head}**", *lines, about), self._rows(say, guild_id, seeks)

    def _rows(self, say: Phrases, guild_id: int, seeks: list[Seek]) -> tuple[Row, ...]:
        own = (
            button(say("Look for a match"), Press(ACTION_ID, (NEW,)), style="primary"),
            *([button(say("Cancel mine"), Press(ACTION_ID, (OFF,)))] if seeks else []),
            *([button(say("Fair draws"), Press(ACTION_ID, (PROOF,)))] if seeks else []),
        )
        labels = [words.players(say, self._services, found, guild_id) for found in seeks]
        if 0 < len(seeks) <= BUTTONS_A_ROW:
            takes = tuple(self._take(say, found, label) for found, label in zip(seeks, labels, strict=True))
            return (takes, own)
        lines = tuple(
            option(f"{label}: {words.what(say, self._services, found)}", _press(found))
            for found, label in zip(seeks, labels, strict=True)
        )
        return (Select(cut(say("Play with …"), SELECT_TEXT), lines), own) if lines else (own,)

    @staticmethod
    def _take(say: Phrases, found: Seek, players: str) -> Button:
        label = say("Play {player}", player=players) if found.terms.seats == 2 else say("Join {player}", player=players)
        return button(label, _press(found), style="success")

    async def _post(self, page: SeekPage, other: int, text: str, rows: tuple[Row, ...], shown: str, now: int) -> None:
        """Post the list, or find the one that was posted and not noted; in another channel where its own is gone."""
        services = self._services
        channel = services.client.get_partial_messageable(page.channel_id, guild_id=page.guild_id)
        view = components.view(LESSON, rows)
        assert view is not None
        try:
            there = await find_own(services.client, channel, LESSON, (ACTION_ID,))
            if there is not None:
                page = replace(page, message_id=there.id, posted_at=now)
                if await self._edit(page, text, rows):
                    await services.store.seek_pages.note(replace(page, shown=shown))
                    return
            once = nonce(services.store, ACTION_ID, page.guild_id, shown, now // 60_000)
            sent = await channel.send(text, view=view, allowed_mentions=SILENT, nonce=once, silent=True)
        except discord.NotFound as error:
            if error.code != UNKNOWN_CHANNEL or other == page.channel_id:
                raise
            await self._post(replace(page, channel_id=other), other, text, rows, shown, now)
            return
        await services.store.seek_pages.note(replace(page, message_id=sent.id, posted_at=now, shown=shown))

    async def _edit(self, page: SeekPage, text: str, rows: tuple[Row, ...]) -> bool:
        """Edit the list; false where somebody has deleted it."""
        channel = self._services.client.get_partial_messageable(page.channel_id, guild_id=page.guild_id)
        assert page.message_id is not None
        try:
            message = channel.get_partial_message(page.message_id)
            await message.edit(content=text, view=components.view(LESSON, rows), allowed_mentions=SILENT)
        except discord.NotFound:
            return False
        return True

    async def _remove(self, page: SeekPage) -> None:
        """Delete a list that stands somewhere else from now on."""
        if page.message_id is None:
            return
        channel = self._services.client.get_partial_messageable(page.channel_id, guild_id=page.guild_id)
        try:
            await channel.get_partial_message(page.message_id).delete()
        except (discord.NotFound, discord.Forbidden):
            log.info("an old list of seeks on server %d could not be deleted", page.guild_id)


def _press(found: Seek) -> Press:
    """Return the press that comes to a seek. It carries the fingerprint of its secret, from before anybody comes."""
    return Press(ACTION_ID, (TAKE, found.id, proof(found)))


def _locale(services: Services, guild_id: int) -> str | None:
    guild = services.client.get_guild(guild_id)
    return None if guild is None else str(guild.preferred_locale)
