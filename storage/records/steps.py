"""The entries of a match, and the one step that changes it."""

from dataclasses import dataclass, field
from typing import Literal

from storage.plans import StoredPlan
from storage.records.clocks import SeatClock
from storage.records.jobs import NewJob
from storage.records.matches import Former, MatchStatus, Seat

ActionKind = Literal["action", "agreement", "undo"]


@dataclass(frozen=True, slots=True)
class NewAction:
    """An entry to append; `state_hash` is that of the state after it, `undoes` what an undo takes back."""

    seat: int
    text: str = field(repr=False)
    state_hash: str
    choice_key: str
    kind: ActionKind = "action"
    boundary: bool = False
    secret: bool = False
    undoes: int | None = None


@dataclass(frozen=True, slots=True)
class StoredAction:
    """An entry of the list a match consists of; `seq` counts from 1 without gaps."""

    seq: int
    kind: ActionKind
    seat: int
    text: str = field(repr=False)
    boundary: bool
    secret: bool
    undoes: int | None
    state_hash: str
    choice_key: str
    created_at: int


@dataclass(frozen=True, slots=True)
class Commit:
    """Everything one step changes. What is None stays as it is; of the lanes in `cancelled` nothing is done any more.

    `seats` replaces the whole table of seats.
    """

    match_id: str
    expected_version: int
    now: int
    interaction_id: int | None = None
    answer: str | None = field(default=None, repr=False)
    actions: tuple[NewAction, ...] = ()
    snapshot: str | None = field(default=None, repr=False)
    state_hash: str | None = None
    status: MatchStatus | None = None
    options: str | None = None
    result: str | None = None
    seats: tuple[Seat, ...] | None = None
    parts: str | None = None
    jobs: tuple[NewJob, ...] = ()
    cancelled: tuple[str, ...] = ()
    clocks: tuple[SeatClock, ...] = ()
    """The clocks that have changed; the others stay as they are."""
    followed: tuple[tuple[int, int], ...] = ()
    """Which of the `actions`, by their places among them, somebody's instructions have made: and whose."""
    plans: tuple[StoredPlan, ...] = ()
    """Plans that are made, cancelled or have an outcome now."""
    former: Former | None = None
    """Who has handed a seat over with the first of the `actions`; what that user has instructed or planned in the match
    is forgotten."""


@dataclass(frozen=True, slots=True)
class Created:
    """The match exists now, at version 0."""

    match_id: str


@dataclass(frozen=True, slots=True)
class Crowded:
    """Nothing was created: its creator has as many open challenges as there may be."""


@dataclass(frozen=True, slots=True)
class Rematched:
    """Nothing was created: the match has an open rematch already, that with this id."""

    match_id: str


@dataclass(frozen=True, slots=True)
class Committed:
    """The step is durable. `seqs` are the numbers its actions got, in their order."""

    version: int
    seqs: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Duplicate:
    """This interaction was handled before and nothing was done now; `version` and `answer` are from then."""

    match_id: str
    version: int
    answer: str | None = field(repr=False)


@dataclass(frozen=True, slots=True)
class Conflict:
    """Somebody was faster and nothing was done; `version` is the present one, None for no such match."""

    version: int | None
