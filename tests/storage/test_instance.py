"""One process works on a database, and stops when the database is not its own any more."""

import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing

import pytest

from storage import Committed, DatabaseDamaged, DatabaseInUse, DatabaseLost, Holder, Store
from storage.dialects import file_of
from storage.engine import LEASE_MS
from storage.lock import FileLock, lock_file
from tests.storage.conftest import ROOT

ID = "abcdefgh23"
ME = Holder(4242, "here", 1_800_000_000_000)
OTHER = Holder(77, "there", 1_800_000_001_000)


class Clock:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 1_000_000

    def __call__(self) -> int:
        return self.now


async def test_a_second_one_is_refused_and_told_who_has_it(file_url):
    async with await Store.open(file_url, alone=ME) as store:
        assert await store.lease.holder() == ME
        with pytest.raises(DatabaseInUse, match=r"process 4242 on here, since 2027-01-15 08:00:00 UTC"):
            await Store.open(file_url, alone=OTHER)
        await store.values.set("still", "ours")
    async with await Store.open(file_url, alone=OTHER) as store:
        assert await store.lease.holder() == OTHER
        assert await store.values.find("still") == "ours"
    async with await Store.open(file_url) as store:
        assert await store.lease.holder() is None


async def test_another_way_to_the_file_is_the_same_file(file_url, tmp_path):
    async with await Store.open(file_url, alone=ME):
        link = tmp_path / "link.db"
        link.symlink_to(file_of(file_url))
        with pytest.raises(DatabaseInUse):
            await Store.open(f"sqlite+aiosqlite:///{link}", alone=OTHER)


def test_a_lock_without_a_name_in_it_is_a_lock(tmp_path):
    first = FileLock.take(tmp_path / "bot.db", ME)
    lock_file(tmp_path / "bot.db").write_text("")
    with pytest.raises(DatabaseInUse, match="has not said"):
        FileLock.take(tmp_path / "bot.db", OTHER)
    first.release()
    first.release()
    FileLock.take(tmp_path / "bot.db", OTHER).release()


def test_the_holder_is_told_without_the_byte_that_windows_locks(tmp_path):
    first = FileLock.take(tmp_path / "bot.db", ME)
    written = lock_file(tmp_path / "bot.db")
    written.write_bytes(b"?" + written.read_bytes()[1:])
    with pytest.raises(DatabaseInUse, match="process 4242 on here"):
        FileLock.take(tmp_path / "bot.db", OTHER)
    first.release()


async def test_what_fails_to_open_lets_go_of_the_lock(file_url):
    path = file_of(file_url)
    path.parent.mkdir()
    path.write_bytes(b"no database" * 1000)
    with pytest.raises(DatabaseDamaged):
        await Store.open(file_url, alone=ME)
    path.write_bytes(b"")
    async with await Store.open(file_url, alone=ME):
        pass


async def test_a_database_that_has_vanished_is_not_replaced_by_an_empty_one(file_url):
    async with await Store.open(file_url, alone=ME):
        pass
    file_of(file_url).unlink()
    for _ in range(2):
        with pytest.raises(DatabaseDamaged, match=r"it is gone .*bot\.db\.lock"):
            await Store.open(file_url, alone=ME)
    assert not file_of(file_url).exists()
    lock_file(file_of(file_url)).unlink()
    async with await Store.open(file_url, alone=ME):
        pass


async def test_a_killed_one_is_followed_at_once(file_url):
    command = [sys.executable, "-m", "tests.storage.working", file_url, ID]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT, env=environment) as process:
        assert process.stdout is not None
        process.stdout.readline()
        with pytest.raises(DatabaseInUse, match=f"process {process.pid} on"):
            await Store.open(file_url, alone=ME)
        process.kill()
        process.wait()
        async with await Store.open(file_url, alone=ME) as store:
            assert (await store.matches.load(ID)).version >= 1
            assert await store.lease.holder() == ME


async def test_without_a_file_the_lease_alone_decides(store):
    clock = Clock()
    await store.lease.take(ME, over=False, clock=clock)
    with pytest.raises(DatabaseInUse, match="process 4242"):
        await store.lease.take(OTHER, over=False, clock=clock)
    clock.now += LEASE_MS - 1
    await store.lease.renew()
    clock.now += LEASE_MS - 1
    with pytest.raises(DatabaseInUse):
        await store.lease.take(OTHER, over=False, clock=clock)
    store.database.lease = None  # its process has died
    clock.now += 1
    await store.lease.take(OTHER, over=False, clock=clock)
    assert await store.lease.holder() == OTHER


async def take_away(store):
    def body(connection):
        connection.exec_driver_sql("UPDATE instance SET owner = 'somebody', pid = 77, host = 'there'")

    await store.database.write(body)


async def test_a_lease_that_was_taken_over_is_noticed_by_its_renewal(file_store):
    await file_store.lease.take(ME, over=False)
    await file_store.lease.renew()
    await take_away(file_store)
    with pytest.raises(DatabaseLost, match="process 77 on there"):
        await file_store.lease.renew()
    assert file_store.database.lost is not None
    with pytest.raises(DatabaseLost, match="process 77 on there"):
        await file_store.values.set("a", "b")
    assert await file_store.values.find("a") is None


async def test_who_has_slept_makes_sure_before_writing(file_store, lobby, step):
    clock = Clock()
    await lobby(file_store)
    await file_store.lease.take(ME, over=False, clock=clock)
    clock.now += LEASE_MS
    assert await file_store.matches.commit(step(0)) == Committed(1, (1,))  # nobody has taken it: it goes on
    await take_away(file_store)
    clock.now += LEASE_MS
    with pytest.raises(DatabaseLost):
        await file_store.matches.commit(step(1))
    assert (await file_store.matches.load(ID)).version == 1


def deleted(path):
    path.unlink()


def renamed(path):
    path.rename(path.with_name("other.db"))


def replaced(path):
    copy = path.with_name("copy.db")
    shutil.copy(path, copy)
    copy.replace(path)


def without_its_log(path):
    path.with_name(path.name + "-wal").unlink()


def overwritten(path):
    backup = path.with_name("backup.db")
    with closing(sqlite3.connect(path)) as source, closing(sqlite3.connect(backup)) as target:
        source.backup(target)
        target.execute("PRAGMA journal_mode=DELETE")
    shutil.copy(backup, path)


def emptied(path):
    os.truncate(path, 0)


@pytest.mark.parametrize("harm", [deleted, renamed, replaced, without_its_log, overwritten, emptied])
async def test_without_its_file_nothing_is_acknowledged(file_store, file_url, lobby, step, harm):
    await lobby(file_store)
    await file_store.matches.commit(step(0))
    told = []
    file_store.on_lost(told.append)
    harm(file_of(file_url))
    with pytest.raises(DatabaseLost, match="in use"):
        await file_store.matches.commit(step(1))
    with pytest.raises(DatabaseLost, match="in use"):
        await file_store.lease.renew()
    assert len(told) == 1


async def test_looking_after_the_file_does_not_drop_the_locks_of_another_store(file_url):
    """Closing any handle on a file drops all locks that the process holds on it (POSIX)."""
    async with await Store.open(file_url, alone=ME) as store:
        await store.values.set("a", "b")
        async with await Store.open(file_url):
            pass
        script = "import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); print(c.execute('PRAGMA journal_mode=DELETE'))"
        command = [sys.executable, "-c", script, str(file_of(file_url))]
        done = subprocess.run(command, capture_output=True, text=True)
        assert "locked" in done.stderr  # the other program sees that the database is open here
