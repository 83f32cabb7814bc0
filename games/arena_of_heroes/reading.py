"""Reading what people type: any case, names of heroes, cards and abilities in full."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from games.api import Action, BadNotation
from games.arena_of_heroes.cards import CARDS
from games.arena_of_heroes.heroes import ABILITIES, HEROES
from games.messages import Message

MAX_LENGTH: Final = 200


def _plain(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", " ", text.lower()).strip()


_NAMES: Final = {
    **{_plain(hero.name): code for code, hero in HEROES.items()},
    **{_plain(code): code for code in HEROES},
    **{_plain(card.name): code for code, card in CARDS.items()},
    **{_plain(code): code for code in CARDS},
}
_ABILITIES: Final = {_plain(ability.name): ability.id for ability in ABILITIES.values()}
_VERBS: Final = {"pick", "use", "work", "choose"}
"""The verbs after which a name may stand."""


def read(typed: Sequence[str]) -> Action:
    """The action that typed words mean. It need not be legal: `apply` tells why.

    Raises `BadNotation` for an empty or endless text.
    """
    text = " ".join(typed)
    if len(text) > MAX_LENGTH:
        raise BadNotation(Message("An action has at most {most} characters.", most=MAX_LENGTH))
    words = text.split()
    if not words:
        raise BadNotation(Message("An action has at least one word."))
    verb, *rest = words
    if verb.lower() in _VERBS:
        return (verb.lower(), *_arguments(verb.lower(), rest))
    for length in range(len(words), 0, -1):
        if ability := _ABILITIES.get(_plain(" ".join(words[:length]))):
            return (ability, *words[length:])
    return (verb.lower(), *rest)


def _arguments(verb: str, words: list[str]) -> list[str]:
    """The words after a verb, a name of several words made the one that means it."""
    for length in range(len(words), 0, -1):
        if name := _NAMES.get(_plain(" ".join(words[:length]))):
            return [name, *words[length:]]
    if verb == "choose":
        return [word.upper() if len(word) == 1 else word.lower() for word in words]
    return [word.lower() for word in words]
