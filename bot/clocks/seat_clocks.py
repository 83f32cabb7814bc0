"""What a step does to the clocks of a match, and what a clock will do next by itself."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

from bot.clocks import hours
from bot.clocks.hours import Span
from bot.clocks.pace import Pace
from games import standing
from games.api import Choice, Game
from storage import Calendar, SeatClock

REMIND_AT: Final = ((1, 2), (9, 10))
"""After which parts of what is left there is a reminder."""
Kind = Literal["remind", "out", "abandon"]


@dataclass(frozen=True, slots=True)
class Timing:
    """What the clocks of a match are worked out with."""

    pace: Pace | None
    calendars: Mapping[int, Calendar]
    """The calendar of each seat's player."""
    outages: tuple[Span, ...] = ()
    """When no clock of the match ran: outages of the bot, and pauses of the match."""
    paused: bool = False
    """Whether the match stands still now."""

    def used(self, seat: int, since: int, now: int) -> int:
        """Return for how long the clock of a seat has run since then."""
        mine = self._calendar(seat)
        return hours.used(mine, self.outages, since, now, days_off=self._days_off)

    def reaches(self, seat: int, since: int, run: int) -> int:
        """Return when the clock of a seat will have run for so long."""
        mine = self._calendar(seat)
        return hours.reaches(mine, self.outages, since, run, days_off=self._days_off)

    def awake(self, seat: int, time: int) -> int:
        """Return when a seat's player can be told something that falls due at a time."""
        return hours.awake(self._calendar(seat), time)

    @property
    def _days_off(self) -> bool:
        return self.pace is None or not self.pace.live

    def _calendar(self, seat: int) -> Calendar:
        return self.calendars.get(seat) or Calendar(0)


@dataclass(frozen=True, slots=True)
class Event:
    """Something that a clock does by itself. `told` is how many reminders there will have been."""

    kind: Kind
    seat: int
    at: int
    told: int = 0


def stepped(
    timing: Timing,
    game: Game[Any],
    options: Mapping[str, Any],
    seats: int,
    known: Iterable[SeatClock],
    choices: Iterable[Choice],
    ended: Collection[int],
    now: int,
    version: int,
) -> tuple[SeatClock, ...]:
    """Return the clocks that a step changes; `choices` are those after it, `ended` the seats whose turn it ended."""
    before = {one.seat: one for one in known}
    first: dict[int, Choice] = {}
    for choice in choices:
        if choice.must:
            first.setdefault(choice.seat, choice)
    bank = timing.pace.bank * 1000 if timing.pace is not None else None
    changed = []
    for seat in range(seats):
        old = before.get(seat) or SeatClock(seat, left_ms=bank)
        own = standing.seconds_for(game, options, first[seat]) if seat in first else None
        key = first[seat].key if own is not None else ""
        new = old
        if new.since is not None and (seat not in first or seat in ended or key != new.key):
            new = _stopped(timing, new, now)
        if seat in ended and new.left_ms is not None and timing.pace is not None and bank is not None:
            new = replace(new, left_ms=min(bank, new.left_ms + timing.pace.increment * 1000))
        if seat in first and new.since is None:
            new = _begun(timing, new, None if own is None else own * 1000, key, now, version)
        if new != before.get(seat):
            changed.append(new)
    return tuple(changed)


def _stopped(timing: Timing, one: SeatClock, now: int) -> SeatClock:
    assert one.since is not None
    left = one.left_ms
    if left is not None and one.own_ms is None:
        left = max(0, left - timing.used(one.seat, one.since, now))
    return replace(one, left_ms=left, since=None, own_ms=None, key="", runs_out=None, out_at=None)


def _begun(timing: Timing, one: SeatClock, own_ms: int | None, key: str, now: int, version: int) -> SeatClock:
    begun = replace(one, since=now, own_ms=own_ms, key=key, began=version)
    begun = replace(begun, told=0, out_at=None, given=0, away_told=False)
    return replace(begun, runs_out=runs_out(timing, begun))


def given(timing: Timing, one: SeatClock, more_ms: int, now: int) -> SeatClock:
    """Return a clock that is over with more time from now on. The turn stays the same: reminders do not begin anew."""
    new = replace(one, left_ms=more_ms, since=now, out_at=None, given=one.given + 1)
    return replace(new, runs_out=runs_out(timing, new))


def first_out(clocks: Iterable[SeatClock]) -> SeatClock | None:
    """Return the first clock whose time is over, about which the others decide; `None` where none is."""
    return min((one for one in clocks if one.out_at is not None), key=lambda one: one.out_at or 0, default=None)


def time_of(one: SeatClock) -> int | None:
    """Return how much time a seat had when the match began to wait for it; `None` for unlimited time."""
    return one.own_ms if one.own_ms is not None else one.left_ms


def runs_out(timing: Timing, one: SeatClock) -> int | None:
    """Return when the time of a seat on the move will be over, as far as that can be known now."""
    time = time_of(one)
    return None if time is None or one.since is None or timing.paused else timing.reaches(one.seat, one.since, time)


def to_come(timing: Timing, one: SeatClock) -> Iterator[Event]:
    """Return what a clock has still to do, in order. Reminders wait for the end of quiet hours.

    A reminder that would come when the time is over does not come at all.
    """
    time, since = time_of(one), one.since
    if time is None or since is None or one.out_at is not None or timing.paused:
        return
    over = timing.reaches(one.seat, since, time)
    for count, (part, whole) in enumerate(REMIND_AT, 1):
        at = timing.awake(one.seat, timing.reaches(one.seat, since, time * part // whole))
        if count > one.told and at < over:
            yield Event("remind", one.seat, at, count)
    yield Event("out", one.seat, over)


def next_event(timing: Timing, clocks: Iterable[SeatClock]) -> Event | None:
    """Return what the clocks of a match will do next; of reminders that fall together only the last one."""
    first: Event | None = None
    for one in clocks:
        for event in to_come(timing, one):
            same = first is not None and first.seat == event.seat and first.kind == event.kind == "remind"
            if first is None or event.at < first.at or (same and event.at == first.at):
                first = event
    return first
