"""Backups of a PostgreSQL database, made with its own tools: whole, checked, refused when damaged, and brought back."""

import asyncio
import re
import subprocess
import threading

import pytest
from alembic import command
from sqlalchemy import make_url, text

from storage import (
    BackupFailed,
    Candidate,
    Commit,
    Committed,
    DatabaseInUse,
    Holder,
    NewJob,
    RestoreFailed,
    StorageError,
    Store,
    inspection,
    migrate,
)
from storage.backup import ASIDE, SCHEDULED, UPGRADE, backup, backups_in, made_at, prune, verify, verify_now
from storage.dialects import dialect_of, file_of, postgresql
from storage.dialects import postgresql_tools as tools
from storage.restore import restore
from tests.support.databases import prepare

ID = "abcdefgh23"
ME = Holder(4242, "here", 1_800_000_000_000)
AMONG = Candidate("bot", ME, "1.0", (0,))


@pytest.fixture
async def url(postgresql_server):
    return await postgresql_server.with_schema()


async def rows(url):
    """All rows of all tables, in one order."""
    async with await Store.open(url) as store:

        def everything(connection):
            listed = tools.tables(connection)
            return {one: sorted(map(repr, connection.execute(text(f"SELECT * FROM {one}")))) for one in listed}

        return await store.database.read(everything)


async def test_a_backup_while_a_writer_commits_is_a_prefix(postgresql_server, url, tmp_path, lobby, step):
    copies, acknowledged, stop = [], 0, asyncio.Event()
    async with await Store.open(url) as store:
        await lobby(store)

        async def write():
            nonlocal acknowledged
            while not stop.is_set():
                assert isinstance(await store.matches.commit(step(acknowledged)), Committed)
                acknowledged += 1

        writer = asyncio.create_task(write())
        for _ in range(2):
            before = acknowledged
            path = await store.backup(tmp_path / "saved")
            copies.append((before, path, acknowledged))
        stop.set()
        await writer
    for before, path, after in copies:
        await verify(path)
        other = await postgresql_server.with_schema()
        restore(other, path, tmp_path, ME)
        async with await Store.open(other) as copy:
            match = await copy.matches.load(ID)
            assert before <= match.version <= after + 1
            assert match.version == len(await copy.matches.actions(ID))
            assert match.snapshot == (f'{{"after": {match.version}}}' if match.version else None)


async def test_names_files_rights_and_which_are_kept(url, tmp_path):
    made = [await backup(url, tmp_path, SCHEDULED) for _ in range(3)]
    by_hand = await backup(url, tmp_path)
    name = make_url(url).database
    assert re.fullmatch(rf"{name}-\d{{8}}T\d{{6}}\.\d{{6}}Z\.pgdump", by_hand.name)
    assert by_hand.stat().st_mode & 0o077 == 0
    assert made_at(by_hand) is not None
    assert len(list(tmp_path.iterdir())) == 8  # each with its digest, nothing half-made
    assert backups_in(url, tmp_path, SCHEDULED) == made
    assert prune(url, tmp_path, 1) == made[:2]
    assert backups_in(url, tmp_path) == [made[2], by_hand]


async def test_no_secret_of_the_address_stands_on_a_command_line(url, tmp_path, monkeypatch):
    called, real = [], subprocess.run

    def run(command, **how):
        called.append((command, how.get("env", {})))
        return real(command, **how)

    monkeypatch.setattr(subprocess, "run", run)
    await verify(await backup(f"{url}&password=canary", tmp_path))
    ((dump, environment),) = [one for one in called if "--no-password" in one[0]]
    assert not any("canary" in part for part in dump)
    assert environment["PGPASSWORD"] == "canary"
    with pytest.raises(BackupFailed, match="sslpassword in DATABASE_URL"):
        await backup(f"{url}&sslpassword=canary", tmp_path)
    assert "sslpassword" in inspection.inspect(f"{url}&sslpassword=canary", 0).unable
    assert not any("canary" in part for command, _ in called for part in command)


def test_every_secret_option_is_kept_from_command_lines():
    """Those that the driver never shows, and the keys that stand for a password; a password is told in another way."""
    from psycopg.pq import Conninfo

    known = {option.keyword.decode(): option.dispchar for option in Conninfo.get_defaults()}
    secret = {name for name, shown in known.items() if shown == b"*" or name.startswith("scram_")} - {"password"}
    assert {"sslpassword", "oauth_client_secret", "scram_client_key"} <= secret
    for name in secret:
        with pytest.raises(BackupFailed, match=f"{name} in DATABASE_URL"):
            tools.where(make_url(f"postgresql://tester@here/arena?{name}=canary"))


