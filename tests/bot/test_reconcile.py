"""After the start: what Discord does not show as it is now is found without asking for each match."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
from sqlalchemy import event, update

from bot.matches.commits import CommitEvent
from bot.matches.service import Matches
from bot.publish import live as reconciling
from bot.publish.live import SHOWN, reconcile
from bot.publish.sending import nonce
from storage import POST, Commit, NewJob, NewMatch, NewMessage, Seat, StorageError, Store
from storage.schema import match


@pytest.fixture
async def store() -> AsyncIterator[Store]:
    async with await Store.open("sqlite+aiosqlite://") as made:
        yield made


async def running(store: Store, number: int, *, shown: int | None, state: str = "live") -> str:
    """A match at version 2 with a live message of that version."""
    match_id = f"match{number:05}"
    new = NewMatch(match_id, "game", "{}", bytes(32), 1, channel_id=5)
    await store.matches.create(new, [Seat(0, 1)], now=1)
    for version in (0, 1):
        await store.matches.commit(Commit(match_id, version, 2, status="running"))
    if shown is not None:
        await store.messages.add(NewMessage(match_id, "live", 5, 100 + number, shown), now=3)
        if state != "live":
            await store.messages.change(100 + number, now=4, state="closed")
    return match_id


async def told(store: Store, match_id: str) -> list[tuple[str, int]]:
    return [(row.kind, row.version) for row in await store.jobs.of_match(match_id) if row.state == "pending"]


async def test_what_is_old_or_missing_is_told_and_nothing_else(store: Store) -> None:
    current = await running(store, 0, shown=2)
    old = await running(store, 1, shown=1)
    missing = await running(store, 2, shown=None)
    closed = await running(store, 3, shown=2, state="closed")
    private = await running(store, 4, shown=None)
    await store.messages.add(NewMessage(private, "dm", 5, 900, 2, recipient=1), now=3)
    over = await running(store, 5, shown=1)
    await store.database.write(lambda c: c.execute(update(match).where(match.c.id == over).values(status="over")))
    woken: list[bool] = []
    matches = Matches(store, {}, clock=lambda: 10)

    async def noted(event: CommitEvent) -> None:
        woken.append(POST in event.due)

    matches.commits.subscribe(noted)
    await reconcile(matches)
    for match_id in (old, missing, closed, private):
        assert await told(store, match_id) == [("public", 2)], match_id
    for match_id in (current, over):
        assert await told(store, match_id) == []
    assert woken


async def test_the_number_of_statements_does_not_depend_on_how_many_matches_are_up_to_date(store: Store) -> None:
    statements: list[str] = []

    def noted(_connection: Any, _cursor: Any, statement: str, *_rest: Any) -> None:
        statements.append(statement)

    event.listen(store.database.reader.sync_engine, "before_cursor_execute", noted)
    counts = []
    for number in range(40):
        await running(store, number, shown=2)
        if number in (3, 39):
            statements.clear()
            await reconcile(Matches(store, {}))
            counts.append(len(statements))
    assert counts[0] == counts[1] <= 2


async def test_many_are_told_page_by_page(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reconciling, "PAGE", 3)
    ids = [await running(store, number, shown=number % 2 or None) for number in range(8)]
    await reconcile(Matches(store, {}))
    for match_id in ids:
        assert await told(store, match_id) == [("public", 2)]
    assert await store.jobs.count_open() == 8


async def test_a_row_that_waits_already_is_replaced(store: Store) -> None:
    match_id = await running(store, 0, shown=None)
    await store.jobs.add(match_id, [NewJob(f"match:{match_id}", "public", supersedes=True)], now=5, version=1)
    await reconcile(Matches(store, {}))
    assert await told(store, match_id) == [("public", 2)]


WAITS = ("values.find", "messages.doubt", "matches.all_open", "jobs.add", "values.set")


@pytest.mark.parametrize("failing", [None, *WAITS])
async def test_after_a_restore_every_open_match_is_shown_anew_once(
    store: Store, monkeypatch: pytest.MonkeyPatch, failing: str | None
) -> None:
    """The rows say that all is shown; but on Discord the matches went on, and what failed is done at the next try."""
    shown = await running(store, 0, shown=2)
    await store.messages.add(NewMessage(shown, "dm", 5, 900, 2, recipient=1), now=3)
    await store.people.set_player(1, now=3, dm=True)
    await store.matches.create(NewMatch("challenge", "game", "{}", bytes(32), 1, channel_id=5), [Seat(0, 1)], now=1)
    await store.messages.add(NewMessage("challenge", "start", 5, 800, 0, extra="as it was"), now=3)
    over = await running(store, 5, shown=2)
    await store.database.write(lambda c: c.execute(update(match).where(match.c.id == over).values(status="over")))
    matches = Matches(store, {}, clock=lambda: 10)
    await reconcile(matches)
    assert await store.jobs.count_open() == 0

    store.restored = 4711
    if failing is not None:

        async def fails(*_: Any, **__: Any) -> None:
            raise StorageError("injected")

        repository, _, name = failing.partition(".")
        with monkeypatch.context() as patched:
            patched.setattr(getattr(store, repository), name, fails)
            with pytest.raises(StorageError, match="injected"):
                await reconcile(matches)
    for _ in range(2):
        await reconcile(matches)
        assert sorted(await told(store, shown)) == [("dm", 2), ("public", 2)]
        assert await told(store, "challenge") == [("public", 0)]
        assert await told(store, over) == []
    board, dm = await store.messages.find(100), await store.messages.find(900)
    start = await store.messages.find(800)
    assert (board and board.version, dm and dm.version) == (0, 0)
    assert start is not None
    assert start.extra is None
    assert await store.values.find(SHOWN) == "4711"


def test_the_same_job_has_another_nonce_after_a_restore(store: Store) -> None:
    first = nonce(store, "live", 5)
    assert first == nonce(store, "live", 5)
    assert first != nonce(store, "live", 6)
    store.restored = 4711
    assert nonce(store, "live", 5) != first
    assert len(first) <= 25  # what Discord takes
