"""What a running bot does for its data: its lease on the database, its backups, the salt of its log."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from pathlib import Path
from typing import Final

from bot.log import incident
from bot.supervision import Fatal
from storage import DatabaseLost, StorageError, Store
from storage import backup as backups

log = logging.getLogger("bot")

RENEW_EVERY: Final = 15.0
"""Seconds between two renewals of the lease, which is good for a minute; also how soon an idle bot notices a loss."""
SALT: Final = "log_salt"
"""Under which key the database remembers what ids in the log are hashed with."""
HOUR: Final = 3600.0
START: Final = 60.0
"""Seconds after the start in which no backup is made: there is enough to do then."""
RETRY: Final = HOUR
"""Seconds after which a scheduled backup that failed is tried again, if the next one is not due before."""


async def log_salt(store: Store) -> bytes:
    """Return the salt with which ids are hashed in the log; each database has its own, made at its first start."""
    salt = await store.values.find(SALT)
    if salt is None:
        salt = secrets.token_hex(16)
        await store.values.set(SALT, salt)
    return bytes.fromhex(salt)


async def renew(store: Store) -> None:
    """Keep the lease on the database and see that its file is there. Raises `Fatal` when it is lost."""
    try:
        await store.lease.renew()
    except DatabaseLost as reason:
        raise lost(reason) from reason


def lost(reason: DatabaseLost) -> Fatal:
    """Return the reason for the process to end: nothing that is acknowledged now would be kept."""
    return Fatal(f"the database is lost: {reason}")


async def compact(store: Store) -> None:
    """Let no unused part of the files hold who was deleted; where that fails, the next pruning tries it again."""
    try:
        await store.privacy.compact()
    except StorageError as error:
        log.warning("what was deleted is in unused parts of the database for an hour more: %s", error)


async def back_up(store: Store, folder: Path, every_hours: float, kept: int) -> None:
    """Make a backup whenever the newest scheduled one is older than `every_hours`, and delete the oldest ones.

    A backup that fails is an incident, and is tried again an hour later.
    """
    await asyncio.sleep(START)
    while True:
        due_in = _until_due(store.url, folder, every_hours * HOUR)
        await asyncio.sleep(min(due_in, HOUR))
        if due_in > HOUR:  # looked at again: the clock may have been set, and a machine that is suspended sleeps longer
            continue
        try:
            made = await store.backup(folder, backups.SCHEDULED)
            deleted = await asyncio.to_thread(backups.prune, store.url, folder, kept)
        except (StorageError, OSError) as error:
            incident("the scheduled backup failed", error)
            await asyncio.sleep(min(RETRY, every_hours * HOUR))
        else:
            log.info("backed up to %s; %d older ones deleted", made.name, len(deleted))


def _until_due(url: str, folder: Path, seconds: float) -> float:
    """Return in how many seconds the next backup is due; one that is dated later than now says nothing about it."""
    made = [backups.made_at(path) for path in backups.backups_in(url, folder, backups.SCHEDULED)]
    now = time.time()
    newest = max((at.timestamp() for at in made if at is not None and at.timestamp() <= now), default=0.0)
    return max(0.0, newest + seconds - now)
