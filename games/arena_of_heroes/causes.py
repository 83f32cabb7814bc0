"""Why a shot came to what it came to: the face of the die, what it strikes, and who was there in which state (A5.1).

Everything is read from what a reader was shown. A cause is named where the shot would have come to something else
without it: another face, a hero elsewhere, hidden, hit before, or behind a shield.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from games.arena_of_heroes import events as ev
from games.arena_of_heroes.cards import BUCKLER
from games.arena_of_heroes.ring import ATTACK_FACES, struck
from games.arena_of_heroes.view import View
from games.arena_of_heroes.worth import inner

Met = Literal["revealed", "hit", "limited", "shield", "buckler", "veiled"]
"""What a shot did to a hero where it struck."""


class Meeting(NamedTuple):
    """A hero whom a shot has struck."""

    seat: int
    met: Met
    left: int | None = None
    """Its stamina after a hit."""
    out: bool = False


class Near(NamedTuple):
    """A hero in reach of a shot that the reader knows the place of, and that it did not strike."""

    seat: int
    hideout: int
    faces: int
    """So many faces of the die would have struck it."""


@dataclass(frozen=True, slots=True)
class Account:
    """What one shot came to, and why."""

    attack_at: int
    """The place of the shot among the events."""
    attack: ev.Attacked
    faces: int
    """So many faces of the die strike what was struck; with an idol's, so many show that symbol."""
    sides: int
    inner: bool
    """The roller's shots stray no farther than to the neighbors (A8 Bloodscent, A9 Golden Cog)."""
    meetings: tuple[Meeting, ...]
    near: tuple[Near, ...]

    @property
    def hideouts(self) -> tuple[int, ...]:
        """Return the hideouts that it is about: the aim, what was struck, and those of heroes in reach."""
        about = (self.attack.aim, self.attack.hideout, *(near.hideout for near in self.near))
        return tuple(dict.fromkeys(hideout for hideout in about if hideout))


def accounts(before: View, events: Sequence[Any]) -> list[Account]:
    """Return what each shot among some events came to, in their order."""
    return [
        _account(before, at, event, events[at + 1 :], shown_places(before, events[:at]))
        for at, event in enumerate(events)
        if isinstance(event, ev.Attacked)
    ]


def shown_places(before: View, events: Sequence[Any]) -> dict[int, int]:
    """Return where heroes are after some events, as far as the reader knows it."""
    places = {seat.seat: seat.at for seat in before.seats if seat.alive and seat.at is not None}
    for event in events:
        if isinstance(event, ev.Revealed | ev.CardDrawn):
            places[event.seat] = event.hideout
        elif isinstance(event, ev.Left | ev.Out) and places.get(event.seat) == event.hideout:
            del places[event.seat]
    return places


def reach(before: View, attack: ev.Attacked) -> tuple[list[int], bool]:
    """Return the hideout that each face of the die strikes, and whether its shots stray no farther than one step."""
    symbols = ATTACK_FACES[before.die]
    close = not attack.neutral and inner(before.seats[attack.seat])
    if attack.hideout and struck(attack.aim, attack.symbol, inner=close) != attack.hideout:
        close = not close  # the item came or went since
    return [struck(attack.aim, symbol, inner=close) for symbol in symbols], close


def _account(before: View, at: int, attack: ev.Attacked, following: Sequence[Any], places: dict[int, int]) -> Account:
    hideouts, close = reach(before, attack)
    faces = hideouts.count(attack.hideout)
    if not attack.hideout:
        faces = ATTACK_FACES[before.die].count(attack.symbol)
    meetings = tuple(_meetings(attack, following)) if attack.hideout else ()
    met = {meeting.seat for meeting in meetings}
    near = tuple(
        Near(seat, hideout, hideouts.count(hideout))
        for seat, hideout in sorted(places.items())
        if seat not in met and (seat != attack.seat or attack.neutral) and hideout in hideouts
        and hideout != attack.hideout
    )  # fmt: skip
    return Account(at, attack, faces, len(hideouts), close, meetings, near)


def _meetings(attack: ev.Attacked, following: Sequence[Any]) -> Iterator[Meeting]:
    """Yield what the events behind a shot say of those whom it struck."""
    hits: list[int] = []
    left: dict[int, int] = {}
    out: set[int] = set()
    others: list[Meeting] = []
    for event in following:
        match event:
            case ev.Revealed(seat, hideout) if hideout == attack.hideout and not hits:
                others.append(Meeting(seat, "revealed"))
            case ev.Veiled(seat):
                others.append(Meeting(seat, "veiled"))
            case ev.Limited(seat):
                others.append(Meeting(seat, "limited"))
            case ev.Shielded(seat):
                others.append(Meeting(seat, "shield"))
            case ev.ItemDiscarded(seat, card) if card == BUCKLER:
                others.append(Meeting(seat, "buckler"))
            case ev.Hit(seat):
                hits.append(seat)
            case ev.Stamina(seat, stamina) if seat in hits and seat not in left:
                left[seat] = stamina
            case ev.Out(seat) if seat in hits:
                out.add(seat)
            case _:
                break
    yield from others
    yield from (Meeting(seat, "hit", left.get(seat), seat in out) for seat in hits)
