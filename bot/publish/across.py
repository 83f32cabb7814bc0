"""Matches across servers: each player has a start message and a live one in direct messages of their own.

Nobody there learns more of the others than the names that they go by on their servers: whom a message mentions is its
reader. Who cannot be written to is pinged once where they have looked for the match, which stands still meanwhile.
"""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import Final

import discord

from bot.matches.commits import CommitEvent
from bot.matches.service import Matches
from bot.panels import components
from bot.panels.model import Button, Press
from bot.people.names import NameBook
from bot.people.settings import DAY_MS, Languages
from bot.publish import notices
from bot.publish.live import LiveMessage
from bot.publish.sending import CANNOT_DM, SILENT, PlaceLost, Posting, find_text, nonce, pings
from bot.texts import match as texts
from bot.texts.phrases import phrases
from storage import TIMER, MessageChange, NewMessage, StoredMessage

UNREACHED: Final = "unreached"
"""The kind of messages that ask somebody to open their direct messages; live until these are open."""
REACH: Final = "reach"
"""The action id of their button."""
WAITS_MS: Final = 3 * DAY_MS
"""For so long a match stands still for somebody who has been asked; then its clock goes on."""
log = logging.getLogger(__name__)


class AcrossServers:
    """Keeps the messages of matches across servers."""

    def __init__(
        self, client: discord.Client, matches: Matches, names: NameBook, languages: Languages, live: LiveMessage
    ) -> None:
        self.client = client
        self.matches = matches
        self.store = matches.store
        self.names = names
        self.languages = languages
        self.live = live

    async def publish(self, post: Posting) -> None:
        """Bring the messages of all players up to date. Raises Discord's errors, but for who cannot be written to."""
        match = post.match
        for user in match.users() if match.started else ():
            say = await self.languages.for_message(user, match.language)
            names = await self.names.seats(say, match)  # no fault: cannot fail
            await self._tell(replace(post, say=say, names=names, reader=user), user)

    async def _tell(self, post: Posting, user: int) -> None:
        if not (await self.store.people.player(user)).dm_closed:
            try:
                channel = await self.client.create_dm(discord.Object(user))
                await self._start(post, channel, user)
                await self.live.publish(post, channel.id)
            except discord.HTTPException as error:
                if error.code not in CANNOT_DM:
                    raise
            except PlaceLost as lost:
                log.info("direct messages are gone: %s", lost)
            else:
                await self._reached(post, user)
                return
            await self.store.people.set_player(user, now=post.now, dm_closed=True)
        await self._ask(post, user)

    async def _start(self, post: Posting, channel: discord.DMChannel, user: int) -> None:
        """Say once what match it is, with the button that shows the fingerprint of its secret.

        It notifies nobody: the live message comes at once.
        """
        match, say = post.match, post.say
        if any(m.kind == "start" and m.recipient == user for m in post.messages):
            return
        text = texts.lines(
            f"{notices.players_text(say, match, post.names)} {notices.details(say, match)}".rstrip(),
            say.plural(
                "🌐 Your search has found this match with somebody on another server. You play it here: the others "
                "see your name and your moves, not which server you are on. It is not rated.",
                "🌐 Your search has found this match across servers. You play it here: the others see your name and "
                "your moves, not which server you are on. It is not rated.",
                match.formation.seats - 1,
            ),
        )
        sent = await find_text(self.client, self.store, channel, text) if post.job.attempts > 1 else None
        if sent is None:
            view = components.view(match.id, ((Button(say("Fair draws"), Press("proof", (match.fingerprint,))),),))
            assert view is not None
            once = nonce(self.store, "start", match.id, user)
            sent = (await channel.send(text, view=view, nonce=once, allowed_mentions=SILENT, silent=True)).id
        post.notes.append(NewMessage(match.id, "start", channel.id, sent, match.match.version, recipient=user))

    async def _ask(self, post: Posting, user: int) -> None:
        """Ask somebody once, where they have looked for the match, to open their direct messages."""
        match, home = post.match, post.match.match.home_of(user)
        if match.match.status != "running":
            await self._take_back(post, user, post.say("The match is over."))
            return
        if home is None or _asked(post, user):
            return
        guild = self.client.get_guild(home.guild_id)
        locale = None if guild is None else str(guild.preferred_locale)
        say = phrases(await self.languages.for_match(home.guild_id, locale))  # no fault: kept since the search
        button = Button(say("My messages are open"), Press(REACH), "primary")
        asked = say(
            "Your search has found a match on another server, but Discord does not let me write to you. Allow direct "
            "messages from members of this server in its privacy settings, then press **{button}**. The match waits "
            "for you.",
            button=button.label,
        )
        text = f"<@{user}> {asked}"
        channel = self.client.get_partial_messageable(home.channel_id, guild_id=home.guild_id)
        view = components.view(match.id, ((button,),))
        assert view is not None
        try:
            sent = await find_text(self.client, self.store, channel, text) if post.job.attempts > 1 else None
            if sent is None:
                once = nonce(self.store, UNREACHED, match.id, user, match.match.version)
                sent = (await channel.send(text, view=view, nonce=once, allowed_mentions=pings([user]))).id
        except (discord.Forbidden, discord.NotFound) as error:
            log.info("a player of match %s can be told nowhere: %s", match.id, error)
            return
        new = NewMessage(match.id, UNREACHED, channel.id, sent, match.match.version, recipient=user)
        await self.matches.calendars.pause({match.id}, post.now, new)
        await self.matches.commits.announce(CommitEvent({TIMER: post.now}))  # no fault: only wakes the workers

    async def _reached(self, post: Posting, user: int) -> None:
        """Let the match go on once everybody can be written to."""
        others = (_asked(post, other) for other in post.match.users() if other != user)
        if _asked(post, user) and not any(others):
            await self.matches.resume([post.match.match])  # before it is noted, or a retry would leave it out
        await self._take_back(post, user, post.say("The match goes on in your direct messages."))

    async def _take_back(self, post: Posting, user: int, instead: str) -> None:
        """Say something else where somebody was asked to open their direct messages."""
        for message in _asked(post, user):
            channel = self.client.get_partial_messageable(message.channel_id)
            try:
                note = channel.get_partial_message(message.message_id)
                await note.edit(content=instead, view=None, allowed_mentions=SILENT)
            except (discord.Forbidden, discord.NotFound) as error:
                log.info("what was asked in match %s could not be taken back: %s", post.match.id, error)
            post.notes.append(MessageChange(message.message_id, state="closed"))


def _asked(post: Posting, user: int) -> list[StoredMessage]:
    """Return the messages that ask somebody to open their direct messages."""
    return [m for m in post.messages if m.kind == UNREACHED and m.recipient == user and m.state == "live"]
