"""`python -m bot copy-database FROM TO`: a whole database copied into another one, while no bot runs on either.

What is copied is compared row by row, and every match is folded from its history in the copy before that counts.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bot.matches.loaded import LoadedMatch
from bot.matches.service import Matches
from bot.matches.work import snapshot, text_hash
from bot.panels.face import AnyFace
from storage import Holder, StorageError, Store, migrate, transfer
from storage.dialects import dialect_of
from storage.engine import Database, wall_clock

TOLD_EVERY: Final = 2.0
"""Seconds between two lines about how far it is."""
Report = Callable[[str], None]


def telling(report: Report, verb: str) -> transfer.Progress:
    """Return a function that says how far a piece of work is, now and then and when it is done."""
    last = time.monotonic()

    def tell(what: str, done: int, total: int) -> None:
        nonlocal last
        if total and (done == total or time.monotonic() >= last + TOLD_EVERY):
            last = time.monotonic()
            report(f"{verb} {what}: {done} of {total}")

    return tell


def address(written: str) -> str:
    """Return the address of a database that may be written as the path of a file."""
    return written if "://" in written else f"sqlite+aiosqlite:///{Path(written).absolute()}"


def differing(match: LoadedMatch) -> int | None:
    """Return the number of the first entry that the history does not lead to as it was stored; None if all do."""
    game = match.face.game
    for number, (done, entry) in enumerate(zip(match.replayed, match.entries, strict=True), 1):
        if entry.seq != number or text_hash(snapshot(game, done.after)) != entry.state_hash:
            return number
    return None


@dataclass(frozen=True, slots=True)
class Copied:
    """The extent of a copy that was made, and what was found in it."""

    rows: int
    matches: int
    wrong: tuple[str, ...]
    """The ids of matches whose histories do not lead to what is stored, in the original either."""


async def copy(
    source: str, target: str, *, keys: tuple[bytes, ...], folder: Path, faces: Mapping[str, AnyFace], report: Report
) -> Copied:
    """Copy a database into an empty one.

    The source is brought up to date first, with a backup in `folder` where that changes it. Raises `StorageError`; the
    target says then that it is incomplete, unless it was refused.
    """
    refuse_missing(source)
    holder = Holder.here(wall_clock())
    async with await Store.open(source, backup_folder=folder, alone=holder, keys=keys) as opened:
        await opened.wait_for_check()
        await asyncio.to_thread(transfer.refuse_used, target)
        lock = dialect_of(target).lock(holder)
        try:
            await migrate.begin_copy(target)
            rows = await asyncio.to_thread(transfer.copy, source, target, telling(report, "copied"))
            await asyncio.to_thread(transfer.compare, source, target, telling(report, "compared"))
            matches, wrong = await _replayed(target, keys, faces, telling(report, "replayed"))
            await asyncio.to_thread(transfer.complete, target)
        finally:
            if lock is not None:
                lock.release()
        return Copied(rows, matches, tuple(wrong))


def refuse_missing(source: str) -> None:
    """Raise `StorageError` where there is no database to copy, rather than to make an empty one."""
    dialect = dialect_of(source)
    if dialect.volatile or (dialect.file is not None and not dialect.file.exists()):
        raise StorageError(f"there is no database at {dialect.name}")
    if not transfer.has_tables(source):
        raise StorageError(f"there is no table in {dialect.name}")


async def _replayed(
    url: str, keys: tuple[bytes, ...], faces: Mapping[str, AnyFace], told: transfer.Progress
) -> tuple[int, list[str]]:
    """Fold the history of every match in the copy; return how many, and the ids of those that lead elsewhere."""
    wrong = []
    async with Store(Database(url, keys)) as store:
        matches, ids = Matches(store, faces), await store.matches.all_ids()
        for number, match_id in enumerate(ids, 1):
            try:
                match = await matches.load(match_id)
                if match.started and differing(match) is not None:
                    wrong.append(match_id)
            except StorageError:
                raise
            except Exception:  # whatever a game raises over a history that is none of its own
                wrong.append(match_id)
            told("matches", number, len(ids))
    return len(ids), wrong
