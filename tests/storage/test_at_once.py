"""However many ask at once, and in however many processes: so many challenges and no more, and one rematch.

And of what they enter nothing is lost.
"""

import asyncio
import threading
from contextlib import AsyncExitStack

import pytest
from sqlalchemy import event, text

from storage import (
    Commit,
    Created,
    Crowded,
    Duplicate,
    Outcome,
    Played,
    Rematched,
    Seat,
    StorageError,
    Store,
    Tournament,
    steps,
)
from storage.ledger import Ledger
from storage.plans import StoredPlan

STORES = 4
SEATS = (Seat(0, 1, "accepted"), Seat(1, 2))
ORIGINAL = "original22"


@pytest.fixture(params=["sqlite-file", "postgresql"])
async def stores(request, file_url):
    """Several stores of one database. They share nothing else, as processes do."""
    url = file_url if request.param == "sqlite-file" else request.getfixturevalue("postgresql_url")
    async with AsyncExitStack() as all_of_them:
        yield [await all_of_them.enter_async_context(await Store.open(url)) for _ in range(STORES)]


async def create(store, new, number, **more):
    return await store.matches.create(new(f"match{number:05}".replace("0", "a"), **more), SEATS, now=number, most=10)


async def test_the_eleventh_lobby_is_refused_until_one_is_gone(store, new_match):
    made = [await create(store, new_match, number) for number in range(12)]
    assert [type(one) for one in made] == [Created] * 10 + [Crowded] * 2
    assert await create(store, new_match, 20, creator=2) == Created("matchaaa2a")
    begun = made[3].match_id
    await store.matches.commit(Commit(begun, 0, 50, status="running"))
    assert type(await create(store, new_match, 30)) is Created
    assert type(await create(store, new_match, 31)) is Crowded


async def test_a_refused_lobby_leaves_nothing_behind(store, new_match):
    for number in range(10):
        await create(store, new_match, number)
    refused = await store.matches.create(new_match("refused222"), SEATS, now=99, interaction_id=7, most=10)
    assert refused == Crowded()
    assert await store.matches.load("refused222") is None
    assert await store.matches.find_handled(7) is None


async def test_the_same_interaction_again_counts_once(store, new_match):
    first = await store.matches.create(new_match("first22222"), SEATS, now=1, interaction_id=7, most=1)
    again = await store.matches.create(new_match("again22222"), SEATS, now=2, interaction_id=7, most=1)
    assert (first, again) == (Created("first22222"), Duplicate("first22222", 0, None))


async def test_forty_at_once_from_several_processes_make_ten(stores, new_match):
    made = await asyncio.gather(*(create(stores[n % STORES], new_match, n) for n in range(40)))
    assert sum(type(one) is Created for one in made) == 10
    assert sum(type(one) is Crowded for one in made) == 30
    assert len(await stores[0].matches.all_open()) == 10


async def test_forty_rematches_at_once_from_several_processes_are_one(stores, new_match):
    await stores[0].matches.create(new_match(ORIGINAL), SEATS, now=0)
    made = await asyncio.gather(
        *(create(stores[n % STORES], new_match, n, creator=n, rematch_of=ORIGINAL) for n in range(40))
    )
    (created,) = [one for one in made if type(one) is Created]
    assert [one for one in made if one != created] == [Rematched(created.match_id)] * 39


async def test_there_may_be_another_rematch_when_the_first_is_over_or_called_off(store, new_match):
    await store.matches.create(new_match(ORIGINAL), SEATS, now=0)
    for number, status in enumerate(("cancelled", "over", "running", "lobby")):
        made = await create(store, new_match, number, rematch_of=ORIGINAL)
        if status == "lobby":
            break
        assert type(made) is Created
        await store.matches.commit(Commit(made.match_id, 0, 50, status="running" if status == "over" else status))
        if status != "cancelled":
            assert await create(store, new_match, 90 + number, rematch_of=ORIGINAL) == Rematched(made.match_id)
        if status == "over":
            await store.matches.commit(Commit(made.match_id, 1, 51, status="over"))
    assert type(made) is Rematched


async def test_who_looked_before_the_other_wrote_is_told_what_the_other_has_made(store, new_match, monkeypatch):
    """As where transactions overlap: the constraint refuses the second, which looks again."""
    await store.matches.create(new_match(ORIGINAL), SEATS, now=0)
    await create(store, new_match, 1, rematch_of=ORIGINAL)
    looked = []
    real = steps._rematched

    def too_early(connection, new):
        looked.append(new.id)
        return real(connection, new) if len(looked) > 1 else None

    monkeypatch.setattr(steps, "_rematched", too_early)
    assert await create(store, new_match, 2, rematch_of=ORIGINAL) == Rematched("matchaaaa1")
    assert len(looked) == 2


