"""What a press, a command and a publish cost: statements, time against a bare reference, functions passed.

The bot runs in this very process, at a simulated Discord. Pictures are drawn already, because `benchmarks.render`
measures those, and the database is in memory where the system has a folder there. A press or a command is measured
from its interaction to its last answer, a publish from the job to the messages that are up to date.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from time import process_time
from types import CodeType, FrameType
from typing import Any, Final

import pytest
import simcord
from pydantic import SecretStr
from simcord.actors import _component_interaction
from simcord.results import ResponseMessage
from sqlalchemy import event

from benchmarks.measure import Row, reference
from bot import supervision, upkeep
from bot.app import ArenaBot
from bot.config import Settings
from bot.interactions.admission import Limits
from bot.limits import CUSTOM_ID
from bot.matches.loaded import LoadedMatch
from bot.panels.components import button_id
from bot.panels.model import Picture, Press
from games.monolith_arena.game import GAME
from games.referee import random_action, random_choice
from storage import ClaimedJob, Store
from tests.support.seats import command

ROOT: Final = Path(__file__).resolve().parents[1]
ROOMS: Final = tuple(f"{ROOT / room}/" for room in ("bot", "storage"))
"""Where functions are counted: those of the rules depend on what is played."""
MEMORY: Final = Path("/dev/shm")
PICTURE: Final = Picture(b"\x89PNG", "board.png", "a board")
MOVES: Final = 60
"""About two thirds of a match."""
PATIENCE: Final = 300.0
A_WHILE: Final = 5.0
"""Seconds; shorter waits are part of the work."""
OPEN: Final = "a press that opens the panel"
ACT: Final = "a press that acts"
COMMAND: Final = "a command"
PUBLISH: Final = "a publish"

Work = Callable[..., Awaitable[None]]


@dataclass
class Probe:
    """What was counted and measured in one window."""

    statements: int = 0
    seconds: float = 0.0
    to_row: set[CodeType] = field(default_factory=set)
    """The functions that were entered before the step was on the disk."""
    passed: set[CodeType] = field(default_factory=set)
    """All functions that were entered."""
    calls: int = 0
    """How often any function was entered, those of libraries too: a measure of work that no busy machine disturbs."""
    deep: int = 0
    """How many functions, one calling the other, lead to the commit, or to what is sent to Discord by a publish."""


class Meter:
    """Counts what happens while a window is open; there is one at a time."""

    def __init__(self, store: Store, *, functions: bool) -> None:
        self.functions = functions
        self._probe: Probe | None = None
        self._stored = self._answering = False
        for engine in {store.database.writer, store.database.reader}:
            event.listen(engine.sync_engine, "before_cursor_execute", self._statement)
        self._commit = store.matches.commit
        _instead(store.matches, commit=self._noted)

    def _deep(self) -> None:
        frame: FrameType | None = sys._getframe(1)
        deep = 0
        while frame is not None:
            deep += frame.f_code.co_filename.startswith(ROOMS)
            frame = frame.f_back
        if self._probe is not None:
            self._probe.deep = max(deep, self._probe.deep)

    async def sent(self, request: Work, *arguments: Any, **more: Any) -> Any:
        """Note that something is sent to Discord."""
        if not self._answering:
            self._deep()
        return await request(*arguments, **more)

    async def _noted(self, step: Any) -> Any:
        self._deep()
        done = await self._commit(step)
        self._stored = True
        return done

    def _statement(self, _connection: Any, _cursor: Any, statement: str, *_rest: Any) -> None:
        if self._probe is not None and not statement.startswith(("BEGIN", "PRAGMA")):
            self._probe.statements += 1

    def _entered(self, frame: FrameType, what: str, _argument: Any) -> None:
        if what != "call" or self._probe is None:
            return
        code = frame.f_code
        self._probe.calls += 1
        if code.co_filename.startswith(ROOMS) and not code.co_name.startswith("<"):
            self._probe.passed.add(code)
            if not self._stored:
                self._probe.to_row.add(code)

    @contextmanager
    def window(self, *, answering: bool) -> Iterator[Probe]:
        """Count until the end; `answering`: what is sent answers an interaction."""
        self._probe, self._stored, self._answering = Probe(), False, answering
        sys.setprofile(self._entered if self.functions else None)
        begin = process_time()
        try:
            yield self._probe
        finally:
            self._probe.seconds = process_time() - begin
            sys.setprofile(None)
            self._probe = None


class Stage:
    """The bot with two players and their match."""

    def __init__(self, env: simcord.Env, bot: ArenaBot, *, functions: bool) -> None:
        self.env, self.bot = env, bot
        self.kinds: dict[str, list[Probe]] = {OPEN: [], ACT: [], COMMAND: [], PUBLISH: []}
        self._meter = Meter(bot.store, functions=functions)
        self._answered: list[Probe] = []
        self._rows: list[ClaimedJob] = []
        guild = env.create_guild("Arena")
        self.channel = guild.create_text_channel("games")
        people = [guild.add_member(env.create_user(name, global_name=name)) for name in ("Anna", "Max")]
        self.players = {person.id: person for person in people}
        self._send = bot.posts._handle
        _instead(bot.intake, component=self._windowed(bot.intake.component))
        _instead(bot.tree, _call=self._windowed(bot.tree._call))
        _instead(bot.http, request=partial(self._meter.sent, bot.http.request))
        _instead(bot.services.studio, draw=_drawn)
        # What is to be published waits until nothing else is measured.
        _instead(bot.matches.commits, announce=_unheard)
        _instead(bot.posts, _handle=self._held)

    def _windowed(self, work: Work) -> Work:
        async def measured(*arguments: Any) -> None:
            with self._meter.window(answering=True) as probe:
                await work(*arguments)
            self._answered.append(probe)

        return measured

    async def _held(self, row: ClaimedJob) -> None:
        self._rows.append(row)

    async def settle(self) -> None:
        """Publish what waits, each row in a window of its own."""
        while True:
            self.bot.posts.wake()
            await self.env.settle()
            if not self._rows:
                return
            rows, self._rows = self._rows, []
            for row in rows:
                with self._meter.window(answering=False) as probe:
                    await self._send(row)
                self.kinds[PUBLISH].append(probe)

    async def begin(self) -> str:
        """Let one player challenge the other, who accepts; return the match's id."""
        challenger, invited = self.players.values()
        await challenger.slash(self.channel, "match new", game=GAME.name, opponent=invited)
        await self.settle()
        (head,) = await self.bot.store.matches.all_open()
        await invited.slash(self.channel, "match accept")
        await self.settle()
        self.kinds[PUBLISH].clear()
        return head.id

    async def play(self, match_id: str, moves: int) -> None:
        """Play random moves, by the panel and by commands in turn."""
        rng = Random(1)
        for move in range(moves):
            match = await self.bot.matches.load(match_id)
            if match.match.status != "running":
                return
            await self._move(match, rng, by_panel=move % 2 == 0)
            assert (await self.bot.matches.load(match_id)).match.version > match.match.version
            await self.settle()

    async def _move(self, match: LoadedMatch, rng: Random, *, by_panel: bool) -> None:
        choice = random_choice(GAME, match.state, rng)
        action = random_action(GAME, match.state, choice, rng)
        actor = self.players[match.user_of(choice.seat) or 0]
        press = Press("do", action)
        if by_panel and len("".join(action)) + len(action) + len(choice.key) < CUSTOM_ID - 30:
            panel = await actor.click(await self._live(match.id), custom_id=await self._play_id(match.id))
            self.kinds[OPEN].append(self._answered[-1])
            await self._press(actor, panel.response, button_id(match.id, 0, choice.key, press))
            self.kinds[ACT].append(self._answered[-1])
        else:
            path, options = command(action)
            place = next(c for c in self.channel.threads if c.id == match.match.thread_id)
            await actor.slash(place, path, **options)
            self.kinds[COMMAND].append(self._answered[-1])

    async def _live(self, match_id: str) -> ResponseMessage:
        stored = await self.bot.store.messages.newest_live(match_id, "live")
        assert stored is not None
        return ResponseMessage(self.env, self.env.backend.get_message(stored.channel_id, stored.message_id))

    async def _play_id(self, match_id: str) -> str:
        rows = (await self._live(match_id)).components
        ids = (str(item["custom_id"]) for row in rows for item in row["components"])
        return next(custom_id for custom_id in ids if ":play:" in custom_id)

    async def _press(self, actor: Any, panel: Any, custom_id: str) -> None:
        """Press a button of a private panel as if the panel led to it at once."""
        message = self.env.backend.get_message(panel.channel_id, panel.id)
        item = {"type": 2, "style": 1, "label": "press", "custom_id": custom_id}
        message.components = [{"type": 1, "components": [item]}]
        await _component_interaction(actor, message, {"custom_id": custom_id, "component_type": 2})


