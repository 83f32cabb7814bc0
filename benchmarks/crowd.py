"""Two hundred matches at the same time against one bot, as fast as Discord would let it work.

Four hundred scripted people act as soon as they see that they are waited for, together never faster than 50 requests of
the bot in a second, answers to interactions included, although Discord does not count those. The local Discord refuses
what goes beyond its limits, and fails an interaction that is not answered within 3 seconds.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections import deque
from pathlib import Path
from random import Random

from benchmarks.measure import Row, percentile
from benchmarks.measure import resident as memory_of
from sandbox import BotProcess, Channel, Interaction, Message, Player, Sandbox
from tests.support.seats import Pair, Positions, button, command

MATCHES = 200
MOVES = 15
"""Moves of each match: as many as five minutes allow; a whole match takes five times as many."""
REQUESTS = 50
"""Requests of the bot in a second."""
CHANNELS = 40
"""Channels that the matches are spread over: a channel takes one message a second."""
LOOKS = 0.3
"""How often a person opens the own panel before a move."""
PATIENCE = 60.0
WINDOW = 3.0
"""Seconds that an interaction waits for its first answer; tiny runs only show that all this works, however slowly."""
RESERVED = 3
"""Requests that an interaction leads to: they are counted when it is allowed, because they come a little later."""
OPENING = 4
"""How many interactions the opening of a match counts for: messages, a thread, its members, the first board."""


def resident(bot: BotProcess) -> float:
    """Return the bot's memory in MiB."""
    assert bot.process is not None
    return memory_of(bot.process.pid)


class Pace:
    """Lets interactions through so that the bot makes no more than `REQUESTS` requests in a second for them."""

    def __init__(self, box: Sandbox) -> None:
        self.box = box
        self._turn = asyncio.Lock()
        self._allowed: deque[float] = deque()

    async def wait(self) -> None:
        """Wait until the next interaction may happen."""
        async with self._turn:
            while self._busy():
                await asyncio.sleep(0.01)
            self._allowed.append(time.monotonic())

    def _busy(self) -> bool:
        second = time.monotonic() - 1.0
        while self._allowed and self._allowed[0] < second:
            self._allowed.popleft()
        if len(self._allowed) * RESERVED >= REQUESTS:
            return True
        made = 0
        for request in reversed(self.box.requests):
            if request.at < second:
                break
            made += 1
        return made >= REQUESTS


class Crowd:
    """All matches of a run, and what is measured of them."""

    def __init__(self, box: Sandbox, bot: BotProcess, data: Path) -> None:
        self.box = box
        self.bot = bot
        self.pace = Pace(box)
        self.positions = Positions(data)
        self.pairs: list[Pair] = []
        self.acted: list[Interaction] = []
        self.moves = 0
        self.over = 0
        self.boards: list[float] = []
        """Seconds from each command to the next new board in its thread."""
        self._since: dict[Channel, float] = {}
        box.posting.watchers.append(self._seen)

    def _seen(self, what: Message | Channel) -> None:
        if isinstance(what, Message) and what.images and not what.ephemeral_for:
            since = self._since.pop(what.channel, None)
            if since is not None:
                self.boards.append(time.monotonic() - since)

    async def _answered(self, acted: Interaction) -> None:
        self.acted.append(acted)
        await self.box.acknowledged(acted, PATIENCE)

    async def begin(self, count: int) -> None:
        """Open the matches, some at a time."""
        channels = [self.box.world.add_channel(self.box.guild, f"games-{n}") for n in range(CHANNELS)]
        for channel in channels:
            self.box.posting.emit_channel("CHANNEL_CREATE", channel)
        players = iter(self.box.players.values())
        pairs: list[tuple[Player, Player]] = list(zip(players, players, strict=False))[:count]
        few = asyncio.Semaphore(4)

        async def one(number: int, pair: tuple[Player, Player]) -> None:
            async with few:
                for _ in range(OPENING):
                    await self.pace.wait()
                self.pairs.append(await Pair.begin(self.box, pair, channels[number % CHANNELS], PATIENCE))

        await asyncio.gather(*(one(number, pair) for number, pair in enumerate(pairs)))
        await self.box.settle(1.0, PATIENCE)

    async def play(self, moves: int, seed: int) -> None:
        """Play so many further moves in every match that is not over."""
        await asyncio.gather(*(self._match(pair, moves, Random(f"{seed} {n}")) for n, pair in enumerate(self.pairs)))
        await self.box.settle(1.0, PATIENCE)

    async def _match(self, pair: Pair, moves: int, rng: Random) -> None:
        for _ in range(moves):
            await self.pace.wait()
            move = self.positions.next(pair.thread, rng)
            if move is None:
                self.over += 1
                return
            seat, action = move
            player = pair.players[seat]
            if (live := pair.live()) and rng.random() < LOOKS:
                await self._answered(await player.click(live, button(live, "play") or "", wait=False))
                await self.pace.wait()
            path, options = command(action)
            self._since.setdefault(pair.thread, time.monotonic())
            await self._answered(await player.slash(pair.thread, path, wait=False, **options))
            self.moves += 1
            # Nobody acts on a board that is not there yet.
            await self.box.until(lambda: pair.thread not in self._since, PATIENCE)


