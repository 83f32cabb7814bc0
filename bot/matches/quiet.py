"""Leaving people in peace: what can wait is told at the end of their quiet hours and days off."""

from __future__ import annotations

from typing import Final

from bot.clocks import hours
from bot.matches.commits import user_job
from bot.matches.loaded import LoadedMatch
from bot.matches.service import Matches
from storage import Job

NOTICE_MS: Final = 12 * 3_600_000
"""How much time has to be left after a delay; with less people are told at once."""


async def put_off(matches: Matches, match: LoadedMatch, job: Job, now: int, until: int | None = None) -> bool:
    """Put a job for one user off until their quiet hours or days off end; return True if it has been put off.

    `until` is when it is too late to act on what the job tells; without enough time before it nothing is put off.
    """
    assert job.recipient is not None
    later = hours.awake((await matches.calendars.of((job.recipient,)))[job.recipient], now)
    if later <= now or (until is not None and later + NOTICE_MS > until):
        return False
    again = user_job(job.kind, job.recipient, version=job.version, due_at=later)
    await matches.store.jobs.add(match.id, (again,), now=now, version=job.version)
    return True
