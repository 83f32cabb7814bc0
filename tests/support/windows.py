"""`python -m bot` with no more than Windows has: `python -m tests.support.windows ARGUMENTS`.

Modules and functions of Unix are missing, event loops take no signals, folders are not opened, and a file that is open
in any process is neither renamed nor deleted. What this cannot stand in for: the locks and the console of Windows, how
processes end there, text that is translated on its way into files.
"""

from __future__ import annotations

import asyncio
import ctypes
import fcntl
import os
import signal
import stat
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import filelock  # before what it locks with here goes

MODULES = ("fcntl", "grp", "pwd", "resource", "termios", "tty", "pty", "syslog")
MISSING = {
    os: "O_CLOEXEC O_DIRECTORY O_NOFOLLOW fchmod fork forkpty geteuid getuid getloadavg killpg mkfifo pread pwrite "
    "sched_getaffinity setsid statvfs sysconf sync uname",
    signal: "SIGALRM SIGHUP SIGQUIT SIGUSR1 SIGUSR2 alarm pause setitimer sigwait",
}
BOT = ("-m", "tests.support.windows", "run")
"""The bot like that, as `BotProcess` starts it."""


def pretend() -> None:
    """Take away from this process what Windows does not have."""
    assert filelock.lock_descriptor
    flags, fsync, opened = fcntl.fcntl, os.fsync, os.open
    for module in MODULES:
        sys.modules[module] = None  # type: ignore[assignment]
    for place, names in MISSING.items():
        for name in names.split():
            if hasattr(place, name):
                delattr(place, name)
    asyncio.SelectorEventLoop.add_signal_handler = (  # type: ignore[method-assign]
        asyncio.AbstractEventLoop.add_signal_handler  # which is not implemented
    )
    for name in ("rename", "replace", "unlink", "remove"):
        setattr(os, name, _unless_open(getattr(os, name)))

    def open_file(path: Any, *given: Any, **more: Any) -> int:
        if os.path.isdir(path):
            raise PermissionError(13, "Permission denied", path)
        return opened(path, *given, **more)

    def sync_what_is_writable(handle: int) -> None:
        if flags(handle, fcntl.F_GETFL) & os.O_ACCMODE == os.O_RDONLY:
            raise OSError(9, "Bad file descriptor")
        fsync(handle)

    class Library(ctypes.CDLL):
        def __init__(self, name: str | None, *given: Any, **more: Any) -> None:
            if name is None:
                raise TypeError("argument of type 'NoneType' is not iterable")
            super().__init__(name, *given, **more)

    os.open, os.fsync, ctypes.CDLL = open_file, sync_what_is_writable, Library  # type: ignore[assignment,misc]


def _unless_open(change: Callable[..., None]) -> Callable[..., None]:
    def refused(*paths: Any, **more: Any) -> None:
        for path in paths:
            if _is_open(path):
                raise PermissionError(13, "It is being used by another process", os.fspath(path))
        change(*paths, **more)

    return refused


def _is_open(path: Any) -> bool:
    """Whether any process has a file open."""
    try:
        found = os.lstat(path)
    except OSError:
        return False
    if not stat.S_ISREG(found.st_mode):
        return False
    name = os.path.realpath(path)
    for process in Path("/proc").glob("[0-9]*/fd"):
        try:
            if any(os.readlink(handle.path) == name for handle in os.scandir(process)):
                return True
        except OSError:  # it has ended meanwhile
            continue
    return False


def main(arguments: list[str]) -> int:
    """Carry out a command of the bot's like that; a bot that a sandbox starts is like that, too."""
    pretend()
    from bot.__main__ import main as command
    from sandbox import BotProcess

    assert BotProcess.__init__.__kwdefaults__["command"]
    BotProcess.__init__.__kwdefaults__["command"] = BOT
    return command(arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
