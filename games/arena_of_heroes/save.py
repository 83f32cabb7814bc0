"""A whole match as JSON values: positions in the notation of the rules, and what the house needs beside them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any, Final

from games.api import BadNotation
from games.arena_of_heroes import notation
from games.arena_of_heroes.facts import Question, Shot
from games.arena_of_heroes.state import State

GAME: Final = "arena_of_heroes"
_KEYS: Final = {"game", "now", "base", "line", "question"}
_HOUSE: Final = ("hold", "turns", "step", "reason", "cursor")
_SEATS: Final = ("passes", "since", "leaving", "gone")
_HEROES: Final = ("lost", "given", "taken", "fell")


def dump(state: State) -> dict[str, Any]:
    """The match as JSON values."""
    asked = state.question
    return {
        "game": GAME,
        "now": _dump(state),
        "base": None if state.base is None else _dump(state.base),
        "line": [[seat, *action] for seat, action in state.line],
        "question": None if asked is None else asdict(asked) | {"values": list(asked.values)},
    }


def _dump(state: State) -> dict[str, Any]:
    now = state.draft()
    now.base, now.line = None, ()
    return {
        "position": notation.write(now),
        **{key: getattr(state, key) for key in _HOUSE},
        **{key: list(getattr(state, key)) for key in _SEATS},
        "held": [list(held) for held in state.held],
        "shot": None if state.shot is None else asdict(state.shot),
        "spared": [sorted(hero.spared) for hero in state.heroes],
        **{key: [getattr(hero, key) for hero in state.heroes] for key in _HEROES},
    }


def load(data: Mapping[str, Any]) -> State:
    """The match that `dump` wrote. Raises `BadNotation`."""
    if set(data) != _KEYS or data["game"] != GAME:
        raise BadNotation(f"a match of {GAME} has the keys {', '.join(sorted(_KEYS))}")
    try:
        state = _load(data["now"])
        if data["base"] is not None:
            state.base = _load(data["base"])
            state.line = tuple((seat, tuple(action)) for seat, *action in data["line"])
            asked = data["question"]
            state.question = Question(asked["seat"], asked["kind"], tuple(asked["values"]), asked["default"])
    except (KeyError, TypeError, ValueError, AttributeError) as fault:
        raise BadNotation(f"the match cannot be read: {fault}") from fault
    return state


def _load(data: Mapping[str, Any]) -> State:
    state = notation.read(data["position"]).state
    for key in _HOUSE:
        setattr(state, key, data[key])
    for key in _SEATS:
        setattr(state, key, tuple(data[key]))
    state.held = tuple((seat, step) for seat, step in data["held"])
    state.shot = None if data["shot"] is None else Shot(**data["shot"])
    for seat, hero in enumerate(state.heroes):
        hero.spared = frozenset(data["spared"][seat])
        for key in _HEROES:
            setattr(hero, key, data[key][seat])
    return state