async def test_the_database_itself_lets_no_two_challenges_have_one_slot(store, new_match, monkeypatch):
    await create(store, new_match, 1)
    monkeypatch.setattr(steps, "_free_slot", lambda *_: 0)
    with pytest.raises(StorageError, match="such a row already"):
        await create(store, new_match, 2)
    assert len(await store.matches.all_open()) == 1


WAITING = text(
    "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
    " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
)


def won(match_id, at):
    played = (Played(0, 101, 0, 0, "won"), Played(1, 102, 1, 1, "lost"))
    return Outcome(match_id, 10, "toy", "duel", "all", at, played=played)


@pytest.fixture
async def entering(postgresql_url, new_match, monkeypatch):
    """Two stores, and the first enters a result: it has read what there was, and writes when it is let go on."""
    async with await Store.open(postgresql_url) as store, await Store.open(postgresql_url) as other:
        for name in ("first22222", "second2222", "third22222"):
            await store.matches.create(new_match(name), (Seat(0, 101, "accepted"), Seat(1, 102)), now=1)
        await store.results.enter([won("first22222", 1)])
        read, go_on, write = threading.Event(), threading.Event(), Ledger.write

        def slowly(ledger):
            if not read.is_set():
                read.set()
                go_on.wait(60)
            write(ledger)

        async def meanwhile(work):
            """Carry out what the other one does as far as it comes, then let the first go on to its end."""
            slow = asyncio.create_task(store.results.enter([won("second2222", 2)]))
            await asyncio.to_thread(read.wait, 60)
            quick = asyncio.create_task(work)
            while not quick.done() and not await store.database.read(lambda connection: connection.scalar(WAITING)):
                await asyncio.sleep(0.01)
            go_on.set()
            await asyncio.gather(slow, quick)

        monkeypatch.setattr(Ledger, "write", slowly)
        yield store, other, meanwhile
        go_on.set()


async def kept(store, user=101):
    """All that is kept of the results of somebody."""
    return (
        await store.results.ratings(user, 10),
        await store.results.tallies(user, 10),
        await store.results.meetings(user, 203 - user, 10),
    )


async def test_two_matches_of_one_person_that_end_at_once_in_two_processes_both_count(entering):
    store, other, meanwhile = entering
    await meanwhile(other.results.enter([won("third22222", 3)]))
    there = ratings, tallies, meetings = await kept(store)
    assert ratings["toy", "duel"].matches == 3
    assert {one.tally.matches for one in tallies} == {3}
    assert meetings["toy", "duel"].matches == 3
    await store.results.recompute()
    assert await kept(store) == there


async def test_a_match_that_ends_while_all_is_worked_out_anew_counts_once(entering):
    store, other, meanwhile = entering
    await meanwhile(other.results.recompute())
    ratings, tallies, meetings = await kept(store)
    assert ratings["toy", "duel"].matches == 2
    assert {one.tally.matches for one in tallies} == {2}
    assert meetings["toy", "duel"].matches == 2


async def test_nothing_is_kept_of_somebody_who_is_deleted_while_their_match_ends(entering):
    store, other, meanwhile = entering
    everything = ("first22222", "second2222", "third22222")
    await meanwhile(other.privacy.forget(101, lambda secret, parts: (secret, parts), now=3, given_up=everything))
    assert await kept(store) == ({}, [], {})
    assert await store.results.meetings(102, 101, 10) == {}
    assert (await store.results.meetings(102, 0, 10))["toy", "duel"].matches == 2


BLOCKED = text("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'")


@pytest.fixture
async def halfway(postgresql_url, lobby):
    """Two stores with one match, and what lets the second work while the first has read and not written yet."""
    async with await Store.open(postgresql_url) as store, await Store.open(postgresql_url) as other:
        match_id = await lobby(store)
        go_on = threading.Event()

        async def meanwhile(work, read, quick):
            """Do `work` up to its statement that begins with `read`, then `quick` as far as it comes, then the rest."""
            has_read = threading.Event()

            def stop(_connection, _cursor, statement, *_):
                if statement.startswith(read) and not has_read.is_set():
                    has_read.set()
                    go_on.wait(60)

            event.listen(store.database.writer.sync_engine, "after_cursor_execute", stop)
            slow = asyncio.create_task(work)
            assert await asyncio.to_thread(has_read.wait, 60)
            task = asyncio.create_task(quick)
            while not task.done() and not await store.database.read(lambda connection: connection.scalar(BLOCKED)):
                await asyncio.sleep(0.01)
            go_on.set()
            return await asyncio.gather(slow, task)

        yield store, other, match_id, meanwhile
        go_on.set()


