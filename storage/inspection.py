"""A look at a database from outside, beside whoever works on it: nothing is written, migrated or tidied up."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from sqlalchemy import ColumnElement, Connection, and_, case, func, select
from sqlalchemy import inspect as tables_in
from sqlalchemy.exc import DatabaseError, SQLAlchemyError

from storage import job_sql, migrate, schema
from storage.dialects import dialect_of
from storage.engine import translate
from storage.errors import StorageError
from storage.keys import needed_keys
from storage.processes import Roll, roll_of
from storage.sealing import TEXT_MARK

LEFT_MS: Final = 15_000
"""How long after the end of its lease a job should have been taken over."""


@dataclass(frozen=True, slots=True)
class Findings:
    """What a database holds, as far as it could be read."""

    problems: list[str] = field(default_factory=list)
    """What is damaged, one line each; further fields say nothing then."""
    checked: str = ""
    """What was checked, and by which program."""
    unable: str | None = None
    """Why no backup can be made, if that is known."""
    empty: bool = False
    """Whether there is no table at all."""
    revision: str | None = None
    """The version of its schema; None for one that no version of the bot has made."""
    survived: bool = False
    """Whether that is a newer one which only adds to the one of this version."""
    keys: Sequence[str] = ()
    """The names of the keys with which anything in it may be sealed."""
    holder: tuple[int, str, int] | None = None
    """Who said last that it works on the database: process id, host, until when (unix milliseconds)."""
    roll: Roll = field(default_factory=Roll)
    """The processes that work on it, where several can."""
    abandoned: int = 0
    """Jobs that somebody has had in work and has let go of without a word, so that the others should have them."""
    open_matches: int = 0
    unsent: int = 0
    """Jobs that have to send something and have not done it yet."""
    blocked: int = 0
    """Of these, those that wait for something else than time."""
    refused: int = 0
    """Of these, those that Discord has refused as malformed more than once."""
    unsent_since: int | None = None
    """Since when the oldest of the others has been there to be told, in unix milliseconds."""
    overdue: int = 0
    """Timers that have fallen due."""
    overdue_since: int | None = None
    """When the first of them did."""

    @property
    def current(self) -> bool:
        """Return True if the schema is that of this version of the bot."""
        return self.revision == migrate.head()


@dataclass(frozen=True, slots=True)
class Place:
    """A channel in which matches are open."""

    guild_id: int
    channel_id: int
    matches: int


def places(url: str) -> list[Place]:
    """Return the channels with open matches; none where the database cannot be read, which `inspect` reports."""
    match = schema.match
    where = (match.c.guild_id, match.c.channel_id)
    query = (
        select(*where, func.count())
        .where(match.c.status.in_(("lobby", "running")), *(column.is_not(None) for column in where))
        .group_by(*where)
        .order_by(*where)
    )
    try:
        with dialect_of(url).onlooker().connect() as connection:
            return [Place(*row) for row in connection.execute(query)]
    except (SQLAlchemyError, StorageError):
        return []


def inspect(url: str, now: int) -> Findings:
    """Check the whole database and count what waits in it. Raises `StorageError` where it cannot be opened at all."""
    dialect = dialect_of(url)
    try:
        with dialect.onlooker().connect() as connection:
            try:
                problems = dialect.problems(connection)
            except DatabaseError as error:
                return Findings([str(error.orig)])
            if problems:
                return Findings(problems)
            checked, revision = dialect.checked(connection), migrate.found(connection)
            keys = needed_keys(connection) if tables_in(connection).has_table(schema.meta.name) else ()
            if revision != migrate.head():
                return Findings(
                    checked=checked,
                    empty=not tables_in(connection).get_table_names(),
                    revision=revision,
                    survived=migrate.survives(connection),
                    keys=keys,
                )
            if problems := _positions(connection):
                return Findings(problems)
            unable = dialect.unable(connection)
            return replace(_counted(connection, now), checked=checked, revision=revision, keys=keys, unable=unable)
    except SQLAlchemyError as error:
        raise translate(error, dialect) from error


def _positions(connection: Connection) -> list[str]:
    """Positions that are not what was written; those that are encrypted cannot be read without their key."""
    match = schema.match
    rows = connection.execute(
        select(match.c.id, match.c.snapshot, match.c.state_hash)
        .where(match.c.snapshot.is_not(None))
        .order_by(match.c.id)
    )
    plain = (row for row in rows if not row.snapshot.startswith(TEXT_MARK))
    changed = [row.id for row in plain if hashlib.sha256(row.snapshot.encode()).hexdigest() != row.state_hash]
    return [f"the position of match {match} is not what was written" for match in changed]


def _counted(connection: Connection, now: int) -> Findings:
    job, match, instance = schema.job, schema.match, schema.instance

    def among(pool: str) -> ColumnElement[bool]:
        return and_(job.c.pool == pool, job.c.state.in_(("pending", "running")))

    malformed = and_(job.c.attempts > 1, job.c.note.contains(": 400 Bad Request", autoescape=True))
    blocked = job_sql.waits_for_help()
    told = and_((job.c.due_at <= now) | (job.c.attempts > 0), ~blocked)
    unsent, waiting, refused, since = connection.execute(
        select(
            func.count(),
            func.count(case((blocked, 1))),
            func.count(case((malformed, 1))),
            func.min(case((told, job.c.created_at))),
        ).where(among("post"))
    ).one()
    late = select(func.count(), func.min(job.c.due_at)).where(among("timer"), job.c.due_at <= now)
    overdue, overdue_since = connection.execute(late).one()
    open_matches = connection.scalar(
        select(func.count()).select_from(match).where(match.c.status.in_(("lobby", "running")))
    )
    left = select(func.count()).where(job.c.state == "running", job.c.leased_until < now - LEFT_MS)
    row = connection.execute(select(instance.c.pid, instance.c.host, instance.c.until).limit(1)).first()
    return Findings(
        holder=None if row is None else (row.pid, row.host, row.until),
        roll=Roll() if connection.dialect.name == "sqlite" else roll_of(connection),
        abandoned=connection.scalar(left) or 0,
        open_matches=open_matches or 0,
        unsent=unsent,
        blocked=waiting,
        refused=refused,
        unsent_since=since,
        overdue=overdue,
        overdue_since=overdue_since,
    )
