"""A stored move through `storage.Store`, on both kinds of database, against one bare transaction of sqlite3."""

from __future__ import annotations

import asyncio
import sqlite3
import tempfile
from pathlib import Path

from benchmarks.databases import both
from benchmarks.measure import Job, Row, duels, rate, ratio, seconds_a_unit
from bot.matches.work import snapshot
from games.agreements import Position
from games.monolith_arena.game import GAME
from games.record import state_hash
from games.referee import Moment
from storage import Commit, Committed, NewAction, NewJob, NewMatch, Seat, Store

MATCH = "abcdefgh23"
THREAD = "thread:1"
PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "secure_delete=FAST")


def commits(games: int) -> list[Commit]:
    """Return the moves of random games as the steps of one long match, each with a board to post."""
    return [
        Commit(
            MATCH,
            version,
            1_000 + version,
            version + 1,
            actions=(_action(moment),),
            snapshot=snapshot(GAME, Position(moment.before)),
            jobs=(NewJob(THREAD, "board", supersedes=True),),
        )
        for version, moment in enumerate(duels(games))
    ]


def _action(moment: Moment) -> NewAction:
    return NewAction(moment.choice.seat, " ".join(moment.action), state_hash(GAME, moment.before), moment.choice.key)


def stored(store: Store, steps: list[Commit], runner: asyncio.Runner, portion: int) -> Job:
    """Return a job that takes the next steps through the store; a unit is a move."""
    left = iter(steps)

    async def some() -> int:
        for _ in range(portion):
            assert isinstance(await store.matches.commit(next(left)), Committed)
        return portion

    return lambda: runner.run(some())


def bare(connection: sqlite3.Connection, steps: list[Commit], portion: int) -> Job:
    """Return a job that takes the next steps as plain SQL with nothing around it; a unit is a move."""
    left = iter(steps)

    def one(step: Commit) -> None:
        version, now, (action,), (post,) = step.expected_version + 1, step.now, step.actions, step.jobs
        run = connection.execute
        run("BEGIN IMMEDIATE")
        run(
            "UPDATE match SET version=?, snapshot=?, updated_at=? WHERE id=? AND version=?",
            (version, step.snapshot, now, MATCH, step.expected_version),
        )
        run(
            "INSERT INTO action (match_id, seq, kind, seat, text, boundary, secret, state_hash, choice_key, created_at)"
            " VALUES (?, ?, 'action', ?, ?, 0, 0, ?, ?, ?)",
            (MATCH, version, action.seat, action.text, action.state_hash, action.choice_key, now),
        )
        run(
            "INSERT INTO interaction (id, match_id, version, created_at) VALUES (?, ?, ?, ?)",
            (step.interaction_id, MATCH, version, now),
        )
        run("DELETE FROM job WHERE match_id=? AND lane=? AND state='pending'", (MATCH, post.lane))
        run(
            "INSERT INTO job (match_id, lane, kind, version, supersedes, pool, state, attempts, due_at, note,"
            " created_at) VALUES (?, ?, ?, ?, 1, 'post', 'pending', 0, ?, '', ?)",
            (MATCH, post.lane, post.kind, version, now, now),
        )
        run("COMMIT")

    def job() -> int:
        for _ in range(portion):
            one(next(left))
        return portion

    return job


async def _prepared(url: str) -> Store:
    store = await Store.open(url)
    await store.matches.create(NewMatch(MATCH, GAME.name, "{}", bytes(32), 1), [Seat(0, 1), Seat(1, 2)], now=0)
    return store


def run(*, small: bool) -> list[Row]:
    """Compare both ways to store the same moves, each in a database of its own."""
    rounds, portion = (2, 2) if small else (40, 20)
    steps: list[Commit] = commits(1 if small else 1 + (rounds + 1) * portion // 90)
    assert len(steps) >= (rounds + 1) * portion
    with tempfile.TemporaryDirectory() as folder, asyncio.Runner() as runner, both(Path(folder)) as urls:
        stores = {name: runner.run(_prepared(url)) for name, url in urls.items()}
        runner.run(_close(runner.run(_prepared(f"sqlite+aiosqlite:///{Path(folder) / 'bare.db'}"))))
        connection = sqlite3.connect(Path(folder) / "bare.db", isolation_level=None)
        try:
            for pragma in PRAGMAS:
                connection.execute(f"PRAGMA {pragma}")
            jobs = [stored(store, steps, runner, portion) for store in stores.values()]
            *ours, theirs = seconds_a_unit([*jobs, bare(connection, steps, portion)], rounds)
        finally:
            connection.close()
            for store in stores.values():
                runner.run(_close(store))
    rows = [Row("bare sqlite3", rate(theirs), "moves/s")]
    for name, times in zip(stores, ours, strict=True):
        rows.append(Row(f"store on {name}", rate(times), "moves/s"))
        rows.append(Row(f"a stored move on {name}", ratio(times, theirs), "bare transactions"))
    return rows


async def _close(store: Store) -> None:
    await store.close()
