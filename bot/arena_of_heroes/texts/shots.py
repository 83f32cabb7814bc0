"""A shot of the machine as one sentence: who fired where, what the die showed, whom it found."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.arena_of_heroes.texts.names import symbol
from bot.texts.names import Names, player
from bot.texts.phrases import Phrases
from games.arena_of_heroes import events as ev
from games.arena_of_heroes.cards import BUCKLER


def shot(say: Phrases, attack: ev.Attacked, following: Sequence[Any], names: Names) -> tuple[str, int]:
    """The sentence of a shot, and how many of the events that follow it are told in it.

    A shot at an empty hideout, at a veiled hero and into smoke reads alike.
    """
    who = say("The machine") if attack.neutral else player(names, attack.seat)
    aim, shown = str(attack.aim), symbol(say, attack.symbol)
    if not attack.hideout:
        return say("{who} fires at {aim}: {symbol}, but the idol swallows it", who=who, aim=aim, symbol=shown), 0
    first = following[0] if following else None
    found = f"{attack.hideout}"
    if isinstance(first, ev.Revealed) and first.hideout == attack.hideout:
        text = say(
            "{who} fires at {aim}: {symbol}, {target} is found at {hideout}",
            who=who, aim=aim, symbol=shown, target=player(names, first.seat), hideout=found,
        )  # fmt: skip
        return text, 1
    if isinstance(first, ev.Hit):
        return _hit(say, attack, first, following, names, who)
    if isinstance(first, ev.Limited):
        text = say(
            "{who} fires at {aim}: {symbol}; {target} at {hideout} was hit in this turn already",
            who=who, aim=aim, symbol=shown, target=player(names, first.seat), hideout=found,
        )  # fmt: skip
        return text, 1
    if isinstance(first, ev.Shielded) or (isinstance(first, ev.ItemDiscarded) and first.card == BUCKLER):
        text = say(
            "{who} fires at {aim}: {symbol}; a shield saves {target} at {hideout}",
            who=who, aim=aim, symbol=shown, target=player(names, first.seat), hideout=found,
        )  # fmt: skip
        return text, 1
    return say("{who} fires at {aim}: {symbol}, nothing at {hideout}", who=who, aim=aim, symbol=shown, hideout=found), 0


def _hit(
    say: Phrases, attack: ev.Attacked, hit: ev.Hit, following: Sequence[Any], names: Names, who: str
) -> tuple[str, int]:
    """A hit with what it has left of its target."""
    told = 1
    left: int | None = None
    out = False
    for event in following[1:]:
        if isinstance(event, ev.Stamina) and event.seat == hit.seat and left is None:
            left = event.stamina
        elif isinstance(event, ev.Out) and event.seat == hit.seat and left == 0:
            out = True
        else:
            break
        told += 1
    given = {
        "who": who,
        "aim": str(attack.aim),
        "symbol": symbol(say, attack.symbol),
        "target": player(names, hit.seat),
        "hideout": str(attack.hideout),
    }
    if out:
        return say("{who} fires at {aim}: {symbol}, {target} is hit at {hideout} and out", **given), told
    return say(
        "{who} fires at {aim}: {symbol}, {target} is hit at {hideout}, stamina {left}", left=left or 0, **given
    ), told
