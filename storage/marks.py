"""What must not begin anew when somebody is deleted, under a mark that takes the place of the id.

A mark is a keyed hash: the same for the same person and subject, another one for every subject. The key is the
installation's own, a value of the database. Without it a mark tells nothing; with it whoever has an id can find out
whether a mark is that person's. The hash is slow, so that this cannot be tried with all ids there are.
"""

import asyncio
import hashlib
import hmac
import secrets
from typing import Final

from sqlalchemy import Connection, delete, insert, select

from storage.engine import Repository
from storage.schema import absence, barred, former, match, seat, spent
from storage.sealing import MARK_KEY
from storage.settings import get_value, put_value

YEAR_MS: Final = 365 * 86_400_000
"""For how long an absence counts, in milliseconds."""
KEY_BYTES: Final = 32
MARK_BYTES: Final = 16
SCRYPT: Final = {"n": 1 << 14, "r": 8, "p": 1, "dklen": 32}
"""What one hash costs: some 40 ms and 16 MB."""
AWAY: Final = "away"
"""The subject of the mark for days of absence; no match has this id."""
Person = bytes
"""What the marks of one person are made from: what the slow hash makes of the id."""


def mark(person: Person, subject: str) -> str:
    """Return the mark of a person for a subject: the id of a match, or `AWAY`."""
    return hmac.digest(person, subject.encode(), "sha256")[:MARK_BYTES].hex()


class MarkRepository(Repository):
    """Makes marks, and finds what is kept under those of a person."""

    async def person(self, user_id: int) -> Person:
        """Return what the marks of a user are made from; the key is made when it is needed first."""
        key = await self._db.read(self._key)
        if key is None:
            key = await self._db.write(self._new_key)
        return await asyncio.to_thread(hashlib.scrypt, str(user_id).encode(), salt=key, **SCRYPT)

    async def barred(self, user_id: int) -> set[str]:
        """Return the running matches in which a user had a seat when they were deleted."""
        rows = await self._db.read(lambda connection: connection.execute(select(barred)).all())
        if not rows:
            return set()
        person = await self.person(user_id)
        return {row.match_id for row in rows if row.mark == mark(person, row.match_id)}

    async def left(self, user_id: int) -> set[str]:
        """Return the running matches to which a user cannot come back: a seat was handed over, or deleted."""
        running = select(match.c.id).where(match.c.status == "running")
        handed = select(former.c.match_id).where(former.c.user_id == user_id, former.c.match_id.in_(running))
        found = await self._db.read(lambda connection: set(connection.scalars(handed)))
        return found | await self.barred(user_id)

    async def absences(self, user_id: int) -> tuple[tuple[int, int], ...]:
        """Return the absences of a user from before a deletion, as one; none where there were none."""
        if not await self._db.read(lambda connection: connection.execute(select(spent.c.mark).limit(1)).first()):
            return ()
        mine = mark(await self.person(user_id), AWAY)
        statement = select(spent.c.since, spent.c.until).where(spent.c.mark == mine)
        rows = await self._db.read(lambda connection: connection.execute(statement).all())
        return tuple((row.since, row.until) for row in rows)

    def _key(self, connection: Connection) -> bytes | None:
        stored = get_value(connection, MARK_KEY)
        return None if stored is None else bytes.fromhex(self._db.sealing.open_text(stored, MARK_KEY))

    def _new_key(self, connection: Connection) -> bytes:
        """Return the key; another process may have made it meanwhile."""
        key = self._key(connection)
        if key is None:
            key = secrets.token_bytes(KEY_BYTES)
            put_value(connection, MARK_KEY, self._db.sealing.seal_text(key.hex(), MARK_KEY))
        return key


def bar(connection: Connection, user_id: int, person: Person) -> None:
    """Note the running matches in which a user has or had a seat, before the user is deleted."""
    named = (
        select(match.c.id)
        .where(match.c.status == "running")
        .where(
            match.c.id.in_(select(seat.c.match_id).where(seat.c.user_id == user_id))
            | match.c.id.in_(select(former.c.match_id).where(former.c.user_id == user_id))
        )
    )
    rows = [{"match_id": one, "mark": mark(person, one)} for one in connection.scalars(named)]
    for row in rows:
        connection.execute(delete(barred).where(*(barred.c[name] == value for name, value in row.items())))
    if rows:
        connection.execute(insert(barred), rows)


def lift(connection: Connection, match_id: str) -> None:
    """Forget who cannot come back to a match: it has ended."""
    connection.execute(delete(barred).where(barred.c.match_id == match_id))


def keep_absences(connection: Connection, user_id: int, person: Person, now: int) -> None:
    """Keep how long a user has been away within a year, and until when, before the user is deleted.

    What was kept at an earlier deletion is added. All of it becomes one absence that ended with the last one.
    """
    mine = mark(person, AWAY)
    own = connection.execute(select(absence.c.since, absence.c.until).where(absence.c.user_id == user_id)).all()
    earlier = connection.execute(select(spent.c.since, spent.c.until).where(spent.c.mark == mine)).all()
    spans = [(max(since, now - YEAR_MS), min(until, now)) for since, until in (*own, *earlier)]
    counted = [(since, until) for since, until in spans if until > since]
    connection.execute(delete(spent).where(spent.c.mark == mine))
    if counted:
        until = max(until for _, until in counted)
        since = until - sum(until - since for since, until in counted)
        connection.execute(insert(spent).values(mark=mine, since=since, until=until))


def prune(connection: Connection, now: int) -> int:
    """Forget absences that count no more; return how many rows."""
    return connection.execute(delete(spent).where(spent.c.until < now - YEAR_MS)).rowcount
