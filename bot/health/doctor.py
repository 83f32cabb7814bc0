"""`python -m bot doctor`: looks at everything that can be wrong, changes nothing, and says in sentences what it found.

It works beside a running bot, and without one.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final, Literal

import discord

from bot.config import BadSettings, Settings, StorageSettings, load
from bot.data import missing_keys
from bot.health import discord_side
from bot.health.vitals import LATE, TOO_LATE
from storage import BackupFailed, KeyMissing, StorageError, inspection
from storage import backup as backups
from storage.dialects import Dialect, dialect_of
from storage.migrate import INCOMPLETE, known_revisions
from storage.restore_files import refuse_half_restored
from storage.sealing import key_id

Level = Literal["ok", "warning", "fault"]
MEGABYTE: Final = 1_000_000
ROOM: Final = 100 * MEGABYTE
"""Free bytes below which the disk is a warning, and below a fifth of which it is a fault."""
OVERDUE_MS: Final = 5 * 60_000
"""How late timers may be: they are caught up with in order after a start, spread out."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at."""

    level: Level
    sentence: str

    def __str__(self) -> str:
        return f"{self.level:8} {self.sentence}"


async def examine(needed: discord.Permissions) -> list[Finding]:
    """Look at everything; `needed` are the permissions that the bot has to have in every server."""
    settings: StorageSettings | None = None
    found: list[Finding] = []
    try:
        settings = load(Settings)
        found.append(Finding("ok", "The settings are complete."))
    except BadSettings as error:
        found += [Finding("fault", f"A setting is wrong: {fault}.") for fault in error.faults]
    if isinstance(settings, Settings):
        places = await asyncio.to_thread(_places, settings)
        found += [Finding(*one) for one in await discord_side.examine(settings, needed, places)]
    try:
        found += await asyncio.to_thread(_data, settings or load(StorageSettings))
    except BadSettings:
        found.append(Finding("warning", "The data were not looked at, because it is not known where they are."))
    return found


def status(found: list[Finding]) -> int:
    """Return the exit status: 1 where there is a fault."""
    return int(any(one.level == "fault" for one in found))


def _places(settings: StorageSettings) -> list[inspection.Place]:
    return inspection.places(settings.database())


def _data(settings: StorageSettings) -> list[Finding]:
    now = time.time_ns() // 1_000_000
    dialect = dialect_of(settings.database())
    path = dialect.file
    if path is not None and not path.exists():
        missing = Finding("warning", f"There is no database at {path} yet; the first start makes it.")
        return [missing, *_disk(_existing(path.parent), 0)]
    parts: list[Callable[[], list[Finding]]] = [
        lambda: _database(dialect, settings, now),
        lambda: [] if path is None else _privacy(path),
        lambda: _backups(settings),
        lambda: _disk(_existing(settings.data_dir), 0) if path is None else _disk(path.parent, path.stat().st_size),
    ]
    return [one for part in parts for one in part()]


def _database(dialect: Dialect, settings: StorageSettings, now: int) -> list[Finding]:
    name = dialect.name
    try:
        if dialect.file is not None:
            refuse_half_restored(dialect.file)
        found = inspection.inspect(settings.database(), now)
    except (StorageError, OSError) as error:
        return [Finding("fault", f"The database {name} cannot be opened: {error}.")]
    if found.problems:
        more = f", and {len(found.problems) - 1} more faults" if len(found.problems) > 1 else ""
        told = (
            f"The database {name} is damaged: {found.problems[0]}{more}. `python -m bot restore FILE` brings a backup"
        )
        return [Finding("fault", f"{told} back.")]
    sound = Finding("ok", f"The database {name} is sound ({found.checked}).")
    if not found.current:
        schema = _schema(found.revision, empty=found.empty, survived=found.survived)
        return [sound, schema, *_keys(found, settings)]
    alone = found.holder is not None and found.holder[2] > now
    running = alone or found.roll.bots > 0
    return [
        sound,
        Finding("ok", f"Its schema is that of this version ({found.revision}); open matches: {found.open_matches}."),
        *_keys(found, settings),
        *(_processes(found) if found.roll.processes else [_running(found, running=running)]),
        _outbox(found, now, running=running),
        _timers(found, now, running=running),
        *([] if found.unable is None else [Finding("fault", f"No backup can be made: {found.unable}.")]),
    ]


def _schema(revision: str | None, *, empty: bool, survived: bool) -> Finding:
    if revision is None and empty:
        return Finding("warning", "It is empty; the first start makes its tables.")
    if revision is None:
        return Finding("fault", "It was not made by any version of the bot.")
    if revision == INCOMPLETE:
        return Finding("fault", "A copy into it was interrupted; `python -m bot copy-database FROM TO` begins anew.")
    if revision in known_revisions():
        told = f"Its schema is an older one ({revision}); the next start makes a backup and upgrades it."
        return Finding("warning", told)
    newer = f"Its schema ({revision}) is of a newer version of the bot"
    if survived:
        return Finding("warning", f"{newer}, beside which this one goes on working until it is updated, too.")
    return Finding("fault", f"{newer}; this one does not start on it.")


def _keys(found: inspection.Findings, settings: StorageSettings) -> list[Finding]:
    """Say which keys are missing: without them the bot does not start."""
    keys = settings.keys()
    have = {key_id(key).hex() for key in keys}
    missing = [one for one in found.keys if one not in have]
    return [Finding("fault", " ".join(missing_keys(KeyMissing(missing))))] if missing else []


