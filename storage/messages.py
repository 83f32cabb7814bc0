"""What was posted, and which version it shows; older messages stay as history."""

from typing import Any

from sqlalchemy import Connection, func, insert, or_, select, update

from storage.part import Part
from storage.records import MessageState, NewMessage, StoredMessage
from storage.schema import message


class MessagePart(Part):
    """The part of the store that knows the posted messages."""

    async def add_message(self, new: NewMessage, *, now: int) -> int:
        """Note a posted message as live and return its row's id; a known one only gets the new version."""
        return await self._db.write(lambda connection: put_message(connection, new, now))

    async def message(self, message_id: int) -> StoredMessage | None:
        """Return what is known of a Discord message by its id."""
        statement = select(message).where(message.c.message_id == message_id)

        def body(connection: Connection) -> StoredMessage | None:
            row = connection.execute(statement).first()
            return None if row is None else StoredMessage(**row._mapping)

        return await self._db.read(body)

    async def live_message(self, match_id: str, kind: str, recipient: int | None = None) -> StoredMessage | None:
        """Return the newest live message of a kind for a recipient (None: for everybody)."""
        found = await self.messages(match_id, kind, state="live")
        return next((one for one in reversed(found) if one.recipient == recipient), None)

    async def messages(
        self, match_id: str, kind: str | None = None, *, state: MessageState | None = None
    ) -> tuple[StoredMessage, ...]:
        """Return the messages of a match, oldest first, narrowed to a kind or a state on request."""
        statement = select(message).where(message.c.match_id == match_id).order_by(message.c.id)
        if kind is not None:
            statement = statement.where(message.c.kind == kind)
        if state is not None:
            statement = statement.where(message.c.state == state)

        def body(connection: Connection) -> tuple[StoredMessage, ...]:
            return tuple(StoredMessage(**row._mapping) for row in connection.execute(statement))

        return await self._db.read(body)

    async def standing(self, match_id: str) -> tuple[StoredMessage, ...]:
        """Return what a match has on Discord now, oldest first: all live messages, and the newest of every kind."""
        of_match = message.c.match_id == match_id
        newest = select(func.max(message.c.id)).where(of_match).group_by(message.c.kind, message.c.recipient)
        which = or_(message.c.state == "live", message.c.id.in_(newest))
        statement = select(message).where(of_match, which).order_by(message.c.id)

        def body(connection: Connection) -> tuple[StoredMessage, ...]:
            return tuple(StoredMessage(**row._mapping) for row in connection.execute(statement))

        return await self._db.read(body)

    async def set_message(
        self,
        message_id: int,
        *,
        now: int,
        version: int | None = None,
        state: MessageState | None = None,
        extra: str | None = None,
    ) -> bool:
        """Change what a message shows or whether it is live; None leaves as it is. False if it is unknown."""
        new: dict[str, Any] = {"version": version, "state": state, "extra": extra}
        values = {name: value for name, value in new.items() if value is not None}
        statement = update(message).where(message.c.message_id == message_id).values(updated_at=now, **values)
        return await self._db.write(lambda connection: connection.execute(statement).rowcount > 0)


def put_message(connection: Connection, new: NewMessage, now: int) -> int:
    """Note a posted message inside an open transaction; see `MessagePart.add_message`."""
    known = connection.scalar(select(message.c.id).where(message.c.message_id == new.message_id))
    if known is not None:
        values: dict[str, Any] = {"version": new.version, "state": "live", "updated_at": now}
        if new.extra is not None:
            values["extra"] = new.extra
        connection.execute(update(message).where(message.c.id == known).values(**values))
        return int(known)
    added = connection.execute(
        insert(message).values(
            match_id=new.match_id,
            kind=new.kind,
            recipient=new.recipient,
            channel_id=new.channel_id,
            message_id=new.message_id,
            version=new.version,
            state="live",
            extra=new.extra,
            created_at=now,
            updated_at=now,
        )
    )
    key = added.inserted_primary_key
    assert key is not None
    return int(key[0])
