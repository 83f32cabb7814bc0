"""What the tokens of an order or a feature mean to the pages: which one names the tile that acts, what comes after it.

All of it follows from the records of the verbs (`games.monolith_arena.verbs.Verb`).
"""

from __future__ import annotations

from bot.panels.pages import NoPage
from games.api import Action
from games.monolith_arena.grammar import VERBS
from games.monolith_arena.hexes import BY_NAME


def only_targets(name: str) -> bool:
    """Return True if a verb is an order that needs nothing but targets."""
    verb = VERBS.get(name)
    return verb is not None and verb.is_order and bool(verb.parts) and not verb.places


def subject_at(name: str) -> int:
    """Return the number of tokens after which the tile that acts, or its feature, is asked for."""
    return VERBS[name].head - 1


def asks_for_subject(tokens: Action) -> bool:
    """Return True if it is still to be said which tile acts, or with which feature."""
    verb = VERBS.get(tokens[0])
    if verb is None or "mover" not in verb.parts:
        return False
    if len(tokens) < verb.head:
        return True
    return verb.parts[verb.head - 2] == "mover" and tokens[verb.head - 1] not in BY_NAME


def head(tokens: Action) -> Action:
    """Return the tokens before hex and facing. Raises `NoPage` where these have none."""
    verb = VERBS.get(tokens[0])
    if verb is None or not verb.places or len(tokens) < verb.head:
        raise NoPage(tokens)
    return tokens[: verb.head]


def moved(tokens: Action) -> str:
    """Return the token that names the hex of the tile that goes. Raises `NoPage` where there is none."""
    token = VERBS[tokens[0]].part(tokens, "mover")
    if token is None:
        raise NoPage(tokens)
    return token
