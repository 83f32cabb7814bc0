"""Export and deletion of everything that is stored about one person."""

from collections.abc import Mapping
from typing import Any, Final

from sqlalchemy import CompoundSelect, Connection, delete, func, select, union, update

from storage import schema
from storage.engine import Repository
from storage.sealing import Sealing, instruction_of, outcome_of, plan_of, seed_of

OWN: Final = (
    schema.player,
    schema.calendar,
    schema.absence,
    schema.instruction,
    schema.plan,
    schema.lesson,
    schema.follower,
    schema.digest,
)
"""Tables of which the rows of a person are the person's own."""
TOLD: Final = (schema.message, schema.job)
"""Tables that say who was told something."""


class PrivacyRepository(Repository):
    """Export and deletion of everything about one person."""

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
            found = {
                table.name: _rows(connection, select(table).where(table.c.user_id == user_id))
                for table in (*OWN, schema.followed)
            }
            for table in TOLD:
                found[table.name] = _rows(connection, select(table).where(table.c.recipient == user_id))
            _open_said(self._db.sealing, found)
            found["seat"], found["opened"] = _rows(connection, seats), _rows(connection, opened)
            found["former"], found["offered_to"] = _rows(connection, handed), _rows(connection, offers)
            return found

        return await self._db.read(body)

    async def matches_of(self, user_id: int) -> tuple[str, ...]:
        """Return the ids of all matches in which a user has a seat, had one, or is offered one."""
        statement = _played(user_id)
        return await self._db.read(lambda connection: tuple(connection.scalars(statement)))

    async def forget(self, user_id: int, instead: int, seeds: Mapping[str, bytes]) -> int:
        """Forget a user: the own rows are deleted, seats and matches name `instead`; returns how many rows changed.

        Every match in which the user has or had a seat moves to its next version. `seeds` are those of the matches
        whose players' parts named the user: from now on what is drawn follows from them alone, and the parts are gone.
        """
        match, seat = schema.match, schema.seat

        def body(connection: Connection) -> int:
            count = 0
            played = match.c.id.in_(_played(user_id))
            connection.execute(update(match).where(played).values(version=match.c.version + 1))
            for table in (*OWN, schema.followed):
                count += connection.execute(delete(table).where(table.c.user_id == user_id)).rowcount
            for table in TOLD:
                count += connection.execute(delete(table).where(table.c.recipient == user_id)).rowcount
            # Messages of matches note for whom they are, in their texts.
            theirs = schema.message.c.match_id.in_(_played(user_id))
            extra = func.replace(schema.message.c.extra, str(user_id), str(instead))
            connection.execute(
                update(schema.message).where(theirs, extra != schema.message.c.extra).values(extra=extra)
            )
            moved = update(seat).where(seat.c.user_id == user_id).values(user_id=instead)
            count += connection.execute(moved).rowcount
            former = update(schema.former).where(schema.former.c.user_id == user_id).values(user_id=instead)
            count += connection.execute(former).rowcount
            withdrawn = update(seat).where(seat.c.offered_to == user_id).values(offered=None, offered_to=None)
            count += connection.execute(withdrawn).rowcount
            count += connection.execute(
                update(match).where(match.c.creator == user_id).values(creator=instead)
            ).rowcount
            for match_id, seed in seeds.items():
                sealed = self._db.sealing.seal(seed, seed_of(match_id))
                connection.execute(update(match).where(match.c.id == match_id).values(seed=sealed, parts=None))
            return count

        return await self._db.write(body)


def _played(user_id: int) -> CompoundSelect[Any]:
    """Select the ids of the matches in which a user has a seat, had one, or is offered one."""
    seat, former = schema.seat, schema.former
    return union(
        select(seat.c.match_id).where((seat.c.user_id == user_id) | (seat.c.offered_to == user_id)),
        select(former.c.match_id).where(former.c.user_id == user_id),
    )


def _rows(connection: Connection, statement: Any) -> list[dict[str, Any]]:
    return [dict(row._mapping) for row in connection.execute(statement)]


def _open_said(sealing: Sealing, found: Mapping[str, list[dict[str, Any]]]) -> None:
    """Open what somebody has said in advance, for that person alone."""
    for row in found["instruction"]:
        place = instruction_of(row["user_id"], row["game"], row["match_id"], row["topic"])
        row["line"] = sealing.open_text(row["line"], place)
    for row in found["plan"]:
        row["lines"] = sealing.open_text(row["lines"], plan_of(row["match_id"], row["user_id"]))
        row["outcome"] = row["outcome"] and sealing.open_text(
            row["outcome"], outcome_of(row["match_id"], row["user_id"])
        )
