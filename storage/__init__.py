"""Matches, actions, snapshots and jobs in SQL; knows neither rules nor Discord.

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
from storage.records.clocks import SeatClock, Waiting
from storage.records.jobs import (
    POST,
    TIMER,
    Backlog,
    Claimed,
    ClaimedJob,
    Finished,
    Job,
    JobState,
    NewJob,
    WaitsFor,
    timer,
    timer_lane,
)
from storage.records.matches import Former, MatchHead, MatchStatus, NewMatch, Seat, SeatStatus, StoredMatch, Unchanged
from storage.records.messages import Direct, MessageChange, MessageNote, MessageState, NewMessage, StoredMessage
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
    "POST",
    "TIMER",
    "ActionKind",
    "Backlog",
    "BackupFailed",
    "Calendar",
    "Claimed",
    "ClaimedJob",
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
    "Finished",
    "Follower",
    "Former",
    "Holder",
    "Job",
    "JobState",
    "KeyMissing",
    "LessonProgress",
    "MatchHead",
    "MatchStatus",
    "MessageChange",
    "MessageNote",
    "MessageState",
    "Migrated",
    "NewAction",
    "NewJob",
    "NewMatch",
    "NewMessage",
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
    "Unchanged",
    "Waiting",
    "WaitsFor",
    "Whole",
    "applied",
    "timer",
    "timer_lane",
]
