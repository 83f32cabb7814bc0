"""Databases for tests that are about something else than how a database comes to be."""

from __future__ import annotations

import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

from sqlalchemy import make_url

from storage import migrate


async def prepare(url: str) -> str:
    """Put an empty database of the newest schema where `url` says, unless there is a file; returns `url`.

    The migrations run once for all tests of a process: they would be a tenth of the time of all tests.
    """
    name = make_url(url).database
    assert name, url
    file = Path(name)
    if not file.exists():
        if not _made:
            with tempfile.TemporaryDirectory() as folder:
                path = Path(folder) / "empty.db"
                await migrate.migrate(f"sqlite+aiosqlite:///{path}")
                with closing(sqlite3.connect(path)) as connection:  # no free pages: some tests fill the disk
                    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
                    connection.execute("VACUUM")
                _made.append(path.read_bytes())
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch(0o600)
        file.write_bytes(_made[0])
    return url


_made: list[bytes] = []
"""The bytes of that database, once it has been made."""


def remove_match(url: str, match_id: str) -> None:
    """Take a match out of a file of SQLite, and leave behind what refers to it, as nothing of ours ever does."""
    file = make_url(url).database
    assert file
    with closing(sqlite3.connect(file)) as connection, connection:  # which checks no references by itself
        connection.execute("DELETE FROM match WHERE id = ?", (match_id,))
