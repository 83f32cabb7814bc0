"""Logging: one line a record, library loggers never below INFO, failures once and with an id."""

from __future__ import annotations

import logging
import secrets
from typing import Final

LIBRARIES: Final = ("discord", "aiosqlite", "sqlalchemy", "alembic", "PIL", "asyncio")
"""Loggers that would print hands and tokens at DEBUG."""

log = logging.getLogger("bot")


def set_up(level: str) -> None:
    """Log to standard error, for the whole process."""
    logging.basicConfig(level=level, format="%(asctime)s %(levelname)s %(name)s: %(message)s", force=True)
    floor = max(logging.INFO, logging.getLevelName(level))
    for name in LIBRARIES:
        logging.getLogger(name).setLevel(floor)


def incident(what: str, error: BaseException) -> str:
    """Log a failure with its traceback and return the id under which it is found."""
    number = secrets.token_hex(4)
    log.error("incident %s: %s", number, what, exc_info=error)
    return number
