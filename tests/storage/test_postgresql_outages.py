"""A server that is stopped, failed over, cut off or full: told in a sentence, nothing acknowledged lost, and on."""

import asyncio
import random
import shutil
import subprocess
import time
from contextlib import contextmanager, suppress

import pytest
from sqlalchemy import make_url, text

from storage import Committed, DatabaseUnreachable, OutcomeUnknown, StorageBusy, StorageFull, Store
from storage.dialects import postgresql_connections as connections
from tests.storage.postgresql import made

ID = "abcdefgh23"


class Moves:
    """Moves that are made one after the other in one match, without end, and what has come of them."""

    def __init__(self, store, step):
        self.store, self.step = store, step
        self.acknowledged = self.doubtful = 0
        self.refused: list[Exception] = []

    async def one(self):
        """One move; where it is not known whether it counts, it is looked up, as a player is told to."""
        try:
            done = await self.store.matches.commit(self.step(self.acknowledged))
        except OutcomeUnknown:
            self.doubtful += 1
            version = (await self.store.matches.load(ID)).version
            assert version in (self.acknowledged, self.acknowledged + 1)
            self.acknowledged = version
        else:
            assert isinstance(done, Committed), done
            self.acknowledged = done.version

    async def many(self, until):
        while not until.is_set():
            try:
                await self.one()
            except DatabaseUnreachable as error:
                self.refused.append(error)
                await asyncio.sleep(0.05)

    async def assert_kept(self):
        match = await self.store.matches.load(ID)
        assert match.version == self.acknowledged == len(await self.store.matches.actions(ID))
        assert match.snapshot == f'{{"after": {match.version}}}'


async def reach(moves, count):
    async with asyncio.timeout(120):
        while moves.acknowledged < count:
            await asyncio.sleep(0.02)


@pytest.fixture
def server():
    """A server of a test's own, whose end is nobody else's."""
    with made() as one:
        one.start()
        yield one


async def test_a_restart_in_the_middle_of_play_is_not_noticed(server, lobby, step, monkeypatch):
    monkeypatch.setattr(connections, "PATIENCE", 120.0)  # a busy machine starts servers slowly
    async with await Store.open(await server.with_schema()) as store:
        await lobby(store)
        moves, end = Moves(store, step), asyncio.Event()
        playing = asyncio.create_task(moves.many(end))
        for number in (1, 2):
            await reach(moves, 10 * number)
            before = moves.acknowledged
            await asyncio.to_thread(server.stop)
            await asyncio.to_thread(server.start)
            await reach(moves, before + 5)
        end.set()
        await playing
        await moves.assert_kept()
        assert moves.refused == []


async def test_a_long_outage_is_told_and_all_goes_on_by_itself(server, lobby, step, monkeypatch):
    monkeypatch.setattr(connections, "PATIENCE", 0.5)
    async with await Store.open(await server.with_schema()) as store:
        await lobby(store)
        moves = Moves(store, step)
        await moves.one()
        await asyncio.to_thread(server.stop)
        begun = time.monotonic()
        for ask in (moves.one, lambda: store.matches.load(ID)):
            with pytest.raises(DatabaseUnreachable, match="the database cannot be reached"):
                await ask()
        assert time.monotonic() - begun >= 0.5
        monkeypatch.setattr(connections, "PAUSES", (3600.0,))  # now nobody waits: it is known to be away
        for _ in range(5):
            with pytest.raises(DatabaseUnreachable):
                await moves.one()
        monkeypatch.undo()
        await asyncio.to_thread(server.start)
        await moves.one()
        await moves.assert_kept()


async def test_cut_connections_lose_and_double_nothing(server, lobby, step):
    url = await server.with_schema()
    async with await Store.open(url) as store:
        await lobby(store)
        moves, end = Moves(store, step), asyncio.Event()
        playing = asyncio.create_task(moves.many(end))
        rng, cut = random.Random(3), 0
        others = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE datname = %s"
        with server.connect() as connection:
            while cut < 40:
                await asyncio.sleep(rng.uniform(0, 0.03))
                cut += connection.execute(others, [make_url(url).database]).fetchone()[0]
        await reach(moves, moves.acknowledged + 3)
        end.set()
        await playing
        await moves.assert_kept()
        assert moves.acknowledged > moves.doubtful


async def test_a_commit_in_doubt_is_told_as_one(server, lobby, step, monkeypatch):
    url = await server.with_schema()
    async with await Store.open(url) as store:
        await lobby(store)
        engine = store.database.writer.sync_engine
        real = engine.dialect.do_commit

        def cut_off(raw):
            raw.driver_connection.close()  # as if the answer to the commit never came
            real(raw)

        monkeypatch.setattr(engine.dialect, "do_commit", cut_off)
        with pytest.raises(OutcomeUnknown, match="it is not known whether this step was stored"):
            await store.matches.commit(step(0))
        monkeypatch.undo()
        assert isinstance(await store.matches.commit(step(0)), Committed)


