"""How much time the players of a match have: a bank for the whole match, and some more with every turn.

A pace is stored, and typed, as ``7d+1d``: what is in the bank, and what each own turn adds, which never fills the bank
beyond what it began with. Without a pace a match has no clocks.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from games.messages import Message

UNITS: Final = {"d": 86_400, "h": 3_600, "m": 60}
BANK: Final = (300, 30 * 86_400)
"""The smallest and the largest bank, in seconds."""
INCREMENT: Final = (0, 7 * 86_400)
TYPED: Final = re.compile(r"(?:\d{1,4}[dhm])+(?:\+(?:\d{1,4}[dhm])+|\+0)?")
NO_CLOCK: Final = "none"
"""What stands for a match without clocks among the names of paces."""


@dataclass(frozen=True, slots=True)
class Pace:
    """A bank and an increment, in seconds."""

    bank: int
    increment: int

    @property
    def text(self) -> str:
        """Return the pace as it is stored and typed."""
        return f"{_written(self.bank)}+{_written(self.increment)}"

    @property
    def live(self) -> bool:
        """Return True if the players are expected to stay: days off stop no clock then."""
        return self.bank < UNITS["d"]


PRESETS: Final = {
    "relaxed": Pace(7 * 86_400, 86_400),
    "daily": Pace(3 * 86_400, 12 * 3_600),
    "brisk": Pace(86_400, 2 * 3_600),
    "live": Pace(15 * 60, 60),
}
NAMES: Final = {
    "relaxed": Message("Relaxed"),
    "daily": Message("Daily"),
    "brisk": Message("Brisk"),
    "live": Message("Live"),
    NO_CLOCK: Message("No clock"),
}


def read(text: str) -> Pace | None:
    """Return the pace that was typed or chosen by its name; `None` for no clock. Raises `ValueError`."""
    typed = text.strip().lower().replace(" ", "")
    if typed == NO_CLOCK:
        return None
    if typed in PRESETS:
        return PRESETS[typed]
    if not TYPED.fullmatch(typed):
        raise ValueError(text)
    bank, _, increment = typed.partition("+")
    pace = Pace(_seconds(bank), _seconds(increment))
    if not (BANK[0] <= pace.bank <= BANK[1] and INCREMENT[0] <= pace.increment <= min(INCREMENT[1], pace.bank)):
        raise ValueError(text)
    return pace


def stored(text: str | None) -> Pace | None:
    """Return the pace of a stored match."""
    return None if text is None else read(text)


def name_of(pace: Pace | None) -> str:
    """Return the name of a pace; empty for one that its players made themselves."""
    if pace is None:
        return NO_CLOCK
    return next((name for name, preset in PRESETS.items() if preset == pace), "")


def word_of(pace: Pace | None) -> str:
    """Return a pace as it is typed, by its name where it has one."""
    return NO_CLOCK if pace is None else name_of(pace) or pace.text


def parts(seconds: int) -> list[tuple[int, str]]:
    """Return a time as numbers of days, hours and minutes, those that are not 0."""
    found = []
    for unit, length in UNITS.items():
        count, seconds = divmod(seconds, length)
        if count:
            found.append((count, unit))
    return found


def _seconds(text: str) -> int:
    return sum(int(count) * UNITS[unit] for count, unit in re.findall(r"(\d+)([dhm])", text))


def _written(seconds: int) -> str:
    return "".join(f"{count}{unit}" for count, unit in parts(seconds)) or "0"
