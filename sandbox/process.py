"""The bot as an ordinary process of its own, redirected to the sandbox and cut off from everything else."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from asyncio.subprocess import Process
from collections import deque
from collections.abc import Awaitable, Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from sandbox.delivery import Delivery
from sandbox.gateway import Session
from sandbox.keeper import write

HOUSE: Final = Path(__file__).resolve().parents[1]
"""Where the packages are, from which the bot is started."""
REDIRECT: Final = Path(__file__).resolve().with_name("redirect")
SETTINGS: Final = (
    "DISCORD_TOKEN",
    "DATABASE_URL",
    "DATA_DIR",
    "DATA_KEY",
    "DEV_GUILD_ID",
    "LOG_LEVEL",
    "LOG_FORMAT",
    "LOG_CHANNEL_ID",
    "HEALTH_PORT",
    "BACKUP_EVERY_HOURS",
    "BACKUPS_KEPT",
    "CLOCK_FILE",
    "MEMBERS_INTENT",
    "USER_INSTALLS",
    "SHARD_COUNT",
    "SHARDS",
)
"""The operator's settings, none of which reaches the bot in the sandbox."""
KEPT_LINES: Final = 5000
# The signal that asks the bot to stop, and how it is started: Ctrl-C is for the sandbox alone, which then stops the bot
# in good order.
if sys.platform == "win32":  # SIGTERM would end it at once there; a group of processes of its own can be told to stop
    STOP: Final = signal.CTRL_BREAK_EVENT
    APART: Final[dict[str, Any]] = {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
else:
    STOP: Final = signal.SIGTERM
    APART: Final[dict[str, Any]] = {"start_new_session": True}
CLOCK: Final = "clock"
"""The file in the bot's folder that says by how many milliseconds its time is ahead of the machine's."""


def environment(url: str, token: str, data: Path, more: Mapping[str, str] | None = None) -> dict[str, str]:
    """Return the environment of a bot that plays in the sandbox at `url`, with its data in the folder `data`."""
    inherited = {name: value for name, value in os.environ.items() if name.upper() not in SETTINGS}
    return {
        **inherited,
        "DISCORD_TOKEN": token,
        "DATA_DIR": str(data.absolute()),
        "DATABASE_URL": "",
        "DEV_GUILD_ID": "",
        "CLOCK_FILE": str(data.absolute() / CLOCK),
        "PYTHONUNBUFFERED": "1",
        "PYTHONIOENCODING": "utf-8",
        **(more or {}),
        "PYTHONPATH": os.pathsep.join((str(REDIRECT), str(HOUSE))),
        "SANDBOX_URL": url,
        "SANDBOX_PARENT": str(os.getpid()),
    }


class BotProcess:
    """`python -m bot run`, started and stopped as a supervisor would."""

    def __init__(
        self,
        server: Delivery,
        data: Path,
        *,
        command: tuple[str, ...] = ("-m", "bot", "run"),
        more: Mapping[str, str] | None = None,
        echo: Callable[[str], None] | None = None,
        spawn: Callable[..., Awaitable[Process]] = asyncio.create_subprocess_exec,
    ) -> None:
        self.server = server
        self.data = data
        self.command = (sys.executable, *command)
        self.more = dict(more or {})
        self.echo = echo
        self.spawn = spawn
        """How a process is begun, with the arguments of `asyncio.create_subprocess_exec`."""
        self.lines: deque[str] = deque(maxlen=KEPT_LINES)
        """The newest lines of its output."""
        self.process: Process | None = None
        self._reader: asyncio.Task[None] | None = None
        self._sessions: tuple[Session, ...] = ()
        """Its sessions at the gateway."""

    @property
    def shards(self) -> tuple[int, ...]:
        """Return the shards that it serves; none for a process that does not connect."""
        if "think" in self.command:
            return ()
        named = self.more.get("SHARDS") or f"0-{int(self.more.get('SHARD_COUNT', 1)) - 1}"
        spans = [part.partition("-") for part in named.split(",")]
        return tuple(number for first, _, last in spans for number in range(int(first), int(last or first) + 1))

    @property
    def connected(self) -> bool:
        """Return True while all its shards listen."""
        listening = self.server.gateway.listening()
        return len(self._sessions) == len(self.shards) and all(one in listening for one in self._sessions)

    def _find_sessions(self, before: Sequence[Session]) -> bool:
        """Look for the sessions that have begun since; return whether there is one of each shard."""
        new = {one.shard: one for one in self.server.gateway.listening() if one not in before}
        self._sessions = tuple(new[number] for number in self.shards if number in new)
        return len(self._sessions) == len(self.shards)

    async def start(self, *, within: float = 60) -> None:
        """Start it and wait until it is connected. Raises `RuntimeError` when it ends instead, or is too slow."""
        self.data.mkdir(parents=True, exist_ok=True)
        self.tell_time(self.server.world.ahead)
        before = tuple(self.server.gateway.sessions)
        self.process = await self.spawn(
            *self.command,
            cwd=self.data,  # a place without the operator's .env
            env=environment(self.server.url, self.server.token, self.data, self.more),
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
            limit=2**20,
            **APART,
        )
        self._reader = asyncio.create_task(self._read())
        await self.server.until(lambda: self._find_sessions(before) or self.exited, within)
        if self.exited or not self._find_sessions(before):
            raise RuntimeError(f"the bot did not start ({self.process.returncode}):\n{self.log}")

    def tell_time(self, ahead: int) -> None:
        """Let the bot's time be so many milliseconds ahead of the machine's; it looks at the file by itself."""
        write(self.data / CLOCK, str(ahead).encode())

    async def _read(self) -> None:
        assert self.process is not None
        assert self.process.stdout is not None
        async for line in self.process.stdout:
            text = line.decode(errors="replace").rstrip("\n")
            self.lines.append(text)
            if self.echo:
                self.echo(text)

    @property
    def exited(self) -> bool:
        """Return True if it has ended."""
        return self.process is not None and self.process.returncode is not None

    @property
    def log(self) -> str:
        """Return its output so far."""
        return "\n".join(self.lines)

    async def stop(self, number: int = STOP, *, within: float = 20) -> int | None:
        """Send a signal (SIGKILL for a crash) and wait; returns the exit status. Too slow: it is killed."""
        if self.process is None:
            return None
        if not self.exited:
            self.process.send_signal(number)
            try:
                await asyncio.wait_for(self.process.wait(), within)
            except TimeoutError:
                self.process.kill()
                await self.process.wait()
        if self._reader is not None:
            await self._reader
        mine, gateway = self._sessions, self.server.gateway
        await self.server.until(lambda: not any(one in gateway.listening() for one in mine), 5)
        return self.process.returncode

    async def restart(self, number: int = STOP) -> None:
        """Stop it with a signal and start it again on the same data."""
        await self.stop(number)
        await self.start()
