"""The replayed histories of the matches that were looked at last, so that nothing is folded twice.

A history is folded from its start once, in a thread, when its match is loaded for the first time; from then on each
step adds what it led to, and what panels and messages ask is found without a look at everything before.
"""

from __future__ import annotations

import asyncio
from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Any, Final, NoReturn, cast
from weakref import WeakValueDictionary

from games import history
from games.agreements import Position
from games.api import BadNotation, Formation, Game
from games.history import BadEntry, Entry, Replayed
from storage import StoredAction

ROOM: Final = 1000
"""How many entries with their positions are kept, over all matches: those of some ten, about 3 KiB an entry."""
ON_THE_LOOP: Final = 4
"""So many entries are folded where they are missed; more of them in a thread."""


@dataclass(frozen=True, slots=True)
class Course:
    """All that the entries of a match are folded with."""

    game: Game[Any]
    formation: Formation
    options: Mapping[str, Any]
    seed: bytes

    def fold(self, entries: Sequence[StoredAction], known: Known) -> list[Replayed]:
        """Replay further entries. Raises `BadEntry`, `BadNotation`."""
        missing = [Entry(stored.kind, stored.seat, stored.text) for stored in entries]
        return list(
            history.fold(
                self.game,
                self.formation,
                self.options,
                self.seed,
                missing,
                known=known.replayed,
                earlier=known.revocable,
            )
        )


class Known:
    """What the entries of a match led to, as far as it is known. It only grows, at its end."""

    def __init__(self) -> None:
        self.replayed: list[Replayed] = []
        self.revocable: list[Replayed] = []
        """The entries that can be taken back (`games.history.revocable`), the newest last."""
        self.weight = 0
        """How many entries are kept with their positions."""
        self.taken_back_by: dict[int, int] = {}
        """Of each entry that does not count any more the number of the one that took it back."""
        self.of_seat: dict[int, list[int]] = {}
        """The numbers of each seat's entries."""
        self.shown: dict[tuple[int, int | None], tuple[Sequence[Any], list[Any]]] = {}
        """By entry and reader: its events, and what the reader may see of them (`bot.publish.summary.shown`)."""
        self.turns: list[tuple[int, tuple[int, ...]]] = []
        """The entries that ended a turn, and whose."""
        self.backs: list[tuple[int, int]] = []
        """The entries that took others back, and for which seat (`games.history.asker`)."""
        self._just_gone: tuple[int, ...] = ()
        self.fault: BadEntry | BadNotation | None = None
        """Why what follows cannot be known."""

    def extend(self, more: Sequence[Replayed]) -> None:
        """Add what further entries led to."""
        gone: list[int] = []
        for done in more:
            self.replayed.append(done)
            history.note(self.revocable, done)
            self.of_seat.setdefault(done.entry.seat, []).append(done.number)
            if done.step is not None and done.step.turns_ended:
                self.turns.append((done.number, done.step.turns_ended))
            if done.takes_back:
                self.backs.append((done.number, history.asker(done)))
            for number in done.takes_back:
                self.taken_back_by[number] = done.number
                gone.append(number)
        self.weight += len(more)
        # Not at once: whoever has loaded the match just before the last step still looks at it.
        for number in self._just_gone:
            self.replayed[number - 1] = _without_effects(self.replayed[number - 1])
            self.weight -= 1
        self._just_gone = tuple(gone)


def _without_effects(done: Replayed) -> Replayed:
    """Return an undone entry stripped of its state and events, to save memory."""
    step = replace(done.step, state=done.before.state, events=()) if done.step is not None else None
    return replace(done, after=done.before, step=step)


