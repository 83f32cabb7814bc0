"""The 110 cards: six nations of creatures, wizards, catapults and attack cards, read from the data file (M1).

A card is named by its code, the token that actions, notation and events use: a creature by the letters of its nation
and of its symbol (``Gi`` is a goblin with a sword), ``w`` a wizard, ``c`` a catapult, an attack card by its number.
Cards of one code are alike. `Troops` are creatures and wizards as they lie in front of a player, nation by nation;
forces and flipped cards are the same.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from importlib import resources
from typing import Any, Final, NamedTuple

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


class Ranks(NamedTuple):
    """The cards of one nation."""

    infantry: int = 0
    archers: int = 0
    mounted: int = 0
    wizards: int = 0

    @property
    def size(self) -> int:
        """Return how many creatures; wizards do not count (M7.2)."""
        return self.infantry + self.archers + self.mounted


Troops = tuple[Ranks, ...]
"""One entry a nation, in the order of `games.monsters_and_myths.cards.NATIONS`."""

NOBODY: Final = Ranks()
NONE: Final[Troops] = (NOBODY,) * len(NATIONS)
"""No cards of any nation."""


def with_ranks(troops: Troops, nation: int, ranks: Ranks) -> Troops:
    """Return the troops with other cards of one nation."""
    return (*troops[:nation], ranks, *troops[nation + 1 :])


def changed(troops: Troops, code: str, by: int) -> Troops:
    """Return the troops with more or (`by` below 0) fewer creatures of a kind."""
    nation, symbol = CREATURES[code]
    counts = list(troops[nation])
    counts[symbol] += by
    assert counts[symbol] >= 0, f"{code} is not there"
    return with_ranks(troops, nation, Ranks(*counts))


def gathered(cards: Iterable[str], troops: Troops = NONE) -> Troops:
    """Return the troops with those creatures added."""
    for code in cards:
        troops = changed(troops, code, 1)
    return troops


def without(troops: Troops, cards: Iterable[str]) -> Troops:
    """Return the troops with those creatures taken away."""
    for code in cards:
        troops = changed(troops, code, -1)
    return troops


def count(troops: Troops, code: str) -> int:
    """Return how many creatures of a kind there are."""
    nation, symbol = CREATURES[code]
    return troops[nation][symbol]


def creatures(troops: Troops) -> Cards:
    """Return all creatures by their codes, in order."""
    return tuple(code for code, (nation, symbol) in CREATURES.items() for _ in range(troops[nation][symbol]))


def first_nation(troops: Troops) -> int | None:
    """Return the first nation that has creatures there: of a battle card's force the only one; `None` without any."""
    return next((nation for nation, ranks in enumerate(troops) if ranks.size), None)


def size(troops: Troops) -> int:
    """Return how many creatures there are."""
    return sum([ranks.infantry + ranks.archers + ranks.mounted for ranks in troops])


def infantry(troops: Troops) -> int:
    """Return how many infantry symbols the creatures show."""
    return sum([ranks.infantry for ranks in troops])


def archers(troops: Troops) -> int:
    """Return how many archer symbols the creatures show."""
    return sum([ranks.archers for ranks in troops])


def mounted(troops: Troops) -> int:
    """Return how many mounted symbols the creatures show."""
    return sum([ranks.mounted for ranks in troops])


def at_home(troops: Troops, *away: Troops) -> Troops:
    """Return the troops without the creatures of forces that are `away`; wizards stay."""
    for force in away:
        if force is not NONE:
            troops = tuple(
                Ranks(own[0] - gone[0], own[1] - gone[1], own[2] - gone[2], own[3])
                for own, gone in zip(troops, force, strict=True)
            )
    return troops
