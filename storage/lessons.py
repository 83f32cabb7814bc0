"""Progress of users in the lessons of the games."""

from dataclasses import dataclass

from sqlalchemy import Connection, insert, select, update

from storage.engine import Repository
from storage.schema import lesson


@dataclass(frozen=True, slots=True)
class LessonProgress:
    """What somebody has done in a lesson: the actions, one a line, and when it was first solved (None: not yet)."""

    actions: str
    done_at: int | None


class LessonRepository(Repository):
    """Progress in lessons."""

    async def progress(self, user_id: int, game: str) -> dict[str, LessonProgress]:
        """Return what a user has begun or done of a game's lessons, by their ids."""
        statement = select(lesson).where(lesson.c.user_id == user_id, lesson.c.game == game)

        def body(connection: Connection) -> dict[str, LessonProgress]:
            rows = connection.execute(statement)
            return {row.lesson: LessonProgress(row.actions, row.done_at) for row in rows}

        return await self._db.read(body)

    async def save(self, user_id: int, game: str, name: str, actions: str, *, done: bool, now: int) -> None:
        """Keep the actions of a lesson that is on. What has been done once stays done, since the first time."""
        which = (lesson.c.user_id == user_id, lesson.c.game == game, lesson.c.lesson == name)

        def body(connection: Connection) -> None:
            values = {"actions": actions, "updated_at": now}
            if connection.execute(update(lesson).where(*which).values(**values)).rowcount == 0:
                connection.execute(insert(lesson).values(user_id=user_id, game=game, lesson=name, **values))
            if done:
                connection.execute(update(lesson).where(*which, lesson.c.done_at.is_(None)).values(done_at=now))

        await self._db.write(body)
