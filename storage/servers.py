"""What servers set for their matches."""

from dataclasses import asdict

from sqlalchemy import Connection, insert, select, update

from storage.engine import Repository
from storage.records.people import Server
from storage.schema import guild, server


class ServerRepository(Repository):
    """Settings of servers."""

    async def find(self, guild_id: int) -> Server:
        """Return what a server has set; an unknown one has set nothing."""
        columns = (server.c[name] for name in Server.__dataclass_fields__)
        statement = select(*columns).where(server.c.guild_id == guild_id)

        def body(connection: Connection) -> Server:
            row = connection.execute(statement).first()
            return Server(guild_id) if row is None else Server(*row)

        return await self._db.read(body)

    async def set(self, new: Server, *, now: int) -> None:
        """Keep what a server sets, in place of what it had set."""
        values = asdict(new) | {"updated_at": now}
        which = server.c.guild_id == new.guild_id

        def body(connection: Connection) -> None:
            if connection.execute(update(server).where(which).values(**values)).rowcount == 0:
                connection.execute(insert(server).values(**values))

        await self._db.write(body)

    async def language(self, guild_id: int) -> str | None:
        """Return a server's language, None where it is left to Discord."""
        statement = select(guild.c.language).where(guild.c.guild_id == guild_id)
        return await self._db.read(lambda connection: connection.scalar(statement))

    async def set_language(self, guild_id: int, language: str | None, *, now: int) -> None:
        """Set a server's language, None to leave it to Discord."""
        values = {"language": language, "updated_at": now}

        def body(connection: Connection) -> None:
            if connection.execute(update(guild).where(guild.c.guild_id == guild_id).values(**values)).rowcount == 0:
                connection.execute(insert(guild).values(guild_id=guild_id, **values))

        await self._db.write(body)
