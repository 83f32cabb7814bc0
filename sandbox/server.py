"""The HTTP side: REST API v10, files and the gateway on 127.0.0.1, with a log of all requests and faults on demand."""

from __future__ import annotations

import asyncio
import base64
import hmac
import json
import re
import secrets
import time
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any, Final
from urllib.parse import urlsplit

from aiohttp import BodyPartReader, web
from aiohttp.http_exceptions import HttpProcessingError

from sandbox import routes
from sandbox.gateway import Gateway
from sandbox.posting import Posting
from sandbox.protocol import UNREADABLE, ApiError, form_error, unreadable
from sandbox.schemas import Schemas
from sandbox.traffic import Action, Buckets, Fault, Request, find_route
from sandbox.world import World

HOSTS: Final = frozenset({"127.0.0.1", "localhost"})
"""The names under which the sandbox answers. A page elsewhere may point a name of its own to this machine; the browser
then lets it read the answers, and only the name in the request tells."""
REFUSAL: Final = "the sandbox answers its own page and the bot on this machine only"


def from_here(request: web.BaseRequest) -> bool:
    """Return True if a request is meant for this machine and does not come from another web page."""
    origin = request.headers.get("Origin")  # browsers send it with whatever another page starts, programs do not
    try:
        named = urlsplit(f"//{request.host}").hostname
        return named in HOSTS and (origin is None or urlsplit(origin).netloc == request.host)
    except ValueError:
        return False


@web.middleware
async def guard(
    request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
) -> web.StreamResponse:
    """Refuse everything else, whatever is asked for: the API, the gateway, files and the page alike."""
    if not from_here(request):
        raise web.HTTPForbidden(text=REFUSAL)
    return await handler(request)


ADDRESS: Final = "127.0.0.1"
API: Final = "/api/v10"
WITHOUT_TOKEN: Final = ("/interactions", "/webhooks")
"""Routes whose path is the authorization."""
CHECKED: Final = 8
"""How many answers of each route are checked in `Server.deviations`."""
FILE_HEADERS: Final = {"X-Content-Type-Options": "nosniff", "Cross-Origin-Resource-Policy": "same-origin"}
REFUSED: Final = frozenset({400, 405, 413})
"""Statuses that a correct bot never sees."""

routes.load()


