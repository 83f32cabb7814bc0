"""The arena cards, read from the data file (A9)."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from importlib import resources
from typing import Any, Final

from games.messages import Message

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


def _read() -> dict[str, CardType]:
    path = resources.files("games.arena_of_heroes") / "data" / "cards.toml"
    return {raw["id"]: CardType(**raw) for raw in tomllib.loads(path.read_text(encoding="utf-8"))["card"]}


CARDS: Final = _read()
"""All cards by their ids, in their order."""
BASE: Final = tuple(card for card in CARDS if card.startswith("B"))
"""The usual deck (A4.1)."""
LEAST: Final = 15
"""How many cards a deck of one's own has at least (A4.1)."""


def card_type(card: str) -> CardType:
    """Return the card of that id. Raises `KeyError`."""
    return CARDS[card]
