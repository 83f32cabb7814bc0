"""The timer of a match's clocks: reminders, times that run out, matches that nobody goes on with.

There is one timer a match, due when the first of its clocks has something to do. Each thing done is one transaction
that does nothing if the clock has changed: so nothing comes after the move, and nothing twice after a crash. What it
enters in a match moves the timer, which another worker may take up then, before the first one is through: whatever one
of them has done, the other decides anew.
"""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from typing import Final

from bot.clocks import hours
from bot.clocks.calendars import CLOCK
from bot.clocks.seat_clocks import Event, Timing, first_out, runs_out, to_come
from bot.features.clocks.outages import Outages
from bot.jobs.kinds import Outcome
from bot.matches import computers, unattended
from bot.matches.commits import CommitEvent, user_job
from bot.matches.loaded import LoadedMatch
from bot.matches.refusals import Refusal
from bot.matches.service import Matches
from bot.matches.work import Change, Extension
from bot.people.settings import Servers
from games import agreements
from storage import TIMER, Calendar, ClaimedJob, NewJob, Seat, SeatClock, timer

UNSTEADY_MS: Final = 60_000
"""Milliseconds after which the timer is due again while nobody can play: nothing is decided then."""
REMIND: Final = "remind"
"""The kind of jobs that remind a player of their own turn."""
OUT: Final = "out"
"""The kind of jobs that ask the other players what to do about a player whose time is over."""
DESERTED: Final = 2
"""How often everybody has to run out of time before defaults are no longer taken: once may be a window let pass."""
AT_ONCE: Final = 50
"""How many things one timer does; the rest is left for the next one."""


class ClockTimer(Extension):
    """Does what falls due on the clocks of matches."""

    def __init__(self, matches: Matches, servers: Servers, outages: Outages) -> None:
        self.matches = matches
        self.store = matches.store
        self.servers = servers
        self.outages = outages

    async def handle(self, match: LoadedMatch, claim: ClaimedJob, now: int) -> Outcome:
        """Do what the clocks of a match have to do by now. Handles the timers `bot.clocks.calendars.CLOCK`."""
        return Outcome(again_at=await self.catch_up(match))

    async def catch_up(self, match: LoadedMatch) -> int | None:
        """Do what the clocks of a match have to do by now; return when the next of it is due."""
        if not await self.outages.catch_up():
            return self.matches.clock() + UNSTEADY_MS
        for _ in range(AT_ONCE):
            match = await self.matches.load(match.id)
            if match.match.status != "running":
                return None
            timing = await self.matches.timing(match)
            if await self._reset(match, timing):
                continue
            if timing.paused:
                return None  # it is set again when the match goes on
            abandon_ms = await self.servers.abandon_ms(match.match.guild_id)
            todo = [event for one in match.match.clocks for event in _todo(timing, one, abandon_ms)]
            now = self.matches.clock()
            over = {event.seat for event in todo if event.kind == "out" and event.at <= now}
            # After a standstill of the bot a reminder may fall due together with the end of the time.
            due = [event for event in todo if event.at <= now and (event.kind != "remind" or event.seat not in over)]
            if not due:
                return min((event.at for event in todo), default=None)
            first = min(due, key=lambda event: event.at)
            # Of reminders that fall together, after quiet hours or a standstill, only the last one is told.
            same = [event for event in due if (event.seat, event.kind) == (first.seat, first.kind)]
            await self._carry_out(match, same[-1], now)
        return self.matches.clock()

    async def _reset(self, match: LoadedMatch, timing: Timing) -> bool:
        """Store the ends of a match's clocks as they are known by now; return whether any has changed."""
        ends = ((one, runs_out(timing, one)) for one in match.match.clocks if one.out_at is None)
        moved = [(one, end) for one, end in ends if end != one.runs_out]
        for one, end in moved:
            await self.store.clocks.set_runs_out(match.id, one, end)
        return bool(moved)

    async def _carry_out(self, match: LoadedMatch, event: Event, now: int) -> None:
        """Remind a player, note that the match is abandoned, or end the time of a seat.

        The time of a seat ends with the game's default action, or else with asking the others (`OUT`): about one at a
        time, so where they are asked about another one already, `late` does that later.
        """
        one = match.clock(event.seat)
        assert one is not None
        if event.kind == "remind":
            user = match.user_of(one.seat)
            posts = [user_job(REMIND, user)] if user is not None else []
            await self.store.clocks.mark(match.id, one, now=now, told=event.told, posts=posts)
            await self.matches.commits.announce(CommitEvent())
        elif event.kind == "abandon":
            await self._note(match, one.seat, agreements.ABANDON)
        elif _plays_itself_on(match, one.seat):
            await self._note(match, one.seat, agreements.TIMEOUT)
        else:
            posts = [] if first_out(match.match.clocks) is not None else _questions(match, one.seat)
            await self.store.clocks.mark(match.id, one, now=now, out_at=now, posts=posts)
            await self.matches.commits.announce(CommitEvent())

    def late(self, match: LoadedMatch, change: Change, clock: SeatClock) -> list[NewJob]:
        """Ask the others about a player whose time was over, now that it is about nobody else."""
        return _questions(match, clock.seat, change.seats)

    async def _note(self, match: LoadedMatch, seat: int, verb: str) -> None:
        with contextlib.suppress(Refusal):  # somebody has moved at this very moment, and it is looked at anew
            await self.matches.note(match, seat, verb)

    async def look_again(self, user: int) -> None:
        """Work out the clocks of all matches anew that wait for a user: their calendar has changed."""
        now = self.matches.clock()
        for waiting in await self.store.clocks.waiting_for(user):
            await self.store.jobs.add(waiting.match_id, (timer(waiting.match_id, CLOCK, now),), now=now)
        await self.matches.commits.announce(CommitEvent({TIMER: now}))


def others_playing(match: LoadedMatch, seat: int, seats: Sequence[Seat] | None = None) -> list[int]:
    """Return the people who are asked when the time of a seat is over: all others who still play.

    `seats` where they are others than the match's.
    """
    users = {one.seat: one.user_id for one in seats or match.match.seats}
    return computers.people(users.get(other) for other in match.face.game.playing(match.state) if other != seat)


def _questions(match: LoadedMatch, seat: int, seats: Sequence[Seat] | None = None) -> list[NewJob]:
    return [user_job(OUT, user) for user in others_playing(match, seat, seats)]


def _todo(timing: Timing, one: SeatClock, abandon_ms: int) -> list[Event]:
    if one.out_at is None or one.since is None:
        return list(to_come(timing, one))
    nobody = Calendar(0)
    return [Event("abandon", one.seat, hours.reaches(nobody, timing.outages, one.out_at, abandon_ms))]


def _plays_itself_on(match: LoadedMatch, seat: int) -> bool:
    """Return True if the game's default action is taken for a seat whose time is over.

    Not where nobody is there any more: with empty clocks a match would play itself on for ever.
    """
    first = next((choice for choice in match.choices if choice.must and choice.seat == seat), None)
    return first is not None and first.default is not None and (first.window or not _deserted(match))


def _deserted(match: LoadedMatch) -> bool:
    """Return True if all people who play have run out of time `DESERTED` times since anybody did anything."""
    playing = match.face.game.playing(match.state)
    left = {seat: DESERTED for seat in playing if not computers.is_computer(match.user_of(seat))}
    for step in unattended.steps(match):
        if step[0].text != agreements.TIMEOUT:
            return False
        seat = step[0].seat
        left[seat] = left.get(seat, 0) - 1
        if all(missing <= 0 for missing in left.values()):
            return True
    return False
