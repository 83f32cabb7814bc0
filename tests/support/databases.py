"""Databases for tests that are about something else than how a database comes to be."""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path

from sqlalchemy import make_url, text

from storage import migrate
from storage.dialects import dialect_of


async def prepare(url: str) -> str:
    """Put an empty database of the newest schema where `url` says, unless there is a file; returns its address.

    That is `url`, or one on a server in tests that run on both (`tests.support.twice`). The migrations run once for all
    tests of a process: they would be a tenth of the time of all tests.
    """
    name = make_url(url).database
    assert name, url
    if elsewhere is not None:
        return await elsewhere(name)
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


elsewhere: Callable[[str], Awaitable[str]] | None = None
"""Finds the database that is used in place of a file, while a test runs on a server."""
_made: list[bytes] = []
"""The bytes of that database, once it has been made."""


def remove_match(url: str, match_id: str) -> None:
    """Take a match out of a database, and leave behind what refers to it, as nothing of ours ever does."""
    dialect = dialect_of(url)
    with dialect.single().connect() as connection:
        if dialect.file is not None:
            connection.exec_driver_sql("ROLLBACK")
            connection.exec_driver_sql("PRAGMA foreign_keys=OFF")
            connection.exec_driver_sql("BEGIN")
        else:  # the tests work there as somebody who may do everything
            connection.exec_driver_sql("SET session_replication_role = replica")
        connection.execute(text("DELETE FROM match WHERE id = :it"), {"it": match_id})
        connection.commit()
