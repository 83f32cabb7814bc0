"""Sentences in the language of whoever reads them: gettext for the catalogues, Babel for lists, numbers and plurals.

`Phrases` is passed to whatever makes text, explicitly and under the name `say`: pictures are drawn in threads and texts
are made for many readers at once, so that there is no current language. A template is English, a whole sentence with
named placeholders, and the key of the catalogue::

    say("Waiting for {players}.", players=say.every(names))
    say.plural("{count} wound", "{count} wounds", wounds)
    say.term("tile", "Pikeman")

The catalogues are the files ``locale/<language>.po``; a language is one such file (docs/contributing.md).
"""

from __future__ import annotations

import gettext
import io
import re
from collections.abc import Iterable
from functools import cache
from importlib import resources
from typing import Final

from babel import Locale
from babel.lists import format_list
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.numbers import format_decimal

from games.messages import Argument, Message, Several

SOURCE: Final = "en"
"""The language of the templates."""
_TWO_PLACES: Final = "#,##0.00"
LANGUAGES: Final = {"en": "English", "de": "Deutsch", "es": "Español"}
"""All languages of the bot, each in its own words."""
BEFORE_SOUNDS: Final = {
    "es": (
        (" y ", re.compile("h?[ií](?![aeoáéó])", re.IGNORECASE), " e "),
        (" o ", re.compile("h?[oó]", re.IGNORECASE), " u "),
    )
}
"""Words of enumerations that change before some sounds: the word, what follows it, the word then."""


class Phrases:
    """The sentences of one language."""

    def __init__(self, language: str, catalogue: gettext.NullTranslations) -> None:
        self.language = language
        self._catalogue = catalogue
        self._locale = Locale.parse(language)

    def __call__(self, template: str, /, **arguments: Argument) -> str:
        """Return a sentence, or another text that stands by itself."""
        text = self._catalogue.gettext(template)
        if not arguments:
            return text
        return text.format_map(
            {name: value if type(value) is str else self.text(value) for name, value in arguments.items()}
        )

    def plural(self, one: str, many: str, count: int, /, **arguments: Argument) -> str:
        """Return a text about a number of things; ``{count}`` is the number."""
        text = self._catalogue.ngettext(one, many, count)
        return text.format_map({"count": self.text(count)} | {n: self.text(v) for n, v in arguments.items()})

    def term(self, context: str, text: str) -> str:
        """Return a name or a word of a game; `context` tells apart words that are one in English only."""
        return self._catalogue.pgettext(context, text)

    def message(self, message: Message) -> str:
        """Return a message of the rules."""
        catalogue = self._catalogue
        if message.plural:
            template = catalogue.ngettext(message.template, message.plural, message.count)
        elif message.context:
            template = catalogue.pgettext(message.context, message.template)
        else:
            template = catalogue.gettext(message.template)
        return message.fill(template, self.text) if message.arguments or message.plural else template

    def text(self, argument: Argument) -> str:
        """Return what fills a placeholder, as text."""
        if isinstance(argument, str):
            return argument
        if isinstance(argument, Message):
            return self.message(argument)
        if isinstance(argument, Several):
            parts = [self.text(part) for part in argument.parts]
            return self.either(parts) if argument.either else self.every(parts)
        if isinstance(argument, float):
            return format_decimal(argument, format=_TWO_PLACES, locale=self._locale)
        return str(argument) if -1000 < argument < 1000 else format_decimal(argument, locale=self._locale)

    def every(self, parts: Iterable[str]) -> str:
        """Return an enumeration: ``Anna, Max and Tina``."""
        return self._list(parts, "standard")

    def either(self, parts: Iterable[str]) -> str:
        """Return alternatives: ``C3, C4 or D3``."""
        return self._list(parts, "or")

    def _list(self, parts: Iterable[str], style: str) -> str:
        items = list(parts)
        if self.language == SOURCE and len(items) > 2:  # no comma before the last "and"
            return format_list([", ".join(items[:-1]), items[-1]], style=style, locale=self._locale)  # type: ignore[arg-type]
        text = format_list(items, style=style, locale=self._locale)  # type: ignore[arg-type]
        return self._sounding(text, items[-1]) if len(items) > 1 else text

    def _sounding(self, text: str, last: str) -> str:
        """Return the enumeration with the form of "and" or "or" that fits the sound of its last part."""
        for word, sound, other in BEFORE_SOUNDS.get(self.language, ()):
            if text.endswith(word + last) and sound.match(last):
                return text.removesuffix(word + last) + other + last
        return text


@cache
def phrases(language: str) -> Phrases:
    """Return the sentences of a language. Raises `KeyError` for an unknown one."""
    if language not in LANGUAGES:
        raise KeyError(language)
    return Phrases(language, _catalogue(language))


def _catalogue(language: str) -> gettext.NullTranslations:
    if language == SOURCE:
        return gettext.NullTranslations()
    text = resources.files("bot.texts").joinpath("locale", f"{language}.po").read_bytes()
    compiled = io.BytesIO()
    write_mo(compiled, read_po(io.BytesIO(text), locale=language))
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)


def language_of(locale: str | None) -> str | None:
    """Return the language of one of Discord's locales (``"es-419"``), `None` for one that the bot does not have."""
    language = (locale or "").partition("-")[0]
    return language if language in LANGUAGES else None
