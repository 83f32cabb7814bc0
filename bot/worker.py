"""How a process begins that only computes for the bot. It imports next to nothing, for the sake of its memory."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
from threading import Thread


def begin(niceness: int) -> None:
    """Let all other processes come first, and end when the one ends that has started this one, even if it is killed."""
    with contextlib.suppress(AttributeError, OSError):  # Windows has no such thing
        os.nice(niceness)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
