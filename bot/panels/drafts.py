"""Drafts of actions: the tokens that are chosen or typed so far, what follows from them, and the way back.

A value that is the only one is taken without asking. Picks of a counted field (`games.api.Field`) may come in any
number; the draft waits on that field until there are as many as it takes and the player goes on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from bot.limits import CHOICE_NAME, CHOICES, cut
from bot.panels.choosing import plain
from bot.panels.model import SeatPerspective
from games.api import Action, Field, GameError, Ready


@dataclass(frozen=True, slots=True)
class Draft:
    """An action as far as it is decided."""

    tokens: Action
    """The tokens before the field that is to be decided, with what was taken without asking."""
    field: Field | None = None
    """What is to be decided next; `None` when nothing is left."""
    picks: Action = ()
    """What has been picked of a counted field."""
    action: Action | None = None
    """The whole action, once it may be carried out."""
    asked: tuple[Action, ...] = ()
    """The tokens before each field that was asked, without the one that is to be decided next."""

    @property
    def back(self) -> Action | None:
        """Return the tokens of the page before; `None` on the first page."""
        return self.asked[-1] if self.asked else None


def values(perspective: SeatPerspective[object], tokens: Action) -> tuple[str, ...]:
    """Return the values of the next token after these; none when they are a whole action. Raises `GameError`."""
    field = perspective.next_field(tokens)
    return field.values if isinstance(field, Field) else ()


def only(allowed: Sequence[str], chosen: str | None) -> str | None:
    """Return the chosen value, or the only one that there is."""
    return allowed[0] if chosen is None and len(allowed) == 1 else chosen


def counted(field: Field) -> bool:
    """Return True if several values of a field are picked at once, or perhaps none."""
    return field.most > 1 or field.least < 1


def read(perspective: SeatPerspective[object], tokens: Action) -> Draft:
    """Return the draft that the tokens stand for. Raises `GameError` for tokens that are not possible (any more)."""
    left = list(plain(tokens))
    path: Action = ()
    asked: list[Action] = []
    while isinstance(field := perspective.next_field(path), Field):
        if counted(field):
            return _counted(perspective, path, field, tuple(left), tuple(asked))
        if len(field.values) == 1 and (not left or left[0] == field.values[0]):
            left = left[1:]
            path = (*path, field.values[0])
            continue
        if not left:
            return Draft(path, field, asked=tuple(asked))
        asked.append(path)
        path = (*path, left.pop(0))
    if left:
        perspective.next_field((*path, *left))
    return Draft(path, action=path, asked=tuple(asked))


def _counted(
    perspective: SeatPerspective[object], path: Action, field: Field, picks: Action, asked: tuple[Action, ...]
) -> Draft:
    following = perspective.next_field((*path, *picks))
    whole = isinstance(following, Ready) or following.least < 1
    return Draft(path, field, picks, (*path, *picks) if whole else None, asked)


V = TypeVar("V")
Label = Callable[[SeatPerspective[V], Action, str], str]
"""How a value after some tokens reads."""


def offers(
    perspective: SeatPerspective[V],
    tokens: Action,
    current: str,
    label: Label[V],
    *,
    only: Callable[[str], bool] = lambda _: True,
) -> list[tuple[str, str]]:
    """Return names and values of what may follow these tokens, at most 25 that fit `current`."""
    try:
        allowed = values(perspective, tokens)
    except GameError:
        return []
    named = [(label(perspective, tokens, value), value) for value in dict.fromkeys(allowed) if only(value)]
    return matching(named, current)


def matching(named: list[tuple[str, str]], current: str) -> list[tuple[str, str]]:
    """Return those of some names and values that fit what has been typed, at most 25."""
    wanted = current.strip().casefold()
    fitting = [(name, value) for name, value in named if wanted in name.casefold() or wanted in value.casefold()]
    return [(cut(name, CHOICE_NAME), value) for name, value in fitting[:CHOICES]]
