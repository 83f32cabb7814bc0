"""The pages on which servers list their seeks."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields

from sqlalchemy import Connection, delete, func, insert, select, update

from storage.engine import Repository
from storage.seek_tables import seek_page, seeker


@dataclass(frozen=True, slots=True)
class SeekPage:
    """The one message of a server that lists its seeks; `shown` tells what stands there, in a word of the caller's."""

    guild_id: int
    channel_id: int
    message_id: int | None = None
    posted_at: int = 0
    shown: str = ""


class SeekPageRepository(Repository):
    """The one message of each server that lists its seeks."""

    async def pages(self) -> list[SeekPage]:
        """Return the pages of all servers, and an empty one for each server that has seeks and no page."""
        known = select(*(seek_page.c[one.name] for one in fields(SeekPage)))
        without = select(seeker.c.guild_id, func.min(seeker.c.channel_id)).group_by(seeker.c.guild_id)
        without = without.where(seeker.c.guild_id.not_in(select(seek_page.c.guild_id)))

        def body(connection: Connection) -> list[SeekPage]:
            pages = [SeekPage(*row) for row in connection.execute(known)]
            return pages + [SeekPage(guild, channel) for guild, channel in connection.execute(without)]

        return await self._db.read(body)

    async def page(self, guild_id: int) -> SeekPage | None:
        """Return the page of a server, `None` where it has none."""
        columns = [seek_page.c[one.name] for one in fields(SeekPage)]
        statement = select(*columns).where(seek_page.c.guild_id == guild_id)

        def body(connection: Connection) -> SeekPage | None:
            row = connection.execute(statement).first()
            return None if row is None else SeekPage(*row)

        return await self._db.read(body)

    async def note(self, page: SeekPage) -> None:
        """Note where the page of a server is, and what it shows."""
        values, here = asdict(page), seek_page.c.guild_id == page.guild_id

        def body(connection: Connection) -> None:
            if connection.execute(update(seek_page).where(here).values(**values)).rowcount == 0:
                connection.execute(insert(seek_page).values(**values))

        await self._db.write(body)

    async def forget_page(self, guild_id: int) -> None:
        """Forget the page of a server: it is no longer there."""
        here = seek_page.c.guild_id == guild_id
        await self._db.write(lambda connection: connection.execute(delete(seek_page).where(here)))
