"""A bot whose every wait for something outside can be made to fail, one by one, in a time that passes when it is told.

What the outbox and the timers wait for are methods of the store, requests to Discord, and pictures. A `Place` is one
such wait as it is reached: what is asked for, by which functions of `bot.jobs` and `bot.publish`, and how many times
before. A first run of a step lists its places; further runs let one of them fail.
"""

from __future__ import annotations

import ast
import asyncio
import errno
import inspect
import io
import re
import sys
import tokenize
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final

import aiohttp
import discord
import pytest
from PIL import Image

from bot import jobs, publish, supervision
from bot.app import ArenaBot
from bot.jobs import worker
from bot.matches import lobby
from bot.matches.wishes import Wish
from bot.panels.face import Film
from bot.panels.model import Picture
from bot.people.settings import Languages
from bot.publish.studio import Studio
from games.messages import Message
from render.caption import FILM
from render.film import gif
from storage import StorageError, StorageFull
from storage.engine import Repository
from tests.bot.world import World, controls, world
from tests.support.registering import register
from tests.toy.face import FACE

ROOMS = tuple(Path(room.__file__).parent for room in (jobs, publish))
NOT_WALKED = {"notifier.py"}
"""What features let somebody be told: no step of a match needs it."""
ABOUT: ContextVar[str | None] = ContextVar("about", default=None)
"""The match whose row or timer is being worked on; None in the workers themselves."""


# Faults


def _answer(status: int) -> discord.HTTPException:
    response: Any = SimpleNamespace(status=status, reason="injected", headers={})
    return discord.HTTPException(response, {"code": 0, "message": "injected"})


def _no_name() -> Exception:
    key: Any = SimpleNamespace(host="discord.com", port=443, is_ssl=True, ssl=True)
    return aiohttp.ClientConnectorDNSError(key, OSError("Name or service not known"))


@dataclass(frozen=True)
class Fault:
    name: str
    error: Callable[[], BaseException]
    after: bool = False
    """The thing is done, and only the answer is lost."""


def _full() -> OSError:
    return OSError(errno.ENOSPC, "No space left on device")


HTTP = (
    Fault("500", lambda: _answer(500)),
    Fault("429 for long", lambda: discord.RateLimited(90.0)),
    Fault("timeout", TimeoutError),
    Fault("no DNS", _no_name),
    Fault("answer lost", lambda: aiohttp.ServerDisconnectedError(), after=True),
    Fault("500 after it was done", lambda: _answer(500), after=True),
    Fault("cancelled below", asyncio.CancelledError),
)
STORE = (
    Fault("locked", lambda: StorageError("the database failed: database is locked")),
    Fault("disk full", lambda: StorageFull("the disk is full: nothing of this step was stored")),
    Fault("OSError", _full),
    Fault("timeout", TimeoutError),
    Fault("stored, and then failed", lambda: StorageError("the database failed: the connection broke"), after=True),
)
DRAW = (
    Fault("disk full", _full),
    Fault("unforeseen", lambda: RuntimeError("a picture that cannot be drawn")),
    Fault("timeout", TimeoutError),
)
FAULTS = {"http": HTTP, "store": STORE, "draw": DRAW}


# Places


@dataclass(frozen=True)
class Place:
    kind: str
    """http, store or draw."""
    what: str
    by: tuple[str, ...]
    """The functions of `bot.jobs` and `bot.publish` that wait for it, the outermost first."""
    nth: int

    def __str__(self) -> str:
        return f"{self.what} #{self.nth} by {' > '.join(self.by)}"


Line = tuple[str, int]


def _waiting() -> tuple[tuple[str, ...], frozenset[Line]]:
    """Which functions of `bot.jobs` and `bot.publish` wait at this moment, and in which lines."""
    names: list[str] = []
    lines: set[Line] = set()
    frame = sys._getframe(1)
    while frame is not None:
        code = frame.f_code
        path = Path(code.co_filename)
        if path.parent in ROOMS:
            names.append(f"{path.stem}.{code.co_name}")
            lines.add((path.name, frame.f_lineno))
        frame = frame.f_back  # type: ignore[assignment]
    return tuple(reversed(names)), frozenset(lines)