async def test_what_was_there_is_set_aside_and_what_is_brought_back_is_told(url, tmp_path, lobby, step):
    async with await Store.open(url) as store:
        await lobby(store)
        await store.matches.commit(step(0, jobs=(NewJob("a", "public"),)))
    then = await rows(url)
    copy = await backup(url, tmp_path)
    async with await Store.open(url) as store:
        await store.matches.commit(step(1))
        await lobby(store, "missing222")
    now = await rows(url)
    done = restore(url, copy, tmp_path / "backups", ME)
    assert (done.now.versions, done.now.running, done.now.unsent) == ({ID: 1}, 1, 1)
    assert (done.further, done.missing, done.made_at) == (1, 1, made_at(copy))
    assert done.set_aside is not None
    assert backups_in(url, tmp_path / "backups", ASIDE) == [done.set_aside]
    assert await rows(url) == then
    # Each restore has a number of its own, and numbers of jobs go on after those of the copy.
    numbers = set()
    for path in (copy, done.set_aside):
        restore(url, path, tmp_path / "backups", ME)
        async with await Store.open(url) as store:
            assert store.restored > 0
            numbers.add(store.restored)
    assert len(numbers) == 2
    assert await rows(url) == now
    async with await Store.open(url) as store:
        before = max(await store.database.read(lambda c: c.scalars(text("SELECT id FROM job")).all()))
        await store.jobs.add(ID, [NewJob("b", "k")], now=1, version=0)
        assert max(await store.database.read(lambda c: c.scalars(text("SELECT id FROM job")).all())) == before + 1
        assert await store.find_problems() == []


async def test_damaged_and_foreign_files_are_refused_and_change_nothing(url, file_url, tmp_path, lobby):
    async with await Store.open(url) as store:
        await lobby(store)
    before = await rows(url)
    whole = await backup(url, tmp_path)
    content, middle = whole.read_bytes(), whole.stat().st_size // 2
    flipped = content[:middle] + bytes([content[middle] ^ 1]) + content[middle + 1 :]
    digest = whole.with_name(whole.name + ".sha256")
    for damaged in (content[:middle], content[:-1], content[:50], b"", flipped):
        whole.write_bytes(damaged)
        with pytest.raises(BackupFailed):
            verify_now(whole)
    digest.unlink()  # without it, it is still read to its end
    for damaged in (content[:middle], content[:50], b"PGDMP", b"no database" * 1000):
        whole.write_bytes(damaged)
        with pytest.raises(BackupFailed):
            restore(url, whole, tmp_path, ME)
    whole.write_bytes(content)
    verify_now(whole)
    async with await Store.open(await prepare(file_url)) as store:
        of_file = await store.backup(tmp_path)
    with pytest.raises(BackupFailed, match=r"copy of SQLite's: .* `copy-database`"):
        restore(url, of_file, tmp_path, ME)
    with pytest.raises(BackupFailed, match=r"copy of PostgreSQL's: .* `copy-database`"):
        restore(file_url, whole, tmp_path, ME)
    assert file_of(file_url).exists()
    assert await rows(url) == before


async def test_a_copy_of_a_newer_version_or_of_another_program_is_refused(postgresql_server, url, tmp_path):
    newer = await postgresql_server.with_schema()
    with postgresql_server.connect(make_url(newer).database) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    copy = await backup(newer, tmp_path)
    with pytest.raises(BackupFailed, match="has schema 9999, this version knows schemas up to"):
        restore(url, copy, tmp_path, ME)
    other = postgresql_server.new_database()
    with pytest.raises(BackupFailed, match="there is no table in"):
        await backup(other, tmp_path)
    with postgresql_server.connect(make_url(other).database) as connection:
        connection.execute("CREATE TABLE foreign_one (a int)")
    with pytest.raises(BackupFailed, match="no schema version"):
        restore(url, await backup(other, tmp_path), tmp_path, ME)
    assert (await rows(url)).keys() == (await rows(await postgresql_server.with_schema())).keys()


