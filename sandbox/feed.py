"""The page and its websockets: each seat is told what its person sees, and does what that person may do."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
from collections.abc import Mapping
from importlib import resources
from typing import Any, Final

from aiohttp import WSMsgType, web

from sandbox import beginning
from sandbox.delivery import Delivery
from sandbox.messages import Channel, Message
from sandbox.player import Hands, Player
from sandbox.protocol import DEFAULT, LOADING, LOCALES, UNREADABLE, ApiError, CannotDo, Json

log = logging.getLogger("sandbox")

KINDS: Final = {
    "index.html": "text/html",
    "page.css": "text/css",
    "main.js": "text/javascript",
    "seat.js": "text/javascript",
    "message.js": "text/javascript",
    "markdown.js": "text/javascript",
    "composer.js": "text/javascript",
    "modal.js": "text/javascript",
    "dom.js": "text/javascript",
    "time.js": "text/javascript",
    "words.js": "text/javascript",
    "icon.svg": "image/svg+xml",
}
"""What is served, and as what."""
HEADERS: Final = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-cache",
}
STEPS: Final = {"hour": 3_600_000, "day": 86_400_000}
"""By how many milliseconds the page moves the time on."""
LAST: Final = 60
"""How many messages of a channel a seat gets when it opens it."""


class Feed:
    """Serves the page and keeps all seats current."""

    def __init__(self, server: Delivery, players: Mapping[str, Player]) -> None:
        self.server = server
        self.players = players
        self._seats: set[SeatFeed] = set()

    def add_to(self, app: web.Application) -> None:
        """Add the page's routes."""
        app.router.add_get("/", self._index)
        app.router.add_get("/page/socket", self._socket)
        app.router.add_get("/page/people", self._people)
        app.router.add_post("/page/time/{step}", self._pass)
        app.router.add_get("/page/{name}", self._asset)

    def changed(self, what: Message | Channel) -> None:
        """Tell every seat of what has changed."""
        for seat in self._seats:
            seat.note(what)

    def moved(self, ahead: int) -> None:
        """Tell every seat by how many milliseconds the time is ahead of the machine's."""
        for seat in self._seats:
            seat.moved(ahead)

    async def _pass(self, request: web.Request) -> web.Response:
        """Let an hour or a day pass."""
        step = STEPS.get(request.match_info["step"])
        if step is None:
            raise web.HTTPNotFound(text=f"time passes by {' or '.join(STEPS)}")
        self.server.advance(step)
        return web.json_response({"ahead": self.server.world.ahead}, headers=HEADERS)

    async def _index(self, request: web.Request) -> web.Response:
        return self._file("index.html")

    async def _asset(self, request: web.Request) -> web.Response:
        return self._file(request.match_info["name"])

    def _file(self, name: str) -> web.Response:
        if name not in KINDS:
            raise web.HTTPNotFound
        text = resources.files("sandbox").joinpath("page", name).read_text(encoding="utf-8")
        return web.Response(text=text, content_type=KINDS[name], charset="utf-8", headers=HEADERS)

    async def _people(self, request: web.Request) -> web.Response:
        people = [{"seat": name, "name": player.user.display_name} for name, player in self.players.items()]
        return web.json_response(people, headers=HEADERS)

    async def _socket(self, request: web.Request) -> web.WebSocketResponse:
        player = self.players.get(request.query.get("seat", ""))
        if player is None:
            raise web.HTTPNotFound(text="there is no such seat")
        socket = web.WebSocketResponse(heartbeat=30, max_msg_size=256 * 1024)
        await socket.prepare(request)
        seat = SeatFeed(self.server, self.players, player, socket)
        self._seats.add(seat)
        try:
            await seat.run()
        finally:
            self._seats.discard(seat)
        return socket


