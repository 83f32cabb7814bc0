"""`python -m bot backup` and `restore`, and what is said when the database cannot be opened."""

from __future__ import annotations

import asyncio
import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import update

from bot.config import StorageSettings
from bot.data import explain
from storage import Commit, Holder, Incompatible, NewAction, NewJob, NewMatch, Outcome, Played, Seat, Store
from storage.lock import FileLock
from storage.result_tables import rating
from tests.bot.test_config import run


def play(folder: Path, match_id: str, moves: int) -> None:
    async def body() -> None:
        async with await Store.open(f"sqlite+aiosqlite:///{folder / 'data' / 'matches.db'}") as store:
            if await store.matches.load(match_id) is None:
                await store.matches.create(NewMatch(match_id, "toy", "{}", b"s", 1), [Seat(0, 1)], now=0)
            match = await store.matches.load(match_id)
            assert match is not None
            for version in range(match.version, match.version + moves):
                post = NewJob("lane", "public", supersedes=True)
                move = NewAction(0, "move", "h", "k")
                step = Commit(match_id, version, 0, actions=(move,), status="running", jobs=(post,))
                await store.matches.commit(step)

    asyncio.run(body())


def test_a_backup_is_brought_back_and_told(tmp_path: Path) -> None:
    play(tmp_path, "first", 2)
    made = run(tmp_path, "backup")
    assert made.returncode == 0, made.stderr
    copy = made.stdout.strip()
    play(tmp_path, "first", 1)
    play(tmp_path, "second", 1)
    done = run(tmp_path, "restore", copy)
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert re.fullmatch(rf"{Path(copy).name} is in place. It was made on \d{{4}}-\d\d-\d\d at [\d:]+ UTC\.", lines[0])
    assert lines[1:3] == [
        "It holds 1 match; 1 is running.",
        "At the next start 1 message that waited then will be sent.",
    ]
    assert re.fullmatch(r"The database that was there is kept as \S+/matches-set-aside-\S+Z\.db\.", lines[3])
    assert lines[4:] == [
        "In 1 match it has moves that the copy does not have.",
        "1 match of it is not in the copy at all.",
        "Messages in Discord may show a later position until the bot posts the boards anew.",
    ]
    again = run(tmp_path, "restore", copy).stdout
    assert "Nothing in it is newer." in again


def test_what_cannot_be_restored_is_refused_in_a_sentence(tmp_path: Path) -> None:
    play(tmp_path, "first", 1)
    copy = tmp_path / run(tmp_path, "backup").stdout.strip()
    done = run(tmp_path, "restore", str(tmp_path / "none"))
    assert done.returncode == 1
    assert done.stderr == f"Nothing was restored: there is no backup at {tmp_path / 'none'}\n"
    lock = FileLock.take(tmp_path / "data" / "matches.db", Holder(4242, "here", 1_800_000_000_000))
    done = run(tmp_path, "restore", str(copy))
    lock.release()
    assert done.returncode == 1
    assert done.stderr == (
        "Nothing was restored: another process works on this database "
        "(process 4242 on here, since 2027-01-15 08:00:00 UTC). Stop it first.\n"
    )
    copy.write_bytes(copy.read_bytes()[:-4096])
    assert "digest" in run(tmp_path, "restore", str(copy)).stderr


def test_a_second_bot_is_refused(tmp_path: Path) -> None:
    lock = FileLock.take(tmp_path / "data" / "matches.db", Holder(4242, "here", 1_800_000_000_000))
    done = run(tmp_path, "run", DISCORD_TOKEN="token")
    assert done.returncode == 1
    assert done.stderr == (
        "The bot is running already: another process works on this database (process 4242 on here, "
        "since 2027-01-15 08:00:00 UTC). Stop it first; two would answer everything twice.\n"
    )
    lock.release()


