"""Several processes on one PostgreSQL: who serves which shard, what they share, and what becomes of a dead one."""

import asyncio
from contextlib import asynccontextmanager

import pytest
from sqlalchemy import make_url, text

import storage.allowances as allowances
import storage.migrate as migration
import storage.processes as processes
from storage import (
    Candidate,
    DatabaseInUse,
    DatabaseLost,
    Holder,
    Home,
    Incompatible,
    NewJob,
    NewMatch,
    Seat,
    ShardTaken,
    StorageError,
    Store,
    shard_of,
)
from storage.processes import BEAT_MS, LEASE_MS, SILENT_MS

OLD, NEW = Holder(4242, "here", 0), Holder(77, "there", 0)
SHARD_MS = 1 << 22
"""The numbers of servers whose shards follow each other are so far apart."""


def bot(*shards, count=2, holder=OLD, take_over=False):
    return Candidate("bot", holder, "1.0", shards, count, take_over)


@asynccontextmanager
async def beating(store):
    """A process whose heart beats so often that it is seen at once."""

    async def beat():
        while True:
            await store.processes.beat()
            await asyncio.sleep(0.05)

    task = asyncio.create_task(beat())
    try:
        yield
    finally:
        task.cancel()


async def silence(store, ms):
    """Let the heart of the first process have beaten last so long ago."""
    older = text(
        "UPDATE process SET beat = CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT) - CAST(:ms AS BIGINT)"
        " WHERE id = (SELECT id FROM process ORDER BY since LIMIT 1)"
    )
    await store.database.write(lambda connection: connection.execute(older, {"ms": ms}))


async def test_each_shard_is_one_living_processs(postgresql_url):
    async with await Store.among(postgresql_url, bot(0)) as first, await Store.among(postgresql_url, bot(1)) as second:
        roll = await second.processes.beat()
        assert [one.shards for one in roll.processes] == [(0,), (1,)]
        assert roll.mine == (1,)
        assert roll.served() == {0, 1}
        assert (roll.bots, roll.thinkers) == (2, 0)
        async with beating(first):
            with pytest.raises(ShardTaken, match=r"shard 0 is served by another process \(process 4242 on here"):
                await Store.among(postgresql_url, bot(0, holder=NEW))
            with pytest.raises(Incompatible, match=r"SHARD_COUNT=2, this one with SHARD_COUNT=3"):
                await Store.among(postgresql_url, bot(2, count=3, holder=NEW))
            with pytest.raises(DatabaseInUse, match="process 4242 on here"):
                await Store.open(postgresql_url, alone=NEW)  # nor does anybody get all of it
    async with await Store.among(postgresql_url, bot(0, 1)) as again:  # whoever leaves lets go at once
        assert (await again.processes.beat()).mine == (0, 1)


async def test_nobody_comes_in_while_one_has_the_whole_database(postgresql_url):
    async with await Store.open(postgresql_url, alone=OLD):
        with pytest.raises(DatabaseInUse, match="process 4242 on here"):
            await Store.among(postgresql_url, bot(0, holder=NEW))


async def cut_off(store):
    """Close the connection by which a process is known to live, and wait until the server has noticed."""
    locks = text(
        "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'"
        " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
    )
    count = await store.database.read(lambda connection: connection.scalar(locks))
    store.news.release()
    async with asyncio.timeout(60):
        while await store.database.read(lambda connection: connection.scalar(locks)) >= count:
            await asyncio.sleep(0.01)


async def test_sqlite_is_for_one(file_url):
    with pytest.raises(StorageError, match="takes PostgreSQL"):
        await Store.among(file_url, bot(0))


async def test_a_process_whose_connection_is_gone_is_dead_within_seconds(postgresql_url):
    first = await Store.among(postgresql_url, bot(0))
    async with first, await Store.among(postgresql_url, bot(1)) as second:
        await silence(first, SILENT_MS + 1)
        assert len((await second.processes.beat()).processes) == 2  # its connection is there: it may be very busy
        await cut_off(first)
        assert len((await second.processes.beat()).processes) == 1
        with pytest.raises(DatabaseLost, match="taken this one for dead"):
            await first.processes.beat()


