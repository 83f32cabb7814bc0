"""Who follows a match without playing, and who gets digests of what waits for them."""

from dataclasses import dataclass, fields
from typing import Literal

from sqlalchemy import Connection, delete, func, insert, select, update

from storage import jobs
from storage.engine import Repository
from storage.job_sql import NewJob
from storage.schema import digest, follower, match


@dataclass(frozen=True, slots=True)
class Follower:
    """Somebody who follows a match without playing in it."""

    user_id: int
    wants: Literal["highlights", "end"]
    told: int
    """The number of the entry up to which this follower was told what has happened."""


_COLUMNS = [follower.c[field.name] for field in fields(Follower)]


class FollowerRepository(Repository):
    """Followers of matches."""

    async def of_match(self, match_id: str) -> tuple[Follower, ...]:
        """Return the followers of a match."""
        statement = select(*_COLUMNS).where(follower.c.match_id == match_id).order_by(follower.c.user_id)
        return await self._db.read(lambda connection: tuple(Follower(*row) for row in connection.execute(statement)))

    async def add(self, match_id: str, new: Follower, most: int) -> bool:
        """Add a follower of a match, or change what one wants; up to where the follower was told stays.

        Returns False, and does nothing, for somebody who follows `most` open matches already.
        """
        mine = (follower.c.match_id == match_id, follower.c.user_id == new.user_id)
        others = (
            select(func.count())
            .select_from(follower.join(match, match.c.id == follower.c.match_id))
            .where(follower.c.user_id == new.user_id, match.c.status == "running")
        )

        def body(connection: Connection) -> bool:
            if connection.execute(update(follower).where(*mine).values(wants=new.wants)).rowcount:
                return True
            if (connection.scalar(others) or 0) >= most:
                return False
            values = {"match_id": match_id, "user_id": new.user_id, "wants": new.wants, "told": new.told}
            connection.execute(insert(follower).values(**values))
            return True

        return await self._db.write(body)

    async def remove(self, match_id: str, user_id: int) -> bool:
        """Remove a follower of a match. Returns whether there was one."""
        statement = delete(follower).where(follower.c.match_id == match_id, follower.c.user_id == user_id)
        return await self._db.write(lambda connection: connection.execute(statement).rowcount > 0)

    async def mark_reported(self, match_id: str, user_id: int, told: int) -> None:
        """Note up to which entry a follower was told what has happened."""
        mine = (follower.c.match_id == match_id, follower.c.user_id == user_id)
        await self._db.write(lambda connection: connection.execute(update(follower).where(*mine).values(told=told)))


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