async def test_after_a_failover_to_a_copy_nothing_acknowledged_is_lost(server, lobby, step):
    copy = server.copied()
    try:
        copy.start("hot_standby=on")
        url = make_url(await server.with_schema())
        both = [f"{one.folder}:{one.port}" for one in (server, copy)]
        with server.connect() as connection:
            connection.execute("ALTER SYSTEM SET synchronous_standby_names = '*'")
            connection.execute("SELECT pg_reload_conf()")
        where = f"postgresql://tester@/{url.database}?host={both[0]}&host={both[1]}"
        async with await Store.open(where) as store:
            await lobby(store)
            moves, end = Moves(store, step), asyncio.Event()
            playing = asyncio.create_task(moves.many(end))
            await reach(moves, 20)
            await asyncio.to_thread(server.stop)
            await asyncio.to_thread(copy.promote)
            with copy.connect() as connection:
                connection.execute("ALTER SYSTEM SET synchronous_standby_names = ''")
                connection.execute("SELECT pg_reload_conf()")
            await reach(moves, moves.acknowledged + 20)
            end.set()
            await playing
            await moves.assert_kept()
            here = text("SELECT current_setting('port')")
            assert await store.database.read(lambda c: c.scalar(here)) == str(copy.port)
    finally:
        copy.stop()
        shutil.rmtree(copy.folder, ignore_errors=True)


async def test_a_copy_alone_is_told_to_be_one(server, monkeypatch):
    monkeypatch.setattr(connections, "PATIENCE", 0.0)
    url = make_url(await server.with_schema())
    copy = server.copied()
    try:
        copy.start("hot_standby=on")
        with pytest.raises(DatabaseUnreachable, match="is a copy that cannot be written to"):
            await Store.open(copy.url(str(url.database)))
    finally:
        copy.stop()
        shutil.rmtree(copy.folder, ignore_errors=True)


@contextmanager
def small_disk(folder, size):
    folder.mkdir()
    try:
        subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", folder], check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("a full disk is not tested here: no small one can be mounted")
    try:
        yield
    finally:
        subprocess.run(["umount", "--lazy", folder], check=True)


async def test_a_full_disk_leaves_nothing_half_written_and_can_be_emptied(server, lobby, step):
    disk = server.folder / "disk"
    with small_disk(disk, "24m"):
        shutil.chown(disk, "postgres")
        with server.connect() as connection:
            connection.execute(f"CREATE TABLESPACE small LOCATION '{disk}'")
            connection.execute("CREATE DATABASE small TABLESPACE small")
        async with await Store.open(server.url("small")) as store:
            await lobby(store)
            await store.matches.commit(step(0))
            ballast = disk / "ballast"
            with ballast.open("wb", buffering=0) as file, suppress(OSError):
                while True:
                    file.write(bytes(8192))
            large = step(1, snapshot=random.Random(1).randbytes(200_000).hex(), interaction_id=40)
            with pytest.raises(StorageFull, match="the disk is full: nothing of this step was stored"):
                await store.matches.commit(large)
            match = await store.matches.load(ID)
            assert (match.version, match.snapshot) == (1, '{"after": 1}')
            assert await store.matches.find_handled(40) is None
            ballast.unlink()
            assert await store.matches.commit(large) == Committed(2, (2,))
            assert await store.find_problems() == []
        with server.connect() as connection:
            connection.execute("DROP DATABASE small")
            connection.execute("DROP TABLESPACE small")


async def test_what_others_undo_is_done_again(postgresql_url):
    """Two lock the same rows the other way round: the server undoes one, and it is repeated from its beginning."""
    async with await Store.open(postgresql_url) as one, await Store.open(postgresql_url) as other:
        for key in ("a", "b"):
            await one.values.set(key, "0")
        meeting = asyncio.Barrier(2)
        loop, tries = asyncio.get_running_loop(), []

        def both(first, second):
            def body(connection):
                tries.append(first)
                add = text("UPDATE meta SET value = CAST(value AS integer) + 1 || '' WHERE key = :key")
                connection.execute(add, {"key": first})
                if len(tries) <= 2:
                    asyncio.run_coroutine_threadsafe(meeting.wait(), loop).result(60)
                connection.execute(add, {"key": second})

            return body

        await asyncio.gather(one.database.write(both("a", "b")), other.database.write(both("b", "a")))
        assert [await one.values.find(key) for key in ("a", "b")] == ["2", "2"]
        assert len(tries) == 3


async def test_what_is_undone_every_time_is_refused(postgresql_url, monkeypatch):
    monkeypatch.setattr(connections, "PAUSES", (0.0,))
    async with await Store.open(postgresql_url) as store:
        tries = []
        undone = text("DO $$ BEGIN RAISE EXCEPTION 'no' USING ERRCODE = '40001'; END $$")

        def body(connection):
            tries.append(connection.execute(undone))

        with pytest.raises(StorageBusy, match="others write the same rows all the time"):
            await store.database.write(body)


async def test_the_lease_is_taken_up_again_after_an_outage(server):
    """The lock of the server ends with its connection; the row stays, and is still this process's."""
    url = await server.with_schema()
    async with await Store.open(url) as store:
        server.stop()
        server.start()
        await store.lease.renew()
        await store.values.set("a", "b")
