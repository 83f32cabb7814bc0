"""The commands that look after the data: `backup`, `restore`, `seal`; and what is said when one is needed."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from bot import log as logs
from bot.config import EX_CONFIG, StorageSettings
from bot.supervision import EX_TEMPFAIL
from storage import (
    BackupFailed,
    DatabaseDamaged,
    DatabaseInUse,
    DatabaseRefused,
    DatabaseUnreachable,
    Holder,
    Incompatible,
    KeyMissing,
    StorageError,
    Store,
)
from storage import backup as backups
from storage.content import Restored
from storage.dialects import dialect_of
from storage.engine import wall_clock
from storage.restore import restore as bring_back


def back_up(settings: StorageSettings) -> int:
    """Make a backup and print where it lies; returns the exit status."""
    logs.set_up("WARNING")
    try:
        made = asyncio.run(backups.backup(settings.database(), settings.backups()))
    except (StorageError, OSError) as error:
        return _failed(f"No backup was made: {error}")
    print(made)
    return 0


def restore(settings: StorageSettings, file: Path) -> int:
    """Bring a backup back and say what that means; returns the exit status."""
    logs.set_up("WARNING")
    try:
        done = bring_back(settings.database(), file, settings.backups(), Holder.here(wall_clock()))
    except DatabaseInUse as error:
        return _failed(f"Nothing was restored: {error}. Stop it first.")
    except (StorageError, OSError) as error:
        return _failed(f"Nothing was restored: {error}")
    for line in _told(file, done):
        print(line)
    return 0


def seal(settings: StorageSettings) -> int:
    """Encrypt all that is secret with the first key; returns the exit status."""
    logs.set_up("WARNING")
    if not settings.keys():
        return _failed("DATA_KEY is empty: `python -m bot key` prints a new key.")
    try:
        sealed = asyncio.run(_seal(settings))
    except (StorageError, OSError) as error:
        return explain(settings, error)
    print(f"{_count(sealed, 'value')} encrypted; all that is secret is under the first key of DATA_KEY now.")
    print("Backups that were made before are as they were: delete them when you do not need them any more.")
    if dialect_of(settings.database()).file is None:
        print(
            "So is what the server keeps elsewhere: its write-ahead log until it is recycled, its own backups, copies."
        )
    return 0


async def _seal(settings: StorageSettings) -> int:
    holder = Holder.here(wall_clock())
    url, folder = settings.database(), settings.backups()
    async with await Store.open(url, backup_folder=folder, alone=holder, keys=settings.keys()) as store:
        await store.wait_for_check()
        return await store.keys.seal_all()


def explain(settings: StorageSettings, error: Exception) -> int:
    """Say why the database cannot be opened, and what to do; returns the exit status."""
    if isinstance(error, Incompatible):
        return _failed(f"This cannot run beside the bot that is running already: {error}.")
    if isinstance(error, DatabaseInUse):
        return _failed(f"The bot is running already: {error}. Stop it first; two would answer everything twice.")
    if isinstance(error, DatabaseRefused):
        _failed(f"settings: DATABASE_URL: {error}.")
        return EX_CONFIG
    if isinstance(error, KeyMissing):
        for sentence in missing_keys(error):
            _failed(sentence)
        return EX_CONFIG
    _failed(f"The database cannot be opened: {error}")
    if isinstance(error, DatabaseDamaged):
        _failed(f"Bring a backup back with: python -m bot restore FILE. {_newest(settings)}")
    if isinstance(error, BackupFailed) and dialect_of(settings.database()).file is None:
        _failed("A copy is made before a new version changes the schema; BACKUP_EVERY_HOURS=0 leaves that to you.")
    return EX_TEMPFAIL if isinstance(error, DatabaseUnreachable) else 1


def missing_keys(error: KeyMissing) -> tuple[str, str]:
    """Return what is wrong with the setting of the keys, and what to do."""
    return (
        f"settings: DATA_KEY: {error}, which {_are(len(error.ids))} not in it.",
        "Add what is missing after a comma; once `python -m bot seal` has run, the first key alone is enough.",
    )


def _told(file: Path, done: Restored) -> list[str]:
    now = done.now
    lines = [
        f"{file.name} is in place. It was made on {done.made_at:%Y-%m-%d at %H:%M:%S} UTC.",
        f"It holds {_count(len(now.versions), 'match', 'matches')}; {now.running} {_are(now.running)} running.",
    ]
    if now.unsent:
        lines.append(f"At the next start {_count(now.unsent, 'message')} that waited then will be sent.")
    else:
        lines.append("At the next start nothing that waited then will be sent.")
    if done.set_aside is None:
        lines.append("There was no database before.")
    else:
        lines.append(f"The database that was there is kept as {done.set_aside}.")
        lines.extend(_compared(done))
    lines.append("Messages in Discord may show a later position until the bot posts the boards anew.")
    return lines


def _compared(done: Restored) -> list[str]:
    if done.before is None:
        return ["It cannot be read, so nothing tells what was newer in it."]
    if not done.further and not done.missing:
        return ["Nothing in it is newer."]
    lines = []
    if done.further:
        lines.append(f"In {_count(done.further, 'match', 'matches')} it has moves that the copy does not have.")
    if done.missing:
        lines.append(f"{_count(done.missing, 'match', 'matches')} of it {_are(done.missing)} not in the copy at all.")
    return lines


def _newest(settings: StorageSettings) -> str:
    paths = backups.backups_in(settings.database(), settings.backups())
    newest = max(paths, key=lambda path: str(backups.made_at(path)), default=None)
    return f"The newest is {newest}." if newest else f"There is none in {settings.backups()}."


def _count(number: int, one: str, many: str = "") -> str:
    return f"{number} {one if number == 1 else many or one + 's'}"


def _are(number: int) -> str:
    return "is" if number == 1 else "are"


def _failed(sentence: str) -> int:
    print(sentence, file=sys.stderr)
    return 1
