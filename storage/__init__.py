"""Matches, actions, snapshots and outbox in SQL; knows neither rules nor Discord.

Functions that work on a database nobody has open are in `storage.migrate` and `storage.backup`.
"""

from storage.applied import applied
from storage.errors import (
    BackupFailed,
    DatabaseDamaged,
    DatabaseInUse,
    DatabaseLost,
    DatabaseTooNew,
    RestoreFailed,
    StorageError,
    StorageFull,
)
from storage.lock import Holder
from storage.migrate import Migrated
from storage.records import (
    ActionKind,
    Commit,
    Committed,
    Conflict,
    Created,
    Duplicate,
    Guild,
    LessonProgress,
    MatchHead,
    MatchStatus,
    MessageState,
    NewAction,
    NewMatch,
    NewMessage,
    NewOutbox,
    OutboxRow,
    OutboxState,
    Player,
    Seat,
    SeatStatus,
    StoredAction,
    StoredMatch,
    StoredMessage,
    Timer,
)
from storage.store import Store

__all__ = [
    "ActionKind",
    "BackupFailed",
    "Commit",
    "Committed",
    "Conflict",
    "Created",
    "DatabaseDamaged",
    "DatabaseInUse",
    "DatabaseLost",
    "DatabaseTooNew",
    "Duplicate",
    "Guild",
    "Holder",
    "LessonProgress",
    "MatchHead",
    "MatchStatus",
    "MessageState",
    "Migrated",
    "NewAction",
    "NewMatch",
    "NewMessage",
    "NewOutbox",
    "OutboxRow",
    "OutboxState",
    "Player",
    "RestoreFailed",
    "Seat",
    "SeatStatus",
    "StorageError",
    "StorageFull",
    "Store",
    "StoredAction",
    "StoredMatch",
    "StoredMessage",
    "Timer",
    "applied",
]
