"""What happened, event by event."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, NamedTuple

from bot.monsters_and_myths.texts import names as n
from bot.monsters_and_myths.texts.standing import dice, rolling_on
from bot.texts.names import Names, player, players
from bot.texts.phrases import Phrases
from bot.texts.story import Counted, Grave, Passing, Slight, Toll
from games.monsters_and_myths import events as ev
from games.monsters_and_myths.cards import CREATURES
from games.monsters_and_myths.catapults import SCOPE_NAMES


def tell(say: Phrases, happened: Sequence[Any], names: Names) -> list[str]:
    """Return what happened, a sentence each.

    That an attack card was done with is not told, the next one says it; nor are points, which how it ended says, nor
    the cards that one was dealt oneself, which are what one is asked about; nor what was kept, where it is laid out.
    """
    return _tell(say, happened, names, summed=False)


def together(say: Phrases, happened: Sequence[Any], names: Names, summed: bool) -> list[str]:
    """Return what happened in several steps; `summed`, how often was rolled in a fight and what that has cost."""
    return _tell(say, happened, names, summed=summed)


def outdated(event: Any, later: Sequence[Any]) -> bool:
    """Return True for what was kept, once it is laid out, and for a mixed army, once it attacks."""
    if isinstance(event, ev.Mustered):
        mixed = len({CREATURES[card][0] for card in event.cards}) > 1
        return mixed and any(isinstance(one, ev.Attacked) and one.seat == event.seat for one in later[:1])
    return isinstance(event, ev.Kept) and any(isinstance(one, ev.LaidOut) and one.seat == event.seat for one in later)


def _tell(say: Phrases, happened: Sequence[Any], names: Names, *, summed: bool) -> list[str]:
    sentences: list[str] = []
    rest = list(happened)
    while rest:
        event = rest.pop(0)
        if outdated(event, rest):
            continue
        if isinstance(event, ev.Rolled):
            sentences.append(_rolled(say, _rolls(event, rest, summed=summed), names))
        elif isinstance(event, ev.Fired):
            sentences.append(_fired(say, _shots(event, rest, summed=summed), names))
        elif isinstance(event, ev.Lost):
            sentences += _given_up(say, [event, *_taken(rest, ev.Lost)], names)
        elif isinstance(event, ev.Cleared):
            sentences.append(_cleared(say, [event, *_taken(rest, ev.Cleared)], names))
        elif isinstance(event, ev.LargestCounted):
            sentences.append(Counted(_crowns(say, [event, *_taken(rest, ev.LargestCounted)], names)))
        elif isinstance(event, ev.WizardPlaced):
            placed = [event, *_taken(rest, ev.WizardPlaced)]
            homes = say.every(n.nation(say, one.nation) for one in placed)
            sentences.append(
                say("{player} protects {nations} with a wizard", player=player(names, event.seat), nations=homes)
            )
        else:
            sentences += _one(say, event, names)
    return sentences


class Roll(NamedTuple):
    """A roll of a fight, with the cards that are known to be lost by it."""

    event: ev.Rolled
    lost: Sequence[ev.Lost]

    @property
    def settled(self) -> bool:
        """Return True if all that is lost is known."""
        return len(self.lost) == sum(self.event.losses)


def _rolls(event: ev.Rolled, rest: list[Any], *, summed: bool) -> list[Roll]:
    """Return a roll and, `summed`, those that follow in its fight, taken out of the rest with what they have cost.

    Only the last may still wait for somebody to choose what to lose, where it is the only one.
    """
    rolls = [Roll(event, _taken(rest, ev.Lost))]
    while summed and rolls[-1].settled:
        following = _following(rest)
        if not following or not isinstance(following[-1], ev.Rolled):
            break
        after = rest[len(following) :]
        roll = Roll(following[-1], _taken(after, ev.Lost))
        if not roll.settled:
            break
        rest[:] = after
        rolls.append(roll)
    return rolls


def _shots(event: ev.Fired, rest: list[Any], *, summed: bool) -> list[ev.Fired]:
    """Return a shot and, `summed`, those that follow at the same card until it is hit, taken out of the rest."""
    shots = [event]
    while summed and not shots[-1].hit:
        following = _following(rest)
        shot = following[-1] if following else None
        if not isinstance(shot, ev.Fired) or (shot.seat, shot.target) != (event.seat, event.target):
            break
        del rest[: len(following)]
        shots.append(shot)
    return shots


def _following(rest: Sequence[Any]) -> Sequence[Any]:
    """Return what comes next up to the first event of which something is told; nothing where there is none."""
    told = (at for at, one in enumerate(rest) if not (isinstance(one, ev.Passed) and not one.scope))
    return rest[: next(told, -1) + 1]


def _taken(rest: list[Any], kind: type) -> list[Any]:
    """Return the events of that kind that come next, taken out of the rest."""
    taken = []
    while rest and isinstance(rest[0], kind):
        taken.append(rest.pop(0))
    return taken


def _rolled(say: Phrases, rolls: Sequence[Roll], names: Names) -> str:
    """Return a roll with its dice and what it has cost; of several how many they were, and what they have cost."""
    event, lost = rolls[0].event, [one for roll in rolls for one in roll.lost]
    losses = _losses(say, event, lost, names)
    if len(rolls) > 1:
        told = say.plural(
            "{player} rolls {count} time: {losses}",
            "{player} rolls {count} times: {losses}",
            len(rolls),
            player=player(names, event.attacker),
            losses=losses,
        )
    else:
        told = f"{_exchange(say, event, names)}: {losses}"
    return Toll(told, losses, {one.seat for one in lost}) if lost else told


def _exchange(say: Phrases, event: ev.Rolled, names: Names) -> str:
    """Return ``Larry 6 5 4 (+1) against Marion 5``."""
    red, black = dice(event, event.attacker)
    return say(
        "{attacker} {red} against {defender} {black}",
        attacker=player(names, event.attacker),
        red=red,
        defender=player(names, event.defender),
        black=black,
    )


def _losses(say: Phrases, event: ev.Rolled, lost: Sequence[ev.Lost], names: Names) -> str:
    if lost:
        return say.every(_gives(say, seat, cards, names) for seat, cards in _by_seat(lost))
    owed = zip((event.attacker, event.defender), event.losses, strict=True)
    parts = [
        say.plural(
            "{player} must give up {count} card",
            "{player} must give up {count} cards",
            count,
            player=player(names, seat),
        )
        for seat, count in owed
        if count
    ]
    return say.every(parts)


def _given_up(say: Phrases, lost: Sequence[ev.Lost], names: Names) -> list[str]:
    """Return who gives up what for a roll that was told before."""
    given = ((player(names, seat), n.counted(say, cards)) for seat, cards in _by_seat(lost))
    return [Grave(say("{player} gives up {card}", player=who, card=cards)) for who, cards in given]


def _by_seat(lost: Sequence[ev.Lost]) -> Iterator[tuple[int, list[str]]]:
    for seat in dict.fromkeys(one.seat for one in lost):
        yield seat, [one.card for one in lost if one.seat == seat]


def _gives(say: Phrases, seat: int, cards: Sequence[str], names: Names) -> str:
    return say("{player} loses {cards}", player=player(names, seat), cards=n.counted(say, cards))


def _crowns(say: Phrases, counted: Sequence[ev.LargestCounted], names: Names) -> str:
    parts = [
        say(
            "{nation} {points} {players}",
            nation=n.nation(say, one.nation),
            points=one.points,
            players=players(say, names, one.seats),
        )
        for one in counted
    ]
    return say("Largest nations: {list}", list=", ".join(parts))


def _one(say: Phrases, event: Any, names: Names) -> list[str]:
    teller = _TELLERS.get(type(event))
    text = "" if teller is None else teller(say, event, names)
    return [text] if text else []


def own(happened: Sequence[Any], seat: int) -> list[Any]:
    """Return what a seat did itself, with what its rolls have cost both sides; that a card begins is news."""
    found: list[Any] = []
    mine = rolled = False
    for event in happened:
        if isinstance(event, ev.Rolled):
            mine = event.attacker == seat
        elif not (isinstance(event, ev.Lost) and rolled):
            mine = not isinstance(event, ev.CardBegan) and getattr(event, "seat", None) == seat
        rolled = isinstance(event, ev.Rolled) or (rolled and isinstance(event, ev.Lost))
        found += [event] if mine else []
    return found


def _laid_out(say: Phrases, event: ev.LaidOut, names: Names) -> str:
    return Slight(say("{player} lays out {cards}", player=player(names, event.seat), cards=n.counted(say, event.cards)))


def _wizards_lost(say: Phrases, event: ev.WizardsLost, names: Names) -> str:
    who = player(names, event.seat)
    return say.plural(
        "{player} has no nation for a wizard: it is discarded",
        "{player} has no nation for {count} wizards: they are discarded",
        event.count,
        player=who,
    )


def _swapped(say: Phrases, event: ev.Swapped, names: Names) -> str:
    who = player(names, event.seat)
    if event.took is None or event.gave is None:
        return say("{player} swapped a card for an attack card", player=who)
    return say(
        "{player} swapped {gave} for {took}", player=who, gave=n.card(say, event.gave), took=n.card(say, event.took)
    )


def _kept(say: Phrases, event: ev.Kept, names: Names) -> str:
    who = player(names, event.seat)
    if event.cards is None:
        return Passing(say("{player} has chosen", player=who))
    return say("{player} keeps {cards}", player=who, cards=n.counted(say, event.cards))


def _card(say: Phrases, event: ev.CardBegan, names: Names) -> str:
    kind = n.attack_kind(say, event.number)
    return say("Card {number}: {kind} of {player}", number=event.number, kind=kind, player=player(names, event.seat))


def _attacked(say: Phrases, event: ev.Attacked, names: Names) -> str:
    who, target = player(names, event.seat), n.nation_of(say, names, event.target)
    return say("{player} attacks: {army} against {target}", player=who, target=target, army=n.army(say, event.force))


def _fired(say: Phrases, shots: Sequence[ev.Fired], names: Names) -> str:
    event, faces = shots[-1], " ".join(str(one.face) for one in shots)
    who, owner = player(names, event.seat), player(names, n.shot_owner(event.target))
    card = n.shot_card(say, event.target)
    if event.hit:
        text = say("{player} fires at {card} of {owner}, {face}: taken", player=who, card=card, owner=owner, face=faces)
        return Grave(text)
    return say("{player} fires at {card} of {owner}, {face}: missed", player=who, card=card, owner=owner, face=faces)


def _passed(say: Phrases, event: ev.Passed, names: Names) -> str:
    if not event.scope:
        return ""  # who is still waited for is said beside it
    who = player(names, event.seat)
    return Slight(say("{player} passes: {scope}", player=who, scope=say.message(SCOPE_NAMES[event.scope])))


def _mustered(say: Phrases, event: ev.Mustered, names: Names) -> str:
    return say("{player} hires {cards}", player=player(names, event.seat), cards=n.counted(say, event.cards))


def _flipped(say: Phrases, event: ev.Flipped, names: Names) -> str:
    return say("{player} leaves {card} behind", player=player(names, event.seat), card=n.card(say, event.card))


def _cleared(say: Phrases, cleared: Sequence[ev.Cleared], names: Names) -> str:
    lost = [say("{card} of {owner}", card=n.counted(say, one.cards), owner=player(names, one.seat)) for one in cleared]
    return Passing(say("Discarded at the end of the round: {list}", list="; ".join(lost)))


_TELLERS: Final[dict[type, Callable[[Phrases, Any, Names], str]]] = {
    ev.LaidOut: _laid_out,
    ev.WizardsLost: _wizards_lost,
    ev.Reshuffled: lambda say, event, names: Passing(say("Everything discarded is shuffled into the pile")),
    ev.RoundBegan: lambda say, event, names: Passing(say("Round {number} begins", number=event.number)),
    ev.Swapped: _swapped,
    ev.Kept: _kept,
    ev.CardBegan: _card,
    ev.Mustered: _mustered,
    ev.Attacked: _attacked,
    ev.Stopped: lambda say, event, names: Slight(say("{player} stops", player=player(names, event.seat))),
    ev.Flipped: _flipped,
    ev.Passed: _passed,
    ev.PassRecalled: lambda say, event, names: Slight(
        say("{player} takes back a pass", player=player(names, event.seat))
    ),
    ev.RollingAhead: lambda say, event, names: Slight(
        say("{player} keeps rolling: {how}", player=player(names, event.seat), how=rolling_on(say, event.rolling))
    ),
    ev.RollingStopped: lambda say, event, names: Slight(
        say("{player} wants to be asked after each roll again", player=player(names, event.seat))
    ),
}
