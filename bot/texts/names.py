"""What seats are called in text, by the names of their players or by letters; what somebody means by a name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

from bot.texts.phrases import LANGUAGES, Phrases, phrases
from games.messages import Argument, Message, Player, Several
from render.labels import LETTERS

Names = Mapping[int, str]
"""The name of each seat's player, as far as names are given."""
NOBODY: Final[Names] = MappingProxyType({})
"""No names: seats go by their letters."""


def letter(seat: int) -> str:
    """Return the letter of a seat, as on the pictures."""
    return LETTERS[seat]


def player(names: Names, seat: int) -> str:
    """Return the name of a seat's player, or the letter of the seat where no name is given."""
    return names.get(seat) or letter(seat)


def players(say: Phrases, names: Names, seats: Iterable[int]) -> str:
    """Return several seats as an enumeration."""
    return say.every(player(names, seat) for seat in seats)


def told(say: Phrases, message: Message, names: Names) -> str:
    """Return a message of the rules in which players go by their names, as far as names are given."""
    return say.text(_named(message, names))


def _named(argument: Argument, names: Names) -> Argument:
    if isinstance(argument, Player):
        return names.get(argument.seat) or argument
    if isinstance(argument, Several):
        return Several([_named(part, names) for part in argument.parts], either=argument.either)
    if not isinstance(argument, Message) or not argument.arguments:
        return argument
    made = Message(argument.template, **{key: _named(value, names) for key, value in argument.arguments.items()})
    made.context, made.plural, made.count = argument.context, argument.plural, argument.count
    return made


def code_of(name: str, titles: Mapping[str, Message]) -> str | None:
    """Return the first of these codes that somebody calls so, or by its title in any language; `None` where none is."""
    wanted = _plain(name)
    for code, title in titles.items() if wanted else ():
        if wanted in {_plain(code), *(_plain(phrases(language).message(title)) for language in LANGUAGES)}:
            return code
    return None


def _plain(text: str) -> str:
    """Return a name as it is compared: words in small letters, with single blanks for all else."""
    return re.sub(r"\W+", " ", text.casefold()).strip()
