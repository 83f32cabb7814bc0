"""Keeping reports and posting them in the channel that the managers of a server have chosen.

A report is kept first and posted afterwards; what was not posted, or not noted, is done at the next look.
"""

from __future__ import annotations

import logging
from typing import Final

import discord

from bot.interactions.services import Services
from bot.limits import cut
from bot.matches.refusals import Refusal
from bot.panels import components
from bot.panels.components import LESSON
from bot.panels.model import Press
from bot.panels.widgets import button
from bot.publish.sending import FAILED, SILENT, find_all, nonce
from bot.texts import match as texts
from bot.texts.phrases import Phrases, phrases
from games.messages import Message
from storage import Report
from storage.reports import ReportRepository

ACTION_ID: Final = "report"
DONE: Final = "done"
"""The first token of the press that says that a report was dealt with."""
LOOK_EVERY: Final = 300.0
"""Seconds between two looks for reports that were not posted."""
NAMES_WITHIN: Final = 5.0
"""Seconds that a report waits for a name."""
LONGEST: Final = 500
"""Characters of a reason."""
NO_CHANNEL: Final = Message(
    "This server has no channel for reports yet. Whoever may manage it can choose one: `/server settings reports:`."
)
REPORTED: Final = Message("You have reported them already. Those who manage the server have not dealt with it yet.")
log = logging.getLogger(__name__)


class Reports:
    """Takes reports, and brings them to those who manage the server."""

    def __init__(self, services: Services) -> None:
        self._services = services

    @property
    def store(self) -> ReportRepository:
        """Return the rows of all open reports."""
        return self._services.store.reports

    async def file(self, guild_id: int, user: int, about: int, match_id: str | None, reason: str) -> None:
        """Keep a report and post it.

        Raises `Refusal` where it says nothing, nobody would read it, or it is there already.
        """
        services = self._services
        if not reason.strip():
            raise Refusal(Message("Say what has happened, so that somebody can do something about it."))
        if (await services.servers.of(guild_id)).report_channel_id is None:
            raise Refusal(NO_CHANNEL)
        if await self.store.is_open(guild_id, user, about):
            raise Refusal(REPORTED)
        services.limits.must(user, "reports")
        now = services.matches.clock()
        kept = await self.store.add(guild_id, user, about, match_id, reason.strip()[:LONGEST], now=now)
        if kept is None:  # meanwhile
            raise Refusal(REPORTED)
        await self._post(kept)

    async def look(self) -> None:
        """Post what was not posted."""
        for one in await self.store.unsent():
            await self._post(one)

    async def _post(self, one: Report) -> None:
        services = self._services
        channel_id = (await services.servers.of(one.guild_id)).report_channel_id
        if channel_id is None:
            return  # it waits in the list of the managers
        guild = services.client.get_guild(one.guild_id)
        place = guild.get_channel(channel_id) if guild is not None else None
        if guild is not None and place is not None and is_public(place, guild):
            log.warning("the channel for reports of server %d can be read by everybody: nothing is posted", guild.id)
            return
        locale = None if guild is None else str(guild.preferred_locale)
        say = phrases(await services.languages.for_match(one.guild_id, locale))
        channel = services.client.get_partial_messageable(channel_id, guild_id=one.guild_id)
        view = components.view(LESSON, ((button(say("Dealt with"), done(one), style="success"),),), str(one.id))
        try:
            found = await find_all(services.client, channel, LESSON, (ACTION_ID,))
            sent = next((message.id for message in found if message.key == str(one.id)), None)
            if sent is None:
                once = nonce(services.store, ACTION_ID, one.id)
                text = await self.described(say, one)
                assert view is not None
                sent = (await channel.send(text, view=view, allowed_mentions=SILENT, nonce=once)).id
        except FAILED as error:
            log.warning("report %d could not be posted: %s", one.id, error)
            return
        await self.store.note(one.id, channel_id, sent)

    async def described(self, say: Phrases, one: Report, *, brief: int = LONGEST) -> str:
        """Return a report in words for those who manage the server.

        Of somebody from another server they read the name alone.
        """
        head = say("🚩 {player} reports {other}.", player=f"<@{one.user_id}>", other=f"<@{one.about_id}>")
        where = ""
        if one.match_id is not None:
            match = await self._services.store.matches.load(one.match_id)
            if match is not None and match.across:
                await self._services.names.learn_in((match,), within=NAMES_WITHIN)
                name = self._services.names.known_in(say, match, one.user_id)
                head = say("🚩 {player}, on another server, reports {other}.", player=name, other=f"<@{one.about_id}>")
            game = self._services.faces[match.game].game.title if match is not None else None
            where = "" if match is None or game is None else f"{say.message(game)} {texts.link(match)}".strip()
        reason = discord.utils.escape_markdown(cut(one.reason, brief)).replace("\n", "\n> ")
        return texts.lines(head, where, f"> {reason}")

    async def close(self, report_id: int, guild_id: int, by: int) -> None:
        """Forget a report that somebody has dealt with, and say so where it was posted. Raises `Refusal`."""
        services = self._services
        one = await self.store.close(report_id, guild_id)
        if one is None:
            raise Refusal(Message("This report has been dealt with."))
        if one.channel_id is None or one.message_id is None:
            return
        guild = services.client.get_guild(guild_id)
        locale = None if guild is None else str(guild.preferred_locale)
        say = phrases(await services.languages.for_match(guild_id, locale))
        text = texts.lines(await self.described(say, one), say("Dealt with by {player}.", player=f"<@{by}>"))
        channel = services.client.get_partial_messageable(one.channel_id, guild_id=guild_id)
        try:
            message = channel.get_partial_message(one.message_id)
            await message.edit(content=text, view=None, allowed_mentions=SILENT)
        except FAILED as error:
            log.warning("the message of report %d could not be edited: %s", one.id, error)


def done(one: Report) -> Press:
    """Return the press that says that a report was dealt with."""
    return Press(ACTION_ID, (DONE, str(one.id)))


def is_public(channel: discord.abc.GuildChannel, guild: discord.Guild) -> bool:
    """Return True for a channel that every member of its server can read."""
    return channel.permissions_for(guild.default_role).view_channel
