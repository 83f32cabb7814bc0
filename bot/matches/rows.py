"""The rows of the outbox that concern a match: one way to write each."""

from __future__ import annotations

from typing import Final

from storage import NewOutbox

LOST: Final = "lost"
"""The kind of the rows that tell of a thread that was deleted, and of the messages that tell it."""
DECLINED: Final = "declined"
"""The kind of the rows that tell that a challenge was declined, which leaves nothing behind."""


def public_row(match_id: str) -> NewOutbox:
    """Everything public of a match has to be brought up to date."""
    return NewOutbox(thread_key=_lane(match_id), kind="public", supersedes=True)


def lost_row(match_id: str) -> NewOutbox:
    """The thread of a match seems to be gone; its players have to be told if it is."""
    return NewOutbox(thread_key=_lane(match_id), kind=LOST, supersedes=True)


def dm_row(user_id: int) -> NewOutbox:
    """A player has to be told by direct message, if that is wanted and possible."""
    return NewOutbox(thread_key=f"dm:{user_id}", kind="dm", recipient=user_id, supersedes=True, direct=True)


def declined_row(user_id: int) -> NewOutbox:
    """Whoever sent a challenge has to be told that it was declined."""
    return NewOutbox(thread_key=f"dm:{user_id}", kind=DECLINED, recipient=user_id, supersedes=True)


def user_row(
    kind: str, user_id: int, *, version: int | None = None, due_at: int | None = None, direct: bool = False
) -> NewOutbox:
    """Return a row that tells a user something of this kind; it takes the place of older ones about the same match.

    `direct`: only for users who want direct messages.
    """
    return NewOutbox(
        thread_key=f"dm:{user_id}",
        kind=kind,
        recipient=user_id,
        version=version,
        due_at=due_at,
        supersedes=True,
        direct=direct,
    )


def match_row(kind: str, match_id: str) -> NewOutbox:
    """Return a row of this kind for the public messages of a match; it takes the place of older ones."""
    return NewOutbox(thread_key=_lane(match_id), kind=kind, supersedes=True)


def ping_row(match_id: str, user_id: int) -> NewOutbox:
    """A player who cannot be told by direct message has to be pinged in the thread, after what is public."""
    return NewOutbox(thread_key=_lane(match_id), kind="ping", recipient=user_id, supersedes=True)


def _lane(match_id: str) -> str:
    return f"match:{match_id}"
