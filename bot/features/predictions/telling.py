"""Telling everybody, once, who has foreseen what has come: in the thread, or below the result. Nobody is pinged."""

from __future__ import annotations

import contextlib
from typing import Final

import discord

from bot.features.predictions.service import ACTION_ID, AFTER, KIND
from bot.interactions.services import Services
from bot.jobs.kinds import Outcome
from bot.matches.commits import PUBLIC, match_job
from bot.matches.loaded import LoadedMatch
from bot.panels import components
from bot.panels.model import Press
from bot.panels.widgets import button
from bot.people.names import NameBook
from bot.publish.sending import SILENT, find_presses, losing, nonce
from bot.texts import match as texts
from bot.texts.names import Names
from bot.texts.phrases import Phrases, phrases
from storage import ClaimedJob, Foreseen, MessageChange, NewMessage, Store

NAMED: Final = 5
"""So many names a line has at most."""
NAMES_WITHIN: Final = 5.0
"""Seconds that a line waits for names."""


async def result_notes(services: Services, say: Phrases, match: LoadedMatch) -> str:
    """Return who has foreseen the last battle of a match that is over; empty where nobody predicted it."""
    return await services.get(Telling).lines(say, match, services.matches.clock())


class Telling:
    """Posts who has foreseen what has come."""

    def __init__(self, client: discord.Client, store: Store, names: NameBook) -> None:
        self._client = client
        self._store = store
        self._names = names

    async def publish(self, match: LoadedMatch, claim: ClaimedJob, now: int) -> Outcome | None:
        """Post what was foreseen below the film, with a button for the next prediction. Handles jobs of `KIND`.

        A match that is over says it below its result. Raises `PlaceLost` or Discord's errors.
        """
        thread_id, job, say = match.match.thread_id, claim.job, phrases(match.language)
        if match.match.status != "running" or not thread_id or match.face.predictions is None:
            return None
        untold = await self._store.predictions.untold(match.id)
        if job.attempts > 1 or len(untold) > 1:  # an earlier attempt, or the job before this one, may have sent it
            with losing("thread", thread_id):
                untold = await self._left(match, untold, now)
        if not untold:
            return None
        if await self._is_behind(match):  # the board that shows the film has been put off behind this
            await self._store.jobs.add(match.id, (match_job(KIND, match.id),), now=now, version=job.version)
            return None
        text = await self._text(say, match, untold)
        after = Press(ACTION_ID, (AFTER, str(untold[-1].number)))
        again = button(say.message(match.face.predictions.label), after)
        view = components.view(match.id, ((again,),))
        assert view is not None
        thread = self._client.get_partial_messageable(thread_id, guild_id=match.match.guild_id)
        with losing("thread", thread_id):
            once = nonce(self._store, job.kind, job.id)
            sent = await thread.send(text, nonce=once, allowed_mentions=SILENT, silent=True, view=view)
        new = NewMessage(match.id, job.kind, thread_id, sent.id, match.match.version)
        await self._store.predictions.note_told(match.id, [one.number for one in untold], now=now)
        return Outcome((new, MessageChange(sent.id, state="closed")))

    async def _left(self, match: LoadedMatch, untold: list[Foreseen], now: int) -> list[Foreseen]:
        """Return those of which nothing stands in the thread; of the others it is noted that they were told.

        The button of a line says up to which occasion it tells, whatever names people had when it was sent.
        """
        thread_id = match.match.thread_id
        if not untold or not thread_id:
            return untold
        thread = self._client.get_partial_messageable(thread_id, guild_id=match.match.guild_id)
        found = [press.tokens for press in await find_presses(self._client, thread, match.id, ACTION_ID)]
        last = max((int(tokens[1]) for tokens in found if tokens[:1] == (AFTER,)), default=0)
        if told := [one.number for one in untold if one.number <= last]:
            await self._store.predictions.note_told(match.id, told, now=now)
        return [one for one in untold if one.number > last]

    async def _is_behind(self, match: LoadedMatch) -> bool:
        """Return True if something public of a match is still to be brought up to date."""
        rows = await self._store.jobs.of_match(match.id)
        return any(row.kind == PUBLIC and row.state == "pending" for row in rows)

    async def lines(self, say: Phrases, match: LoadedMatch, now: int) -> str:
        """Return what was foreseen and nobody was told yet, a line each. Raises Discord's errors.

        What a process that was killed has sent without noting it stands in the thread.
        """
        if match.face.predictions is None or match.match.private:
            return ""
        untold = await self._store.predictions.untold(match.id)
        with contextlib.suppress(discord.NotFound):  # the thread is gone
            untold = await self._left(match, untold, now)
        return await self._text(say, match, untold) if untold else ""

    async def _text(self, say: Phrases, match: LoadedMatch, untold: list[Foreseen]) -> str:
        kind = match.face.predictions
        assert kind is not None
        named = {user for one in untold for user in one.named[:NAMED]}
        await self._names.learn(sorted(named), within=NAMES_WITHIN)
        seats = await self._names.seats(say, match)
        return texts.lines(*(self._line(say, kind.told(say, one.answer, seats), one) for one in untold))

    def _line(self, say: Phrases, how: str, one: Foreseen) -> str:
        return f"🔮 {how}. {foreseen(say, one, {user: self._names.known(say, user) for user in one.named[:NAMED]})}"


def foreseen(say: Phrases, one: Foreseen, names: Names) -> str:
    """Return how many have foreseen it, and who of them shows that."""
    if not one.right:
        return say.plural(
            "Nobody foresaw it ({count} prediction).", "Nobody foresaw it ({count} predictions).", one.made
        )
    shown = [names[user] for user in one.named[:NAMED]]
    more = one.right - len(shown)
    if not shown:
        return say("{right} of {made} foresaw it.", right=one.right, made=one.made)
    if more:
        shown.append(say.plural("{count} other", "{count} others", more))
    return say("{right} of {made} foresaw it: {people}.", right=one.right, made=one.made, people=say.every(shown))
