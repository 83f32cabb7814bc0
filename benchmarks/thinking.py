"""The process in which computer players think: its memory, and how much the event loop notices of it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from statistics import median
from time import perf_counter
from typing import Any

from benchmarks.measure import Row, duels, percentile, reference, resident
from bot.features.computers.thinking import Thinking
from games.monolith_arena.game import GAME

GAMES = 4
TURN = 6
"""From this turn on there is something to think about."""
WORK = 20
"""So many times the reference's work is done in each round of the event loop: about as long as a press takes."""
PAUSE = 0.01
Asked = tuple[str, Any, Sequence[Any], str, str]


def questions(games: int) -> list[Asked]:
    """Return what a warlord is asked in the middle of so many games."""
    found: list[Asked] = []
    again = True
    for moment in duels(10 * games):
        state, choice = moment.before, moment.choice
        again = again or state.turn < TURN
        if again and state.stage == "turn" and choice.kind == "turn" and state.turn >= TURN and len(found) < games:
            again = False
            legal = GAME.legal(state, choice.seat, choice.key)
            found.append((GAME.computers.module, GAME.view(state, choice.seat), legal, "seed", "warlord"))
    return found


async def _p99(seconds: float) -> float:
    """Return how long a round of the event loop takes at the 99th percentile, in milliseconds."""
    rounds = []
    end = perf_counter() + seconds
    while perf_counter() < end:
        begun = perf_counter()
        await asyncio.sleep(PAUSE)
        for _ in range(WORK):
            reference()
        rounds.append(1000 * (perf_counter() - begun - PAUSE))
    return percentile(rounds, 0.99)


async def _think(thinking: Thinking, asked: Asked) -> None:
    while True:
        await thinking.decide(*asked)


async def _run(rounds: int, seconds: float) -> tuple[list[float], list[float], float]:
    asked = questions(GAMES)
    thinking = Thinking()
    without, searching = [], []
    most = 0.0
    try:
        await thinking.decide(*asked[0])
        for _ in range(rounds):
            without.append(await _p99(seconds))
            games = [asyncio.create_task(_think(thinking, one)) for one in asked]
            searching.append(await _p99(seconds))
            for game in games:
                game.cancel()
            await asyncio.gather(*games, return_exceptions=True)
            assert thinking._pool is not None
            most = max(most, *(resident(process) for process in thinking._pool._processes or {}))
            await thinking.decide(*asked[0])  # what was asked before is answered now
    finally:
        thinking._end()
    return without, searching, most


def run(*, small: bool) -> list[Row]:
    """Measure rounds of the event loop with and without four games that are searched, in turn."""
    without, searching, most = asyncio.run(_run(*((1, 1.0) if small else (10, 6.0))))
    ratios = [one / other for one, other in zip(searching, without, strict=True)]
    return [
        Row("event loop, p99, nobody thinks", median(without), "ms"),
        Row(f"event loop, p99, {GAMES} games are searched", median(searching), "ms"),
        Row("searched against none", median(ratios), "times", "at most 1.5"),
        Row("memory of the process that thinks", most, "MiB", "at most 100"),
    ]
