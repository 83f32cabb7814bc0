"""Jobs: what has still to be told, and what falls due."""

from dataclasses import dataclass
from typing import Final, Literal

from storage.records.matches import Unchanged
from storage.records.messages import Direct, StoredMessage

JobState = Literal["pending", "running", "done", "failed"]
WaitsFor = Literal["permission"]
POST: Final = "post"
"""The pool of jobs that send something."""
TIMER: Final = "timer"
"""The pool of jobs that fall due at a time of their own."""


@dataclass(frozen=True, slots=True)
class NewJob:
    """Something to do, by name only. Jobs of one `lane` are done one after the other, in order.

    `version` None means the version which the transaction produces, `due_at` None means at once. A job with
    `supersedes` replaces waiting ones of the same match, lane, kind and recipient. One that is `direct` is only added
    for a recipient who wants direct messages and can get them. Of one that is `single` a match has at most one of the
    kind: adding it again moves it, also while it is being done. A worker does the jobs of one `pool`.
    """

    lane: str
    kind: str
    recipient: int | None = None
    version: int | None = None
    due_at: int | None = None
    supersedes: bool = False
    direct: bool = False
    single: bool = False
    pool: str = POST


def timer_lane(match_id: str, kind: str) -> str:
    """Return the lane of the timer of a kind that a match has."""
    return f"{kind}:{match_id}"


def timer(match_id: str, kind: str, due_at: int) -> NewJob:
    """Return the timer of a kind, which falls due for a match at `due_at`."""
    return NewJob(timer_lane(match_id, kind), kind, due_at=due_at, single=True, pool=TIMER)


@dataclass(frozen=True, slots=True)
class Job:
    """A job as it is stored. `id` is never given twice; `attempts` counts the claims, this one included.

    `created_at` is that of the oldest job it has superseded while that one waited: since then there is something to
    do. `leased_until` and `owner` say who does it and until when nobody else may.
    """

    id: int
    match_id: str
    lane: str
    kind: str
    recipient: int | None
    version: int
    supersedes: bool
    pool: str
    state: JobState
    attempts: int
    due_at: int
    leased_until: int | None
    note: str
    created_at: int
    owner: str | None = None
    waits_for: WaitsFor | None = None
    """What has to come before a further attempt is of use; None where that is nothing but time."""
    before: int = 0
    """Attempts at earlier jobs of the same match, lane and kind since one of them was done, as `claim` found them.

    What those sent before they were given up or superseded may have arrived unnoticed.
    """


@dataclass(frozen=True, slots=True)
class ClaimedJob:
    """A job that is to be done now, and what doing it asks for, as it stood when the job was claimed."""

    job: Job
    match: Unchanged | None
    """The version of its match, and where it is; None where the match is gone."""
    messages: tuple[StoredMessage, ...]
    """What its match has on Discord (`MessageRepository.current`), for a post without a recipient; else empty."""
    direct: Direct | None
    """How its recipient is told of the match by direct message; None for a job without one."""


@dataclass(frozen=True, slots=True)
class Claimed:
    """Jobs that are to be done now, and when there is something to claim next (None: nothing waits)."""

    jobs: tuple[ClaimedJob, ...]
    next_due: int | None


@dataclass(frozen=True, slots=True)
class Finished:
    """How a job was left behind."""

    held: bool
    """It was the owner's still; otherwise it was left alone."""
    next_due: int | None
    """When its lane has something more to do (None: nothing waits there)."""


@dataclass(frozen=True, slots=True)
class Backlog:
    """How much of a pool waits, and for how long the oldest of it has been due."""

    depth: int
    """Jobs that wait or are being done."""
    age: int
    """Milliseconds since the oldest fell due, without those that wait for something else than time; 0 for none."""
    waiting: int
    """Jobs that wait for something else than time, such as a permission."""
