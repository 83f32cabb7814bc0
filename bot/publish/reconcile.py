"""After the start: matches that show an old position on Discord are brought up to date."""

from __future__ import annotations

from typing import Final

from bot.matches.commits import CommitEvent
from bot.matches.jobs import PUBLIC, match_job
from bot.matches.service import Matches

PAGE: Final = 500
"""How many matches are looked at and written at once, so that a step of somebody never waits long."""


async def reconcile(matches: Matches) -> None:
    """Let everything be shown that is not shown as it is now.

    The bot answers meanwhile; a match that moves in between is told anyway, and once.
    """
    store, now = matches.store, matches.clock()
    last = ""
    while page := await store.messages.outdated_matches(last, PAGE):
        await store.jobs.add_all(
            {match_id: (version, match_job(PUBLIC, match_id)) for match_id, version in page}, now=now
        )
        await matches.commits.announce(CommitEvent())  # no fault: only wakes the workers
        last = page[-1][0]
