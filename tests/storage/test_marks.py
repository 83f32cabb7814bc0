"""What a deletion does not begin anew: seats in running matches and days of absence, without the id."""

from sqlalchemy import select

from storage import YEAR_MS, Commit, Former, NewMatch, Seat, Store
from storage.schema import barred, meta, spent
from storage.sealing import MARK_KEY, new_key, read_keys
from tests.support.databases import prepare

ID, OTHER, DAY = "abcdefgh23", "ijklmnop45", 86_400_000
NOW = 2 * YEAR_MS


def keep(secret, parts):
    """Leave secret and parts of every match as they are."""
    return secret, parts


async def forget(store, user, now=NOW):
    given_up = [head.id for head in await store.matches.all_open()]
    await store.privacy.forget(user, keep, now=now, given_up=given_up)


async def rows(store, table):
    return await store.database.read(lambda connection: [tuple(row) for row in connection.execute(select(table))])


async def test_whoever_is_deleted_is_barred_from_running_matches_until_they_end(store, lobby, step):
    """By the seat that one had, and by one that one has handed over."""
    for match_id in (ID, OTHER):
        await lobby(store, match_id)
    await lobby(store, "notbegun66")
    await store.matches.commit(step(0))
    await store.matches.commit(step(0, match_id=OTHER))
    seats = (Seat(0, 3, "accepted", since=2), Seat(1, 2, "accepted"))
    await store.matches.commit(step(1, seats=seats, former=Former(0, 1, 2)))
    assert await store.marks.left(1) == {ID}
    await forget(store, 1)
    assert await store.marks.left(1) == await store.marks.barred(1) == {ID, OTHER}
    assert (await store.privacy.export(1))["barred"] == [{"match_id": ID}, {"match_id": OTHER}]
    assert [await store.marks.left(user) for user in (2, 3, 4)] == [set()] * 3
    marks = [one for _, one in await rows(store, barred)]
    assert len(set(marks)) == 2, "one mark would tell that both were the same person's"
    assert (await store.matches.load(ID)).barred == (dict(await rows(store, barred))[ID],)
    await forget(store, 1)
    assert len(await rows(store, barred)) == 2
    await store.matches.commit(step(3, status="over"))
    assert await store.marks.left(1) == {OTHER}
    assert (await store.matches.load(ID)).barred == ()
    await store.matches.commit(Commit(OTHER, 2, NOW, status="cancelled"))
    assert await rows(store, barred) == []


async def test_a_mark_is_nothing_without_the_key(store, lobby, step):
    await lobby(store)
    await store.matches.commit(step(0))
    await forget(store, 1)
    await store.values.set(MARK_KEY, "00" * 32)
    assert await store.marks.barred(1) == set()


async def test_days_of_absence_stay_counted_for_a_year(store):
    await store.calendars.add_absence(1, NOW - YEAR_MS - 5 * DAY, NOW - YEAR_MS + DAY)
    await store.calendars.add_absence(1, NOW - 30 * DAY, NOW - 20 * DAY)
    await store.calendars.add_absence(1, NOW - 2 * DAY, NOW + 5 * DAY)
    await store.calendars.add_absence(2, NOW - DAY, NOW)
    assert await store.marks.absences(1) == ()
    await forget(store, 1)
    assert await store.marks.absences(1) == ((NOW - 13 * DAY, NOW),)
    assert (await store.privacy.export(1))["spent"] == [{"since": NOW - 13 * DAY, "until": NOW}]
    assert await store.marks.absences(2) == ()
    later = NOW + 50 * DAY
    await store.calendars.add_absence(1, later - 4 * DAY, later - DAY)
    await forget(store, 1, later)
    assert await store.marks.absences(1) == ((later - 17 * DAY, later - DAY),)
    await forget(store, 1, later)
    assert await store.marks.absences(1) == ((later - 17 * DAY, later - DAY),)
    await store.prune(later - DAY + YEAR_MS)
    assert len(await rows(store, spent)) == 1
    await store.prune(later - DAY + YEAR_MS + 1)
    assert await rows(store, spent) == []


async def test_nobody_who_was_never_away_is_counted(store):
    await forget(store, 1)
    assert await rows(store, spent) == await rows(store, barred) == []


async def test_the_key_is_made_once_and_sealed_with_the_rest(file_url):
    keys = read_keys(f"{new_key()},{new_key()}")
    async with await Store.open(await prepare(file_url)) as store:
        plain = await store.marks.person(1)
        assert await store.marks.person(1) == plain != await store.marks.person(2)
        assert len(await store.values.find(MARK_KEY)) == 64
    for one in (keys[:1], keys[::-1]):
        async with await Store.open(file_url, keys=one) as store:
            assert await store.keys.seal_all() == 1
            assert (await store.values.find(MARK_KEY)).startswith("\x01sealed\x01")
            assert await store.marks.person(1) == plain
    async with await Store.open(file_url, keys=keys[1:]) as store:
        assert await store.marks.person(1) == plain


async def test_a_new_key_is_sealed_at_once(file_url):
    async with await Store.open(await prepare(file_url), keys=read_keys(new_key())) as store:
        await store.marks.person(1)
        assert (await store.values.find(MARK_KEY)).startswith("\x01sealed\x01")


async def test_no_mark_holds_the_id(store):
    user = 1_234_567_890_123_456_789
    await store.matches.create(NewMatch(ID, "toy", "{}", b"s" * 32, creator=user), [Seat(0, user, "accepted")], now=1)
    await store.matches.commit(Commit(ID, 0, 1, status="running"))
    await store.calendars.add_absence(user, NOW - DAY, NOW)
    await forget(store, user)
    kept = [*await rows(store, barred), *await rows(store, spent), *await rows(store, meta)]
    assert len(kept) >= 3
    assert not any(str(user) in str(value) or f"{user:x}" in str(value) for row in kept for value in row)
