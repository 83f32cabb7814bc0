"""Whole transactions in the thread of a connection."""

import asyncio
import sqlite3
import threading

import aiosqlite
import pytest
from sqlalchemy import event, make_url, text
from sqlalchemy.exc import IntegrityError

from storage import StorageError
from storage.dialects.sqlite import Connections
from storage.engine import Database


@pytest.fixture
async def connections(tmp_path):
    made = Connections(make_url(f"sqlite+aiosqlite:///{tmp_path / 'some.db'}"), size=3)
    event.listen(made.sync_engine, "connect", lambda raw, _: raw.execute("PRAGMA foreign_keys=ON"))
    await made.run(lambda connection: connection.execute(text("CREATE TABLE note (word TEXT UNIQUE)")))
    yield made
    await made.dispose()


def noted(connection):
    return connection.execute(text("SELECT word FROM note ORDER BY word")).scalars().all()


async def test_a_transaction_is_one_hop(connections, monkeypatch):
    hops = []
    plain = aiosqlite.Connection.execute

    def counted(self, *given):
        hops.append(given)
        return plain(self, *given)

    monkeypatch.setattr(aiosqlite.Connection, "execute", counted)

    def body(connection):
        for word in "abc":
            connection.execute(text("INSERT INTO note VALUES (:word)"), {"word": word})
        return threading.get_ident()

    assert await connections.run(body) != threading.get_ident()
    assert await connections.run(noted) == ["a", "b", "c"]
    assert len(hops) == 2


async def test_what_is_raised_rolls_everything_back(connections):
    def body(connection):
        connection.execute(text("INSERT INTO note VALUES ('a')"))
        raise KeyError("no")

    with pytest.raises(KeyError):
        await connections.run(body)
    assert await connections.run(noted) == []


async def test_a_commit_that_fails_leaves_the_connection_usable(connections):
    await connections.run(
        lambda c: c.exec_driver_sql(
            "CREATE TABLE child (word TEXT REFERENCES note (word) DEFERRABLE INITIALLY DEFERRED)"
        )
    )

    def body(connection):
        connection.exec_driver_sql("PRAGMA defer_foreign_keys=ON")
        connection.execute(text("INSERT INTO child VALUES ('nobody')"))

    with pytest.raises(IntegrityError):
        await connections.run(body)
    assert connections.count == 1
    assert await connections.run(lambda c: c.exec_driver_sql("SELECT count(*) FROM child").scalar()) == 0
    await connections.run(lambda c: c.execute(text("INSERT INTO note VALUES ('a')")))
    assert await connections.run(noted) == ["a"]


async def test_as_many_connections_as_are_needed_at_once(connections):
    together = threading.Barrier(3)
    await asyncio.gather(*(connections.run(lambda connection: together.wait(60)) for _ in range(3)))
    assert connections.count == 3
    await asyncio.gather(*(connections.run(noted) for _ in range(20)))
    assert connections.count == 3


async def test_closing_ends_the_threads(connections):
    thread = await connections.run(lambda connection: threading.current_thread())
    await connections.dispose()
    assert not thread.is_alive()
    await connections.dispose()
    assert connections.count == 0


async def test_failures_below_every_statement_are_those_of_the_store(tmp_path):
    database = Database(f"sqlite+aiosqlite:///{tmp_path / 'some.db'}")
    holder = sqlite3.connect(tmp_path / "some.db", isolation_level=None)
    await database.write(lambda connection: connection.execute(text("PRAGMA busy_timeout=1")))
    holder.execute("BEGIN IMMEDIATE")
    with pytest.raises(StorageError, match="locked"):  # it cannot even begin
        await database.write(noted)
    holder.execute("ROLLBACK")
    holder.close()
    assert await database.write(lambda connection: connection.execute(text("SELECT 1")).scalar()) == 1
    await database.close()


async def test_a_file_that_cannot_be_opened_is_a_failure_of_the_store(tmp_path):
    database = Database(f"sqlite+aiosqlite:///{tmp_path / 'some.db'}")
    (tmp_path / "some.db").unlink()
    (tmp_path / "some.db").mkdir()
    with pytest.raises(StorageError, match="open"):
        await database.read(noted)
    await database.close()
