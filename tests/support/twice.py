"""Which tests of the bot run on both kinds of database, and how they come to the second one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from tests.storage.postgresql import Server
from tests.support import databases

TWICE: Final = frozenset(
    {
        "tests/bot/features/privacy/test_after_deletion.py",
        "tests/bot/test_crashes.py",
        "tests/bot/test_durability.py",
        "tests/bot/test_flows.py",
        "tests/bot/test_jobs.py",
        "tests/bot/test_match_service.py",
        "tests/bot/test_rematches.py",
        "tests/bot/test_toy_match.py",
    }
)
"""The modules whose tests run on SQLite and on PostgreSQL: flows, crashes, jobs, durability."""
ON_FILES: Final = "on_files"
"""The mark of those of their tests that are about a file of SQLite, and run on it alone."""
KINDS: Final = ("sqlite", "postgresql")


@contextmanager
def on(server: Server) -> Iterator[None]:
    """Let databases that are prepared by the path of a file lie on a server: each path has one of its own there."""
    made: dict[str, str] = {}

    async def instead(path: str) -> str:
        if path not in made:
            made[path] = await server.with_schema()
        return made[path]

    databases.elsewhere = instead
    try:
        yield
    finally:
        databases.elsewhere = None
