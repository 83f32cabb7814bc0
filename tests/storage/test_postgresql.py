"""PostgreSQL in particular: locks, transactions, schema. The contract of the store runs on it in the other modules."""

import asyncio
import os
import subprocess
import sys

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import create_engine, text

import storage.migrate as migration
from storage import DatabaseInUse, DatabaseTooNew, Holder, NewJob, StorageError, Store
from storage.schema import metadata
from tests.storage.conftest import ROOT
from tests.storage.test_sealing import CANARIES, NEW, OLD, assert_readable, play

ID = "abcdefgh23"
ME = Holder(4242, "here", 1_800_000_000_000)
OTHER = Holder(77, "there", 1_800_000_001_000)


async def test_the_migrations_make_the_schema_of_the_code(postgresql_url):
    first = await migration.migrate(postgresql_url)
    assert (first.before, first.after, first.backup) == (None, migration.head(), None)
    assert (await migration.migrate(postgresql_url)).before == migration.head()
    engine = create_engine(postgresql_url)
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    async with await Store.open(postgresql_url) as store:  # what is newer only adds to what this program knows
        await store.values.set(migration.SURVIVED_BY, "9998")
    engine.dispose()
    with pytest.raises(DatabaseTooNew):
        await Store.open(postgresql_url)


async def test_readers_see_one_moment_and_cannot_write(postgresql_url, lobby):
    async with await Store.open(postgresql_url) as store:
        await lobby(store)
        loop = asyncio.get_running_loop()

        def twice(connection):
            first = connection.scalar(text("SELECT count(*) FROM match"))
            asyncio.run_coroutine_threadsafe(lobby(store, "another222"), loop).result(60)
            return first, connection.scalar(text("SELECT count(*) FROM match"))

        assert await store.database.read(twice) == (1, 1)
        assert len(await store.matches.all_open()) == 2
        with pytest.raises(StorageError, match="read-only"):
            await store.database.read(lambda connection: connection.execute(text("DELETE FROM seat")))


async def test_one_process_works_on_it(postgresql_url):
    async with await Store.open(postgresql_url, alone=ME) as store:
        with pytest.raises(DatabaseInUse, match="process 4242 on here"):
            await Store.open(postgresql_url, alone=OTHER)
        assert await store.lease.holder() == ME
        await store.wait_for_check()
    async with await Store.open(postgresql_url, alone=OTHER) as store:
        assert await store.lease.holder() == OTHER


async def test_a_killed_one_is_followed_at_once(postgresql_url):
    command = [sys.executable, "-m", "tests.storage.working", postgresql_url, ID]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT, env=environment) as process:
        assert process.stdout is not None
        acknowledged = int(process.stdout.readline())
        with pytest.raises(DatabaseInUse, match=f"process {process.pid} on"):
            await Store.open(postgresql_url, alone=ME)
        process.kill()
        acknowledged = [acknowledged, *map(int, process.stdout.read().split())][-1]
    for _ in range(600):  # the server notices the end of a connection by itself, though not in no time
        try:
            store = await Store.open(postgresql_url, alone=ME)
            break
        except DatabaseInUse:
            await asyncio.sleep(0.1)
    async with store:
        match = await store.matches.load(ID)
        assert match.version >= acknowledged
        assert match.version == len(await store.matches.actions(ID))


async def test_two_processes_never_take_the_same_row(postgresql_url, lobby):
    first, second = await Store.open(postgresql_url), await Store.open(postgresql_url)
    async with first, second:
        await lobby(first)
        await first.jobs.add(ID, [NewJob(f"lane {n}", "k") for n in range(40)], now=1, version=0)

        taken: dict[str, list[int]] = {"first": [], "second": []}

        async def take(store, owner):
            while sum(map(len, taken.values())) < 40:
                found = await store.jobs.claim(2, owner=owner, lease_ms=60_000, room=1)
                taken[owner] += [one.job.id for one in found.jobs]

        async with asyncio.timeout(60):
            await asyncio.gather(take(first, "first"), take(second, "second"))
        assert all(taken.values())
        assert len({*taken["first"], *taken["second"]}) == 40 == sum(map(len, taken.values()))


async def test_secrets_are_sealed_there_too(postgresql_url, lobby, step):
    async with await Store.open(postgresql_url, keys=[OLD]) as store:
        await play(store, lobby, step)
        await assert_readable(store)
    async with await Store.open(postgresql_url, keys=[NEW, OLD]) as store:
        assert await store.keys.seal_all() == 3
        await assert_readable(store)

        def everything(connection):
            rows = connection.execute(
                text("SELECT seed, snapshot, (SELECT string_agg(text, ' ') FROM action) FROM match")
            )
            return repr([(bytes(seed), *rest) for seed, *rest in rows]).encode()

        found = await store.database.read(everything)
        assert not any(canary in found for canary in CANARIES)
        assert await store.find_problems() == []
