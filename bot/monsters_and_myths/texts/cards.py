"""What is on a card and what it does, in words."""

from __future__ import annotations

from bot.monsters_and_myths.texts import names as n
from bot.texts.phrases import Phrases
from games.monsters_and_myths.cards import BY_CODE, CREATURES, NATIONS, WIZARD, AttackCard


def text(say: Phrases, code: str) -> str:
    """Name, kind and effect of a card."""
    return f"**{n.card(say, code)}**\n{effect(say, code)}"


def effect(say: Phrases, code: str) -> str:
    """What a card does."""
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
    nation = NATIONS[index]
    does = (
        say("A sword: one die more, up to three for an attacker and two for a defender."),
        say("A bow: the side with more bows adds 1 to its highest die."),
        say("A horse: after a fight the attack may go on against another nation."),
    )[symbol]
    about = say(
        "{count} of these among {total} cards of the nation; the largest nation counts {points}; natural enemy:"
        " {enemy}.",
        count=nation.counts[symbol],
        total=nation.total,
        points=nation.largest,
        enemy=n.nation(say, nation.enemy),
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
