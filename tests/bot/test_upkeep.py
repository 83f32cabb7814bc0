"""What a running bot does for its data."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from bot import upkeep
from bot.supervision import Fatal
from storage import BackupFailed, Holder, Store
from storage.backup import SCHEDULED, backups_in, made_at, verify
from tests.storage.postgresql import Server


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    url = f"sqlite+aiosqlite:///{tmp_path / 'data' / 'matches.db'}"
    async with await Store.open(url, alone=Holder.here(0)) as opened:
        yield opened


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(upkeep, "START", 0.0)
    monkeypatch.setattr(upkeep, "RETRY", 0.0)


async def until(condition) -> None:  # type: ignore[no-untyped-def]
    async with asyncio.timeout(60):
        while not condition():
            await asyncio.sleep(0.01)


async def test_backups_are_made_when_due_and_the_oldest_deleted(
    store: Store, tmp_path: Path, hurried: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "saved"
    by_hand = await store.backup(folder)
    due, waits, seen = upkeep._until_due, list[float](), set[Path]()

    def until_due(*given: Any) -> float:
        """The fifth is never due: whoever looks then meets nothing half done."""
        seen.update(backups_in(store.url, folder, SCHEDULED))
        waits.append(due(*given))
        return waits[-1] if len(waits) <= 4 else upkeep.HOUR

    monkeypatch.setattr(upkeep, "_until_due", until_due)
    task = asyncio.create_task(upkeep.back_up(store, folder, 0.2 / upkeep.HOUR, 2))
    await until(lambda: len(waits) == 5)
    task.cancel()
    first, *others = sorted(seen)
    assert waits[0] == 0
    for before, after in pairwise((first, *others)):
        assert (made_at(after) - made_at(before)).total_seconds() >= 0.19  # type: ignore[operator]
    assert len(others) == 3
    left = backups_in(store.url, folder, SCHEDULED)
    assert left == others[-2:]
    assert by_hand.exists()
    digests = {one.name.removesuffix(".sha256") for one in folder.glob("*.sha256")}
    assert digests == {one.name for one in (*left, by_hand)}


async def test_none_is_made_before_it_is_due(store: Store, tmp_path: Path, hurried: None) -> None:
    folder = tmp_path / "saved"
    made = await store.backup(folder, SCHEDULED)
    task = asyncio.create_task(upkeep.back_up(store, folder, 24, 2))
    await asyncio.sleep(0.2)
    task.cancel()
    assert backups_in(store.url, folder, SCHEDULED) == [made]
    assert 23.9 * 3600 < upkeep._until_due(store.url, folder, 24 * 3600) <= 24 * 3600


async def test_backups_of_a_later_date_hold_none_up_and_go_first(store: Store, tmp_path: Path, hurried: None) -> None:
    """The clock was ahead for some days: they would be the newest until then."""
    folder = tmp_path / "saved"
    for _ in range(2):
        made = await store.backup(folder, SCHEDULED)
        made.rename(made.with_name(made.name.replace("-20", "-29", 1)))
    assert len(backups_in(store.url, folder, SCHEDULED)) == 2
    task = asyncio.create_task(upkeep.back_up(store, folder, 24, 2))
    await until(lambda: list(folder.glob("*-20*.sqlite3")))
    await until(lambda: len(backups_in(store.url, folder, SCHEDULED)) == 2)
    await asyncio.sleep(0.1)
    task.cancel()
    assert len(list(folder.glob("*-20*.sqlite3"))) == 1


async def test_what_is_due_is_looked_at_again_every_hour(
    store: Store, tmp_path: Path, hurried: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The time that sleep is measured in stands still on a machine that is suspended, and the clock can be set."""
    due = iter((30 * upkeep.HOUR, 29 * upkeep.HOUR, 0.0))
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    monkeypatch.setattr(upkeep, "_until_due", lambda *given: next(due))
    monkeypatch.setattr(upkeep, "asyncio", SimpleNamespace(sleep=sleep, to_thread=asyncio.to_thread))
    with pytest.raises(RuntimeError, match="StopIteration"):
        await upkeep.back_up(store, tmp_path / "saved", 30, 2)
    assert slept == [0, upkeep.HOUR, upkeep.HOUR, 0]
    assert len(backups_in(store.url, tmp_path / "saved", SCHEDULED)) == 1


async def test_a_backup_that_fails_is_an_incident_and_is_tried_again(
    store: Store, tmp_path: Path, hurried: None, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    folder = tmp_path / "saved"
    plain, failures = store.backup, 2

    async def failing(*given: object) -> Path:
        nonlocal failures
        if failures:
            failures -= 1
            raise BackupFailed("no room")
        return await plain(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(store, "backup", failing)
    task = asyncio.create_task(upkeep.back_up(store, folder, 24, 2))
    await until(lambda: backups_in(store.url, folder, SCHEDULED))
    assert not task.done()
    task.cancel()
    assert sum("the scheduled backup failed" in record.getMessage() for record in caplog.records) == 2


async def test_on_a_server_they_are_made_with_its_tools_and_say_what_is_missing(
    postgresql_server: Server,
    tmp_path: Path,
    hurried: None,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with await Store.open(await postgresql_server.with_schema()) as store:
        with monkeypatch.context() as without:
            without.setenv("PATH", str(tmp_path))
            task = asyncio.create_task(upkeep.back_up(store, tmp_path, 24, 2))
            await until(lambda: caplog.records)
        await until(lambda: backups_in(store.url, tmp_path, SCHEDULED))
        task.cancel()
        assert caplog.records[0].exc_info is not None
        assert "pg_dump is not installed here" in str(caplog.records[0].exc_info[1])
        await verify(backups_in(store.url, tmp_path, SCHEDULED)[0])


async def test_a_lost_database_is_fatal(store: Store, tmp_path: Path) -> None:
    await upkeep.renew(store)
    (tmp_path / "data" / "matches.db").unlink()
    with pytest.raises(Fatal, match="was deleted while it was in use"):
        await upkeep.renew(store)
