"""What nations, cards and targets are called, and a card in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from bot.texts.names import Names, player
from bot.texts.phrases import Phrases
from games.monsters_and_myths import cards
from games.monsters_and_myths.cards import (
    BY_CODE,
    CREATURES,
    NATION_NAMES,
    NATIONS,
    PLACES,
    WIZARD,
    AttackCard,
    Troops,
    creatures,
)
from games.monsters_and_myths.view import FLIPPED, FORCE, SEATS, Target


def nation(say: Phrases, index: int) -> str:
    """Return a nation's name."""
    return say.message(NATION_NAMES[index])


def card(say: Phrases, code: str) -> str:
    """Return a card's name."""
    return say.message(cards.name(code))


def counted(say: Phrases, codes: Iterable[str]) -> str:
    """Return cards with how many there are of each: ``2× Goblin infantry, Wizard``."""
    counts = Counter(codes)
    kinds = sorted(counts, key=PLACES.__getitem__)
    return ", ".join(card(say, code) if counts[code] == 1 else f"{counts[code]}× {card(say, code)}" for code in kinds)


def nation_of(say: Phrases, names: Names, target: Target) -> str:
    """Return a nation and whose it is: ``Goblins of Marion``."""
    return say("{nation} of {player}", nation=nation(say, target.nation), player=player(names, target.seat))


def nations_of(say: Phrases, names: Names, seat: int, nations: Iterable[int]) -> str:
    """Return several nations and whose they are: ``Dwarves and Goblins of Marion``."""
    every = say.every([nation(say, at) for at in nations])
    return say("{nation} of {player}", nation=every, player=player(names, seat))


def army(say: Phrases, force: Iterable[str]) -> str:
    """Return what attacks: the name of a nation, or several cards one by one."""
    codes = list(force)
    nations = {CREATURES[code][0] for code in codes}
    return nation(say, nations.pop()) if len(nations) == 1 else counted(say, codes)


def troops(say: Phrases, what: Troops) -> str:
    """Return creatures with their numbers."""
    return counted(say, creatures(what))


def shot_card(say: Phrases, target: str) -> str:
    """Return the card that a catapult is aimed at, without its owner."""
    _, code, *where = target.split(".")
    if code[1] == WIZARD:
        return say("Wizard ({nation})", nation=nation(say, cards.LETTERS.index(code[0])))
    if where == [FORCE]:
        return say("{card}, in the force", card=card(say, code))
    if where == [FLIPPED]:
        return say("{card}, face down", card=card(say, code))
    return card(say, code)


def shot_owner(target: str) -> int:
    """Return the seat whose card a catapult is aimed at."""
    return SEATS.index(target[0])


def attack_kind(say: Phrases, number: int) -> str:
    """Return what kind of attack card a number is."""
    return say.message(cards.ATTACK_NAMES[cards.BY_CODE[str(number)].battle])


def effect(say: Phrases, code: str) -> str:
    """Return what a card does."""
    if code in CREATURES:
        return _creature(say, code)
    if code == WIZARD:
        return say(
            "Protects one of your nations until the round ends: it is not attacked and does not attack with a"
            " battle card."
        )
    if code in BY_CODE:
        return _attack(say, BY_CODE[code])
    return say("Takes one creature or wizard of somebody else on 4, 5 or 6. Used once; lost at the end of the round.")


def _creature(say: Phrases, code: str) -> str:
    index, symbol = CREATURES[code]
    printed = NATIONS[index]
    does = (
        say("A sword: one die more, up to three for an attacker and two for a defender."),
        say("A bow: the side with more bows adds 1 to its highest die."),
        say("A horse: after a fight the attack may go on against another nation."),
    )[symbol]
    about = say(
        "{count} of these among {total} cards of the nation; the largest nation counts {points}; natural enemy:"
        " {enemy}.",
        count=printed.counts[symbol],
        total=printed.total,
        points=printed.largest,
        enemy=nation(say, printed.enemy),
    )
    return f"{does} {about}"


def _attack(say: Phrases, card: AttackCard) -> str:
    if card.battle:
        return say.plural(
            "A whole nation attacks its own kind or its natural enemy; the card adds {count} sword.",
            "A whole nation attacks its own kind or its natural enemy; the card adds {count} swords.",
            card.infantry,
        )
    return say.plural(
        "{size} creatures of any nations attack any nation; the card adds {count} sword.",
        "{size} creatures of any nations attack any nation; the card adds {count} swords.",
        card.infantry,
        size=card.size,
    )
