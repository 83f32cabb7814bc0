"""Calendars and absences of people, and the running clocks that are counted anew when the time that counts changes."""

from collections.abc import Callable, Collection
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any, Literal

from sqlalchemy import ColumnElement, Connection, bindparam, delete, insert, select, true, update

from storage import job_sql, jobs
from storage.clocks import AT_ONCE, clip_standstills, next_version, put_clock
from storage.engine import Repository
from storage.heard import put_heard
from storage.job_sql import Home
from storage.lookups import SeatClock
from storage.schema import absence, calendar, clock, job, match, seat


@dataclass(frozen=True, slots=True)
class Calendar:
    """When somebody can be reached. Minutes count from midnight in the time zone; bit 0 of `days_off` is Monday."""

    user_id: int
    zone: str = "UTC"
    quiet_from: int | None = None
    quiet_to: int | None = None
    days_off: int = 0
    reminders: Literal["dm", "thread", "none"] = "dm"
    """Where reminders go; "dm" is the thread for whoever gets no direct messages."""
    kept_zone: str = "UTC"
    kept_days_off: int = 0
    """The zone and the days off by which clocks are counted until `kept_until`, whatever was chosen since."""
    kept_until: int | None = None
    """None for whoever has never changed days off: what was chosen first counts at once."""
    absences: tuple[tuple[int, int], ...] = ()
    """From when until when the player is away, the earliest first."""


@dataclass(frozen=True, slots=True)
class RunningClock:
    """A clock that runs, of a match that does, with what it is counted with."""

    match_id: str
    guild_id: int | None
    pace: str | None
    calendar: Calendar
    """That of the seat's player, as it was until now."""
    clock: SeatClock


Recount = Callable[[RunningClock], SeatClock]
"""Returns a running clock as it is to be stored."""

_CLOCK = [column.name for column in clock.c if column.name != "match_id"]
_RUNNING = (
    select(clock, match.c.pace, match.c.guild_id, seat.c.user_id)
    .select_from(
        clock.join(match, match.c.id == clock.c.match_id).join(
            seat, (seat.c.match_id == clock.c.match_id) & (seat.c.seat == clock.c.seat)
        )
    )
    .where(clock.c.since.is_not(None), match.c.status == "running")
)
_OF = select(calendar).where(calendar.c.user_id.in_(bindparam("user_ids", expanding=True)))
_AWAY = select(absence).where(absence.c.user_id.in_(bindparam("user_ids", expanding=True))).order_by(absence.c.since)


class CalendarRepository(Repository):
    """Calendars and absences of people."""

    async def of_users(self, user_ids: Collection[int]) -> dict[int, Calendar]:
        """Return the calendars of users with their absences; somebody unknown can always be reached."""
        return await self._db.read(lambda connection: _calendars(connection, user_ids))

    async def set(self, new: Calendar, *, now: int, recount: Recount, timer: str) -> None:
        """Keep a calendar in place of the one before; absences are left as they are.

        The player's running clocks are stored as `recount` gives them, in the same transaction. The timer of this kind
        falls due in matches in which a time is over earlier than before.
        """
        values: dict[str, Any] = asdict(new) | {"updated_at": now}
        del values["absences"]
        mine = calendar.c.user_id == new.user_id

        def body(connection: Connection) -> None:
            _recount(connection, recount, seat.c.user_id == new.user_id, now=now, timer=timer)
            if connection.execute(update(calendar).where(mine).values(**values)).rowcount == 0:
                connection.execute(insert(calendar).values(**values))

        await self._db.write(body)

    async def recount(self, recount: Recount, *, now: int, timer: str) -> None:
        """Store all running clocks as `recount` gives them, of some matches in each transaction: no step waits long.

        No message is edited for that: each shows what has changed when it is edited for something else.
        """
        after = ""
        while ids := await self._db.read(partial(_next_running, after)):
            some = match.c.id.in_(ids)
            await self._db.write(partial(_recount, recount=recount, which=some, now=now, timer=timer, visible=False))
            after = ids[-1]

    async def set_back(
        self, then: int, now: int, *, recount: Recount, timer: str, home: Home | None, heard: int
    ) -> None:
        """Note that the clock of the machine was set back: when it should have been `then` it is `now`.

        All running clocks are stored as `recount` gives them. What lies behind is so afterwards, too: standstills and
        absences that were over are, and what falls due does so after the same time. In the same transaction it is noted
        when the shards of this process were last `heard` of, in the new time.
        """
        back = then - now
        over = (absence.c.until <= then, absence.c.until > now)

        def body(connection: Connection) -> None:
            connection.execute(update(job).where(job_sql.is_in("pending")).values(due_at=job.c.due_at - back))
            leased = update(job).where(job_sql.is_in("running"))
            connection.execute(leased.values(due_at=job.c.due_at - back, leased_until=job.c.leased_until - back))
            _recount(connection, recount, true(), now=now, timer=timer, back=back)
            clip_standstills(connection, now)
            connection.execute(delete(absence).where(absence.c.since >= now, absence.c.until <= then))
            connection.execute(update(absence).where(*over).values(until=now))
            connection.execute(update(absence).where(absence.c.since > now).values(since=now))
            put_heard(connection, home, heard)

        await self._db.write(body)

    async def add_absence(self, user_id: int, since: int, until: int) -> None:
        """Note that somebody is away from `since` until `until`; an absence that is on then ends before it."""

        def body(connection: Connection) -> None:
            _end(connection, user_id, since)
            connection.execute(delete(absence).where(absence.c.user_id == user_id, absence.c.since == since))
            connection.execute(insert(absence).values(user_id=user_id, since=since, until=until))

        await self._db.write(body)

    async def end_absence(self, user_id: int, now: int) -> bool:
        """Let an absence end now, by hand. Returns whether there was one.

        One of no time stays at that moment: it tells this absence from those that have ended by themselves.
        """

        def body(connection: Connection) -> bool:
            if _end(connection, user_id, now) == 0:
                return False
            connection.execute(delete(absence).where(absence.c.user_id == user_id, absence.c.since == now))
            connection.execute(insert(absence).values(user_id=user_id, since=now, until=now))
            return True

        return await self._db.write(body)


