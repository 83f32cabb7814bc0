"""Leaving people in peace: what can wait is told at the end of their quiet hours and days off."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Final

from bot.clocks import hours
from bot.clocks.calendars import Calendars
from bot.matches import unattended
from bot.matches.commits import user_job
from bot.matches.loaded import LoadedMatch
from bot.matches.service import Matches
from games import agreements
from storage import Calendar, Job

NOTICE_MS: Final = 12 * 3_600_000
"""How much time has to be left after a delay to have a say in a match; with less people are told at once."""
TURN_MS: Final = 2 * 3_600_000
"""How much has to be left for one's own turn: whoever sleeps would not see it before the morning anyway."""


async def put_off(matches: Matches, match: LoadedMatch, job: Job, now: int, until: int | None = None) -> bool:
    """Put a job for one user off until their quiet hours or days off end; return True if it has been put off.

    `until` is when it is too late to act on what the job tells; without enough time before it nothing is put off.
    """
    assert job.recipient is not None
    later = _later((await matches.calendars.of((job.recipient,)))[job.recipient], now, until, NOTICE_MS)
    if later is None:
        return False
    again = replace(user_job(job.kind, job.recipient, version=job.version, due_at=later), lane=job.lane)
    await matches.store.jobs.add(match.id, (again,), now=now, version=job.version)
    return True


async def asked_later(calendars: Calendars, match: LoadedMatch, users: Collection[int], now: int) -> dict[int, int]:
    """Return which of these users, who are on the move, are to hear of it at the end of their quiet hours, and when.

    That is where nobody has just moved: the time of somebody has run out, and the game went on by itself.
    """
    if unattended.noted_last(match) != agreements.TIMEOUT:
        return {}
    known = await calendars.of(users)  # no fault: in memory, the clocks of the step have asked for them
    found = {}
    for user in users:
        seat = match.seat_of(user)
        clock = match.clock(seat) if seat is not None else None
        later = _later(known[user], now, clock.runs_out if clock is not None else None, TURN_MS)
        if later is not None:
            found[user] = later
    return found


def _later(calendar: Calendar, now: int, until: int | None, left: int) -> int | None:
    """Return the end of the quiet hours or days off of now; `None` outside of them, or with less `left` before `until`.

    All times are in milliseconds.
    """
    later = hours.awake(calendar, now)
    return None if later <= now or (until is not None and later + left > until) else later
