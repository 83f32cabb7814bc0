"""Who may talk to the sandbox at all: programs on this machine and its own page, whatever else a browser has open."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final
from urllib.parse import urlsplit

from aiohttp import web

HOSTS: Final = frozenset({"127.0.0.1", "localhost"})
"""The names under which the sandbox answers. A page elsewhere may point a name of its own to this machine; the browser
then lets it read the answers, and only the name in the request tells."""
REFUSAL: Final = "the sandbox answers its own page and the bot on this machine only"


def from_here(request: web.BaseRequest) -> bool:
    """Whether a request is meant for this machine and does not come from another web page."""
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
