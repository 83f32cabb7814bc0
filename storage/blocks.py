"""Blocks: with whom somebody does not want to play."""

from collections.abc import Iterable

from sqlalchemy import Connection, and_, delete, func, insert, or_, select

from storage.engine import Repository
from storage.schema import block


class BlockRepository(Repository):
    """Whom people have blocked."""

    async def of(self, user_id: int) -> list[int]:
        """Return whom a user has blocked, the first of them first."""
        mine = select(block.c.blocked_id).where(block.c.user_id == user_id)
        statement = mine.order_by(block.c.created_at, block.c.blocked_id)
        return await self._db.read(lambda connection: list(connection.scalars(statement)))

    async def add(self, user_id: int, blocked_id: int, *, now: int, most: int) -> bool:
        """Let a user block somebody; return False where they have blocked as many as `most`. Twice is once."""
        mine = block.c.user_id == user_id

        def body(connection: Connection) -> bool:
            if connection.scalar(select(block.c.created_at).where(mine, block.c.blocked_id == blocked_id)) is not None:
                return True
            if (connection.scalar(select(func.count()).select_from(block).where(mine)) or 0) >= most:
                return False
            connection.execute(insert(block).values(user_id=user_id, blocked_id=blocked_id, created_at=now))
            return True

        return await self._db.write(body)

    async def remove(self, user_id: int, blocked_id: int) -> None:
        """Take a block back, if there is one."""
        which = (block.c.user_id == user_id, block.c.blocked_id == blocked_id)
        await self._db.write(lambda connection: connection.execute(delete(block).where(*which)))

    async def apart(self, user_id: int, others: Iterable[int]) -> bool:
        """Return True where a user has blocked one of the others, or one of these the user."""
        users = list(others)
        either = or_(
            and_(block.c.user_id == user_id, block.c.blocked_id.in_(users)),
            and_(block.c.blocked_id == user_id, block.c.user_id.in_(users)),
        )
        statement = select(block.c.user_id).where(either).limit(1)
        return await self._db.read(lambda connection: connection.scalar(statement) is not None)

    async def among(self, users: Iterable[int]) -> list[tuple[int, int]]:
        """Return the pairs of these users of whom one has blocked the other."""
        ids = list(users)
        statement = select(block.c.user_id, block.c.blocked_id)
        statement = statement.where(block.c.user_id.in_(ids), block.c.blocked_id.in_(ids))
        return await self._db.read(lambda connection: [(row[0], row[1]) for row in connection.execute(statement)])
