"""An empty database of each kind, to measure on."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.storage.postgresql import made, programs


@contextmanager
def both(folder: Path) -> Iterator[dict[str, str]]:
    """Give the address of an empty database of each kind that is installed here; both write to the disk for good."""
    found = {"SQLite": f"sqlite+aiosqlite:///{folder / 'measured.db'}"}
    if programs() is None:
        yield found
        return
    with made(fsync=True) as server:
        server.start()
        yield {**found, "PostgreSQL": server.new_database()}
