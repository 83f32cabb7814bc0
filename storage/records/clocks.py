"""Clocks and calendars."""

from dataclasses import dataclass


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