class Server:
    """A local Discord without people.

    `token` is the bot's; without one there is a new one at every start, and only the bot of this sandbox is told it.
    `ack_window` and `token_ttl` are seconds: until an interaction has failed, until its token has expired.
    `max_upload` is in bytes, `latency` in seconds before each answer; `log_limit` is how many requests are remembered;
    with `rate_limits` there are those of `Buckets`.
    """

    def __init__(
        self,
        *,
        token: str | None = None,
        ack_window: float = 3.0,
        token_ttl: float = 900.0,
        max_upload: int = 10 * 1024 * 1024,
        privileged_intents: int = 0,
        rate_limits: bool = False,
        latency: float = 0.0,
        log_limit: int = 100_000,
    ) -> None:
        self.ack_window = ack_window
        self.token_ttl = token_ttl
        self.max_upload = max_upload
        self.privileged_intents = privileged_intents
        self.latency = latency
        self.world = World()
        self.token = token or ""
        self.gateway = Gateway(self)
        self.posting = Posting(self.world, self.gateway, max_upload)
        self.schemas = Schemas()
        self.requests: deque[Request] = deque(maxlen=log_limit)
        self.rejected: deque[Request] = deque(maxlen=1000)
        """Requests that were refused as malformed: a correct bot makes none."""
        self.unknown: deque[str] = deque(maxlen=1000)
        """Requests to routes that the sandbox does not have."""
        self.lint: deque[str] = deque(maxlen=1000)
        """What Discord takes, but no bot should send."""
        self.save: Callable[[], None] = lambda: None
        """Called when what the bot relies on for good has changed: it must not be lost in a crash."""
        self.timekeepers: list[Callable[[int], None]] = []
        """Told by how many milliseconds the time is ahead of the machine's, whenever somebody has moved it on."""
        self.faults: list[Fault] = []
        self.served = 0
        """How many requests there were, forgotten ones too."""
        self.limited = 0
        """How many requests were refused because there were too many."""
        self.in_flight = 0
        self.last_activity = 0.0
        self.port = 0
        self.url = ""
        self.gateway_url = ""
        self._buckets = Buckets() if rate_limits else None
        self._runner: web.AppRunner | None = None
        self._pump: asyncio.Task[None] | None = None

    @property
    def _authorization(self) -> bytes:
        return f"Bot {self.token}".encode()

    @property
    def application_id(self) -> int:
        """Return the id of the bot's application, which is its user's too."""
        return self.world.bot.id

    # Life

    def application(self) -> web.Application:
        """Return the web application; subclasses add to it."""
        app = web.Application(client_max_size=256 * 1024 * 1024, middlewares=[guard])
        app.router.add_get("/gateway", self.gateway.handle)
        app.router.add_get("/attachments/{channel}/{id}/{name}", self._file)
        app.router.add_route("*", API + "/{tail:.*}", self._rest)
        return app

    async def start(self, port: int = 0) -> None:
        """Listen on loopback, on any free port unless one is given. Raises `OSError`."""
        self._runner = web.AppRunner(self.application(), shutdown_timeout=0.5, access_log=None)
        await self._runner.setup()
        await web.TCPSite(self._runner, ADDRESS, port).start()
        self.token = self.token or _new_token(self.world.bot.id)
        self.port = self._runner.addresses[0][1]
        self.url = f"http://{ADDRESS}:{self.port}"
        self.world.serve_from(self.url)
        self.gateway_url = f"ws://{ADDRESS}:{self.port}/gateway"
        self._pump = asyncio.create_task(self.gateway.pump())

    async def stop(self) -> None:
        """Close all connections."""
        if self._pump is not None:
            self._pump.cancel()
        if self._runner is not None:
            await self._runner.cleanup()

    def fault(
        self, method: str, path: str, action: Action, *, times: int = 1, seconds: float = 0.3, is_global: bool = False
    ) -> Fault:
        """Let the next requests of this kind fail; see `Fault`."""
        self.faults.append(Fault(method, path, action, times, seconds, is_global))
        return self.faults[-1]

    @property
    def deviations(self) -> list[str]:
        """Return the answers of the sandbox itself that break Discord's schemas.

        The newest answers of each route are checked, because checking thousands of them takes minutes.
        """
        newest: dict[tuple[str, str, int], list[Request]] = {}
        for request in reversed(self.requests):
            some = newest.setdefault((request.method, request.template, request.status), [])
            if 200 <= request.status < 300 and request.answer is not None and len(some) < CHECKED:
                some.append(request)
        return [
            f"{r.method} {r.template}: {line}"
            for some in newest.values()
            for r in some
            for line in self.schemas.check_answer(r.method, r.template, r.status, r.answer)
        ]

    # One request

    async def _file(self, request: web.Request) -> web.StreamResponse:
        number = request.match_info["id"]
        stored = self.world.files.get(int(number)) if number.isdecimal() else None
        if stored is None:
            return web.Response(status=404)
        safe = stored.content_type if stored.content_type.startswith("image/") else "text/plain; charset=utf-8"
        return web.Response(body=stored.data, headers={**FILE_HEADERS, "Content-Type": safe})

    async def _rest(self, raw: web.Request) -> web.StreamResponse:
        self.in_flight += 1
        try:
            return await self._serve(raw)
        finally:
            self.in_flight -= 1
            self.last_activity = time.monotonic()

    async def _serve(self, raw: web.Request) -> web.StreamResponse:
        request = Request(raw.method, raw.path.removeprefix(API), dict(raw.query))
        request.authorized = hmac.compare_digest(raw.headers.get("Authorization", "").encode(), self._authorization)
        try:
            await _read(raw, request)
            unread: ApiError | None = None
        except (AssertionError, HttpProcessingError, *UNREADABLE) as error:
            unread = unreadable(error)
        except ConnectionResetError:  # a bot that is killed while it sends: nothing was asked, and nobody reads this
            return web.Response()
        self.requests.append(request)
        self.served += 1
        if self.latency:
            await asyncio.sleep(self.latency)
        fault = next((f for f in self.faults if f.hits(request)), None)
        action = fault.action if fault else None
        if fault and action == "delay":
            await asyncio.sleep(fault.seconds)
        elif action == "drop":
            return _hung_up(raw)
        elif fault and isinstance(action, int):
            return _failing(request, fault)
        headers = {"Via": "1.1 sandbox"}
        try:
            self._limit(request, headers)
            if unread is not None:
                raise unread
            request.status, request.answer = self._perform(request)
        except ApiError as error:
            request.status, request.answer = error.status, error.body
        if request.status in REFUSED:
            self.rejected.append(request)
        self.lint.extend(f"{request.method} {request.template}: {line}" for line in request.lint)
        request.files = {number: (name, b"") for number, (name, _) in request.files.items()}
        if action == "lost":
            return _hung_up(raw)
        if request.status == 204:
            return web.Response(status=204, headers=headers)
        return _json(request.answer, request.status, headers)

    def _limit(self, request: Request, headers: dict[str, str]) -> None:
        limit = self._buckets.take(request, headers) if self._buckets else None
        if limit is not None:
            self.limited += 1
            raise ApiError(429, 0, "You are being rate limited.", retry_after=limit.wait, **{"global": limit.is_global})

    def _perform(self, request: Request) -> tuple[int, Any]:
        matched = find_route(request.method, request.path)
        if matched is None:
            self.unknown.append(f"{request.method} {request.path}")
            raise ApiError(404, 0, "404: Not Found (the sandbox does not have this route)")
        request.template, handler, parameters = matched
        if not request.authorized and not request.template.startswith(WITHOUT_TOKEN):
            raise ApiError(401, 0, "401: Unauthorized")
        try:
            if request.method in ("POST", "PUT", "PATCH"):
                body = request.body if request.body is not None else {}
                problems, request.lint = self.schemas.check(request.method, request.template, body)
                if problems:
                    raise form_error(*problems)
            result = handler(self, request, **parameters)
        except UNREADABLE as error:
            raise unreadable(error) from error
        if isinstance(result, tuple):
            status, body = result
            return int(status), body
        return (204, None) if result is None else (200, result)


