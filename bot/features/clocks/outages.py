"""Outages: times in which nobody could play because the bot was not running, or had no connection to Discord.

As long as the bot hears from Discord it notes the time of the machine, every half minute, and how long it has been
running. Where more time has passed than it was there nobody could play: it was started again, was suspended, had lost
its connection, or somebody has set the machine's clock on. The clocks of all matches stood still for as long. Where
less has passed the machine's clock was set back, and the clocks go with it.

Nothing is counted before that has been noted (`Calendars.catch_up`), so it does not matter who moves first afterwards.
A press that was being carried out may go on before anything is heard again: what cannot be noted yet is left out of
what it counts all the same (`Calendars.unnoted`). So is what another process cannot note, because it is not there, of a
match on a server of its own. Outages are written in the time of the matches, which tests move.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from typing import Final

from bot.clocks.calendars import Calendars
from bot.clocks.hours import Span
from bot.clocks.now import now_ms
from bot.supervision import Nap
from storage import Home, Store

log = logging.getLogger("bot.clocks")

BEAT_EVERY: Final = 30.0
"""Seconds between two notes."""
LOOK_EVERY: Final = 3600.0
"""Seconds between two looks at whether ends have to be shown; an outage wakes `run` at once."""
LEAST_MS: Final = 5_000
"""A shorter standstill is none: the machine's clock is always being set a little, and connections renewed."""
LATE_MS: Final = round(BEAT_EVERY * 1000) + LEAST_MS
"""Another process that has noted nothing for longer is not there, or has no connection."""
SEEN_MS: Final = 60_000
"""A shorter standstill moves no end that is shown: clocks are shown to the minute, and count it all the same."""
SILENCE_MS: Final = 60_000
"""A process that has not noted anything for longer was not there, although its time has passed.

A connection on which nothing has come for longer is lost: Discord answers the heartbeat every 41 seconds.
"""
MESSAGE: Final = "socket_raw_receive"
"""discord.py's name for the event that there is with every message of the gateway, answered heartbeats among them."""


def running_ms() -> int:
    """Return for how many milliseconds the machine has been running, without the time in which it was suspended.

    Not every system leaves that time out; where it counts the silence tells.
    """
    return time.monotonic_ns() // 1_000_000


@dataclass(frozen=True, slots=True)
class Moment:
    """When the bot heard from Discord."""

    wall: int
    """The time of the machine, in unix milliseconds."""
    running: int | None
    """The machine's running time then, in milliseconds; `None` for a moment of an earlier process."""


