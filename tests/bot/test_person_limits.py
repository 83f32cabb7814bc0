"""How much one person may ask for, and in whose turn it is done; all of it without a clock that runs."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from bot.interactions import admission as module
from bot.interactions.admission import OF_ONE, RATES, WAITING, WAITING_OF_ONE, Gate, Limits, Rate
from bot.matches.refusals import Refusal
from tests.bot import forged
from tests.bot.forged import said
from tests.bot.test_metrics import value
from tests.bot.world import World, world

ANNA, MAX, TINA = 1, 2, 3


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def _taken(limits: Limits, user: int, often: int) -> int:
    return sum(limits.take(user, "presses") for _ in range(often))


# The buckets


def test_a_bucket_gives_what_is_in_it_and_fills_again(clock: Clock) -> None:
    limits = Limits({"presses": Rate(5, 2.0)}, clock=clock)
    assert _taken(limits, ANNA, 100) == 5
    clock.now = 1.9
    assert _taken(limits, ANNA, 100) == 0
    clock.now = 2.1
    assert _taken(limits, ANNA, 100) == 1
    clock.now = 1000.0
    assert _taken(limits, ANNA, 100) == 5


def test_everybody_has_a_bucket_for_everything(clock: Clock) -> None:
    limits = Limits({"presses": Rate(1, 9.0), "pictures": Rate(1, 9.0)}, clock=clock)
    assert limits.take(ANNA, "presses")
    assert limits.take(MAX, "presses")
    assert limits.take(ANNA, "pictures")
    assert not limits.take(ANNA, "presses")
    assert limits.take(ANNA, "typing")  # that has no limit here


def test_what_is_refused_takes_nothing(clock: Clock) -> None:
    limits = Limits({"presses": Rate(2, 1.0)}, clock=clock)
    for tenth in range(100):
        clock.now = tenth / 10
        limits.take(ANNA, "presses")
    clock.now = 12.0
    assert _taken(limits, ANNA, 10) == 2


def test_the_memory_for_buckets_is_bounded(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "KEPT", 100)
    limits = Limits({"presses": Rate(1, 9.0)}, clock=clock)
    for user in range(1000):
        limits.take(user, "presses")
    assert len(limits._full_at) == 100
    assert not limits.take(999, "presses")


@pytest.mark.parametrize("limit", sorted(set(RATES) - {"sentences", "greetings"}))
def test_every_limit_has_a_sentence(limit: Any, clock: Clock) -> None:
    limits = Limits(clock=clock)
    for _ in range(RATES[limit].burst):
        limits.must(ANNA, limit)
    with pytest.raises(Refusal, match="Try again in"):
        limits.must(ANNA, limit)


# The gate


class Work:
    """Pieces of work that wait in a gate, and in which order they were begun."""

    def __init__(self, gate: Gate) -> None:
        self.gate = gate
        self.begun: list[int] = []
        self._ends: list[tuple[int, asyncio.Event]] = []
        self.tasks: list[asyncio.Task[None]] = []

    def ask(self, user: int) -> asyncio.Task[None]:
        async def piece() -> None:
            await self.gate.enter(user)
            self.begun.append(user)
            end = asyncio.Event()
            self._ends.append((user, end))
            await end.wait()
            self.gate.leave(user)

        task = asyncio.create_task(piece())
        self.tasks.append(task)
        return task

    async def end_one(self) -> None:
        self._ends.pop(0)[1].set()
        await settled()

    def inside(self, user: int) -> int:
        return sum(one == user for one, _ in self._ends)

    async def close(self) -> None:
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)


async def settled() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


async def test_a_bystander_is_never_behind_more_than_one_piece_of_each_flooder() -> None:
    flooders = range(10, 30)
    work = Work(Gate())
    for _ in range(WAITING_OF_ONE):
        for user in flooders:
            work.ask(user)
    await settled()
    begun = len(work.begun)
    work.ask(TINA)
    await settled()
    while TINA not in work.begun:
        await work.end_one()
    before = work.begun[begun : work.begun.index(TINA)]
    assert max(before.count(user) for user in flooders) == 1
    assert len(before) <= len(flooders)
    await work.close()


async def test_two_flooders_never_keep_a_bystander_waiting_at_all() -> None:
    work = Work(Gate())
    for _ in range(WAITING_OF_ONE):
        work.ask(ANNA)
        work.ask(MAX)
    await settled()
    assert (work.inside(ANNA), work.inside(MAX)) == (OF_ONE, OF_ONE)
    for _ in range(10):
        work.ask(TINA)
        await settled()
        assert work.begun[-1] == TINA
        await work.end_one()
        work._ends = [one for one in work._ends if one[0] != TINA or one[1].set()]
        await settled()
    await work.close()


async def test_whoever_gives_up_waiting_or_is_cut_off_leaves_no_gap() -> None:
    gate = Gate(at_once=1, of_one=1)
    work = Work(gate)
    first, second, third = work.ask(ANNA), work.ask(MAX), work.ask(TINA)
    await settled()
    assert work.begun == [ANNA]
    second.cancel()
    await settled()
    assert gate.waiting == 1
    await work.end_one()
    assert work.begun == [ANNA, TINA]
    assert first.done()
    await work.end_one()
    assert third.done()
    # Let in and cut off at the same moment.
    await gate.enter(ANNA)
    late = work.ask(MAX)
    await settled()
    gate.leave(ANNA)
    late.cancel()
    await settled()
    assert not gate._inside
    assert not gate._ring


async def test_what_may_wait_is_bounded() -> None:
    work = Work(Gate(at_once=0))
    for _ in range(WAITING_OF_ONE):
        assert work.gate.room(ANNA)
        work.ask(ANNA)
        await settled()
    assert not work.gate.room(ANNA)
    for user in range(100, 100 + WAITING - WAITING_OF_ONE):
        assert work.gate.room(user)
        work.ask(user)
        await settled()
    assert not work.gate.room(TINA)
    await work.close()


# Over Discord


async def _flooded(made: World, match_id: str) -> tuple[list[Any], list[str]]:
    """Presses of Anna until she hears that she is too fast, and on; what each was answered."""
    answered = [await forged.press(made, made.anna, made.channel, f"b:{match_id}:words:0::") for _ in range(30)]
    return answered, [said(one) for one in answered if one.acknowledged]


async def test_whoever_is_too_fast_is_told_so_for_a_while_and_costs_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with world(tmp_path) as made:
        match_id = await made.match()
        clock = Clock()
        monkeypatch.setattr(made.bot.intake, "limits", Limits(RATES, clock=clock))
        asked: list[str] = []
        before = value("arena_refused_total", limit="presses") if asked else 0.0
        made.bot.store.observe(lambda kind, _: asked.append(kind))
        answered, told = await _flooded(made, match_id)
        over = answered[RATES["presses"].burst :]
        assert [one.acknowledged for one in over] == [True] * 3 + [False] * (len(over) - 3)
        assert set(told[-3:]) == {"You press faster than I can draw. Try again in a moment."}
        assert value("arena_refused_total", limit="presses") == before + len(over)
        # Nothing was read or written for those, no name was asked for, nobody waited in front of the gate.
        asked.clear()
        monkeypatch.setattr(made.bot.services.names, "note_all", None)
        monkeypatch.setattr(made.bot.services.studio, "draw", None)
        monkeypatch.setattr(made.bot.services.gate, "enter", None)
        clock.now = 0.3
        for _ in range(20):
            await forged.press(made, made.anna, made.channel, f"b:{match_id}:words:0::")
        assert not asked
        monkeypatch.undo()
        # Somebody else is not concerned, and after a while Anna is not either.
        assert "faster" not in said(await forged.press(made, made.max, made.channel, f"b:{match_id}:words:0::"))
        assert "faster" not in said(await forged.press(made, made.anna, made.channel, f"b:{match_id}:words:0::"))


async def test_commands_and_autocompletes_have_limits_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with world(tmp_path) as made:
        await made.match()
        limits = Limits({"presses": Rate(1, 9.0), "typing": Rate(1, 9.0)}, clock=Clock())
        monkeypatch.setattr(made.bot.intake, "limits", limits)
        assert "faster" not in said(await made.anna.slash(made.channel, "match mine"))
        assert said(await made.anna.slash(made.channel, "match mine")).startswith("You press faster than I can draw.")
        assert len(await made.anna.autocomplete(made.channel, "match show", "match", "")) == 1
        assert await made.anna.autocomplete(made.channel, "match show", "match", "") == []


async def test_pictures_and_matches_have_limits_of_their_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with world(tmp_path) as made:
        match_id = await made.match()
        for rates, doing, sentence in (
            ({"pictures": Rate(1, 9.0)}, lambda: made.anna.slash(made.channel, "match show"), "You look at pictures"),
            (
                {"pictures": Rate(0, 9.0)},
                lambda: made.anna.slash(made.channel, "monolith piles", match=match_id),
                "You look at pictures",
            ),
            (
                {"matches": Rate(1, 9.0)},
                lambda: made.anna.slash(made.channel, "match new", game="monolith_arena", opponent=made.max),
                "You open matches faster",
            ),
        ):
            clock = Clock()
            limits = Limits(rates, clock=clock)  # type: ignore[arg-type]
            monkeypatch.setattr(made.bot, "services", _with(made.bot.services, limits))
            for _ in range(next(iter(rates.values())).burst):
                assert sentence not in said(await doing())
            assert said(await doing()).startswith(sentence)
            await made.settle()
        forged.only_refusals(made)


def _with(services: Any, limits: Limits) -> Any:
    from dataclasses import replace

    return replace(services, limits=limits)


async def test_the_first_answer_is_timed_by_what_asked_for_it(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id = await made.match()
        kinds = ("command", "autocomplete", "press", "form")
        before = [value("arena_first_answer_seconds_count", kind=kind) for kind in kinds]
        await made.anna.slash(made.channel, "match mine")
        await made.anna.autocomplete(made.channel, "match show", "match", "")
        await forged.press(made, made.anna, made.channel, f"b:{match_id}:words:0::")
        await forged.press(made, made.anna, made.channel, f"b:{match_id}:words:0::")
        after = [value("arena_first_answer_seconds_count", kind=kind) for kind in kinds]
        assert [a - b for a, b in zip(after, before, strict=True)] == [1, 1, 2, 0]
