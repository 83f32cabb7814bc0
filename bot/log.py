"""Logging: one line a record, libraries quieter than the bot itself, failures once and with an id.

No line has a player's name, a token, a seed or a hidden tile in it. In the place of every id of Discord's, be it of a
person, a server or a channel, stands a short hash: the same for the same id, so that lines about one can be found.
"""

from __future__ import annotations

import copy
import hashlib
import logging
import re
import secrets
import sys
import time
import traceback
from types import TracebackType
from typing import Any, Final, Literal

from pythonjsonlogger.json import JsonFormatter

from bot import metrics

Form = Literal["text", "json"]

FLOORS: Final = {
    "discord": logging.INFO,
    "aiosqlite": logging.INFO,
    "asyncio": logging.INFO,
    "PIL": logging.INFO,
    "alembic": logging.WARNING,
    "sqlalchemy": logging.WARNING,
}
"""The lowest levels of libraries: at DEBUG they would print hands and tokens, at INFO SQLAlchemy every statement."""

HARMLESS: Final = frozenset({"discord", "aiohttp", "asyncio", "sqlite3", "sqlalchemy", "storage", "alembic"})
"""The packages whose exceptions speak of machines. What others say may name a hidden tile, a seed or a person."""
QUOTING: Final = frozenset({"CommandInvokeError", "TransformerError"})
"""Exceptions of these packages that repeat what another exception says, or what somebody has typed."""
AGAIN_AFTER: Final = 60.0
"""Seconds after which a failure leaves its traceback again."""
PLACES: Final = 1000
"""How many places of failures are remembered for that."""

_HIDDEN: Final = "[hidden]"
_ROUTE: Final = re.compile(r"(/(?:webhooks|interactions)/\d+/)[\w.\-%]+")
"""Addresses of answers to interactions: whoever has one can answer in the bot's name."""
_SECRET: Final = re.compile(r"[\w-]{18,40}\.[\w-]{5,8}\.[\w-]{27,80}|\b[0-9a-fA-F]{32,}\b|\bb'(?:\\\\x|[^'])*'")
"""A bot's token; a seed or a digest as text; bytes."""

_TASK: Final = re.compile(r"<Task [^<>]*?name='([^']*)'")
"""A task in what asyncio logs; its repr holds that of the exception."""
_ID: Final = re.compile(r"(?<![\w.])\d{17,20}(?![\w.])")
"""An id of Discord's."""
_salt = secrets.token_bytes(16)
"""What is hashed with every id, so that nobody can try out whose it is; until the database is open, of this process."""

log = logging.getLogger("bot")


def set_up(level: str, form: Form = "text") -> None:
    """Log to standard error, for the whole process."""
    handler = logging.StreamHandler()
    handler.setFormatter(formatter(form))
    logging.basicConfig(level=level, handlers=[handler], force=True)
    for name, floor in FLOORS.items():
        logging.getLogger(name).setLevel(max(floor, logging.getLevelName(level)))
    logging.getLogger("discord.client").addFilter(_no_voice)
    sys.excepthook = _uncaught


def salt_with(salt: bytes) -> None:
    """From now on ids are hashed with this salt, which an installation keeps."""
    global _salt  # logging has one place for the whole process, and so has this
    _salt = salt


def hashed(number: str) -> str:
    """Return what stands in the log in the place of an id: the same for the same id and salt."""
    return f"id-{hashlib.blake2s(number.encode(), key=_salt, digest_size=4).hexdigest()}"


def formatter(form: Form) -> logging.Formatter:
    """Return the formatter: one line a record; in the form for people a failure has several."""
    return _Json() if form == "json" else _Text("%(asctime)s %(levelname)s %(name)s: %(message)s")


def _redacted(text: str) -> str:
    return _ID.sub(lambda match: hashed(match[0]), _SECRET.sub(_HIDDEN, _ROUTE.sub(rf"\1{_HIDDEN}", text)))