class Outages:
    """Notes that the bot is running, and the outages.

    A process that only `thinks` hears nothing from Discord and notes nothing: it takes account of what others note.
    """

    def __init__(
        self,
        store: Store,
        calendars: Calendars,
        clock: Callable[[], int],
        connected: Callable[[], bool],
        *,
        wall: Callable[[], int] = now_ms,
        running: Callable[[], int] = running_ms,
        thinks: bool = False,
    ) -> None:
        self.store = store
        self.calendars = calendars
        self.clock = clock
        self.connected = connected
        self.wall = wall
        self.running = running
        self._heard: Moment | None = None
        self._received: int | None = None
        """The machine's running time when the last message of the gateway came, in milliseconds."""
        self._lost: int | None = None
        """The same for the moment at which the connection was lost."""
        self._unseen = False
        """The ends of clocks are still shown as they were before an outage."""
        self._nap = Nap()
        self._noting = asyncio.Lock()
        if not thinks:
            calendars.catch_up = self.catch_up
        calendars.unnoted = self.unnoted

    async def catch_up(self) -> bool:
        """Note a standstill that has just ended; return whether players could play until now.

        Only then a time that is over really is.
        """
        if not self._steady():
            await self.beat()
        return self._steady()

    async def unnoted(self, shards: Collection[int]) -> Mapping[int, tuple[Span, ...]]:
        """Return the standstill until now of each of these shards that is not noted.

        Nothing is heard from Discord yet on those of this process, or another process is not there to note it.
        """
        home = self.calendars.shards
        others = () if home is None else tuple(number for number in shards if number not in home.shards)
        standstills: dict[int, int] = {}
        if len(others) < len(shards):
            heard = self._heard or await self._last_heard()
            standstill = 0 if heard is None else self._standstill(heard, self._now())
            if standstill > LEAST_MS:
                standstills |= dict.fromkeys(set(shards).difference(others), standstill)
        if home is not None and others:
            noted = await self.store.heard.of(Home(others, home.count))
            silent = {number: self.wall() - at for number, at in noted.items()}
            standstills |= {number: ms for number, ms in silent.items() if ms > LATE_MS}
        at = self.clock()
        return {number: ((at - ms, at),) for number, ms in standstills.items()}

    async def run(self) -> None:
        """Show the ends of clocks anew after every outage. Raises `StorageError`; started again, it goes on.

        Apart from `beat`: with thousands of matches this may take longer than a process may be silent, and a beat that
        had to wait for it would find an outage again, which would have to be shown, and so on for ever.
        """
        while True:
            await self.show_ends()
            await self._nap.take(LOOK_EVERY)

    async def show_ends(self) -> None:
        """Let the ends of running clocks be shown as they are, if an outage has moved them since the last time."""
        if not self._unseen:
            return
        self._unseen = False
        try:
            await self.calendars.move_ends(self.clock())
        except BaseException:
            self._unseen = True
            raise

    async def beat(self) -> None:
        """Note that the bot hears from Discord, if it does, and how long nobody could play since the last time.

        A clock that was set back is noted in any case: what is written from now on is written in the new time.
        """
        async with self._noting:
            heard = self._heard or await self._last_heard()
            now, at = self._now(), self.clock()
            standstill = 0 if heard is None else self._standstill(heard, now)
            if heard is not None and standstill < -LEAST_MS and await self._is_alone(heard):
                heard = replace(heard, wall=heard.wall + standstill)
                await self.calendars.set_back(at - standstill, at, heard.wall)
                self._heard = heard
                log.warning("the machine's clock was set back by %d seconds; all clocks go on", -standstill // 1000)
                standstill = 0
            if not self._hears():
                return
            if standstill < -LEAST_MS:
                log.error(
                    "the machine's clock was set back by %d seconds: where processes share the clocks of matches, "
                    "their machines have to agree on the time",
                    -standstill // 1000,
                )
            else:
                if standstill > LEAST_MS:
                    await self.calendars.out(at - standstill, at)
                    if standstill >= SEEN_MS:
                        self._unseen = True
                        self._nap.wake()
                    log.warning("nobody could play for %d seconds; the clocks stood still", standstill // 1000)
                await self.store.heard.note(self.calendars.shards, now.wall)
            self._heard, self._lost = now, None

    def heard(self, event: str, *arguments: object) -> None:
        """Note when the connection is lost. Called with every event of the gateway, by discord.py's name.

        One that breaks without a word is found to be lost a minute later: nobody could play since its last message.
        """
        if event == MESSAGE:
            self._received = self.running()
        elif event == "disconnect" and self._lost is None:
            self._lost = self.running() if self._received is None else self._received

    def _hears(self) -> bool:
        """Return True while there is a connection, and it is not silent."""
        silent = 0 if self._received is None else self.running() - self._received
        return self.connected() and silent <= SILENCE_MS

    async def _last_heard(self) -> Moment | None:
        """Return when a process has last heard of all the shards of this one."""
        home = self.calendars.shards
        if home is None:
            at = await self.store.heard.earliest()
        else:
            at = min((await self.store.heard.of(home)).values(), default=None)
        return None if at is None else Moment(at, None)

    async def _is_alone(self, heard: Moment) -> bool:
        """Return True if no other process counts by a clock of its own: this one has all shards, and noted them last.

        Another one has them, too, while it takes over, and sets the same clocks back only if it has noted them last.
        """
        home = self.calendars.shards
        return home is None or (len(home.shards) == home.count and await self.store.heard.earliest() == heard.wall)

    def _steady(self) -> bool:
        """Return True if the bot has heard from Discord all the time since its last note."""
        if self._heard is None or self._lost is not None or not self._hears():
            return False
        return abs(self._standstill(self._heard, self._now())) <= LEAST_MS

    def _now(self) -> Moment:
        return Moment(self.wall(), self.running())

    def _standstill(self, heard: Moment, now: Moment) -> int:
        """Return for how many milliseconds nobody could play since then; less than 0 for a clock that was set back."""
        there = 0
        if heard.running is not None and now.running is not None:
            there = (now.running if self._lost is None else self._lost) - heard.running
        return now.wall - heard.wall - (there if there <= SILENCE_MS else 0)
