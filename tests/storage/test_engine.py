"""SQLite in particular: settings of every connection, a full disk, the end of the process."""

import asyncio
import os
import random
import sqlite3
import subprocess
import sys
import threading
from contextlib import closing

import pytest
from sqlalchemy import text

from storage import Committed, DatabaseDamaged, Holder, NewJob, StorageError, StorageFull, Store
from storage.dialects import file_of
from storage.dialects.sqlite import READERS
from storage.dialects.sqlite_files import check_quickly
from storage.engine import Database
from storage.schema import metadata

ID = "abcdefgh23"
PROMISED = {
    "journal_mode": "wal",
    "synchronous": 2,
    "foreign_keys": 1,
    "busy_timeout": 5000,
    "trusted_schema": 0,
}


def pragmas(names):
    return lambda connection: {name: connection.execute(text(f"PRAGMA {name}")).scalar() for name in names}


async def test_settings_of_every_connection(file_store):
    database = file_store.database
    together = threading.Barrier(READERS)  # each has to have a connection of its own

    def reader(connection):
        together.wait(60)
        return pragmas((*PROMISED, "query_only"))(connection)

    readers = [database.reader.run(reader) for _ in range(READERS)]
    assert await asyncio.gather(*readers) == [PROMISED | {"query_only": 1}] * READERS
    assert await database.writer.run(pragmas((*PROMISED, "query_only"))) == PROMISED | {"query_only": 0}
    assert (database.reader.count, database.writer.count) == (READERS, 1)


async def test_settings_in_memory():
    async with await Store.open("sqlite+aiosqlite://") as store:
        assert await store.database.writer.run(pragmas(PROMISED)) == PROMISED | {"journal_mode": "memory"}


async def test_readers_cannot_write(file_store):
    statement = text("INSERT INTO meta VALUES ('a', 'b')")
    with pytest.raises(StorageError):
        await file_store.database.read(lambda connection: connection.execute(statement))
    assert await file_store.values.find("a") is None


async def test_a_read_does_not_wait_for_a_writer(file_store, lobby):
    await lobby(file_store)
    changed, read = threading.Event(), threading.Event()

    def change(connection):
        connection.execute(text("UPDATE match SET version = 9"))
        changed.set()
        assert read.wait(60)

    writing = asyncio.create_task(file_store.database.write(change))
    await asyncio.to_thread(changed.wait, 60)
    assert (await asyncio.wait_for(file_store.matches.load(ID), 60)).version == 0
    read.set()
    await writing
    assert (await file_store.matches.load(ID)).version == 9


async def test_every_table_is_strict_and_every_constraint_named(file_store):
    def find(connection):
        tables = connection.exec_driver_sql("PRAGMA table_list").mappings().all()
        ddl = connection.exec_driver_sql("SELECT sql FROM sqlite_master WHERE type = 'table'").scalars().all()
        return tables, ddl

    tables, ddl = await file_store.database.read(find)
    ours = [one for one in tables if not one["name"].startswith(("sqlite_", "alembic_"))]
    assert {one["name"] for one in ours} == set(metadata.tables)
    assert all(one["strict"] for one in ours)
    for statement in ddl:
        if "STRICT" in statement:
            assert statement.count("CHECK") + statement.count("FOREIGN KEY") + statement.count("UNIQUE") <= (
                statement.count("CONSTRAINT")
            )


async def test_a_full_disk_leaves_nothing_half_written(file_store, lobby, step):
    await lobby(file_store)
    await file_store.matches.commit(step(0))

    def limit(pages):
        return lambda connection: connection.exec_driver_sql(f"PRAGMA max_page_count={pages}").scalar()

    used = await file_store.database.write(lambda connection: connection.exec_driver_sql("PRAGMA page_count").scalar())
    await file_store.database.write(limit(used + 2))
    large = step(1, snapshot="x" * 100_000, jobs=(NewJob("l", "k"),), interaction_id=40)
    with pytest.raises(StorageFull):
        await file_store.matches.commit(large)
    match = await file_store.matches.load(ID)
    assert (match.version, match.snapshot) == (1, '{"after": 1}')
    assert len(await file_store.matches.actions(ID)) == 1
    assert await file_store.jobs.count_open() == 0
    assert await file_store.find_problems() == []
    await file_store.database.write(limit(1_000_000))
    assert await file_store.matches.commit(large) == Committed(2, (2,))


async def test_the_file_is_the_owners_alone(file_store, tmp_path):
    assert (tmp_path / "data" / "bot.db").stat().st_mode & 0o077 == 0


