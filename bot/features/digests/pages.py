"""The daily digest: what somebody has set about it, and its end by the button below it."""

from __future__ import annotations

from bot.features.digests import texts
from bot.interactions import replies
from bot.interactions.services import Request
from bot.matches.loaded import LoadedMatch
from bot.panels.components import Pressed


async def stop(request: Request, match: LoadedMatch, pressed: Pressed) -> None:
    """The button below a digest."""
    await request.services.digests.stop(request.user)
    await show(request)


async def show(request: Request) -> None:
    """What the asker has set."""
    mine = await request.services.store.digests.find(request.user)
    await replies.tell(request.interaction, texts.state(request.say, mine))