async def _run(matches: int, moves: int, folder: Path, window: float) -> list[Row]:
    people = [f"player{number}" for number in range(2 * matches)]
    async with Sandbox(people, rate_limits=True, log_limit=5_000, ack_window=window) as box:
        bot = await box.launch(folder)
        crowd = Crowd(box, bot, folder)
        await crowd.begin(matches)
        tenth = max(1, moves // 10)
        await crowd.play(tenth, 0)
        begin, start, before, served = resident(bot), time.monotonic(), crowd.moves, box.served
        half = max(1, (moves - tenth) // 2)
        await crowd.play(half, 1)
        middle = resident(bot)
        await crowd.play(half, 2)
        end, seconds = resident(bot), time.monotonic() - start
        rate, requests = (crowd.moves - before) / seconds, (box.served - served) / seconds
        assert box.problems() == []
        assert await bot.stop() == 0
        assert "Traceback" not in bot.log, bot.log
    answers = [1000 * acted.ack_after for acted in crowd.acted if acted.ack_after is not None]
    return [
        Row("matches at the same time", matches, "matches"),
        Row("moves", crowd.moves, "moves"),
        Row("moves in a second", rate, "moves/s"),
        Row("requests in a second", requests, "requests/s", "at most 50"),
        Row("interactions", len(crowd.acted), "interactions"),
        Row("interactions that failed", sum(acted.failed for acted in crowd.acted), "interactions", "0"),
        Row("requests beyond Discord's limits", box.limited, "requests", "next to none"),
        Row("first answer, p50", percentile(answers, 0.5), "ms"),
        Row("first answer, p99", percentile(answers, 0.99), "ms", "well under 3000"),
        Row("slowest first answer", max(answers), "ms", "under 3000"),
        Row("command to new board, p50", 1000 * percentile(crowd.boards, 0.5), "ms"),
        Row("command to new board, p99", 1000 * percentile(crowd.boards, 0.99), "ms"),
        Row("memory after a tenth", begin, "MiB"),
        Row("memory in the middle", middle, "MiB"),
        Row("memory at the end", end, "MiB"),
        Row("end against a tenth", end / begin, "times", "at most 1.1"),
    ]


def run(*, small: bool) -> list[Row]:
    """Return the figures of one run; memory is compared after a tenth of the moves, in the middle and at the end."""
    with tempfile.TemporaryDirectory() as folder:
        if small:
            return asyncio.run(_run(3, 5, Path(folder), PATIENCE))
        return asyncio.run(_run(MATCHES, MOVES, Path(folder), WINDOW))