NUMBERS = re.compile(r"\d+")
EXCUSE = re.compile(r"# no fault: \S.*")


@dataclass
class Faults:
    """Notes all places of the step that is being run, and lets one fail."""

    subject: str = ""
    places: dict[Place, frozenset[Line]] = field(default_factory=dict)
    failed: set[Line] = field(default_factory=set)
    """The lines of `bot.jobs` and `bot.publish` that have waited for something that failed."""
    first: tuple[Place, Fault] | None = None
    """What fails before the target may: places are noted from then on."""
    target: tuple[Place, Fault] | None = None
    hit: bool = False
    meanwhile: Callable[[], Coroutine[Any, Any, None]] | None = None
    """Begun at the moment of the fault."""
    other: asyncio.Task[None] | None = None
    carried_out: list[Any] = field(default_factory=list)
    """The requests that Discord has not refused."""
    _seen: Counter[Any] = field(default_factory=Counter)
    on: bool = False

    @contextmanager
    def step(
        self, subject: str, target: tuple[Place, Fault] | None = None, first: tuple[Place, Fault] | None = None
    ) -> Iterator[None]:
        self.subject, self.first, self.target, self.hit = subject, first, target, False
        self.places, self._seen, self.on = {}, Counter(), True
        try:
            yield
        finally:
            self.on = False

    async def wait(self, kind: str, what: str, work: Callable[[], Awaitable[Any]]) -> Any:
        by, lines = _waiting()
        if not self.on or not by or by[-1].endswith(".idle") or ABOUT.get() not in (None, self.subject):
            return await work()
        self._seen[kind, what, by] += 1
        place = Place(kind, what, by, self._seen[kind, what, by])
        if self.first is not None:
            if self.first[0] != place:
                return await work()
            fault, self.first = self.first[1], None
            if fault.after:
                await work()
            raise fault.error()
        self.places[place] = lines
        if self.target is None or self.target[0] != place or self.hit:
            return await work()
        self.hit = True
        self.failed |= lines
        if self.meanwhile is not None:
            self.other = asyncio.create_task(self.meanwhile())
        fault = self.target[1]
        if fault.after:
            await work()
        raise fault.error()


@dataclass(frozen=True)
class Wait:
    """An `await` or `async for` of `bot.jobs` and `bot.publish`."""

    file: str
    function: str
    source: str
    lines: frozenset[Line]
    excused: bool
    """A comment beside it, `# no fault: REASON`, says why the walk through all faults does not let it fail."""

    def __str__(self) -> str:
        return f"{self.file}:{min(line for _, line in self.lines)} {self.function}: {self.source}"


def waits() -> list[Wait]:
    """Return every `await` and every `async for` of `bot.jobs` and `bot.publish`.

    The same one twice in a function counts once.
    """
    merged: dict[tuple[str, str, str], Wait] = {}
    for wait in (wait for path in _walked() for wait in _waits_of(path)):
        key = wait.file, wait.function, wait.source
        same = merged.get(key, wait)
        merged[key] = replace(wait, lines=wait.lines | same.lines, excused=wait.excused or same.excused)
    return list(merged.values())


def _walked() -> list[Path]:
    return [path for room in ROOMS for path in sorted(room.glob("*.py")) if path.name not in NOT_WALKED]


def _waits_of(path: Path) -> Iterator[Wait]:
    text = path.read_text()
    excuses = _excuses(text)
    for function in ast.walk(ast.parse(text)):
        if not isinstance(function, ast.AsyncFunctionDef):
            continue
        for node in ast.walk(function):
            waiting = _waiting_part(node)
            if waiting is not None:
                numbers = range(waiting.lineno, (waiting.end_lineno or 0) + 1)
                lines = frozenset((path.name, number) for number in numbers)
                excused = not excuses.isdisjoint(numbers)
                yield Wait(path.name, function.name, ast.unparse(waiting), lines, excused)


def _waiting_part(node: ast.AST) -> ast.expr | None:
    """Return the expression whose lines are on the stack while `node` waits, or None where it does not wait."""
    if isinstance(node, ast.Await):
        return node
    if isinstance(node, ast.AsyncFor):
        return node.iter
    if isinstance(node, ast.ListComp) and any(part.is_async for part in node.generators):
        return node
    return None


