"""Which functions one press passes that places a tile: from the gateway until board and panel stand.

The bot runs in this very process, at a simulated Discord, and draws its pictures. Only the product's own functions are
counted, in all threads; a coroutine that goes on counts as a call. A room is a folder, and a room change is a call in
another room than the call before it in the same thread.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Awaitable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from types import CodeType, FrameType
from typing import Any, Final

import pytest
import simcord
from pydantic import SecretStr
from simcord.actors import _component_interaction
from simcord.results import ResponseMessage
from sqlalchemy import event

from benchmarks.measure import Row
from benchmarks.press import PATIENCE, ROOT, memory, pause
from bot import supervision, upkeep
from bot.app import ArenaBot
from bot.config import Settings
from bot.interactions.admission import Limits
from bot.matches import lobby
from bot.matches.loaded import LoadedMatch
from bot.panels.components import button_id
from bot.panels.model import Press
from games.api import Action, Choice
from games.monolith_arena.game import GAME
from games.referee import random_action, random_choice
from storage import Store

ROOMS: Final = tuple(f"{ROOT / room}/" for room in ("bot", "games", "render", "storage"))
"""Where functions are counted."""
WARM: Final = 0
"""Tiles that are placed by presses before the one that is traced: with none it is the first of a match."""
SEED: Final = bytes(32)
LISTED: Final = 25
"""How many functions the printed list names."""


@dataclass
class Call:
    """One entered function."""

    code: CodeType
    thread: int
    caller: CodeType | None

    @property
    def module(self) -> str:
        """Return the path of the function's module below the repository."""
        return str(Path(self.code.co_filename).relative_to(ROOT))

    @property
    def room(self) -> str:
        """Return the folder of the function's module."""
        return str(Path(self.module).parent)

    @property
    def name(self) -> str:
        """Return the module and the function in it."""
        return f"{self.module}:{self.code.co_qualname}"


@dataclass
class Trace:
    """All that was entered while a press was answered, in order."""

    calls: list[Call] = field(default_factory=list)
    statements: list[str] = field(default_factory=list)
    """All SQL, up to the question whether everything is sent."""

    @property
    def functions(self) -> Counter[str]:
        """Return how often each function was entered."""
        return Counter(call.name for call in self.calls)

    @property
    def modules(self) -> Counter[str]:
        """Return how often functions of each module were entered."""
        return Counter(call.module for call in self.calls)

    @property
    def rooms(self) -> Counter[str]:
        """Return how often functions of each room were entered."""
        return Counter(call.room for call in self.calls)

    @property
    def changes(self) -> int:
        """Return how often a call was in another room than the one before it in its thread."""
        last: dict[int, str] = {}
        count = 0
        for call in self.calls:
            count += last.get(call.thread, call.room) != call.room
            last[call.thread] = call.room
        return count

    def pairs(self) -> Counter[tuple[str, str]]:
        """Return how often each room was entered straight from each other one."""
        last: dict[int, str] = {}
        entered: Counter[tuple[str, str]] = Counter()
        for call in self.calls:
            before = last.get(call.thread, call.room)
            if before != call.room:
                entered[before, call.room] += 1
            last[call.thread] = call.room
        return entered


class Tracer:
    """Notes what is entered, in every thread that was started after it was made, while a trace is open."""

    def __init__(self) -> None:
        self._trace: Trace | None = None
        threading.setprofile(self._entered)

    def _entered(self, frame: FrameType, what: str, _argument: Any) -> None:
        trace, code = self._trace, frame.f_code
        if what != "call" or trace is None or not code.co_filename.startswith(ROOMS) or code.co_name.startswith("<"):
            return
        caller = frame.f_back
        trace.calls.append(Call(code, threading.get_ident(), caller.f_code if caller is not None else None))

    def statement(self, _connection: Any, _cursor: Any, statement: str, *_rest: Any) -> None:
        """Note an SQL statement."""
        if self._trace is not None and not statement.startswith(("BEGIN", "PRAGMA")):
            self._trace.statements.append(statement)

    @contextmanager
    def window(self) -> Iterator[Trace]:
        """Trace until the end."""
        trace = Trace()
        sys.setprofile(self._entered)
        self._trace = trace
        try:
            yield trace
        finally:
            self._trace = None
            sys.setprofile(None)


