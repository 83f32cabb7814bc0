"""After the start: matches that show an old position on Discord are brought up to date."""

from __future__ import annotations

from bot.matches.rows import public_row
from bot.matches.service import Matches


async def reconcile(matches: Matches) -> None:
    """Let everything be shown that is not shown as it is now.

    The bot answers meanwhile; a match that moves in between is told anyway, and once.
    """
    store, now = matches.store, matches.clock()
    for head in await store.open_matches():
        live = await store.live_message(head.id, "live")
        if head.status == "running" and (live is None or live.version < head.version):
            await store.enqueue(head.id, (public_row(head.id),), now=now, version=head.version)
    matches.wake()
