"""What PostgreSQL and its driver say, in our words: which failures pass, which are settings, which to repeat after.

A failure inside a transaction has an SQLSTATE. One while connecting has none, only the server's sentence: it is known
by its English words, and told as it is where the server speaks another language.
"""

import re
from typing import Any, Final

from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError

from storage.errors import (
    DatabaseDamaged,
    DatabaseRefused,
    DatabaseUnreachable,
    StorageBusy,
    StorageError,
    StorageFull,
)

NOTHING: Final = "nothing of this step was stored"
FULL: Final = {"53100", "53400"}
"""SQLSTATE: disk full, configured limit exceeded."""
LOCKED: Final = {"55P03"}
"""SQLSTATE: lock not available."""
UNDONE: Final = {"40001", "40P01"}
"""SQLSTATE: serialization failure, deadlock. The server has undone the whole transaction, so it can be repeated."""
TAKEN: Final = "23505"
"""SQLSTATE: unique violation."""
DAMAGED: Final = {"XX001", "XX002"}
"""SQLSTATE: data corrupted, index corrupted."""
READ_ONLY: Final = {"25006"}
"""SQLSTATE: a transaction that cannot write. Of the connection that writes: the server has become a copy."""
CROWDED: Final = {"53300"}
"""SQLSTATE: too many connections."""
FORBIDDEN: Final = {"42501"}
"""SQLSTATE: insufficient privilege."""
GONE: Final = {"57P01", "57P02", "57P03", "57P04", "25P03", "57P05"}
"""SQLSTATE: the server ends this connection, or stops, or is just starting."""

_UNREACHABLE: Final = (
    ("session is read-only|server is in hot standby mode", "the server is a copy that cannot be written to"),
    ("too many clients|remaining connection slots|too many connections", "the server has no connection left"),
    ("is starting up|is shutting down|in recovery mode|not yet accepting", "the server is starting or stopping"),
    ("could not translate host name|failed to resolve host", "no server of that name is found"),
    (
        "Connection refused|No such file or directory|timeout|timed out|No route|unreachable",
        "no server answers there",
    ),
)
"""What passes, by the words in the server's or the library's sentence."""
_REFUSED: Final = (
    (
        "password authentication failed|no password supplied|authentication failed",
        "the server does not accept the user with that password",
    ),
    ("role .* does not exist", "the server does not know the user"),
    ("database .* does not exist", "the server has no database of that name: create it there first"),
    (
        "permission denied for database|not currently accepting connections|not permitted to log in",
        "the user may not connect to the database",
    ),
    (
        "server does not support SSL|SSL|certificate|no encryption",
        "the server and the address do not agree on TLS (sslmode, sslrootcert)",
    ),
    ("pg_hba.conf", "the server allows no connection from here for this user and database (pg_hba.conf)"),
    ("invalid .* value|invalid connection option|invalid integer|invalid port", "an option of the address is wrong"),
)
"""What only the operator can mend."""


def state_of(error: BaseException) -> str | None:
    """Return the SQLSTATE of a driver's error."""
    return getattr(getattr(error, "orig", error), "sqlstate", None)


def is_lost(error: DBAPIError, *, writing: bool) -> bool:
    """Return True if the connection ended or could not be made, or if a connection to write with cannot write."""
    state = state_of(error)
    if state is None:
        return error.connection_invalidated or isinstance(error, OperationalError)
    return state in GONE | CROWDED or state.startswith("08") or (writing and state in READ_ONLY)


def is_undone(error: DBAPIError) -> bool:
    """Return True if the server has undone the transaction because of others, and it may be repeated at once."""
    return state_of(error) in UNDONE


def is_taken(error: DBAPIError) -> bool:
    """Return True if there is such a row already."""
    return state_of(error) == TAKEN


def failure(error: DBAPIError) -> StorageError | None:
    """Translate an error of the driver; None for one without a meaning of its own."""
    state = state_of(error)
    said = sentence_of(error)
    if state in FULL:
        return StorageFull(f"the disk is full: {NOTHING}")
    if state in LOCKED:
        return StorageBusy(f"the database is locked: {NOTHING}")
    if state in UNDONE:
        return StorageBusy(f"others write the same rows all the time: {NOTHING}")
    if state in DAMAGED:
        return DatabaseDamaged(f"the database is damaged: {said}")
    if state in FORBIDDEN:
        return DatabaseRefused(f"the user lacks a permission, {said}: let it own the database and the schema")
    if state in CROWDED:
        return DatabaseUnreachable(f"the server has no connection left: {NOTHING}")
    if is_lost(error, writing=True):
        return unreachable(said) if state is None else DatabaseUnreachable(f"the server is gone ({said}): {NOTHING}")
    return None if isinstance(error, IntegrityError) else StorageError(f"the database failed: {said}")


def unreachable(said: str) -> StorageError:
    """Translate the sentence with which a connection was not made or has ended."""
    for words, told in _UNREACHABLE[:3]:
        if re.search(words, said):
            return DatabaseUnreachable(f"the database cannot be reached: {told}")
    for words, told in _REFUSED:
        if re.search(words, said):
            return DatabaseRefused(f"{told} ({said})")
    for words, told in _UNREACHABLE[3:]:
        if re.search(words, said):
            return DatabaseUnreachable(f"the database cannot be reached: {told} ({said})")
    return DatabaseUnreachable(f"the database cannot be reached: {said}")


def sentence_of(error: BaseException) -> str:
    """Return what the server says in one line, without the rows that it would add."""
    original: Any = getattr(error, "orig", error)
    said = getattr(getattr(original, "diag", None), "message_primary", None) or str(original)
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    last = next((line for line in reversed(lines) if "FATAL:" in line), lines[0] if lines else "no reason is given")
    return re.sub(r"^(.*FATAL:\s+|connection (failed|is bad): )", "", last).rstrip(".")


def without_rows(error: DBAPIError) -> None:
    """Take the values of rows out of an error: the server adds them to what it says, and errors end in logs."""
    original = error.orig
    if original is None or not getattr(getattr(original, "diag", None), "message_primary", None):
        return
    said = sentence_of(error)
    original.args = (said,)
    kind = type(original)
    error.args = (f"({kind.__module__}.{kind.__name__}) {said}",)
