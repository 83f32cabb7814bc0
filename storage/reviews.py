"""Reviews of matches that are over, as far as they are worked out. They name seats, never people."""

from sqlalchemy import Connection, delete, insert, select

from storage.engine import Repository
from storage.schema import review


class ReviewRepository(Repository):
    """What is said of the turns of a match, as a text that this room does not read."""

    async def find(self, match_id: str) -> str | None:
        """Return the review of a match; None where none was begun."""
        statement = select(review.c.data).where(review.c.match_id == match_id)
        return await self._db.read(lambda connection: connection.scalar(statement))

    async def keep(self, match_id: str, data: str) -> None:
        """Write the review of a match in place of the one before."""

        def body(connection: Connection) -> None:
            connection.execute(delete(review).where(review.c.match_id == match_id))
            connection.execute(insert(review).values(match_id=match_id, data=data))

        await self._db.write(body)
