"""Export and deletion of everything that is stored about one person."""

import secrets
from collections.abc import Callable, Collection, Mapping
from typing import Any, Final

from sqlalchemy import CompoundSelect, Connection, delete, func, select, union, update

from storage import (
    marks,
    predictions,
    process_tables,
    puzzle_tables,
    reports,
    result_tables,
    results,
    schema,
    seasons,
    seek_rows,
    seek_tables,
    tournament_rows,
)
from storage.engine import Database, Repository
from storage.errors import StillSeated
from storage.matches import OPEN
from storage.sealing import Sealing, draft_of, instruction_of, outcome_of, plan_of, seed_of
from storage.settings import get_value, put_value

OWN: Final = (
    schema.player,
    schema.calendar,
    schema.absence,
    schema.block,
    schema.instruction,
    schema.plan,
    schema.lesson,
    puzzle_tables.puzzle,
    puzzle_tables.daily_solver,
    schema.follower,
    schema.digest,
    seek_tables.seeker,
    seek_tables.home,
    reports.report,
    result_tables.rating,
    result_tables.rating_change,
    result_tables.tally,
    result_tables.meeting,
    predictions.forecaster,
)
"""Tables of which the rows of a person are the person's own."""
COUNTED: Final = (process_tables.allowance, process_tables.call)
"""Tables that count what a person may do so often. `Store.prune` empties them, not a deletion: it has a limit too."""
TOLD: Final = (schema.message, schema.job)
"""Tables that say who was told something."""
OWED: Final = "compacting_owed"
"""Under this key the database remembers that somebody was forgotten since it was compacted: a value of its own each."""
Redraw = Callable[[bytes, str], tuple[bytes, str | None]]
"""Takes somebody out of what the players of a match have added to its secret: returns secret and parts without them."""


