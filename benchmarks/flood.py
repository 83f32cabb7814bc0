"""How long somebody waits for the first answer while two others press a hundred times a second each, as no hand can.

The bot is a process of its own at the local Discord. The two open their panels, which reads their match and draws a
picture; the third does the same in another match, twice a second.
"""

from __future__ import annotations

import asyncio
import contextlib
import tempfile
import time
from pathlib import Path

from benchmarks.measure import Row, percentile
from sandbox import Interaction, Player, Sandbox
from tests.support.seats import Pair, button

SECONDS = 30.0
RATE = 100
"""Presses of each of the two in a second."""
EVERY = 0.5
"""Seconds between two presses of the third."""
PATIENCE = 60.0
PEOPLE = ("anna", "max", "tina", "bea")


class Flood:
    """Who presses what."""

    def __init__(self, box: Sandbox, theirs: Pair, own: Pair) -> None:
        self.box = box
        self.theirs = theirs
        self.own = own
        self.presses = 0
        self.seen: list[Interaction] = []
        """The presses of the third."""
        self.others: list[Interaction] = []

    async def _press(self, pair: Pair, player: Player) -> Interaction:
        live = pair.live()
        assert live is not None
        return await player.click(live, button(live, "play") or "", wait=False)

    async def _flood(self, player: Player, until: float) -> None:
        due = time.monotonic()
        while time.monotonic() < until:
            self.others.append(await self._press(self.theirs, player))
            due += 1 / RATE
            await asyncio.sleep(max(0.0, due - time.monotonic()))

    async def _look(self, player: Player, until: float) -> None:
        while time.monotonic() < until:
            pressed = await self._press(self.own, player)
            self.seen.append(pressed)
            with contextlib.suppress(TimeoutError, AssertionError):
                await self.box.acknowledged(pressed, PATIENCE)
            await asyncio.sleep(EVERY)

    async def run(self, seconds: float) -> None:
        """Let everybody press for so many seconds."""
        until = time.monotonic() + seconds
        people = self.theirs.players
        await asyncio.gather(*(self._flood(player, until) for player in people), self._look(self.own.players[0], until))


async def _run(seconds: float, folder: Path) -> list[Row]:
    async with Sandbox(list(PEOPLE), ack_window=PATIENCE, log_limit=5_000) as box:
        bot = await box.launch(folder)
        anna, max_, tina, bea = box.players.values()
        channel = box.world.add_channel(box.guild, "flood")
        box.posting.emit_channel("CHANNEL_CREATE", channel)
        theirs = await Pair.begin(box, (anna, max_), channel, PATIENCE)
        own = await Pair.begin(box, (tina, bea), channel, PATIENCE)
        await box.settle(1.0, PATIENCE)
        flood = Flood(box, theirs, own)
        begin = time.monotonic()
        await flood.run(seconds)
        took = time.monotonic() - begin
        await bot.stop()
    answers = [1000 * press.ack_after for press in flood.seen if press.ack_after is not None]
    return [
        Row("presses of the two in a second", len(flood.others) / took, "presses/s"),
        Row("of these answered", sum(press.ack_after is not None for press in flood.others), "presses"),
        Row("presses of the third", len(flood.seen), "presses"),
        Row("without an answer", len(flood.seen) - len(answers), "presses", "0"),
        Row("first answer to the third, p50", percentile(answers, 0.5), "ms"),
        Row("first answer to the third, p99", percentile(answers, 0.99), "ms", "under 1000"),
    ]


def run(*, small: bool) -> list[Row]:
    """Return the figures of one run."""
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(_run(2.0 if small else SECONDS, Path(folder)))
