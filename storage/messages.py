"""The messages that stand on Discord: what was posted for a match, and what each of them shows."""

from collections.abc import Iterable
from dataclasses import dataclass, fields
from typing import Literal

from sqlalchemy import Connection, Integer, and_, bindparam, exists, func, insert, or_, select, update

from storage.engine import Repository
from storage.job_sql import is_in
from storage.schema import BIG, job, match, message, player
from storage.settings import PLAYER, Player, player_of

MessageState = Literal["live", "closed"]


@dataclass(frozen=True, slots=True)
class NewMessage:
    """A message that was posted and what it shows."""

    match_id: str
    kind: str
    channel_id: int
    message_id: int
    version: int
    recipient: int | None = None
    extra: str | None = None


@dataclass(frozen=True, slots=True)
class MessageChange:
    """What has become of a posted message; None leaves as it is."""

    message_id: int
    version: int | None = None
    state: MessageState | None = None
    extra: str | None = None


MessageNote = NewMessage | MessageChange
"""What is noted of a message once Discord has it."""


@dataclass(frozen=True, slots=True)
class StoredMessage:
    """A posted message; the newest 'live' one of its kind is the one to edit."""

    id: int
    match_id: str
    kind: str
    recipient: int | None
    channel_id: int
    message_id: int
    version: int
    state: MessageState
    extra: str | None
    created_at: int
    updated_at: int


@dataclass(frozen=True, slots=True)
class Direct:
    """How a player is told of a match by direct message."""

    player: Player
    boards: tuple[StoredMessage, ...]
    """Their live messages, the newest last."""
    refused: bool
    """Whether a message was refused, and a ping is still to be sent in its place."""


# Statements that every publish needs are built once: building one takes longer than carrying it out.
_OF_MATCH = message.c.match_id == bindparam("match_id")
_NEWEST = select(func.max(message.c.id)).where(_OF_MATCH).group_by(message.c.kind, message.c.recipient)
_MESSAGE = [message.c[field.name] for field in fields(StoredMessage)]
_CURRENT = (
    select(*_MESSAGE).where(_OF_MATCH, or_(message.c.state == "live", message.c.id.in_(_NEWEST))).order_by(message.c.id)
)
_OUTDATED = (
    select(match.c.id, match.c.version)
    .where(
        match.c.status == "running",
        match.c.id > bindparam("after"),
        ~exists().where(
            message.c.match_id == match.c.id,
            message.c.kind == "live",
            message.c.recipient.is_(None),
            message.c.state == "live",
            message.c.version >= match.c.version,
        ),
    )
    .order_by(match.c.id)
    .limit(bindparam("most", type_=Integer))
)
_CHANGEABLE = ("version", "state", "extra")
_CHANGE = (
    update(message)
    .where(message.c.message_id == bindparam("one"))
    .values(
        updated_at=bindparam("now"),
        **{
            name: func.coalesce(bindparam(f"new_{name}", type_=message.c[name].type), message.c[name])
            for name in _CHANGEABLE
        },
    )
)
_KNOWN = select(message.c.id).where(message.c.message_id == bindparam("one"))
_ADD = insert(message)
_REFUSED = exists().where(
    job.c.match_id == bindparam("match_id"),
    job.c.kind == "ping",
    job.c.recipient == bindparam("user_id"),
    or_(is_in("pending"), is_in("running")),
)
_WHO = select(bindparam("user_id", type_=BIG).label("user_id")).subquery("who")
_BOARD = and_(_OF_MATCH, message.c.kind == "dm", message.c.state == "live", message.c.recipient == bindparam("user_id"))
_DIRECT = (
    select(_REFUSED, *PLAYER, *_MESSAGE)
    .select_from(_WHO.outerjoin(player, player.c.user_id == _WHO.c.user_id).outerjoin(message, _BOARD))
    .order_by(message.c.id)
)
"""A row for each board, or one without a board; without settings for somebody unknown."""


