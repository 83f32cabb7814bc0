"""What came of the reader's own last action, in a few words for the strip below the private picture."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile
from typing import Any, Final

from bot.arena_of_heroes.texts import events
from bot.arena_of_heroes.texts import names as called
from bot.texts.names import Names, player
from bot.texts.phrases import Phrases
from games.arena_of_heroes import events as ev
from games.arena_of_heroes.ring import RED
from games.arena_of_heroes.view import View
from games.arena_of_heroes.worth import red_ends
from render.arena_of_heroes import Outcome, came_to, outcome_of


def outcome(say: Phrases, view: View, happened: Sequence[Any], names: Names) -> Outcome | None:
    """Return the outcome of the reader's own rolls among these events; `None` where there were none."""
    parts = list(_parts(say, view, happened, names))
    if not parts:
        return None
    if view.active == view.reader and view.result is None:
        parts.append(("", say.plural("{count} action left", "{count} actions left", view.left)))
    return Outcome(tuple((symbol, f"{text}.") for symbol, text in parts))


def told(say: Phrases, view: View, happened: Sequence[Any], names: Names) -> tuple[str, ...]:
    """Return the sentences about these events for which their outcome stands."""
    return tuple(events.tell(say, _told(view, happened), names))


def _told(view: View, happened: Sequence[Any]) -> list[Any]:
    found: list[Any] = []
    for at, event in enumerate(happened):
        if isinstance(event, ev.Attacked) and event.seat == view.reader and not event.neutral:
            following = happened[at + 1 :]
            _, count = outcome_of(event, following)
            found += [event, *following[:count]]
            if _hidden_again(event, following):
                found += [
                    one for one in following[count:] if isinstance(one, ev.Left) and one.seat == following[0].seat
                ]
        elif isinstance(event, ev.HideDie) and event.seat == view.reader:
            found += [event, *_by_roll(event, happened[at + 1 :])]
    return found


def _by_roll(roll: ev.HideDie, following: Sequence[Any]) -> list[Any]:
    """Return what a hide die has done to whoever rolled it, up to the next roll."""
    same = takewhile(lambda event: not isinstance(event, ev.HideDie | ev.Attacked), following)
    found: list[Any] = [event for event in same if isinstance(event, _ROLLED.get(roll.purpose, ()))]
    return [event for event in found if event.seat == roll.seat]


_ROLLED: Final[Mapping[str, tuple[type, ...]]] = {"hide": (ev.Left, ev.CardDrawn, ev.Delayed), "work": (ev.Delayed,)}


def of_delay(view: View, happened: Sequence[Any]) -> bool:
    """Return True if an outcome of these events says how much delay there is."""
    return any(isinstance(event, ev.Delayed) for event in _told(view, happened))


def sentence(told: Outcome) -> str:
    """Return an outcome as a line of text."""
    return " ".join(
        f"{called.SIGNS[symbol]} → {text}" if symbol in called.SIGNS else text for symbol, text in told.parts
    )


def _parts(say: Phrases, view: View, happened: Sequence[Any], names: Names) -> Iterator[tuple[str, str]]:
    for at, event in enumerate(happened):
        if isinstance(event, ev.Attacked) and event.seat == view.reader and not event.neutral:
            yield event.symbol, _shot(say, event, happened[at + 1 :], names)
        elif isinstance(event, ev.HideDie) and event.seat == view.reader:
            yield event.colour, _rolled(say, view, event, happened[at + 1 :])


def _shot(say: Phrases, attack: ev.Attacked, following: Sequence[Any], names: Names) -> str:
    """Return what a shot has done, and that whoever it found has hidden again since."""
    if _hidden_again(attack, following):
        return say(
            "{player} was found at {hideout} and is hidden again; {hideout} is closed",
            player=player(names, following[0].seat),
            hideout=str(attack.hideout),
        )
    return say.message(came_to(attack, following, lambda seat: player(names, seat)))


def _hidden_again(attack: ev.Attacked, following: Sequence[Any]) -> bool:
    """Return True if whoever a shot found has left that hideout since."""
    found = following[0] if following else None
    gone = {event.seat for event in following if isinstance(event, ev.Left)}
    return isinstance(found, ev.Revealed) and found.hideout == attack.hideout and found.seat in gone


def _rolled(say: Phrases, view: View, roll: ev.HideDie, following: Sequence[Any]) -> str:
    """Return what a hide die has done; where its owner is now the panel says below that."""
    colour = called.colour(say, roll.colour)
    came = _by_roll(roll, following)
    if roll.purpose == "hide":
        left = next((str(event.hideout) for event in came if isinstance(event, ev.Left)), None)
        if left is None:
            return say("Rolled to hide: {colour}, nothing", colour=colour)
        delay = sum(event.tokens for event in came if isinstance(event, ev.Delayed))
        if not delay:
            return say("Rolled to hide: {colour}, you left {hideout}", colour=colour, hideout=left)
        return say.plural(
            "Rolled to hide: {colour}, you left {hideout} and took {count} delay token",
            "Rolled to hide: {colour}, you left {hideout} and took {count} delay tokens",
            delay,
            colour=colour,
            hideout=left,
        )
    if roll.purpose == "work":
        assert view.reader is not None
        if roll.colour == RED and red_ends(view):
            return say(
                "Worked off: {colour}, which ends your turn; delay {delay}",
                colour=colour,
                delay=view.seats[view.reader].delay,
            )
        return say("Worked off: {colour}, delay {delay}", colour=colour, delay=view.seats[view.reader].delay)
    return say("Hide die: {colour}", colour=colour)