def _end(connection: Connection, user_id: int, now: int) -> int:
    on = (absence.c.user_id == user_id, absence.c.until > now)
    ended = connection.execute(update(absence).where(*on, absence.c.since <= now).values(until=now)).rowcount
    # One that was announced for later is withdrawn: its time is nothing.
    later = update(absence).where(*on, absence.c.since > now).values(until=absence.c.since)
    return int(ended + connection.execute(later).rowcount)


def _calendars(connection: Connection, user_ids: Collection[int]) -> dict[int, Calendar]:
    given = {"user_ids": list(user_ids)}
    settings: dict[int, dict[str, Any]] = {row.user_id: dict(row._mapping) for row in connection.execute(_OF, given)}
    away: dict[int, list[tuple[int, int]]] = {}
    for row in connection.execute(_AWAY, given):
        away.setdefault(row.user_id, []).append((row.since, row.until))
    calendars: dict[int, Calendar] = {}
    for user_id in user_ids:
        values = settings.get(user_id, {"user_id": user_id})
        values.pop("updated_at", None)
        calendars[user_id] = Calendar(**values, absences=tuple(away.get(user_id, ())))
    return calendars


def _next_running(after: str, connection: Connection) -> list[str]:
    """Return the next running matches behind one, in the order of their ids."""
    running = select(match.c.id).where(match.c.status == "running", match.c.id > after)
    return list(connection.scalars(running.order_by(match.c.id).limit(AT_ONCE)))


def _recount(
    connection: Connection,
    recount: Recount,
    which: ColumnElement[bool],
    *,
    now: int,
    timer: str,
    back: int = 0,
    visible: bool = True,
) -> None:
    """Write some of the running clocks as `recount` gives them; their matches move a version on.

    The timer of a match one of whose times is over earlier than before falls due now; `back` is by how much the clock
    of the machine was set back. Messages are shown anew where that is `visible`.
    """
    rows = connection.execute(_RUNNING.where(which)).all()
    known = _calendars(connection, {row.user_id for row in rows if row.user_id is not None})
    touched: dict[str, bool] = {}
    for row in rows:
        old = SeatClock(**{name: row._mapping[name] for name in _CLOCK})
        mine = known.get(row.user_id) or Calendar(0)
        new = recount(RunningClock(row.match_id, row.guild_id, row.pace, mine, old))
        if new != old:
            put_clock(connection, row.match_id, new)
            sooner = new.runs_out is not None and (old.runs_out is None or new.runs_out < old.runs_out - back)
            touched[row.match_id] = touched.get(row.match_id, False) or sooner
    for match_id, sooner in touched.items():
        version = next_version(connection, match_id, visible=visible)
        if sooner:
            jobs.put(connection, match_id, version, now, (job_sql.timer(match_id, timer, now),))
