"""The clocks of seats and what is told of them between two steps, and when clocks stand still.

A step writes the clocks that it changes in its own transaction (`storage.steps`). What changes a clock here
moves the version of the match as a step does, and does nothing where the clock is not what the caller has seen.
"""

from collections.abc import Collection
from dataclasses import dataclass, fields
from functools import partial
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, bindparam, delete, func, insert, literal, select, update

from storage import jobs
from storage.engine import Repository
from storage.job_sql import Home, NewJob, in_shards
from storage.job_sql import timer as timer_job
from storage.lookups import SeatClock
from storage.messages import NewMessage, put_message
from storage.schema import BIG, clock, match, message, outage, pause, seat, voice


@dataclass(frozen=True, slots=True)
class Waiting:
    """A match that waits for a seat, without its position: what a list needs to put the urgent ones first."""

    match_id: str
    seat: int
    since: int
    runs_out: int | None


NAMES: Final = tuple(field.name for field in fields(SeatClock) if field.name != "seat")
_OVER_FIRST: Final = (pause.c.until.is_(None), pause.c.since)
"""The order of pauses: one that is on may have begun before an outage of a shard that is over."""

# Every step writes clocks, so these statements are built once.
_CHANGE = (
    update(clock)
    .where(clock.c.match_id == bindparam("of_match"), clock.c.seat == bindparam("of_seat"))
    .values({name: bindparam(f"new_{name}") for name in NAMES})
)
_ADD = insert(clock)
# And whoever has played is told which other matches wait.
_WAITING = (
    select(clock.c.match_id, clock.c.seat, clock.c.since, clock.c.runs_out)
    .select_from(
        seat.join(clock, (seat.c.match_id == clock.c.match_id) & (seat.c.seat == clock.c.seat)).join(
            match, match.c.id == clock.c.match_id
        )
    )
    .where(seat.c.user_id == bindparam("one"), clock.c.since.is_not(None), match.c.status == "running")
    .order_by(clock.c.runs_out.is_(None), clock.c.runs_out, clock.c.since, clock.c.match_id)
)


class ClockRepository(Repository):
    """Clocks of seats, and the votes about seats whose time is over."""

    async def mark(
        self,
        match_id: str,
        seen: SeatClock,
        *,
        now: int,
        told: int | None = None,
        out_at: int | None = None,
        nudged_at: int | None = None,
        away_told: bool | None = None,
        posts: Collection[NewJob] = (),
    ) -> bool:
        """Note what is told because of a clock, together with the jobs that tell it.

        Returns False, and does nothing, where the clock is not as it was seen any more: somebody has moved, or it was
        told already. When a time is over, what was said about the seat at an earlier time is forgotten.
        """
        new = {"told": told, "out_at": out_at, "nudged_at": nudged_at, "away_told": away_told}
        values = {name: value for name, value in new.items() if value is not None}

        def body(connection: Connection) -> bool:
            lock(connection, match_id)
            if connection.execute(update(clock).where(_same(match_id, seen)).values(**values)).rowcount == 0:
                return False
            if out_at is not None:
                about = (voice.c.match_id == match_id, voice.c.about == seen.seat)
                connection.execute(delete(voice).where(*about))
            version = next_version(connection, match_id, visible=out_at is not None)
            jobs.put(connection, match_id, version, now, tuple(posts))
            return True

        return await self._db.write(body)

    async def set_runs_out(self, match_id: str, seen: SeatClock, runs_out: int | None) -> bool:
        """Note when a time will be over, after an absence or an outage; None while that is open. As `mark`."""
        statement = update(clock).where(_same(match_id, seen)).values(runs_out=runs_out)

        def body(connection: Connection) -> bool:
            lock(connection, match_id)
            if connection.execute(statement).rowcount == 0:
                return False
            next_version(connection, match_id, visible=True)
            return True

        return await self._db.write(body)

    async def waiting_for(self, user_id: int) -> tuple[Waiting, ...]:
        """Return the matches that wait for a user, those whose time is over first at the top."""

        def body(connection: Connection) -> tuple[Waiting, ...]:
            return tuple(Waiting(*row) for row in connection.execute(_WAITING, {"one": user_id}))

        return await self._db.read(body)

    async def vote(self, match_id: str, about: int, of_seat: int, answer: str) -> dict[int, str]:
        """Keep what a seat says about another one whose time is over; returns what all have said by now."""
        which = (voice.c.match_id == match_id, voice.c.about == about)

        def body(connection: Connection) -> dict[int, str]:
            lock(connection, match_id)  # of two who vote at once the second has to see the first
            connection.execute(delete(voice).where(*which, voice.c.seat == of_seat))
            connection.execute(insert(voice).values(match_id=match_id, about=about, seat=of_seat, answer=answer))
            rows = connection.execute(select(voice.c.seat, voice.c.answer).where(*which))
            return {row.seat: row.answer for row in rows}

        return await self._db.write(body)

    async def clear_votes(self, match_id: str) -> int:
        """Forget what was said about a match; returns how many voices."""
        statement = delete(voice).where(voice.c.match_id == match_id)
        return await self._db.write(lambda connection: connection.execute(statement).rowcount)


