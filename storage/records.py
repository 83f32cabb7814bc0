"""The values that go into the store and come out of it: frozen, plain, without behaviour.

Times are whole unix milliseconds, ids of users, channels, messages and guilds are Discord's 64-bit numbers,
and whatever is JSON stays text here. Fields that may hold a secret are left out of the `repr`, so that a
logged record tells nothing.
"""

from dataclasses import dataclass, field
from typing import Literal

MatchStatus = Literal["lobby", "running", "over", "cancelled"]
SeatStatus = Literal["invited", "accepted"]
ActionKind = Literal["action", "agreement", "undo"]
OutboxState = Literal["pending", "sending", "done", "failed"]
WaitsFor = Literal["permission"]
MessageState = Literal["live", "closed"]


@dataclass(frozen=True, slots=True)
class Seat:
    """One place at the table, open if `user_id` is None. In a lobby `seat` is a mere list position."""

    seat: int
    user_id: int | None
    status: SeatStatus = "invited"
    offered: str | None = None
    """Why a substitute is looked for, in a word of the caller's; None where nobody is."""
    offered_to: int | None = None
    """The only user who may take the offered seat; None for anybody."""
    since: int | None = None
    """The number of the entry with which the user took the seat over; None for whoever has sat there from the start."""
    plan: Literal["pending", "done"] | None = None
    """Whether the user has a plan for the next turn, or had one of which something came; None for neither."""


@dataclass(frozen=True, slots=True)
class Former:
    """Somebody who has handed a seat over: its player from the start, or from the handover before, to this one."""

    seat: int
    user_id: int
    until: int
    """The number of the entry of the handover; entries before it are this player's."""


@dataclass(frozen=True, slots=True)
class NewMatch:
    """A match about to be created, as a lobby of version 0. The caller makes the id."""

    id: str
    game: str
    options: str
    seed: bytes = field(repr=False)
    creator: int
    private: bool = False
    guild_id: int | None = None
    channel_id: int | None = None
    rematch_of: str | None = None
    drawn: bool = False
    """Who gets which seat is drawn when all are there; until then a seat is a mere list position."""
    formation: str | None = None
    """How the players sit down to the game: one of the game's own identifiers."""
    language: str | None = None
    """The language of everything public; None where it is not fixed."""
    parts: str | None = None
    """What the players have added to the seed so far, as JSON."""
    pace: str | None = None
    """How much time the players have, in the words of `bot.clocks.pace`; None for no clocks."""


