"""The 110 cards: six nations of creatures, wizards, catapults and attack cards, read from the data file (M1).

A card is named by its code, the token that actions, notation and events use: a creature by the letters of its nation
and of its symbol (``Gi`` is a goblin with a sword), ``w`` a wizard, ``c`` a catapult, an attack card by its number.
Cards of one code are alike.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from importlib import resources
from typing import Any, Final

from games.messages import Message

Cards = tuple[str, ...]
"""Cards by their codes."""

SYMBOLS: Final = "iam"
"""The letters of the symbols: infantry, archer, mounted."""
WIZARD: Final = "w"
CATAPULT: Final = "c"
BATTLE: Final = "battle"
MERCENARY: Final = "mercenary"
_SYMBOL_KEYS: Final = ("infantry", "archer", "mounted")


class BadCardData(Exception):
    """The data file breaks its form; the message says where."""


@dataclass(frozen=True, slots=True)
class Nation:
    """A type of creature. There is one object of each."""

    index: int
    """Its place in the order of nations, from 0."""
    id: str
    letter: str
    counts: tuple[int, int, int]
    """How many infantry, archer and mounted cards there are."""
    largest: int
    """The victory points for the largest nation of it (M7.2)."""
    enemy: int
    """The index of its natural enemy (M5.3)."""

    @property
    def total(self) -> int:
        """Return how many cards of it there are."""
        return sum(self.counts)

    @property
    def codes(self) -> Cards:
        """Return its three kinds of cards."""
        return tuple(self.letter + symbol for symbol in SYMBOLS)


@dataclass(frozen=True, slots=True)
class AttackCard:
    """An attack card (M1.4)."""

    number: int
    kind: str
    """`BATTLE` or `MERCENARY`."""
    infantry: int
    """The infantry symbols on it, which count for the attacker's force."""
    size: int
    """How many creatures a mercenary army has; 0 for a battle card."""
    assumed: bool
    """No source shows this card: number, kind and symbols are ours."""

    @property
    def battle(self) -> bool:
        """Return whether it is a battle card."""
        return self.kind == BATTLE

    @property
    def code(self) -> str:
        """Return its code."""
        return str(self.number)


def _read(text: str) -> tuple[tuple[Nation, ...], tuple[AttackCard, ...], dict[str, int]]:
    """Return what the data file says. Raises `BadCardData`."""
    raw: dict[str, Any] = tomllib.loads(text)
    places = {nation["id"]: at for at, nation in enumerate(raw["nation"])}
    nations = []
    for at, found in enumerate(raw["nation"]):
        infantry, archer, mounted = (found[key] for key in _SYMBOL_KEYS)
        counts = (infantry, archer, mounted)
        enemy = places[found["enemy"]]
        nations.append(Nation(at, found["id"], found["letter"], counts, found["largest"], enemy))
    if any(nations[nation.enemy].enemy != nation.index for nation in nations):
        raise BadCardData("natural enemies are each other's")
    attacks = tuple(
        AttackCard(card["number"], card["kind"], card["infantry"], card.get("size", 0), card.get("assumed", False))
        for card in raw["attack_card"]
    )
    if [card.number for card in attacks] != list(range(1, len(attacks) + 1)):
        raise BadCardData("attack cards are numbered from 1, in their order")
    if any(card.battle == bool(card.size) or card.kind not in (BATTLE, MERCENARY) for card in attacks):
        raise BadCardData("mercenary cards have a size, battle cards have none, and there are no others")
    return tuple(nations), attacks, raw["other"]


_DATA: Final = _read((resources.files("games.monsters_and_myths") / "data" / "cards.toml").read_text(encoding="utf-8"))
NATIONS: Final = _DATA[0]
"""The nations in their order."""
ATTACK_CARDS: Final = _DATA[1]
"""The attack cards by their numbers."""
_OTHER: Final = _DATA[2]
LETTERS: Final = "".join(nation.letter for nation in NATIONS)
"""The letters of the nations in their order."""
BY_LETTER: Final = {nation.letter: nation for nation in NATIONS}
CREATURES: Final = {code: (nation.index, symbol) for nation in NATIONS for symbol, code in enumerate(nation.codes)}
"""Nation and symbol of each kind of creature, by its code."""
BY_CODE: Final = {card.code: card for card in ATTACK_CARDS}
"""The attack cards by their codes."""
CODES: Final = (*CREATURES, WIZARD, CATAPULT, *BY_CODE)
"""All codes in the order in which cards are sorted: creatures by nation and symbol, wizards, catapults, numbers."""
PLACES: Final = {code: place for place, code in enumerate(CODES)}
"""The place of each code in that order."""

NATION_NAMES: Final = (
    Message.term("nation", "Undead"),
    Message.term("nation", "Dwarves"),
    Message.term("nation", "Trolls"),
    Message.term("nation", "Elves"),
    Message.term("nation", "Goblins"),
    Message.term("nation", "Barbarians"),
)
ATTACK_NAMES: Final = {True: Message.term("attack card", "Battle"), False: Message.term("attack card", "Mercenaries")}
"""The two kinds of attack cards, by whether it is a battle card."""
SYMBOL_NAMES: Final = (
    Message.term("symbol", "Infantry"),
    Message.term("symbol", "Archers"),
    Message.term("symbol", "Mounted"),
)
_CREATURE_NAMES: Final = (
    Message.term("card", "Undead infantry"),
    Message.term("card", "Undead archer"),
    Message.term("card", "Undead rider"),
    Message.term("card", "Dwarf infantry"),
    Message.term("card", "Dwarf archer"),
    Message.term("card", "Dwarf rider"),
    Message.term("card", "Troll infantry"),
    Message.term("card", "Troll archer"),
    Message.term("card", "Troll rider"),
    Message.term("card", "Elf infantry"),
    Message.term("card", "Elf archer"),
    Message.term("card", "Elf rider"),
    Message.term("card", "Goblin infantry"),
    Message.term("card", "Goblin archer"),
    Message.term("card", "Goblin rider"),
    Message.term("card", "Barbarian infantry"),
    Message.term("card", "Barbarian archer"),
    Message.term("card", "Barbarian rider"),
)
_NAMES: Final = dict(zip(CREATURES, _CREATURE_NAMES, strict=True)) | {
    WIZARD: Message.term("card", "Wizard"),
    CATAPULT: Message.term("card", "Catapult"),
}


def name(code: str) -> Message:
    """Return the name of a card for people. Raises `KeyError` for what is no card."""
    card = BY_CODE.get(code)
    if card is None:
        return _NAMES[code]
    if card.battle:
        return Message("Battle card {number}", number=card.number)
    return Message("Mercenary card {number}", number=card.number)


def ordered(cards: Iterable[str]) -> Cards:
    """Return the cards in the order of their codes."""
    return tuple(sorted(cards, key=PLACES.__getitem__))


def first_deck() -> Cards:
    """Return the 96 cards that the first deal is made from: all but the attack cards (M3.1)."""
    kinds = [kind for nation in NATIONS for kind in zip(nation.codes, nation.counts, strict=True)]
    creatures = [code for code, count in kinds for _ in range(count)]
    return (*creatures, *[WIZARD] * _OTHER["wizard"], *[CATAPULT] * _OTHER["catapult"])


def attack_deck() -> Cards:
    """Return the 14 attack cards, which come into the pile after the first deal (M3.3)."""
    return tuple(BY_CODE)
