"""What a daily digest says."""

from __future__ import annotations

from collections.abc import Sequence

from bot.texts.phrases import Phrases
from bot.texts.time import moment
from storage import Digest, Waiting


def digest(say: Phrases, lines: Sequence[str], count: int) -> str:
    """The digest: how many matches wait, then a line for each of the most urgent ones."""
    head = say.plural("☀️ {count} match waits for you:", "☀️ {count} matches wait for you:", count)
    more = say.plural("… and {count} more", "… and {count} more", count - len(lines)) if count > len(lines) else ""
    return "\n".join(part for part in (head, *lines, more) if part)


def line(say: Phrases, match: str, waiting: Waiting) -> str:
    """A match that waits, and how much time is left."""
    if waiting.runs_out is not None:
        return f"- {match} · {say('time runs out {over}', over=moment(waiting.runs_out))}"
    return f"- {match} · {say('since {since}', since=moment(waiting.since))}"


def stop_label(say: Phrases) -> str:
    """The button that ends digests."""
    return say("No more digests")


def state(say: Phrases, mine: Digest | None) -> str:
    """What somebody has set."""
    if mine is None:
        return say("You get no digest. `/settings digest hour:8` sends you one a day, if any match waits for you.")
    return say(
        "You get a digest at {time} each day on which matches wait for you, the next one {next}. Quiet hours and days "
        "off put it off.",
        time=f"{mine.minute // 60:02}:{mine.minute % 60:02}",
        next=moment(mine.due_at),
    )
