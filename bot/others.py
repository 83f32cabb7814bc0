"""The other processes of this bot: which shards each serves, whose work this one does, and what they tell each other.

With SQLite there are none. With PostgreSQL the jobs of a match are done by the process on whose shard its server is, so
that what is kept in memory of it, and Discord's limits for its channel, are in one place. Posts of a shard that nobody
serves, or whose process is still beginning, are done by everybody else; its timers are not, because nobody there can
play.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from typing import Final

from bot.supervision import Fatal
from storage import THINK, TIMER, DatabaseLost, Home, Roll, StorageError, Store, shard_of
from storage.processes import BEAT_MS

log = logging.getLogger("bot")

BEAT_EVERY: Final = BEAT_MS / 1000
NAP: Final = 10.0
"""Seconds after which work is looked for that nobody has told of: whoever added it may have been killed just then."""
EVERYTHING: Final = "*"
"""The news that anything may have changed."""
EVERY_SHARD: Final = "*"
NAMED, FORGOTTEN = "named", "forgotten"
"""What becomes of people: somebody has another name now; somebody's data were deleted."""


class Others:
    """What this process knows of the others. Without a store that is shared there are none."""

    def __init__(self, shards: Sequence[int] = (0,), count: int = 1, *, thinks: bool = False) -> None:
        self.shards = tuple(shards)
        self.count = count
        self.thinks = thinks
        """This process does nothing but think."""
        self.roll = Roll()
        self.store: Store | None = None
        self.changed: list[Callable[[], object]] = []
        """Called when processes have come or gone."""
        self._subscribers: dict[str, list[Callable[[str], object]]] = {}
        self._news: dict[str, None] = {}
        self._telling: asyncio.Task[None] | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    @property
    def shared(self) -> bool:
        """Return True if other processes work on the same database."""
        return self.store is not None and self.store.shared

    @property
    def first(self) -> bool:
        """Return True for the one process that does what is done once for all: the one that serves shard 0."""
        return 0 in self.shards and not self.thinks

    @property
    def bots(self) -> int:
        """Return how many processes send something to Discord, this one included."""
        return max(1, self.roll.bots)

    def owns(self, guild_id: int | None) -> bool:
        """Return True if Discord tells this process of a server, or of direct messages."""
        return shard_of(guild_id, self.count) in self.shards

    def home(self, pool: str) -> Home | None:
        """Return the shards whose jobs of a pool this process does; None for all. What only thinks sends nothing."""
        if not self.shared:
            return None
        if self.thinks:
            return None if pool == THINK else Home((), self.count)
        if pool == THINK and self.roll.thinkers:
            return Home((), self.count)
        if pool == TIMER:
            return Home(self.shards, self.count)
        worked_for = self.roll.worked_for()
        orphans = tuple(number for number in range(self.count) if number not in worked_for)
        mine = tuple(sorted({*self.shards, *orphans}))
        return None if len(mine) == self.count else Home(mine, self.count)

    # News

    def hear(self, news: str | None) -> None:
        """Hand on what was told, from whatever thread; None: something may have been missed."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._heard, EVERYTHING if news is None else news)

    def listen(self) -> None:
        """Hear what is told from now on, in this event loop."""
        self._loop = asyncio.get_running_loop()

    def subscribe(self, topic: str, heard: Callable[[str], object]) -> None:
        """Call `heard` with what follows a topic (`topic:what`), and with `EVERYTHING`."""
        self._subscribers.setdefault(topic, []).append(heard)

    def _heard(self, news: str) -> None:
        topic, _, what = news.partition(":")
        for subscribed, heard in self._subscribers.items():
            if subscribed == topic or news == EVERYTHING:
                for one in heard:
                    one(what or EVERYTHING)

    def tell(self, topic: str, what: object) -> None:
        """Tell all processes, soon; what is told often is told once. A failure is nothing: they look by themselves."""
        if not self.shared:
            return
        self._news[f"{topic}:{what}"] = None
        if self._telling is None:
            self._telling = asyncio.create_task(self._tell(), name="telling other processes")

    async def _tell(self) -> None:
        assert self.store is not None
        while self._news:
            news, self._news = tuple(self._news), {}
            try:
                await self.store.processes.tell(news)
            except StorageError as error:
                log.info("other processes could not be told: %s", error)
        self._telling = None

    # Life

    async def beat(self) -> None:
        """Show that this process lives, and learn who else does. Raises `Fatal` where the others take it for dead."""
        assert self.store is not None
        try:
            roll = await self.store.processes.beat()
        except DatabaseLost as reason:
            raise Fatal(f"the database is lost: {reason}") from reason
        before, self.roll = self.roll, roll
        alive, were = {one.id for one in roll.processes}, {one.id for one in before.processes}
        if (alive, roll.worked_for(), roll.mine, roll.heir) != (were, before.worked_for(), before.mine, before.heir):
            for one in before.processes:
                if one.id not in alive:
                    log.info("process %d on %s is gone", one.pid, one.host)
            for changed in self.changed:
                changed()


ALONE: Final = Others()
"""For a process that has the database to itself."""
