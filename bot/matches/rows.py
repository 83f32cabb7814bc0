"""The rows of the outbox that concern a match: one way to write each."""

from __future__ import annotations

from typing import Final

from storage import NewOutbox

LOST: Final = "lost"
"""The kind of the rows that tell of a thread that was deleted, and of the messages that tell it."""
FOLLOWED: Final = "followed"
"""The kind of the rows that tell what standing instructions have done."""
DECLINED: Final = "declined"
"""The kind of the rows that tell that a challenge was declined, which leaves nothing behind."""
PLANNED: Final = "planned"
"""The kind of the rows that tell what has come of a plan."""
FOLLOW: Final = "follow"
"""The kind of the rows that tell followers what is new."""
SEATS: Final = "seats"
"""The kind of the rows that tell for which seats substitutes are looked for."""


def public_row(match_id: str) -> NewOutbox:
    """Everything public of a match has to be brought up to date."""
    return NewOutbox(thread_key=_lane(match_id), kind="public", supersedes=True)


def lost_row(match_id: str) -> NewOutbox:
    """The thread of a match seems to be gone; its players have to be told if it is."""
    return NewOutbox(thread_key=_lane(match_id), kind=LOST, supersedes=True)


def dm_row(user_id: int) -> NewOutbox:
    """A player has to be told by direct message, if that is wanted and possible."""
    return NewOutbox(thread_key=f"dm:{user_id}", kind="dm", recipient=user_id, supersedes=True, direct=True)


def followed_row(user_id: int) -> NewOutbox:
    """A player has to be told what the own standing instructions have done, if direct messages are wanted."""
    return NewOutbox(thread_key=f"dm:{user_id}", kind=FOLLOWED, recipient=user_id, supersedes=True, direct=True)


def declined_row(user_id: int) -> NewOutbox:
    """Whoever sent a challenge has to be told that it was declined."""
    return NewOutbox(thread_key=f"dm:{user_id}", kind=DECLINED, recipient=user_id, supersedes=True)


def planned_row(user_id: int) -> NewOutbox:
    """A player has to be told what has come of the own plan, if direct messages are wanted."""
    return NewOutbox(thread_key=f"dm:{user_id}", kind=PLANNED, recipient=user_id, supersedes=True, direct=True)


def follower_row(user_id: int) -> NewOutbox:
    """Somebody who follows a match without playing in it has to be told what is new."""
    return NewOutbox(thread_key=f"dm:{user_id}", kind=FOLLOW, recipient=user_id, supersedes=True)


def seats_row(match_id: str) -> NewOutbox:
    """It has to be told for which seats of a match substitutes are looked for, and that others are taken."""
    return NewOutbox(thread_key=_lane(match_id), kind=SEATS, supersedes=True)


def user_row(kind: str, user_id: int, *, version: int | None = None, due_at: int | None = None) -> NewOutbox:
    """Return a row that tells a user something of this kind; it takes the place of older ones about the same match."""
    return NewOutbox(
        thread_key=f"dm:{user_id}", kind=kind, recipient=user_id, version=version, due_at=due_at, supersedes=True
    )


def ping_row(match_id: str, user_id: int) -> NewOutbox:
    """A player who cannot be told by direct message has to be pinged in the thread, after what is public."""
    return NewOutbox(thread_key=_lane(match_id), kind="ping", recipient=user_id, supersedes=True)


def _lane(match_id: str) -> str:
    return f"match:{match_id}"