async def test_noise_all_over_any_page_is_noticed_by_the_quick_check(file_store, file_url, lobby, step):
    await lobby(file_store)
    for version in range(30):
        await file_store.matches.commit(step(version, snapshot="x" * 9000, jobs=(NewJob("l", "k"),)))
    await file_store.close()
    path, rng = file_of(file_url), random.Random(7)
    whole = path.read_bytes()
    with closing(sqlite3.connect(path)) as connection:
        (free,) = connection.execute("PRAGMA freelist_count").fetchone()
    pages = len(whole) // 4096
    assert pages > 40
    unnoticed = []
    for page in range(pages):
        path.write_bytes(whole[: page * 4096] + rng.randbytes(4096) + whole[(page + 1) * 4096 :])
        try:
            check_quickly(path)
        except DatabaseDamaged:
            continue
        unnoticed.append(page)
    assert len(unnoticed) <= free  # pages in which nothing is kept
    path.write_bytes(whole)
    check_quickly(path)


async def test_a_process_that_works_alone_has_the_file_checked(file_store, file_url, lobby):
    await lobby(file_store)
    await file_store.close()
    path = file_of(file_url)
    with closing(sqlite3.connect(path)) as connection:
        (root,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'action'").fetchone()
    with path.open("r+b") as file:
        file.seek((root - 1) * 4096)
        file.write(b"noise" * 800)
    async with await Store.open(file_url, alone=Holder(1, "here", 0)) as store:
        with pytest.raises(DatabaseDamaged, match="damaged"):
            await store.wait_for_check()
    path.write_bytes(b"")
    async with await Store.open(file_url, alone=Holder(1, "here", 0)) as store:
        await store.wait_for_check()


async def test_errors_do_not_show_values(file_store):
    statement = text("INSERT INTO meta VALUES (:a, :a), (:a, :a)")
    with pytest.raises(StorageError) as caught:
        await file_store.database.write(lambda connection: connection.execute(statement, {"a": "canary"}))
    assert "canary" not in f"{caught.value} {caught.value.__cause__}"


@pytest.mark.parametrize("url", ["mysql+asyncmy://host/db", "nonsense", "sqlite+aiosqlite:///file:x?uri=true"])
def test_other_databases_are_refused(url):
    with pytest.raises(StorageError):
        Database(url)


async def test_a_file_that_is_no_database_is_refused(tmp_path):
    path = tmp_path / "bot.db"
    path.write_bytes(b"not a database at all" * 100)
    with pytest.raises(StorageError):
        await Store.open(f"sqlite+aiosqlite:///{path}")
    assert path.read_bytes().startswith(b"not a database")


SCRIPT = """
import asyncio, sys, threading
from storage import Store

async def main(url):
    store = await Store.open(url)
    await asyncio.gather(*(store.values.find("x") for _ in range(8)), store.values.set("x", "y"))
    await store.close()
    await asyncio.to_thread(lambda: None)
    print(sorted(one.name for one in threading.enumerate() if "asyncio" not in one.name))

asyncio.run(main(sys.argv[1]))
"""


def test_a_closed_store_lets_the_process_end(file_url):
    for url in (file_url, "sqlite+aiosqlite://"):
        done = subprocess.run(
            [sys.executable, "-c", SCRIPT, url], capture_output=True, text=True, timeout=1200, cwd=os.getcwd()
        )
        assert done.returncode == 0, done.stderr
        assert done.stdout.strip() == "['MainThread']"
        assert done.stderr == ""


KILLED = """
import asyncio, os, signal, sys
from storage import Commit, NewAction, NewMatch, Seat, Store

async def main(url):
    store = await Store.open(url)
    await store.matches.create(NewMatch("abcdefgh23", "toy", "{}", b"s", 1), [Seat(0, 1)], now=0)
    for version in range(10_000):
        move = NewAction(0, f"move {version}", "h", "k")
        await store.matches.commit(Commit("abcdefgh23", version, 0, actions=(move,), snapshot=str(version + 1)))
        print(version + 1, flush=True)

asyncio.run(main(sys.argv[1]))
"""


@pytest.mark.parametrize("after", [1, 7])
async def test_what_was_acknowledged_survives_a_kill(file_url, after):
    process = subprocess.Popen([sys.executable, "-c", KILLED, file_url], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    for _ in range(after):
        process.stdout.readline()
    process.kill()
    acknowledged = [after, *map(int, process.stdout.read().split())][-1]
    process.wait()
    async with await Store.open(file_url) as store:
        match = await store.matches.load(ID)
        assert match.version >= acknowledged
        assert match.version == int(match.snapshot) == len(await store.matches.actions(ID))
        assert await store.find_problems() == []
