"""What the tokens of an order or a feature mean to the pages: which one names the tile that acts, what comes after it."""

from __future__ import annotations

from typing import Final

from bot.panels.routing import NoPage
from games.api import Action
from games.monolith_arena.hexes import BY_NAME

_SUBJECT: Final = {"move": 1, "falseorder": 1, "rotate": 1, "charge": 2, "feature": 2}
"""Orders and features that ask for a tile before anything else, and after how many tokens."""
_TARGET: Final = frozenset({"shoot", "entrench", "net", "fire", "push"})
"""Orders that are complete once their targets are known."""
_HEAD: Final = {"place": 2, "banner": 1, "move": 2, "falseorder": 2, "rotate": 2, "feature": 3, "charge": 3}
"""How many tokens come before hex and facing."""
_MOVED: Final = {"move": 1, "falseorder": 1, "rotate": 1, "feature": 1, "charge": 2}
"""Which token is the hex of the tile that goes."""


def only_targets(verb: str) -> bool:
    """Whether an order needs nothing but targets."""
    return verb in _TARGET


def subject_at(verb: str) -> int:
    """After how many tokens the tile that acts, or its feature, is asked for."""
    return _SUBJECT[verb]


def asks_for_subject(tokens: Action) -> bool:
    """Whether it is still to be said which tile acts, or with which feature."""
    at = _SUBJECT.get(tokens[0])
    if at is None:
        return False
    return len(tokens) <= at or (tokens[0] != "feature" and tokens[at] not in BY_NAME)


def head(tokens: Action) -> Action:
    """The tokens before hex and facing. Raises `NoPage` where these have none."""
    length = _HEAD.get(tokens[0])
    if length is None or len(tokens) < length:
        raise NoPage(tokens)
    return tokens[:length]


def moved(tokens: Action) -> str:
    """The token that names the hex of the tile that goes."""
    return tokens[_MOVED[tokens[0]]]
