"""Blocks: who does not come to a match together. Every way into a match asks here."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from bot.matches import computers
from bot.matches.refusals import Refusal
from games.messages import Message
from storage import Store

APART: Final = Message("You cannot play with one of these people.")
"""It does not say who has blocked whom."""


async def must_get_along(store: Store, user: int, others: Iterable[int | None]) -> None:
    """Raise `Refusal` where a user and one of the others have blocked each other, whichever of the two did it."""
    people = [other for other in computers.people(others) if other != user]
    if people and await store.blocks.apart(user, people):
        raise Refusal(APART)
