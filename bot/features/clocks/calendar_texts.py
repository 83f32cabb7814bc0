"""Somebody's calendar in words."""

from __future__ import annotations

from bot.texts.phrases import Phrases
from storage import Calendar


def described(say: Phrases, mine: Calendar) -> str:
    """All that somebody has set about time, a line each."""
    quiet = (
        say("Quiet hours: none.")
        if mine.quiet_from is None or mine.quiet_to is None
        else say("Quiet hours: from {begin} to {end}.", begin=_clock(mine.quiet_from), end=_clock(mine.quiet_to))
    )
    days = [day for bit, day in enumerate(_days(say)) if mine.days_off >> bit & 1]
    off = say("Days off: {days}.", days=say.every(days)) if days else say("Days off: none.")
    where = {
        "dm": say("Reminders: by direct message if those are on, else by a ping in the thread."),
        "thread": say("Reminders: by a ping in the thread."),
        "none": say("Reminders: none."),
    }
    return "\n".join((say("Time zone: {zone}.", zone=mine.zone), quiet, off, where[mine.reminders]))


def _clock(minute: int) -> str:
    return f"{minute // 60:02}:{minute % 60:02}"


def _days(say: Phrases) -> tuple[str, ...]:
    return (
        say("Monday"),
        say("Tuesday"),
        say("Wednesday"),
        say("Thursday"),
        say("Friday"),
        say("Saturday"),
        say("Sunday"),
    )
