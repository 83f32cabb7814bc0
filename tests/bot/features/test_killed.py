"""A process that dies at any moment of its work on clocks, or does it twice: nothing is told twice, nothing is lost."""

from __future__ import annotations

import contextlib
import shutil
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.features.clocks.timer import OUT, REMIND
from storage import Store
from tests.bot import kills
from tests.bot.features.living import BEGIN, DAY, HOUR, Living
from tests.bot.killed import GAMES, KEY, at
from tests.support.jobs import claim_timers

PICK = ("pick", "1", "2")


class Killed(BaseException):
    """The process is gone; nothing catches this."""


class Doom:
    """Kills at the nth write: before it has reached the disk, or after."""

    def __init__(self, store: Store, at: int, *, after: bool) -> None:
        self.left = at
        self.after = after
        self._write: Callable[..., Any] = store.database.write
        store.database.write = self.write  # type: ignore[method-assign]

    async def write(self, body: Any) -> Any:
        self.left -= 1
        if self.left == 0 and not self.after:
            raise Killed
        done = await self._write(body)
        if self.left == 0:
            raise Killed
        return done


async def _prepared(here: Living) -> list[str]:
    """Three matches: a reminder is due, a default is to be taken, the others are to be asked."""
    await here.outages.beat()
    reminded = await here.coloured(await here.begun(pace="7d+1d"))
    default = await here.coloured(await here.begun(first=10, pace="1d+2h"))
    asked = await here.begun(first=20, pace="1d+2h")
    for match, user in ((reminded, 1), (default, 10)):
        await here.play(match, user, *PICK)
    await here.coloured(asked, 20)
    await here.play(asked, 20, *PICK)
    return [reminded.id, default.id, asked.id]


async def _works(here: Living) -> None:
    """What the timers' worker does, as long as something is due."""
    here.there_until(here.now)
    while (claimed := await claim_timers(here.store, here.now)).jobs:
        (claim,) = claimed.jobs
        await here.work(claim)


async def _told(store: Store, ids: list[str]) -> Counter[tuple[int, str]]:
    """What was done about each match, and how often."""
    found: Counter[tuple[int, str]] = Counter()
    for number, match_id in enumerate(ids):
        kinds = (row.kind for row in await store.jobs.of_match(match_id) if row.kind in (REMIND, OUT))
        found.update((number, kind) for kind in kinds)
        found.update((number, e.text) for e in await store.matches.actions(match_id) if e.text == "timeout")
    return found


@pytest.mark.parametrize("after", [False, True])
async def test_a_kill_at_any_write_tells_nothing_twice_and_loses_nothing(tmp_path: Path, after: bool) -> None:
    """As often as there are writes, the process dies at one of them, and the next one goes on from the disk."""
    once = ((0, REMIND), (1, REMIND), (1, "timeout"), (2, REMIND), (2, OUT))
    wanted = Counter(once)
    at, died = 1, True
    while died:
        folder = tmp_path / str(at)
        folder.mkdir()
        async with await Store.open(f"sqlite+aiosqlite:///{folder / 'k.db'}") as store:
            here = Living(store)
            ids = await _prepared(here)
            now = here.now + 23 * HOUR
            for moment in (now, now + 3 * DAY):  # reminders of the short ones first, then everything
                here.now = moment
                plain = store.database.write
                Doom(store, at, after=after)
                died = False
                try:
                    await _works(here)
                except Killed:
                    died = True
                store.database.write = plain  # type: ignore[method-assign]
                here = Living(store, moment + 1)  # the next process, which knows nothing but the disk
                await _works(here)
            found = await _told(store, ids)
            assert found == wanted, (at, after)
        at += 1
    assert at > 5


class Twice:
    """Lets another worker do everything that is due just before the nth write of one that is at it."""

    def __init__(self, here: Living, at: int, ids: tuple[str, ...]) -> None:
        self.left = at
        self.here = here
        self.ids = ids
        self._write: Callable[..., Any] = here.store.database.write
        here.store.database.write = self.write  # type: ignore[method-assign]

    async def write(self, body: Any) -> Any:
        self.left -= 1
        if self.left == 0:
            for match_id in self.ids:
                await self.here.timer.catch_up(await self.here.matches.load(match_id))
        return await self._write(body)


@pytest.mark.parametrize("way", ["killed before", "killed after", "twice"])
async def test_what_comes_of_clocks_is_the_same_whenever_it_is_cut_off_or_done_twice(tmp_path: Path, way: str) -> None:
    """Matches of all games in which nobody plays any more, and everything falls due at once.

    They are compared with what comes in a copy in which nothing happens to the process.
    """
    begun = tmp_path / "begun.db"
    ids = await kills.prepare(f"sqlite+aiosqlite:///{begun}", 2 * len(GAMES), Random(1))

    async def came(number: int) -> tuple[dict[str, tuple[Any, ...]], bool]:
        """What comes, and whether it was cut off at a write; at none for number 0."""
        copy = shutil.copy(begun, tmp_path / f"{number}.db")
        async with await Store.open(f"sqlite+aiosqlite:///{copy}", keys=[KEY]) as store:
            here, plain = at(store, BEGIN + 9 * DAY), store.database.write
            cut = Twice(here, number, ids) if way == "twice" else Doom(store, number, after=way == "killed after")
            with contextlib.suppress(Killed):
                await _works(here)
            store.database.write = plain  # type: ignore[method-assign]
            await store.jobs.release("me")
            await _works(at(store, BEGIN + 9 * DAY))
            return await kills.what_came(store, ids), number > 0 >= cut.left

    wanted, _ = await came(0)
    assert any(told for told, *_ in wanted.values())
    number, was_cut = 1, True
    while was_cut:
        found, was_cut = await came(number)
        assert found == wanted, f"{way} at write {number}"
        number += 1
    assert number > 3 * len(ids)
