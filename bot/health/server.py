"""`/healthz` and `/metrics` on a port of this machine, for whatever watches the bot.

Whoever else is on this machine can connect, too, and so can web pages in a browser on it: they get nothing that names
anybody, and take neither the bot's files nor its database from it, however often they ask.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from typing import Any, Final, Generic, TypeVar

from aiohttp import web
from aiohttp.http_exceptions import HttpProcessingError
from aiohttp.typedefs import Handler
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from bot import metrics
from bot.health.vitals import Examiner
from storage import StorageError

T = TypeVar("T")

log = logging.getLogger("bot.health")
# What strangers send that is no HTTP is no failure of the bot's, however often they do.
log.addFilter(lambda record: not isinstance((record.exc_info or (None, None))[1], HttpProcessingError))

HOST: Final = "127.0.0.1"
"""Nobody but this machine; a proxy or a container's own check has to be on it, too."""
LONGEST: Final = 15.0
"""Seconds after which a connection ends, whatever it is in the middle of; an answer takes the third of it at most."""
MOST: Final = 64
"""Connections at the same time; each is one of the files that the bot can have open."""
NAMES: Final = ("127.0.0.1", "localhost")
"""The names under which this machine is asked; a web page that points another name here gets nothing."""


@web.middleware
async def _local_only(request: web.Request, handler: Handler) -> web.StreamResponse:
    try:
        host = request.url.host
    except ValueError:  # no name at all
        host = None
    if host not in NAMES:
        raise web.HTTPForbidden
    return await handler(request)


class Connections:
    """A factory of connections for a server: each ends after a while, and the oldest where there are too many.

    aiohttp itself waits for ever for somebody who connects and says nothing.
    """

    def __init__(self, server: web.Server) -> None:
        self._server = server
        self._open: OrderedDict[asyncio.Protocol, asyncio.TimerHandle] = OrderedDict()

    def __call__(self) -> asyncio.Protocol:
        """Make the next connection."""
        made = self._server()
        later = asyncio.get_running_loop().call_later(LONGEST, self._end, made)
        self._open[made] = later
        if len(self._open) > MOST:
            self._end(next(iter(self._open)))
        return made

    def _end(self, one: asyncio.Protocol) -> None:
        self._open.pop(one).cancel()
        transport = getattr(one, "transport", None)
        if transport is not None:
            transport.abort()


class Shared(Generic[T]):
    """Work that is done once for all who ask while it is on: a thousand questions are one transaction."""

    def __init__(self, work: Callable[[], Coroutine[Any, Any, T]]) -> None:
        self._work = work
        self._task: asyncio.Task[T] | None = None

    async def __call__(self) -> T:
        """Return what comes of it. Raises what the work raises."""
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._work())
        return await asyncio.shield(self._task)


def application(examiner: Examiner) -> web.Application:
    """Make the pages: 200 or 503 with the reasons, and the numbers."""
    examine, backlog = Shared(examiner.examine), Shared(examiner.backlog)

    async def healthz(_: web.Request) -> web.Response:
        vitals = await examine()
        return web.json_response(vitals.as_json(), status=200 if vitals.healthy else 503)

    async def numbers(_: web.Request) -> web.Response:
        with contextlib.suppress(StorageError):  # the other numbers are told all the same
            await backlog()
        return web.Response(body=generate_latest(metrics.REGISTRY), headers={"Content-Type": CONTENT_TYPE_LATEST})

    made = web.Application(middlewares=[_local_only])
    made.router.add_get("/healthz", healthz)
    made.router.add_get("/metrics", numbers)
    return made


async def serve(examiner: Examiner, port: int) -> None:
    """Serve until cancelled. Raises `OSError` where the port is taken."""
    runner = web.AppRunner(application(examiner), access_log=None, logger=log)
    await runner.setup()
    try:
        assert runner.server is not None
        listening = await asyncio.get_running_loop().create_server(Connections(runner.server), HOST, port)
        async with listening:
            await listening.serve_forever()
    finally:
        await runner.cleanup()
