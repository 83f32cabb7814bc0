"""Bots as processes of their own that need not import everything anew: one process has, and each bot is a copy of it.

What a bot imports costs a second of the processor at each of the many starts. Everything else is as in a process that
was started by a shell: its own session, folder, environment, output and exit status, and it can be killed.
`sandbox/process.py` starts the bot as people do, and that is what test_restart.py and tests/sandbox see.

`python -m tests.e2e.copies FD PREPARED` serves the socket FD: it makes a copy for each message, and tells how each has
ended. PREPARED is the function that prepares such a process, as `module:name`.
"""

from __future__ import annotations

import asyncio
import gc
import importlib
import json
import os
import select
import signal
import socket
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from sandbox.process import HOUSE, REDIRECT, SETTINGS

ASKED = 1 << 20
"""More bytes than an environment has."""


# The side of the tests


class Copy:
    """A process: as much of `asyncio.subprocess.Process` as `BotProcess` needs."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self.stdout = asyncio.StreamReader()
        self.returncode: int | None = None
        self._ended = asyncio.Event()

    def end(self, returncode: int) -> None:
        """It has ended."""
        self.returncode = returncode
        self._ended.set()

    async def wait(self) -> int | None:
        """Wait for its end; returns the exit status, or minus the signal."""
        await self._ended.wait()
        return self.returncode

    def send_signal(self, number: int) -> None:
        """Send a signal."""
        if self.returncode is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        """Kill it."""
        self.send_signal(signal.SIGKILL)


class Original:
    """The process that has imported everything, begun when the first copy is asked for."""

    def __init__(self, prepared: str = "tests.e2e.unhurried:prepare") -> None:
        self._prepared = prepared
        self._line: socket.socket | None = None
        self._process: asyncio.subprocess.Process | None = None
        self._copies: dict[int, Copy] = {}
        self._made: asyncio.Queue[Copy | None] = asyncio.Queue()
        self._asking = asyncio.Lock()

    async def copy(
        self, *command: str, cwd: Path, env: Mapping[str, str], limit: int = 1 << 16, **how: Any
    ) -> Copy:  # `how` it is started otherwise is how all copies are
        """A copy that runs the bot there; in place of `asyncio.create_subprocess_exec` with `python -m MODULE …`."""
        async with self._asking:
            if self._line is None:
                await self._begin()
            assert self._line is not None
            ours, theirs = os.pipe()
            try:
                asked = json.dumps({"arguments": command[3:], "cwd": str(cwd), "env": dict(env)}).encode()
                socket.send_fds(self._line, [asked], [theirs])
            finally:
                os.close(theirs)
            made = await self._made.get()
            assert made is not None, "the process that is copied has ended"
            loop, made.stdout = asyncio.get_running_loop(), asyncio.StreamReader(limit)
            await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(made.stdout), os.fdopen(ours, "rb", 0))
            return made

    async def _begin(self) -> None:
        self._line, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            env = {name: value for name, value in os.environ.items() if name.upper() not in SETTINGS}
            self._process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-u", "-m", __name__, str(theirs.fileno()), self._prepared),
                cwd=HOUSE,
                env={**env, "PYTHONPATH": os.pathsep.join((str(REDIRECT), str(HOUSE)))},
                stdin=asyncio.subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
                start_new_session=True,
            )
        asyncio.get_running_loop().add_reader(self._line.fileno(), self._hear)

    def _hear(self) -> None:
        assert self._line is not None
        told = self._line.recv(ASKED)
        if not told:
            asyncio.get_running_loop().remove_reader(self._line.fileno())
            self._made.put_nowait(None)
            return
        pid, returncode = json.loads(told)
        if returncode is None:
            self._copies[pid] = Copy(pid)
            self._made.put_nowait(self._copies[pid])
        else:
            self._copies.pop(pid).end(returncode)

    async def stop(self) -> None:
        """End it; there is nobody left to ask for a copy."""
        if self._line is not None and self._process is not None:
            asyncio.get_running_loop().remove_reader(self._line.fileno())
            self._line.close()
            await self._process.wait()


# The side of the process that is copied


def serve(line: socket.socket) -> dict[str, Any] | None:
    """Make copies until nobody asks any more; returns what was asked in a copy, and nothing in the original."""
    ended, wakes = os.pipe()
    os.set_blocking(wakes, False)
    signal.set_wakeup_fd(wakes)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    while True:
        ready, _, _ = select.select([line, ended], [], [])
        if ended in ready:
            os.read(ended, 1 << 16)
            _tell_ends(line)
        if line not in ready:
            continue
        said, handles, _, _ = socket.recv_fds(line, ASKED, 1)
        if not said:
            return None
        pid = os.fork()
        if not pid:
            signal.set_wakeup_fd(-1)
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            for handle in (1, 2):
                os.dup2(handles[0], handle)
            # The copied ones were opened on a file where pytest keeps the output, and look for their places in a pipe.
            sys.stdout, sys.stderr = (os.fdopen(handle, "w", buffering=1, closefd=False) for handle in (1, 2))
            for handle in (ended, wakes, *handles):
                os.close(handle)
            line.close()
            asked: dict[str, Any] = json.loads(said)
            return asked
        os.close(handles[0])
        line.send(json.dumps([pid, None]).encode())


def _tell_ends(line: socket.socket) -> None:
    while True:
        try:
            pid, status = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return
        if not pid:
            return
        line.send(json.dumps([pid, os.waitstatus_to_exitcode(status)]).encode())


def become(cwd: str, env: Mapping[str, str]) -> None:
    """Be what a shell would have started there with this environment, redirected to its sandbox."""
    os.setsid()
    os.chdir(cwd)
    os.environ.clear()
    os.environ.update({**env, "SANDBOX_PARENT": str(os.getppid())})
    redirect = importlib.reload(sys.modules["sitecustomize"])
    for name, hook in redirect.HOOKS.items():
        hook(sys.modules[name])


def main() -> int:
    """Import everything, and serve."""
    from bot.texts.phrases import LANGUAGES, phrases
    from tests.e2e import unhurried

    module, _, name = sys.argv[2].partition(":")
    getattr(importlib.import_module(module), name)()
    for later in ("bot.app", "storage.dialects.sqlite"):  # what `bot.__main__` imports when it needs it
        importlib.import_module(later)
    for language in LANGUAGES:  # which takes a third of a second each time
        phrases(language)
    gc.collect()
    gc.freeze()
    asked = serve(socket.socket(fileno=int(sys.argv[1])))
    if asked is None:
        return 0
    become(asked["cwd"], asked["env"])
    return unhurried.main(asked["arguments"] or ["run"])


original = Original()

if __name__ == "__main__":
    sys.exit(main())
