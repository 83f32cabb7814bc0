"""The ring of twenty hideouts and the two kinds of dice, read from the data file (A1, A2)."""

from __future__ import annotations

import tomllib
from importlib import resources
from typing import Any, Final

from games.messages import Message


def data(name: str) -> dict[str, Any]:
    """Return what a data file of the game says."""
    return tomllib.loads((resources.files("games.arena_of_heroes") / "data" / name).read_text(encoding="utf-8"))


_BOARD: Final = data("board.toml")

RING: Final[tuple[int, ...]] = tuple(_BOARD["ring"])
"""The hideouts clockwise (A1.1)."""
PLACE: Final = {hideout: place for place, hideout in enumerate(RING)}
"""Where on the ring a hideout lies, from 0."""
HIDEOUTS: Final = tuple(sorted(RING))
"""All hideouts, 1 to 20."""
FOREST: Final = "forest"
WATER: Final = "water"
WASTELAND: Final = "wasteland"
GROUND: Final[dict[int, str]] = {hideout: kind for kind, hideouts in _BOARD["kinds"].items() for hideout in hideouts}
"""The kind of each hideout: `FOREST`, `WATER` or `WASTELAND` (A1.2)."""
GROUND_TITLES: Final = {
    FOREST: Message.term("ground", "forest"),
    WATER: Message.term("ground", "water"),
    WASTELAND: Message.term("ground", "wasteland"),
}
"""The kinds of hideouts for people."""

CLOSED_AT_START: Final[dict[int, int]] = {int(n): cards for n, cards in _BOARD["closed_at_start"].items()}
"""How many hideouts are closed before the first turn, by the number of players (A4.4)."""
RED_DELAY: Final[dict[str, int]] = dict(_BOARD["delay"])
"""The delay that comes with a hideout drawn by a red hide roll; on other ground red fails (A5.2)."""

HIDE_FACES: Final[tuple[str, ...]] = tuple(_BOARD["hide_die"]["faces"])
"""The colours of the hide die, the face 1 first: ``green``, ``red`` or ``blank`` (A2.1)."""
GREEN: Final = "green"
RED: Final = "red"
BLANK: Final = "blank"
COLOUR_TITLES: Final = {
    GREEN: Message.term("hide die", "green"),
    RED: Message.term("hide die", "red"),
    BLANK: Message.term("hide die", "blank"),
}
"""The faces of the hide die for people."""

HIDE_DIE: Final = "hide"
ATTACK_DICE: Final = ("attack", "second")
"""The kinds of dice (`games.draws.Dice`): the hide die, and the first and the second attack die of a shot."""

ATTACK_FACES: Final[dict[str, tuple[str, ...]]] = {die: tuple(faces) for die, faces in _BOARD["attack_die"].items()}
"""The symbols of each attack die, the face 1 first (A2.2)."""
OFFSETS: Final[dict[str, int]] = dict(_BOARD["offsets"])
"""The steps clockwise from the aim that a symbol means."""
SQUARE: Final = "square"
INNER: Final = {"slash": SQUARE, "cross": "triangle"}
"""The symbols that count as inner ones for those whose shots never stray far (A8 Bloodscent, A9 Golden Cog)."""
SYMBOL_TITLES: Final = {
    "ring": Message.term("attack die", "ring"),
    "split_ring": Message.term("attack die", "split ring"),
    "square": Message.term("attack die", "square"),
    "triangle": Message.term("attack die", "triangle"),
    "slash": Message.term("attack die", "slash"),
    "cross": Message.term("attack die", "cross"),
}
"""The symbols of the attack die for people."""


def step(hideout: int, steps: int) -> int:
    """Return the hideout so many steps clockwise on the ring."""
    return RING[(PLACE[hideout] + steps) % len(RING)]


def struck(aim: int, symbol: str, *, inner: bool = False) -> int:
    """Return the hideout that a symbol strikes at an aim; with `inner` the outer symbols count as inner ones (A2.2)."""
    return step(aim, OFFSETS[INNER.get(symbol, symbol) if inner else symbol])


def chances(aim: int, die: str, *, inner: bool = False) -> dict[int, float]:
    """Return how likely each hideout is to be struck by one die at an aim; only those that can be."""
    faces = ATTACK_FACES[die]
    found: dict[int, float] = {}
    for symbol in faces:
        hideout = struck(aim, symbol, inner=inner)
        found[hideout] = found.get(hideout, 0.0) + 1 / len(faces)
    return found
