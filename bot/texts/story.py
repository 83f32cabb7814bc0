"""What happened, laid out: sentences in a line, what belongs under one of them on lines of its own, never too much."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from bot.limits import cut
from bot.texts.columns import LAPTOP, PHONE, SMALL, Column, fits, letters

LENGTH: Final = 900
"""How many characters of what happened a message tells at most."""
BETWEEN: Final = " · "
GAP: Final = "…"
"""What stands for sentences that are left out."""
_PARTS: Final = re.compile(r"[;:,] ")
"""Where a part of a sentence ends: never within a name."""


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


class Slight(str):
    """A sentence about something small, such as a discard or the end of a turn.

    Where there is not room for all it goes before moves and what has come of them.
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


def _plainly(text: str) -> str:
    return text


def _gap(count: int) -> str:
    return GAP


def within(
    sentences: Sequence[str],
    rows: int,
    space: int | None = None,
    *,
    whole: bool = False,
    under: Callable[[str], str] = _plainly,
    latest: range = range(0),
    seat: int | None = None,
    name: str = "",
    left_out: Callable[[int], str] = _gap,
    laptop: Column = LAPTOP,
) -> str:
    """Join the sentences as `lines` does, so that it `fits`; empty where there is room for none.

    Those at the places `latest` tell of the latest moves: all others go first (`_fitting`). The reader
    plays `seat` and has that `name`; `left_out` says how many sentences are missing. Where not even one has room, its
    end is missing, where a part of it ends, or with `whole` all of it. By default there is `space` for as many lines of
    a `laptop`. `under` puts it under a heading, which takes room, too.
    """
    space = rows if space is None else space
    if min(rows, space) < 1 or not sentences:
        return ""

    def fit(shown: Sequence[str]) -> bool:
        return fits(under(_lines(shown)), rows, space, laptop)

    shown = _fitting(sentences, fit, latest, seat, name, left_out)
    if fit(shown):
        return under(_lines(shown))
    if whole:
        return ""
    (came,) = shown
    shortened = (f"{came[:end]} …" for end in reversed([at.start() + 1 for at in _PARTS.finditer(came)]))
    anywhere = (_cut_between_words(came, length) for length in range(letters(came, rows * PHONE.wide), 0, -1))
    return next((text for text in map(under, (*shortened, *anywhere)) if fits(text, rows, space, laptop)), "")


def _fitting(
    sentences: Sequence[str],
    fit: Callable[[Sequence[str]], bool],
    latest: range,
    seat: int | None,
    name: str,
    left_out: Callable[[int], str],
) -> Sequence[str]:
    """Return as much of the sentences as does `fit`; where nothing does, the most important one in short.

    First goes what is said in passing, then details, then what is no `latest` move, what is slight, what else was
    lost, the oldest of a kind before the others. Of the latest moves it is told in short what came of them
    (`Telling`) before any of them goes; what has befallen the reader is the last of all. Where the game marks nothing
    of that (`concerns`) it is the newest sentence with the reader's name.
    """
    for shown in _shorter(sentences):
        if fit(shown):
            return shown
    weighty = [at for at, one in enumerate(sentences) if not isinstance(one, Passing)] or list(range(len(sentences)))
    plain = [at for at in weighty if not isinstance(sentences[at], Detail)]
    told, new = [sentences[at] for at in plain], [at in latest for at in plain]
    ranks = _ranks(told, new if any(new) else [True] * len(new), seat, name)
    going = sorted(range(len(told)), key=lambda at: (ranks[at], at))
    kept = dict(enumerate(told))

    def shown_now() -> Sequence[str]:
        left = [kept[at] for at in sorted(kept)]
        return [*left, left_out(len(told) - len(kept))] if len(kept) < len(told) else left

    before = [at for at in going if ranks[at] < _LATEST]
    newest = [at for at in going if ranks[at] >= _LATEST]
    shorter = [step for at in before for step in ((at, False), (at, True))]
    shorter += [(at, gone) for gone in (False, True) for at in newest]
    for at, gone in shorter:
        if gone and len(kept) == 1:
            break
        if gone:
            del kept[at]
        else:
            kept[at] = brief(kept[at])
        if fit(shown_now()):
            break
    if not fit(shown_now()):
        return list(kept.values())
    for at in reversed([at for at in going if at in kept]):
        short, kept[at] = kept[at], told[at]
        if not fit(shown_now()):
            kept[at] = short
    return shown_now()


def _ranks(told: Sequence[str], new: Sequence[bool], seat: int | None, name: str) -> list[int]:
    """Return how much each sentence matters: `new` ones more than others."""
    marked = any(concerns(one, seat) for one in told)
    named = max((at for at, one in enumerate(told) if name and name in one), default=None) if not marked else None
    return [_rank(one, seat, old=not new[at], grave=at == named) for at, one in enumerate(told)]


_LOST_BEFORE: Final = 2
_LATEST: Final = 3
"""The least rank of what is told as long as there is room for all such sentences, be it in short."""


def _rank(sentence: str, seat: int | None, *, old: bool, grave: bool) -> int:
    """Return how much a sentence matters: the least goes first. It is `grave` to the reader, or `Grave` to all."""
    grave = grave or isinstance(sentence, Grave)
    if concerns(sentence, seat):
        return 6 if isinstance(sentence, Telling) and seat in sentence.befell else 5
    if old:
        return _LOST_BEFORE if grave else 0
    if isinstance(sentence, Slight):
        return 1
    return 4 if grave else _LATEST


def _cut_between_words(text: str, length: int) -> str:
    """Return the text, shortened with an ellipsis; in the middle of a word only where it is longer than that itself."""
    if len(text) <= length:
        return text
    kept = text[:length].rpartition(" ")[0].rstrip(" ,;:·")
    return f"{kept}…" if kept else cut(text, length)


def concerns(sentence: str, seat: int | None) -> bool:
    """Return True for what the player of a seat has to be told, whatever else is left out."""
    return isinstance(sentence, Telling) and (sentence.known or seat in sentence.befell)


def matters(sentence: str, seat: int | None, *, old: bool) -> bool:
    """Return True for what is told as long as there is room for all such sentences, be it in short (`within`)."""
    if isinstance(sentence, Passing | Detail):
        return False
    return _rank(sentence, seat, old=old, grave=False) >= _LATEST


def brief(sentence: str) -> str:
    """Return what came of it, where a sentence says how, too."""
    return sentence.brief if isinstance(sentence, Telling) else sentence


def results(sentences: Sequence[str]) -> list[str]:
    """Return the sentences without their details."""
    return [sentence for sentence in sentences if not isinstance(sentence, Detail)]


def lines(
    sentences: Sequence[str], length: int = LENGTH, *, latest: range = range(0), left_out: Callable[[int], str] = _gap
) -> str:
    """Join the sentences in lines of so many characters: a sentence with details has its own, and so has each detail.

    Where there is not room for all, what is said in passing goes first, then details, the oldest before the others,
    then sentences as in `within`.
    """
    if not sentences:
        return ""
    shown = _fitting(sentences, lambda shown: len(_lines(shown)) <= length, latest, None, "", left_out)
    return cut(_lines(shown), length)


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
