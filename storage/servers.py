"""What servers set for their matches."""

from dataclasses import asdict

from sqlalchemy import Connection, insert, select, update

from storage.part import Part
from storage.records.people import Server
from storage.schema import server


class ServerPart(Part):
    """The part of the store that knows what servers have set."""

    async def server(self, guild_id: int) -> Server:
        """Return what a server has set; an unknown one has set nothing."""
        columns = (server.c[name] for name in Server.__dataclass_fields__)
        statement = select(*columns).where(server.c.guild_id == guild_id)

        def body(connection: Connection) -> Server:
            row = connection.execute(statement).first()
            return Server(guild_id) if row is None else Server(*row)

        return await self._db.read(body)

    async def set_server(self, new: Server, *, now: int) -> None:
        """Keep what a server sets, in place of what it had set."""
        values = asdict(new) | {"updated_at": now}
        which = server.c.guild_id == new.guild_id

        def body(connection: Connection) -> None:
            if connection.execute(update(server).where(which).values(**values)).rowcount == 0:
                connection.execute(insert(server).values(**values))

        await self._db.write(body)