class SeatFeed:
    """One person's page, or one of the seats on it."""

    def __init__(
        self, server: Delivery, players: Mapping[str, Player], player: Player, socket: web.WebSocketResponse
    ) -> None:
        self.server = server
        self.player = player
        self._players = players
        self.socket = socket
        self.hands = Hands(server, player)
        self._waiting: dict[int, Message | Channel] = {}
        self._news = asyncio.Event()
        self._ahead: int | None = None
        """By how much the time is ahead, where this page was not told yet."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._shown: set[int] = set()
        """The ids of the messages that this page has been told of."""

    def note(self, what: Message | Channel) -> None:
        """Note that something has changed; it is sent as it is when its turn comes."""
        self._waiting[what.id if isinstance(what, Message) else -what.id] = what
        self._news.set()

    def moved(self, ahead: int) -> None:
        """Note that the time was moved on."""
        self._ahead = ahead
        self._news.set()

    async def run(self) -> None:
        """Talk to the page until it is closed."""
        await self._send({"kind": "hello", **self._hello()})
        writer = asyncio.create_task(self._write())
        try:
            async for raw in self.socket:
                if raw.type is not WSMsgType.TEXT:
                    break
                task = asyncio.create_task(self._obey(raw.data))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)
        finally:
            for task in (writer, *self._tasks):
                task.cancel()

    async def _send(self, data: Json) -> None:
        with contextlib.suppress(ConnectionError, RuntimeError):
            await self.socket.send_str(json.dumps(data))

    async def _write(self) -> None:
        while True:
            await self._news.wait()
            self._news.clear()
            waiting, self._waiting = self._waiting, {}
            ahead, self._ahead = self._ahead, None
            if ahead is not None:
                await self._send({"kind": "time", "ahead": ahead})
            if any(isinstance(what, Channel) for what in waiting.values()):
                await self._send({"kind": "places", "places": self._places()})
            for what in waiting.values():
                if isinstance(what, Message):
                    await self._tell(what)

    async def _tell(self, message: Message) -> None:
        if self.player.sees(message):
            self._shown.add(message.id)
            await self._send({"kind": "message", "message": self._message(message)})
        elif message.id in self._shown:
            self._shown.discard(message.id)
            await self._send({"kind": "gone", "id": str(message.id), "place": str(message.channel.id)})

    def _hello(self) -> Json:
        world, user = self.server.world, self.player.user
        people = [{"id": str(u.id), "name": u.display_name, "bot": u.bot} for u in world.users.values()]
        return {
            "me": {"id": str(user.id), "name": user.display_name, "locale": user.locale},
            "locales": LOCALES,
            "server_locale": next((g.preferred_locale for g in world.guilds.values()), DEFAULT),
            "people": [p for p in people if p["name"] != "Owner"],
            "guild": next((g.name for g in world.guilds.values()), ""),
            "places": self._places(),
            "ahead": world.ahead,
        }

    def _places(self) -> list[Json]:
        return [
            {
                "id": str(place.id),
                "type": place.type,
                "name": place.name or self.server.world.bot.display_name,
                "parent": str(place.parent.id) if place.parent else None,
                "archived": place.archived,
            }
            for place in self.server.world.places(self.player.user)
        ]

    def _message(self, message: Message) -> Json:
        acted = message.interaction
        used = acted is not None and acted.type == 2 and acted.original is message
        return message.payload() | {
            "place": str(message.channel.id),
            "ephemeral": message.ephemeral_for is not None,
            "pending": bool(message.flags & LOADING),
            "pinged": self.player.user in message.pinged,
            "used": {"name": acted.user.display_name, "command": acted.name} if used and acted else None,
            "thread": str(message.thread.id) if message.thread and not message.thread.deleted else None,
        }

    # What the page asks for

    async def _obey(self, text: str) -> None:
        answer: Json = {"kind": "answer", "ref": None, "ok": True}
        try:
            asked = json.loads(text)
            answer["ref"] = asked.get("ref")
            answer |= await self._do(asked)
        except (CannotDo, ApiError) as refusal:
            answer |= {"ok": False, "error": str(refusal)}
        except UNREADABLE as error:
            log.warning("the page sent something odd: %r", error)
            answer |= {"ok": False, "error": "That did not make sense to the sandbox."}
        await self._send(answer)

    async def _do(self, asked: Json) -> Json:
        what = asked["do"]
        if what == "open":
            place = self.hands.place(asked["place"])
            shown = [m for m in self.player.messages(place) if not m.ephemeral_for][-LAST:]
            self._shown.update(m.id for m in shown)
            return {"messages": [self._message(m) for m in shown]}
        if what == "commands":
            return {"commands": self.hands.commands(asked["place"])}
        if what == "games":
            commands = self.hands.commands(asked["place"])
            return {"games": beginning.games(commands), "levels": beginning.levels(commands)}
        if what == "begin":
            place, game = self.hands.place(asked["place"]), str(asked["game"])
            if asked.get("guest"):
                guest = self._players[asked["guest"]]
                thread = await beginning.begin(self.server, self.player, guest, place, game)
            else:
                commands = self.hands.commands(asked["place"])
                level = str(asked["level"]) if asked.get("level") else None
                thread = await beginning.begin_alone(self.server, self.player, place, game, commands, level)
            return {"thread": str(thread.id)}
        actions: dict[str, Any] = {
            "slash": self.hands.slash,
            "autocomplete": self.hands.autocomplete,
            "click": self.hands.click,
            "select": self.hands.select,
            "submit": self.hands.submit,
            "say": self.hands.say,
            "language": self.hands.language,
            "server language": self.hands.server_language,
        }
        done: Json = await actions[what](asked)
        return done