def lock(connection: Connection, match_id: str) -> None:
    """Keep other transactions from changing a match until this one ends: every change takes the match's row first."""
    connection.execute(select(match.c.id).where(match.c.id == match_id).with_for_update())


def next_version(connection: Connection, match_id: str, *, visible: bool) -> int:
    """Move a match to its next version inside an open transaction and return it.

    Where nothing `visible` has changed the messages that showed the match as it was show it as it is now.
    """
    moved = update(match).where(match.c.id == match_id).values(version=match.c.version + 1).returning(match.c.version)
    version: int = connection.execute(moved).scalar_one()
    if not visible:
        current = (message.c.match_id == match_id, message.c.state == "live", message.c.version == version - 1)
        connection.execute(update(message).where(*current).values(version=version))
    return version


def put_clock(connection: Connection, match_id: str, one: SeatClock) -> None:
    """Write a clock inside an open transaction."""
    values: dict[str, Any] = {name: getattr(one, name) for name in NAMES}
    given = {"of_match": match_id, "of_seat": one.seat} | {f"new_{name}": value for name, value in values.items()}
    if connection.execute(_CHANGE, given).rowcount == 0:
        connection.execute(_ADD, {"match_id": match_id, "seat": one.seat, **values})


def _same(match_id: str, seen: SeatClock) -> ColumnElement[bool]:
    return (
        (clock.c.match_id == match_id)
        & (clock.c.seat == seen.seat)
        & (clock.c.began == seen.began)
        & (clock.c.told == seen.told)
        & clock.c.since.is_not_distinct_from(seen.since)
        & clock.c.out_at.is_not_distinct_from(seen.out_at)
        & clock.c.nudged_at.is_not_distinct_from(seen.nudged_at)
    )


AT_ONCE = 500
"""Matches that are written in one transaction, so that a step of somebody never waits long."""


