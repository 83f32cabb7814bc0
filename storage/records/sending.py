"""What has still to be told: the outbox."""

from dataclasses import dataclass
from typing import Literal

from storage.records.matches import Unchanged
from storage.records.messages import Direct, StoredMessage

OutboxState = Literal["pending", "sending", "done", "failed"]
WaitsFor = Literal["permission"]


@dataclass(frozen=True, slots=True)
class NewOutbox:
    """Something to tell, by name only. Rows of one `thread_key` go out one after the other, in order.

    `version` None means the version which the transaction produces, `due_at` None means at once. A row with
    `supersedes` replaces waiting rows of the same match, lane, kind and recipient. One that is `direct` is only added
    for a recipient who wants direct messages and can get them.
    """

    thread_key: str
    kind: str
    recipient: int | None = None
    version: int | None = None
    due_at: int | None = None
    supersedes: bool = False
    direct: bool = False


@dataclass(frozen=True, slots=True)
class OutboxRow:
    """A row of the outbox. `id` is never given twice; `attempts` counts the claims, this one included.

    `created_at` is that of the oldest row it has superseded while that one waited: since then there is something to
    tell. `leased_until` and `owner` say who sends it and until when nobody else may.
    """

    id: int
    match_id: str
    thread_key: str
    kind: str
    recipient: int | None
    version: int
    supersedes: bool
    state: OutboxState
    attempts: int
    due_at: int
    leased_until: int | None
    note: str
    created_at: int
    owner: str | None = None
    waits_for: WaitsFor | None = None
    """What has to come before a further attempt is of use; None where that is nothing but time."""
    before: int = 0
    """Attempts at earlier rows of the same match, lane and kind since one of them was told, as `claim` found them.

    What those sent before they were given up or superseded may have arrived unnoticed.
    """


@dataclass(frozen=True, slots=True)
class ToSend:
    """A row that is to be sent now, and what sending it asks for, as it stood when the row was claimed."""

    row: OutboxRow
    match: Unchanged | None
    """The version of its match, and where it is; None where the match is gone."""
    messages: tuple[StoredMessage, ...]
    """What its match has on Discord (`MessageRepository.current`), for a row without a recipient; else empty."""
    direct: Direct | None
    """How its recipient is told of the match by direct message; None for a row without one."""


@dataclass(frozen=True, slots=True)
class Claimed:
    """Rows that are to be sent now, and when there is something to claim next (None: nothing waits)."""

    rows: tuple[ToSend, ...]
    next_due: int | None


@dataclass(frozen=True, slots=True)
class Noted:
    """How a row of the outbox was left behind."""

    held: bool
    """Whether it was the owner's still; otherwise it was left alone."""
    next_due: int | None
    """When its lane has something more to send (None: nothing waits there)."""


@dataclass(frozen=True, slots=True)
class OutboxHealth:
    """How much is to be told, and for how long the oldest of it has been due."""

    depth: int
    """Rows that wait or are being sent."""
    age: int
    """Milliseconds since the oldest fell due, without those that wait for something else than time; 0 for none."""
    waiting: int
    """Rows that wait for something else than time, such as a permission."""
