"""Seats for which a substitute is looked for: why, and when that ends by itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, Literal

from storage import Seat

Why = Literal["own", "vote", "left"]
"""Why a substitute is looked for: the player wants one, the others want one, the player has left the server."""
UNASKED: Final = ("vote", "left")
"""Reasons that are void as soon as the player is there again."""


def offered(seats: Sequence[Seat]) -> list[Seat]:
    """The seats for which a substitute is looked for."""
    return [seat for seat in seats if seat.offered is not None]


def without(seats: Sequence[Seat], *numbers: int) -> tuple[Seat, ...]:
    """The seats, with nobody looked for any more for those of these numbers."""
    return tuple(replace(s, offered=None, offered_to=None) if s.seat in numbers else s for s in seats)


def after(seats: Sequence[Seat], by: int | None, *, over: bool) -> tuple[Seat, ...] | None:
    """The seats after a step of seat `by`, which shows that its player is there; `None` where nothing changes.

    At the end of a match nobody is looked for any more.
    """
    ended = [s.seat for s in offered(seats) if over or (s.seat == by and s.offered in UNASKED)]
    return without(seats, *ended) if ended else None


def after_more_time(seats: Sequence[Seat], seat: int) -> tuple[Seat, ...] | None:
    """The seats after the others have given a player more time, in the place of a substitute; `None` for the same."""
    voted = any(s.seat == seat and s.offered == "vote" for s in seats)
    return without(seats, seat) if voted else None
