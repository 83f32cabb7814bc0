"""The gateway: greeting, IDENTIFY, RESUME, heartbeats, compressed events, and disconnects on demand."""

from __future__ import annotations

import asyncio
import contextlib
import json
import zlib
from collections import deque
from typing import Any, Final, Protocol

from aiohttp import WSMsgType, web

from sandbox.people import Guild
from sandbox.protocol import UNREADABLE, Json
from sandbox.world import World

GUILDS: Final = 1 << 0
MEMBERS: Final = 1 << 1
GUILD_MESSAGES: Final = 1 << 9
DIRECT_MESSAGES: Final = 1 << 12
MESSAGE_CONTENT: Final = 1 << 15
PRIVILEGED: Final = MEMBERS | 1 << 8 | MESSAGE_CONTENT
"""Intents; privileged ones have to be granted in the developer portal."""
ACK_AFTER: Final = 0.2
"""Seconds until a heartbeat is acknowledged. discord.py notes when it sent one only after it has sent it, in another
thread: an answer that is faster than any network comes first, and it warns that it is a whole interval behind."""
MAX_CONCURRENCY: Final = 1
"""How many shards may begin a connection at the same time, each in a bucket of its own."""
IDENTIFY_EVERY: Final = 5.0
"""Seconds between two connections of the same bucket."""
OF_SERVERS: Final = frozenset({"GUILD_CREATE", "GUILD_UPDATE", "GUILD_DELETE"})
"""Events about a server itself."""
REMEMBERED: Final = 5000
"""How many events of a session can be sent again after a RESUME."""


class Host(Protocol):
    """What the gateway needs of the server that it is part of."""

    world: World
    token: str
    privileged_intents: int
    gateway_url: str


class Session:
    """A session of the bot, of one of its shards; it outlives its connection."""

    def __init__(self, name: str, intents: int, shard: int = 0, shards: int = 1) -> None:
        self.name = name
        self.shard = shard
        self.shards = shards
        self.intents = intents
        self.sequence = 0
        self.sent: deque[Json] = deque(maxlen=REMEMBERED)
        self.connection: Connection | None = None


class Connection:
    """One websocket of the bot."""

    def __init__(self, socket: web.WebSocketResponse, compression: str | None) -> None:
        self.socket = socket
        self._lock = asyncio.Lock()
        self._zlib = zlib.compressobj() if compression == "zlib-stream" else None

    async def send(self, payload: Json) -> None:
        """Send one payload, compressed if the bot asked for zlib; discord.py takes plain text whatever it asked for."""
        text = json.dumps(payload, separators=(",", ":"))
        async with self._lock:
            if self.socket.closed:
                return
            with contextlib.suppress(ConnectionError, RuntimeError):
                if self._zlib:
                    data = self._zlib.compress(text.encode()) + self._zlib.flush(zlib.Z_SYNC_FLUSH)
                    await self.socket.send_bytes(data)
                else:
                    await self.socket.send_str(text)


def _control(op: int, data: Any) -> Json:
    return {"op": op, "s": None, "t": None, "d": data}


