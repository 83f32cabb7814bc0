"""Ratings of a simulated community: the same whenever they are worked out, in the order of how strong people are."""

from __future__ import annotations

import time
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import insert, select

from benchmarks.community import FIRST, GAME, SERVER, simulated, strength_of
from storage import Store, schema
from storage.result_tables import meeting, rating, rating_change, tally
from storage.results import enter, recompute
from tests.support.databases import prepare

FOLLOWING = (rating, rating_change, tally, meeting)


def _rows(connection: Any) -> dict[str, list[Any]]:
    return {
        table.name: [tuple(row) for row in connection.execute(select(table).order_by(*table.primary_key.columns))]
        for table in FOLLOWING
    }


def _rank_correlation(one: list[float], other: list[float]) -> float:
    """Spearman's."""
    ranks = [{value: n for n, value in enumerate(sorted(values))} for values in (one, other)]
    n = len(one)
    apart = sum((ranks[0][a] - ranks[1][b]) ** 2 for a, b in zip(one, other, strict=True))
    return 1 - 6 * apart / (n * (n * n - 1))


async def _played(folder: Path, people: int, matches: int) -> tuple[float, Counter[str]]:
    """Let a community play, step by step as matches end; return the rank correlation of duels and how matches went.

    Worked out anew twice, and once more after a deletion, all is the same.
    """
    outcomes = list(simulated(Random(7), people, matches))
    url = await prepare(f"sqlite+aiosqlite:///{folder / 'community.db'}")
    async with await Store.open(url) as store:
        blank = {"game": GAME, "options": "{}", "seed": b"", "status": "over", "version": 1, "private": False}
        blank |= {"created_at": 1, "updated_at": 1, "guild_id": SERVER}

        def all_played(connection: Any) -> dict[str, list[Any]]:
            connection.execute(insert(schema.match), [blank | {"id": one.match_id} for one in outcomes])
            seats = [
                {"match_id": one.match_id, "seat": mine.seat, "user_id": mine.user_id, "status": "accepted"}
                for one in outcomes
                for mine in one.played
            ]
            connection.execute(insert(schema.seat), seats)
            for one in outcomes:
                enter(connection, one)
            return _rows(connection)

        began = await store.database.write(all_played)
        for _ in range(2):
            assert await store.results.recompute() == matches
            assert await store.database.read(_rows) == began
        line = [(row[3], row[4] - row[5]) for row in began["rating"] if row[2] == "duel"]
        correlation = _rank_correlation(
            [strength_of(user) for user, _ in line], [low + user / 2**40 for user, low in line]
        )
        await store.privacy.forget(FIRST, lambda secret, parts: (secret, parts), now=1)
        left = await store.database.read(_rows)
        assert [row for row in began["rating"] if row[3] != FIRST] == left["rating"]
        await store.database.write(recompute)
        assert await store.database.read(_rows) == left
    kinds = Counter(f"{one.kind} {one.rates} {one.computer}".strip() for one in outcomes)
    return correlation, kinds


async def test_ratings_are_the_same_twice_and_order_people_by_strength(tmp_path: Path) -> None:
    correlation, kinds = await _played(tmp_path, 20, 400)
    assert correlation > 0.7
    assert {name.split()[0] for name in kinds} == {"duel", "teams", "free"}
    assert {name.split()[1] for name in kinds} == {"all", "leavers", "none"}


@pytest.mark.long
async def test_ten_thousand_matches(tmp_path: Path) -> None:
    begun = time.monotonic()
    correlation, kinds = await _played(tmp_path, 100, 10_000)
    print(f"rank correlation {correlation:.3f}, {time.monotonic() - begun:.0f} s, {dict(kinds)}")
    assert correlation > 0.9
