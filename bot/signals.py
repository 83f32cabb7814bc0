"""How this process is asked to stop: by Ctrl+C, by a service manager, and on Windows by whatever has started it."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable
from typing import Final

ASKING: Final = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGBREAK") if hasattr(signal, name))
"""The signals that ask for it. SIGBREAK is Windows' own, and all that one process can send to another there."""


def on_stop(stop: Callable[[], object]) -> None:
    """Call `stop` in the running event loop each time that the process is asked to stop."""
    loop = asyncio.get_running_loop()

    def hand_over(*_: object) -> None:
        if not loop.is_closed():
            loop.call_soon_threadsafe(stop)

    for number in ASKING:
        try:
            loop.add_signal_handler(number, stop)
        except NotImplementedError:  # on Windows, where Python's own handlers wake the loop up
            signal.signal(number, hand_over)
