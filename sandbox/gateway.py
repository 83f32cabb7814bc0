"""The gateway: greeting, IDENTIFY, RESUME, heartbeats, compressed events, and disconnects on demand."""

from __future__ import annotations

import asyncio
import contextlib
import json
import zlib
from collections import deque
from typing import Any, Final, Protocol

from aiohttp import WSMsgType, web

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
REMEMBERED: Final = 5000
"""How many events of a session can be sent again after a RESUME."""


class Host(Protocol):
    """What the gateway needs of the server that it is part of."""

    world: World
    token: str
    privileged_intents: int
    gateway_url: str


class Session:
    """A session of the bot; it outlives its connection."""

    def __init__(self, name: str, intents: int) -> None:
        self.name = name
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
    """The event stream to the bot, for one shard."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self.session: Session | None = None
        self.log: list[str] = []
        """What happened: ``identify``, ``resume``, ``close 4000`` …"""
        self.heartbeat_interval = 41.25
        self.ack_heartbeats = True
        self._outbox: asyncio.Queue[tuple[Session, Json]] = asyncio.Queue()

    async def pump(self) -> None:
        """Send queued events until cancelled."""
        while True:
            session, payload = await self._outbox.get()
            if session.connection:
                await session.connection.send(payload)

    @property
    def connected(self) -> bool:
        """Return True if a bot listens now."""
        return bool(self.session and self.session.connection and not self.session.connection.socket.closed)

    def emit(self, event: str, data: Json, intent: int = 0) -> bool:
        """Queue an event; it is kept for a RESUME. Returns whether a bot is connected to hear it."""
        session = self.session
        if session is None or (intent and not session.intents & intent):
            return False
        session.sequence += 1
        payload = {"op": 0, "t": event, "s": session.sequence, "d": data}
        session.sent.append(payload)
        if session.connection:
            self._outbox.put_nowait((session, payload))
        return session.connection is not None

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
                    self._members(data)
            except UNREADABLE:
                await socket.close(code=4002, message=b"Error while decoding payload.")
        for task in acknowledging:
            task.cancel()
        self.log.append(f"close {socket.close_code}")
        if mine and mine.connection is connection:
            mine.connection = None
            if self.session is mine and socket.close_code in (1000, 1001):  # a clean end ends the session
                self.session = None
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
        session = self.session = Session(f"session{world.snowflake()}", data["intents"])
        session.connection = connection
        self.emit("READY", self._ready(session))
        if session.intents & GUILDS:
            for guild in world.guilds.values():
                payload = world.guild_payload(guild, all_members=bool(session.intents & MEMBERS))
                self.emit("GUILD_CREATE", payload)
        return session

    def _ready(self, session: Session) -> Json:
        world = self.host.world
        return {
            "v": 10,
            "user": {**world.bot.payload(), "verified": True, "mfa_enabled": True, "email": None},
            "user_settings": {},
            "guilds": [{"id": str(number), "unavailable": True} for number in world.guilds],
            "session_id": session.name,
            "session_type": "normal",
            "resume_gateway_url": self.host.gateway_url,
            "private_channels": [],
            "relationships": [],
            "presences": [],
            "shard": [0, 1],
            "application": {"id": str(world.bot.id), "flags": 0},
        }

    async def _resume(self, connection: Connection, data: Json) -> Session | None:
        self.log.append("resume")
        session = self.session
        if session is None or session.name != data["session_id"]:
            await connection.send(_control(9, False))
            return None
        session.connection = connection
        for payload in session.sent:
            if payload["s"] > data["seq"]:
                self._outbox.put_nowait((session, payload))
        self.emit("RESUMED", {"_trace": []})
        return session

    def _members(self, data: Json) -> None:
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
        self.emit("GUILD_MEMBERS_CHUNK", chunk)

    # Faults

    async def drop(self, code: int = 4000) -> None:
        """Close the connection from this side; after 4000 the bot resumes."""
        if self.session and self.session.connection:
            socket, self.session.connection = self.session.connection.socket, None
            await socket.close(code=code)

    async def ask_reconnect(self) -> None:
        """Ask the bot to reconnect (opcode 7)."""
        if self.session and self.session.connection:
            await self.session.connection.send(_control(7, None))

    async def invalidate(self, *, resumable: bool = False) -> None:
        """Declare the session invalid (opcode 9); else than resumable, the events until the next IDENTIFY are lost."""
        if self.session and self.session.connection:
            await self.session.connection.send(_control(9, resumable))
            if not resumable:
                self.session.connection, self.session = None, None