def _excuses(text: str) -> set[int]:
    """Return the numbers of the lines with a comment `# no fault: REASON`."""
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    return {token.start[0] for token in tokens if token.type == tokenize.COMMENT and EXCUSE.fullmatch(token.string)}


# Time


class Hourglass:
    """Background work pauses until the time is moved on."""

    def __init__(self) -> None:
        self.now = 1_800_000_000_000
        self._asleep: dict[asyncio.Task[None], int] = {}

    def __call__(self) -> int:
        return self.now

    async def pause(self, seconds: float) -> None:
        sleeper = asyncio.create_task(asyncio.sleep(10**6))
        self._asleep[sleeper] = self.now + int(seconds * 1000)
        try:
            await asyncio.wait({sleeper})
        finally:
            sleeper.cancel()
            self._asleep.pop(sleeper, None)

    def asleep(self) -> int:
        return len(self._asleep)

    def on(self) -> None:
        """To when the first one wakes."""
        self.now = max(self.now, min(self._asleep.values(), default=0) + 1)
        self.wake()

    def wake(self) -> None:
        """Whoever has slept long enough."""
        for sleeper, due in self._asleep.items():
            if due <= self.now:
                sleeper.cancel()


# The stage


FRAMES: Final = gif([Image.new("P", (4, FILM.height + 4))], [100])
"""The smallest film: a picture, and the room for the words below it."""
FILMED: Final = replace(
    FACE,
    film=Film(
        covers=bool,
        draw=lambda say, scene: Picture(FRAMES, "film.gif", "What happened"),
        following=Message("Next scene"),
    ),
)
"""The toy with a film of everything."""


@dataclass
class Stage:
    """A bot, a channel, and a step to be run again and again with players of its own."""

    made: World
    glass: Hourglass
    faults: Faults
    numbers: Iterator[int]
    told: dict[str, int]
    """When the last row of each match was dealt with."""
    away: Any = None
    """Another server, once a step has needed it."""

    @property
    def bot(self) -> ArenaBot:
        return self.made.bot

    def people(self) -> tuple[Any, Any]:
        return tuple(self.made.member(f"P{name}{next(self.numbers)}") for name in "ab")  # type: ignore[return-value]

    async def challenge(self, people: tuple[Any, Any], **more: Any) -> str:
        first, second = people
        values = {"formation": "1v1", "options": {"rounds": 9}, "private": False, "opponents": (second.id,)}
        values |= {"rated": not more.get("private")} | more
        wish = Wish(
            game="toy",
            creator=first.id,
            guild_id=self.made.guild.id,
            channel_id=values.pop("channel_id", self.made.channel.id),
            **values,
        )
        return await self.bot.lobby.new(wish, interaction_id=next(self.numbers))

    async def accept(self, match_id: str, people: tuple[Any, Any]) -> None:
        match = await self.bot.matches.load(match_id)
        await self.bot.lobby.accept(match, people[1].id, interaction_id=next(self.numbers))

    async def play(self, match_id: str, who: Any, *action: str) -> None:
        matches = self.bot.matches
        await matches.play(await matches.load(match_id), who.id, [action], interaction_id=next(self.numbers))

    async def still(self) -> None:
        """Until all that is left waits for time to pass: both workers, and every row and timer that is being noted."""
        calm = 0
        while calm < 3:  # whoever was woken gets up within a few rounds of the loop
            for _ in range(8):
                await asyncio.sleep(0)
            if self.faults.other is not None:
                await self.faults.other
                self.faults.other = None
            busy = len(self.bot.posts._tasks) + len(self.bot.timers._tasks)
            calm = calm + 1 if self.glass.asleep() >= 2 + busy else 0
            if not calm:
                await asyncio.sleep(0.0005)

    def look_again(self) -> None:
        """Half a minute later, when both workers look again although nobody woke them; in tests they nap for long."""
        self.glass.now += 30_000
        self.glass.wake()
        self.bot.posts.wake()
        self.bot.timers.wake()

    async def settle_timers(self, rounds: int) -> None:
        """Until no timer is due; for more than `rounds` moments there is nothing to do."""
        for _ in range(rounds + 60):
            await self.still()
            if await self.bot.timers.idle():
                return
            self.glass.on()
        raise AssertionError("timers are still due")

    async def settle(self) -> None:
        """Until everything is told."""
        work = self.made.env._work
        work.callbacks = [one for one in work.callbacks if one.handle is not None and not one.handle.cancelled()]
        for _ in range(60):
            await self.still()
            if await self.bot.posts.idle() and await self.bot.timers.idle():
                return
            self.glass.on()
        store = self.bot.store
        rows = [row for head in await store.matches.all_open() for row in await store.jobs.of_match(head.id)]
        raise AssertionError([row for row in rows if row.state in ("pending", "running")])


