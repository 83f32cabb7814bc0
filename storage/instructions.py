"""Private standing instructions of players, and the entries of matches that they have made."""

from collections.abc import Collection

from sqlalchemy import Connection, delete, insert, select

from storage.engine import Repository
from storage.schema import followed, instruction
from storage.sealing import instruction_of

ALWAYS = ""
"""Stands for the id of a match where something is said for all matches of a game."""


class InstructionRepository(Repository):
    """Standing instructions, and the entries that they have made."""

    async def of_users(self, user_ids: Collection[int], game: str) -> dict[int, dict[tuple[str, str], str]]:
        """Return what users have instructed in a game: by match (`ALWAYS`: all of them) and topic the line."""
        which = (instruction.c.user_id.in_(user_ids), instruction.c.game == game)
        statement = select(instruction).where(*which).order_by(instruction.c.updated_at, instruction.c.topic)

        def body(connection: Connection) -> dict[int, dict[tuple[str, str], str]]:
            found: dict[int, dict[tuple[str, str], str]] = {user: {} for user in user_ids}
            for row in connection.execute(statement):
                place = instruction_of(row.user_id, game, row.match_id, row.topic)
                found[row.user_id][row.match_id, row.topic] = self._db.sealing.open_text(row.line, place)
            return found

        return await self._db.read(body)

    async def set(self, user_id: int, game: str, match_id: str, topic: str, line: str | None, *, now: int) -> None:
        """Keep an instruction in place of the one before; None cancels it."""
        which = (
            instruction.c.user_id == user_id,
            instruction.c.game == game,
            instruction.c.match_id == match_id,
            instruction.c.topic == topic,
        )

        def body(connection: Connection) -> None:
            connection.execute(delete(instruction).where(*which))
            if line is not None:
                values = {"user_id": user_id, "game": game, "match_id": match_id, "topic": topic}
                sealed = self._db.sealing.seal_text(line, instruction_of(user_id, game, match_id, topic))
                connection.execute(insert(instruction).values(**values, line=sealed, updated_at=now))

        await self._db.write(body)

    async def unreported(self, match_id: str, user_id: int) -> tuple[int, ...]:
        """Return the numbers of a user's entries that instructions have made, and that were not told yet."""
        which = (followed.c.match_id == match_id, followed.c.user_id == user_id)
        statement = select(followed.c.seq).where(*which).order_by(followed.c.seq)
        return await self._db.read(lambda connection: tuple(connection.scalars(statement)))

    async def mark_reported(self, match_id: str, user_id: int, last: int) -> None:
        """Forget a user's entries up to a number, because the user was told of them."""
        which = (followed.c.match_id == match_id, followed.c.user_id == user_id, followed.c.seq <= last)
        await self._db.write(lambda connection: connection.execute(delete(followed).where(*which)))
