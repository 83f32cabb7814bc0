"""What is said about time: paces, clocks, reminders, times that are over. Moments are left to Discord's own form."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal

from bot.clocks.pace import NAMES, Pace, name_of, parts
from bot.texts.phrases import Phrases

Answer = Literal["claim", "give", "sub", "off"]
"""What the others may want when a player's time is over."""
MORE_HOURS: Final = 24
"""How many hours the others can give."""


def moment(ms: int, style: str = "R") -> str:
    """A moment as Discord shows it to each reader: relative (``R``), or the date and the time (``f``)."""
    return f"<t:{ms // 1000}:{style}>"


def length(say: Phrases, seconds: int) -> str:
    """A time in days, hours and minutes; the smallest one is a minute."""
    told = {
        "d": lambda n: say.plural("{count} day", "{count} days", n),
        "h": lambda n: say.plural("{count} hour", "{count} hours", n),
        "m": lambda n: say.plural("{count} minute", "{count} minutes", n),
    }
    found = [told[unit](count) for count, unit in parts(seconds)]
    return say.every(found[:2]) if found else say("less than a minute")


def pace(say: Phrases, played: Pace | None) -> str:
    """The pace of a match, as a sentence on its card."""
    if played is None:
        return say("No clock.")
    bank = length(say, played.bank)
    if not played.increment:
        return say("Time: {bank} for the whole match.", bank=bank)
    more = length(say, played.increment)
    if not (name := name_of(played)):
        return say("Time: {bank}, and {more} more with every turn.", bank=bank, more=more)
    return say("{pace}: {bank}, and {more} more with every turn.", pace=NAMES[name], bank=bank, more=more)


def waited_for(say: Phrases, player: str, since: int, over: int | None) -> str:
    """A player whom the match waits for."""
    if over is None:
        return say("{player}: waited for since {since}", player=player, since=moment(since, "f"))
    return say(
        "{player}: waited for since {since}, the time runs out {over}",
        player=player,
        since=moment(since, "f"),
        over=moment(over),
    )


def is_over(say: Phrases, player: str, since: int) -> str:
    """A player whose time is over."""
    return say("{player}: the time ran out {since}", player=player, since=moment(since))


def standing_still(say: Phrases, player: str, left_ms: int | None) -> str:
    """A player whose clock stands still."""
    if left_ms is None:
        return say("{player}: not waited for", player=player)
    return say("{player}: {time} left", player=player, time=length(say, left_ms // 1000))


def on_the_board(say: Phrases, over: Iterable[int]) -> str:
    """Until when the match waits, in the line under the board; nothing without clocks."""
    ends = sorted(set(over))
    return say("time runs out {over}", over=moment(ends[0])) if ends else ""


def reminder(say: Phrases, match: str, over: int) -> str:
    """A reminder of one's own turn."""
    return say("⏳ {match}: it is still your turn. Your time ends {over}.", match=match, over=moment(over))


def nudge(say: Phrases, match: str) -> str:
    """What somebody hears whom the others wait for."""
    return say("👋 {match}: the others are waiting for your move.", match=match)


def is_away(say: Phrases, match: str, players: list[str], until: int) -> str:
    """What the others hear of somebody who is away."""
    return say.plural(
        "🏖️ {match}: {players} is away until {until}; the clock stands still meanwhile.",
        "🏖️ {match}: {players} are away until {until}; the clocks stand still meanwhile.",
        len(players),
        match=match,
        players=say.every(players),
        until=moment(until, "f"),
    )


def what_now(say: Phrases, match: str, player: str, end: int) -> str:
    """The question to the others when somebody's time is over."""
    return say(
        "⌛ {match}: {player} has run out of time. That decides nothing yet: you can claim the win, give {hours} more "
        "hours, look for a substitute, or call the match off. If nothing happens it ends without a winner {end}.",
        match=match,
        player=player,
        hours=MORE_HOURS,
        end=moment(end),
    )


def call_to_decide(say: Phrases, mentions: Iterable[str], player: str, label: str) -> str:
    """What stands in the thread for those who get no direct messages."""
    return say(
        "{players}, {player} has run out of time. **{label}** asks you in private what should happen now.",
        players=say.every(mentions),
        player=player,
        label=label,
    )


def answer_label(say: Phrases, answer: Answer) -> str:
    """The button of an answer."""
    if answer == "claim":
        return say("Claim the win")
    if answer == "give":
        return say("Give {hours} more hours", hours=MORE_HOURS)
    if answer == "sub":
        return say("Find a substitute")
    return say("Call it off")


def counted(say: Phrases, answer: Answer, have: int, need: int) -> str:
    """What one hears whose voice alone does not decide."""
    return say(
        "Noted: {answer}. {have} of {need} who have to agree do.",
        answer=answer_label(say, answer),
        have=have,
        need=need,
    )
