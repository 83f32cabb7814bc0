"""A match that cannot go on where it is: its players are told once, wherever they can be told."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

import discord

from bot.jobs.kinds import NOTE_LENGTH, PERMISSION, TOO_MANY_OLD_EDITS, End, failed, nth
from bot.matches.commits import LOST
from bot.matches.loaded import LoadedMatch
from bot.panels import components
from bot.panels.model import Button, Press
from bot.people.names import NameBook
from bot.people.settings import Languages
from bot.publish import notices
from bot.publish.sending import CANNOT_DM, SILENT, PlaceLost, find_text, nonce, pings
from bot.texts import troubles
from bot.texts.phrases import SOURCE, Phrases, phrases
from bot.texts.troubles import WRITING, first_needed, lacking, lacking_in_thread
from games.messages import Message
from storage import Job, NewMessage, Store, StoredMessage

log = logging.getLogger("bot.jobs")

REOPEN: Final = "reopen"
"""The action_id of the button that opens a new thread."""
HELD_UP: Final = "trouble"
"""The kind of message that says what is missing."""
TROUBLES: Final = (HELD_UP, LOST)
"""Messages that say what is wrong, until it is not any more."""
_REFUSED: Final = "refused"
"""Begins `Obstacle.about` where Discord refuses what is sent; permissions are a list in JSON."""


@dataclass(frozen=True, slots=True)
class Obstacle:
    """What holds a match up."""

    about: str
    """Tells it from other obstacles; it is noted with what is said of it, which is said once."""
    sentence: Callable[[Phrases, str], str]
    """Return the sentence that tells players of it, given the title of the match."""


class Troubles:
    """Tells players what holds their match up."""

    def __init__(
        self,
        client: discord.Client,
        store: Store,
        names: NameBook,
        languages: Languages,
        log_channel: int | None = None,
    ) -> None:
        self.client = client
        self.store = store
        self.names = names
        self.languages = languages
        self.log_channel = log_channel

    async def explain(self, match: LoadedMatch, job: Job, error: Exception, now: int) -> End | None:
        """Return how an attempt ends that failed for want of a place or a permission, after telling the players.

        Without its place a job is given up, without a permission it waits (`PERMISSION`); `None` for all other
        failures, which `bot.jobs.kinds.failed` decides. What Discord refuses as malformed will not pass by itself, so
        the players are told of it, too, from the second attempt on. Called by both workers. Raises Discord's errors
        where the players cannot be told that a place is lost.
        """
        if isinstance(error, PlaceLost):
            await self.lost(match, job, error, now)
            log.info("job %d of match %s given up: %s", job.id, match.id, error)
            return End("given_up", str(error))
        obstacle = self._obstacle(match, job, error)
        if obstacle is not None:
            await self._tell(match, job, obstacle, now)
        if not isinstance(error, discord.Forbidden):
            return None
        log.warning("job %d of match %s waits for a permission: %s", job.id, match.id, error)
        return End("waiting", str(error)[:NOTE_LENGTH], nth(PERMISSION, job.attempts))

    def _obstacle(self, match: LoadedMatch, job: Job, error: Exception) -> Obstacle | None:
        """Return the obstacle behind a failure that players can be told of; `None` for what may pass by itself.

        Who does not let the bot write to them knows it, and is the only one to tell.
        """
        if isinstance(error, discord.Forbidden) and match.match.in_dm:
            return None
        if isinstance(error, discord.Forbidden):
            place, missing = self._missing(match)
            about = json.dumps(sorted(missing))
            return Obstacle(about, lambda say, called: troubles.held_up(say, called, place, missing.values()))
        if is_malformed(error) and job.attempts > 1 and match.match.status == "running":
            return Obstacle(_REFUSED, troubles.refused)
        return None

    async def _tell(self, match: LoadedMatch, job: Job, obstacle: Obstacle, now: int) -> None:
        """Say what holds a match up. That it cannot be said is no reason to give up the job."""
        try:
            await self.held_up(match, job, obstacle, now)
        except Exception as failure:
            failed(f"telling what holds up match {match.id}", job.attempts, failure)

    async def held_up(self, match: LoadedMatch, job: Job, obstacle: Obstacle, now: int) -> None:
        """Say an obstacle once: in the thread, the channel, to the players, or to whoever runs me.

        Those who manage the server hear of it besides, where they have set a channel for that.
        """
        about = obstacle.about
        notices = [m for m in await self.store.messages.of_match(match.id, HELD_UP, state="live") if m.extra == about]
        say = phrases(match.language)
        text = obstacle.sentence(say, await self._called(say, match))  # no fault: cannot fail
        managers = await self._managers(match)
        if managers is not None and all(message.channel_id != managers for message in notices):
            channel = self.client.get_partial_messageable(managers, guild_id=match.match.guild_id)
            await self._say_there(match, job, channel, text, about, now, [])
        if any(message.recipient is None and message.channel_id != managers for message in notices):
            return
        for channel_id in filter(None, (match.match.thread_id, match.match.channel_id)):
            channel = self.client.get_partial_messageable(channel_id, guild_id=match.match.guild_id)
            if await self._say_there(match, job, channel, text, about, now, match.users()):
                return
        reached = {message.recipient for message in notices}
        for user in match.users():
            if user not in reached:
                say = await self.languages.for_message(user, match.language)
                text = obstacle.sentence(say, await self._called(say, match))  # no fault: cannot fail
                if await self._say_privately(match, job, user, HELD_UP, text, about, now):
                    reached.add(user)
        if not reached:
            await self._to_the_log(match, job, obstacle, now)

    async def _managers(self, match: LoadedMatch) -> int | None:
        """Return where to tell those who manage the server; a private match is not their business."""
        if match.match.private or match.match.guild_id is None:
            return None
        return (await self.store.servers.find(match.match.guild_id)).log_channel_id

    async def resolve_warnings(
        self, match: LoadedMatch, told: list[StoredMessage], thread_id: int | None, now: int
    ) -> None:
        """Edit every open warning to say that the match continues, with a link to its thread."""
        for message in told:
            if message.kind == LOST and message.recipient is not None:
                continue  # it says what to do, and that has been done
            say = phrases(match.language)
            if message.recipient is not None:
                say = await self.languages.for_message(message.recipient, match.language)
            called = await self._called(say, match)  # no fault: cannot fail
            thread = f"<#{thread_id}>"
            text = (
                say("{match} goes on in {thread}.", match=called, thread=thread)
                if message.kind == LOST
                else say("{match} goes on.", match=called)
            )
            channel = self.client.get_partial_messageable(message.channel_id)
            try:
                await channel.get_partial_message(message.message_id).edit(
                    content=text, view=None, allowed_mentions=SILENT
                )
            except (discord.NotFound, discord.Forbidden) as error:
                log.info("what was said of match %s could not be taken back: %s", match.id, error)
            await self.store.messages.change(message.message_id, now=now, state="closed")

    def _missing(self, match: LoadedMatch) -> tuple[str, Mapping[str, Message]]:
        """Return where the match is held up, and the permissions missing there, as far as the bot can see."""
        guild = self.client.get_guild(match.match.guild_id or 0)
        channel = guild.get_channel(match.match.channel_id or 0) if guild is not None else None
        thread = guild.get_thread(match.match.thread_id) if guild is not None and match.match.thread_id else None
        if match.match.thread_id:
            place = f"<#{match.match.thread_id}>"
            if thread is None or guild is None:
                return place, self._in_channel(channel, private=match.match.private, thread=True)
            try:
                return place, first_needed(lacking_in_thread(thread.permissions_for(guild.me)))
            except discord.ClientException:  # its channel cannot be seen at all
                return place, {"view_channel": WRITING["view_channel"]}
        return f"<#{match.match.channel_id}>", self._in_channel(channel, private=match.match.private, thread=False)

    def _in_channel(self, channel: Any, *, private: bool, thread: bool) -> Mapping[str, Message]:
        if channel is None:
            return {}
        permissions = channel.permissions_for(channel.guild.me)
        return first_needed(lacking_in_thread(permissions) if thread else lacking(permissions, private=private))

    async def _say_there(
        self,
        match: LoadedMatch,
        job: Job,
        channel: discord.PartialMessageable,
        text: str,
        about: str,
        now: int,
        users: list[int],
        kind: str = HELD_UP,
        **more: Any,
    ) -> bool:
        """Say it in a thread or a channel; false where that is not possible. `more` are buttons."""
        text = " ".join([*(f"<@{user}>" for user in users), text])
        try:
            sent = await find_text(self.client, self.store, channel, text) if job.attempts > 1 else None
            if sent is None:
                once = nonce(self.store, channel.id, text)
                sent = (await channel.send(text, nonce=once, allowed_mentions=pings(users), **more)).id
        except (discord.Forbidden, discord.NotFound):
            return False
        await self.store.messages.add(NewMessage(match.id, kind, channel.id, sent, 0, extra=about), now=now)
        return True

    async def _to_the_log(self, match: LoadedMatch, job: Job, obstacle: Obstacle, now: int) -> None:
        log.warning("match %s is held up and nobody could be told: %s", match.id, obstacle.about)
        if self.log_channel is not None:
            text = obstacle.sentence(phrases(SOURCE), match.id)
            channel = self.client.get_partial_messageable(self.log_channel)
            await self._say_there(match, job, channel, text, obstacle.about, now, [])

    # Places that are gone

    async def lost(self, match: LoadedMatch, job: Job, gone: PlaceLost, now: int) -> None:
        """Tell all players once that the thread or the channel of their match was deleted.

        Of a thread it is told in the channel, with a button that opens a new one. Where that is not possible, and of a
        private match, which is nobody else's business, the players are told by direct message.
        """
        mark = f"lost:{match.id}:{gone.place_id}"
        if await self.store.values.find(mark) is not None:
            return
        about = str(gone.place_id)
        messages = await self.store.messages.of_match(match.id, LOST)
        reached = {message.recipient for message in messages if message.extra == about}
        asked = gone.place == "thread" and await self._ask_for_thread(match, job, about, now, told=None in reached)
        for user in () if asked else match.users():
            if user not in reached:
                say = await self.languages.for_message(user, match.language)
                text = self._lost(say, match, gone, await self._called(say, match))  # no fault: cannot fail
                await self._say_privately(match, job, user, LOST, text, about, now)
        await self.store.values.set(mark, str(now))

    def _lost(self, say: Phrases, match: LoadedMatch, gone: PlaceLost, called: str) -> str:
        if not match.started:
            return say(
                "The channel in which the challenge to {match} stood was deleted. If you still want to play, open a "
                "new one with `/match new` in another channel.",
                match=called,
            )
        with_channel = self.client.get_channel(match.match.channel_id or 0) is None
        lost = troubles.channel_lost if gone.place == "channel" or with_channel else troubles.thread_lost
        return lost(say, called, match.id)

    async def _ask_for_thread(self, match: LoadedMatch, job: Job, about: str, now: int, *, told: bool) -> bool:
        """Tell in the channel that the thread was deleted, and offer a new one; false where that is not possible."""
        if match.match.private or match.match.status != "running":
            return False
        if told:
            return True
        say = phrases(match.language)
        text = say(
            "The thread of {match} was deleted. The match itself is kept: the button opens a new thread for it.",
            match=await self._called(say, match),  # no fault: cannot fail
        )
        view = components.view(match.id, ((Button(say("Open a new thread"), Press(REOPEN), "primary"),),))
        channel = self.client.get_partial_messageable(match.match.channel_id or 0, guild_id=match.match.guild_id)
        return await self._say_there(match, job, channel, text, about, now, match.users(), LOST, view=view)

    # What both have in common

    async def _say_privately(
        self, match: LoadedMatch, job: Job, user: int, kind: str, text: str, about: str, now: int
    ) -> bool:
        """Say it to one player, whether or not boards are wanted there; false where direct messages are closed."""
        try:
            channel = await self.client.create_dm(discord.Object(user))
            sent = await find_text(self.client, self.store, channel, text) if job.attempts > 1 else None
            if sent is None:
                sent = (await channel.send(text, nonce=nonce(self.store, channel.id, text), allowed_mentions=SILENT)).id
        except discord.HTTPException as error:
            if error.code not in CANNOT_DM:
                raise
            return False
        new = NewMessage(match.id, kind, channel.id, sent, 0, recipient=user, extra=about)
        await self.store.messages.add(new, now=now)
        return True

    async def _called(self, say: Phrases, match: LoadedMatch) -> str:
        """Return the match as it is called in a sentence: its game and its players."""
        names = await self.names.seats(say, match)  # no fault: cannot fail
        return f"**{notices.title(say, match)}** ({notices.sides(say, match, names)})"


def is_malformed(error: Exception) -> bool:
    """Return True for an answer of Discord's that says: what was sent is not what it takes, now or later."""
    return isinstance(error, discord.HTTPException) and error.status == 400 and error.code != TOO_MANY_OLD_EDITS


EVENTS: Final = frozenset(
    {
        *("guild_available", "guild_join"),
        *("guild_role_create", "guild_role_update", "guild_role_delete"),
        *("guild_channel_create", "guild_channel_update"),
        *("thread_update", "thread_join"),
        "member_update",  # the bot itself got another role or is not in time-out any more; of others it does not hear
    }
)
"""Events of the intent for servers, by discord.py's names; the last argument of each is how the thing is now."""


def healed(event: str, *arguments: object) -> int | None:
    """Return the id of the server in which something may be allowed now, `None` for other events."""
    if event not in EVENTS or not arguments:
        return None
    now = arguments[-1]
    guild = now if isinstance(now, discord.Guild) else getattr(now, "guild", None)
    return guild.id if isinstance(guild, discord.Guild) else None
