"""Daily digests of the matches that wait for a user: at which minute of the day, and when the next is due."""

from dataclasses import dataclass

from sqlalchemy import Connection, delete, insert, select, update

from storage import jobs
from storage.engine import Repository
from storage.records.jobs import NewJob
from storage.schema import digest, match


@dataclass(frozen=True, slots=True)
class Digest:
    """A user's wish for a digest once a day."""

    user_id: int
    minute: int
    """The minute of the day, in the user's time zone."""
    due_at: int
    """When the next one is due."""


class DigestRepository(Repository):
    """Daily digests."""

    async def find(self, user_id: int) -> Digest | None:
        """Return a user's digest, None for a user who wants none."""
        statement = select(digest).where(digest.c.user_id == user_id)

        def body(connection: Connection) -> Digest | None:
            row = connection.execute(statement).first()
            return None if row is None else Digest(*row)

        return await self._db.read(body)

    async def set(self, new: Digest) -> None:
        """Keep a digest in place of the one before."""

        def body(connection: Connection) -> None:
            connection.execute(delete(digest).where(digest.c.user_id == new.user_id))
            connection.execute(insert(digest).values(user_id=new.user_id, minute=new.minute, due_at=new.due_at))

        await self._db.write(body)

    async def remove(self, user_id: int) -> bool:
        """Remove a user's digest. Returns whether there was one."""
        statement = delete(digest).where(digest.c.user_id == user_id)
        return await self._db.write(lambda connection: connection.execute(statement).rowcount > 0)

    async def due(self, now: int, most: int) -> tuple[Digest, ...]:
        """Return the digests that are due, the most overdue first."""
        statement = select(digest).where(digest.c.due_at <= now).order_by(digest.c.due_at, digest.c.user_id).limit(most)
        return await self._db.read(lambda connection: tuple(Digest(*row) for row in connection.execute(statement)))

    async def reschedule(
        self, seen: Digest, due_at: int, *, now: int, match_id: str | None = None, post: NewJob | None = None
    ) -> bool:
        """Let a digest be due at another time, together with the job that sends this one.

        Returns False, and does nothing, where it is not as it was seen any more.
        """
        mine = (digest.c.user_id == seen.user_id, digest.c.minute == seen.minute, digest.c.due_at == seen.due_at)

        def body(connection: Connection) -> bool:
            if connection.execute(update(digest).where(*mine).values(due_at=due_at)).rowcount == 0:
                return False
            if match_id is not None and post is not None:
                version = connection.scalar(select(match.c.version).where(match.c.id == match_id))
                jobs.put(connection, match_id, version or 0, now, (post,))
            return True

        return await self._db.write(body)
