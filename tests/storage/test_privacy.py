"""What is left of people who are forgotten: nothing, in the rows and in the bytes of the files."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import func, select

from storage import Digest, Follower, Former, NewJob, NewMatch, Seat, StillSeated, StorageError, Store, StoredPlan
from storage.dialects import sqlite_files
from storage.schema import metadata
from tests.support.databases import prepare

ID = "abcdefgh23"


def keep(secret, parts):
    """Leave secret and parts of every match as they are."""
    return secret, parts


async def test_whoever_is_forgotten_is_in_no_row(store, lobby):
    await lobby(store, parts="[]")
    before = await store.matches.load(ID)
    user = before.seats[0].user_id
    await store.instructions.set(user, "toy", "", "call", "call pass", now=1)
    await store.followers.add(ID, Follower(user, "end", 0), 9)
    await store.digests.set(Digest(user, 480, 5))
    assert {name for name, rows in (await store.privacy.export(user)).items() if rows} >= {"instruction", "seat"}
    handed = []

    def redraw(secret, parts):
        handed.append((secret, parts))
        return b"x" * 32, None

    assert await store.privacy.forget(user, redraw, now=1, given_up=[ID]) > 0
    assert handed == [(before.seed, "[]")]
    assert not any((await store.privacy.export(user)).values())
    after = await store.matches.load(ID)
    assert after.seats[0].user_id == after.creator < 0
    assert (after.seed, after.parts, after.version) == (b"x" * 32, None, before.version + 1)


async def test_what_the_bot_notes_of_a_job_is_not_about_its_recipient(store, lobby):
    await lobby(store)
    await store.jobs.add(ID, (NewJob("dm:1", "dm", recipient=1),), now=0)
    (claimed,) = (await store.jobs.claim(1, owner="me", lease_ms=9, room=1)).jobs
    await store.jobs.put_back(claimed.job.id, owner="me", due_at=9, note="the hand of somebody else")
    (row,) = (await store.privacy.export(1))["job"]
    assert (row["kind"], row["recipient"]) == ("dm", 1)
    assert "note" not in row


async def test_whoever_has_handed_a_seat_over_is_forgotten_too(store, lobby, step):
    await lobby(store)
    await store.matches.commit(step(0, seats=(Seat(0, 1, "accepted", "own", 9), Seat(1, 2, "accepted"))))
    assert (await store.matches.load(ID)).seats[0] == Seat(0, 1, "accepted", "own", 9)
    assert [head.id for head in await store.matches.with_offered_seats(None, 9)] == [ID]
    assert (await store.privacy.export(9))["offered_to"] == [{"match_id": ID, "seat": 0}]
    await store.matches.commit(step(1, plans=(StoredPlan(1, "go", 1),)))
    new = (Seat(0, 3, "accepted", since=3), Seat(1, 2, "accepted"))
    done = await store.matches.commit(step(2, seats=new, former=Former(0, 1, 3)))
    assert done.seqs == (3,)
    match, _ = await store.matches.load_whole(ID)
    assert (match.seats, match.former) == (new, (Former(0, 1, 3),))
    assert await store.plans.of_match(ID) == ()
    for user in (1, 3):
        assert any((await store.privacy.export(user)).values())
        await store.privacy.forget(user, keep, now=1, given_up=[ID])
        kept = await store.privacy.export(user)
        assert [name for name, rows in kept.items() if rows] == ["barred"]  # they cannot come back to it
    match = await store.matches.load(ID)
    strangers = {match.seats[0].user_id, match.former[0].user_id}
    assert len(strangers) == 2
    assert max(strangers) < 0


async def test_nobody_is_forgotten_while_an_open_match_waits_for_them(store, lobby, step):
    await lobby(store)
    await lobby(store, "given")
    await store.instructions.set(1, "toy", "", "call", "call pass", now=1)
    for status in ("lobby", "running"):
        before = await store.matches.load(ID)
        assert before.status == status
        with pytest.raises(StillSeated):
            await store.privacy.forget(1, keep, now=1, given_up=["given"])
        assert await store.matches.load(ID) == before
        assert (await store.matches.load("given")).seats[0].user_id == 1
        assert (await store.privacy.export(1))["instruction"]
        await store.matches.commit(step(before.version, status="running" if status == "lobby" else "over"))
    await store.privacy.forget(1, keep, now=1, given_up=["given"])
    assert not any((await store.privacy.export(1)).values())


async def test_whoever_is_forgotten_is_another_stranger_in_every_match(store, lobby):
    """So nobody who reads the rows can tell which matches were the same person's."""
    names = [f"match{number}" for number in range(20)]
    for name in names:
        await lobby(store, name)
    await store.privacy.forget(1, keep, now=1, given_up=names)
    heads = await store.matches.all_open()
    strangers = {head.seats[0].user_id for head in heads}
    assert len(strangers) == len(heads) == len(names)
    assert all(head.seats[0].user_id == head.creator < 0 for head in heads)
    assert {head.seats[1].user_id for head in heads} == {2}


