"""`copy-database`: matches of all games carried from one kind of database to the other and back, or not at all."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import insert, make_url, text

from bot.matches import copying
from bot.registry import FACES
from storage import DatabaseInUse, Holder, StorageError, Store, migrate, schema, transfer
from storage.dialects import dialect_of
from tests.bot import kills
from tests.bot.test_config import run
from tests.storage.postgresql import Server

ROOT = Path(__file__).resolve().parents[2]
KEYS = (kills.KEY,)
ME = Holder(4242, "here", 1_800_000_000_000)


def numbers(url: str) -> tuple[Any, ...]:
    """What is kept beside the rows: numbers that are never given twice, and which restore they have come by."""
    dialect = dialect_of(url)
    given = [one for one in transfer.tables() if one.dialect_options["sqlite"]["autoincrement"]]
    with dialect.onlooker().connect() as connection:
        return dialect.restored(connection), {one.name: dialect.last_given(connection, one) for one in given}


def sums(url: str) -> dict[str, transfer.Sum]:
    with dialect_of(url).onlooker().connect() as connection:
        return {table.name: transfer._sum(connection, table) for table in transfer.tables()}


async def copied(source: str, target: str, folder: Path, **more: Any) -> copying.Copied:
    options: dict[str, Any] = {"keys": KEYS, "folder": folder, "faces": FACES, "report": lambda line: None, **more}
    return await copying.copy(source, target, **options)


async def test_there_and_back_every_row_and_every_match(postgresql_server: Server, tmp_path: Path) -> None:
    first, third = (f"sqlite+aiosqlite:///{tmp_path / name}" for name in ("a.db", "b.db"))
    second = postgresql_server.new_database()
    ids = await kills.prepare(first, 9, random.Random(4))
    async with await Store.open(first, keys=KEYS) as store:

        def more(connection: Any) -> None:
            """What is hard to carry over: a match before the one that it is a rematch of, numbers that were deleted."""
            connection.execute(text("UPDATE match SET created_at = 5"))
            connection.execute(
                text("UPDATE match SET rematch_of = :other WHERE id = :one"), {"one": min(ids), "other": max(ids)}
            )
            connection.execute(text("DELETE FROM job WHERE id = (SELECT max(id) FROM job)"))
            connection.execute(insert(schema.meta), [{"key": "odd\n\\N", "value": "\t\\. 'ä' \u2028"}])

        await store.database.write(more)
        await store.database.write(lambda connection: store.database.dialect.set_restored(connection, 12345))
    lines: list[str] = []
    there = await copied(first, second, tmp_path, report=lines.append)
    assert (there.matches, there.wrong) == (9, ())
    assert any(line.startswith("copied action: ") for line in lines)
    assert "replayed matches: 9 of 9" in lines
    back = await copied(second, third, tmp_path)
    assert back == there
    assert sums(first) == sums(second) == sums(third)
    assert numbers(first) == numbers(second) == numbers(third)
    assert numbers(first)[0] == 12345
    for url in (second, third):
        async with await Store.open(url, keys=KEYS, alone=ME) as store:
            assert await store.find_problems() == []
            assert set(await store.matches.all_ids()) == set(ids)


async def test_a_target_that_is_not_empty_or_in_use_is_left_alone(postgresql_server: Server, tmp_path: Path) -> None:
    source, file = (f"sqlite+aiosqlite:///{tmp_path / name}" for name in ("a.db", "b.db"))
    async with await Store.open(source, alone=ME):
        with pytest.raises(DatabaseInUse):
            await copied(source, file, tmp_path)
    assert not (tmp_path / "b.db").exists()
    server = postgresql_server.new_database()
    for url in (file, server):
        async with await Store.open(url) as store:
            await store.values.set("mine", "kept")
        with pytest.raises(StorageError, match="is not empty: nothing was copied into it"):
            await copied(source, url, tmp_path)
        async with await Store.open(url) as store:
            assert await store.values.find("mine") == "kept"
    with pytest.raises(StorageError, match="there is no database at"):
        await copied(f"sqlite+aiosqlite:///{tmp_path / 'c.db'}", server, tmp_path)
    with pytest.raises(StorageError, match="there is no table in"):
        await copied(postgresql_server.new_database(), server, tmp_path)
    assert not (tmp_path / "c.db").exists()


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
async def test_an_interrupted_copy_says_so_and_can_be_made_again(
    postgresql_server: Server, tmp_path: Path, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = f"sqlite+aiosqlite:///{tmp_path / 'a.db'}"
    await kills.prepare(source, 3, random.Random(4))
    target = postgresql_server.new_database() if kind == "postgresql" else f"sqlite+aiosqlite:///{tmp_path / 'b.db'}"

    def break_off(what: str, done: int, total: int) -> None:
        if what == "action" and done:
            raise KeyboardInterrupt

    async def until_there_are_tables(work: Callable[..., None], *given: str) -> None:
        if work is not transfer.refuse_used:
            raise KeyboardInterrupt
        work(*given)

    with monkeypatch.context() as torn:
        torn.setattr(copying, "asyncio", SimpleNamespace(to_thread=until_there_are_tables))
        with pytest.raises(KeyboardInterrupt):
            await copied(source, target, tmp_path)
    with pytest.raises(StorageError, match="interrupted before it was complete"):
        await Store.open(target, keys=KEYS, alone=ME)
    for verb in ("copied", "compared"):
        with monkeypatch.context() as torn:
            real = copying.telling
            torn.setattr(copying, "telling", lambda report, name: break_off if name == verb else real(report, name))  # noqa: B023
            with pytest.raises(KeyboardInterrupt):
                await copied(source, target, tmp_path)
        with pytest.raises(StorageError, match="interrupted before it was complete"):
            await Store.open(target, keys=KEYS, alone=ME)
    done = await copied(source, target, tmp_path)
    assert (done.matches, done.wrong) == (3, ())
    assert sums(source) == sums(target)


async def test_a_copy_that_differs_does_not_count(
    postgresql_server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source, target = f"sqlite+aiosqlite:///{tmp_path / 'a.db'}", postgresql_server.new_database()
    await kills.prepare(source, 3, random.Random(4))
    real = transfer.copy

    def changed(*ends: Any) -> int:
        count = real(*ends)
        with postgresql_server.connect(str(make_url(target).database)) as connection:
            connection.execute("UPDATE action SET text = text || '.' WHERE seq = 1")
        return count

    monkeypatch.setattr(transfer, "copy", changed)
    with pytest.raises(StorageError, match="the copy differs in the table action"):
        await copied(source, target, tmp_path)
    with pytest.raises(StorageError, match="interrupted"):
        await Store.open(target, keys=KEYS)


async def test_a_match_that_is_not_what_its_history_leads_to_is_named(tmp_path: Path) -> None:
    source, target = (f"sqlite+aiosqlite:///{tmp_path / name}" for name in ("a.db", "b.db"))
    ids = await kills.prepare(source, 3, random.Random(4))
    wrong = "UPDATE action SET state_hash = 'x' WHERE match_id = :it AND seq = 1"
    async with await Store.open(source, keys=KEYS) as store:
        await store.database.write(lambda connection: connection.execute(text(wrong), {"it": ids[1]}))
    assert (await copied(source, target, tmp_path)).wrong == (ids[1],)


async def test_as_a_command_it_takes_paths_and_tells_what_to_do_next(postgresql_server: Server, tmp_path: Path) -> None:
    server = postgresql_server.new_database()
    async with await Store.open(f"sqlite+aiosqlite:///{tmp_path / 'a.db'}") as store:
        await store.values.set("mine", "kept")
    done = run(tmp_path, "copy-database", "a.db", server)
    assert done.returncode == 0, done.stderr
    assert "0 matches were replayed" in done.stdout
    assert "Let DATABASE_URL name the new database" in done.stdout
    again = run(tmp_path, "copy-database", "a.db", server)
    assert again.returncode == 1
    assert again.stderr.startswith("The database was not copied: ")
    assert "is not empty" in again.stderr
    command = [sys.executable, "-m", "bot", "doctor"]
    environment = {"PYTHONPATH": str(ROOT), "DATABASE_URL": server, "PATH": "/usr/bin:/bin"}
    seen = subprocess.run(command, env=environment, cwd=tmp_path, capture_output=True, text=True, timeout=600)
    assert "of PostgreSQL on" in seen.stdout, seen.stderr
    assert f"Its schema is that of this version ({migrate.head()})" in seen.stdout
