"""What may be typed next for a command's option: the values of `options` that fit what has been typed so far."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from bot.limits import CHOICE_NAME, CHOICES, cut
from bot.panels.drafts import values
from bot.panels.model import SeatPerspective
from games.api import Action, GameError

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
    """Names and values of what may follow these tokens, at most 25 that fit `current`; none if nothing is possible."""
    try:
        found = values(perspective, tokens)
    except GameError:
        return []
    named = [(label(perspective, tokens, value), value) for value in dict.fromkeys(found) if only(value)]
    return matching(named, current)


def matching(named: list[tuple[str, str]], current: str) -> list[tuple[str, str]]:
    """Those of some names and values that fit what has been typed, at most 25."""
    wanted = current.strip().casefold()
    fitting = [(name, value) for name, value in named if wanted in name.casefold() or wanted in value.casefold()]
    return [(cut(name, CHOICE_NAME), value) for name, value in fitting[:CHOICES]]
