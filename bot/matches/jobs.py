"""The jobs that concern a match: what has to be told about it, and to whom."""

from __future__ import annotations

from typing import Final

from storage import NewJob

PUBLIC: Final = "public"
"""The kind of jobs that bring everything public of a match up to date."""
DM: Final = "dm"
"""The kind of jobs that tell a player by direct message how a match stands."""
PING: Final = "ping"
"""The kind of jobs that ping a player in the thread who cannot be told by direct message."""
LOST: Final = "lost"
"""The kind of jobs that tell of a thread that was deleted, and of the messages that tell it."""
DECLINED: Final = "declined"
"""The kind of jobs that tell that a challenge was declined, which leaves nothing behind."""


def match_job(kind: str, match_id: str, recipient: int | None = None) -> NewJob:
    """Return a job in the lane of a match, after what is public; it takes the place of an older one of its kind."""
    return NewJob(lane=f"match:{match_id}", kind=kind, recipient=recipient, supersedes=True)


def user_job(
    kind: str, user_id: int, *, version: int | None = None, due_at: int | None = None, direct: bool = False
) -> NewJob:
    """Return a job that tells a user something; it takes the place of an older one of its kind about the same match.

    `direct`: only for a user who wants direct messages and can get them.
    """
    lane = f"dm:{user_id}"
    return NewJob(lane, kind, recipient=user_id, version=version, due_at=due_at, supersedes=True, direct=direct)