async def test_refused_while_a_process_works_on_it_or_keeps_it_locked(postgresql_server, url, tmp_path, monkeypatch):
    copy = await backup(url, tmp_path)
    async with await Store.open(url, alone=ME):
        with pytest.raises(DatabaseInUse, match="process 4242 on here"):
            restore(url, copy, tmp_path, ME)
    monkeypatch.setattr("storage.restore_server.LOCKED_WITHIN", 1)
    with postgresql_server.connect(make_url(url).database) as connection, connection.transaction():
        connection.execute("LOCK TABLE meta IN ACCESS SHARE MODE")
        with pytest.raises(RestoreFailed, match="the database is locked"):
            restore(url, copy, tmp_path, ME)
    restore(url, copy, tmp_path, ME)


async def test_a_copy_that_differs_from_what_is_there_is_none(url, tmp_path, monkeypatch):
    real = tools.rows_of

    def one_less(copy):
        found = real(copy)
        found["public.alembic_version"].count -= 1
        return found

    monkeypatch.setattr(tools, "rows_of", one_less)
    with pytest.raises(BackupFailed, match=r"the copy is not what the database holds: public\.alembic_version differs"):
        await backup(url, tmp_path / "saved")
    assert list((tmp_path / "saved").iterdir()) == []


async def test_tools_that_are_missing_or_fail_are_told(url, tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(BackupFailed, match="pg_dump is not installed here"):
        await backup(url, tmp_path / "saved")
    failing = tmp_path / "pg_dump"
    failing.write_text("#!/bin/sh\necho 'pg_dump: error: aborting because of server version mismatch' >&2\nexit 1\n")
    failing.chmod(0o755)
    with pytest.raises(BackupFailed, match="pg_dump failed: aborting because of server version mismatch"):
        await backup(url, tmp_path / "saved")


async def test_a_copy_is_made_before_an_upgrade(postgresql_url, tmp_path):
    dialect = dialect_of(postgresql_url)
    engine = dialect.writer()
    older = migrate.known_revisions()[1]
    await engine.run(lambda connection: command.upgrade(migrate.config(connection), older))
    await engine.dispose()
    done = await migrate.migrate(postgresql_url, tmp_path)
    assert (done.before, done.after) == (older, migrate.head())
    assert done.backup is not None
    assert backups_in(postgresql_url, tmp_path, UPGRADE) == [done.backup]
    restore(postgresql_url, done.backup, tmp_path, ME)
    async with await Store.among(postgresql_url, AMONG, backup_folder=tmp_path) as store:  # as a bot does it
        assert store.restored > 0
    assert len(backups_in(postgresql_url, tmp_path, UPGRADE)) == 2
    async with await Store.among(postgresql_url, AMONG, backup_folder=tmp_path):  # which changes nothing any more
        assert len(backups_in(postgresql_url, tmp_path, UPGRADE)) == 2


async def test_what_was_deleted_is_in_no_file_of_the_tables(postgresql_server, url, lobby, new_match):
    canary = "canary" * 20

    def files() -> bool:
        with postgresql_server.connect() as connection:
            connection.execute("CHECKPOINT")
        folder = postgresql_server.folder / "data" / "base"
        return any(canary.encode() in path.read_bytes() for path in folder.glob("*/*") if path.is_file())

    async with await Store.open(url) as store:
        await lobby(store, parts=canary)
        assert files()
        await store.database.write(lambda c: c.execute(text("UPDATE match SET parts = NULL")))
        assert files()
        await store.database.compact()
        assert not files()
        assert await store.matches.commit(Commit(ID, 0, 5)) is not None


async def test_whoever_looks_at_the_tables_for_long_does_not_keep_others_from_writing(url, monkeypatch):
    """A backup of a large database does, and writing the tables anew has to wait for it."""
    monkeypatch.setattr(postgresql, "LOCKED_WITHIN", 1)
    async with await Store.open(url) as store:
        with dialect_of(url).onlooker().connect() as looking:
            looking.execute(text("SELECT count(*) FROM match"))
            async with asyncio.timeout(20):
                with pytest.raises(StorageError, match="lock timeout"):
                    await store.database.compact()
        await store.database.compact()


async def test_whoever_writes_the_tables_anew_keeps_nobody_from_the_others(url, monkeypatch):
    began, ended = threading.Event(), threading.Event()

    def compact(self):
        began.set()
        ended.wait(20)

    monkeypatch.setattr(postgresql.PostgreSQL, "compact", compact)
    async with await Store.open(url) as store:
        compacting = asyncio.create_task(store.database.compact())
        try:
            await asyncio.to_thread(began.wait)
            async with asyncio.timeout(10):
                await store.values.set("while", "it goes on")
        finally:
            ended.set()
        await compacting