PENDING, DONE = StoredPlan(1, "pick 3 4", 10), StoredPlan(1, "pick 3 4", 12, "done")
PLAN_READ = "SELECT plan."


async def test_a_plan_that_is_carried_out_while_its_owner_chooses_another_stays_so(halfway):
    store, other, match_id, meanwhile = halfway
    await store.matches.commit(Commit(match_id, 0, 10, plans=(PENDING,)))
    choosing = store.plans.keep_draft(match_id, 1, "pick 1 2", now=11)
    await meanwhile(choosing, PLAN_READ, other.matches.commit(Commit(match_id, 1, 12, plans=(DONE,))))
    (stored,) = await store.plans.of_match(match_id)
    assert (stored.lines, stored.outcome) == ("pick 3 4", "done")


async def test_a_plan_that_is_kept_while_the_last_one_is_reported_stays(halfway):
    store, other, match_id, meanwhile = halfway
    await store.matches.commit(Commit(match_id, 0, 12, plans=(DONE,)))
    new = StoredPlan(1, "pick 5 5", 13)
    reporting = store.plans.remove_reported(match_id, DONE)
    await meanwhile(reporting, PLAN_READ, other.matches.commit(Commit(match_id, 1, 13, plans=(new,))))
    assert await store.plans.of_match(match_id) == (new,)


async def test_of_two_who_vote_at_once_in_two_processes_the_second_knows_of_both(halfway):
    store, other, match_id, meanwhile = halfway
    first, second = store.clocks.vote(match_id, 0, 1, "off"), other.clocks.vote(match_id, 0, 2, "off")
    assert await meanwhile(first, "SELECT voice.", second) == [{1: "off"}, {1: "off", 2: "off"}]


async def test_a_match_that_ends_while_another_process_closes_its_season_has_a_share_in_the_titles(halfway, new_match):
    store, other, match_id, meanwhile = halfway
    season = await store.seasons.begin(10, 20, "Season", (), now=0, end=9)
    for number in range(2):
        name = f"match2222{number + 2}"
        await store.matches.create(new_match(name), SEATS, now=1)
        await store.results.enter([won(name, 2 + number)])
    await meanwhile(store.results.enter([won(match_id, 8)]), "SELECT season.", other.seasons.close(season, 9))
    assert (await store.seasons.score(season, "toy", 101)).matches == 3
    assert [(one.title, one.user_id) for one in await store.seasons.titles(season)] == [("champion", 101)]


CUP = "cupcupcupc"


@pytest.fixture
async def cup(halfway):
    """A tournament that users 8 and 9 have entered, and what lets another process start it in the middle of a work."""
    store, other, _, meanwhile = halfway
    new = Tournament(
        CUP, 10, 20, 1, "Cup", "toy", "1v1", "{}", "1d+2h", False, "en", kind="swiss", most=9, rounds=None, created_at=1
    )
    assert await store.tournaments.create(new, 10)
    for user in (8, 9):
        assert await store.tournaments.enter(CUP, (user,), (user,)) == "entered"
    head = (await store.tournaments.load(CUP)).head

    async def while_it_starts(work, read="SELECT tournament."):
        """Return what has come of the work, if the tournament has begun, and who is in it, by seeds."""
        done, begun = await meanwhile(work, read, other.tournaments.start(head, {1: 1, 2: 2}, 1))
        return done, begun, {one.users: one.seed for one in (await store.tournaments.load(CUP)).entrants}

    return store, while_it_starts


async def test_nobody_enters_a_tournament_that_another_process_has_started_meanwhile(cup):
    store, while_it_starts = cup
    entering = store.tournaments.enter(CUP, (7,), (7,))
    assert await while_it_starts(entering) == ("entered", False, {(8,): None, (9,): None, (7,): None})


async def test_nobody_is_taken_out_of_a_tournament_that_another_process_has_started_meanwhile(cup):
    store, while_it_starts = cup
    assert await while_it_starts(store.tournaments.leave(CUP, 2, now=5)) == (True, False, {(8,): None})


async def test_who_is_deleted_while_another_process_starts_a_tournament_has_withdrawn_from_it(cup):
    store, while_it_starts = cup
    deleting = store.privacy.forget(9, lambda secret, parts: (secret, parts), now=5)
    _, begun, entrants = await while_it_starts(deleting, "SELECT entrant_member.")
    assert begun
    assert sorted(entrants.values()) == [1, 2]
    assert [one.left_at for one in (await store.tournaments.load(CUP)).entrants] == [None, 5]