def test_who_cannot_run_beside_another_one_is_told_what_to_do(capsys: pytest.CaptureFixture[str]) -> None:
    reason = Incompatible("process 4242 would not survive the upgrade: stop it first")
    assert explain(StorageSettings(_env_file=None), reason) == 1
    assert capsys.readouterr().err == (
        "This cannot run beside the bot that is running already: process 4242 would not survive the upgrade: "
        "stop it first.\n"
    )


def test_a_damaged_database_is_not_started_on(tmp_path: Path) -> None:
    play(tmp_path, "first", 1)
    copy = run(tmp_path, "backup").stdout.strip()
    path = tmp_path / "data" / "matches.db"
    with closing(sqlite3.connect(path)) as connection:
        (root,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'action'").fetchone()
    with path.open("r+b") as file:
        file.seek((root - 1) * 4096)
        file.write(b"noise" * 800)
    done = run(tmp_path, "run", DISCORD_TOKEN="token")
    assert done.returncode == 1
    told = done.stderr.splitlines()
    assert told[0].startswith("The database cannot be opened: the database is damaged: ")
    assert told[1].startswith("Bring a backup back with: python -m bot restore FILE. The newest is data/backups/")
    assert told[1].endswith(f"{Path(copy).name}.")
    assert len(told) == 2
    assert run(tmp_path, "restore", copy).returncode == 0
    play(tmp_path, "first", 1)


def test_a_database_in_memory_is_refused_as_a_setting(tmp_path: Path) -> None:
    for url in ("sqlite+aiosqlite://", "sqlite+aiosqlite:///:memory:"):
        done = run(tmp_path, "run", DISCORD_TOKEN="token", DATABASE_URL=url)
        assert done.returncode == 78
        assert "DATABASE_URL: names a database in memory, which ends with the process" in done.stderr


def test_encryption_from_the_first_key_to_the_next(tmp_path: Path) -> None:
    old, new = (run(tmp_path, "key").stdout.strip() for _ in range(2))
    play(tmp_path, "first", 1)
    assert "DATA_KEY is empty" in run(tmp_path, "seal").stderr
    done = run(tmp_path, "seal", DATA_KEY=old)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[0] == (
        "1 value encrypted; all that is secret is under the first key of DATA_KEY now."
    )
    for keys in ("", new):
        done = run(tmp_path, "run", DISCORD_TOKEN="token", DATA_KEY=keys)
        assert done.returncode == 78
        assert re.match(
            r"settings: DATA_KEY: the data are encrypted with the key [0-9a-f]{8}, which is not in it\.\n", done.stderr
        )
        assert old not in done.stderr
    assert run(tmp_path, "seal", DATA_KEY=f"{new},{old}").returncode == 0
    done = run(tmp_path, "seal", DATA_KEY=new)
    assert done.stdout.startswith("0 values encrypted")
    done = run(tmp_path, "run", DISCORD_TOKEN="token", DATA_KEY="canary")
    assert done.returncode == 78
    assert "DATA_KEY: key 1 is none: it must be 32 bytes in base64" in done.stderr
    assert "canary" not in done.stderr


def test_ratings_are_worked_out_anew(tmp_path: Path) -> None:
    play(tmp_path, "first", 1)

    async def rated(*, spoilt: bool) -> list[object]:
        url = f"sqlite+aiosqlite:///{tmp_path / 'data' / 'matches.db'}"
        async with await Store.open(url) as store:
            seats = tuple(Played(seat, 900 + seat, seat, seat, "lost" if seat else "won") for seat in (0, 1))
            await store.results.enter([Outcome("first", 10, "toy", "duel", "all", 1, played=seats)])
            if spoilt:
                wrong = update(rating).values(mu=1)
                await store.database.write(lambda connection: connection.execute(wrong))
            return [(await store.results.ratings(900 + seat, 10))["toy", "duel"] for seat in (0, 1)]

    right = asyncio.run(rated(spoilt=False))
    assert asyncio.run(rated(spoilt=True)) != right
    done = run(tmp_path, "ratings", "recompute")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "Recomputed ratings and statistics from the results of all matches: 1.\n"
    assert asyncio.run(rated(spoilt=False)) == right