class Past:
    """What the entries of a loaded match led to: as many as it was loaded with, whatever is added later.

    Where the stored entries are not legal everything that is asked raises the fault.
    """

    def __init__(self, known: Known, length: int, fault: Exception | None = None) -> None:
        self._known = known if fault is None else cast("Known", _Faulty(fault))
        self._everything = known
        self.shown = known.shown
        self._length = length
        self._fault = fault

    def __len__(self) -> int:
        return self._length

    @property
    def last(self) -> Position | None:
        """Return the position after the last entry; `None` where there is no entry, and where it cannot be known."""
        return None if self._fault is not None or not self._length else self._known.replayed[self._length - 1].after

    def after(self, number: int, until: int | None = None) -> Sequence[Replayed]:
        """Return the entries after the one of that number, in their order, up to number `until` (the last one)."""
        return self._known.replayed[number : self._length if until is None else min(until, self._length)]

    def entry(self, number: int) -> Replayed:
        """Return the entry of that number; what it led to only where it counts."""
        return self._known.replayed[number - 1]

    def counts(self, number: int) -> bool:
        """Return True if an entry still counts: it was not taken back."""
        return self._known.taken_back_by.get(number, self._length + 1) > self._length

    def turn_end(self, seats: Collection[int] | None = None, until: int | None = None) -> int:
        """Return the number of the last entry that ended a turn of one of these seats, and counts; 0 for none.

        It is looked for up to number `until` (the last one). `None` is anybody's turn.
        """
        last = self._length if until is None else min(until, self._length)
        for number, ended in reversed(self._known.turns):
            mine = seats is None or any(seat in seats for seat in ended)
            if mine and number <= last and self.counts(number):
                return number
        return 0

    def went_back(self, seat: int) -> int:
        """Return the number of the last entry by which a seat has undone something, or got its takeback; 0 for none."""
        mine = (number for number, asker in reversed(self._known.backs) if asker == seat and number <= self._length)
        return next(mine, 0)

    def takebacks(self, until: int | None = None) -> int:
        """Return how many entries up to number `until` (the last one) have taken others back.

        0 where an entry is not legal: such a match can still be played.
        """
        if isinstance(self._fault, (BadEntry, BadNotation)):
            return 0
        last = self._length if until is None else until
        return sum(number <= last for number, _ in self._known.backs)

    def since(self, held: Callable[[Position], bool]) -> int:
        """Return the number of the entry after which something began to hold that holds now; 0 for the start.

        `held` says whether it did in an earlier position; those that were taken back are passed over.
        """
        for number in range(self._length, 0, -1):
            done = self._known.replayed[number - 1]
            if self._stands(done) and not held(done.before):
                return number
        return 0

    def last_of(self, seats: Iterable[int], until: int | None = None) -> int:
        """Return the number of the last entry of any of these seats up to number `until` (the last one); 0 for none."""
        end = self._length if until is None else min(until, self._length)
        newest = 0
        for seat in seats:
            numbers = self._known.of_seat.get(seat, [])
            at = bisect_right(numbers, end)
            newest = max(newest, numbers[at - 1] if at else 0)
        return newest

    @property
    def revocable(self) -> Sequence[Replayed]:
        """Return the entries that can be taken back (`games.history.revocable`), the newest last."""
        known = self._known
        if self._length == len(known.replayed):
            return known.revocable
        entries = known.replayed[: self._length]  # somebody was faster
        handed = max((one.number for one in entries if history.hands_over(one.entry)), default=0)
        return [one for one in entries[handed:] if self._stands(one)]

    def _stands(self, done: Replayed) -> bool:
        return done.after.state is not done.before.state and not done.takes_back and self.counts(done.number)

    def with_more(self, more: Sequence[Replayed]) -> Past:
        """Return the same after further entries, which become known to everybody who looks at the match."""
        known = self._everything
        if self._fault is None and more and more[0].number == len(known.replayed) + 1:
            known.extend(more)
        return Past(known, self._length + len(more), self._fault)


class _Faulty:
    """Stands where something is known of a history, and raises why nothing is."""

    def __init__(self, fault: Exception) -> None:
        self._fault = fault

    def __getattr__(self, name: str) -> NoReturn:
        raise self._fault


NO_PAST: Final = Past(Known(), 0, AssertionError("the match was loaded without its history"))
"""The past of a match of which only how it stands was read."""


class Replays:
    """What is known of the matches that were asked for last; those that were asked for longest ago are forgotten."""

    def __init__(self, room: int = ROOM) -> None:
        self._room = room
        self._known: OrderedDict[str, Known] = OrderedDict()
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="replays")
        self._folding: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def __len__(self) -> int:
        return sum(known.weight for known in self._known.values())

    async def past(self, match_id: str, course: Course, entries: Sequence[StoredAction]) -> Past:
        """Return the past of a match with these entries; only unknown ones are folded, many of them in a thread."""
        known = self._of(match_id)
        lock = self._folding.setdefault(match_id, asyncio.Lock())
        async with lock:
            missing = entries[len(known.replayed) :]
            if missing and known.fault is None:
                await self._learn(course, missing, known)
        self._make_room()
        return Past(known, len(entries), known.fault if len(known.replayed) < len(entries) else None)

    def nothing(self, match_id: str) -> Past:
        """Return the past of a match that has no entries yet."""
        return Past(self._of(match_id), 0)

    def _of(self, match_id: str) -> Known:
        known = self._known.setdefault(match_id, Known())
        self._known.move_to_end(match_id)
        return known

    async def _learn(self, course: Course, missing: Sequence[StoredAction], known: Known) -> None:
        begin = len(known.replayed)
        try:
            if len(missing) > ON_THE_LOOP:
                loop = asyncio.get_running_loop()
                replayed = await loop.run_in_executor(self._thread, course.fold, missing, known)
            else:
                replayed = course.fold(missing, known)
        except (BadEntry, BadNotation) as fault:
            known.fault = fault
        else:
            known.extend(replayed[len(known.replayed) - begin :])  # without what was added meanwhile

    def _make_room(self) -> None:
        weight = len(self)
        while max(weight, len(self._known)) > self._room and len(self._known) > 1:
            _, oldest = self._known.popitem(last=False)
            weight -= oldest.weight
