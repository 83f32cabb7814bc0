"""What happened, one short sentence for each event; a shot with all that came of it is one sentence."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import takewhile
from typing import Any, Final

from bot.arena_of_heroes.texts import names as called
from bot.arena_of_heroes.texts.names import symbol
from bot.arena_of_heroes.texts.standing import ended
from bot.texts.names import Names, player
from bot.texts.phrases import Phrases
from bot.texts.story import Detail, Passing, Slight, Telling, Toll
from games.arena_of_heroes import events as ev
from games.arena_of_heroes.cards import ABILITIES, BUCKLER, CARDS
from games.arena_of_heroes.ring import RED
from games.messages import Argument, Message


def tell(say: Phrases, happened: Sequence[Any], names: Names) -> list[str]:
    """Return the sentences about some events as one reader may see them."""
    return _tell(say, happened, names, merged=False)


def together(say: Phrases, happened: Sequence[Any], names: Names, summed: bool) -> list[str]:
    """Return what several steps have led to: shots at nothing, or rolls to hide, in a row are always one sentence."""
    return _tell(say, happened, names, merged=True)


def _tell(say: Phrases, happened: Sequence[Any], names: Names, *, merged: bool) -> list[str]:
    sentences: list[str] = []
    at = 0
    while at < len(happened):
        event = happened[at]
        at += 1
        row = _alike(event, happened[at:]) if merged else []
        if row:
            sentences.append(_in_a_row(say, [event, *row], names))
            at += len(row)
        elif isinstance(event, ev.Attacked):
            text, count = shot(say, event, happened[at:], names)
            sentences.append(text)
            at += count
        elif isinstance(event, ev.Hit):
            continue
        elif isinstance(event, ev.HideDie):
            sentences.append(_hide_die(say, event, happened[at:], names))
        elif text := _told(say, event, names):
            sentences.append(text)
            if isinstance(event, ev.ArenaCard):
                sentences.append(Detail(say(CARDS[event.card].text)))
    return sentences


def _alike(event: Any, following: Sequence[Any]) -> list[Any]:
    """Return what follows a shot at nothing or a roll to hide, as long as it is the same of the same hero."""
    row: list[Any] = []
    for at, one in enumerate(following):
        if not (_hides(event, one) or (_misses(event, following) and _misses(one, following[at + 1 :]))):
            break
        if (one.seat, getattr(one, "neutral", False)) != (event.seat, getattr(event, "neutral", False)):
            break
        row.append(one)
    return row


def _hides(event: Any, following: Any) -> bool:
    return all(isinstance(one, ev.HideDie) and one.purpose == "hide" for one in (event, following))


def _misses(event: Any, following: Sequence[Any]) -> bool:
    first = following[0] if following else None
    if not isinstance(event, ev.Attacked) or not event.hideout:
        return False
    return not isinstance(first, ev.Hit) and _end(first, event) is None


def _in_a_row(say: Phrases, row: Sequence[Any], names: Names) -> str:
    """Return the sentence of several shots at nothing, or of several rolls to hide."""
    first = row[0]
    if isinstance(first, ev.HideDie):
        colours = ", ".join(called.colour(say, one.colour) for one in row)
        return say("{player} rolls to hide: {colour}", player=player(names, first.seat), colour=colours)
    struck = say.every(dict.fromkeys(str(one.hideout) for one in row))
    who = say("The machine") if first.neutral else player(names, first.seat)
    given = {"who": who, "hideouts": struck}
    short = say.plural(
        "{who} fires {count} time: nothing at {hideouts}",
        "{who} fires {count} times: nothing at {hideouts}",
        len(row),
        **given,
    )
    if len({one.aim for one in row}) > 1:
        return Telling(short, short)
    whole = say.plural(
        "{who} fires {count} time at {aim}: nothing at {hideouts}",
        "{who} fires {count} times at {aim}: nothing at {hideouts}",
        len(row),
        aim=str(first.aim),
        **given,
    )
    return Telling(whole, short)


def _told(say: Phrases, event: Any, names: Names) -> str:
    kind = type(event)
    if kind in _SENTENCES:
        given = _arguments(event, names)
        text = say(_SENTENCES[kind].template, **given)
        if kind not in _BRIEF:
            return Slight(text) if kind in _SLIGHT else text
        befell = None if kind is ev.Left else event.seat
        made = Telling if kind is ev.Left else Toll
        return made(text, say(_BRIEF[kind].template, **given), befell, known=kind is ev.Out)
    text = _TELLERS[kind](say, event, names) if kind in _TELLERS else ""
    return Slight(text) if kind in _SLIGHT and not isinstance(text, Passing | Telling) else text


def _picked(say: Phrases, e: ev.Picked, names: Names) -> str:
    hero = called.hero(say, e.hero)
    if e.at_random:
        return say("{player} draws {hero}", player=player(names, e.seat), hero=hero)
    return say("{player} picks {hero}", player=player(names, e.seat), hero=hero)


def _closed(say: Phrases, e: ev.Closed, names: Names) -> str:
    if len(e.hideouts) == 1:
        return say(
            "The card of hideout {hideout}, which is closed, is discarded without effect", hideout=str(e.hideouts[0])
        )
    return say("Closed from the start: {hideouts}", hideouts=say.every(map(str, e.hideouts)))


def _drawn(say: Phrases, e: ev.CardDrawn, names: Names) -> str:
    ground = called.ground(say, e.hideout)
    return Passing(
        say(
            "{player} is at {hideout} now ({ground}); nobody else knows that",
            player=player(names, e.seat),
            hideout=str(e.hideout),
            ground=ground,
        )
    )


def _turn_ended(say: Phrases, e: ev.TurnEnded, names: Names) -> str:
    if not e.left:
        return say("{player} ends the turn", player=player(names, e.seat))
    return say.plural(
        "{player} ends the turn with {count} action left",
        "{player} ends the turn with {count} actions left",
        e.left,
        player=player(names, e.seat),
    )


def _bonus(say: Phrases, e: ev.Bonus, names: Names) -> str:
    source = called.card(say, e.source) if e.source in CARDS else called.ability(say, e.source)
    if e.source == "X15":
        return say("{source} gives {player} two more actions", source=source, player=player(names, e.seat))
    return say("{source} gives {player} one more action", source=source, player=player(names, e.seat))


def _hide_die(say: Phrases, e: ev.HideDie, following: Sequence[Any], names: Names) -> str:
    """Return a roll of the hide die, and that it ends the turn where it does (A5.4)."""
    who, colour = player(names, e.seat), called.colour(say, e.colour)
    if e.purpose == "hide":
        return say("{player} rolls to hide: {colour}", player=who, colour=colour)
    after = takewhile(lambda one: not isinstance(one, ev.HideDie | ev.Attacked), following)
    if e.purpose == "work" and e.colour == RED and any(isinstance(one, ev.TurnBegan) for one in after):
        return Toll(
            say("{player} rolls to work off delay: {colour}, and the turn ends", player=who, colour=colour),
            say("{player} rolls {colour}, and the turn ends", player=who, colour=colour),
        )
    if e.purpose == "work":
        return say("{player} rolls to work off delay: {colour}", player=who, colour=colour)
    if e.purpose == "spider":
        return say("{player} rolls against a spider: {colour}", player=who, colour=colour)
    return say("{player} rolls the hide die: {colour}", player=who, colour=colour)


def _stamina(say: Phrases, e: ev.Stamina, names: Names) -> str:
    text = say("{player} has stamina {left}", player=player(names, e.seat), left=e.stamina)
    return Toll(text, text, e.seat)


def _delayed(say: Phrases, e: ev.Delayed, names: Names) -> str:
    who = player(names, e.seat)
    if e.tokens > 0:
        return say.plural(
            "{player} takes {count} delay token", "{player} takes {count} delay tokens", e.tokens, player=who
        )
    return say.plural(
        "{player} loses {count} delay token", "{player} loses {count} delay tokens", -e.tokens, player=who
    )


def _spiders(say: Phrases, e: ev.SpidersCrawled, names: Names) -> str:
    return say.plural(
        "The spider is at {hideouts}",
        "The spiders are at {hideouts}",
        len(e.hideouts),
        hideouts=say.every(map(str, e.hideouts)),
    )


def _spied(say: Phrases, e: ev.Spied, names: Names) -> str:
    if e.found is None:
        return say(
            "{player} looks at {hideout} through the Spyglass", player=player(names, e.seat), hideout=str(e.hideout)
        )
    if e.found:
        return say("The Spyglass shows you a hidden hero at {hideout}", hideout=str(e.hideout))
    return say("The Spyglass shows you nobody at {hideout}", hideout=str(e.hideout))


_SENTENCES: Final[Mapping[type, Message]] = {
    ev.Rolled: Message("{player} has rolled and may use the Lucky Bone"),
    ev.Revealed: Message("{player} is revealed at {hideout}"),
    ev.Limited: Message("{player} was hit in this turn already"),
    ev.Shielded: Message("a shield saves {player}"),
    ev.Veiled: Message("Your veil has hidden you and is used up; nobody else knows"),
    ev.Out: Message("{player} is out; {hideout} closes"),
    ev.Left: Message("{player} leaves {hideout}, which closes, and is hidden"),
    ev.SuddenDeath: Message("The hideout deck is empty: sudden death, no hiding, no limit"),
    ev.AbilityUsed: Message("{player} uses {ability}"),
    ev.ArenaCard: Message("{player} explores: {card}"),
    ev.Reshuffled: Message("The arena discards are shuffled into a new deck"),
    ev.Explored: Message("{player} has explored the hideout"),
    ev.ItemDiscarded: Message("{player} discards {card}"),
    ev.SlotEmptied: Message("{card} is over"),
    ev.TokenTaken: Message("{player} takes a token off {card}, {left} left"),
    ev.CrowsCalled: Message("The crows will reveal {player} when that hero's next turn begins"),
    ev.Reopened: Message("{hideout} is open again, with a delay token on it"),
    ev.Collapsed: Message("{hideout} collapses and is closed"),
    ev.Tremor: Message("The earth trembles: tokens left on Seismic Activity: {left}"),
    ev.Erupted: Message("The earth breaks open in all wasteland"),
    ev.Passed: Message("{player} lets it pass"),
}
"""What is said of events by their fields alone (`_arguments`)."""
_SLIGHT: Final = frozenset(
    {
        ev.Rolled, ev.Reshuffled, ev.SlotEmptied, ev.TokenTaken, ev.Tremor, ev.Passed, ev.HideDie, ev.Delayed,
        ev.TurnEnded, ev.Closed, ev.Bonus,
    }
)  # fmt: skip
"""What matters little once it has happened."""
_BRIEF: Final[Mapping[type, Message]] = {
    ev.Revealed: _SENTENCES[ev.Revealed],
    ev.Shielded: _SENTENCES[ev.Shielded],
    ev.Out: Message("{player} is out"),
    ev.Left: Message("{player} is hidden"),
}
"""What came of it in fewer words. All but hiding befalls somebody, who is told in any case."""
_TELLERS: Final[Mapping[type, Callable[[Phrases, Any, Names], str]]] = {
    ev.Picked: _picked,
    ev.Closed: _closed,
    ev.CardDrawn: _drawn,
    ev.TurnEnded: _turn_ended,
    ev.Bonus: _bonus,
    ev.Stamina: _stamina,
    ev.Delayed: _delayed,
    ev.SpidersCrawled: _spiders,
    ev.Spied: _spied,
    ev.Ended: lambda say, e, names: ended(say, e.result, names),
}


def _arguments(event: Any, names: Names) -> dict[str, Argument]:
    """Return the fields of an event as sentences call them: a seat by its player, a card or an ability by its name."""
    readings: dict[str, tuple[str, Callable[[Any], Argument]]] = {
        "seat": ("player", lambda seat: player(names, seat)),
        "card": ("card", lambda card: CARDS[card].title),
        "ability": ("ability", lambda ability: ABILITIES[ability].title),
        "hideout": ("hideout", str),
        "left": ("left", int),
    }
    return {word: read(getattr(event, field)) for field, (word, read) in readings.items() if hasattr(event, field)}


def shot(say: Phrases, attack: ev.Attacked, following: Sequence[Any], names: Names) -> tuple[str, int]:
    """Return the sentence of a shot, and how many of the events that follow it are told in it.

    A shot at an empty hideout, at a veiled hero and into smoke reads alike.
    """
    who = say("The machine") if attack.neutral else player(names, attack.seat)
    aim, shown = str(attack.aim), symbol(say, attack.symbol)
    if not attack.hideout:
        return say("{who} fires at {aim}: {symbol}, but the idol swallows it", who=who, aim=aim, symbol=shown), 0
    first = following[0] if following else None
    struck = f"{attack.hideout}"
    if isinstance(first, ev.Hit):
        return _hit(say, attack, first, following, names, who)
    if (ends := _end(first, attack)) is None:
        text = say(
            "{who} fires at {aim}: {symbol}, nothing at {hideout}", who=who, aim=aim, symbol=shown, hideout=struck
        )
        return Telling(text, say("{who} fires: nothing at {hideout}", who=who, hideout=struck)), 0
    assert first is not None
    whole, came = ends
    given = {"target": player(names, first.seat), "hideout": struck}
    text = say(whole.template, who=who, aim=aim, symbol=shown, **given)
    short = say(came.template, **given)
    return (Telling(text, short) if ends is _LIMITED else Toll(text, short, first.seat)), 1


def _end(first: Any, attack: ev.Attacked) -> tuple[Message, Message] | None:
    """Return how a shot ended that struck somebody without a hit, in whole and in short; `None` where it did not."""
    if isinstance(first, ev.Revealed) and first.hideout == attack.hideout:
        return _FOUND
    if isinstance(first, ev.Limited):
        return _LIMITED
    return _SAVED if isinstance(first, ev.Shielded) or _buckler(first) else None


def _buckler(event: Any) -> bool:
    return isinstance(event, ev.ItemDiscarded) and event.card == BUCKLER


_FOUND: Final = (
    Message("{who} fires at {aim}: {symbol}, {target} is found at {hideout}"),
    Message("{target} is found at {hideout}"),
)
_LIMITED: Final = (
    Message("{who} fires at {aim}: {symbol}; {target} at {hideout} was hit in this turn already"),
    Message("{target} at {hideout} was hit in this turn already"),
)
_SAVED: Final = (
    Message("{who} fires at {aim}: {symbol}; a shield saves {target} at {hideout}"),
    Message("a shield saves {target} at {hideout}"),
)


def _hit(
    say: Phrases, attack: ev.Attacked, hit: ev.Hit, following: Sequence[Any], names: Names, who: str
) -> tuple[str, int]:
    """Return a hit with what it has left of its target."""
    count = 1
    left: int | None = None
    out = False
    for event in following[1:]:
        if isinstance(event, ev.Stamina) and event.seat == hit.seat and left is None:
            left = event.stamina
        elif isinstance(event, ev.Out) and event.seat == hit.seat and left == 0:
            out = True
        else:
            break
        count += 1
    shown, aim = symbol(say, attack.symbol), str(attack.aim)
    given = {"target": player(names, hit.seat), "hideout": str(attack.hideout)}
    if out:
        text = say(
            "{who} fires at {aim}: {symbol}, {target} is hit at {hideout} and out",
            who=who, aim=aim, symbol=shown, **given,
        )  # fmt: skip
        return Toll(text, say("{target} is hit at {hideout} and out", **given), hit.seat, known=True), count
    text = say(
        "{who} fires at {aim}: {symbol}, {target} is hit at {hideout}, stamina {left}",
        who=who, aim=aim, symbol=shown, left=left or 0, **given,
    )  # fmt: skip
    came = say("{target} is hit at {hideout}, stamina {left}", left=left or 0, **given)
    return Toll(text, came, hit.seat), count