async def test_nobody_is_taken_for_dead_who_was_silent_while_the_database_was_away(postgresql_url, monkeypatch):
    passed = 0
    now = processes.server_time
    monkeypatch.setattr(processes, "server_time", lambda connection: now(connection) + passed)
    async with await Store.among(postgresql_url, bot(0)) as first, await Store.among(postgresql_url, bot(1)) as second:
        await first.processes.beat()
        await second.processes.beat()
        passed += LEASE_MS + BEAT_MS  # the server is back
        for _ in range(2):
            await first.processes.beat()
            passed += BEAT_MS
        assert (await second.processes.beat()).served() == {0, 1}
        for _ in range(LEASE_MS // BEAT_MS + 1):
            passed += BEAT_MS
            roll = await first.processes.beat()
        assert roll.served() == {0}
        with pytest.raises(DatabaseLost, match="taken this one for dead"):
            await second.processes.beat()


async def test_a_heart_beats_while_a_step_waits_for_somebody_else(postgresql_server, postgresql_url):
    """Writing all tables anew takes longer with a large one than a process may be silent."""
    async with await Store.among(postgresql_url, bot(0)) as store:
        with postgresql_server.connect(make_url(postgresql_url).database) as other, other.transaction():
            other.execute("LOCK TABLE meta IN ACCESS EXCLUSIVE MODE")
            step = asyncio.create_task(store.values.set("a", "step"))
            async with asyncio.timeout(10):
                await asyncio.sleep(0.2)
                assert (await store.processes.beat()).mine == (0,)
            assert not step.done()
        await step


async def test_a_process_of_a_machine_that_is_gone_is_dead_when_its_lease_ends(postgresql_url):
    async with await Store.among(postgresql_url, bot(0)) as first, await Store.among(postgresql_url, bot(1)) as second:
        await silence(first, LEASE_MS + 1)
        roll = await second.processes.beat()
        assert roll.served() == {1}
        async with await Store.among(postgresql_url, bot(0, holder=NEW)) as third:
            assert (await third.processes.beat()).mine == (0,)


async def test_a_new_process_takes_over_when_it_is_ready(postgresql_url):
    async with (
        await Store.among(postgresql_url, bot(0, count=1)) as old,
        await Store.among(postgresql_url, bot(0, count=1, holder=NEW, take_over=True)) as new,
    ):
        heir = await old.processes.beat()
        assert (heir.mine, heir.heir) == ((0,), new.processes.me)
        assert not (await new.processes.beat()).mine
        for number, first in ((1, old), (2, new)):
            second = new if first is old else old
            assert await first.processes.take_interaction(number, 1)
            assert not await second.processes.take_interaction(number, 1)
        assert await new.processes.inherit((0,)) == 1
        assert (await old.processes.beat()).mine == ()
        assert (await new.processes.beat()).mine == (0,)


async def test_who_has_just_begun_is_not_ready_and_is_found_dead_as_soon_as_others(postgresql_url):
    async with await Store.among(postgresql_url, bot(0)) as first:
        await first.processes.inherit((0,))
        second = await Store.among(postgresql_url, bot(1, holder=NEW))
        roll = await first.processes.beat()
        assert (roll.served(), roll.worked_for()) == ({0, 1}, {0})
        await cut_off(second)  # killed before its heart has ever beaten
        older = text("UPDATE process SET since = since - CAST(:ms AS BIGINT) WHERE pid = 77")
        await first.database.write(lambda connection: connection.execute(older, {"ms": SILENT_MS + 1000}))
        assert (await first.processes.beat()).served() == {0}
        await second.close()


async def test_an_heir_that_dies_leaves_everything_as_it_was(postgresql_url):
    async with await Store.among(postgresql_url, bot(0, count=1)) as old:
        new = await Store.among(postgresql_url, bot(0, count=1, holder=NEW, take_over=True))
        await new.close()
        roll = await old.processes.beat()
        assert (roll.mine, roll.heir) == ((0,), None)


async def test_who_takes_over_from_a_dead_one_has_its_shards(postgresql_url):
    old = await Store.among(postgresql_url, bot(0, 1))
    async with old, await Store.among(postgresql_url, bot(0, 1, holder=NEW, take_over=True)) as new:
        await cut_off(old)
        await silence(old, SILENT_MS + 1)
        assert (await new.processes.beat()).served() == set()
        assert await new.processes.inherit((0, 1)) == 2
        assert (await new.processes.beat()).mine == (0, 1)


async def test_news_come_to_everybody_who_listens(postgresql_url):
    heard = []
    async with (
        await Store.among(postgresql_url, bot(0), hear=heard.append),
        await Store.among(postgresql_url, bot(1)) as second,
    ):
        await second.processes.tell(["post:0", "named:7"])
        async with asyncio.timeout(30):
            while len(heard) < 2:
                await asyncio.sleep(0.01)
        assert heard == ["post:0", "named:7"]
        end = text("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'")
        await second.database.write(lambda connection: connection.execute(end))
        async with asyncio.timeout(60):
            while None not in heard:  # something may have been missed
                await asyncio.sleep(0.01)
        await second.processes.tell(["post:1"])
        async with asyncio.timeout(30):
            while "post:1" not in heard:
                await asyncio.sleep(0.01)


async def test_a_process_gets_the_jobs_of_its_shards(postgresql_url):
    async with await Store.among(postgresql_url, bot(0, 1)) as store:
        servers = {"direct2222": None, "even222222": 4 * SHARD_MS + 5, "odd2222222": 7 * SHARD_MS}
        for match_id, guild_id in servers.items():
            new = NewMatch(match_id, "toy", "{}", b"s", 1, guild_id=guild_id)
            await store.matches.create(new, [Seat(0, 1)], now=0, jobs=[NewJob(match_id, "k")])
        assert [shard_of(guild, 2) for guild in servers.values()] == [0, 0, 1]

        async def claimed(owner, *shards):
            found = await store.jobs.claim(5, owner=owner, lease_ms=100, room=9, home=Home(shards, 2))
            return [one.job.match_id for one in found.jobs], found.next_due

        assert await claimed("second", 1) == (["odd2222222"], None)
        assert await claimed("first", 0) == (["direct2222", "even222222"], None)
        assert await claimed("all", 0, 1) == ([], 105)  # when the leases of the others end


async def test_what_a_person_is_allowed_holds_for_all_processes(postgresql_url, monkeypatch):
    time = 0
    monkeypatch.setattr(allowances, "server_time", lambda connection: time)
    async with await Store.among(postgresql_url, bot(0)) as first, await Store.among(postgresql_url, bot(1)) as second:

        async def took(store, now):
            nonlocal time
            time = now
            return await store.allowances.take("matches", 7, burst=3, every_ms=100)

        at_once = await asyncio.gather(*(took(store, 0) for store in (first, second) * 4))
        assert sum(at_once) == 3
        assert [await took(second, 99), await took(first, 100), await took(second, 100)] == [False, True, False]

        async def called(store, now):
            nonlocal time
            time = now
            return await store.allowances.call(7, (8,), most=3, within_ms=1000)

        assert sum(await asyncio.gather(*(called(store, 0) for store in (first, second) * 4))) == 3
        await second.allowances.take_back(7, (8,))
        assert [await called(first, 1), await called(second, 2), await called(first, 1001)] == [True, False, True]
        time = 0
        waits = [await store.allowances.wait_for("identify", 0, every_ms=5000) for store in (first, second)]
        assert waits == [0, 5000]
        await first.prune(10**13)
        rows = text("SELECT (SELECT count(*) FROM allowance) + (SELECT count(*) FROM call)")
        assert await first.database.read(lambda connection: connection.scalar(rows)) == 0


async def test_a_deletion_sets_no_limit_back(postgresql_url):
    """Neither that of deletions, each of which writes the whole database anew, nor that of calls."""

    async with await Store.among(postgresql_url, bot(0, 1)) as store:
        for limit in (
            lambda: store.allowances.take("deletions", 7, burst=2, every_ms=3_600_000),
            lambda: store.allowances.call(7, [8], most=2, within_ms=3_600_000),
        ):
            for allowed in (True, True, False):
                assert await limit() is allowed
                await store.privacy.forget(7, lambda secret, parts: (secret, parts), now=0)
        kept = await store.privacy.export(7)
        assert (len(kept["allowance"]), len(kept["call"])) == (1, 2)


async def test_an_outage_of_some_shards_is_one_of_their_matches(postgresql_url):
    async with await Store.among(postgresql_url, bot(0, 1)) as store:
        for match_id, guild_id in (("even222222", 4 * SHARD_MS), ("odd2222222", 7 * SHARD_MS)):
            await store.matches.create(NewMatch(match_id, "toy", "{}", b"s", 1, guild_id=guild_id), [Seat(0, 1)], now=0)
            await store.matches.change_lobby(match_id, 0, now=1, status="running")
        for until in (150, 200, 200, 180):  # again is harmless
            await store.pauses.add_outage_of(Home((1,), 2), 100, until)
        assert await store.pauses.of_match("even222222", 999) == ()
        assert await store.pauses.of_match("odd2222222", 999) == ((100, 200),)


async def test_what_is_known_of_shards_is_handed_on_where_they_are_counted_in_another_way(postgresql_url):
    async with await Store.among(postgresql_url, bot(0, 1)) as store:
        heard = store.heard
        assert (await heard.earliest(), await heard.of(Home((0, 1), 2))) == (None, {})
        await heard.note(Home((0,), 2), 50)
        assert await heard.of(Home((0, 1), 2)) == {0: 50, 1: 50}  # of the other one nothing is known
        await heard.note(Home((1,), 2), 60)
        await heard.note(Home((0,), 2), 90)
        assert await heard.of(Home((0, 1), 2)) == {0: 90, 1: 60}
        assert await heard.of(Home((0, 2), 3)) == {0: 60, 2: 60}
        await heard.note(Home((0,), 3), 100)
        assert await heard.of(Home((0, 1, 2), 3)) == {0: 100, 1: 60, 2: 60}
        assert await heard.of(Home((0, 1), 2)) == {0: 60, 1: 60}
        await heard.note(None, 200)
        assert await heard.earliest() == 200
        await asyncio.gather(*(heard.note(Home((number,), 4), 300) for number in range(4)))
        assert await heard.of(Home((0, 1, 2, 3), 4)) == dict.fromkeys(range(4), 300)


async def test_what_would_not_be_survived_waits_until_all_have_stopped(postgresql_url, monkeypatch):
    monkeypatch.setattr(migration, "TURNS", 2)
    monkeypatch.setattr(migration, "TURN", 0.01)
    known = ("9999", "9998", *migration.known_revisions())
    async with await Store.among(postgresql_url, bot(0)):
        monkeypatch.setattr(migration, "head", lambda: "9999")
        monkeypatch.setattr(migration, "known_revisions", lambda: known)
        monkeypatch.setattr(migration, "must_know", lambda scripts: "9999")
        with pytest.raises(Incompatible, match=r"would not survive the upgrade .* stop all processes"):
            await migration.migrate_among(postgresql_url, NEW)


async def test_many_begin_at_the_same_time_on_an_empty_database(postgresql_server):
    url = postgresql_server.new_database()
    stores = await asyncio.gather(*(Store.among(url, bot(number, count=3)) for number in range(3)))
    assert (await stores[0].processes.beat()).served() == {0, 1, 2}
    for store in stores:
        await store.close()
