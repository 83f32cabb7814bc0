"""Reports about people to those who manage a server, until they are dealt with."""

from dataclasses import dataclass, fields
from typing import Any

from sqlalchemy import (
    Column,
    ColumnElement,
    Connection,
    Index,
    PrimaryKeyConstraint,
    Text,
    UniqueConstraint,
    delete,
    func,
    insert,
    select,
)
from sqlalchemy import update as change

from storage.engine import Repository
from storage.schema import BIG, match, table

report = table(
    "report",
    Column("id", BIG, nullable=False),
    Column("guild_id", BIG, nullable=False),
    Column("user_id", BIG, nullable=False),
    Column("about_id", BIG, nullable=False),
    Column("match_id", Text),
    Column("reason", Text, nullable=False),
    Column("created_at", BIG, nullable=False),
    Column("channel_id", BIG),
    Column("message_id", BIG),
    PrimaryKeyConstraint("id", name="pk_report"),
    UniqueConstraint("guild_id", "user_id", "about_id", name="uq_report_about"),
    Index("ix_report_user_id", "user_id"),
    Index("ix_report_about_id", "about_id"),
    autoincrement=True,  # its message carries the id, and must never stand for another report
)


@dataclass(frozen=True, slots=True)
class Report:
    """What somebody reports about somebody; `message_id` is None until it was posted."""

    id: int
    guild_id: int
    user_id: int
    about_id: int
    match_id: str | None
    reason: str
    created_at: int
    channel_id: int | None = None
    message_id: int | None = None


_ALL = select(*(report.c[one.name] for one in fields(Report)))


def kept(connection: Connection, user_id: int) -> list[dict[str, Any]]:
    """Return the rows that somebody has written, for that person: across servers they name neither side's server."""
    rows = connection.execute(select(report).where(report.c.user_id == user_id)).all()
    ids = [row.match_id for row in rows if row.match_id is not None]
    here = (match.c.id.in_(ids), match.c.guild_id.is_(None), match.c.channel_id.is_(None))
    across = set(connection.scalars(select(match.c.id).where(*here)))
    hidden = dict.fromkeys(("guild_id", "about_id", "channel_id", "message_id"))
    return [dict(row._mapping) | (hidden if row.match_id in across else {}) for row in rows]


def _between(guild_id: int, user_id: int, about_id: int) -> tuple[ColumnElement[bool], ...]:
    """Return what is true of the open report of somebody about somebody."""
    return report.c.guild_id == guild_id, report.c.user_id == user_id, report.c.about_id == about_id


class ReportRepository(Repository):
    """Open reports."""

    async def add(
        self, guild_id: int, user_id: int, about_id: int, match_id: str | None, reason: str, *, now: int
    ) -> Report | None:
        """Keep a report; `None` where the same person has an open one about the same already."""
        same = _between(guild_id, user_id, about_id)
        values = {"guild_id": guild_id, "user_id": user_id, "about_id": about_id, "match_id": match_id}

        def body(connection: Connection) -> Report | None:
            if connection.execute(_ALL.where(*same)).first() is not None:
                return None
            connection.execute(insert(report).values(**values, reason=reason, created_at=now))
            return Report(*connection.execute(_ALL.where(*same)).one())

        return await self._db.write(body)

    async def is_open(self, guild_id: int, user_id: int, about_id: int) -> bool:
        """Return True where somebody has an open report about somebody."""
        same = select(report.c.id).where(*_between(guild_id, user_id, about_id))
        return await self._db.read(lambda connection: connection.scalar(same) is not None)

    async def of_server(self, guild_id: int, most: int) -> list[Report]:
        """Return open reports of a server, the oldest first."""
        some = _ALL.where(report.c.guild_id == guild_id).order_by(report.c.id).limit(most)
        return await self._db.read(lambda connection: [Report(*row) for row in connection.execute(some)])

    async def count(self, guild_id: int) -> int:
        """Return how many open reports a server has."""
        every = select(func.count()).select_from(report).where(report.c.guild_id == guild_id)
        return await self._db.read(lambda connection: connection.scalar(every) or 0)

    async def unsent(self) -> list[Report]:
        """Return the reports that were not posted yet."""
        some = _ALL.where(report.c.message_id.is_(None)).order_by(report.c.id)
        return await self._db.read(lambda connection: [Report(*row) for row in connection.execute(some)])

    async def note(self, report_id: int, channel_id: int, message_id: int) -> None:
        """Note where a report was posted."""
        where = change(report).where(report.c.id == report_id).values(channel_id=channel_id, message_id=message_id)
        await self._db.write(lambda connection: connection.execute(where))

    async def close(self, report_id: int, guild_id: int) -> Report | None:
        """Forget a report that was dealt with, and return it; `None` where that was done before."""
        which = (report.c.id == report_id, report.c.guild_id == guild_id)

        def body(connection: Connection) -> Report | None:
            row = connection.execute(_ALL.where(*which)).first()
            connection.execute(delete(report).where(*which))
            return None if row is None else Report(*row)

        return await self._db.write(body)
