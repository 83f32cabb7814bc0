"""The words on pictures: what translates a sentence, which stands where it is drawn, and the names of the players."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Protocol

from anyascii import anyascii

from games.messages import Argument, Message
from render.canvas import covers

LETTERS: Final = "ABCDEFGH"
"""The letters of the seats."""


def refuse_hidden(view: object, kind: type) -> None:
    """Raise `TypeError` for anything but a view of this kind: all else about a match may hold what no picture may show.

    Every function calls it that draws a position.
    """
    if not isinstance(view, kind):
        raise TypeError(f"pictures are drawn from a View, what one reader may know, not from a {type(view).__name__}")


class Say(Protocol):
    """What translates, such as the `bot.texts.phrases.Phrases` of a language. One object stands for one language."""

    def message(self, message: Message, /) -> str:
        """Return a message in the language of the reader."""
        ...


@lru_cache(1024)
def drawable(name: str) -> str:
    """Return a name in letters that the font has: others in Latin ones (``"Иван"`` → ``"Ivan"``), pictures left out.

    It is empty only for a name of nothing but pictures and signs.
    """
    letters = (letter if covers(letter) else anyascii(letter) if letter.isalnum() else " " for letter in name)
    return " ".join("".join(letters).split())


def named(name: str) -> str:
    """Return `drawable`; of a name of nothing but pictures and signs a question mark, so that no line is without."""
    return drawable(name) or "?"


@dataclass(frozen=True, slots=True)
class Labels:
    """The language of a picture and the names on it; equal labels make equal pictures, so they may be part of a key."""

    say: Say
    names: tuple[str, ...] = ()
    """The names of the players by their seats, empty where one is not known."""

    @classmethod
    def of(cls, say: Say, names: Mapping[int, str] | None = None) -> Labels:
        """Return labels with these names of players by their seats; a name without letters is its seat's."""
        known = names or {}
        drawn = (
            (drawable(known[seat]) or LETTERS[seat]) if seat in known else ""
            for seat in range(max(known, default=-1) + 1)
        )
        return cls(say, tuple(drawn))

    def __call__(self, text: str | Message, /, **arguments: Argument) -> str:
        """Return a sentence or a term in the language of the picture; a text is a template of the catalogues."""
        return self.say.message(text if isinstance(text, Message) else Message(text, **arguments))

    def player(self, seat: int) -> str:
        """Return the name of a seat's player, or nothing where it is not known."""
        return self.names[seat] if seat < len(self.names) else ""

    def seat(self, seat: int) -> str:
        """Return the name of a seat's player, or the letter of the seat."""
        return self.player(seat) or LETTERS[seat]
