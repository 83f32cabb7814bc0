"""What is printed: hero boards with their abilities (A8) and arena cards (A9), read from the data files."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

from games.arena_of_heroes.ring import data
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
    raw_heroes = data("heroes.toml")
    abilities = {raw["id"]: Ability(**raw) for raw in raw_heroes["ability"]}
    heroes = {}
    for raw in raw_heroes["hero"]:
        names = raw.pop("abilities", ())
        own = tuple(abilities[name] for name in names)
        heroes[raw["code"]] = HeroType(**raw, abilities=own, can=frozenset(names))
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


ITEM: Final = "item"
FRUIT: Final = "B03"
MUSHROOMS: Final = "B06"
PENDANT: Final = "B07"
HUT: Final = "B08"
IDOLS: Final = {"B09": "split_ring", "B10": "ring"}
"""The symbol that has no effect in the attacks of whoever holds the idol."""
SEISMIC: Final = "B15"
SPIDERS: Final = "B16"
PHIAL: Final = "X01"
ROPE: Final = "X02"
SPYGLASS: Final = "X03"
BUCKLER: Final = "X04"
BONE: Final = "X05"
COG: Final = "X06"
BREAD: Final = "X07"
BOOTS: Final = "X08"
SANDSTORM: Final = "X18"
FLOOD: Final = "X19"
BLOOD_MOON: Final = "X20"


@dataclass(frozen=True, slots=True, eq=False)
class CardType:
    """An arena card. There is exactly one object for each, so they compare by identity."""

    id: str
    name: str
    kind: str
    """``item``, ``hideout`` (an event for whoever explores) or ``arena`` (one for all); A5.5."""
    text: str
    """What it does, in whole sentences."""
    slot: str = ""
    """``E1`` or ``E2`` for lasting arena events."""
    tokens: int = 0
    """The delay tokens that it enters with."""
    assumed: bool = False
    """This project has made it up."""

    @property
    def title(self) -> Message:
        """Return the name for people."""
        return Message.term("card", self.name)

    def __reduce__(self) -> tuple[Any, ...]:
        return card_type, (self.id,)


CARDS: Final = {raw["id"]: CardType(**raw) for raw in data("cards.toml")["card"]}
"""All cards by their ids, in their order."""
BASE: Final = tuple(card for card in CARDS if card.startswith("B"))
"""The usual deck (A4.1)."""
LEAST: Final = 15
"""How many cards a deck of one's own has at least (A4.1)."""


def card_type(card: str) -> CardType:
    """Return the card of that id. Raises `KeyError`."""
    return CARDS[card]
