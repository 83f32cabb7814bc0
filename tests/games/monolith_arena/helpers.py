"""What several tests of the games share: situations, plain players, dumps as text."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from games.api import Choice, Formation, formation_for, new_options
from games.monolith_arena.game import GAME
from games.monolith_arena.hexes import AXIAL, NAMES
from games.monolith_arena.tiles import faction

SEED = bytes(range(32))

ROTATED = tuple(AXIAL.index((-r, q + r)) for q, r in AXIAL)
"""Where each hex comes to lie when the whole board is turned clockwise by 60 degrees."""

ORDERS = {2: [0, 1], 3: [0, 1, 0, 2], 4: [0, 2, 1, 3]}
"""The turn order of a situation that names none, by the number of seats (R15.1, R15.2)."""

BOARD_TILES = {
    "dragon_empire": ["pikeman", "swordsman", "arquebusier", "landsknecht", "pikeman", "swordsman"],
    "guardians_of_the_realm": ["axeman", "veteran", "golem", "wyvern", "axeman", "golem"],
    "harbingers_of_the_forest": ["spark", "hunter", "herne", "sorcerer", "spark", "hunter"],
    "lords_of_the_abyss": ["mygalomorph", "spike", "chaos", "horror", "mygalomorph", "spike"],
}
"""What stacks hold where a situation says nothing else."""


def text(state: Any, game: Any = GAME) -> str:
    """A state as text; equal texts mean equal states."""
    return json.dumps(game.dump(state), sort_keys=True)


def with_nulls(data: Any) -> Any:
    """The same values with `None` for ``"empty"`` in what lies inside monoliths: TOML has no null."""
    if isinstance(data, list):
        return [with_nulls(value) for value in data]
    if not isinstance(data, dict):
        return data
    return {
        key: [None if laid == "empty" else laid for laid in value] if key == "inside" else with_nulls(value)
        for key, value in data.items()
    }


def situation(given: Mapping[str, Any]) -> Any:
    """A match in progress, written in the position notation with everything usual left out.

    In `monoliths` an empty segment of a folded one is ``"empty"``.

    `factions` is short for `seats` (two are two teams, three are one against two, four are two against two); `fill` =
    {seat, tile} puts that tile onto each hex that is neither in `board` nor in `empty`. `turn`, `stacks`, `reserves`,
    `discards`, `used`, `last_turns`, `extra`, `options` and `known` are those of a saved match; by default
    it is the fifth turn, the second one of seat 0 begins nothing and owes nothing. `new` is a match that has not begun,
    of `players`, with these options.
    """
    given = dict(given)
    if "new" in given:
        return GAME.new(seated(given.get("players", 2)), new_options(GAME, given["new"]))
    names = given.pop("factions", ["dragon_empire", "lords_of_the_abyss"])
    seats = given.pop(
        "seats", [{"faction": name, "team": team} for team, name in zip(seated(len(names)).teams, names, strict=True)]
    )
    board = dict(given.pop("board", {}))
    empty = set(given.pop("empty", ()))
    if "fill" in given:
        filling = given.pop("fill")
        for name in NAMES:
            if name not in board and name not in empty:
                board[name] = dict(filling)
    asked = given.pop("turn", {})
    seat = asked.get("seat", 0)
    turn = {
        "stage": "turn",
        "seat": seat,
        "number": 5 + ORDERS[len(seats)].index(seat),
        "order": ORDERS[len(seats)],
        "discard_due": False,
        "redraw": False,
        "features_only": False,
        "drawn": [],
        "played": 0,
        "placed": False,
        "unfolded": False,
        **asked,
    }
    data = {
        "game": "monolith_arena",
        "seats": seats,
        "hit_points": given.pop("hit_points", [20, 20]),
        "board": board,
        "options": new_options(GAME, {}) | given.pop("options", {}),
        "known": given.pop("known", []),
        "turn": turn,
        "stacks": given.pop("stacks", [BOARD_TILES.get(s.get("faction"), []) for s in seats]),
        "reserves": given.pop("reserves", [[] for _ in seats]),
        "discards": given.pop("discards", [[] for _ in seats]),
        "used": given.pop("used", []),
        "pending": given.pop("pending", {}),
        "end": {"last_turns": given.pop("last_turns", None), "extra": given.pop("extra", False)},
        "step": 0,
        "cursor": 0,
        "result": None,
    }
    if "monoliths" in given:
        data["monoliths"] = with_nulls(given.pop("monoliths"))
        data["options"]["monoliths"] = True
    assert not given, f"unknown in a situation: {sorted(given)}"
    return GAME.load(data)


def seated(seats: int) -> Formation:
    """The formation of Monolith Arena for so many."""
    return formation_for(GAME, seats)


def choice_of(state: Any, seat: int, game: Any = GAME) -> Choice | None:
    """The first open choice of a seat."""
    return next((c for c in game.choices(state) if c.seat == seat), None)


def key_of(state: Any, seat: int) -> str:
    """The key of the seat's open choice; one that no choice has where there is none."""
    choice = choice_of(state, seat)
    return "none" if choice is None else choice.key


def legal(state: Any, seat: int) -> list[Any]:
    """Every legal action of a seat of Monolith Arena, which has at most one choice."""
    choice = choice_of(state, seat)
    return [] if choice is None else GAME.legal(state, seat, choice.key)


def waited_for(game: Any, state: Any) -> list[Any]:
    """The choices that somebody is waiting for."""
    return [c for c in game.choices(state) if c.must]


def owned(state: Any) -> list[list[str]]:
    """For each seat all its tiles, wherever they are, in alphabetical order."""
    data = GAME.dump(state)
    found = [[*data["stacks"][s], *data["reserves"][s], *data["discards"][s]] for s in range(len(data["seats"]))]
    inside = [p for monolith in data.get("monoliths", {}).values() for p in monolith.get("inside", ()) if p is not None]
    for piece in (*data["board"].values(), *inside):
        found[piece["seat"]].append(piece["tile"])
    return [sorted(tiles) for tiles in found]


def whole(faction_id: str) -> list[str]:
    """All 35 tiles of a faction, in alphabetical order."""
    return sorted(t.id for t in faction(faction_id).tiles for _ in range(t.count))
