"""`/healthz` and `/metrics` on a port of this machine, for whatever watches the bot."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Final

from aiohttp import web
from aiohttp.typedefs import Handler
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from bot import metrics
from bot.health.vitals import Examiner
from storage import StorageError

HOST: Final = "127.0.0.1"
"""Nobody but this machine; a proxy or a container's own check has to be on it, too."""
NAMES: Final = ("127.0.0.1", "localhost")
"""The names under which this machine is asked; a web page that points another name here gets nothing."""


@web.middleware
async def _local_only(request: web.Request, handler: Handler) -> web.StreamResponse:
    if request.url.host not in NAMES:
        raise web.HTTPForbidden
    return await handler(request)


def application(examiner: Examiner) -> web.Application:
    """Make the pages: 200 or 503 with the reasons, and the numbers."""

    async def healthz(_: web.Request) -> web.Response:
        vitals = await examiner.examine()
        return web.json_response(vitals.as_json(), status=200 if vitals.healthy else 503)

    async def numbers(_: web.Request) -> web.Response:
        with contextlib.suppress(StorageError):  # the other numbers are told all the same
            await examiner.backlog()
        return web.Response(body=generate_latest(metrics.REGISTRY), headers={"Content-Type": CONTENT_TYPE_LATEST})

    made = web.Application(middlewares=[_local_only])
    made.router.add_get("/healthz", healthz)
    made.router.add_get("/metrics", numbers)
    return made


async def serve(examiner: Examiner, port: int) -> None:
    """Serve until cancelled. Raises `OSError` where the port is taken."""
    runner = web.AppRunner(application(examiner), access_log=None)
    await runner.setup()
    try:
        await web.TCPSite(runner, HOST, port).start()
        await asyncio.Event().wait()
    finally:
        await runner.cleanup()
