"""What one person may do so often, whichever process hears of it: allowances that refill, and calls of an hour.

Only where several processes share the database; one process alone keeps this in memory. Times are the server's: a
machine whose clock was ahead would lock out everybody until then.
"""

from collections.abc import Sequence
from typing import Final

from sqlalchemy import BigInteger, Connection, bindparam, delete, func, insert, select, text

from storage.engine import Repository
from storage.process_tables import call
from storage.processes import server_time

FOR_EVER: Final = 1 << 50
_TAKE: Final = text(
    "INSERT INTO allowance (what, user_id, full_at) VALUES (:what, :who, :now + :every)"
    " ON CONFLICT (what, user_id) DO UPDATE SET full_at = greatest(allowance.full_at, :now) + :every"
    " WHERE greatest(allowance.full_at, :now) - :now <= :room"
    " RETURNING full_at"
).bindparams(*(bindparam(name, type_=BigInteger) for name in ("who", "now", "every", "room")))
"""Takes one of so many, of which one more is there every so many milliseconds; no row where there is none left."""
_IN_TURN: Final = text("SELECT pg_advisory_xact_lock(hashtext('call'), hashtext(:caller))")
_RECENT: Final = select(func.count()).where(
    call.c.user_id == bindparam("caller"), call.c.called_id == bindparam("called"), call.c.at > bindparam("since")
)


class AllowanceRepository(Repository):
    """The allowances of people, and their calls."""

    async def take(self, what: str, user_id: int, *, burst: int, every_ms: int) -> bool:
        """Take one of what a person may do `burst` times at once and once more every so many milliseconds.

        Returns False, and changes nothing, where there is none left.
        """
        asked = {"what": what, "who": user_id, "room": (burst - 1) * every_ms, "every": every_ms}

        def body(connection: Connection) -> bool:
            return connection.execute(_TAKE, asked | {"now": server_time(connection)}).first() is not None

        return await self._db.write(body)

    async def wait_for(self, what: str, number: int, *, every_ms: int) -> int:
        """Take the next of turns that come one every so many milliseconds; return how long it is until that turn."""
        asked = {"what": what, "who": number, "room": FOR_EVER, "every": every_ms}

        def body(connection: Connection) -> int:
            now = server_time(connection)
            return int(connection.execute(_TAKE, asked | {"now": now}).scalar_one()) - every_ms - now

        return await self._db.write(body)

    async def call(self, caller: int, called: Sequence[int], *, most: int, within_ms: int) -> bool:
        """Note that somebody calls others; returns False, and notes nothing, where one was called `most` times."""

        def body(connection: Connection) -> bool:
            connection.execute(_IN_TURN, {"caller": str(caller)})
            now = server_time(connection)
            for one in called:
                recent = {"caller": caller, "called": one, "since": now - within_ms}
                if (connection.scalar(_RECENT, recent) or 0) >= most:
                    return False
            for one in called:
                connection.execute(insert(call).values(user_id=caller, called_id=one, at=now))
            return True

        return await self._db.write(body)

    async def take_back(self, caller: int, called: Sequence[int]) -> None:
        """Take back the newest call of each."""

        def body(connection: Connection) -> None:
            for one in called:
                newest = select(func.max(call.c.id)).where(call.c.user_id == caller, call.c.called_id == one)
                connection.execute(delete(call).where(call.c.id == newest.scalar_subquery()))

        await self._db.write(body)