class MessageRepository(Repository):
    """Messages that were posted on Discord."""

    async def add(self, new: NewMessage, *, now: int) -> int:
        """Note a posted message as live and return its row's id; a known one only gets the new version."""
        return await self._db.write(lambda connection: put_message(connection, new, now))

    async def asked_since(self, kind: str, since: int) -> frozenset[str]:
        """Return the running matches across servers with a live message of a kind that was posted after this time."""
        across = (match.c.status == "running", match.c.guild_id.is_(None), match.c.channel_id.is_(None))
        asked = (message.c.kind == kind, message.c.state == "live", message.c.created_at > since)
        running = message.c.match_id.in_(select(match.c.id).where(*across))
        statement = select(message.c.match_id).where(running, *asked).distinct()
        return await self._db.read(lambda connection: frozenset(connection.scalars(statement)))

    async def add_start_message(self, new: NewMessage, *, now: int) -> None:
        """Note a posted message as live, and as the one that its match was opened with: both or neither."""
        place = update(match).where(match.c.id == new.match_id).values(start_message_id=new.message_id)

        def body(connection: Connection) -> None:
            connection.execute(place)
            put_message(connection, new, now)

        await self._db.write(body)

    async def find(self, message_id: int) -> StoredMessage | None:
        """Return the row of a Discord message by its id; None if it was never noted."""
        statement = select(message).where(message.c.message_id == message_id)

        def body(connection: Connection) -> StoredMessage | None:
            row = connection.execute(statement).first()
            return None if row is None else StoredMessage(**row._mapping)

        return await self._db.read(body)

    async def newest_live(self, match_id: str, kind: str, recipient: int | None = None) -> StoredMessage | None:
        """Return the newest live message of a kind for a recipient (None: for everybody)."""
        boards = await self.of_match(match_id, kind, state="live")
        return next((one for one in reversed(boards) if one.recipient == recipient), None)

    async def of_match(
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

    async def current(self, match_id: str) -> tuple[StoredMessage, ...]:
        """Return the messages of a match, oldest first: all live ones, and the newest of every kind."""
        return await self._db.read(lambda connection: get_current(connection, match_id))

    async def outdated_matches(self, after: str, limit: int) -> tuple[tuple[str, int], ...]:
        """Return running matches with no live message that shows them as they are now: id and version.

        They come in the order of their ids, from the first one after `after`, `limit` at most: one short query a page,
        however many matches there are.
        """
        values = {"after": after, "most": limit}

        def body(connection: Connection) -> tuple[tuple[str, int], ...]:
            return tuple((row.id, row.version) for row in connection.execute(_OUTDATED, values))

        return await self._db.read(body)

    async def change(
        self,
        message_id: int,
        *,
        now: int,
        version: int | None = None,
        state: MessageState | None = None,
        extra: str | None = None,
    ) -> bool:
        """Change what a message shows or whether it is live; None leaves as it is. False if it is unknown."""
        change = MessageChange(message_id, version, state, extra)
        return await self._db.write(lambda connection: _change(connection, change, now))

    async def doubt(self) -> None:
        """Note of every message of a match that is not over that nobody knows what it shows.

        So it is after a restore: messages were changed since then, and the rows know nothing of it.
        """
        open_matches = select(match.c.id).where(match.c.status.in_(("lobby", "running")))
        of_open = message.c.match_id.in_(open_matches)
        boards = update(message).where(of_open, message.c.kind.in_(("live", "dm")), message.c.state == "live")
        starts = update(message).where(of_open, message.c.kind == "start")

        def body(connection: Connection) -> None:
            connection.execute(boards.values(version=0))
            connection.execute(starts.values(extra=None))

        await self._db.write(body)

    async def record(self, notes: Iterable[MessageNote], *, now: int) -> None:
        """Note messages that were posted, and what has become of others, in their order; see `JobRepository.finish`."""
        await self._db.write(lambda connection: put_notes(connection, notes, now))


def get_current(connection: Connection, match_id: str) -> tuple[StoredMessage, ...]:
    """Return the messages of a match inside an open transaction; see `MessageRepository.current`."""
    return tuple(StoredMessage(*row) for row in connection.execute(_CURRENT, {"match_id": match_id}))


def get_direct(connection: Connection, match_id: str, user_id: int) -> Direct:
    """Return how a player is told of a match by direct message, inside an open transaction."""
    rows = connection.execute(_DIRECT, {"match_id": match_id, "user_id": user_id}).all()
    refused, *values = rows[0]
    settings = values[: len(PLAYER)]
    boards = (row[1 + len(PLAYER) :] for row in rows)
    return Direct(
        Player(user_id) if settings[0] is None else player_of(settings),
        tuple(StoredMessage(*board) for board in boards if board[0] is not None),
        bool(refused),
    )


def put_notes(connection: Connection, notes: Iterable[MessageNote], now: int) -> None:
    """Note messages inside an open transaction."""
    for note in notes:
        if isinstance(note, NewMessage):
            put_message(connection, note, now)
        else:
            _change(connection, note, now)


def _change(connection: Connection, change: MessageChange, now: int) -> bool:
    new = {"new_version": change.version, "new_state": change.state, "new_extra": change.extra}
    return connection.execute(_CHANGE, {"one": change.message_id, "now": now, **new}).rowcount > 0


def put_message(connection: Connection, new: NewMessage, now: int) -> int:
    """Note a posted message inside an open transaction; see `MessageRepository.add`."""
    row_id = connection.scalar(_KNOWN, {"one": new.message_id})
    if row_id is not None:
        _change(connection, MessageChange(new.message_id, new.version, "live", new.extra), now)
        return int(row_id)
    added = connection.execute(
        _ADD,
        {
            "match_id": new.match_id,
            "kind": new.kind,
            "recipient": new.recipient,
            "channel_id": new.channel_id,
            "message_id": new.message_id,
            "version": new.version,
            "state": "live",
            "extra": new.extra,
            "created_at": now,
            "updated_at": now,
        },
    )
    key = added.inserted_primary_key
    assert key is not None
    return int(key[0])
