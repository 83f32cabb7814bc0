"""Whatever fails, wherever the outbox or a timer waits for it: everything is told afterwards, once, without a restart.

Each step of a match is published again and again, every time with one other wait that fails in one other way. What
stands on Discord in the end has to be what stands there when nothing fails. A challenge that somebody else makes at the
moment of the fault is posted at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from tests.bot.fault_steps import STEPS, Case, start_again, timer
from tests.bot.faults import FAULTS, Fault, Line, Place, Stage, shown, stage, waits
from tests.bot.world import pings_in

PAUSE_MS = 60_001
"""How long others wait when it is the worker itself that fails, and not a lane: at most the longest of its pauses."""
LOST = Fault("answer lost", aiohttp.ServerDisconnectedError, after=True)


OWN_WAYS = {"a match that moves"}
"""Steps in which what was sent is looked for in another way than in those before."""


async def run(
    here: Stage, name: str, target: tuple[Place, Fault] | None = None, first: tuple[Place, Fault] | None = None
) -> tuple[Any, int]:
    """One step, maybe with a fault; returns what stands on Discord then, and how long a bystander had to wait.

    `first` is what has failed before: then the fault is one of the second attempt.
    """
    prepare, act = STEPS[name]
    people, others = here.people(), here.people()
    case = Case(here, people, here.made.guild.create_text_channel(f"c{next(here.numbers)}"))
    await prepare(case)
    await here.settle()
    here.bot.matches.calendars._outages = None  # each run asks for them, as the first does
    here.faults.carried_out.clear()
    bystander: list[tuple[str, int]] = []

    async def challenge() -> None:
        begun = here.glass.now
        bystander.append((await here.challenge(others), begun))

    here.faults.meanwhile = challenge
    with here.faults.step(case.match_id, target, first):
        await act(case)
        here.faults.subject = case.match_id
        await here.settle()
    rows = await here.bot.store.jobs.of_match(case.match_id)
    assert {row.state for row in rows} <= {"done", "failed"}
    public = [*shown(case.channel), *(message for thread in case.channel.threads for message in shown(thread))]
    direct = [sorted(shown(person.user.dm_channel)) for person in people]  # two lanes send there
    pinged = pings_in(here.faults.carried_out)
    notified = [sorted(people.index(p) for p in people if p.id in users) for _, users in pinged]
    failed = sorted(row.kind for row in rows if row.state == "failed")
    delay = max((here.told[other] - begun for other, begun in bystander), default=0)
    return (public, direct, [n for n in notified if n], len(case.channel.threads), failed), delay


def places(here: Stage, name: str) -> dict[Place, frozenset[Line]]:
    """The places of the step that was run last; those of a worker itself once, and only where it has work to do."""

    def reached(place: Place) -> bool:
        if not place.by[0].endswith(".run"):
            return True
        return place.nth == 1 and (place.by[0] == "worker.run" or STEPS[name][1] in (timer, start_again))

    return {place: lines for place, lines in here.faults.places.items() if reached(place)}


@dataclass(frozen=True)
class Try:
    """A step, what has failed in it before, what fails now, and how."""

    name: str
    first: tuple[Place, Fault] | None
    place: Place
    fault: Fault


Found = dict[tuple[str, tuple[Place, Fault] | None], dict[Place, frozenset[Line]]]


async def _try(here: Stage, tries: Sequence[Try]) -> None:
    """Let these waits fail in these ways, one by one."""
    wanted: dict[str, Any] = {}
    for one in tries:
        if one.name not in wanted:
            wanted[one.name], _ = await run(here, one.name)
        got, delay = await run(here, one.name, (one.place, one.fault), one.first)
        assert here.faults.hit, one
        assert got == wanted[one.name], one
        assert delay <= (0 if one.place.by[0].endswith("._handle") else PAUSE_MS), (one, delay)


async def _places(here: Stage, name: str, lost: set[str] | None = None) -> Found:
    """The places of a step, and those of the attempts that follow when the answer to something sent is lost.

    `lost` are functions of which that is known already; the answers to them are not lost again.
    """
    await run(here, name)
    once = places(here, name)
    found: Found = {(name, None): once}
    for place in once:
        if (place.kind, place.what.split()[0]) == ("http", "POST") or (name, place.kind) == ("a timer", "http"):
            if lost is not None and place.by[-1] in lost and name not in OWN_WAYS:
                continue
            if lost is not None:
                lost.add(place.by[-1])
            await run(here, name, first=(place, LOST))
            again = places(here, name)
            found[name, (place, LOST)] = {one: lines for one, lines in again.items() if one not in once}
    return found


def _all(found: Found) -> list[Try]:
    return [
        Try(name, first, place, fault)
        for (name, first), step in found.items()
        for place in step
        for fault in FAULTS[place.kind]
    ]


def _few(found: Found) -> list[Try]:
    """So few that every line that waits is among them, with the faults in turn."""
    left = [(name, first, place, lines) for (name, first), step in found.items() for place, lines in step.items()]
    missing = frozenset[Line]().union(*(lines for *_, lines in left))
    turns = {kind: cycle(faults) for kind, faults in FAULTS.items()}
    chosen = []
    while missing:
        name, first, place, lines = max(left, key=lambda one: len(one[3] & missing))
        missing -= lines
        chosen.append(Try(name, first, place, next(turns[place.kind])))
    return sorted(chosen, key=lambda one: one.name)


async def test_every_wait_fails_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with stage(tmp_path, monkeypatch) as here:
        found: Found = {}
        lost: set[str] = set()
        for name in STEPS:
            found |= await _places(here, name, lost)
        await _try(here, _few(found))
        failed = here.faults.failed
    assert [str(wait) for wait in waits() if not wait.excused and not wait.lines & failed] == [], "never failed"
    assert [str(wait) for wait in waits() if wait.excused and wait.lines & failed] == [], "failed, needs no excuse"


@pytest.mark.long
@pytest.mark.parametrize("name", STEPS)
async def test_every_wait_fails_in_every_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    async with stage(tmp_path, monkeypatch) as here:
        tries = _all(await _places(here, name))
        print(f"{name}: {len(tries)} faults", *sorted({f"{one.place}" for one in tries}), sep="\n  ")
        await _try(here, tries)