class Gateway:
    """The event streams to the bot: to each shard, and to each process that serves it, for there may be two."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self.sessions: list[Session] = []
        """The oldest first."""
        self.log: list[str] = []
        """What happened: ``identify``, ``resume``, ``close 4000`` …"""
        self.hurried: list[int] = []
        """Shards that began a connection too soon after another one of the same bucket."""
        self.heartbeat_interval = 41.25
        self.ack_heartbeats = True
        self._outbox: asyncio.Queue[tuple[Session, Json]] = asyncio.Queue()
        self._identified: dict[int, float] = {}

    async def pump(self) -> None:
        """Send queued events until cancelled."""
        while True:
            session, payload = await self._outbox.get()
            if session.connection:
                await session.connection.send(payload)

    @property
    def session(self) -> Session | None:
        """Return the newest session."""
        return self.sessions[-1] if self.sessions else None

    @property
    def connected(self) -> bool:
        """Return True if a bot listens now."""
        return bool(self.listening())

    def listening(self, shard: int | None = None) -> list[Session]:
        """Return the sessions that listen now, to a shard or to any."""
        return [
            one
            for one in self.sessions
            if one.connection and not one.connection.socket.closed and shard in (None, one.shard)
        ]

    def emit(self, event: str, data: Json, intent: int = 0, *, to: Session | None = None) -> bool:
        """Queue an event for the shard that it belongs to, or for one session; it is kept for a RESUME.

        Returns whether a bot is connected to hear it.
        """
        heard = False
        for session in self._hearing(event, data) if to is None else (to,):
            if intent and not session.intents & intent:
                continue
            session.sequence += 1
            payload = {"op": 0, "t": event, "s": session.sequence, "d": data}
            session.sent.append(payload)
            if session.connection:
                self._outbox.put_nowait((session, payload))
                heard = True
        return heard

    def _hearing(self, event: str, data: Json) -> list[Session]:
        """Return the sessions that are told of an event: those of its server's shard, of shard 0 for a direct message.

        A new session of a shard takes the place of one that is not connected.
        """
        guild = data.get("guild_id") or (data.get("id") if event in OF_SERVERS else None) or 0
        return [one for one in self.sessions if (int(guild) >> 22) % one.shards == one.shard]

    async def handle(self, request: web.Request) -> web.WebSocketResponse:
        """Serve one connection of the bot, from the greeting to its end."""
        socket = web.WebSocketResponse(max_msg_size=0)
        await socket.prepare(request)
        connection = Connection(socket, request.query.get("compress"))
        interval = int(self.heartbeat_interval * 1000)
        await connection.send(_control(10, {"heartbeat_interval": interval, "_trace": []}))
        mine: Session | None = None
        acknowledging: set[asyncio.Task[None]] = set()
        async for raw in socket:
            if raw.type is not WSMsgType.TEXT:
                break
            try:
                message = json.loads(raw.data)
                op, data = message["op"], message.get("d")
                if op == 1 and self.ack_heartbeats:
                    task = asyncio.create_task(self._acknowledge(connection))
                    acknowledging.add(task)
                    task.add_done_callback(acknowledging.discard)
                elif op == 2:
                    mine = await self._identify(connection, data)
                elif op == 6:
                    mine = await self._resume(connection, data)
                elif op == 8 and mine:
                    self._members(mine, data)
            except UNREADABLE:
                await socket.close(code=4002, message=b"Error while decoding payload.")
        for task in acknowledging:
            task.cancel()
        self.log.append(f"close {socket.close_code}")
        if mine and mine.connection is connection:
            mine.connection = None
            if mine in self.sessions and socket.close_code in (1000, 1001):  # a clean end ends the session
                self.sessions.remove(mine)
        return socket

    async def _acknowledge(self, connection: Connection) -> None:
        await asyncio.sleep(ACK_AFTER)
        await connection.send(_control(11, None))

    async def _identify(self, connection: Connection, data: Json) -> Session | None:
        self.log.append("identify")
        if data["token"] != self.host.token:
            await connection.socket.close(code=4004, message=b"Authentication failed.")
            return None
        if data["intents"] & PRIVILEGED & ~self.host.privileged_intents:
            await connection.socket.close(code=4014, message=b"Disallowed intent(s).")
            return None
        world = self.host.world
        shard, shards = data.get("shard") or (0, 1)
        self._note_turn(shard, shards)
        # What was of this shard and has no connection can be resumed no longer; its process was started anew.
        self.sessions = [one for one in self.sessions if one.connection or (one.shard, one.shards) != (shard, shards)]
        session = Session(f"session{world.snowflake()}", data["intents"], shard, shards)
        self.sessions.append(session)
        session.connection = connection
        self.emit("READY", self._ready(session), to=session)
        if session.intents & GUILDS:
            for guild in self._guilds(session):
                payload = world.guild_payload(guild, all_members=bool(session.intents & MEMBERS))
                self.emit("GUILD_CREATE", payload, to=session)
        return session

    def _note_turn(self, shard: int, shards: int) -> None:
        """Note a shard that begins sooner than Discord lets it: one every five seconds, in each of the buckets."""
        now, bucket = asyncio.get_running_loop().time(), shard % MAX_CONCURRENCY
        if shards > 1 and now - self._identified.get(bucket, -IDENTIFY_EVERY) < IDENTIFY_EVERY:
            self.hurried.append(shard)
        self._identified[bucket] = now

    def _guilds(self, session: Session) -> list[Guild]:
        """Return the servers of a session's shard."""
        return [one for one in self.host.world.guilds.values() if (one.id >> 22) % session.shards == session.shard]

    def _ready(self, session: Session) -> Json:
        world = self.host.world
        return {
            "v": 10,
            "user": {**world.bot.payload(), "verified": True, "mfa_enabled": True, "email": None},
            "user_settings": {},
            "guilds": [{"id": str(one.id), "unavailable": True} for one in self._guilds(session)],
            "session_id": session.name,
            "session_type": "normal",
            "resume_gateway_url": self.host.gateway_url,
            "private_channels": [],
            "relationships": [],
            "presences": [],
            "shard": [session.shard, session.shards],
            "application": {"id": str(world.bot.id), "flags": 0},
        }

    async def _resume(self, connection: Connection, data: Json) -> Session | None:
        self.log.append("resume")
        session = next((one for one in self.sessions if one.name == data["session_id"]), None)
        if session is None:
            await connection.send(_control(9, False))
            return None
        session.connection = connection
        for payload in session.sent:
            if payload["s"] > data["seq"]:
                self._outbox.put_nowait((session, payload))
        self.emit("RESUMED", {"_trace": []}, to=session)
        return session

    def _members(self, session: Session, data: Json) -> None:
        guild = self.host.world.guilds[int(data["guild_id"])]
        members = list(guild.members.values())
        if data.get("user_ids"):
            wanted = {int(user) for user in data["user_ids"]}
            members = [m for m in members if m.user.id in wanted]
        elif data.get("query"):
            members = [m for m in members if (m.nick or m.user.name).lower().startswith(data["query"].lower())]
        chunk: Json = {
            "guild_id": str(guild.id),
            "members": [m.payload() for m in members[: data.get("limit") or None]],
            "chunk_index": 0,
            "chunk_count": 1,
            "not_found": [],
            "presences": [],
            "nonce": data.get("nonce"),
        }
        self.emit("GUILD_MEMBERS_CHUNK", chunk, to=session)

    # Faults

    async def drop(self, code: int = 4000) -> None:
        """Close all connections from this side; after 4000 the bot resumes."""
        for session in self.listening():
            assert session.connection is not None
            socket, session.connection = session.connection.socket, None
            await socket.close(code=code)

    async def ask_reconnect(self) -> None:
        """Ask the bot to reconnect (opcode 7)."""
        for session in self.listening():
            assert session.connection is not None
            await session.connection.send(_control(7, None))

    async def invalidate(self, *, resumable: bool = False) -> None:
        """Declare all sessions invalid (opcode 9); else than resumable, events are lost until the next IDENTIFY."""
        for session in self.listening():
            assert session.connection is not None
            await session.connection.send(_control(9, resumable))
            if not resumable:
                session.connection = None
                self.sessions.remove(session)