class Stage:
    """The bot with two players and their match, one of whom is going to place a tile."""

    def __init__(self, env: simcord.Env, bot: ArenaBot) -> None:
        self.env, self.bot = env, bot
        guild = env.create_guild("Arena")
        self.channel = guild.create_text_channel("games")
        people = [guild.add_member(env.create_user(name, global_name=name)) for name in ("Anna", "Max")]
        self.players = {person.id: person for person in people}

    async def settle(self) -> None:
        """Wait until nothing is left to be sent."""
        while True:
            await self.env.settle()
            if await self.bot.posts.idle():
                return
            self.bot.posts.wake()

    async def begin(self) -> str:
        """Let one player challenge the other, who accepts; returns the match's id."""
        challenger, invited = self.players.values()
        await challenger.slash(self.channel, "match new", game=GAME.name, opponent=invited)
        await self.settle()
        (head,) = await self.bot.store.matches.all_open()
        await invited.slash(self.channel, "match accept")
        await self.settle()
        return head.id

    async def _pressing(self, match: LoadedMatch, choice: Choice, action: Action) -> Awaitable[Any]:
        """Open the player's panel; returns the press of a button in it that stands for an action."""
        actor = self.players[match.user_of(choice.seat) or 0]
        panel = await self._open(match, actor)
        message = self.env.backend.get_message(panel.channel_id, panel.id)
        custom_id = button_id(match.id, 0, choice.key, Press("do", action))
        item = {"type": 2, "style": 1, "label": "press", "custom_id": custom_id}
        message.components = [{"type": 1, "components": [item]}]
        await self.settle()
        return _component_interaction(actor, message, {"custom_id": custom_id, "component_type": 2})

    async def _open(self, match: LoadedMatch, actor: Any) -> Any:
        """Open the player's panel; returns its message."""
        stored = await self.bot.store.messages.newest_live(match.id, "live")
        assert stored is not None
        live = ResponseMessage(self.env, self.env.backend.get_message(stored.channel_id, stored.message_id))
        ids = (str(item["custom_id"]) for row in live.components for item in row["components"])
        opened = await actor.click(live, custom_id=next(custom_id for custom_id in ids if ":play:" in custom_id))
        return opened.response

    async def play(self, tracer: Tracer) -> Trace:
        """Play random moves until a tile is placed, and trace that press."""
        match_id, rng, warm = await self.begin(), Random(1), 0
        while True:
            match = await self.bot.matches.load(match_id)
            choice = random_choice(GAME, match.state, rng)
            action = random_action(GAME, match.state, choice, rng)
            if action[0] != "place":
                await self.bot.matches.play(match, match.user_of(choice.seat) or 0, [action], key=choice.key)
                await self.settle()
                continue
            warm += 1
            press = await self._pressing(match, choice, action)
            if warm > WARM:
                with tracer.window() as trace:
                    await press
                    await self.settle()
                return trace
            await press
            await self.settle()


async def _traced(folder: Path) -> Trace:
    tracer = Tracer()
    store = await Store.open(f"sqlite+aiosqlite:///{folder / 'matches.db'}")
    for engine in {store.database.writer, store.database.reader}:
        event.listen(engine.sync_engine, "before_cursor_execute", tracer.statement)
    bot = ArenaBot(
        Settings(_env_file=None, discord_token=SecretStr("token"), data_dir=folder), store, limits=Limits({})
    )
    try:
        async with simcord.run(bot, settle_timeout=PATIENCE) as env:
            trace = await Stage(env, bot).play(tracer)
            await bot.posts.stop()
    finally:
        await store.close()
        threading.setprofile(None)  # type: ignore[arg-type]
    return trace


def traced() -> Trace:
    """Return the trace of one press that places a tile, the same at every call."""
    with pytest.MonkeyPatch.context() as patch, tempfile.TemporaryDirectory(dir=memory()) as folder:
        patch.setattr(supervision, "pause", pause)
        patch.setattr(upkeep, "START", 100 * PATIENCE)
        patch.setattr(lobby, "new_seed", lambda: SEED)
        patch.setattr(lobby, "new_id", lambda: "traceaaaaa")
        return asyncio.run(_traced(Path(folder)))


def stretches(trace: Trace) -> dict[str, Trace]:
    """Return the calls up to the commit, from there until the job that posts begins, and those of board and panel."""
    names = [call.name.rpartition(":")[2] for call in trace.calls]
    committed = names.index("commit_step")
    begun = names.index("Worker._handle", committed)
    calls = trace.calls
    return {
        "to the commit": Trace(calls[:committed]),
        "to the row": Trace(calls[committed:begun]),
        "to the end": Trace(calls[begun:]),
    }


def rows(trace: Trace) -> list[Row]:
    """Return the sums of a trace."""
    return [
        Row("calls", len(trace.calls), "calls"),
        Row("functions", len(trace.functions), "functions", "at most 380"),
        Row("modules", len(trace.modules), "modules", "at most 100"),
        Row("rooms", len(trace.rooms), "folders"),
        Row("room changes", trace.changes, "changes", "at most 400"),
        Row("statements", len(trace.statements), "statements", "at most 18"),
    ]


def run(*, small: bool) -> list[Row]:
    """Trace one press, `small` or not; ``python -m benchmarks.trace`` prints every call."""
    trace = traced()
    table = rows(trace)
    for name, part in stretches(trace).items():
        table += [
            Row(f"{name}: functions", len(part.functions), f"functions, {len(part.calls)} calls"),
            Row(f"{name}: modules", len(part.modules), "modules"),
        ]
    for room, calls in sorted(trace.rooms.items()):
        names = {call.name for call in trace.calls if call.room == room}
        table.append(Row(f"  {room}: functions", len(names), f"functions, {calls} calls"))
    return table


def listing(trace: Trace) -> str:
    """Return every call in its order, with its room changes, then what is entered most often."""
    lines, last = [], dict[int, str]()
    for call in trace.calls:
        mark = " " if last.get(call.thread, call.room) == call.room else "*"
        last[call.thread] = call.room
        lines.append(f"{mark} {call.thread % 997:3} {call.name}")
    lines += [f"{count:4} {name}" for name, count in trace.functions.most_common(LISTED)]
    lines += [f"{count:4} {one} -> {other}" for (one, other), count in trace.pairs().most_common(LISTED)]
    return "\n".join([*lines, *map("statement {}".format, trace.statements)])


if __name__ == "__main__":
    print(listing(traced()))
