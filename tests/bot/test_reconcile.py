"""After the start: what Discord does not show as it is now is found without asking for each match."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
from sqlalchemy import event, update

from bot.matches.commits import CommitEvent
from bot.matches.service import Matches
from bot.publish import live as reconciling
from bot.publish.live import reconcile
from storage import POST, Commit, NewJob, NewMatch, NewMessage, Seat, Store
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
