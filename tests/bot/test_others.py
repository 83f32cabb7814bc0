"""Whose work a process does among others, what they tell each other, and their parts of Discord's limit."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from pydantic import SecretStr

from bot.config import BadSettings, Settings, ThinkSettings, load, read_shards
from bot.jobs import worker as worker_module
from bot.jobs.worker import POSTS, SHARED_LEASE_MS, THOUGHTS, TIMERS, Worker
from bot.matches.commits import CommitEvent
from bot.others import EVERYTHING, NAP, Others
from bot.share import AT_ONCE, REQUESTS, Share
from storage import POST, THINK, TIMER, Home, Process, Roll, Store

SHARD = 1 << 22


def _process(number: int, *shards: int, kind: Any = "bot") -> Process:
    return Process(f"{number:016x}", kind, number, "here", "1", 4, 0, 0, False, shards)


def _among(*shards: int, thinks: bool = False, others: tuple[Process, ...] = ()) -> Others:
    made = Others(shards, 4, thinks=thinks)
    made.store = cast("Store", SimpleNamespace(shared=True))
    made.roll = Roll((_process(1, *shards), *others), shards)
    return made


def test_alone_everything_is_ours() -> None:
    alone = Others()
    assert alone.first
    assert alone.owns(7 * SHARD)
    assert [alone.home(pool) for pool in (POST, TIMER, THINK)] == [None, None, None]


def test_posts_of_shards_that_nobody_serves_are_everybodys_and_timers_are_not() -> None:
    made = _among(0, 1, others=(_process(2, 2),))
    assert made.home(POST) == Home((0, 1, 3), 4)
    assert made.home(TIMER) == Home((0, 1), 4)
    assert made.home(THINK) == Home((0, 1, 3), 4)
    assert made.owns(5 * SHARD)
    assert not made.owns(6 * SHARD)
    assert made.owns(None)  # direct messages
    made.roll = Roll((_process(1, 0, 1), replace(_process(2, 2, 3), ready=False)), (0, 1))
    assert made.home(POST) is None  # as long as the other one is only beginning
    assert made.roll.unserved == ()
    assert not _among(1).first


def test_where_one_thinks_for_all_the_others_do_not() -> None:
    made = _among(0, 1, others=(_process(2, kind="think"),))
    assert made.home(THINK) == Home((), 4)
    assert made.bots == 1
    thinker = _among(thinks=True)
    assert [thinker.home(pool) for pool in (POST, TIMER, THINK)] == [Home((), 4), Home((), 4), None]
    assert not thinker.first


class _Told(Others):
    def __init__(self, *, thinks: bool = False) -> None:
        super().__init__(() if thinks else (0,), 4, thinks=thinks)
        self.store = cast("Store", SimpleNamespace(shared=True))
        self.roll = Roll((_process(1, 0), _process(2, 1, 2, 3)), (0,))
        self.said: list[str] = []

    def tell(self, topic: str, what: object) -> None:
        self.said.append(f"{topic}:{what}")


async def test_a_worker_tells_the_one_whose_work_it_is() -> None:
    others = _Told()
    matches = cast("Any", SimpleNamespace(clock=lambda: 1_000_000))
    worker = Worker(POSTS, cast("Any", None), matches, cast("Any", None), cast("Any", None), others)
    assert (worker.lease_ms, worker.longest_nap) == (SHARED_LEASE_MS, NAP)
    assert SHARED_LEASE_MS / 1000 + NAP <= 30
    woken: list[bool] = []
    worker.wake = lambda: woken.append(True)  # type: ignore[method-assign]
    await worker.after_commit(CommitEvent({POST: 0}, guild_id=4 * SHARD))
    assert (len(woken), others.said) == (1, [])
    await worker.after_commit(CommitEvent({POST: 0}, guild_id=6 * SHARD))
    assert (len(woken), others.said) == (1, ["post:2"])
    await worker.after_commit(CommitEvent({POST: 0}))  # of whatever server
    assert (len(woken), others.said) == (2, ["post:2", f"post:{EVERYTHING}"])
    await worker.after_commit(CommitEvent({POST: 10**9}, guild_id=6 * SHARD))  # found in time without a word
    await worker.after_commit(CommitEvent({TIMER: 0}, guild_id=6 * SHARD))
    assert len(others.said) == 2
    for shard, wakes in (("0", 3), ("2", 3), (EVERYTHING, 4)):
        worker.heard(shard)
        assert len(woken) == wakes
    alone = Worker(POSTS, cast("Any", None), matches, cast("Any", None), cast("Any", None))
    assert (alone.lease_ms, alone.longest_nap) == (worker_module.LEASE_MS, worker_module.LONGEST_NAP)


async def test_what_only_thinks_tells_the_others_of_what_they_have_to_do() -> None:
    others, now = _Told(thinks=True), 1_000_000
    matches = cast("Any", SimpleNamespace(clock=lambda: now))
    woken = []
    for pool in (POSTS, TIMERS, THOUGHTS):
        worker = Worker(pool, cast("Any", None), matches, cast("Any", None), cast("Any", None), others)
        worker.wake = lambda pool=pool: woken.append(pool.name)  # type: ignore[method-assign,misc]
        for due in (
            {POST: 0, THINK: 0},
            {TIMER: now + 1},
            {TIMER: now + 1000 * round(NAP) + 1},
        ):  # the last is found in time
            await worker.after_commit(CommitEvent(due, guild_id=6 * SHARD))
    assert (others.said, woken) == (["post:2", "timer:2"], [THINK])


def test_news_reach_those_who_asked_for_them() -> None:
    made, heard = Others(), list[str]()
    made.subscribe("named", heard.append)
    made.subscribe("post", lambda shard: heard.append(f"post {shard}"))
    for news in ("named:7", "post:2", "moved:x:y", EVERYTHING):
        made._heard(news)
    assert heard == ["7", "post 2", EVERYTHING, f"post {EVERYTHING}"]
    made.tell("named", 7)  # there is nobody to tell


async def test_together_processes_stay_below_discords_limit() -> None:
    now = 100.0

    async def sleep(seconds: float) -> None:
        nonlocal now
        now += seconds

    processes = 1
    share = Share(lambda: processes, clock=lambda: now, sleep=sleep)

    async def requests(count: int) -> float:
        begun = now
        for _ in range(count):
            await share.turn()
        return now - begun

    assert await requests(int(REQUESTS * AT_ONCE)) == 0  # some come at once
    assert await requests(90) == pytest.approx(2.0, abs=0.03)
    processes = 3
    assert await requests(30) == pytest.approx(2.0, abs=0.03)
    paths: list[str] = []

    async def send(route: Any) -> None:
        paths.append(route.path)

    begun = now
    for _ in range(100):
        await share.over(send)(SimpleNamespace(path="/webhooks/{id}/{token}"))
    assert now == begun  # answers are not counted
    await share.over(send)(SimpleNamespace(path="/channels/{id}/messages"))
    assert len(paths) == 101


@pytest.mark.parametrize(
    ("text", "shards"), [("", (0, 1, 2, 3)), ("0-3", (0, 1, 2, 3)), ("2", (2,)), ("0, 2-3", (0, 2, 3))]
)
def test_shards_as_they_are_written(text: str, shards: tuple[int, ...]) -> None:
    assert read_shards(text, 4) == shards


@pytest.mark.parametrize("text", ["x", "3-1", "-2", "0;1", "1-", ","])
def test_shards_that_cannot_be_read(text: str) -> None:
    with pytest.raises(ValueError, match="is a list such as"):
        read_shards(text, 4)


def _faults(monkeypatch: pytest.MonkeyPatch, kind: type[Settings], **values: str) -> str:
    monkeypatch.chdir("/")
    for name, value in values.items():
        monkeypatch.setenv(name, value)
    with pytest.raises(BadSettings) as wrong:
        load(kind)
    return str(wrong.value)


def test_shards_of_other_processes_take_postgresql(monkeypatch: pytest.MonkeyPatch) -> None:
    told = _faults(monkeypatch, Settings, DISCORD_TOKEN="x", SHARD_COUNT="4", SHARDS="0-1")
    assert told == (
        "SHARDS: leaves shards to other processes, which takes PostgreSQL (DATABASE_URL): with SQLite one process "
        "serves all of them, 0 to 3"
    )
    assert "names shard 7, and SHARD_COUNT=4 has 0 to 3" in _faults(monkeypatch, Settings, SHARDS="0-7")
    assert "names shard 999999999999" in _faults(monkeypatch, Settings, SHARDS="0-999999999999")
    assert "DATABASE_URL: has to name a PostgreSQL server" in _faults(monkeypatch, ThinkSettings, SHARDS="")


def test_one_process_may_serve_many_shards_on_sqlite(tmp_path: Path) -> None:
    made = Settings(_env_file=None, data_dir=tmp_path, discord_token=SecretStr("x"), shard_count=3)
    assert made.own_shards() == (0, 1, 2)
