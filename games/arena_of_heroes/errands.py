"""What can be given in one go in one's own turn: fire until somebody shows, hide until it works (A5, A7).

A shot goes where its owner says; where that is left to the errand, to what promises most, as all can work it out.

Each follows from the seat's own view alone. News end it: whatever has changed that its own actions were not meant to
change, above all a hero who shows, an aim that is proved empty, stamina that is lost, a question, a card that goes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Final

from games.api import Action
from games.arena_of_heroes.cards import SABRE
from games.arena_of_heroes.refusals import THIRD
from games.arena_of_heroes.verbs import NUMBERS
from games.arena_of_heroes.view import HIT, SeatView, View
from games.arena_of_heroes.worth import best_aim, held_back, inhabited, pointless, whereabouts
from games.errands import Errand
from games.messages import Message

LEAST: Final = 2
"""The actions from which on there is anything to carry on with."""
SEARCH, STRIKE, CHASE, VANISH, HUNT = "search", "strike", "chase", "vanish", "hunt"
"""Fire until somebody shows; the same at somebody who is seen, until there is a hit; fire, then at whoever shows.

The last but one works off delay and rolls to hide until it works, then fires. The last one aims anew before every shot,
until somebody shows, and then fires at whoever did.
"""


class ArenaErrands:
    """The errands of Arena of Heroes, `games.errands.Errands`."""

    def offered(self, view: View, seat: int, aim: int | None, *, advised: bool = True) -> Sequence[Errand]:
        """Return what makes sense now: hiding for whoever is seen, firing with an aim, with two actions at least.

        What aims by itself is left out where nobody is `advised`.
        """
        if view.left < LEAST:
            return ()
        ways = (errand for errand in _all(view, seat, aim) if advised or errand != (HUNT,))
        return tuple(errand for errand in ways if self.following(view, view, seat, errand) is not None)

    def known(self, tokens: Sequence[str]) -> bool:
        """Return whether the tokens are an errand."""
        verb, words = tokens[0] if tokens else "", tuple(tokens[1:])
        aimed = len(words) == 1 and words[0] in NUMBERS
        alone = verb in (VANISH, HUNT) and not words
        return alone or (verb in (SEARCH, STRIKE, CHASE, VANISH) and aimed)

    def title(self, errand: Errand) -> Message:
        """Return what an errand does."""
        verb, aim = errand[0], errand[-1]
        if verb == HUNT:
            return Message("Fire at the best safe target, then at whoever shows")
        if verb == SEARCH:
            return Message("Fire at {aim} until somebody shows", aim=aim)
        if verb == STRIKE:
            return Message("Fire at {aim} until somebody is hit or shows", aim=aim)
        if verb == CHASE:
            return Message("Fire at {aim}, then at whoever shows", aim=aim)
        if len(errand) == 1:
            return Message("Hide until it works")
        return Message("Hide until it works, then fire at {aim}", aim=aim)

    def following(self, begun: View, now: View, seat: int, errand: Errand) -> Action | None:
        """Return the next action of an errand, `None` where it has ended."""
        if now.active != seat or now.turns != begun.turns or now.phase != "turn" or now.question is not None:
            return None
        if errand[0] == VANISH:
            return _vanish(begun, now, seat, errand[1:])
        if errand[0] in (CHASE, HUNT) and (shown := _shown(begun, now, seat)):
            return _fire(now, seat, shown) if _calm(begun, now, seat, shown=True) else None
        if errand[0] == HUNT:
            return _hunt(now, seat) if _calm(begun, now, seat) else None
        return _fire(now, seat, errand[1]) if _calm(begun, now, seat) else None

    def stopped(self, begun: View, now: View, seat: int, errand: Errand) -> Message | None:
        """Return why an errand has ended with actions left: its aim is proved empty, or another is asked something.

        Whatever can be struck can be struck from where the owner is spared: aiming anew never stops for want of that.
        """
        going_on = now.active == seat and now.turns == begun.turns and now.phase == "turn"
        if going_on and now.left and now.question is not None and now.question.seat != seat:
            hero = now.seats[now.question.seat].hero
            assert hero is not None
            return Message("Stopped: {hero} had something to decide first.", hero=hero.title)
        if (
            not going_on
            or now.question is not None
            or now.held
            or not _calm(begun, now, seat, moved=errand[0] == VANISH)
        ):
            return None
        if errand[-1] not in NUMBERS or (errand[0] == VANISH and not now.seats[seat].hidden):
            return None
        aim = int(errand[-1])
        if any(aim in whereabouts(now, other.seat) for other in now.seats if other.alive and other.seat != seat):
            return None
        return Message("Stopped: nobody can be at {aim} now.", aim=errand[-1])

    def needless(self, view: View, seat: int, errand: Errand) -> Message | None:
        """Return why a hero does not have to hide, or cannot."""
        if errand[0] != VANISH:
            return None
        if view.seats[seat].hidden:
            return Message("There was nothing to do: your hero was hidden already.")
        return held_back(view, view.seats[seat], delay=0)


def at_aim(view: View, seat: int, aim: int) -> Errand:
    """Return the way to fire at one aim alone: until whoever is seen there is hit, else until somebody shows."""
    seen = any(other.at == aim and other.alive and not other.hidden for other in view.seats if other.seat != seat)
    return (STRIKE if seen else SEARCH, str(aim))


def _all(view: View, seat: int, aim: int | None) -> Iterator[Errand]:
    yield (VANISH,)
    if aim is not None:
        yield (VANISH, str(aim))
        yield at_aim(view, seat, aim)
        if any(other.alive and other.hidden for other in view.seats if other.seat != seat):
            yield (CHASE, str(aim))
    yield (HUNT,)


def _hunt(now: View, seat: int) -> Action | None:
    """Return a shot at what promises most and cannot strike the own hero; `None` where there is nothing like that."""
    aim = best_aim(now, sparing=True)
    return None if aim is None else _shot(now, seat, str(aim))


def _fire(now: View, seat: int, aim: str) -> Action | None:
    """Return a shot at a chosen aim; `None` where nobody can be there: that was proved, so it is news."""
    return _shot(now, seat, aim) if inhabited(now, int(aim)) else None


def _shot(now: View, seat: int, aim: str) -> Action | None:
    """Return a shot, with both dice where the hero may roll them; `None` where it must wait or strikes nobody."""
    if now.held or pointless(now, ("attack", aim)) is not None:
        return None
    hero = now.seats[seat].hero
    two = hero is not None and SABRE in hero.can and now.used == THIRD
    return ("attack2" if two else "attack", aim)


def _shown(begun: View, now: View, seat: int) -> str | None:
    """Return where a hero is that has come to light since, and that a hit would hurt; `None` for none."""
    for then, other in zip(begun.seats, now.seats, strict=True):
        hurt = HIT not in other.flags or now.sudden
        if other.seat != seat and then.hidden and other.alive and not other.hidden and hurt:
            return str(other.at)
    return None


def _vanish(begun: View, now: View, seat: int, aim: Sequence[str]) -> Action | None:
    """Return the next roll until the hero is hidden, after that a shot at the aim."""
    then, me = begun.seats[seat], now.seats[seat]
    if then.hidden or not _calm(begun, now, seat, moved=True):
        return None
    if me.hidden:
        return _fire(now, seat, aim[0]) if aim else None
    if me.at != then.at or held_back(now, me, delay=0) is not None:
        return None
    return ("work",) if me.delay else ("hide",)


def _calm(begun: View, now: View, seat: int, *, shown: bool = False, moved: bool = False) -> bool:
    """Return whether nothing new has happened.

    With `shown` others who came to light do not count as new, with `moved` not what the own move to a new hideout
    brings with it.
    """
    then, here = _facts(begun), _facts(now)
    if moved:
        old = begun.seats[seat]
        gone = {old.at} if now.seats[seat].at != old.at else set()
        then, here = replace(then, **_LEFT), replace(here, **_LEFT)
        if set(now.closed) - gone != set(begun.closed):
            return False
    for before, after in zip(begun.seats, now.seats, strict=True):
        if after.seat == seat and moved:
            if (after.stamina, after.items) != (before.stamina, before.items):
                return False
            continue
        lit = shown and after.seat != seat
        if _condition(after, lit=lit) != _condition(before, lit=lit):
            return False
    return then == here


_LEFT: Final[dict[str, Any]] = {"closed": (), "deck": 0, "discard": (), "marks": ()}
"""What of a view changes with a move to a new hideout."""


def _facts(view: View) -> View:
    """Return what of the arena stays as it is while nothing new happens: all but heroes and the shots themselves."""
    return replace(
        view, seats=(), left=0, used=0, shot=None, choices=(), granted=(), discard=(), searched=False, held=(), spent=()
    )


def _condition(seat: SeatView, *, lit: bool) -> tuple[object, ...]:
    """Return what of a hero stays as it is while nothing new happens."""
    where = () if lit else (seat.hidden, seat.at)
    return (seat.alive, seat.stamina, seat.delay, seat.explored, seat.items, *where)
