"""REST requests as they came in, the faults that can be injected, and the table of routes."""

from __future__ import annotations

import fnmatch
import re
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from sandbox.protocol import Json

ANSWERS: Final = ("/interactions/", "/webhooks/")
"""What answers interactions; it does not count among the requests that a bot may make in a second."""
Handler = Callable[..., Any]
"""Takes the server, the request and the path's parameters; returns the body of the answer, `None` for 204, or a pair
of status and body. Raises `ApiError`."""


@dataclass(eq=False)
class Request:
    """One REST call of the bot, as received and as answered."""

    method: str
    path: str
    query: dict[str, str] = field(default_factory=dict)
    body: Any = None
    files: dict[int, tuple[str, bytes]] = field(default_factory=dict, repr=False)
    """Uploads by their numbers: name and content."""
    template: str = ""
    """The route that it was for; empty: none is known."""
    authorized: bool = False
    at: float = field(default_factory=time.monotonic)
    status: int = 0
    """HTTP's status of the answer; 0 while there is none."""
    answer: Any = None
    lint: list[str] = field(default_factory=list)
    """What Discord takes, but no bot should send."""

    def __str__(self) -> str:
        files = f" +{len(self.files)} files" if self.files else ""
        refused = f" -> {self.answer}" if self.status >= 400 else ""
        return f"{self.status or '...'} {self.method} {self.path}{files} {str(self.body)[:160]}{refused}"


Action = int | Literal["drop", "lost", "delay"]


@dataclass(eq=False)
class Fault:
    """Something that goes wrong with the next requests of this method and path (with wildcards).

    `action` is 429 or 5xx, ``drop`` (not performed, no answer), ``lost`` (performed, no answer) or ``delay``.
    """

    method: str
    path: str
    action: Action
    times: int = 1
    seconds: float = 0.3
    is_global: bool = False

    def hits(self, request: Request) -> bool:
        """Return True if the request is one of them; it counts as one then."""
        if not self.times or self.method not in ("*", request.method):
            return False
        if not fnmatch.fnmatch(request.path, self.path):
            return False
        self.times -= 1
        return True


@dataclass(frozen=True)
class Limit:
    """Why a request is too much: how many seconds to wait, and whether all requests count or those of its route."""

    wait: float
    is_global: bool = False


class Buckets:
    """An approximation of the rate limits that matter here.

    5 messages in 5 s a channel (edits likewise, by themselves), 5 requests in 2 s an interaction, 50 in a second
    altogether; what answers interactions does not count among these 50.
    """

    LIMIT: Final = 5
    GLOBAL: Final = 50

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self._used: dict[str, tuple[float, int]] = {}
        self._all: deque[float] = deque()

    def take(self, request: Request, headers: dict[str, str]) -> Limit | None:
        """Count a request and fill in the headers; returns what forbids it, which is not counted then."""
        now = self.clock()
        if not request.path.startswith(ANSWERS):
            while self._all and self._all[0] <= now - 1.0:
                self._all.popleft()
            if len(self._all) >= self.GLOBAL:
                wait = 1.0 - (now - self._all[0])
                headers |= {"Retry-After": f"{wait:.3f}", "X-RateLimit-Scope": "global", "X-RateLimit-Global": "true"}
                return Limit(wait, is_global=True)
        limit = self._bucket(request, headers, now)
        if limit is None and not request.path.startswith(ANSWERS):
            self._all.append(now)
        return limit

    def _bucket(self, request: Request, headers: dict[str, str], now: float) -> Limit | None:
        window = 5.0
        if (match := re.match(r"/channels/(\d+)/messages", request.path)) and request.method != "GET":
            bucket = f"{request.method}-messages:{match[1]}"
        elif match := re.match(r"/webhooks/\d+/([^/]+)", request.path):
            bucket, window = f"webhook:{match[1]}", 2.0
        else:
            return None
        end, used = self._used.get(bucket, (0.0, 0))
        if now >= end:  # a window begins with its first request, and at its end all of them are free again
            end, used = now + window, 0
        wait = end - now
        headers |= {
            "X-RateLimit-Limit": str(self.LIMIT),
            "X-RateLimit-Remaining": str(max(0, self.LIMIT - 1 - used)),
            "X-RateLimit-Bucket": bucket.split(":", maxsplit=1)[0],
            "X-RateLimit-Reset-After": f"{wait:.3f}",
            "X-RateLimit-Reset": f"{time.time() + wait:.3f}",
        }
        if used >= self.LIMIT:
            headers |= {"Retry-After": f"{wait:.3f}", "X-RateLimit-Scope": "user"}
            return Limit(wait)
        self._used[bucket] = (end, used + 1)
        return None


ROUTES: Final[list[tuple[str, re.Pattern[str], str, Handler]]] = []


def route(method: str, template: str) -> Callable[[Handler], Handler]:
    """Register the handler of a route; `{names}` in the template become its parameters."""
    pattern = re.compile(re.sub(r"{(\w+)}", r"(?P<\1>[^/]+)", template) + "$")

    def register(handler: Handler) -> Handler:
        ROUTES.append((method, pattern, template, handler))
        return handler

    return register


def find_route(method: str, path: str) -> tuple[str, Handler, dict[str, str]] | None:
    """Return the template and handler for a request, with the parameters of its path."""
    for verb, pattern, template, handler in ROUTES:
        if verb == method and (match := pattern.match(path)):
            return template, handler, match.groupdict()
    return None


def body_of(request: Request) -> Json:
    """Return the JSON body, an empty one where none was sent."""
    return request.body or {}


__all__ = ["Action", "Buckets", "Fault", "Handler", "Request", "body_of", "find_route", "route"]
