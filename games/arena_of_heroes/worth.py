"""What an action would come to nothing for, and where hidden heroes may be, as a seat can work it out.

The rules let a price be paid for nothing (A5.3.1, A9). Panels and instructions do not: they ask here first. All of it
follows from what the seat may know; what holds a hero at its hideout reads alike from a state and from a view.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Final

from games.api import Action
from games.arena_of_heroes.cards import (
    BLOODSCENT,
    BOARDING,
    BREAD,
    COG,
    FLOOD,
    MUSHROOMS,
    PHIAL,
    REEDFOOT,
    ROOTWALK,
    ROPE,
    SANDSTORM,
    SAPPER,
    SEISMIC,
    SPYGLASS,
    TUNNEL,
)
from games.arena_of_heroes.ring import (
    FOREST,
    GREEN,
    GROUND,
    HIDE_FACES,
    HIDEOUTS,
    RED,
    RED_DELAY,
    RING,
    WASTELAND,
    WATER,
    chances,
)
from games.arena_of_heroes.view import HIT, SMOKE, SeatView, View
from games.messages import Message

MOVES: Final = ((ROOTWALK,), (TUNNEL,), ("use", MUSHROOMS))
"""What is paid for to move to a new hideout."""


def held(*, sudden: bool, cards: int, delay: int, spider: bool, unexplored: bool) -> Message | None:
    """Return what keeps a hero from moving to a new hideout (A5.3.1, A5.6); `None` where nothing does.

    `cards` are the hideout cards that are left, `spider` says that one sits with it.
    """
    if sudden:
        return Message("In sudden death nobody can hide.")
    if not cards:
        return Message("No hideout cards are left.")
    if delay:
        return Message("Delay holds your hero back: work it off first.")
    if spider:
        return Message("The spiders do not let your hero leave.")
    return Message("Explore this hideout first.") if unexplored else None


def held_back(view: View, me: SeatView, *, delay: int | None = None) -> Message | None:
    """Return the same of the reader's own hero; `delay` in the place of its delay tokens."""
    return held(
        sudden=view.sudden,
        cards=view.deck,
        delay=me.delay if delay is None else delay,
        spider=me.at in view.spiders,
        unexplored=view.mode == "advanced" and not me.explored,
    )


def hiding_faces(view: View) -> int:
    """Return on how many faces of the hide die the reader's hero moves to a new hideout from where it is (A5.2)."""
    assert view.reader is not None
    me, slots = view.seats[view.reader], {placed.card.id for placed in view.slots if placed is not None}
    assert me.at is not None
    ground = GROUND[me.at]
    sapper = me.hero is not None and SAPPER in me.hero.can
    if ground == WASTELAND and (sapper or SANDSTORM in slots):
        ground = FOREST
    red = ground in RED_DELAY and not (ground == WATER and FLOOD in slots)
    return HIDE_FACES.count(GREEN) + red * HIDE_FACES.count(RED)


def pointless(view: View, action: Action) -> Message | None:
    """Return why an action of the reader would change nothing but its price; `None` where it may change something."""
    assert view.reader is not None
    me = view.seats[view.reader]
    if action in MOVES:
        return held_back(view, me)
    if action[0] in ("attack", "attack2", BOARDING) and len(action) > 1:
        return _in_vain(view, me, int(action[1]))
    if action[0] == "use" and action[1] in _ITEMS:
        return _ITEMS[action[1]](view, me)
    if action[:2] == ("use", SPYGLASS) and len(action) > 2 and not _anybody(view, int(action[2])):
        return Message("Nobody can be hidden there.")
    return None


def _in_vain(view: View, me: SeatView, aim: int) -> Message | None:
    """Return why a shot cannot strike anybody: all that it reaches is closed and empty."""
    if any(placed is not None and placed.card.id == SEISMIC for placed in view.slots):
        return None  # the earth counts squares, wherever they strike
    seen = {seat.at for seat in view.seats}
    reached = chances(aim, view.die, inner=inner(me))
    if any(hideout in seen or hideout not in view.closed for hideout in reached):
        return None
    return Message("All that this shot can strike is closed.")


def _anybody(view: View, hideout: int) -> bool:
    others = (seat for seat in view.seats if seat.hidden and seat.seat != view.reader)
    return any(hideout in whereabouts(view, seat.seat) for seat in others)


def _smoke(view: View, me: SeatView) -> Message | None:
    if SMOKE in me.flags:
        return Message("The smoke still covers you.")
    return None if me.hidden else Message("You are revealed already: hide first.")


def _rope(view: View, me: SeatView) -> Message | None:
    return None if me.delay else Message("There is no delay token to work off.")


def _bread(view: View, me: SeatView) -> Message | None:
    full = me.hero is not None and me.stamina >= me.hero.stamina
    return Message("You have all your stamina.") if full else None


