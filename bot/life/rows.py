"""The rows of the outbox by which people are told about time and about what was done for them."""

from __future__ import annotations

from typing import Final

from storage import NewOutbox

REMIND: Final = "remind"
"""A reminder of one's own turn."""
NUDGE: Final = "nudge"
"""Somebody who waits has asked for the move."""
OUT: Final = "out"
"""Another player's time is over; what shall be done?"""
AWAY: Final = "away"
"""Another player, whom the match waits for, is away."""

HANDED: Final = "handed"
"""Somebody else has taken over the seat."""


def notice(kind: str, user_id: int, *, version: int | None = None, due_at: int | None = None) -> NewOutbox:
    """Somebody is to be told something; news of a kind about one match take the place of older ones."""
    return NewOutbox(
        thread_key=f"dm:{user_id}", kind=kind, recipient=user_id, version=version, due_at=due_at, supersedes=True
    )
