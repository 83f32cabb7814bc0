"""What servers have set for their matches, kept in memory for as long as it is asked for."""

from __future__ import annotations

from typing import Final

from storage import Store

DAY_MS: Final = 86_400_000
ABANDONED_AFTER_DAYS: Final = 7
"""How long the others have to decide what becomes of a match when a player's time is over, unless the server says."""


class Servers:
    """The settings of servers, as far as the life of matches depends on them."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def abandon_ms(self, guild_id: int | None) -> int:
        """How long after a time was over a match ends by itself as abandoned."""
        return ABANDONED_AFTER_DAYS * DAY_MS
