"""Which open choice an action belongs to."""

from __future__ import annotations

from typing import Any

from games.api import Action, Choice, Game, GameError, Ready


def key_of(game: Game[Any], state: Any, seat: int, action: Action) -> str:
    """The key of the choice that an action belongs to, empty where it fits none."""
    mine = [choice for choice in game.choices(state) if choice.seat == seat]
    if len(mine) == 1:
        return mine[0].key
    return next((choice.key for choice in mine if fits(game, state, choice, action)), "")


def open_key_of(game: Game[Any], state: Any, seat: int, action: Action) -> str | None:
    """The key of the open choice that a whole legal action belongs to; `None` for any other action."""
    mine = (choice for choice in game.choices(state) if choice.seat == seat)
    return next((choice.key for choice in mine if fits(game, state, choice, action)), None)


def fits(game: Game[Any], state: Any, choice: Choice, action: Action) -> bool:
    """Whether a whole action is legal in an open choice."""
    try:
        found = game.options(state, choice.seat, choice.key, action)
        return isinstance(found, Ready) or found.least == 0
    except GameError:
        return False
