"""`python -m bot sandbox`: the local Discord, the unmodified bot in it, and the page, until Ctrl-C."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import sys
from pathlib import Path
from typing import Final

from sandbox.keeper import CannotKeep
from sandbox.sandbox import Sandbox

DATA: Final = Path("data") / "sandbox"
"""Where everything is kept by default, from one run to the next."""
PORT: Final = 8477
LOG_LIMIT: Final = 2000


def run(port: int = PORT, data: Path = DATA) -> int:
    """Serve until Ctrl-C or SIGTERM and return the exit status: 0, or 1 when it could not start.

    `port` 0 is any free one. In the folder `data` are the local Discord and, in ``bot``, the bot's own data: matches go
    on in the next run with the same folder.
    """
    try:
        return asyncio.run(_serve(port, data))
    except KeyboardInterrupt:  # before the handlers were in place
        return 0


async def _serve(port: int, data: Path) -> int:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):
            loop.add_signal_handler(number, stop.set)
    try:
        sandbox = Sandbox(log_limit=LOG_LIMIT, keep=data)
    except CannotKeep as error:
        _say(str(error), error=True)
        return 1
    try:
        await sandbox.start(port)
    except OSError as error:
        _say(f"Port {port} cannot be used: {error.strerror or error}", error=True)
        return 1
    try:
        return await _play(sandbox, data / "bot", stop)
    finally:
        for bot in sandbox.bots:
            await bot.stop()
        await sandbox.stop()


async def _play(sandbox: Sandbox, folder: Path, stop: asyncio.Event) -> int:
    ended = asyncio.ensure_future(stop.wait())
    starting = asyncio.ensure_future(sandbox.launch(folder, echo=_say))
    await asyncio.wait({ended, starting}, return_when=asyncio.FIRST_COMPLETED)
    if not starting.done():
        starting.cancel()
        await asyncio.gather(starting, return_exceptions=True)
        return 0
    try:
        bot = starting.result()
    except (RuntimeError, OSError) as error:
        _say(str(error), error=True)
        return 1
    seats = "&".join(f"seat={name}" for name in list(sandbox.players)[:2])
    _say(f"Play at {sandbox.url}/ (two seats), one seat a window: {sandbox.url}/?{seats.split('&', maxsplit=1)[0]}")
    _say(f"Everything is kept in {folder.parent}. Ctrl-C stops; the next start goes on from here.")
    while not ended.done():
        await asyncio.wait({ended}, timeout=1)
        if bot.exited:
            _say("The bot has ended; the sandbox ends with it.", error=True)
            return 1
    _say("Stopping …")
    status = await bot.stop()
    for line in sandbox.problems():
        _say(f"refused by the sandbox: {line}", error=True)
    return 0 if status == 0 else 1


def _say(line: str, *, error: bool = False) -> None:
    print(line, file=sys.stderr if error else sys.stdout, flush=True)  # this is its output
