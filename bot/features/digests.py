"""A daily digest for players who want one: the matches that wait for them, and how much time is left.

`/settings digest`, and the button below a digest.
"""

from __future__ import annotations

import re
from typing import Final

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.clocks import hours
from bot.interactions import replies
from bot.interactions.actions import begin
from bot.interactions.services import Feature, Handler, Request, Running, Services
from bot.limits import BUTTON_LABEL, cut
from bot.matches.commits import CommitEvent, own_job
from bot.matches.loaded import LoadedMatch
from bot.matches.quiet import put_off
from bot.matches.refusals import Refusal
from bot.matches.service import Matches
from bot.panels.components import Pressed
from bot.panels.model import Button, Press
from bot.publish import notices
from bot.publish.notifier import Notifier
from bot.texts import match as texts
from bot.texts.time import moment
from games.messages import Message
from storage import ClaimedJob, Digest

LOOK_EVERY: Final = 60.0
"""Seconds between two looks for digests that are due."""
AT_ONCE: Final = 100
LISTED: Final = 10
"""How many matches a digest lists."""
KIND: Final = "digest"
"""The kind of the rows, and the action id of the button below a digest."""
TIME: Final = re.compile(r"(\d{1,2})(?::(\d{2}))?")
OFF: Final = "off"


class Digests:
    """Notes who wants a digest, and sends it once a day to those for whom a match waits."""

    def __init__(self, matches: Matches, notifier: Notifier) -> None:
        self.matches = matches
        self.store = matches.store
        self.notifier = notifier

    async def want(self, user: int, minute: int) -> None:
        """Send a user a digest at this minute of the day, from now on."""
        await self.store.digests.set(Digest(user, minute, await self._next(user, minute, self.matches.clock())))
        await self.store.people.set_player(user, now=self.matches.clock(), dm_closed=False)

    async def stop(self, user: int) -> bool:
        """Send a user no more digests; return whether there were any."""
        return await self.store.digests.remove(user)

    async def look_again(self, user: int) -> None:
        """Work out anew when the digest of a user is due: their calendar has changed."""
        mine = await self.store.digests.find(user)
        if mine is not None:
            now = self.matches.clock()
            await self.store.digests.reschedule(mine, await self._next(user, mine.minute, now), now=now)

    async def look(self) -> None:
        """Add jobs for the digests that are due; none for users for whom nothing waits."""
        now = self.matches.clock()
        sent = False
        for digest in await self.store.digests.due(now, AT_ONCE):
            waiting = await self.store.clocks.waiting_for(digest.user_id)
            post = own_job(KIND, digest.user_id) if waiting else None
            match_id = waiting[0].match_id if waiting else None
            due_at = await self._next(digest.user_id, digest.minute, now)
            sent |= await self.store.digests.reschedule(digest, due_at, now=now, match_id=match_id, post=post)
        if sent:
            await self.matches.commits.announce(CommitEvent())

    async def publish(self, match: LoadedMatch, claim: ClaimedJob, now: int) -> None:
        """Send a digest of what waits by now. Raises Discord's errors."""
        job = claim.job
        user = job.recipient
        assert user is not None
        waiting = await self.store.clocks.waiting_for(user)
        if not waiting or await self.store.digests.find(user) is None:
            return
        if await put_off(self.matches, match, job, now):
            return
        say = await self.notifier.languages.for_message(user, match.language)
        first = await self.matches.peek(waiting[0].match_id)
        lines = []
        for wait in waiting[:LISTED]:
            match = await self.matches.peek(wait.match_id)
            title = await self.notifier.describe(say, match, user)
            lines.append(f"- {title} · {notices.waits(say, match, wait)}")
        head = say.plural("☀️ {count} match is waiting for you:", "☀️ {count} matches are waiting for you:", len(waiting))
        play = Button(cut(await self.notifier.title(say, first, user), BUTTON_LABEL), Press("play"), "primary")
        stop = Button(say("No more digests"), Press(KIND))
        text = texts.listed(say, (head,), lines, more=len(waiting) - len(lines))
        await self.notifier.send_dm(first, job, user, text, ((play, stop),), requested=True)

    async def _next(self, user: int, minute: int, now: int) -> int:
        mine = (await self.matches.calendars.of((user,)))[user]
        return hours.daily(mine, minute, now)


async def pressed(request: Request, match: LoadedMatch, pressed: Pressed) -> None:
    """Handle the button below a digest."""
    await stop(request)


async def stop(request: Request) -> None:
    """Send the asker no more digests: the match below whose digest they ask may be none of theirs by now."""
    await request.services.get(Digests).stop(request.user)
    await show(request)


async def show(request: Request) -> None:
    """Tell the asker what they have set."""
    say, digest = request.say, await request.services.store.digests.find(request.user)
    if digest is None:
        text = say(
            "You get no digest. `/settings digest hour:8` sends you one on each day on which a match is "
            "waiting for you."
        )
    else:
        text = say(
            "You get a digest at {time} on each day on which matches are waiting for you, the next one {next}. "
            "During quiet hours and days off it is put off.",
            time=f"{digest.minute // 60:02}:{digest.minute % 60:02}",
            next=moment(digest.due_at),
        )
    await replies.tell(request.interaction, text)


@app_commands.command(
    name="digest", description=locale_str("One direct message a day with the matches that are waiting for you")
)
@app_commands.describe(
    hour=locale_str("In your time zone, such as 8 or 18:30, or off; leave empty to see the present one")
)
async def daily_digest(interaction: discord.Interaction, hour: str | None = None) -> None:
    """Show or change the daily digest."""
    request = await begin(interaction)
    digests = request.services.get(Digests)
    if hour is not None and (minute := read_time(hour)) is not None:
        await digests.want(request.user, minute)
    elif hour is not None:
        await digests.stop(request.user)
    await show(request)


def read_time(typed: str) -> int | None:
    """Return the minute of the day that a user typed; `None` for ``off``. Raises `Refusal`."""
    text = typed.strip().lower()
    if text == OFF:
        return None
    read = TIME.fullmatch(text)
    if read is not None:
        hour, minute = int(read[1]), int(read[2] or 0)
        if hour < 24 and minute < 60:
            return hour * 60 + minute
    raise Refusal(Message("Give a time such as 8 or 18:30, or off for none."))


def _start(services: Services) -> Running:
    digests = Digests(services.matches, services.notifier)
    return Running(
        services=(digests,),
        jobs={KIND: digests.publish},
        periodic={"digests": (LOOK_EVERY, digests.look)},
        calendar_changed=digests.look_again,
    )


FEATURE = Feature(
    "digests",
    handlers={KIND: Handler(pressed, unseen=stop)},
    commands={"settings": (daily_digest,)},
    start=_start,
)
