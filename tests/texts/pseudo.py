"""A language that nobody speaks: every text 40% longer and full of accents, so that limits are felt before a
translator meets them; and a look at texts for English that was left in them."""

from __future__ import annotations

import gettext
import re
from collections.abc import Iterable
from functools import cache
from string import Formatter

from bot.texts.catalogue import read
from bot.texts.phrases import Phrases, phrases

LONGER = 1.4
ACCENTS = str.maketrans("aeiouAEIOUncs", "äéîöüÄÉÎÖÜñçš")
LETTERS = 12
"""A template with fewer letters is looked for as a whole line only."""


def stretched(template: str) -> str:
    """A template with accents, 40% longer, its placeholders as they were."""
    parts = []
    for literal, name, layout, _ in Formatter().parse(template):
        parts.append(literal.replace("{", "{{").replace("}", "}}").translate(ACCENTS))
        parts.append("" if name is None else f"{{{name}{':' + layout if layout else ''}}}")
    own = sum(len(literal) for literal, *_ in Formatter().parse(template))
    return "".join(parts) + "ø" * round(own * (LONGER - 1))


class Pseudo(gettext.NullTranslations):
    """The catalogue of that language."""

    def gettext(self, message: str) -> str:
        return stretched(message) if message else ""

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return stretched(msgid1 if n == 1 else msgid2)

    def pgettext(self, context: str, message: str) -> str:
        return stretched(message)


def pseudo() -> Phrases:
    """What to hand over as `say`."""
    return Phrases("de", Pseudo())


@cache
def _english(language: str) -> list[tuple[str, re.Pattern[str], bool]]:
    """The templates that read differently in a language: what every text made of one holds, the template as a pattern,
    and whether it may stand within a line."""
    found = []
    for entry in read(language):
        forms = [entry.id] if isinstance(entry.id, str) else list(entry.id)
        strings = [entry.string] if isinstance(entry.string, str) else list(entry.string or ())
        for form in forms:
            literals = [literal for literal, *_ in Formatter().parse(form)]
            letters = "".join(literals)
            if form and letters.strip() and any(strings) and form not in strings and re.search("[A-Za-z]{2}", letters):
                pieces = (
                    re.escape(literal) + ("" if name is None else "[^\n]{1,80}?")
                    for literal, name, *_ in Formatter().parse(form)
                )
                found.append((max(literals, key=len), re.compile("".join(pieces)), len(letters) >= LETTERS))
    return found


def left_in_english(texts: Iterable[str], language: str) -> list[str]:
    """The lines of texts in a language that are, or hold, one of the bot's English texts."""
    phrases(language)
    lines = sorted({line.strip("*_#- ") for text in texts for line in text.splitlines()})
    whole = "\n".join(lines)
    possible = [(p, within) for held, p, within in _english(language) if held in whole]
    return [line for line in lines if any(p.search(line) if within else p.fullmatch(line) for p, within in possible)]
