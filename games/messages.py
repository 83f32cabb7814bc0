"""What the rules say to people before it has a language: a template with named placeholders, and what fills them.

A `Message` leaves `games` as it is; whoever shows it looks its template up in a catalogue (`bot.texts.phrases`) and
fills the translation. ``str(message)`` is the English text, for the command line and for logs.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias, Union

Argument: TypeAlias = Union[str, int, float, "Message", "Several"]
"""Whole numbers stand as they are; others with two places, as the language of the reader writes them."""


class Message:
    """A whole sentence or a term. `template` is English and the key of the catalogue; placeholders are named.

    `context` tells apart what is one word in English and several elsewhere (`Message.term`). With `plural` the number
    `count` decides which of the two templates is used; ``{count}`` stands for it in both.
    """

    __slots__ = ("arguments", "context", "count", "plural", "template")

    def __init__(self, template: str, /, **arguments: Argument) -> None:
        self.template = template
        self.arguments = arguments
        self.context = ""
        self.plural = ""
        self.count = 0

    @classmethod
    def term(cls, context: str, text: str) -> Message:
        """Return a name or a word of the game: ``Message.term("tile", "Pikeman")``."""
        made = cls(text)
        made.context = context
        return made

    @classmethod
    def counted(cls, one: str, many: str, count: int, /, **arguments: Argument) -> Message:
        """Return a sentence about a number of things."""
        made = cls(one, **arguments)
        made.plural, made.count = many, count
        return made

    def about(self, count: int, /, **arguments: Argument) -> Message:
        """Return this sentence about another number of things, with these arguments."""
        made = Message(self.template, **arguments)
        made.plural, made.count = self.plural, count
        return made

    def fill(self, template: str, render: Callable[[Argument], str]) -> str:
        """Return the arguments, each made text by `render`, put into a template: this one, or its translation."""
        given = {name: render(value) for name, value in self.arguments.items()}
        if self.plural:
            given.setdefault("count", render(self.count))
        return template.format_map(given)

    def _key(self) -> tuple[object, ...]:
        return self.template, self.context, self.plural, self.count, tuple(sorted(self.arguments.items(), key=str))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Message) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash((self.template, self.context, self.count))

    def __str__(self) -> str:
        return self.fill(self.plural if self.plural and self.count != 1 else self.template, str)

    def __repr__(self) -> str:
        return f"Message({str(self)!r})"


class Player(Message):
    """A player in a sentence of the rules, which know no names: the letter of a seat.

    Whoever shows it puts the name into its place where names are known (`bot.texts.names.told`).
    """

    __slots__ = ("seat",)

    def __init__(self, seat: int) -> None:
        called = Message("player {letter}", letter="ABCDEFGH"[seat])
        super().__init__(called.template, **called.arguments)
        self.seat = seat


class Several:
    """Several arguments that stand in one place of a sentence, joined by "and" or by "or"."""

    __slots__ = ("either", "parts")

    def __init__(self, parts: tuple[Argument, ...] | list[Argument] | tuple[str, ...], *, either: bool = False) -> None:
        self.parts: tuple[Argument, ...] = tuple(parts)
        self.either = either

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Several) and (self.parts, self.either) == (other.parts, other.either)

    def __hash__(self) -> int:
        return hash((self.parts, self.either))

    def __str__(self) -> str:
        *most, last = [str(part) for part in self.parts] or [""]
        return f"{', '.join(most)} {'or' if self.either else 'and'} {last}" if most else last
