"""Matches, actions, snapshots and jobs in SQL; knows neither rules nor Discord.

Functions that work on a database nobody has open are in `storage.migrate` and `storage.backup`.
"""

from storage.calendars import Calendar, RunningClock
from storage.clocks import Waiting
from storage.computers import StoredComputer
from storage.errors import (
    BackupFailed,
    DatabaseDamaged,
    DatabaseInUse,
    DatabaseLost,
    DatabaseTooNew,
    KeyMissing,
    RestoreFailed,
    StorageBusy,
    StorageError,
    StorageFull,
)
from storage.followers import Digest, Follower
from storage.job_sql import POST, THINK, TIMER, Job, JobState, NewJob, WaitsFor, timer, timer_lane
from storage.jobs import Backlog, Claimed, ClaimedJob, Finished
from storage.lock import Holder
from storage.lookups import (
    ActionKind,
    Former,
    MatchHead,
    MatchStatus,
    NewMatch,
    Seat,
    SeatClock,
    SeatStatus,
    StoredAction,
    StoredMatch,
    Unchanged,
    Whole,
)
from storage.marks import YEAR_MS, Person, mark
from storage.messages import Direct, MessageChange, MessageNote, MessageState, NewMessage, StoredMessage
from storage.migrate import Migrated
from storage.plans import StoredPlan
from storage.settings import LessonProgress, Player, Server
from storage.steps import Commit, Committed, Conflict, Created, Crowded, Duplicate, NewAction, Rematched, applied
from storage.store import Store

__all__ = [
    "POST",
    "THINK",
    "TIMER",
    "YEAR_MS",
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
    "Person",
    "Player",
    "Rematched",
    "RestoreFailed",
    "RunningClock",
    "Seat",
    "SeatClock",
    "SeatStatus",
    "Server",
    "StorageBusy",
    "StorageError",
    "StorageFull",
    "Store",
    "StoredAction",
    "StoredComputer",
    "StoredMatch",
    "StoredMessage",
    "StoredPlan",
    "Unchanged",
    "Waiting",
    "WaitsFor",
    "Whole",
    "applied",
    "mark",
    "timer",
    "timer_lane",
]
