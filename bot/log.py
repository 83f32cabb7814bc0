"""Logging: one line a record, libraries quieter than the bot itself, failures once and with an id."""

from __future__ import annotations

import logging
import secrets
from typing import Final

from bot import metrics

FLOORS: Final = {
    "discord": logging.INFO,
    "aiosqlite": logging.INFO,
    "asyncio": logging.INFO,
    "PIL": logging.INFO,
    "alembic": logging.WARNING,
    "sqlalchemy": logging.WARNING,
}
"""The lowest levels of libraries: at DEBUG they would print hands and tokens, at INFO SQLAlchemy every statement."""

log = logging.getLogger("bot")


def set_up(level: str) -> None:
    """Log to standard error, for the whole process."""
    logging.basicConfig(level=level, format="%(asctime)s %(levelname)s %(name)s: %(message)s", force=True)
    for name, floor in FLOORS.items():
        logging.getLogger(name).setLevel(max(floor, logging.getLevelName(level)))
    logging.getLogger("discord.client").addFilter(_no_voice)


def _no_voice(record: logging.LogRecord) -> bool:
    """Drop discord.py's warnings about voice, which the bot never uses."""
    return "voice will NOT be supported" not in record.msg


def incident(what: str, error: BaseException) -> str:
    """Log a failure with its traceback and return the id under which it is found."""
    number = secrets.token_hex(4)
    metrics.INCIDENTS.inc()
    log.error("incident %s: %s", number, what, exc_info=error)
    return number