class PauseRepository(Repository):
    """Pauses of single matches, and outages that concern all of them."""

    async def begin(self, match_ids: Collection[str], *, now: int, timer: str, asked: NewMessage | None = None) -> None:
        """Let matches stand still from now on; the timer of this kind falls due, so that their clocks notice.

        What stands still already goes on standing still. `asked` is the message for whose answer a single match waits:
        it is noted at the same moment, so that the match never stands still without a reason.
        """

        def body(some: Collection[str], connection: Connection) -> None:
            on = set(connection.scalars(select(pause.c.match_id).where(pause.c.until.is_(None))))
            for match_id in some:
                if match_id not in on:
                    # One that ended at this very moment is taken up again: there is one row a beginning.
                    connection.execute(delete(pause).where(pause.c.match_id == match_id, pause.c.since == now))
                    connection.execute(insert(pause).values(match_id=match_id, since=now))
                    jobs.put(connection, match_id, 0, now, (timer_job(match_id, timer, now),))
                    next_version(connection, match_id, visible=False)
            if asked is not None:
                put_message(connection, asked, now)

        for some in _parts(match_ids):
            await self._db.write(partial(body, some))

    async def end(self, match_ids: Collection[str], *, now: int, timer: str) -> None:
        """Let matches go on that stood still; as `begin`."""

        def body(some: Collection[str], connection: Connection) -> None:
            for match_id in some:
                on = (pause.c.match_id == match_id, pause.c.until.is_(None))
                # The clock of a machine may have been set back meanwhile.
                begun = connection.scalar(select(pause.c.since).where(*on))
                if begun is not None:
                    connection.execute(update(pause).where(*on).values(until=max(begun, now)))
                    jobs.put(connection, match_id, 0, now, (timer_job(match_id, timer, now),))
                    next_version(connection, match_id, visible=True)

        for some in _parts(match_ids):
            await self._db.write(partial(body, some))

    async def of_running(self) -> dict[str, tuple[tuple[int, int | None], ...]]:
        """Return when running matches stood still, the earliest first; no end, and the last, for what is on now."""
        running = select(match.c.id).where(match.c.status == "running")
        statement = select(pause).where(pause.c.match_id.in_(running)).order_by(pause.c.match_id, *_OVER_FIRST)

        def body(connection: Connection) -> dict[str, tuple[tuple[int, int | None], ...]]:
            standstills: dict[str, tuple[tuple[int, int | None], ...]] = {}
            for row in connection.execute(statement):
                standstills[row.match_id] = (*standstills.get(row.match_id, ()), (row.since, row.until))
            return standstills

        return await self._db.read(body)

    async def add_outage(self, since: int, until: int) -> None:
        """Note that nobody could play because the bot or Discord was out of reach."""

        def body(connection: Connection) -> None:
            longer = update(outage).where(outage.c.since == since, outage.c.until < until).values(until=until)
            known = connection.scalar(select(outage.c.until).where(outage.c.since == since))
            if known is None:
                connection.execute(insert(outage).values(since=since, until=until))
            else:
                connection.execute(longer)

        await self._db.write(body)

    async def add_outage_of(self, home: Home, since: int, until: int) -> None:
        """Note that nobody could play on the servers of some shards: each of their running matches stood still."""
        theirs = match.c.status == "running", in_shards()
        stood = pause.c.since == since
        longer = update(pause).where(stood, pause.c.until < until).values(until=until)
        longer = longer.where(pause.c.match_id.in_(select(match.c.id).where(*theirs)))
        new = select(match.c.id, literal(since, BIG), literal(until, BIG)).where(
            *theirs, match.c.id.not_in(select(pause.c.match_id).where(stood))
        )
        paused = insert(pause).from_select(["match_id", "since", "until"], new)
        which = {"shards": home.shards, "shard_count": home.count}

        def body(connection: Connection) -> None:
            connection.execute(longer, which)
            connection.execute(paused, which)

        await self._db.write(body)

    async def of_match(self, match_id: str, never: int) -> tuple[tuple[int, int], ...]:
        """Return the outages, then the pauses of one match, each the earliest first.

        A pause that is on is the last one, and ends at `never`.
        """
        own = select(pause.c.since, func.coalesce(pause.c.until, never)).where(pause.c.match_id == match_id)
        both = (select(outage.c.since, outage.c.until).order_by(outage.c.since), own.order_by(*_OVER_FIRST))

        def body(connection: Connection) -> tuple[tuple[int, int], ...]:
            return tuple((since, until) for spans in both for since, until in connection.execute(spans))

        return await self._db.read(body)

    async def outages(self) -> tuple[tuple[int, int], ...]:
        """Return all outages, the earliest first."""
        statement = select(outage).order_by(outage.c.since)
        return await self._db.read(
            lambda connection: tuple((row.since, row.until) for row in connection.execute(statement))
        )


def clip_standstills(connection: Connection, now: int) -> None:
    """End at the latest now, inside an open transaction, what is over of outages and pauses; none begins later."""
    for table in (outage, pause):
        connection.execute(delete(table).where(table.c.since >= now, table.c.until.is_not(None)))
        connection.execute(update(table).where(table.c.until > now).values(until=now))
    connection.execute(update(pause).where(pause.c.since > now).values(since=now))


def _parts(match_ids: Collection[str]) -> list[list[str]]:
    ids = sorted(match_ids)
    return [ids[at : at + AT_ONCE] for at in range(0, len(ids), AT_ONCE)]
