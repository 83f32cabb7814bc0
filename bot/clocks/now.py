"""The time of the matches: that of the machine, or ahead of it where somebody who tries the bot has moved it on.

Everything about matches asks one clock, which is handed in. Leases, backups and the measuring of outages ask the
machine: a moved clock is neither a crash nor an outage.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import Final

LOOK_EVERY: Final = 0.2
"""Seconds between two looks at the file of a clock that may be moved."""


def now_ms() -> int:
    """Return the time of the machine in unix milliseconds."""
    return time.time_ns() // 1_000_000


class Clock:
    """Tells the time in unix milliseconds.

    `file` is where a sandbox writes by how many milliseconds the clock is to be ahead of the machine; without a file
    it never is. A clock is moved on, never back.
    """

    def __init__(self, file: Path | None = None) -> None:
        self.file = file
        self.ahead = 0
        """By how many milliseconds the clock is ahead of the machine."""
        self.ahead = self.wanted()

    def __call__(self) -> int:
        """Return the time now."""
        return time.time_ns() // 1_000_000 + self.ahead

    def wanted(self) -> int:
        """Return how many milliseconds the clock is to be ahead. Raises `ValueError` for a file without a number."""
        if self.file is None or not self.file.exists():
            return self.ahead
        return max(self.ahead, int(self.file.read_text(encoding="ascii")))