async def _read(raw: web.Request, request: Request) -> None:
    """Read the body and the uploads. Anything odd raises `AssertionError`, aiohttp's error or one of `UNREADABLE`."""
    if raw.content_type.startswith("multipart/"):
        async for part in await raw.multipart():
            assert isinstance(part, BodyPartReader), "a multipart body in a multipart body"
            data = bytes(await part.read(decode=False))
            if part.name == "payload_json":
                request.body = json.loads(data)
            elif match := re.fullmatch(r"files\[(\d+)\]", part.name or ""):
                request.files[int(match[1])] = (part.filename or "file", data)
    elif raw.can_read_body:
        request.body = json.loads(await raw.text() or "null")


def _new_token(bot: int) -> str:
    """Return a token in the shape of Discord's: whose it is, when it was made, and a secret."""
    whose = base64.urlsafe_b64encode(str(bot).encode()).decode().rstrip("=")
    return f"{whose}.{secrets.token_urlsafe(5)[:6]}.{secrets.token_urlsafe(28)}"


def _json(body: Any, status: int, headers: dict[str, str]) -> web.Response:
    # discord.py compares the content type with exactly this text, so no charset may follow.
    return web.Response(
        body=json.dumps(body).encode(), status=status, headers={**headers, "Content-Type": "application/json"}
    )


def _hung_up(raw: web.Request) -> web.Response:
    assert raw.transport is not None
    raw.transport.close()
    return web.Response()


def _failing(request: Request, fault: Fault) -> web.Response:
    request.status = int(fault.action)
    headers = {"Via": "1.1 sandbox"}  # without it discord.py takes a 429 for a ban
    if fault.action != 429:
        page = "<html>upstream error</html>"
        return web.Response(status=request.status, text=page, content_type="text/html", headers=headers)
    headers |= {"Retry-After": str(fault.seconds), "X-RateLimit-Scope": "global" if fault.is_global else "user"}
    if fault.is_global:
        headers["X-RateLimit-Global"] = "true"
    sentence = "You are being rate limited."
    return _json({"message": sentence, "retry_after": fault.seconds, "global": fault.is_global}, 429, headers)
