"""The values that go into the store and come out of it: frozen, plain, without behaviour.

Times are whole unix milliseconds, ids of users, channels, messages and guilds are Discord's 64-bit numbers,
and whatever is JSON stays text here. Fields that may hold a secret are left out of the `repr`, so that a
logged record tells nothing.
"""

from storage.records.clocks import Calendar, ClaimedTimers, SeatClock, Timer, Waiting
from storage.records.matches import Former, MatchHead, MatchStatus, NewMatch, Seat, SeatStatus, StoredMatch, Unchanged
from storage.records.messages import Direct, MessageChange, MessageNote, MessageState, NewMessage, StoredMessage
from storage.records.people import Digest, Follower, Guild, LessonProgress, Player, Server, StoredPlan
from storage.records.sending import Claimed, NewOutbox, Noted, OutboxHealth, OutboxRow, OutboxState, WaitsFor
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

__all__ = [
    "ActionKind",
    "Calendar",
    "Claimed",
    "ClaimedTimers",
    "Commit",
    "Committed",
    "Conflict",
    "Created",
    "Crowded",
    "Digest",
    "Direct",
    "Duplicate",
    "Follower",
    "Former",
    "Guild",
    "LessonProgress",
    "MatchHead",
    "MatchStatus",
    "MessageChange",
    "MessageNote",
    "MessageState",
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
    "Seat",
    "SeatClock",
    "SeatStatus",
    "Server",
    "StoredAction",
    "StoredMatch",
    "StoredMessage",
    "StoredPlan",
    "Timer",
    "Unchanged",
    "Waiting",
    "WaitsFor",
]
