"""Backups: live, verified, and refused when damaged."""

import asyncio
import re
import sqlite3
import subprocess
import sys
from contextlib import closing

import pytest

from storage import BackupFailed, Committed, Store
from storage.backup import SCHEDULED, UPGRADE, backup, backups_in, prune, verify
from tests.storage.conftest import ROOT

ID = "abcdefgh23"


async def test_a_backup_while_a_writer_commits_is_a_prefix(file_store, file_url, tmp_path, lobby, step):
    await lobby(file_store)
    acknowledged = 0
    stop = asyncio.Event()

    async def write():
        nonlocal acknowledged
        while not stop.is_set():
            assert isinstance(await file_store.matches.commit(step(acknowledged)), Committed)
            acknowledged += 1

    writer = asyncio.create_task(write())
    copies = []
    for _ in range(3):
        before = acknowledged
        path = await file_store.backup(tmp_path / "saved")
        copies.append((before, path, acknowledged))
    stop.set()
    await writer
    for before, path, after in copies:
        await verify(path)
        async with await Store.open(f"sqlite+aiosqlite:///{path}") as copy:
            match = await copy.matches.load(ID)
            assert before <= match.version <= after + 1
            assert match.version == len(await copy.matches.actions(ID))
            assert match.snapshot == (f'{{"after": {match.version}}}' if match.version else None)
            assert await copy.find_problems() == []
    assert await file_store.find_problems() == []


async def test_names_files_and_rights(file_store, tmp_path):
    path = await file_store.backup(tmp_path / "saved")
    assert re.fullmatch(r"bot-\d{8}T\d{6}\.\d{6}Z\.sqlite3", path.name)
    assert {one.name for one in path.parent.iterdir()} == {path.name, path.name + ".sha256"}
    assert path.stat().st_mode & 0o077 == 0


async def test_damaged_backups_are_refused(file_store, tmp_path, lobby):
    await lobby(file_store)
    whole = await file_store.backup(tmp_path / "saved")
    content = whole.read_bytes()
    middle = len(content) // 2
    flipped = content[:middle] + bytes([content[middle] ^ 1]) + content[middle + 1 :]
    for damaged in (content[:middle], content[:-1], content[:-4096], content[:50], b"", flipped):
        whole.write_bytes(damaged)
        with pytest.raises(BackupFailed):
            await verify(whole)
    whole.write_bytes(content)
    await verify(whole)
    # A copy that lost its digest is still checked by its structure.
    alone = tmp_path / "alone.sqlite3"
    for damaged in (content[:middle], content[:-4096], b"no database" * 1_000):
        alone.write_bytes(damaged)
        with pytest.raises(BackupFailed):
            await verify(alone)
    alone.write_bytes(content)
    await verify(alone)


async def test_dangling_rows_are_refused(file_store, tmp_path):
    path = await file_store.backup(tmp_path / "saved")
    path.with_name(path.name + ".sha256").unlink()
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("INSERT INTO pause (match_id, since) VALUES ('nobody', 1)")
    with pytest.raises(BackupFailed, match="missing"):
        await verify(path)


async def test_no_backup_of_what_is_not_there(tmp_path):
    with pytest.raises(BackupFailed):
        await backup("sqlite+aiosqlite://", tmp_path)
    with pytest.raises(BackupFailed):
        await backup(f"sqlite+aiosqlite:///{tmp_path}/none.db", tmp_path / "saved")
    with pytest.raises(BackupFailed):
        await verify(tmp_path / "none")
    assert list(tmp_path.iterdir()) == []


async def test_a_failed_backup_leaves_nothing(tmp_path):
    source = tmp_path / "broken.db"
    source.write_bytes(b"no database" * 1_000)
    with pytest.raises(BackupFailed):
        await backup(f"sqlite+aiosqlite:///{source}", tmp_path / "saved")
    assert list((tmp_path / "saved").iterdir()) == []


HALF = """
import os, signal, sys
from pathlib import Path
import storage.backup as backups

def stop(*given):
    print("half", flush=True)
    signal.pause()

if sys.argv[3] == "copying":
    backups.files.check_whole = stop
else:
    backups.Path.replace = stop
backups.backup_now(sys.argv[1], Path(sys.argv[2]))
"""


@pytest.mark.parametrize("when", ["copying", "naming"])
async def test_half_made_ones_of_killed_processes_are_removed_and_no_others(file_store, file_url, tmp_path, when):
    folder = tmp_path / "saved"
    whole = await file_store.backup(folder)
    command = [sys.executable, "-c", HALF, file_url, str(folder), when]
    foreign = folder / ".matches.partial"
    foreign.write_text("not ours")
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "half\n"
        (partial,) = folder.glob(".*.sqlite3.partial")
        again = await file_store.backup(folder)
        assert partial.exists()  # its process lives
        process.kill()
    last = await file_store.backup(folder)
    kept = (whole, again, last)
    wanted = {foreign.name, *(one.name for one in kept), *(f"{one.name}.sha256" for one in kept)}
    assert {one.name for one in folder.iterdir()} == wanted
    for one in kept:
        await verify(one)


async def test_only_backups_of_the_same_occasion_are_pruned(file_store, file_url, tmp_path):
    folder = tmp_path / "saved"
    made = [await file_store.backup(folder, SCHEDULED) for _ in range(4)]
    others = [await file_store.backup(folder), await file_store.backup(folder, UPGRADE)]
    elsewhere = folder / made[0].name.replace("bot-", "other-")
    elsewhere.write_text("of another database")
    assert prune(file_url, folder, 2) == made[:2]
    assert backups_in(file_url, folder) == sorted([*made[2:], *others])
    assert not list(folder.glob(f"{made[0].name}*"))
    assert elsewhere.exists()
    assert prune(file_url, folder, 2) == []
