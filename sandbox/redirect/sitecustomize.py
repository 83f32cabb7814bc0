"""Points an unmodified discord.py at the sandbox. Python itself loads this when its folder is on PYTHONPATH.

It does nothing unless SANDBOX_URL is set. discord is never imported from here: three of its modules are changed right
after they are imported. An audit hook refuses connections to, and look-ups of, anything but loopback; it cannot be
taken off again in the process, and processes started by it inherit the environment that sets it up. It does not work
under `python -I` or `-E`, and it does not see what native code does by itself. When the sandbox dies, the process is
told to end (SANDBOX_PARENT is the sandbox's process id); not on Windows, where a process does not notice that.
"""

from __future__ import annotations

import importlib.abc
import importlib.machinery
import importlib.util
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Any

URL = os.environ.get("SANDBOX_URL", "")
LOOPBACK = ("127.0.0.1", "::1")
NAMES = (None, "", "localhost", *LOOPBACK)


def _http(module: Any) -> None:
    module.Route.BASE = URL + "/api/v10"


def _gateway(module: Any) -> None:
    yarl: Any = importlib.import_module("yarl")
    module.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(URL.replace("http", "ws", 1) + "/gateway")


def _asset(module: Any) -> None:
    module.Asset.BASE = URL


HOOKS: dict[str, Callable[[Any], None]] = {
    "discord.http": _http,
    "discord.gateway": _gateway,
    "discord.asset": _asset,
}


class _AfterImport(importlib.abc.MetaPathFinder):
    """Runs a hook right after its module."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if fullname not in HOOKS:
            return None
        hook = HOOKS.pop(fullname)
        spec = importlib.util.find_spec(fullname)
        if spec is None or spec.loader is None:
            return spec
        run = spec.loader.exec_module

        def exec_module(module: ModuleType) -> None:
            run(module)
            hook(module)

        setattr(spec.loader, "exec_module", exec_module)  # noqa: B010  # the loader's method, for this module only
        return spec


def _isolate(event: str, arguments: tuple[Any, ...]) -> None:
    if event in ("socket.connect", "socket.sendto", "socket.sendmsg"):
        address = arguments[1]
        if isinstance(address, tuple) and address[0] not in LOOPBACK and address[0] != "localhost":
            raise PermissionError(f"sandbox: a connection to {address} was refused")
    elif event in ("socket.getaddrinfo", "socket.gethostbyname", "socket.gethostbyaddr"):
        host = arguments[0].decode() if isinstance(arguments[0], bytes) else arguments[0]
        if host not in NAMES:
            raise PermissionError(f"sandbox: a look-up of {host!r} was refused")


def _watch(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(2)
    os.kill(os.getpid(), signal.SIGTERM)


if URL:
    if os.environ.get("SANDBOX_PARENT") == str(os.getppid()):
        threading.Thread(target=_watch, args=(os.getppid(),), daemon=True).start()
    sys.meta_path.insert(0, _AfterImport())
    sys.addaudithook(_isolate)
