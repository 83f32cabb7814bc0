"""The heroes and their abilities, read from the data file (A8)."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from importlib import resources
from typing import Any, Final

from games.messages import Message

SIDES: Final = {"g": "green", "o": "orange"}
"""The two sides of a board by the second letter of a hero's code: beginners' and advanced (A1.5)."""

WOODRUNNER: Final = "woodrunner"
SABRE: Final = "sabre_and_pistol"
DIGGING: Final = "digging"
FRENZY: Final = "frenzy"
REEDFOOT: Final = "reedfoot"
SHIELD: Final = "shield"
ROOTWALK: Final = "rootwalk"
BOARDING: Final = "boarding"
SAPPER: Final = "sapper"
TUNNEL: Final = "tunnel"
BLOODSCENT: Final = "bloodscent"
HUNT: Final = "hunt"
VEIL: Final = "veil"


@dataclass(frozen=True, slots=True)
class Ability:
    """Something that a hero can do."""

    id: str
    name: str
    kind: str
    """``passive``, ``triggered`` or ``active`` (A6.1)."""
    text: str
    """What it does, one or two sentences."""
    actions: int = 0
    """What an active one costs in actions."""
    stamina: int = 0
    """What an active one costs in stamina."""
    assumed: bool = False
    """This project has made it up."""

    @property
    def title(self) -> Message:
        """Return the name for people."""
        return Message.term("ability", self.name)


@dataclass(frozen=True, slots=True, eq=False)
class HeroType:
    """One side of a hero board. There is exactly one object for each, so they compare by identity."""

    code: str
    """Board letter and side, ``"Bg"``."""
    name: str
    stamina: int
    """What the hero begins with, and the most that it can have."""
    actions: int
    """Actions a turn."""
    power: float
    """How strong the board says that the hero is, 1 to 3; it has no effect (A1.5)."""
    abilities: tuple[Ability, ...] = ()
    assumed: bool = False
    """This project has made the hero up."""
    can: frozenset[str] = field(default=frozenset(), repr=False)
    """The ids of its abilities."""

    @property
    def title(self) -> Message:
        """Return the name for people."""
        return Message.term("hero", self.name)

    @property
    def board(self) -> str:
        """Return the letter of the board, which both sides share (A4.2)."""
        return self.code[0]

    @property
    def side(self) -> str:
        """Return ``green`` or ``orange``."""
        return SIDES[self.code[1]]

    def __reduce__(self) -> tuple[Any, ...]:
        return hero_type, (self.code,)


def _read() -> tuple[dict[str, Ability], dict[str, HeroType]]:
    path = resources.files("games.arena_of_heroes") / "data" / "heroes.toml"
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    abilities = {raw["id"]: Ability(**raw) for raw in data["ability"]}
    heroes = {}
    for raw in data["hero"]:
        names = raw.pop("abilities", ())
        known = tuple(abilities[name] for name in names)
        heroes[raw["code"]] = HeroType(**raw, abilities=known, can=frozenset(names))
    return abilities, heroes


ABILITIES, HEROES = _read()
"""All abilities by their ids, all heroes by their codes, the green sides first."""

GREEN: Final = tuple(sorted(code for code, hero in HEROES.items() if hero.side == "green"))
"""The codes of the green sides, sorted: those of the basic game (A4.1)."""
ALL: Final = tuple(sorted(HEROES))
"""The codes of all sides, sorted."""


def hero_type(code: str) -> HeroType:
    """Return the hero of that code. Raises `KeyError`."""
    return HEROES[code]
