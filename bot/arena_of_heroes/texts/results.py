"""What came of the reader's own last action, in a few words for the strip below the private picture."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from bot.arena_of_heroes.texts import names as called
from bot.texts.names import Names, player
from bot.texts.phrases import Phrases
from games.arena_of_heroes import events as ev
from games.arena_of_heroes.view import View
from render.arena_of_heroes import Outcome, came_to


def outcome(say: Phrases, view: View, happened: Sequence[Any], names: Names) -> Outcome | None:
    """Return the outcome of the reader's own rolls among these events; `None` where there were none."""
    parts = list(_parts(say, view, happened, names))
    if not parts:
        return None
    if view.active == view.reader and view.result is None:
        parts.append(("", say.plural("{count} action left", "{count} actions left", view.left)))
    return Outcome(tuple((symbol, f"{text}.") for symbol, text in parts))


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
    found = following[0] if following else None
    gone = {event.seat for event in following if isinstance(event, ev.Left)}
    if isinstance(found, ev.Revealed) and found.hideout == attack.hideout and found.seat in gone:
        return say(
            "{player} was found at {hideout} and is hidden again; {hideout} is closed",
            player=player(names, found.seat),
            hideout=str(attack.hideout),
        )
    return say.message(came_to(attack, following, lambda seat: player(names, seat)))


def _rolled(say: Phrases, view: View, roll: ev.HideDie, following: Sequence[Any]) -> str:
    """Return what a hide die has done."""
    colour = called.colour(say, roll.colour)
    if roll.purpose == "hide":
        moved = next((e.hideout for e in following if isinstance(e, ev.CardDrawn) and e.seat == roll.seat), None)
        if moved is None:
            return say("Rolled to hide: {colour}, nothing", colour=colour)
        return say("Rolled to hide: {colour}, you are at {hideout} now", colour=colour, hideout=str(moved))
    if roll.purpose == "work":
        assert view.reader is not None
        return say("Worked off: {colour}, delay {delay}", colour=colour, delay=view.seats[view.reader].delay)
    return say("Hide die: {colour}", colour=colour)
