"""Matches, actions, snapshots and outbox in SQL; knows neither rules nor Discord.

Functions that work on a database nobody has open are in `storage.migrate` and `storage.backup`.
"""

from storage.applied import applied
from storage.calendars import Calendar
from storage.digests import Digest
from storage.errors import (
    BackupFailed,
    DatabaseDamaged,
    DatabaseInUse,
    DatabaseLost,
    DatabaseTooNew,
    KeyMissing,
    RestoreFailed,
    StorageError,
    StorageFull,
)
from storage.followers import Follower
from storage.lessons import LessonProgress
from storage.lock import Holder
from storage.lookups import Whole
from storage.migrate import Migrated
from storage.plans import StoredPlan
from storage.records.clocks import ClaimedTimers, SeatClock, Timer, Waiting
from storage.records.matches import Former, MatchHead, MatchStatus, NewMatch, Seat, SeatStatus, StoredMatch, Unchanged
from storage.records.messages import Direct, MessageChange, MessageNote, MessageState, NewMessage, StoredMessage
from storage.records.sending import Claimed, NewOutbox, Noted, OutboxHealth, OutboxRow, OutboxState, ToSend, WaitsFor
from storage.records.steps import (
    ActionKind,
    Commit,
    Committed,
    Conflict,
    Created,
    Crowded,
    Duplicate,
    NewAction,
    Rematched,
    StoredAction,
)
from storage.settings import Player, Server
from storage.store import Store

__all__ = [
    "ActionKind",
    "BackupFailed",
    "Calendar",
    "Claimed",
    "ClaimedTimers",
    "Commit",
    "Committed",
    "Conflict",
    "Created",
    "Crowded",
    "DatabaseDamaged",
    "DatabaseInUse",
    "DatabaseLost",
    "DatabaseTooNew",
    "Digest",
    "Direct",
    "Duplicate",
    "Follower",
    "Former",
    "Holder",
    "KeyMissing",
    "LessonProgress",
    "MatchHead",
    "MatchStatus",
    "MessageChange",
    "MessageNote",
    "MessageState",
    "Migrated",
    "NewAction",
    "NewMatch",
    "NewMessage",
    "NewOutbox",
    "Noted",
    "OutboxHealth",
    "OutboxRow",
    "OutboxState",
    "Player",
    "Rematched",
    "RestoreFailed",
    "Seat",
    "SeatClock",
    "SeatStatus",
    "Server",
    "StorageError",
    "StorageFull",
    "Store",
    "StoredAction",
    "StoredMatch",
    "StoredMessage",
    "StoredPlan",
    "Timer",
    "ToSend",
    "Unchanged",
    "Waiting",
    "WaitsFor",
    "Whole",
    "applied",
]