def told(error: BaseException) -> str:
    """Return an exception in one line, with what it says where that cannot be about a position or a person.

    Whatever is logged or stored of an exception that may be any one is told by this.
    """
    kind = type(error)
    machines = kind.__module__.partition(".")[0] in HARMLESS and kind.__name__ not in QUOTING
    says = error if machines or isinstance(error, OSError) else "(what it says is withheld)"
    return f"{kind.__module__}.{kind.__qualname__}: {says}"


def _described(error: BaseException, seen: frozenset[int] = frozenset()) -> str:
    """Return a traceback that ends with `told`, after those of what led to it."""
    before = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    lines = []
    if before is not None and id(before) not in seen:
        lines += [_described(before, seen | {id(error)}), "\nwhich led to:\n\n"]
    lines += ["Traceback (most recent call last):\n", *traceback.format_tb(error.__traceback__)]
    return "".join((*lines, told(error)))


class _Text(logging.Formatter):
    def formatException(self, ei: Any) -> str:  # noqa: N802  # logging's name
        return _described(ei[1])

    def format(self, record: logging.LogRecord) -> str:
        return _redacted(super().format(_fresh(record)))


class _Json(JsonFormatter):
    def __init__(self) -> None:
        super().__init__(
            "{levelname}{name}{message}",
            style="{",
            timestamp="time",
            rename_fields={"levelname": "level", "name": "logger", "exc_info": "traceback"},
        )

    def formatException(self, ei: Any) -> str:  # noqa: N802  # logging's name
        return _described(ei[1])

    def format(self, record: logging.LogRecord) -> str:
        return _redacted(super().format(_fresh(record)))


def _fresh(record: logging.LogRecord) -> logging.LogRecord:
    """Return the record without what somebody else has written of an exception: a traceback, or asyncio its repr."""
    quotes = record.name == "asyncio" and record.exc_info
    if record.exc_text is None and not quotes:
        return record
    again = copy.copy(record)
    again.exc_text = None
    if quotes:
        again.msg, again.args = _without_reprs(record.getMessage()), ()
    return again


def _without_reprs(text: str) -> str:
    """Return what asyncio says of a failure with no more of the objects that it shows than the names of tasks."""
    tasks = dict.fromkeys(_TASK.findall(text))
    return " ".join((text.partition("\n")[0].partition("(")[0], *(f"({name})" for name in tasks)))


def _uncaught(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """Log what ends the process: Python itself would print all that the exception says."""
    if issubclass(kind, KeyboardInterrupt):
        sys.__excepthook__(kind, error, trace)
    else:
        log.critical("the process ends", exc_info=error)


def _no_voice(record: logging.LogRecord) -> bool:
    """Drop discord.py's warnings about voice, which the bot never uses."""
    return "voice will NOT be supported" not in record.msg


_traced: dict[tuple[str, str, int], tuple[float, str]] = {}
"""When the traceback of a failure at some place was logged last, and under which id."""


def incident(what: str, error: BaseException) -> str:
    """Log a failure and return the id under which it is found.

    Its traceback comes with it, unless the same failure at the same place has left one within the last minute: a full
    disk, or a button that everybody presses, would bury everything else.
    """
    number = secrets.token_hex(4)
    metrics.INCIDENTS.inc()
    place, now = _place(error), time.monotonic()
    since, first = _traced.get(place, (-AGAIN_AFTER, ""))
    if now - since < AGAIN_AFTER:
        log.error("incident %s: %s; as incident %s", number, what, first, extra={"incident": number})
        return number
    if len(_traced) >= PLACES:
        _traced.clear()
    _traced[place] = (now, number)
    log.error("incident %s: %s", number, what, exc_info=error, extra={"incident": number})
    return number


def _place(error: BaseException) -> tuple[str, str, int]:
    """Return the name of the failure, and the file and line in which it was raised."""
    last = error.__traceback__
    while last is not None and last.tb_next is not None:
        last = last.tb_next
    where = ("", 0) if last is None else (last.tb_frame.f_code.co_filename, last.tb_lineno)
    return (type(error).__qualname__, *where)
