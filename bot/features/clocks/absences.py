"""Absences: while a player is away their clocks stand still in all matches, and the others are told. `/away`."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Final

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.clocks import hours
from bot.clocks.hours import zone
from bot.clocks.seat_clocks import Timing
from bot.commands.common import EVERYWHERE, INSTALLED
from bot.features.clocks.timer import ClockTimer
from bot.interactions import replies
from bot.interactions.actions import begin
from bot.interactions.services import Request
from bot.log import incident
from bot.matches import computers
from bot.matches.commits import CommitEvent, user_job
from bot.matches.loaded import LoadedMatch
from bot.matches.refusals import Refusal
from bot.matches.service import Matches
from bot.matches.work import Change, Extension
from bot.texts.time import moment
from games.messages import Message
from storage import YEAR_MS, Calendar, NewJob, SeatClock, StorageError

AWAY: Final = "away"
"""The kind of jobs that tell the others that a player whom the match waits for is away."""
DAY_MS: Final = 86_400_000
DAYS_A_YEAR: Final = 30


class Absences(Extension):
    """Notes who is away, and lets those hear of it whose matches wait for them."""

    def __init__(self, matches: Matches, timer: ClockTimer) -> None:
        self.matches = matches
        self.calendars = matches.calendars
        self.timer = timer

    async def leave(self, user: int, until: int) -> None:
        """Note that a player is away from now until then. Raises `Refusal` for more than thirty days a year."""
        now = self.matches.clock()
        if until <= now:
            raise Refusal(Message("That is in the past; choose a later day."))
        left = await self.left(user, now)
        if until - now > left:
            raise Refusal(
                Message.counted(
                    "You can be away for {days} days a year, and {count} of them is left.",
                    "You can be away for {days} days a year, and {count} of them are left.",
                    -(-left // DAY_MS),
                    days=DAYS_A_YEAR,
                )
            )
        before = (await self.calendars.of((user,)))[user]
        told = hours.away(before, now)
        ended = None if told is not None else _ended_by_itself(before, now)
        await self.calendars.leave(user, now, until)
        await self.timer.look_again(user)
        await self._tell_others(user, now, told if told is not None and told < until else None, ended)

    async def left(self, user: int, now: int) -> int:
        """Return how many milliseconds a player can still be away in the year that ends at `now`.

        Absences count that were on before the player was deleted, too.
        """
        mine = (await self.calendars.of((user,)))[user]
        spans = (*mine.absences, *await self.matches.store.marks.absences(user))
        spent = sum(max(0, min(end, now) - max(begin, now - YEAR_MS)) for begin, end in spans)
        return max(0, DAYS_A_YEAR * DAY_MS - spent)

    async def until(self, user: int) -> int | None:
        """Return until when a player is away; `None` for one who is not."""
        mine = (await self.calendars.of((user,)))[user]
        return hours.away(mine, self.matches.clock())

    async def back(self, user: int) -> bool:
        """End an absence now; return whether there was one."""
        if not await self.calendars.back(user, self.matches.clock()):
            return False
        await self.timer.look_again(user)
        return True

    async def after_commit(self, event: CommitEvent) -> None:
        """End the absence of a player who has just played."""
        if event.player is None:
            return
        mine = self.calendars.known(event.player)
        try:
            if mine is None:  # not kept any more
                mine = (await self.calendars.of((event.player,)))[event.player]
            if hours.away(mine, self.matches.clock()) is not None:
                await self.back(event.player)
        except StorageError as error:
            incident("an absence did not end with a move", error)  # the move counts all the same

    def begun(
        self, match: LoadedMatch, change: Change, timing: Timing, clocks: Collection[SeatClock]
    ) -> Collection[NewJob]:
        """Tell the others where a step makes a match wait for somebody who is away; it brings its own player back."""
        now, users = self.matches.clock(), {s.seat: s.user_id for s in change.seats or match.match.seats}
        waited = [one.seat for one in clocks if users[one.seat] not in (None, change.player)]
        away = {users[seat] for seat in waited if hours.away(timing.calendars[seat], now) is not None}
        return [user_job(AWAY, other) for other in computers.people(users.values()) if away - {other}]

    async def _tell_others(self, user: int, now: int, told: int | None, ended: int | None) -> None:
        """Tell the other players of the matches that wait for this one, unless they were told in this turn already.

        Where they were `told` of an earlier end, they hear of the later one only then, however often it changes before.
        Where the absence before `ended` by itself in this turn, as they were told, they hear of the new one at once.
        """
        for waiting in await self.matches.store.clocks.waiting_for(user):
            match = await self.matches.peek(waiting.match_id)
            mine = match.clock(waiting.seat)
            if mine is None or mine.since is None:
                continue
            if mine.away_told and told is None and (ended is None or ended <= mine.since):
                continue
            due_at = told if mine.away_told else None
            coming = [] if due_at is None else await self._coming(match)
            posts = [user_job(AWAY, other, due_at=due_at) for other in match.users() if other not in (user, *coming)]
            await self.matches.store.jobs.add(match.id, tuple(posts), now=now, version=match.match.version)
        await self.matches.commits.announce(CommitEvent())

    async def _coming(self, match: LoadedMatch) -> list[int | None]:
        """Return who will hear of an absence in a match: jobs say how things are when they are done."""
        kept = await self.matches.store.jobs.of_match(match.id)
        return [job.recipient for job in kept if job.kind == AWAY and job.state == "pending"]


def _ended_by_itself(calendar: Calendar, now: int) -> int | None:
    """Return when a player's last absence ended; `None` where there was none, or its player ended it by hand."""
    end, begin = max(((end, begin) for begin, end in calendar.absences if end <= now), default=(0, 0))
    return end if begin < end else None  # one of no time: see `CalendarRepository.end_absence`


