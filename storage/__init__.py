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
    DatabaseRefused,
    DatabaseTooNew,
    DatabaseUnreachable,
    Incompatible,
    KeyMissing,
    OutcomeUnknown,
    RestoreFailed,
    StillSeated,
    StorageBusy,
    StorageError,
    StorageFull,
    Taken,
)
from storage.followers import Digest, Follower
from storage.job_sql import POST, THINK, TIMER, Home, Job, JobState, NewJob, WaitsFor, shard_of, timer, timer_lane
from storage.jobs import Backlog, Claimed, ClaimedJob, Finished
from storage.ledger import ALL, COMPUTERS, LEVEL, PACE, Came, Meeting, Outcome, Played, Rates, Tally
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
from storage.predictions import POINT, Decided, Forecaster, Foreseen, Occasions, Prediction
from storage.processes import Candidate, Process, Roll, ShardTaken
from storage.puzzles import Climber, Daily, Solver, Tried
from storage.reliability import Reliability
from storage.reports import Report
from storage.results import Counted, Line
from storage.season_points import ALL_GAMES
from storage.seasons import CHAMPION, IMPROVED, RELIABLE, SOLVER, Score, Season, Title
from storage.seek_fit import Seek, Seeker, SeekTerms
from storage.seek_meeting import SeekFound, SeekRules, SeekUnfit, SeekWaits
from storage.seek_pages import SeekPage
from storage.settings import LessonProgress, Player, Server
from storage.steps import Commit, Committed, Conflict, Created, Crowded, Duplicate, NewAction, Rematched, applied
from storage.store import Store
from storage.strength import UNIT, UNKNOWN, Strength
from storage.tournament_rows import Entrant, Member, Settled, StoredPairing, Tournament
from storage.tournament_rows import Whole as WholeTournament

__all__ = [
    "ALL",
    "ALL_GAMES",
    "CHAMPION",
    "COMPUTERS",
    "IMPROVED",
    "LEVEL",
    "PACE",
    "POINT",
    "POST",
    "RELIABLE",
    "SOLVER",
    "THINK",
    "TIMER",
    "UNIT",
    "UNKNOWN",
    "YEAR_MS",
    "ActionKind",
    "Backlog",
    "BackupFailed",
    "Calendar",
    "Came",
    "Candidate",
    "Claimed",
    "ClaimedJob",
    "Climber",
    "Commit",
    "Committed",
    "Conflict",
    "Counted",
    "Created",
    "Crowded",
    "Daily",
    "DatabaseDamaged",
    "DatabaseInUse",
    "DatabaseLost",
    "DatabaseRefused",
    "DatabaseTooNew",
    "DatabaseUnreachable",
    "Decided",
    "Digest",
    "Direct",
    "Duplicate",
    "Entrant",
    "Finished",
    "Follower",
    "Forecaster",
    "Foreseen",
    "Former",
    "Holder",
    "Home",
    "Incompatible",
    "Job",
    "JobState",
    "KeyMissing",
    "LessonProgress",
    "Line",
    "MatchHead",
    "MatchStatus",
    "Meeting",
    "Member",
    "MessageChange",
    "MessageNote",
    "MessageState",
    "Migrated",
    "NewAction",
    "NewJob",
    "NewMatch",
    "NewMessage",
    "Occasions",
    "Outcome",
    "OutcomeUnknown",
    "Person",
    "Played",
    "Player",
    "Prediction",
    "Process",
    "Rates",
    "Reliability",
    "Rematched",
    "Report",
    "RestoreFailed",
    "Roll",
    "RunningClock",
    "Score",
    "Season",
    "Seat",
    "SeatClock",
    "SeatStatus",
    "Seek",
    "SeekFound",
    "SeekPage",
    "SeekRules",
    "SeekTerms",
    "SeekUnfit",
    "SeekWaits",
    "Seeker",
    "Server",
    "Settled",
    "ShardTaken",
    "Solver",
    "StillSeated",
    "StorageBusy",
    "StorageError",
    "StorageFull",
    "Store",
    "StoredAction",
    "StoredComputer",
    "StoredMatch",
    "StoredMessage",
    "StoredPairing",
    "StoredPlan",
    "Strength",
    "Taken",
    "Tally",
    "Title",
    "Tournament",
    "Tried",
    "Unchanged",
    "Waiting",
    "WaitsFor",
    "Whole",
    "WholeTournament",
    "applied",
    "mark",
    "shard_of",
    "timer",
    "timer_lane",
]
