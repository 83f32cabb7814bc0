"""Computer players of matches: the seed of their random numbers, and the version that decided last."""

from dataclasses import dataclass

from sqlalchemy import Connection, insert, select, update

from storage.engine import Repository
from storage.schema import computer


@dataclass(frozen=True, slots=True)
class StoredComputer:
    """A computer player of a match; its level follows from its number."""

    user_id: int
    seed: str
    """That of its random numbers; what it decides follows from the seed, the level, the version and the match."""
    version: int
    """The version of the player that has decided last; 0: none has yet."""


class ComputerRepository(Repository):
    """What has to be known to repeat what computer players decide."""

    async def find(self, match_id: str, user_id: int, fresh: str) -> StoredComputer:
        """Return a computer player of a match; with the seed `fresh` where there is none yet."""
        which = (computer.c.match_id == match_id, computer.c.user_id == user_id)
        statement = select(computer.c.user_id, computer.c.seed, computer.c.version).where(*which)

        def body(connection: Connection) -> StoredComputer:
            row = connection.execute(statement).first()
            if row is not None:
                return StoredComputer(*row)
            connection.execute(insert(computer).values(match_id=match_id, user_id=user_id, seed=fresh, version=0))
            return StoredComputer(user_id, fresh, 0)

        return await self._db.write(body)

    async def set_version(self, match_id: str, user_id: int, version: int) -> None:
        """Note the version of the player that has decided."""
        which = (computer.c.match_id == match_id, computer.c.user_id == user_id)
        statement = update(computer).where(*which).values(version=version)
        await self._db.write(lambda connection: connection.execute(statement))
