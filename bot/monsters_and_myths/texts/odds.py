"""The odds of an attack in words: its dice, the archers' bonus, and the chance of winning the whole fight."""

from __future__ import annotations

from typing import Final

from bot.texts.names import NOBODY, Names, player
from bot.texts.phrases import Phrases
from games.messages import Message
from games.monsters_and_myths.cards import CREATURES, NONE, Troops, changed, infantry, size, with_ranks
from games.monsters_and_myths.dice import attack_dice
from games.monsters_and_myths.fights import Odds, of_exchange, winning
from games.monsters_and_myths.view import FORCE, SEATS, Target, View

CHANCES: Final = Message(
    "The percentage: the attacker wins the whole fight, rolling to the end. Both sides give up what they need least."
)


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
    *,
    advised: bool = True,
) -> list[str]:
    """Return the chance of the fight, dice and the archers' bonus: ``49% to win, 3 dice against 1 (+1 for Max)``.

    That is followed by the same without the bonus, then without the dice, for where there is less room. Only dice and
    bonus where nobody is to be `advised`. There must be an attack card.
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
    return said


def if_it_hits(say: Phrases, view: View, shot: str, names: Names) -> str:
    """Return what a shot that hits changes of the chances of the fight that is on; nothing where there is none."""
    if view.target is None or view.card is None or view.active is None:
        return ""
    force, nation = view.force, view.seats[view.target.seat].troops[view.target.nation]
    letter, code, *where = shot.split(".")
    if where == [FORCE]:
        force = changed(force, code, -1)
    elif not where and code in CREATURES and Target(SEATS.index(letter), CREATURES[code][0]) == view.target:
        nation = changed(with_ranks(NONE, view.target.nation, nation), code, -1)[view.target.nation]
    else:
        return say("That changes nothing in this fight.")
    if not size(force) or not nation.size:
        return say("If it hits, this fight is over.")
    return say(
        "If it hits, {player} has a chance of {after}% to win this fight instead of {before}%.",
        player=player(names, view.active),
        before=percent(winning(view.force, view.card, view.seats[view.target.seat].troops[view.target.nation])),
        after=percent(winning(force, view.card, nation)),
    )


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
