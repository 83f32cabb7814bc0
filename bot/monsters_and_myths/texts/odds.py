"""The odds of an attack in words: its dice, the archers' bonus, and the chance of winning the whole fight."""

from __future__ import annotations

from typing import Final

from bot.limits import BUTTON_LABEL
from bot.texts.names import NOBODY, Names, player
from bot.texts.phrases import Phrases
from games.messages import Message
from games.monsters_and_myths.cards import Troops, infantry
from games.monsters_and_myths.dice import attack_dice
from games.monsters_and_myths.fights import Odds, of_exchange, winning
from games.monsters_and_myths.view import Target, View

CHANCES: Final = Message("The percentage is the attacker's chance of winning the whole fight, rolling to the end.")


def dice_against(say: Phrases, found: Odds) -> str:
    """Return the dice of both sides: ``3 dice against 1``."""
    red, black = found.dice
    return say.plural("{count} die against {black}", "{count} dice against {black}", red, black=black)


def percent(chance: float) -> int:
    """Return a chance in whole percent; only what is certain is 0 or 100."""
    return round(chance * 100) if chance in (0, 1) else min(99, max(1, round(chance * 100)))


def chances(
    say: Phrases,
    view: View,
    force: Troops,
    target: Target,
    names: Names = NOBODY,
    most: int = BUTTON_LABEL,
    *,
    advised: bool = True,
) -> str:
    """Return the chance of the fight, dice and the archers' bonus: ``49% to win, 3 dice against 1 (+1 for Max)``.

    Where that has more than `most` characters, the bonus is left out, then the dice. Only dice and bonus where nobody
    is to be `advised`. There must be an attack card.
    """
    assert view.card is not None
    assert view.active is not None
    nation = view.seats[target.seat].troops[target.nation]
    found = of_exchange(force, view.card, nation)
    dice, chance = dice_against(say, found), percent(winning(force, view.card, nation))
    said = [say("{percent}% to win, {dice}", dice=dice, percent=chance), say("{percent}% to win", percent=chance)]
    who = player(names, view.active if found.advantage > 0 else target.seat) if found.advantage else ""
    if not advised:
        said = [say("{dice} (+1 for {player})", dice=dice, player=who), dice] if who else [dice]
    elif who:
        said.insert(0, say("{percent}% to win, {dice} (+1 for {player})", dice=dice, player=who, percent=chance))
    return next((text for text in said if len(text) <= most), said[-1])


def swords(say: Phrases, view: View, force: Troops) -> str:
    """Return where the attacker's dice come from: ``Swords: 4 + 2 on the card → 3 dice``; there must be a card."""
    assert view.card is not None
    return say.plural(
        "Swords: {own} + {printed} on the card → {count} die",
        "Swords: {own} + {printed} on the card → {count} dice",
        attack_dice(force, view.card),
        own=infantry(force),
        printed=view.card.infantry,
    )
