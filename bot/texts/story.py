"""What happened, laid out: sentences in a line, what belongs under one of them on lines of its own, never too much."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Sequence
from typing import Final

from bot.limits import cut

LENGTH: Final = 900
"""How many characters of what happened a message tells at most."""
BETWEEN: Final = " · "
GAP: Final = "…"
"""What stands for sentences that are left out."""
SMALL: Final = "-# "
"""What Discord shows in small letters begins with it."""
WIDTH: Final = 40
"""How many characters a phone that is 400 pixels wide shows in a line.

The picture of the sender and the margins take 88 pixels; a letter of 16 pixels is some 7.8 wide on average.
"""
SMALL_WIDTH: Final = 48
"""The same for what stands in small letters."""
LAPTOP: Final = 72
"""How many characters a laptop of 1366 pixels shows in a line where two people read side by side."""
_PARTS: Final = re.compile(r"[;:,] ")
"""Where a part of a sentence ends: never within a name."""
_SHOWN: Final = (
    (re.compile(r"<t:\d+:R>"), "in 23 hours"),
    (re.compile(r"<t:\d+(:f)?>"), "November 23, 2026 11:30 AM"),
    (re.compile(r"<(@&?|#)\d+>"), "@a name of 16 chr"),
    (re.compile(r"\*\*"), ""),
)
"""What stands for what is shown as something else."""


class Detail(str):
    """A sentence that belongs under the one before it, such as one phase of a battle under its result.

    It stands on a line of its own, and is left out where there is no room for it.
    """

    __slots__ = ()


class Passing(str):
    """A sentence about what its readers see anyway, such as who drew what.

    It is the first to go where there is not room for all.
    """

    __slots__ = ()


class Grave(str):
    """A sentence about what somebody has lost, such as tiles or hit points.

    It is the last to go where there is not room for all.
    """

    __slots__ = ()


def begun(text: str) -> str:
    """Return a text as a line begins: with a capital."""
    return text[:1].upper() + text[1:]


def joined(sentences: Sequence[str], length: int = LENGTH, between: str = BETWEEN) -> str:
    """Join the sentences in one line, or with something else `between`; of too much only the newest part."""
    kept: list[str] = []
    size = 0
    for sentence in reversed(sentences):
        size += len(sentence) + len(between)
        if size > length:
            kept.append("…")
            break
        kept.append(sentence)
    return between.join(reversed(kept))


def height(text: str, width: int = WIDTH) -> int:
    """Return how many lines of so many characters a text takes, by default those of a phone."""
    return sum(_rows(line, width) for line in text.split("\n")) if text else 0


def _rows(line: str, width: int) -> int:
    if line.startswith(SMALL):
        line, width = line.removeprefix(SMALL), width * SMALL_WIDTH // WIDTH
    for written, shown in _SHOWN:
        line = written.sub(shown, line)
    return max(1, len(textwrap.wrap(line, width)))


def fits(text: str, rows: int, space: int) -> bool:
    """Return True if a text has room in so many lines of a phone, and in as many of a laptop as there is `space`."""
    return height(text) <= rows and height(text, LAPTOP) <= space


def within(sentences: Sequence[str], rows: int, space: int | None = None, *, whole: bool = False) -> str:
    """Join the sentences as `lines` does, so that it `fits`; empty where there is room for none.

    What is left out is the same: what is said in passing, then details, then the oldest sentences, those about losses
    last; of the one that is left its end, where a part of it ends, or with `whole` all of it. By default there is
    `space` for as many lines of a laptop.
    """
    space = rows if space is None else space
    if min(rows, space) < 1 or not sentences:
        return ""
    plain = results(_weighty(sentences))
    going = sorted(range(len(plain)), key=lambda at: (isinstance(plain[at], Grave), at))
    later = (_without(plain, going[:count]) for count in range(1, len(plain)))
    most = [plain[at] for at in going[-1:]]
    for shown in (*_shorter(sentences), *later, most):
        text = _lines(shown)
        if fits(text, rows, space):
            return text
    if whole:
        return ""
    shortened = (f"{one[:end]} …" for one in most for end in reversed([at.start() + 1 for at in _PARTS.finditer(one)]))
    anywhere = (cut(one, length) for one in most for length in range(rows * WIDTH, 0, -1))  # one that has no parts
    return next(text for text in (*shortened, *anywhere) if fits(text, rows, space))


def _without(sentences: Sequence[str], gone: Sequence[int]) -> list[str]:
    """Return the sentences without those at some places, with a mark for each gap."""
    kept: list[str] = []
    for at, sentence in enumerate(sentences):
        if at not in gone:
            kept.append(sentence)
        elif not kept or kept[-1] != GAP:
            kept.append(GAP)
    return kept


def concerning(sentences: Sequence[str], rows: int, name: str) -> str:
    """Join them as `within` does, but keep the newest that names a player, who reads it, where all others would go."""
    told, plain = within(sentences, rows), results(_weighty(sentences))
    mine = max((at for at, sentence in enumerate(plain) if name and name in sentence), default=None)
    if mine is None or name in told:
        return told
    for first in range(mine + 1, len(plain) + 1):
        before, between = ["…"] if mine else [], ["…"] if first > mine + 1 else []
        text = _lines([*before, plain[mine], *between, *plain[first:]])
        if height(text) <= rows:
            return text
    return told


def newest(sentences: Sequence[str]) -> str:
    """Return the newest sentence as it stands where there is room for no other one; empty where there is none."""
    plain = results(sentences)
    return "" if not plain else plain[-1] if len(plain) < 2 else f"…{BETWEEN}{plain[-1]}"


def results(sentences: Sequence[str]) -> list[str]:
    """Return the sentences without their details."""
    return [sentence for sentence in sentences if not isinstance(sentence, Detail)]


def lines(sentences: Sequence[str], length: int = LENGTH) -> str:
    """Join the sentences in lines: a sentence with details has its own, and so has each detail.

    Where there is not room for all, what is said in passing goes first, then details, the oldest before the others,
    then the oldest sentences.
    """
    for shown in _shorter(sentences):
        text = _lines(shown)
        if len(text) <= length:
            return text
    return joined(results(_weighty(sentences)), length)


def gist(sentences: Sequence[str], length: int) -> str:
    """Return in a single line what matters of the sentences; of too much the beginning, with as many as have room."""
    plain = results(_weighty(sentences))
    whole = BETWEEN.join(plain)
    shorter = (f"{BETWEEN.join(plain[:count])}{BETWEEN}…" for count in range(len(plain) - 1, 0, -1))
    return next((text for text in (whole, *shorter) if len(text) <= length), cut("".join(plain[:1]), length))


def _weighty(sentences: Sequence[str]) -> Sequence[str]:
    """Return the sentences without what is said in passing, unless that is all."""
    return [sentence for sentence in sentences if not isinstance(sentence, Passing)] or sentences


def _shorter(given: Sequence[str]) -> list[Sequence[str]]:
    """Return the sentences, then those that matter with ever fewer of their details."""
    sentences = _weighty(given)
    ends = [
        at
        for at, sentence in enumerate(sentences)
        if at and isinstance(sentences[at - 1], Detail) and not isinstance(sentence, Detail)
    ]
    fewer = [[*results(sentences[:end]), *sentences[end:]] for end in ends]
    return [given, sentences, *fewer, results(sentences)]


def _lines(sentences: Sequence[str]) -> str:
    made: list[str] = []
    joins = False
    for at, sentence in enumerate(sentences):
        detail = isinstance(sentence, Detail)
        leads = at + 1 < len(sentences) and isinstance(sentences[at + 1], Detail)
        if detail:
            made.append(f"{SMALL}{sentence}")
        elif joins and not leads:
            made[-1] = f"{made[-1]}{BETWEEN}{sentence}"
        else:
            made.append(str(sentence))
        joins = not detail and not leads
    return "\n".join(made)
