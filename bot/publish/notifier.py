"""Telling one user something about a match: by direct message where that is wanted, or by one ping in a thread."""

from __future__ import annotations

from typing import Any

import discord

from bot.matches.loaded import LoadedMatch
from bot.matches.service import Matches
from bot.panels import components
from bot.panels.model import Row
from bot.people.names import NameBook, full_names
from bot.people.settings import Languages
from bot.publish.sending import CANNOT_DM, find_text, losing, nonce, pings
from bot.texts import match as texts
from bot.texts.phrases import Phrases
from storage import ClaimedJob, Job, MessageChange, NewMessage, Store


class Notifier:
    """Sends the direct messages that jobs for one user stand for."""

    def __init__(self, client: discord.Client, matches: Matches, names: NameBook, languages: Languages) -> None:
        self.client = client
        self.matches = matches
        self.store: Store = matches.store
        self.names = names
        self.languages = languages

    async def describe(self, say: Phrases, match: LoadedMatch, user: int) -> str:
        """Return the match in a few words for one of its users, with a link to it."""
        return f"**{await self.title(say, match, user)}** {texts.link(match.match)}".strip()

    async def title(self, say: Phrases, match: LoadedMatch, user: int) -> str:
        """Return the game and the players other than this user."""
        names = full_names(await self.names.seats(say, match))
        others = [names[s.seat] for s in match.match.seats if s.user_id != user and s.seat in names]
        return texts.game_with(say, say.message(match.face.game.title), others)

    async def send_dm(
        self,
        match: LoadedMatch,
        job: Job,
        user: int,
        text: str,
        buttons: tuple[Row, ...] = (),
        *,
        requested: bool = False,
    ) -> bool:
        """Send a direct message and return True; return False where the user does not want it or cannot get it.

        `requested`: the user has asked for this message, so it is sent though direct messages are off; whoever plays
        across servers has asked for all of that match. Raises Discord's errors.
        """
        player = await self.store.people.player(user)
        if player.dm_closed or not (player.dm or requested or match.match.across):
            return False
        try:
            channel = await self.client.create_dm(discord.Object(user))
            if await self._sent_before(match, job, channel, text):
                return True
            sent = await channel.send(text, nonce=nonce(self.store, job.kind, job.id), **_view(match, buttons))
        except discord.HTTPException as error:
            if error.code not in CANNOT_DM:
                raise
            await self.store.people.set_player(user, now=self.matches.clock(), dm_closed=True)
            return False
        await self._note(match, job, channel.id, sent.id, user)
        return True

    async def ping(
        self,
        match: LoadedMatch,
        job: Job,
        user: int,
        text: str,
        buttons: tuple[Row, ...],
        place: int | None,
    ) -> None:
        """Ping a user in the thread of a match, or in its channel; do nothing where there is no `place`.

        Raises `PlaceLost` or Discord's errors.
        """
        if not place:
            return
        thread = self.client.get_partial_messageable(place, guild_id=match.match.guild_id)
        with losing("thread" if place == match.match.thread_id else "channel", place):
            if await self._sent_before(match, job, thread, text):
                return
            sent = await thread.send(
                text, nonce=nonce(self.store, job.kind, job.id), allowed_mentions=pings([user]), **_view(match, buttons)
            )
        await self._note(match, job, place, sent.id, user)

    async def tell_declined(self, match: LoadedMatch, claim: ClaimedJob, now: int) -> None:
        """Tell a user who sent a challenge, or had accepted it, that it was declined. Raises Discord's errors."""
        job = claim.job
        user = job.recipient
        assert user is not None
        if match.seat_of(user) is None:
            return
        say = await self.languages.for_message(user, match.language)
        title = await self.title(say, match, user)
        if user == match.match.creator:
            text = say("**{game}**: your challenge was declined.", game=title)
        else:
            text = say("**{game}**: somebody has declined, so the challenge that you accepted is off.", game=title)
        await self.send_dm(match, job, user, text, requested=True)

    async def _sent_before(self, match: LoadedMatch, job: Job, place: Any, text: str) -> bool:
        """Return True if an earlier attempt at a job has sent its message, whether that was noted or not."""
        if job.attempts < 2:
            return False
        noted = await self.store.messages.of_match(match.id, job.kind)
        return any(one.extra == str(job.id) for one in noted) or (
            await find_text(self.client, self.store, place, text) is not None
        )

    async def _note(self, match: LoadedMatch, job: Job, place: int, message_id: int, user: int) -> None:
        """Store the id of a message, so that it can be deleted later and is not taken for one that nobody noted."""
        new = NewMessage(match.id, job.kind, place, message_id, match.match.version, user, extra=str(job.id))
        closed = MessageChange(message_id, state="closed")
        await self.store.messages.record((new, closed), now=self.matches.clock())


def _view(match: LoadedMatch, buttons: tuple[Row, ...]) -> dict[str, Any]:
    view = components.view(match.id, buttons)
    return {} if view is None else {"view": view}
