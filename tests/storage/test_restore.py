"""Restoring: exactly the backup's content, whatever lies about; refused while somebody works; nothing is deleted."""

import os
import random
import shutil
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

import storage.restore_files as restoring
from storage import BackupFailed, DatabaseDamaged, DatabaseInUse, Holder, RestoreFailed, Store
from storage.backup import backup, made_at
from storage.dialects import file_of
from storage.restore import restore
from tests.storage.conftest import ROOT

ME = Holder(1, "here", 1_800_000_000_000)


def worker(url, match_id):
    command = [sys.executable, "-m", "tests.storage.working", url, match_id]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT, env=environment)


def dump(path):
    """All that is in a database, in the words of SQLite; the files stay as they are."""
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as connection:
        return list(connection.iterdump())


async def killed_rounds(url, folder, rounds):
    rng = random.Random(rounds)
    path = file_of(url)
    async with await Store.open(url):
        pass
    first = await backup(url, folder)
    saved = {first: dump(first)}
    for number in range(rounds):
        process = worker(url, f"match{number}")
        assert process.stdout is not None
        acknowledged = int(process.stdout.readline())
        time.sleep(rng.uniform(0, 0.1))
        process.kill()
        acknowledged = [acknowledged, *map(int, process.stdout.read().split())][-1]
        process.wait()
        assert Path(f"{path}-wal").stat().st_size > 0
        killed = {name: Path(f"{path}{name}").read_bytes() for name in ("", "-wal")}
        chosen = rng.choice(list(saved))
        done = restore(url, chosen, folder, Holder(1, "here", time.time_ns() // 1_000_000))
        assert dump(path) == saved[chosen]
        assert not Path(f"{path}-wal").exists()
        assert {name: Path(f"{done.set_aside}{name}").read_bytes() for name in ("", "-wal")} == killed
        assert done.before is not None
        assert done.before.versions[f"match{number}"] >= acknowledged
        assert done.missing >= 1
        # The next start sees the copy's content and nothing else, and the set-aside database has all that was said.
        async with await Store.open(url) as store:
            assert await store.find_problems() == []
            assert await store.matches.load(f"match{number}") is None
        async with await Store.open(f"sqlite+aiosqlite:///{done.set_aside}") as before:
            match = await before.matches.load(f"match{number}")
            assert match.version >= acknowledged
            assert len(await before.matches.actions(match.id)) == match.version
        copy = await backup(f"sqlite+aiosqlite:///{done.set_aside}", folder)
        saved[copy] = dump(copy)


async def test_after_a_kill_exactly_the_copy_is_there(file_url, tmp_path):
    await killed_rounds(file_url, tmp_path / "saved", 3)


@pytest.mark.long
async def test_after_each_of_many_kills_exactly_the_copy_is_there(file_url, tmp_path):
    await killed_rounds(file_url, tmp_path / "saved", 20)


async def test_what_was_restored_is_told(file_store, file_url, tmp_path, lobby, step):
    await lobby(file_store, "abcdefgh23")
    await file_store.matches.commit(step(0))
    copy = await file_store.backup(tmp_path / "saved")
    await file_store.matches.commit(step(1))
    await lobby(file_store, "later22222")
    await file_store.close()
    done = restore(file_url, copy, tmp_path, ME)
    assert done.made_at == made_at(copy)
    assert (done.now.versions, done.now.running, done.now.unsent) == ({"abcdefgh23": 1}, 1, 0)
    assert (done.further, done.missing) == (1, 1)
    assert done.set_aside == file_of(file_url).with_name("bot-set-aside-20270115T080000.000000Z.db")
    async with await Store.open(file_url) as store:
        assert (await store.matches.load("abcdefgh23")).version == 1
    # What was set aside can be brought back in the same way.
    again = restore(file_url, done.set_aside, tmp_path, Holder(1, "here", ME.since + 1))
    assert again.now.versions == {"abcdefgh23": 2, "later22222": 0}
    assert (again.further, again.missing) == (0, 0)


async def test_each_restore_has_a_number_of_its_own_and_leaves_the_content_as_it_is(file_url, tmp_path):
    async with await Store.open(file_url) as store:
        assert store.restored == 0
        copy = await store.backup(tmp_path / "saved")
    numbers = {0}
    for number in range(3):
        restore(file_url, copy, tmp_path, Holder(1, "here", ME.since + number))
        assert dump(file_of(file_url)) == dump(copy)
        for _ in range(2):  # it stays as long as the database is not restored once more
            async with await Store.open(file_url) as store:
                assert store.restored not in numbers
        numbers.add(store.restored)
    async with await Store.open(file_url) as store:  # not even a copy of a restored one has its number
        copy = await store.backup(tmp_path / "saved")
    restore(file_url, copy, tmp_path, Holder(1, "here", ME.since + 9))
    async with await Store.open(file_url) as store:
        assert store.restored not in numbers


async def test_refused_while_a_process_works_on_it(file_url, tmp_path):
    async with await Store.open(file_url, alone=ME):
        copy = await backup(file_url, tmp_path / "saved")
        before = sorted(file_of(file_url).parent.iterdir())
        with pytest.raises(DatabaseInUse, match=r"process 1 on here, since 2027-01-15 08:00:00 UTC"):
            restore(file_url, copy, tmp_path, ME)
        assert sorted(file_of(file_url).parent.iterdir()) == before
    restore(file_url, copy, tmp_path, ME)


OPEN = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1])
connection.execute("SELECT * FROM meta").fetchall()
input("ready\\n")
"""


async def test_refused_while_any_other_program_has_it_open(file_url, tmp_path):
    async with await Store.open(file_url):
        pass
    copy = await backup(file_url, tmp_path / "saved")
    command = [sys.executable, "-c", OPEN, str(file_of(file_url))]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as shell:
        assert shell.stdout is not None
        assert shell.stdout.readline() == "ready\n"
        with pytest.raises(DatabaseInUse, match="another program"):
            restore(file_url, copy, tmp_path, ME)
        shell.communicate("\n")
    restore(file_url, copy, tmp_path, ME)


async def test_no_damaged_foreign_or_newer_file_is_brought_back(file_store, file_url, tmp_path, lobby):
    await lobby(file_store)
    copy = await file_store.backup(tmp_path / "saved")
    await file_store.close()
    path = file_of(file_url)
    before = dump(path)
    content = copy.read_bytes()
    copy.write_bytes(content[:5000] + b"noise" + content[5005:])
    with pytest.raises(BackupFailed, match="digest"):
        restore(file_url, copy, tmp_path, ME)
    newer = tmp_path / "newer.sqlite3"
    newer.write_bytes(content)
    with closing(sqlite3.connect(newer)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(BackupFailed, match="9999"):
        restore(file_url, newer, tmp_path, ME)
    foreign = tmp_path / "foreign.sqlite3"
    with closing(sqlite3.connect(foreign)) as connection, connection:
        connection.execute("CREATE TABLE theirs (a)")
    for wrong in (foreign, tmp_path / "none", tmp_path):
        with pytest.raises(BackupFailed):
            restore(file_url, wrong, tmp_path, ME)
    with pytest.raises(RestoreFailed, match="itself"):
        restore(file_url, path, tmp_path, ME)
    with pytest.raises(RestoreFailed, match="in memory"):
        restore("sqlite+aiosqlite://", copy, tmp_path, ME)
    assert {one.name for one in path.parent.iterdir()} <= {path.name + end for end in ("", ".lock", "-wal", "-shm")}
    assert dump(path) == before


async def test_where_nothing_was_and_where_nothing_can_be_read(file_store, file_url, tmp_path, lobby):
    await lobby(file_store)
    copy = await file_store.backup(tmp_path / "saved")
    await file_store.close()
    fresh = tmp_path / "elsewhere" / "bot.db"
    done = restore(f"sqlite+aiosqlite:///{fresh}", copy, tmp_path, ME)
    assert (done.set_aside, done.before, done.missing) == (None, None, 0)
    assert dump(fresh) == dump(copy)
    assert fresh.stat().st_mode & 0o077 == 0
    path = file_of(file_url)
    path.write_bytes(b"noise" * 4000)
    done = restore(file_url, copy, tmp_path, ME)
    assert done.before is None
    assert done.set_aside.read_bytes() == b"noise" * 4000
    assert dump(path) == dump(copy)


class Torn(BaseException):
    """The process ends here."""


@pytest.mark.parametrize("steps", range(1, 7))
async def test_a_restore_that_is_torn_is_noticed_and_made_again(file_url, tmp_path, monkeypatch, steps):
    copy = tmp_path / "copy.sqlite3"
    async with await Store.open(file_url) as store:
        shutil.copy(await store.backup(tmp_path / "saved"), copy)
    process = worker(file_url, "match")
    assert process.stdout is not None
    process.stdout.readline()
    process.kill()
    acknowledged = [1, *map(int, process.stdout.read().split())][-1]
    process.wait()
    left = steps

    def tearing(function):
        def step(*given):
            nonlocal left
            left -= 1
            if left == 0:
                raise Torn
            return function(*given)

        return step

    with monkeypatch.context() as patch:
        patch.setattr(os, "rename", tearing(os.rename))
        patch.setattr(Path, "replace", tearing(Path.replace))
        torn = False
        try:
            restore(file_url, copy, tmp_path, ME)
        except Torn:
            torn = True
    assert torn == (steps < 6)  # the plan, three files, the copy
    path = file_of(file_url)
    if steps > 1 and torn:
        with pytest.raises(DatabaseDamaged, match="interrupted"):
            await Store.open(file_url)
    done = restore(file_url, copy, tmp_path, Holder(1, "here", ME.since + 1))
    assert dump(path) == dump(copy)
    aside = [one for one in path.parent.glob("bot-set-aside-*.db") if dump(one) != dump(copy)]
    assert len(aside) == 1
    if torn:
        assert aside == [done.set_aside]
    async with await Store.open(f"sqlite+aiosqlite:///{aside[0]}") as before:
        assert (await before.matches.load("match")).version >= acknowledged
    async with await Store.open(file_url) as store:
        assert await store.matches.load("match") is None
    assert not restoring._plan(path).exists()