async def test_the_database_is_compacted_once_for_all_who_were_forgotten(store, monkeypatch):
    compacted = []

    async def compact():
        compacted.append(1)
        if len(compacted) == 1:
            await store.privacy.forget(2, keep, now=1)  # another process does, in the middle of it

    monkeypatch.setattr(store.database, "compact", compact)
    await store.privacy.forget(1, keep, now=1)
    for count in (1, 2, 2):
        await store.privacy.compact()
        assert len(compacted) == count


async def test_whoever_is_forgotten_is_in_no_byte_of_the_files_while_they_are_open(file_url, lobby, step, monkeypatch):
    """Neither in the log, nor in free pages, nor between the cells of those in use."""
    user, path = 1_234_567_890_123_456_789, Path(file_url.partition("///")[2])
    async with await Store.open(await prepare(file_url)) as store:
        before = await _counts(store)
        for number in range(40):
            name = f"match{number}"
            part = json.dumps([{"player": str(user), "press": None}])
            await store.matches.create(
                NewMatch(name, "toy", "{}", b"s" * 32, creator=user, parts=part), [Seat(0, user, "accepted")], now=1
            )
            for version in range(5):
                jobs = (NewJob(f"user:{user}", "remind", user),)
                await store.matches.commit(step(version, match_id=name, jobs=jobs))
            await store.instructions.set(user, "toy", name, "call", "call pass", now=1)
        await store.matches.commit(step(5, match_id="match0", snapshot=f"{user}" * 9000))
        await store.matches.commit(step(6, match_id="match0", snapshot="{}"))
        assert _bytes_with(path, user)
        names = [f"match{number}" for number in range(40)]
        await store.privacy.forget(user, lambda secret, parts: (secret, None), now=1, given_up=names)
        assert _bytes_with(path, user)
        with closing(sqlite3.connect(path)) as reader:  # such as a backup of a large database
            reader.execute("BEGIN")
            reader.execute("SELECT count(*) FROM match").fetchone()
            monkeypatch.setattr(sqlite_files, "BUSY_TIMEOUT_MS", 50)
            with pytest.raises(StorageError):
                await store.privacy.compact()
            assert _bytes_with(path, user)
        await store.privacy.compact()
        assert _bytes_with(path, user) == []
        assert await store.find_problems() == []
        assert await _counts(store) == before | {"match": 40, "seat": 40, "action": 202, "barred": 40, "meta": 1}


def _bytes_with(path, user):
    """The files of a database that hold an id, in letters or as SQLite writes numbers."""
    files = [(one.name, one.read_bytes()) for one in path.parent.glob(f"{path.name}*")]
    forms = (str(user).encode(), user.to_bytes(8, "big"))
    return [name for name, data in files if any(form in data for form in forms)]


async def _counts(store):
    """How many rows each table has."""
    counts = {table.name: select(func.count()).select_from(table) for table in metadata.sorted_tables}
    return await store.database.read(lambda connection: {name: connection.scalar(one) for name, one in counts.items()})
