"""A position in words: as alternative text of a picture, and as a text to be read."""

from __future__ import annotations

from collections.abc import Iterator

from bot.arena_of_heroes.texts import names as called
from bot.arena_of_heroes.texts.names import seat_title
from bot.arena_of_heroes.texts.standing import ending, waiting
from bot.limits import ALT_TEXT, EMBED_DESCRIPTION, cut
from bot.texts.names import NOBODY, Names, player
from bot.texts.phrases import Phrases
from games.arena_of_heroes.ring import GROUND, GROUND_TITLES, RING
from games.arena_of_heroes.view import LETTERS, SeatView, View
from render.arena_of_heroes import Aim, machine_chances


def alt_text(say: Phrases, view: View, *, own: bool = False, aim: Aim | None = None) -> str:
    """Return the position in short; what the reader alone knows only with `own`."""
    lines = [_when(say, view), *_seats(say, view, own=own), *_board(say, view)]
    if aim is not None:
        lines.insert(0, aimed(say, view, aim))
    return cut(" ".join(lines), ALT_TEXT)


def description(say: Phrases, view: View, names: Names = NOBODY) -> str:
    """Return the position in words for its reader, a line for each subject; seats go by letters, as on the picture."""
    lines = [_when(say, view), *_seats(say, view, own=True), *_board(say, view), *_ring(say, view)]
    return cut("\n".join(lines), EMBED_DESCRIPTION)


def aimed(say: Phrases, view: View, aim: Aim) -> str:
    """Return what an aim may strike, as a sentence."""
    found = [
        say("{hideout} {chance}", hideout=str(hideout), chance=chance) for hideout, chance in machine_chances(view, aim)
    ]
    return say("Aim at {aim}: {chances}.", aim=str(aim.hideout), chances=", ".join(found))


def _when(say: Phrases, view: View) -> str:
    if view.result is not None:
        return ending(say, view, NOBODY)
    if view.phase == "draft":
        return say("Choosing heroes.")
    text = say("Turn {turn}.", turn=view.turns)
    more = say("Sudden death.") if view.sudden else say("Hideout deck {count}.", count=view.deck)
    return f"{text} {more} {waiting(say, view, NOBODY)}".rstrip()


def _seats(say: Phrases, view: View, *, own: bool) -> Iterator[str]:
    for seat in view.seats:
        yield _seat(say, view, seat, own=own and seat.seat == view.reader)


def _seat(say: Phrases, view: View, seat: SeatView, *, own: bool) -> str:
    who = seat_title(say, view, seat.seat)
    if seat.hero is None:
        return say("{seat}: no hero yet.", seat=who)
    if any(seat.seat in group for group in view.out):
        return say("{seat}: out.", seat=who)
    if not seat.alive:
        return say("{seat}.", seat=who)
    parts = [say("stamina {left} of {most}", left=seat.stamina, most=seat.hero.stamina), _place(say, seat, own=own)]
    if seat.delay:
        parts.append(say("delay {delay}", delay=seat.delay))
    if view.mode == "advanced":
        parts.append(say("explored") if seat.explored else say("not explored"))
    parts += [
        say("{card} with {count}", card=placed.card.title, count=placed.tokens)
        if placed.tokens
        else say.message(placed.card.title)
        for placed in seat.items
    ]
    parts += _flags(say, seat)
    return say("{seat}: {facts}.", seat=who, facts=", ".join(parts))


def _place(say: Phrases, seat: SeatView, *, own: bool) -> str:
    if not seat.hidden:
        return say("at {hideout}", hideout=str(seat.at))
    return say("hidden at {hideout}, which only you know", hideout=str(seat.at)) if own else say("hidden")


def _flags(say: Phrases, seat: SeatView) -> Iterator[str]:
    if "hit" in seat.flags:
        yield say("hit in this turn")
    if "shield" in seat.flags:
        yield called.ability(say, "shield")
    if "veil" in seat.flags:
        yield called.ability(say, "veil")
    if "smoke" in seat.flags:
        yield called.card(say, "X01")
    if "crows" in seat.flags:
        yield called.card(say, "B11")


def _board(say: Phrases, view: View) -> Iterator[str]:
    closed = [str(hideout) for hideout in sorted(view.closed)]
    if closed:
        yield say("Closed: {hideouts}.", hideouts=", ".join(closed))
    for number, placed in enumerate(view.slots, 1):
        if placed is not None:
            name = say.message(placed.card.title)
            what = say("{card} with {count}", card=name, count=placed.tokens) if placed.tokens else name
            yield say("E{number}: {card}.", number=number, card=what)
    if view.spiders:
        yield say("Spiders: {hideouts}.", hideouts=", ".join(map(str, view.spiders)))
    if view.marks:
        yield say("Wrong Way: {hideouts}.", hideouts=", ".join(map(str, sorted(view.marks))))
    if view.shot is not None:
        shot = view.shot
        given = {"aim": str(shot.aim), "symbol": called.symbol(say, shot.symbol)}
        if shot.hideout:
            yield say("Last shot: at {aim}, {symbol}, strikes {hideout}.", hideout=str(shot.hideout), **given)
        else:
            yield say("Last shot: at {aim}, {symbol}, no effect.", **given)
    for seat in view.seats:
        if seat.spared and seat.hidden:
            spared = ", ".join(str(h) for h in seat.spared if h not in view.closed)
            if spared:
                yield say("{seat} was not at {hideouts}.", seat=LETTERS[seat.seat], hideouts=spared)


def _ring(say: Phrases, view: View) -> Iterator[str]:
    """Yield the ring from 20 on, clockwise, with what is known to be there."""
    there = {seat.at: player(NOBODY, seat.seat) for seat in view.seats if seat.at is not None}
    found = []
    for hideout in RING:
        text = say("{hideout} {ground}", hideout=str(hideout), ground=GROUND_TITLES[GROUND[hideout]])
        if hideout in view.closed:
            text = say("{hideout} closed", hideout=str(hideout))
        elif hideout in there:
            text = f"{text} {there[hideout]}"
        found.append(text)
    yield say("The ring, clockwise: {hideouts}.", hideouts=", ".join(found))