_ITEMS: Final[Mapping[str, Callable[[View, SeatView], Message | None]]] = {PHIAL: _smoke, ROPE: _rope, BREAD: _bread}
"""Why items that are used at once would do nothing, by their cards."""


def red_ends(view: View) -> bool:
    """Return True if red ends the reader's turn when it works off delay: it does but for Reedfoot (A5.4, A8)."""
    hero = view.seats[view.reader].hero if view.reader is not None else None
    return hero is None or REEDFOOT not in hero.can


def inner(seat: SeatView) -> bool:
    """Return whether the outer symbols strike where the inner ones do: Bloodscent and the Golden Cog (A8, A9)."""
    scent = seat.hero is not None and BLOODSCENT in seat.hero.can
    return scent or any(placed.card.id == COG for placed in seat.items)


def whereabouts(view: View, seat: int) -> tuple[int, ...]:
    """Return the hideouts where a seat's hero may be: where it is seen, or all that are not known to be without it.

    No two heroes share one: where some have no more places than heroes, all of these are taken, whoever is where.
    """
    hero = view.seats[seat]
    if hero.at is not None:
        return (hero.at,)
    taken = {other.at for other in view.seats if other.seat != seat}
    free = {
        other.seat: {h for h in HIDEOUTS if h not in view.closed and h not in taken and h not in other.spared}
        for other in view.seats
        if other.alive and other.at is None
    }
    own = free.pop(seat, set())
    for count in range(1, len(free) + 1):
        for some in combinations(free.values(), count):
            places = set[int]().union(*some)
            if len(places) == count:
                own -= places
    return tuple(sorted(own, key=HIDEOUTS.index))


def prospects(view: View, aim: int) -> Mapping[int, tuple[int, int]]:
    """Return in how many of its possible hideouts a shot may strike each of the others, and how many those are."""
    assert view.reader is not None
    reached = chances(aim, view.die, inner=inner(view.seats[view.reader]))
    others = [seat.seat for seat in view.seats if seat.alive and seat.seat != view.reader]
    places = {seat: whereabouts(view, seat) for seat in others}
    found = {seat: (sum(place in reached for place in places[seat]), len(places[seat])) for seat in others}
    return {seat: counts for seat, counts in found.items() if counts[0]}


def promise(view: View, aim: int) -> float:
    """Return how likely a shot strikes another hero to whom it does something, all possible places being alike."""
    assert view.reader is not None
    reached = chances(aim, view.die, inner=inner(view.seats[view.reader]))
    total = 0.0
    for seat in _worth_striking(view):
        places = whereabouts(view, seat.seat)
        total += sum(reached.get(place, 0.0) for place in places) / max(1, len(places))
    return total


def does(view: View, aim: int) -> bool:
    """Return whether a shot may do anything to another hero: find one that is hidden, or hit one."""
    return promise(view, aim) > 0


def inhabited(view: View, aim: int) -> bool:
    """Return whether another hero to whom a strike does something may be at the aim itself, as all can work it out.

    Once a hideout was struck and nobody showed, it is not: a shot there can strike its neighbours at most.
    """
    return any(aim in whereabouts(view, seat.seat) for seat in _worth_striking(view))


def _worth_striking(view: View) -> Iterator[SeatView]:
    """Yield the others in the arena whom a strike reveals or hits."""
    for seat in view.seats:
        spared = HIT in seat.flags and not seat.hidden and not view.sudden
        if seat.alive and seat.seat != view.reader and not spared:
            yield seat


def percent(view: View, aim: int) -> int:
    """Return `promise` in percent; 1 at least where it is not nothing."""
    return _percent(promise(view, aim))


def _percent(chance: float) -> int:
    return max(1, round(100 * chance)) if chance else 0


def strikes_home(view: View, aim: int) -> bool:
    """Return whether a shot may strike the hideout where the reader's own hero is."""
    assert view.reader is not None
    me = view.seats[view.reader]
    return me.at in chances(aim, view.die, inner=inner(me))


def by_promise(view: View) -> Sequence[int]:
    """Return all hideouts to aim at, what promises most first; the first one is the best target, for all who ask.

    Of what promises alike in whole percents, which is what panels show, that comes first which spares the own hero,
    then what is open.
    """

    def order(aim: int) -> tuple[int, bool, bool, float]:
        found = round(promise(view, aim), 6)
        return -_percent(found), strikes_home(view, aim), aim in view.closed, -found

    return sorted(RING, key=order)


def best_aim(view: View, *, sparing: bool = False) -> int | None:
    """Return the best target; with `sparing` the best of those from which a shot cannot strike the reader's own hero.

    `None` where no shot there strikes anybody to whom it does something.
    """
    return next((a for a in by_promise(view) if does(view, a) and not (sparing and strikes_home(view, a))), None)