@asynccontextmanager
async def stage(folder: Path, patch: pytest.MonkeyPatch) -> AsyncIterator[Stage]:
    faults, glass = Faults(), Hourglass()
    register(patch, FILMED)
    patch.setattr(lobby, "OPEN_LOBBIES", 10**9)
    patch.setattr(worker, "ATTEMPT_SECONDS", 10**6)  # that time is not the hourglass's
    plain = Studio.draw

    async def draw(self: Studio, how: Any, *arguments: Any) -> Any:
        return await faults.wait("draw", f"draw {how.__name__}", lambda: plain(self, how, *arguments))

    patch.setattr(Studio, "draw", draw)
    # Two lanes write to the same players: which of them would find their languages kept depends on the machine.
    patch.setattr(Languages, "of_player", Languages._ask_player)
    async with world(folder) as made:
        patch.setattr(supervision, "pause", glass.pause)
        patch.setattr(made.bot.matches, "clock", glass)
        _watch_store(made.bot, faults, patch)
        _watch_http(made, faults, patch)
        told: dict[str, int] = {}
        _watch_work(made.bot, told, patch)
        for name, task in made.bot.supervisor._tasks.items():
            if name not in ("posts", "timers"):
                task.cancel()  # it would pause, too
        made.bot.posts.wake()  # into the naps that the hourglass knows
        made.bot.timers.wake()
        yield Stage(made, glass, faults, iter(range(10**6, 10**9)), told)


def _watch_store(bot: ArenaBot, faults: Faults, patch: pytest.MonkeyPatch) -> None:
    def watched(method: Any, name: str) -> Any:
        async def call(*given: Any, **more: Any) -> Any:
            return await faults.wait("store", f"store.{name}", lambda: method(*given, **more))

        return call

    for part, repository in vars(bot.store).items():
        if isinstance(repository, Repository):
            for name, method in inspect.getmembers(repository, inspect.iscoroutinefunction):
                if not name.startswith("_"):
                    patch.setattr(repository, name, watched(method, f"{part}.{name}"))


def _watch_http(made: World, faults: Faults, patch: pytest.MonkeyPatch) -> None:
    plain = made.bot.http.request

    async def request(route: Any, **more: Any) -> Any:
        async def carried_out() -> Any:
            begun = len(made.env.http_requests)
            done = await plain(route, **more)
            faults.carried_out.append(made.env.http_requests[begun])
            return done

        return await faults.wait("http", f"{route.method} {route.path}", carried_out)

    patch.setattr(made.bot.http, "request", request)


def _watch_work(bot: ArenaBot, told: dict[str, int], patch: pytest.MonkeyPatch) -> None:
    handle_row, handle_timer = bot.posts._handle, bot.timers._handle

    async def row(one: Any) -> None:
        ABOUT.set(one.job.match_id)
        await handle_row(one)
        told[one.job.match_id] = bot.matches.clock()

    async def timer(one: Any) -> None:
        ABOUT.set(one.job.match_id)
        await handle_timer(one)

    patch.setattr(bot.posts, "_handle", row)
    patch.setattr(bot.timers, "_handle", timer)


# What stands on Discord


def _plain(text: str) -> str:
    return NUMBERS.sub("#", re.sub(r"`[^`]*`", "`…`", text))


def shown(channel: Any) -> list[tuple[str, tuple[str, ...], int]]:
    """The bot's messages, the oldest first: the text without its numbers, what its buttons do, its pictures."""
    return [
        (_plain(m.content), tuple(c.press.action_id for c in controls(m)), len(m.attachments))
        for m in channel.history()
        if m.type is discord.MessageType.default
    ]
