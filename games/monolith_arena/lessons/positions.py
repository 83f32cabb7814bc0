"""Positions to learn on: a match in its fifth turn, written in the position notation with everything usual left out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from games.api import RULINGS
from games.monolith_arena.game import GAME
from games.monolith_arena.hexes import BY_DIRECTION
from games.monolith_arena.state import HIT_POINTS, NEWEST_RULINGS, State
from games.monolith_arena.tiles import faction

TURN: Final = 5
"""An odd turn of the learner, late enough that nothing of the first turns holds any more (R3.1, R3.3)."""


def tile(text: str) -> Mapping[str, Any]:
    """Return a tile on the board, as ``0.knight.N``: its seat, its name, where its top edge points."""
    seat, name, facing = text.split(".")
    return {"seat": int(seat), "tile": name, "facing": BY_DIRECTION[facing]}


def position(
    factions: tuple[str, str],
    board: Mapping[str, str],
    reserve: Sequence[str],
    *,
    enemy_hit_points: int = HIT_POINTS,
    discard_due: bool = False,
) -> Callable[[], State]:
    """Return a function that makes a lesson's first state: seat 0 is to act, and only `reserve` is held."""
    data = {
        "game": "monolith_arena",
        "seats": [{"faction": name, "team": team} for team, name in enumerate(factions)],
        "hit_points": [HIT_POINTS, enemy_hit_points],
        "board": {hex_: tile(text) for hex_, text in board.items()},
        "options": {"open_reserves": False, RULINGS: NEWEST_RULINGS},
        "known": [],
        "turn": {
            "stage": "turn",
            "seat": 0,
            "number": TURN,
            "order": [0, 1],
            "discard_due": discard_due,
            "redraw": False,
            "features_only": False,
            "drawn": [],
            "played": 0,
            "placed": False,
            "unfolded": False,
        },
        "stacks": [_stack(name) for name in factions],
        "reserves": [list(reserve), []],
        "discards": [[], []],
        "used": [],
        "pending": {},
        "end": {"last_turns": None, "extra": False},
        "step": 0,
        "cursor": 0,
        "result": None,
    }
    return lambda: GAME.load(data)


def _stack(name: str) -> list[str]:
    """Return enough tiles for both sides to draw; which ones does not matter in a lesson."""
    return [one.id for one in faction(name).tiles if not one.is_banner]
