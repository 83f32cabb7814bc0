"""Computer players of matches: the seed of their random numbers, the version that decided last, how hopeless it is."""

from dataclasses import dataclass, fields

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
    hopeless: int = 0
    """For how many own turns in a row it has seen next to no chance."""
    turn: int = -1
    """The turn of its own that was counted last, by the number of the entry that ended the one before; -1: none."""


class ComputerRepository(Repository):
    """What has to be known to repeat what computer players decide."""

    async def find(self, match_id: str, user_id: int, fresh: str) -> StoredComputer:
        """Return a computer player of a match; with the seed `fresh` where there is none yet."""
        which = (computer.c.match_id == match_id, computer.c.user_id == user_id)
        columns = (computer.c[name.name] for name in fields(StoredComputer))
        statement = select(*columns).where(*which)

        def body(connection: Connection) -> StoredComputer:
            row = connection.execute(statement).first()
            if row is not None:
                return StoredComputer(*row)
            connection.execute(insert(computer).values(match_id=match_id, user_id=user_id, seed=fresh, version=0))
            return StoredComputer(user_id, fresh, 0)

        return await self._db.write(body)

    async def keep(self, match_id: str, now: StoredComputer) -> None:
        """Note which version has decided, and how hopeless it has found the match."""
        which = (computer.c.match_id == match_id, computer.c.user_id == now.user_id)
        values = {"version": now.version, "hopeless": now.hopeless, "turn": now.turn}
        statement = update(computer).where(*which).values(**values)
        await self._db.write(lambda connection: connection.execute(statement))
