"""What seats are called in text: by the names of their players, or by letters."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

from bot.texts.phrases import Phrases
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
