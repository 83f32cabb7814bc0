"""Users who follow a match without playing in it, and how far each was told of it."""

from dataclasses import dataclass, fields
from typing import Literal

from sqlalchemy import Connection, delete, func, insert, select, update

from storage.engine import Repository
from storage.schema import follower, match


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