GROUP: Final = app_commands.Group(
    name="away",
    description=locale_str("Leave for some days: your clocks stand still in all matches"),
    allowed_contexts=EVERYWHERE,
    allowed_installs=INSTALLED,
)


@GROUP.command(
    name="until", description=locale_str("Be away until the end of a given day; your next move brings you back")
)
@app_commands.describe(day=locale_str("A date such as 2026-12-24, or a number of days such as 7"))
async def until(interaction: discord.Interaction, day: str) -> None:
    """Leave."""
    request = await begin(interaction)
    services, now = request.services, request.services.matches.clock()
    calendar = (await services.matches.calendars.of((request.user,)))[request.user]
    end = end_of(day, now, calendar.zone)
    await services.get(Absences).leave(request.user, end)
    text = request.say(
        "You are away until {until}. Your clocks stand still in all matches, nobody reminds you, and your next move "
        "ends it. The others are told.",
        until=moment(end, "f"),
    )
    await replies.tell(interaction, text)


@GROUP.command(name="back", description=locale_str("You are back; your clocks run again"))
async def back(interaction: discord.Interaction) -> None:
    """Come back."""
    request = await begin(interaction)
    if not await request.services.get(Absences).back(request.user):
        raise Refusal(Message("You are not away."))
    await replies.tell(
        interaction, request.say("Welcome back. Your clocks are running again wherever it is your turn.")
    )


@GROUP.command(name="show", description=locale_str("Whether you are away, and how many days are left this year"))
async def show(interaction: discord.Interaction) -> None:
    """Show whether the asker is away."""
    request = await begin(interaction)
    await replies.tell(interaction, await _shown(request))


async def _shown(request: Request) -> str:
    absences, say = request.services.get(Absences), request.say
    end = await absences.until(request.user)
    left = -(-(await absences.left(request.user, request.services.matches.clock())) // DAY_MS)  # a begun day counts
    now = say("You are not away.") if end is None else say("You are away until {until}.", until=moment(end, "f"))
    days = say.plural(
        "{count} of {days} days is left this year.",
        "{count} of {days} days are left this year.",
        left,
        days=DAYS_A_YEAR,
    )
    return f"{now} {days}"


def end_of(typed: str, now: int, zone_name: str) -> int:
    """Return the end of the day that a user typed, in unix milliseconds. Raises `Refusal`."""
    local = zone(zone_name)
    today = datetime.fromtimestamp(now / 1000, local).date()
    text = typed.strip()
    try:
        if text.isdecimal():
            last = today + timedelta(days=int(text) - 1) if int(text) else today
        else:
            last = datetime.strptime(text, "%Y-%m-%d").date()  # the zone is the player's own
        following = last + timedelta(days=1)
        return round(datetime(following.year, following.month, following.day, tzinfo=local).timestamp() * 1000)
    except (ValueError, OverflowError) as error:
        raise Refusal(
            Message("Give a date such as 2026-12-24, or a number of days such as 7."),
        ) from error