def _instead(thing: object, **functions: object) -> None:
    """Put other functions in the place of some of a thing."""
    vars(thing).update(functions)


async def _unheard(_event: Any) -> None:
    """Tell nobody of a commit."""


async def _drawn(how: Any, *arguments: Any) -> Picture:
    return PICTURE


async def _played(moves: int, folder: Path, *, functions: bool) -> dict[str, list[Probe]]:
    store = await Store.open(f"sqlite+aiosqlite:///{folder / 'matches.db'}")
    bot = ArenaBot(
        Settings(_env_file=None, discord_token=SecretStr("token"), data_dir=folder), store, limits=Limits({})
    )
    try:
        async with simcord.run(bot, settle_timeout=PATIENCE) as env:
            stage = Stage(env, bot, functions=functions)
            await stage.play(await stage.begin(), moves)
            await bot.posts.stop()
    finally:
        await store.close()
    return stage.kinds


def _probes(moves: int, *, functions: bool) -> dict[str, list[Probe]]:
    with pytest.MonkeyPatch.context() as patch, tempfile.TemporaryDirectory(dir=memory()) as folder:
        patch.setattr(supervision, "pause", pause)
        patch.setattr(upkeep, "START", 100 * PATIENCE)
        return asyncio.run(_played(moves, Path(folder), functions=functions))


