"""What happened, one short sentence for each event; a shot with all that came of it is one sentence."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from bot.arena_of_heroes.texts import names as called
from bot.arena_of_heroes.texts.names import symbol
from bot.arena_of_heroes.texts.standing import ended
from bot.texts.names import Names, player
from bot.texts.phrases import Phrases
from bot.texts.story import Detail
from games.arena_of_heroes import events as ev
from games.arena_of_heroes.cards import BUCKLER, CARDS


def tell(say: Phrases, happened: Sequence[Any], names: Names) -> list[str]:
    """Return the sentences about some events as one reader may see them."""
    found: list[str] = []
    at = 0
    while at < len(happened):
        event = happened[at]
        at += 1
        if isinstance(event, ev.Attacked):
            text, told = shot(say, event, happened[at:], names)
            found.append(text)
            at += told
        elif isinstance(event, ev.Hit):
            continue
        elif text := _told(say, event, names):
            found.append(text)
            if isinstance(event, ev.ArenaCard):
                found.append(Detail(say(CARDS[event.card].text)))
    return found


def _told(say: Phrases, event: Any, names: Names) -> str:
    teller = _TELLERS.get(type(event))
    return teller(say, event, names) if teller is not None else ""


Teller = Callable[[Phrases, Any, Names], str]


def _picked(say: Phrases, e: ev.Picked, names: Names) -> str:
    hero = called.hero(say, e.hero)
    if e.at_random:
        return say("{player} draws {hero}", player=player(names, e.seat), hero=hero)
    return say("{player} picks {hero}", player=player(names, e.seat), hero=hero)


def _closed(say: Phrases, e: ev.Closed, names: Names) -> str:
    if len(e.hideouts) == 1:
        return say("The card of closed hideout {hideout} goes by", hideout=str(e.hideouts[0]))
    return say("Closed from the start: {hideouts}", hideouts=say.every(map(str, e.hideouts)))


def _drawn(say: Phrases, e: ev.CardDrawn, names: Names) -> str:
    ground = called.ground(say, e.hideout)
    return say("You are at {hideout} now ({ground}); only you know that", hideout=str(e.hideout), ground=ground)


def _turn(say: Phrases, e: ev.TurnBegan, names: Names) -> str:
    return say("turn {number}: {player}", number=e.number, player=player(names, e.seat))


def _bonus(say: Phrases, e: ev.Bonus, names: Names) -> str:
    source = called.card(say, e.source) if e.source in CARDS else called.ability(say, e.source)
    if e.source == "X15":
        return say("{source} gives {player} two more actions", source=source, player=player(names, e.seat))
    return say("{source} gives {player} one more action", source=source, player=player(names, e.seat))


def _rolled(say: Phrases, e: ev.Rolled, names: Names) -> str:
    return say("{player} has rolled and may use the Lucky Bone", player=player(names, e.seat))


def _hide_die(say: Phrases, e: ev.HideDie, names: Names) -> str:
    who, colour = player(names, e.seat), called.colour(say, e.colour)
    if e.purpose == "hide":
        return say("{player} rolls to hide: {colour}", player=who, colour=colour)
    if e.purpose == "work":
        return say("{player} rolls to work off delay: {colour}", player=who, colour=colour)
    if e.purpose == "spider":
        return say("{player} rolls against a spider: {colour}", player=who, colour=colour)
    return say("{player} rolls the hide die: {colour}", player=who, colour=colour)


def _stamina(say: Phrases, e: ev.Stamina, names: Names) -> str:
    return say("{player} has stamina {left}", player=player(names, e.seat), left=e.stamina)


def _delayed(say: Phrases, e: ev.Delayed, names: Names) -> str:
    who = player(names, e.seat)
    if e.tokens > 0:
        return say.plural(
            "{player} takes {count} delay token", "{player} takes {count} delay tokens", e.tokens, player=who
        )
    return say.plural(
        "{player} loses {count} delay token", "{player} loses {count} delay tokens", -e.tokens, player=who
    )


def _ability(say: Phrases, e: ev.AbilityUsed, names: Names) -> str:
    return say("{player} uses {ability}", player=player(names, e.seat), ability=called.ability(say, e.ability))


def _card(say: Phrases, e: ev.ArenaCard, names: Names) -> str:
    return say("{player} explores: {card}", player=player(names, e.seat), card=called.card(say, e.card))


def _spiders(say: Phrases, e: ev.SpidersCrawled, names: Names) -> str:
    return say.plural(
        "The spider is at {hideouts}",
        "The spiders are at {hideouts}",
        len(e.hideouts),
        hideouts=say.every(map(str, e.hideouts)),
    )


def _spied(say: Phrases, e: ev.Spied, names: Names) -> str:
    if e.found:
        return say("The Spyglass shows you a hidden hero at {hideout}", hideout=str(e.hideout))
    return say("The Spyglass shows you nobody at {hideout}", hideout=str(e.hideout))


def _discarded(say: Phrases, e: ev.ItemDiscarded, names: Names) -> str:
    return say("{player} discards {card}", player=player(names, e.seat), card=called.card(say, e.card))


def _passed(say: Phrases, e: ev.Passed, names: Names) -> str:
    return say("{player} lets it pass", player=player(names, e.seat))


_TELLERS: Final[dict[type, Teller]] = {
    ev.Picked: _picked,
    ev.Closed: _closed,
    ev.CardDrawn: _drawn,
    ev.TurnBegan: _turn,
    ev.Bonus: _bonus,
    ev.Rolled: _rolled,
    ev.HideDie: _hide_die,
    ev.Revealed: lambda say, e, names: say(
        "{player} is revealed at {hideout}", player=player(names, e.seat), hideout=str(e.hideout)
    ),
    ev.Stamina: _stamina,
    ev.Limited: lambda say, e, names: say("{player} was hit in this turn already", player=player(names, e.seat)),
    ev.Shielded: lambda say, e, names: say("a shield saves {player}", player=player(names, e.seat)),
    ev.Veiled: lambda say, e, names: say("Your veil has hidden you and is used up; nobody else knows"),
    ev.Out: lambda say, e, names: say(
        "{player} is out; {hideout} closes", player=player(names, e.seat), hideout=str(e.hideout)
    ),
    ev.Left: lambda say, e, names: say(
        "{player} leaves {hideout}, which closes, and is hidden", player=player(names, e.seat), hideout=str(e.hideout)
    ),
    ev.SuddenDeath: lambda say, e, names: say("The hideout deck is empty: sudden death, no hiding, no limit"),
    ev.Delayed: _delayed,
    ev.AbilityUsed: _ability,
    ev.ArenaCard: _card,
    ev.Reshuffled: lambda say, e, names: say("The arena discards are shuffled into a new deck"),
    ev.Explored: lambda say, e, names: say("{player} has explored the hideout", player=player(names, e.seat)),
    ev.ItemDiscarded: _discarded,
    ev.SlotEmptied: lambda say, e, names: say("{card} is over", card=called.card(say, e.card)),
    ev.TokenTaken: lambda say, e, names: say(
        "{player} takes a token off {card}, {left} left",
        player=player(names, e.seat), card=called.card(say, e.card), left=e.left,
    ),
    ev.CrowsCalled: lambda say, e, names: say(
        "Crows will reveal {player} when the next turn of that hero begins", player=player(names, e.seat)
    ),
    ev.Reopened: lambda say, e, names: say("{hideout} is open again, with a delay token on it", hideout=str(e.hideout)),
    ev.Collapsed: lambda say, e, names: say("{hideout} collapses and is closed", hideout=str(e.hideout)),
    ev.Tremor: lambda say, e, names: say("The earth trembles: Seismic Activity {left}", left=e.left),
    ev.Erupted: lambda say, e, names: say("The earth breaks open in all wasteland"),
    ev.SpidersCrawled: _spiders,
    ev.Spied: _spied,
    ev.Passed: _passed,
    ev.Ended: lambda say, e, names: ended(say, e.result, names),
}  # fmt: skip


def shot(say: Phrases, attack: ev.Attacked, following: Sequence[Any], names: Names) -> tuple[str, int]:
    """Return the sentence of a shot, and how many of the events that follow it are told in it.

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
    """Return a hit with what it has left of its target."""
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
