"""How long somebody waits for the first answer while two others press a hundred times a second each, as no hand can.

The bot is a process of its own at the local Discord. At first the two open their panels, which reads their match and
draws a picture; then they do everything that writes, posts or pings: they offer and withdraw draws, takebacks and
seats, challenge the third and withdraw it, nudge, claim, follow, plan, and press what no message offers. The third
opens a panel in another match, twice a second.
"""

from __future__ import annotations

import asyncio
import contextlib
import tempfile
import time
from pathlib import Path
from typing import Any

from benchmarks.measure import Row, percentile
from games.monolith_arena.game import GAME
from sandbox import Channel, Interaction, Message, Player, Sandbox
from sandbox.protocol import COMPONENT
from tests.support.seats import Pair, button

SECONDS = 30.0
RATE = 100
"""Presses of each of the two in a second."""
EVERY = 0.5
"""Seconds between two presses of the third."""
PATIENCE = 60.0
PEOPLE = ("anna", "max", "tina", "bea")
MOST_PINGS = 6
"""Pings of the third: three by each of the two (`bot.matches.calls`), and none for what is not in its own match."""


class Flood:
    """Who presses what."""

    def __init__(self, box: Sandbox, channel: Channel, theirs: Pair, own: Pair, *, mixed: bool) -> None:
        self.box = box
        self.channel = channel
        self.mixed = mixed
        """The two do everything, not only open their panels."""
        self.pings: set[int] = set()
        """Messages in the channel that call the third by name."""
        box.posting.watchers.append(self._posted)
        self.theirs = theirs
        self.own = own
        self.presses = 0
        self.seen: list[Interaction] = []
        """The presses of the third."""
        self.others: list[Interaction] = []

    def _posted(self, what: Message | Channel) -> None:
        if isinstance(what, Message) and what.channel is self.channel and self.own.players[0].mention in what.content:
            self.pings.add(what.id)  # it is seen again when it is edited

    async def _everything(self, player: Player, number: int) -> Interaction:
        """Do the next thing that writes, posts or pings."""
        thread, third = self.theirs.thread, self.own.players[0]
        commands: tuple[tuple[Channel, str, dict[str, Any]], ...] = (
            (thread, "match draw", {"answer": "offer"}),
            (thread, "match draw", {"answer": "withdraw"}),
            (thread, "match takeback", {}),
            (thread, "match substitute", {"action": "offer", "player": third}),
            (thread, "match substitute", {"action": "withdraw"}),
            (self.channel, "match new", {"game": GAME.name, "opponent": third}),
            (self.channel, "match cancel", {}),
            (thread, "match nudge", {}),
            (self.own.thread, "match follow", {"what": "highlights"}),
            (self.own.thread, "match follow", {"what": "nothing"}),
            (thread, "match plan", {"actions": "end"}),
            (thread, "match undo", {}),
        )
        forged = ("agree:0::draw.offer", "agree:0::takeback.ask", "time:0::claim", "time:0::give", "do:0:nothing:end")
        at = number % (len(commands) + len(forged))
        if at < len(commands):
            place, path, given = commands[at]
            return await player.slash(place, path, wait=False, **given)
        live = self.theirs.live()
        assert live is not None
        match_id = (button(live, "play") or "").split(":")[1]
        data = {"component_type": 2, "custom_id": f"b:{match_id}:{forged[at - len(commands)]}", "id": 1}
        return await self.box.interact(player.user, COMPONENT, thread, data, name="forged", source=live, wait=False)

    async def _press(self, pair: Pair, player: Player) -> Interaction:
        live = pair.live()
        assert live is not None
        return await player.click(live, button(live, "play") or "", wait=False)

    async def _flood(self, player: Player, until: float) -> None:
        due = time.monotonic()
        number = 0
        while time.monotonic() < until:
            if self.mixed:
                self.others.append(await self._everything(player, number))
            else:
                self.others.append(await self._press(self.theirs, player))
            number += 1
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


async def _run(seconds: float, folder: Path, *, mixed: bool) -> list[Row]:
    async with Sandbox(list(PEOPLE), ack_window=PATIENCE, log_limit=5_000) as box:
        bot = await box.launch(folder)
        anna, max_, tina, bea = box.players.values()
        channel = box.world.add_channel(box.guild, "flood")
        box.posting.emit_channel("CHANNEL_CREATE", channel)
        theirs = await Pair.begin(box, (anna, max_), channel, PATIENCE)
        own = await Pair.begin(box, (tina, bea), channel, PATIENCE)
        await box.settle(1.0, PATIENCE)
        flood = Flood(box, channel, theirs, own, mixed=mixed)
        begin = time.monotonic()
        await flood.run(seconds)
        took = time.monotonic() - begin
        await bot.stop()
    answers = [1000 * press.ack_after for press in flood.seen if press.ack_after is not None]
    pinged = [Row("pings of the third", len(flood.pings), "pings", f"at most {MOST_PINGS}")] if mixed else []
    what = "of everything, by the two in a second" if mixed else "panels of the two in a second"
    return [
        Row(what, len(flood.others) / took, "presses/s"),
        Row("of these answered", sum(press.ack_after is not None for press in flood.others), "presses"),
        Row("presses of the third", len(flood.seen), "presses"),
        Row("without an answer", len(flood.seen) - len(answers), "presses", "0"),
        Row("first answer to the third, p50", percentile(answers, 0.5), "ms"),
        Row("first answer to the third, p99", percentile(answers, 0.99), "ms", "under 1000"),
        *pinged,
    ]


def run(*, small: bool) -> list[Row]:
    """Return the figures of both floods."""
    rows: list[Row] = []
    for mixed in (False, True):
        with tempfile.TemporaryDirectory() as folder:
            rows += asyncio.run(_run(2.0 if small else SECONDS, Path(folder), mixed=mixed))
    return rows