class PrivacyRepository(Repository):
    """Export and deletion of everything about one person."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self._marks = marks.MarkRepository(database)

    async def export(self, user_id: int) -> dict[str, list[dict[str, Any]]]:
        """Return every row about a user, by table. Sealed answers and seeds are those of matches, not of people."""
        match, seat = schema.match, schema.seat
        seats = (
            select(seat.c.match_id, seat.c.seat, seat.c.status, match.c.game, match.c.guild_id, match.c.created_at)
            .join(match, match.c.id == seat.c.match_id)
            .where(seat.c.user_id == user_id)
        )
        handed = select(schema.former).where(schema.former.c.user_id == user_id)
        offers = select(seat.c.match_id, seat.c.seat).where(seat.c.offered_to == user_id)
        opened = select(match.c.id, match.c.game, match.c.created_at).where(match.c.creator == user_id)

        def body(connection: Connection) -> dict[str, list[dict[str, Any]]]:
            tables = {
                table.name: _rows(connection, select(table).where(table.c.user_id == user_id))
                for table in (*OWN, *COUNTED, schema.followed, result_tables.played, predictions.prediction)
            }
            for table in TOLD:
                told = (column for column in table.c if column is not schema.job.c.note)  # that is about the bot
                tables[table.name] = _rows(connection, select(*told).where(table.c.recipient == user_id))
            tables |= seasons.kept(connection, user_id)
            tables["report"] = reports.kept(connection, user_id)
            _open_said(self._db.sealing, tables)
            tables["seat"], tables["opened"] = _rows(connection, seats), _rows(connection, opened)
            tables["former"], tables["offered_to"] = _rows(connection, handed), _rows(connection, offers)
            tables["tournament"] = tournament_rows.about(connection, user_id)
            return tables

        tables = await self._db.read(body)
        tables["spent"] = [{"since": since, "until": until} for since, until in await self._marks.absences(user_id)]
        tables["barred"] = [{"match_id": one} for one in sorted(await self._marks.barred(user_id))]
        return tables

    async def withdraw(self, user_id: int) -> int:
        """Drop the jobs that wait for a user; return how many are being done for them, or for matches that name them.

        Whoever does one of those notes at its end what was sent, to whom, and who is waited for.
        """
        job = schema.job
        theirs = job.c.recipient == user_id
        busy = select(func.count()).where(job.c.state == "running", theirs | job.c.match_id.in_(_named(user_id)))

        def body(connection: Connection) -> int:
            connection.execute(delete(job).where(theirs, job.c.state == "pending"))
            return connection.scalar(busy) or 0

        return await self._db.write(body)

    async def parts(self, user_id: int) -> dict[str, str]:
        """Return what the players of each match that names a user have added to its draws, by the match."""
        statement = select(schema.match.c.id, schema.match.c.parts).where(
            schema.match.c.id.in_(_named(user_id)), schema.match.c.parts.is_not(None)
        )
        return await self._db.read(lambda connection: {row.id: row.parts for row in connection.execute(statement)})

    async def forget(self, user_id: int, redraw: Redraw, *, now: int, given_up: Collection[str] = ()) -> int:
        """Forget a user: the own rows are deleted, seats and matches name nobody; returns how many rows changed.

        Raises `StillSeated` where the user has a seat in an open match that is not one of those `given_up`: nobody
        would ever play it.

        In the rows of each match a random number below zero takes the place of the id, another one in every match, so
        that nothing tells which matches were the same person's. Every one of these matches moves to its next
        version. `redraw` is handed the secret of each match and what its players have added, and returns
        what is kept of both. Of running matches with a seat, and of absences, marks are kept (`storage.marks`); what
        counts against a limit stays until it has run out (`COUNTED`). Until `compact`, unused parts of the files may
        still hold the id.
        """
        person = await self._marks.person(user_id)

        def body(connection: Connection) -> int:
            count = 0
            tournament_rows.hold_those_of(connection, user_id)  # before it is asked which matches there are
            marks.bar(connection, user_id, person)
            marks.keep_absences(connection, user_id, person, now)
            for match_id in connection.scalars(_named(user_id)).all():
                stand_in = -secrets.randbits(62) - 1
                count += _rename(connection, match_id, user_id, stand_in)
                if match_id not in given_up:
                    _must_be_left(connection, match_id, stand_in)
                _redraw(connection, self._db.sealing, match_id, redraw)
            count += results.forget(connection, user_id) + seasons.forget(connection, user_id)
            count += tournament_rows.forget(connection, user_id, now) + predictions.forget(connection, user_id)
            seek_rows.drop(connection, seek_tables.seeker.c.user_id == user_id)
            for by_others in (schema.block.c.blocked_id, reports.report.c.about_id):
                count += connection.execute(delete(by_others.table).where(by_others == user_id)).rowcount
            called = process_tables.call.c.called_id == user_id
            count += connection.execute(delete(process_tables.call).where(called)).rowcount
            for table in (*OWN, schema.followed):
                count += connection.execute(delete(table).where(table.c.user_id == user_id)).rowcount
            for table in TOLD:
                count += connection.execute(delete(table).where(table.c.recipient == user_id)).rowcount
            put_value(connection, OWED, secrets.token_hex(8))
            return count

        return await self._db.write(body)

    async def compact(self) -> None:
        """Write the database anew if somebody was forgotten since the last time. Raises `StorageError`: still owed."""
        owed = await self._db.read(lambda connection: get_value(connection, OWED))
        if owed is None:
            return
        await self._db.compact()
        paid = delete(schema.meta).where(schema.meta.c.key == OWED, schema.meta.c.value == owed)
        await self._db.write(lambda connection: connection.execute(paid))


def _rename(connection: Connection, match_id: str, user_id: int, instead: int) -> int:
    """Let the rows of one match name `instead` for a user, and move it to its next version; returns how many changed.

    Somebody who has only been offered a seat is no longer offered it.
    """
    match, seat, former, message = schema.match, schema.seat, schema.former, schema.message
    connection.execute(update(match).where(match.c.id == match_id).values(version=match.c.version + 1))
    # Messages of matches note for whom they are, in their texts.
    extra = func.replace(message.c.extra, str(user_id), str(instead))
    noted = (message.c.match_id == match_id, extra != message.c.extra)
    connection.execute(update(message).where(*noted).values(extra=extra))
    offered = (seat.c.match_id == match_id, seat.c.offered_to == user_id)
    changes = (
        update(seat).where(seat.c.match_id == match_id, seat.c.user_id == user_id).values(user_id=instead),
        update(former).where(former.c.match_id == match_id, former.c.user_id == user_id).values(user_id=instead),
        update(seat).where(*offered).values(offered=None, offered_to=None),
        update(match).where(match.c.id == match_id, match.c.creator == user_id).values(creator=instead),
    )
    renamed = results.rename(connection, match_id, user_id, instead)
    return renamed + sum(connection.execute(one).rowcount for one in changes)


def _must_be_left(connection: Connection, match_id: str, stand_in: int) -> None:
    """Raise `StillSeated` where a stand-in has got a seat in an open match.

    It is asked after the match was moved to its next version: from then on nobody else changes it.
    """
    match, seat = schema.match, schema.seat
    opened = select(match.c.id).where(match.c.id == match_id, match.c.status.in_(OPEN))
    if connection.scalar(opened.where(match.c.id == seat.c.match_id, seat.c.user_id == stand_in)) is not None:
        raise StillSeated(f"match {match_id} is not given up")


def _redraw(connection: Connection, sealing: Sealing, match_id: str, redraw: Redraw) -> None:
    """Keep of a match's secret and parts what `redraw` leaves of them."""
    match = schema.match
    row = connection.execute(select(match.c.seed, match.c.parts).where(match.c.id == match_id)).one()
    if row.parts is None:
        return
    secret = sealing.open(row.seed, seed_of(match_id))
    seed, parts = redraw(secret, row.parts)
    values: dict[str, Any] = {"parts": parts}
    if seed != secret:
        values["seed"] = sealing.seal(seed, seed_of(match_id))
    connection.execute(update(match).where(match.c.id == match_id).values(**values))


def _named(user_id: int) -> CompoundSelect[Any]:
    """Select the ids of the matches that a user has opened, or in which they have or had a seat or were offered one."""
    match, seat, former, message = schema.match, schema.seat, schema.former, schema.message
    return union(
        select(seat.c.match_id).where((seat.c.user_id == user_id) | (seat.c.offered_to == user_id)),
        select(former.c.match_id).where(former.c.user_id == user_id),
        select(match.c.id).where(match.c.creator == user_id),
        select(message.c.match_id).where(message.c.extra.contains(str(user_id))),
    )


def _rows(connection: Connection, statement: Any) -> list[dict[str, Any]]:
    return [dict(row._mapping) for row in connection.execute(statement)]


def _open_said(sealing: Sealing, tables: Mapping[str, list[dict[str, Any]]]) -> None:
    """Open what somebody has said in advance, for that person alone."""
    for row in tables["instruction"]:
        place = instruction_of(row["user_id"], row["game"], row["match_id"], row["topic"])
        row["line"] = sealing.open_text(row["line"], place)
    for row in tables["plan"]:
        row["lines"] = sealing.open_text(row["lines"], plan_of(row["match_id"], row["user_id"]))
        row["outcome"] = row["outcome"] and sealing.open_text(
            row["outcome"], outcome_of(row["match_id"], row["user_id"])
        )
        row["draft"] = row["draft"] and sealing.open_text(row["draft"], draft_of(row["match_id"], row["user_id"]))
