"""Why an exchange cost a card, and why a catapult hit or missed, in two or three sentences."""

from __future__ import annotations

from bot.monsters_and_myths.texts.standing import dice
from bot.texts.names import Names, player
from bot.texts.phrases import Phrases
from games.monsters_and_myths import events as ev
from games.monsters_and_myths.cards import WIZARD
from games.monsters_and_myths.catapults import HIT
from games.monsters_and_myths.causes import Account, Pair, hitting
from games.monsters_and_myths.state import FACES


def lost(say: Phrases, account: Account, names: Names) -> str:
    """Return why a side has lost cards in an exchange."""
    rolled = account.rolled
    red, black = dice(rolled, rolled.attacker)
    attacker, defender = player(names, rolled.attacker), player(names, rolled.defender)
    parts = [
        say.plural(
            "{attacker} rolled {red}, {defender} {black}: {player} lost {count} card.",
            "{attacker} rolled {red}, {defender} {black}: {player} lost {count} cards.",
            account.lost,
            attacker=attacker,
            red=red,
            defender=defender,
            black=black,
            player=player(names, account.seat),
        ),
        say("Compared: {pairs} (M5.8).", pairs=say.every(_pair(say, pair) for pair in account.pairs)),
    ]
    if "bonus" in account.causes and rolled.bonus is not None:
        parts.append(
            say("{player} had more archers, and that 1 decided it (M5.7).", player=player(names, rolled.bonus))
        )
    elif rolled.bonus is not None:
        parts.append(say("The 1 for more archers did not matter here (M5.7)."))
    if "second" in account.causes:
        parts.append(say("The second dice counted, because both sides rolled two or more (M5.6)."))
    if account.spared:
        parts.append(say("More could not be lost: no creature was left (M5.9)."))
    return " ".join(parts)


def _pair(say: Phrases, pair: Pair) -> str:
    if pair.attacker == pair.defender:
        return say("{red} against {black}, a tie, which is the defender's", red=pair.attacker, black=pair.defender)
    if pair.won:
        return say("{red} is more than {black}", red=pair.attacker, black=pair.defender)
    return say("{red} is less than {black}", red=pair.attacker, black=pair.defender)


def fired(say: Phrases, shot: ev.Fired) -> str:
    """Return why a catapult has hit or missed, beside the sentence that tells of it."""
    odds = say(
        "A catapult hits from {least} on, which is on {faces} of {sides} faces (M6.1).",
        least=HIT,
        faces=hitting(),
        sides=FACES,
    )
    if shot.target.split(".")[1][1:] != WIZARD:
        return odds
    wizard = say("A wizard keeps catapults from the creatures at home, not from itself (M6.2).")
    return f"{odds} {wizard}"
