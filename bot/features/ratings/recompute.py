"""`python -m bot ratings recompute`: ratings and statistics worked out anew, while the bot does not run."""

from __future__ import annotations

from collections.abc import Mapping

from bot.config import StorageSettings
from bot.features.ratings.counting import Counting, recomputed
from bot.matches.service import Matches
from bot.panels.face import AnyFace
from storage import Holder, Store
from storage.engine import wall_clock


async def recompute(settings: StorageSettings, faces: Mapping[str, AnyFace]) -> int:
    """Work all of it out anew, and return from how many results. Raises what `Store.open` raises."""
    holder = Holder.here(wall_clock())
    url, folder = settings.database(), settings.backups()
    async with await Store.open(url, backup_folder=folder, alone=holder, keys=settings.keys()) as store:
        await store.wait_for_check()
        return await recomputed(Counting(Matches(store, faces)))
