"""Sentences about time: moments, in Discord's own form, lengths and paces."""

from __future__ import annotations

from bot.clocks.pace import NAMES, Pace, name_of, parts
from bot.texts.phrases import Phrases


def moment(ms: int, style: str = "R") -> str:
    """Return a moment as Discord shows it to each reader: relative (``R``), or the date and the time (``f``)."""
    return f"<t:{ms // 1000}:{style}>"


def length(say: Phrases, seconds: int) -> str:
    """Return a time in days, hours and minutes; the smallest one is a minute."""
    units = {
        "d": lambda n: say.plural("{count} day", "{count} days", n),
        "h": lambda n: say.plural("{count} hour", "{count} hours", n),
        "m": lambda n: say.plural("{count} minute", "{count} minutes", n),
    }
    shown = [units[unit](count) for count, unit in parts(seconds)]
    return say.every(shown[:2]) if shown else say("less than a minute")


def pace(say: Phrases, played: Pace | None) -> str:
    """Return the pace of a match as a sentence."""
    if played is None:
        return say("No clock.")
    bank = length(say, played.bank)
    if not played.increment:
        return say("Time: {bank} for the whole match.", bank=bank)
    more = length(say, played.increment)
    if not (name := name_of(played)):
        return say("Time: {bank}, and {more} more with every turn.", bank=bank, more=more)
    return say("{pace}: {bank}, and {more} more with every turn.", pace=NAMES[name], bank=bank, more=more)


def on_the_board(say: Phrases, over: int) -> str:
    """Return until when the match waits, for the line under the board."""
    return say("deadline {over}", over=moment(over))


def by_itself(say: Phrases, action: str, over: int) -> str:
    """Return what is done for whoever has not answered by then, for the same line."""
    return say("without an answer {over}: {action}", over=moment(over), action=action)
