"""Reading what people type: any case, names of nations and their letters, blanks or dots between cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.api import Action, BadNotation
from games.messages import Message
from games.monsters_and_myths.cards import CODES, LETTERS, NATIONS
from games.monsters_and_myths.view import FLIPPED, FORCE, SEATS

MAX_LENGTH: Final = 200
_NATIONS: Final = {name: nation.letter for nation in NATIONS for name in (nation.id, nation.letter.lower())}
_CODES: Final = {code.lower(): code for code in CODES}
_WIZARDS: Final = {f"{letter}w".lower(): f"{letter}w" for letter in LETTERS}


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
    return (verb.lower(), *(_token(verb.lower(), word) for word in rest))


def _token(verb: str, word: str) -> str:
    lower = word.lower()
    if "." in lower:
        return _target(lower) or word
    if verb in ("wizard", "attack"):
        return _NATIONS.get(lower, word)
    if verb in ("pass", "roll"):
        return lower
    return _CODES.get(lower, word)


def _target(lower: str) -> str | None:
    """A nation or a card of a seat; `None` for anything else."""
    seat, what, *where = lower.split(".")
    found = _NATIONS.get(what) or _CODES.get(what) or _WIZARDS.get(what)
    if seat.upper() not in tuple(SEATS) or found is None or where not in ([], [FORCE], [FLIPPED]):
        return None
    return ".".join((seat.upper(), found, *where))
