"""What happened, laid out: sentences in a line, what belongs under one of them on lines of its own, never too much."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Iterable, Sequence
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


class Telling(str):
    """A sentence with what came of it, `brief`, for where there is no room for how it came.

    `befell` is the seat to which it happened, or several: their players are told that before anything else. So is
    everybody what is `known`, such as who is out.
    """

    __slots__ = ("befell", "brief", "known")
    befell: frozenset[int]
    brief: str
    known: bool

    def __new__(
        cls, text: str, brief: str, befell: int | Iterable[int] | None = None, *, known: bool = False
    ) -> Telling:
        """Make the sentence."""
        made = super().__new__(cls, text)
        seats = () if befell is None else (befell,) if isinstance(befell, int) else befell
        made.brief, made.befell, made.known = brief, frozenset(seats), known
        return made


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


class Toll(Telling, Grave):
    """A fight with what it has cost; in short, how much that was."""

    __slots__ = ()


class Counted(Grave):
    """A sentence on how the score came about, such as who has the most of what."""

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


def _plainly(text: str) -> str:
    return text


def within(
    sentences: Sequence[str],
    rows: int,
    space: int | None = None,
    *,
    whole: bool = False,
    under: Callable[[str], str] = _plainly,
) -> str:
    """Join the sentences as `lines` does, so that it `fits`; empty where there is room for none.

    What is left out is the same: what is said in passing, then details, then the oldest sentences, those about losses
    last; of the one that is left how it came to its outcome (`Telling`), then its end, where a part of it ends, or with
    `whole` all of it. By default there is `space` for as many lines of a laptop. `under` puts it under a heading, which
    takes room, too.
    """
    space = rows if space is None else space
    if min(rows, space) < 1 or not sentences:
        return ""
    plain = results(_weighty(sentences))
    going = sorted(range(len(plain)), key=lambda at: (isinstance(plain[at], Grave), at))
    later = (_without(plain, going[:count]) for count in range(1, len(plain)))
    most = [plain[at] for at in going[-1:]]
    came = [brief(one) for one in most]
    for shown in (*_shorter(sentences), *later, most, [GAP, *came] if plain[1:] else came, came):
        text = under(_lines(shown))
        if fits(text, rows, space):
            return text
    if whole:
        return ""
    shortened = (f"{one[:end]} …" for one in came for end in reversed([at.start() + 1 for at in _PARTS.finditer(one)]))
    anywhere = (_cut_between_words(one, length) for one in came for length in range(rows * WIDTH, 0, -1))
    return next((text for text in map(under, (*shortened, *anywhere)) if fits(text, rows, space)), "")


def _without(sentences: Sequence[str], gone: Sequence[int]) -> list[str]:
    """Return the sentences without those at some places, with a mark for each gap."""
    kept: list[str] = []
    for at, sentence in enumerate(sentences):
        if at not in gone:
            kept.append(sentence)
        elif not kept or kept[-1] != GAP:
            kept.append(GAP)
    return kept


def _cut_between_words(text: str, length: int) -> str:
    """Return the text, shortened with an ellipsis; in the middle of a word only where it is longer than that itself."""
    if len(text) <= length:
        return text
    kept = text[:length].rpartition(" ")[0].rstrip(" ,;:·")
    return f"{kept}…" if kept else cut(text, length)


def concerns(sentence: str, seat: int | None) -> bool:
    """Return True for what the player of a seat has to be told, whatever else is left out."""
    return isinstance(sentence, Telling) and (sentence.known or seat in sentence.befell)


def concerning(
    sentences: Sequence[str],
    rows: int,
    name: str,
    space: int | None = None,
    *,
    seat: int | None = None,
    under: Callable[[str], str] = _plainly,
) -> str:
    """Join them as `within` does, but keep what has befallen the reader, who has that name and plays that seat.

    Where the game marks nothing of that (`concerns`) it is the newest sentence that names the reader.
    """
    space = rows if space is None else space
    told, plain = within(sentences, rows, space, under=under), results(_weighty(sentences))
    kept = [at for at, sentence in enumerate(plain) if concerns(sentence, seat)]
    if kept and min(rows, space) > 0 and not all(plain[at] in told for at in kept):
        later = [[*(at for at in kept if at < first), *range(first, len(plain))] for first in range(len(plain) + 1)]
        own = [at for at in kept if isinstance(one := plain[at], Telling) and seat in one.befell]
        shortest = [kept[first:] for first in range(1, len(kept)) if not own or kept[first] <= own[-1]]
        shortest += [own[-1:], kept[-1:]]
        for shown, short in ((shown, short) for short in (False, True) for shown in later[kept[0] :]):
            text = under(_lines(_some(plain, shown, short=short)))
            if fits(text, rows, space):
                return text
        found = (under(_lines(_some(plain, shown, short=True))) for shown in shortest)
        return next((text for text in found if fits(text, rows, space)), told)
    mine = max((at for at, sentence in enumerate(plain) if name and name in sentence), default=None)
    if mine is None or name in told or kept:
        return told
    for first in range(mine + 1, len(plain) + 1):
        text = under(_lines(_some(plain, [mine, *range(first, len(plain))])))
        if fits(text, rows, space):
            return text
    return told


def _some(sentences: Sequence[str], kept: Sequence[int], *, short: bool = False) -> list[str]:
    """Return the sentences with these places, with an ellipsis wherever others are left out."""
    made: list[str] = []
    for at, before in zip((*kept, len(sentences)), (-1, *kept), strict=True):
        made += ["…"] if at > before + 1 else []
        made += [brief(sentences[at]) if short else sentences[at]] if at < len(sentences) else []
    return made


def brief(sentence: str) -> str:
    """Return what came of it, where a sentence says how, too."""
    return sentence.brief if isinstance(sentence, Telling) else sentence


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
    """Return in a single line what matters of the sentences.

    Of too much it is the beginning, with as many as have room; what somebody has lost is the last to go, in short.
    """
    plain = results(_weighty(sentences))
    whole = BETWEEN.join(plain)
    if len(whole) <= length:
        return whole
    order = sorted(range(len(plain)), key=lambda at: (not isinstance(plain[at], Grave), at))
    most = brief(plain[order[0]])
    short = [brief(one) for one in plain] if isinstance(plain[order[0]], Grave) else plain
    shorter = (_gapped(short, order[:count]) for count in range(len(plain), 0, -1))
    return next((text for text in shorter if len(text) <= length), cut(most, length))


def _gapped(sentences: Sequence[str], kept: Sequence[int]) -> str:
    """Return in a line those of the sentences that are kept, with a mark for what is missing in between."""
    shown: list[str] = []
    for at, sentence in enumerate(sentences):
        if at in kept:
            shown.append(sentence)
        elif shown[-1:] != [GAP]:
            shown.append(GAP)
    return BETWEEN.join(shown)


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
