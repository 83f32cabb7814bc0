"""Memory that is given back: what pictures were drawn in would stay with the C library for good.

And memory that need not be looked through, because it stays.
"""

from __future__ import annotations

import ctypes
import gc
from typing import Final

_TRIM_THRESHOLD: Final = -1
_MMAP_THRESHOLD: Final = -3
_ARENA_MAX: Final = -8
"""The parameters of glibc's `mallopt`."""
SETTINGS: Final = {_ARENA_MAX: 2, _MMAP_THRESHOLD: 2 << 20, _TRIM_THRESHOLD: 4 << 20}
"""Few heaps for many threads, and what is larger than a board is asked from the system each time. Left alone, glibc
raises both thresholds with every large picture that is freed, keeps such pictures in its heaps, and those never shrink
between smaller things. Boards themselves stay in the heaps: to ask for their pages each time takes as long as to draw
them."""
TRIM_EVERY: Final = 10.0
"""Seconds between two times that what lies free between other things is given back."""
_NOT_GLIBC: Final = (AttributeError, OSError, TypeError)
"""Other C libraries have no such functions, and give memory back as they are."""


def keep_small() -> bool:
    """Let the C library give freed memory back; says whether it can be told. To be called before threads begin."""
    try:
        mallopt = ctypes.CDLL(None).mallopt
    except _NOT_GLIBC:
        return False
    return all(mallopt(parameter, value) == 1 for parameter, value in SETTINGS.items())


def give_back() -> bool:
    """Give back what lies free between things that stay; says whether there was any. It takes some milliseconds.

    Run it in a thread: it does not hold the interpreter, and one heap at a time for as long as it looks through it.
    """
    try:
        return bool(ctypes.CDLL(None).malloc_trim(0))
    except _NOT_GLIBC:
        return False


def settle() -> None:
    """Leave all that was made until now out of further garbage collections. To be called once all is imported.

    Modules, commands and catalogues stay to the end; to look through them stops everything for a tenth of a second.
    """
    gc.collect()
    gc.freeze()
