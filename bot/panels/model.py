"""What a private panel or a public message shows, before it becomes discord.py objects.

Panels are built by pure functions from a `SeatPerspective` and the tokens chosen so far, so that tests can read them,
and `bot.interactions.components` turns them into what Discord wants. Every press carries a `Press`: what it
does, the key of the choice it was made for and the tokens: proposals that are checked in full when they come back.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from games.api import Action, Choice, Field, Ready

Deed = Literal[
    "show",
    "do",
    "end",
    "undo",
    "cards",
    "card",
    "piles",
    "play",
    "words",
    "battle",
    "accept",
    "decline",
    "join",
    "rematch",
]
"""What a press does.

In panels: ``show`` the panel at these words, ``do`` the action, do it and ``end`` the turn (without words: just end
it), ``undo`` the last action, list the ``cards``, show one ``card`` (its name is the only word), show the ``piles``. On
public messages: ``play`` opens the panel, ``words``, ``piles`` and ``battle`` answer with the position in words, the
piles and the last battle; ``accept``, ``decline``, ``join`` and ``rematch`` belong to challenges.
"""
Style = Literal["primary", "secondary", "success", "danger"]


@dataclass(frozen=True, slots=True)
class Press:
    """What a button stands for. `words` are the words of an action, whole or not yet."""

    deed: Deed
    words: Action = ()


@dataclass(frozen=True, slots=True)
class Button:
    """A button of a panel."""

    label: str
    press: Press
    style: Style = "secondary"
    disabled: bool = False


@dataclass(frozen=True, slots=True)
class Option:
    """A line of a select: choosing it is pressing `press`."""

    label: str
    press: Press
    description: str = ""
    default: bool = False


@dataclass(frozen=True, slots=True)
class Select:
    """A select of one to 25 options; it takes a whole row."""

    placeholder: str
    options: tuple[Option, ...]


Row = tuple[Button, ...] | Select


@dataclass(frozen=True, slots=True)
class Picture:
    """An image with its alternative text."""

    data: bytes = field(repr=False)
    filename: str
    alt: str


@dataclass(frozen=True, slots=True)
class Panel:
    """A private panel: text, rows, and what its picture shows (`scene`, given back to `LoadedMatch.picture`)."""

    text: str
    rows: tuple[Row, ...]
    scene: Any = None
    key: str = ""
    """The key of the choice that the panel belongs to."""


class SeatPerspective(Protocol):
    """A seat of a running match, with nothing that its player may not know."""

    @property
    def view(self) -> Any:
        """The position as the seat sees it; as everybody sees it for spectators."""
        ...

    @property
    def seat(self) -> int | None:
        """The seat, `None` for a spectator."""
        ...

    @property
    def choice(self) -> Choice | None:
        """The choice that is waited for from this seat, or an optional one that concerns the game; `None` if none."""
        ...

    @property
    def undoable(self) -> Action | None:
        """The action that the seat may take back now."""
        ...

    @property
    def names(self) -> Mapping[int, str]:
        """How to call each seat in text."""
        ...

    def options(self, words: Sequence[str]) -> Field | Ready:
        """The next word after these words, as `games.api.Game.options`; raises `GameError`."""
        ...
