"""From one match to the next: what a panel shows when the own turn is over."""

from __future__ import annotations

from typing import Final

from bot.interactions.services import Request
from bot.matches.loaded import LoadedMatch
from bot.panels.model import Button, Press, Row
from storage import Waiting

DEED: Final = "mine"
NEXT: Final = "next"


async def others(request: Request, match: LoadedMatch) -> list[Waiting]:
    """The other matches that wait for the asker, the most urgent first."""
    return [one for one in await request.services.store.clocks.waiting_for(request.user) if one.match_id != match.id]


async def next_row(request: Request, match: LoadedMatch) -> tuple[Row, ...]:
    """The button that leads on when the own turn is over: to the next match that waits; nothing where none does."""
    if request.user in match.waited_for():
        return ()
    waiting = await others(request, match)
    if not waiting:
        return ()
    label = request.say("Next match ({count} waiting)", count=len(waiting))
    return ((Button(label, Press(DEED, (NEXT,)), "primary"),),)