def _running(found: inspection.Findings, *, running: bool) -> Finding:
    if running and found.holder is not None:
        return Finding("ok", f"The bot is running: process {found.holder[0]} on {found.holder[1]}.")
    return Finding("warning", "The bot is not running.")


def _processes(found: inspection.Findings) -> list[Finding]:
    """Say what each process does, and what is wrong among them."""
    told = []
    for one in found.roll.processes:
        does = f"serves the shards {', '.join(map(str, one.shards)) or 'none yet'} of {one.shard_count}"
        does = "lets computer players think" if one.kind == "think" else does
        beaten = f"its heart has beaten {one.silent_ms / 1000:.0f} seconds ago"
        told.append(Finding("ok", f"Process {one.pid} on {one.host} (version {one.version}) {does}; {beaten}."))
    if not found.roll.bots:
        told.append(Finding("warning", "The bot is not running: no process is connected to Discord."))
    if found.roll.unserved:
        missing = ", ".join(map(str, found.roll.unserved))
        told.append(Finding("fault", f"No process serves these shards, so their servers get no answers: {missing}."))
    versions = sorted({one.version for one in found.roll.processes})
    if len(versions) > 1:
        told.append(Finding("warning", f"Processes of different versions are running: {', '.join(versions)}."))
    if found.abandoned:
        told.append(Finding("warning", f"Jobs of processes that are gone wait to be taken over: {found.abandoned}."))
    return told


def _outbox(found: inspection.Findings, now: int, *, running: bool) -> Finding:
    if not found.unsent:
        return Finding("ok", "Nothing waits to be sent.")
    age = 0.0 if found.unsent_since is None else max(0.0, (now - found.unsent_since) / 1000)
    blocked = f", {found.blocked} of them for a permission" if found.blocked else ""
    waiting = f"Messages that wait to be sent: {found.unsent}{blocked}"
    if found.refused:
        told = f"{waiting}; {found.refused} of them Discord refuses as malformed, and the log says why"
        return Finding("fault", f"{told}. That is a defect of the bot: please report it.")
    if not running:
        return Finding("ok", f"{waiting}; they go out when the bot starts.")
    if age >= TOO_LATE:
        return Finding("fault", f"{waiting}; the oldest for {age / 60:.0f} minutes, and the log says why.")
    if age >= LATE or found.blocked:
        return Finding("warning", f"{waiting}; the oldest for {age:.0f} seconds.")
    return Finding("ok", f"{waiting}.")


def _timers(found: inspection.Findings, now: int, *, running: bool) -> Finding:
    if not found.overdue:
        return Finding("ok", "No timer is overdue.")
    late = 0 if found.overdue_since is None else now - found.overdue_since
    told = f"Timers that are overdue: {found.overdue}, the first by {late / 60_000:.0f} minutes"
    if running and late >= OVERDUE_MS:
        return Finding("warning", f"{told}.")
    return Finding("ok", f"{told}; they are caught up with in order.")


def _privacy(path: Path) -> list[Finding]:
    if os.name == "posix" and path.stat().st_mode & 0o077:
        told = f"Other users of this machine may open {path}, and seeds are in it: chmod 600 {path} forbids it."
        return [Finding("warning", told)]
    return []


def _backups(settings: StorageSettings) -> list[Finding]:
    every = timedelta(hours=settings.backup_every_hours) if isinstance(settings, Settings) else timedelta(hours=24)
    lying = backups.backups_in(settings.database(), settings.backups())
    if not lying:
        return [Finding("warning", f"There is no backup in {settings.backups()}.")]
    newest = max(lying, key=lambda path: backups.made_at(path) or datetime.fromtimestamp(0, UTC))
    made = backups.made_at(newest)
    assert made is not None  # it would not have been found
    age = datetime.now(UTC) - made
    ahead = age < timedelta(0)
    told = f"The newest of {len(lying)} backups, {newest.name}, is " + (
        f"dated {_age(-age)} later than the clock of this machine, which was wrong then or is wrong now"
        if ahead
        else f"{_age(age)} old"
    )
    try:
        backups.verify_now(newest)
    except BackupFailed as error:
        return [Finding("fault", f"{told} and of no use: {error}.")]
    if ahead or age > 2 * (every or timedelta(days=7)):
        return [Finding("warning", f"{told}, though sound.")]
    return [Finding("ok", f"{told} and sound.")]


def _age(age: timedelta) -> str:
    hours = age.total_seconds() / 3600
    if hours >= 48:
        return f"{hours / 24:.0f} days"
    return f"{hours:.0f} hours" if hours >= 2 else f"{hours * 60:.0f} minutes"


def _disk(folder: Path, size: int) -> list[Finding]:
    if not os.access(folder, os.W_OK):
        return [Finding("fault", f"The folder {folder} cannot be written.")]
    free = shutil.disk_usage(folder).free
    has = f"; the database has {size / MEGABYTE:.1f} MB" if size else ""
    told = f"{free / MEGABYTE:.0f} MB are free for {folder}{has}."
    wanted = ROOM + size  # a backup needs as much again
    if free < wanted / 5:
        return [Finding("fault", f"The disk is nearly full: {told}")]
    if free < wanted:
        return [Finding("warning", f"The disk is filling up: {told}")]
    return [Finding("ok", told)]


def _existing(folder: Path) -> Path:
    return next(one for one in (folder, *folder.absolute().parents) if one.exists())


def run(needed: discord.Permissions, say: Callable[[str], None] = print) -> int:
    """Examine, say each finding on a line of its own, and return the exit status."""
    found = asyncio.run(examine(needed))
    for one in found:
        say(str(one))
    return status(found)
