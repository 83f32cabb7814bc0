"""A tournament that breaks off at any write, before it or after it, goes on: no pairing and no match comes twice."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from storage import StorageError
from tests.bot.features.tournaments.hosting import Hosted, hosted

MOST = 400


class _Crash(StorageError):
    """The process ends here."""


def _breaking(here: Hosted, at: int, *, after: bool) -> Callable[[], None]:
    """Let the write with this number fail, or be done without anybody learning of it; returns what ends that."""
    database, count = here.store.database, 0
    plain = database.write

    async def write(body: Any) -> Any:
        nonlocal count
        count += 1
        if count == at and not after:
            raise _Crash
        done = await plain(body)
        if count == at:
            raise _Crash
        return done

    database.write = write  # type: ignore[method-assign]

    def mend() -> None:
        database.write = plain  # type: ignore[method-assign]

    return mend


async def _checked(here: Hosted, cup: str) -> None:
    whole = await here.whole(cup)
    for number in {one.round for one in whole.pairings}:
        there = [s for one in whole.pairings if one.round == number for s in (one.first, one.second) if s is not None]
        assert max(Counter(there).values()) == 1, "paired twice"
    heads = await here.store.matches.on_server(whole.head.guild_id, ("lobby", "running", "over", "cancelled"))
    mine = {one.match_id for one in whole.pairings if one.second is not None}
    assert {head.id for head in heads} <= mine, "a match that belongs to no pairing"
    users = Counter(frozenset(seat.user_id for seat in head.seats) for head in heads)
    assert max(users.values(), default=1) == 1, "two matches of the same two"


@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
async def test_a_crash_at_any_write_of_a_round_is_mended_by_the_next_look(after: bool, tmp_path: Path) -> None:
    async with hosted(tmp_path) as here:
        crashes = 0
        for at in range(1, MOST):
            here.guild = 1000 + at  # a server has so many tournaments at the same time
            cup = await here.opened("swiss")
            for user in range(1, 6):
                await here.entries.enter(await here.whole(cup), user)
            await here.entries.start(await here.whole(cup))
            mend = _breaking(here, at, after=after)
            try:
                await here.runner.advance(cup)
            except _Crash:
                crashes += 1
            else:
                break
            finally:
                mend()
            here.restart()
            await here.runner.advance(cup)
            await here.runner.advance(cup)
            await _checked(here, cup)
            assert len(await here.open_ones(cup)) == 2
        assert crashes >= 5, "every write of a round broke off once"


async def test_a_tournament_with_crashes_all_the_way_ends_as_any_other(tmp_path: Path) -> None:
    rng = random.Random(4)
    async with hosted(tmp_path) as here:
        cup = await here.started("swiss", 5)
        for _ in range(200):
            whole = await here.whole(cup)
            if whole.head.status != "running":
                break
            for one in await here.open_ones(cup):
                await here.play_out(one.match_id, rng)
            mend = _breaking(here, rng.randint(1, 6), after=rng.random() < 0.5)
            try:
                await here.runner.advance(cup)
            except _Crash:
                here.restart()
            finally:
                mend()
            await _checked(here, cup)
        whole = await here.whole(cup)
        assert whole.head.status == "over"
        assert Counter(one.round for one in whole.pairings) == {1: 3, 2: 3, 3: 3}


async def test_two_who_look_at_the_same_time_pair_nobody_twice(tmp_path: Path) -> None:
    async with hosted(tmp_path) as here:
        cup = await here.started("swiss", 6)
        for one in await here.open_ones(cup):
            await here.play_out(one.match_id, random.Random(1))
        other = type(here.runner)(here.services, here.show)
        await asyncio.gather(here.runner.advance(cup), other.advance(cup), here.runner.advance(cup))
        await _checked(here, cup)
        assert len(await here.open_ones(cup)) == 3
