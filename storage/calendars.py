"""When people can be reached, and when they are away."""

from collections.abc import Collection
from dataclasses import asdict, dataclass
from typing import Any, Literal

from sqlalchemy import Connection, bindparam, delete, insert, select, update

from storage.engine import Repository
from storage.schema import absence, calendar


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
    absences: tuple[tuple[int, int], ...] = ()
    """From when until when the player is away, the earliest first."""


_OF = select(calendar).where(calendar.c.user_id.in_(bindparam("user_ids", expanding=True)))
_AWAY = select(absence).where(absence.c.user_id.in_(bindparam("user_ids", expanding=True))).order_by(absence.c.since)


class CalendarRepository(Repository):
    """Calendars and absences of people."""

    async def of_users(self, user_ids: Collection[int]) -> dict[int, Calendar]:
        """Return the calendars of users with their absences; somebody unknown can always be reached."""
        return await self._db.read(lambda connection: _calendars(connection, user_ids))

    async def set(self, new: Calendar, *, now: int) -> None:
        """Keep a calendar in place of the one before; absences are left as they are."""
        values: dict[str, Any] = asdict(new) | {"updated_at": now}
        del values["absences"]
        mine = calendar.c.user_id == new.user_id

        def body(connection: Connection) -> None:
            if connection.execute(update(calendar).where(mine).values(**values)).rowcount == 0:
                connection.execute(insert(calendar).values(**values))

        await self._db.write(body)

    async def add_absence(self, user_id: int, since: int, until: int) -> None:
        """Note that somebody is away from `since` until `until`; an absence that is on then ends before it."""

        def body(connection: Connection) -> None:
            _end(connection, user_id, since)
            connection.execute(delete(absence).where(absence.c.user_id == user_id, absence.c.since == since))
            connection.execute(insert(absence).values(user_id=user_id, since=since, until=until))

        await self._db.write(body)

    async def end_absence(self, user_id: int, now: int) -> bool:
        """Let an absence end now. Returns whether there was one."""
        return await self._db.write(lambda connection: _end(connection, user_id, now) > 0)


def _end(connection: Connection, user_id: int, now: int) -> int:
    on = (absence.c.user_id == user_id, absence.c.until > now)
    ended = connection.execute(update(absence).where(*on, absence.c.since <= now).values(until=now)).rowcount
    # One that was announced for later is withdrawn: its time is nothing.
    later = update(absence).where(*on, absence.c.since > now).values(until=absence.c.since)
    return int(ended + connection.execute(later).rowcount)


def _calendars(connection: Connection, user_ids: Collection[int]) -> dict[int, Calendar]:
    given = {"user_ids": list(user_ids)}
    known: dict[int, dict[str, Any]] = {row.user_id: dict(row._mapping) for row in connection.execute(_OF, given)}
    away: dict[int, list[tuple[int, int]]] = {}
    for row in connection.execute(_AWAY, given):
        away.setdefault(row.user_id, []).append((row.since, row.until))
    found: dict[int, Calendar] = {}
    for user_id in user_ids:
        values = known.get(user_id, {"user_id": user_id})
        values.pop("updated_at", None)
        found[user_id] = Calendar(**values, absences=tuple(away.get(user_id, ())))
    return found
