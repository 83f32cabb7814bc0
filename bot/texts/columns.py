"""How many lines a text takes in a column of letters, such as a message on a phone, by the width of each letter."""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from itertools import accumulate
from typing import Final, NamedTuple

SMALL: Final = "-# "
"""What Discord shows in small letters begins with it."""


class Column(NamedTuple):
    """The place of a text, measured in the size of its letters (ems)."""

    wide: float
    """The length of its lines."""
    small: float
    """The size of letters in small print."""


PHONE: Final = Column(20.8, 0.83)
"""A phone that is 400 CSS pixels wide: the picture of the sender and the margins take 67 of them."""
LAPTOP: Final = Column(35.0, 0.92)
"""A panel on a laptop of 1366 pixels where two people read side by side: its frame has 490 pixels for text."""
POST: Final = Column(39.4, 0.8)
"""A public message there, which has no frame: 630 pixels, of larger letters."""

_WIDTHS: Final = {
    letter: hundredths / 100
    for hundredths, letters in {
        28: "'ijl",
        30: "IJ",
        32: " ,.·\u00a0",
        34: "/:;\\|",
        36: "-f",
        40: "()[]!¡t",
        42: "r",
        46: '"',
        50: "*_`–",
        53: "sz?¿“”„",
        56: "cL",
        58: "Fk",
        60: "vxyP",
        61: "TYao«»",
        62: "e",
        64: "ESbdghnpquß$0123456789{}",
        66: "K",
        69: "AVBRXZ",
        70: "C",
        74: "U",
        76: "HN",
        78: "DG&",
        80: "OQ",
        82: "w",
        84: "#+<=>^~×±→−⊖",
        87: "M",
        95: "%",
        98: "m",
        99: "W",
    }.items()
    for letter in letters
}
"""How wide letters are in ems: those of DejaVu Sans, which is a wide face."""
_WIDEST: Final = 1.0
_BOLD: Final = 1.12
"""How much wider letters are in bold."""
_PARTS: Final = re.compile(r"(\*\*| +|-)")
"""Where a line of text may go on in the next, and where bold letters begin and end."""
_SHOWN: Final = (
    (re.compile(r"<t:\d+:R>"), "in 23 hours"),
    (re.compile(r"<t:\d+(:f)?>"), "November 23, 2026 11:30 AM"),
    (re.compile(r"<(@&?|#)\d+>"), "@a name of 16 chr"),
)
"""What stands for what is shown as something else."""


def ems(text: str) -> float:
    """Return how wide a text is in ems, as plain letters in a line."""
    return sum(map(_wide, text))


@lru_cache(4096)
def _wide(letter: str) -> float:
    known = _WIDTHS.get(letter)
    return known if known is not None else _WIDTHS.get(unicodedata.normalize("NFD", letter)[0], _WIDEST)


def height(text: str, column: Column = PHONE) -> int:
    """Return how many lines a text takes in a column, by default in that of a phone."""
    return sum(_rows(line, column) for line in text.split("\n")) if text else 0


def _rows(line: str, column: Column) -> int:
    wide = column.wide
    if line.startswith(SMALL):
        line, wide = line.removeprefix(SMALL), wide / column.small
    for written, shown in _SHOWN:
        line = written.sub(shown, line)
    rows, at = 1, 0.0
    for gap, word in _words(line):
        if at and at + gap + word > wide:
            rows, at = rows + 1, 0.0
        at += word + (gap if at else 0.0)
        if at > wide:  # a word that is longer than a line is torn
            rows, at = rows + math.ceil(at / wide) - 1, at % wide
    return rows


def _words(line: str) -> Iterator[tuple[float, float]]:
    """Yield each part of a line that is never torn, in ems: the gap before it, then itself."""
    gap = word = 0.0
    bold = 1.0
    for part in _PARTS.split(line):
        if part == "**":
            bold = _BOLD if bold == 1.0 else 1.0
        elif part.startswith(" "):
            yield gap, word
            gap, word = ems(part) * bold, 0.0
        else:
            word += ems(part) * bold
            if part == "-":
                yield gap, word
                gap = word = 0.0
    yield gap, word


def fits(text: str, rows: int, space: int, laptop: Column = LAPTOP) -> bool:
    """Return True if a text has room in so many lines of a phone, and in as many of a laptop as there is `space`."""
    return height(text) <= rows and height(text, laptop) <= space


def letters(text: str, wide: float) -> int:
    """Return how many of the first letters of a text have room in so many ems."""
    return sum(width <= wide for width in accumulate(map(_wide, text)))
