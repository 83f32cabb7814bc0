"""What happened, laid out: sentences in a line, what belongs under one of them on lines of its own, never too much."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

LENGTH: Final = 900
"""How many characters of what happened a message tells at most."""
BETWEEN: Final = " · "
SMALL: Final = "-# "
"""What Discord shows in small letters begins with it."""


class Detail(str):
    """A sentence that belongs under the one before it, such as one phase of a battle under its result.

    It stands on a line of its own, and is left out where there is no room for it.
    """

    __slots__ = ()


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


def results(sentences: Sequence[str]) -> list[str]:
    """Return the sentences without their details."""
    return [sentence for sentence in sentences if not isinstance(sentence, Detail)]


def lines(sentences: Sequence[str], length: int = LENGTH) -> str:
    """Join the sentences in lines: a sentence with details has its own, and so has each detail.

    Where there is not room for all, details go first, the oldest before the others, then the oldest sentences.
    """
    for shown in _shorter(sentences):
        text = _lines(shown)
        if len(text) <= length:
            return text
    return joined(results(sentences), length)


def _shorter(sentences: Sequence[str]) -> list[Sequence[str]]:
    """Return the sentences, then with ever fewer of their details."""
    ends = [
        at
        for at, sentence in enumerate(sentences)
        if at and isinstance(sentences[at - 1], Detail) and not isinstance(sentence, Detail)
    ]
    fewer = [[*results(sentences[:end]), *sentences[end:]] for end in ends]
    return [sentences, *fewer, results(sentences)]


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