@dataclass(frozen=True, slots=True)
class SeatClock:
    """The clock of a seat in a match that has begun. `began` is the version of the match since which it is waited for.

    All other times are unix milliseconds.
    """

    seat: int
    left_ms: int | None = None
    """What was left when the match began to wait for the seat; None in a match without clocks."""
    since: int | None = None
    """Since when the match waits for the seat; None while it does not."""
    own_ms: int | None = None
    """The time that the game itself gives for what is waited for; None where the clock runs."""
    key: str = ""
    """The key of the choice that has a time of its own; empty where the clock runs."""
    began: int = 0
    told: int = 0
    """How many reminders there were since then."""
    runs_out: int | None = None
    """When the time will be over, as far as that is known; None without clocks."""
    out_at: int | None = None
    """Since when the others have been asked what is to be done, because the time is over."""
    nudged_at: int | None = None
    """When somebody has nudged the player last."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """A match that waits for a seat, without its position: what a list needs to put the urgent ones first."""

    match_id: str
    seat: int
    since: int
    runs_out: int | None


@dataclass(frozen=True, slots=True)
class Calendar:
    """When somebody can be reached. Minutes count from midnight in the time zone; bit 0 of `days_off` is Monday."""

    user_id: int
    zone: str = "UTC"
    quiet_from: int | None = None
    quiet_to: int | None = None
    days_off: int = 0
    reminders: Literal["dm", "thread", "none"] = "dm"
    """Where reminders go; "dm" is the thread for whoever gets no direct messages."""
    absences: tuple[tuple[int, int], ...] = ()
    """From when until when the player is away, the earliest first."""


@dataclass(frozen=True, slots=True)
class MatchHead:
    """What is known of a match without touching its position: where it is, who sits there, how far it is."""

    id: str
    game: str
    status: MatchStatus
    version: int
    creator: int | None
    private: bool
    guild_id: int | None
    channel_id: int | None
    thread_id: int | None
    start_message_id: int | None
    rematch_of: str | None
    created_at: int
    updated_at: int
    formation: str | None
    """None for matches begun before it was noted, when the number of seats told it."""
    language: str | None
    pace: str | None
    drawn: bool
    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class StoredMatch(MatchHead):
    """A whole match: its head, options, secret seed and the newest snapshot (None while it is a lobby).

    `parts` is what the players have added to the seed, None for matches begun before they added anything.
    """

    options: str
    seed: bytes = field(repr=False)
    snapshot: str | None = field(repr=False)
    state_hash: str | None
    result: str | None
    parts: str | None
    clocks: tuple[SeatClock, ...] = ()
    former: tuple[Former, ...] = ()
    """Who has handed a seat over, the earliest first."""


@dataclass(frozen=True, slots=True)
class Unchanged:
    """A match that has still the version that the caller knows, and where it is in Discord: that has no version."""

    id: str
    version: int
    channel_id: int | None
    thread_id: int | None
    start_message_id: int | None


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
class Claimed:
    """Rows that are to be sent now, and when there is something to claim next (None: nothing waits)."""

    rows: tuple[OutboxRow, ...]
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


@dataclass(frozen=True, slots=True)
class NewMessage:
    """A message that was posted and what it shows."""

    match_id: str
    kind: str
    channel_id: int
    message_id: int
    version: int
    recipient: int | None = None
    extra: str | None = None


@dataclass(frozen=True, slots=True)
class MessageChange:
    """What has become of a posted message; None leaves as it is."""

    message_id: int
    version: int | None = None
    state: MessageState | None = None
    extra: str | None = None


MessageNote = NewMessage | MessageChange
"""What is noted of a message once Discord has it."""


@dataclass(frozen=True, slots=True)
class StoredMessage:
    """A posted message; the newest 'live' one of its kind is the one to edit."""

    id: int
    match_id: str
    kind: str
    recipient: int | None
    channel_id: int
    message_id: int
    version: int
    state: MessageState
    extra: str | None
    created_at: int
    updated_at: int


@dataclass(frozen=True, slots=True)
class LessonProgress:
    """What somebody has done in a lesson: the actions, one a line, and when it was first solved (None: not yet)."""

    actions: str
    done_at: int | None


@dataclass(frozen=True, slots=True)
class Timer:
    """Something that falls due; a match has at most one timer of a kind, setting it again moves it."""

    match_id: str
    kind: str
    due_at: int
    attempts: int = 0
    """How often it was claimed since it was set, this time included."""


@dataclass(frozen=True, slots=True)
class ClaimedTimers:
    """Timers that are due now, in the order in which they fell due, and when there is something to claim next."""

    timers: tuple[Timer, ...]
    next_due: int | None


@dataclass(frozen=True, slots=True)
class Player:
    """A person's settings. `dm`: wants direct messages; `dm_closed`: Discord refused the last one.

    `language` is None for somebody who leaves it to Discord.
    """

    user_id: int
    dm: bool = False
    dm_closed: bool = False
    updated_at: int = 0
    language: str | None = None


@dataclass(frozen=True, slots=True)
class Direct:
    """How a player is told of a match by direct message."""

    player: Player
    boards: tuple[StoredMessage, ...]
    """Their live messages, the newest last."""
    refused: bool
    """Whether a message was refused, and a ping is still to be sent in its place."""


@dataclass(frozen=True, slots=True)
class Guild:
    """A server's settings. `language` is None where it is left to Discord."""

    guild_id: int
    language: str | None = None
    updated_at: int = 0


@dataclass(frozen=True, slots=True)
class Server:
    """What a server has set for its matches; None where it has set nothing."""

    guild_id: int
    pace: str | None = None
    """The pace of matches for which none is chosen; "none" for no clocks."""
    abandon_days: int | None = None
    most_open: int | None = None
    """How many open matches a member may have here."""
    channel_id: int | None = None
    """The one channel in which matches are opened."""
    role_id: int | None = None
    """The role that may open matches."""
    ping_role_id: int | None = None
    """The role that is told of challenges that anybody may join."""
    archive_days: int | None = None
    """How many days after its end the thread of a match is archived."""
    log_channel_id: int | None = None
    """The channel in which those who manage the server are told what needs their help."""


@dataclass(frozen=True, slots=True)
class Digest:
    """Somebody who wants a digest once a day."""

    user_id: int
    minute: int
    """The minute of the day, in the user's time zone."""
    due_at: int
    """When the next one is due."""


@dataclass(frozen=True, slots=True)
class Follower:
    """Somebody who follows a match without playing in it."""

    user_id: int
    wants: Literal["highlights", "end"]
    told: int
    """The number of the entry up to which this follower was told what has happened."""


@dataclass(frozen=True, slots=True)
class StoredPlan:
    """What a user has planned for the next own turn in a match."""

    user_id: int
    lines: str = field(repr=False)
    """The actions, one a line; empty for no plan any more."""
    updated_at: int
    outcome: str | None = field(default=None, repr=False)
    """What came of it, as JSON; None while it is pending."""


@dataclass(frozen=True, slots=True)
class Commit:
    """Everything one step changes. What is None stays as it is; `timers` are (kind, due time).

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
    outbox: tuple[NewOutbox, ...] = ()
    timers: tuple[tuple[str, int], ...] = ()
    clear_timers: tuple[str, ...] = ()
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