async def pause(seconds: float) -> None:
    """Let background work wait: what only comes in a while never comes, or the simulated world would wait for it."""
    await asyncio.sleep(seconds if seconds < A_WHILE else 100 * PATIENCE)


def memory() -> Path | None:
    """Return the folder in memory for databases; `None` where the system has none."""
    return MEMORY if MEMORY.is_dir() else None


def _reference() -> float:
    """Return the seconds of the bare reference."""
    times = []
    for _ in range(200):
        begin = process_time()
        reference()
        times.append(process_time() - begin)
    return median(times)


def run(*, small: bool) -> list[Row]:
    """Measure the same moves twice: statements and time, then the functions passed, which takes time to count."""
    moves = 2 if small else MOVES
    rows = []
    bare = _reference()
    for kind, probes in _probes(moves, functions=False).items():
        seconds = median(p.seconds for p in probes)
        rows += [
            Row(f"{kind}, statements", median(p.statements for p in probes), "statements"),
            Row(f"{kind}, time", 1000 * seconds, "ms of processor time"),
            Row(f"{kind}, against the reference", seconds / bare, "times"),
        ]
        if kind != OPEN:
            rows.append(Row(f"{kind}, calls one in the other", median(p.deep for p in probes), "functions"))
    for kind, probes in _probes(moves, functions=True).items():
        if kind in (ACT, COMMAND):
            rows += _functions(f"{kind}, to the row", [p.to_row for p in probes])
        rows += _functions(kind, [p.passed for p in probes])
        rows.append(Row(f"{kind}: calls in all", median(p.calls for p in probes), "calls"))
    return rows


def _functions(name: str, passed: list[set[CodeType]]) -> list[Row]:
    modules = [len({code.co_filename for code in codes}) for codes in passed]
    return [
        Row(f"{name}: functions passed", median(map(len, passed)), "functions"),
        Row(f"{name}: modules passed", median(modules), "modules"),
    ]
