"""Players and servers: what they have set, follow, plan and learn."""

from dataclasses import dataclass, field
from typing import Literal


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
class LessonProgress:
    """What somebody has done in a lesson: the actions, one a line, and when it was first solved (None: not yet)."""

    actions: str
    done_at: int | None


@dataclass(frozen=True, slots=True)
class StoredPlan:
    """What a user has planned for the next own turn in a match."""

    user_id: int
    lines: str = field(repr=False)
    """The actions, one a line; empty for no plan any more."""
    updated_at: int
    outcome: str | None = field(default=None, repr=False)
    """What came of it, as JSON; None while it is pending."""
