"""What is counted: every number of the bot that an operator may watch, in one registry of its own.

Whoever does a thing counts it here. No label names a person, a server or a match.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Final

import aiohttp
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

REGISTRY: Final = CollectorRegistry()

MOVES: Final = Counter(
    "arena_moves", "Entries of histories that are on the disk, by their kind.", ["kind"], registry=REGISTRY
)
"""`kind` is that of `games.history.Entry`: action, agreement or undo."""
FIRST_ANSWER: Final = Histogram(
    "arena_first_answer_seconds",
    "From the arrival of an interaction to Discord's consent to its first answer.",
    ["kind"],
    buckets=(0.05, 0.1, 0.25, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 5.0),
    registry=REGISTRY,
)
"""`kind` is one of command, autocomplete, press, form. Discord gives up after three seconds."""
REFUSED: Final = Counter(
    "arena_refused", "Interactions that were over a limit, by the limit.", ["limit"], registry=REGISTRY
)
"""`limit` is a name of `bot.interactions.admission`."""
OUTBOX_AGE: Final = Gauge(
    "arena_outbox_age_seconds", "How long the row that has been due longest has been due.", registry=REGISTRY
)
OUTBOX_DEPTH: Final = Gauge("arena_outbox_rows_waiting", "Rows that are not told yet.", registry=REGISTRY)
OUTBOX_ROWS: Final = Counter(
    "arena_outbox_rows", "Attempts at rows of the outbox, by how they ended.", ["end"], registry=REGISTRY
)
"""`end` is one of told, retried, waiting (for a permission), given_up."""
PICTURES: Final = Histogram(
    "arena_picture_seconds",
    "How long a picture was drawn, without the wait for a free thread.",
    buckets=(0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0),
    registry=REGISTRY,
)
RATE_LIMITED: Final = Counter("arena_rate_limited", "Answers 429 of Discord.", registry=REGISTRY)
DATABASE: Final = Histogram(
    "arena_database_seconds",
    "How long a transaction took, with the wait for the connection.",
    ["kind"],
    buckets=(0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1.0, 5.0),
    registry=REGISTRY,
)
"""`kind` is read or write."""
PROCESSES: Final = Gauge(
    "arena_processes", "Processes on the same database that are alive, by what they do.", ["kind"], registry=REGISTRY
)
"""`kind` is bot or think; both stay 0 where one process has the database to itself."""
UNSERVED: Final = Gauge("arena_shards_unserved", "Shards that no process serves.", registry=REGISTRY)
PACED: Final = Counter(
    "arena_request_wait_seconds", "Seconds that requests have waited for this process's part.", registry=REGISTRY
)
INCIDENTS: Final = Counter("arena_incidents", "Failures that were logged with an id.", registry=REGISTRY)

for _kind in ("action", "agreement", "undo"):
    MOVES.labels(_kind)
for _kind in ("command", "autocomplete", "press", "form"):
    FIRST_ANSWER.labels(_kind)
for _kind in ("told", "retried", "waiting", "given_up"):
    OUTBOX_ROWS.labels(_kind)
for _kind in ("bot", "think"):
    PROCESSES.labels(_kind)
for _kind in ("read", "write"):
    DATABASE.labels(_kind)


def transaction(kind: str, seconds: float) -> None:
    """Count a transaction that has ended; `storage` calls it (`Store.observe`)."""
    DATABASE.labels(kind).observe(seconds)


def http_trace() -> aiohttp.TraceConfig:
    """Return a trace for discord.py's client that counts Discord's answers 429; the client waits them out by itself."""
    trace = aiohttp.TraceConfig()
    trace.on_request_end.append(_answered)
    return trace


async def _answered(
    _session: aiohttp.ClientSession, _context: SimpleNamespace, end: aiohttp.TraceRequestEndParams
) -> None:
    if end.response.status == 429:
        RATE_LIMITED.inc()
