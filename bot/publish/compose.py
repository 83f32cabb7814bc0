"""What the live message and the direct messages of a match say. Everything comes from views and shown events."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from bot.matches.loaded import LoadedMatch
from bot.panels.model import Button, Press, Row
from bot.publish import announce, standing
from bot.publish.summary import Summary, summarize
from bot.texts import links
from bot.texts import match as texts
from bot.texts.phrases import Phrases

SHORT_LENGTH: Final = 300
"""Up to this length everything that happened stands in the first line, and nowhere else."""
HEADLINE_LENGTH: Final = 140
"""How much of a longer story the first line tells; about so much fits on a lock screen."""
CLOSING_LENGTH: Final = 1300
"""How much a message keeps of what happened when it is closed."""

Names = Mapping[int, str]


@dataclass(frozen=True, slots=True)
class LiveText:
    """The text of a live message, and what its picture marks as the last moves."""

    text: str
    marks: tuple[int, ...]


def newest(match: LoadedMatch) -> int:
    """The number of the newest entry, 0 if there is none."""
    return match.entries[-1].seq if match.entries else 0


def last_own(match: LoadedMatch, users: Sequence[int]) -> int:
    """The number of the last entry of any of these users, 0 if there is none."""
    return match.past.last_of(seat.seat for seat in match.match.seats if seat.user_id in users)


def told_from(match: LoadedMatch, since: int, waiting: Sequence[int]) -> int:
    """After which entry a message begins to tell: after `since`, else what those waited for have not seen yet."""
    if since < newest(match):
        return since
    return last_own(match, waiting) if waiting else max(0, newest(match) - 1)


def others(match: LoadedMatch) -> tuple[int, ...]:
    """Everybody but the one who acted last."""
    last = match.user_of(match.entries[-1].seat) if match.entries else None
    return tuple(user for user in match.users() if user != last)


def first_line(say: Phrases, match: LoadedMatch, names: Names, mentions: Sequence[str], summary: Summary) -> str:
    """The line that the lock screen shows: who is waited for, for what, the score, what happened."""
    head = standing.headline(say, match, names, mentions)
    news = _news(summary) if match.match.status != "over" else ""
    return " · ".join(part for part in (head, news) if part)


def _news(summary: Summary) -> str:
    """What happened for the first line: everything if that is short, else what each action was, the newest last."""
    everything = texts.story(summary.sentences, SHORT_LENGTH)
    if len(summary.sentences) < 2 or not everything.startswith("…"):
        return everything
    return texts.story(summary.headlines or summary.sentences[-1:], HEADLINE_LENGTH)


def live(say: Phrases, match: LoadedMatch, names: Names, waiting: Sequence[int], since: int) -> LiveText:
    """The live message; `since` is the number of the last entry before what it tells."""
    start = told_from(match, since, waiting)
    summary = summarize(say, match, start, names)
    named = waiting if match.match.status == "running" else others(match)
    first = first_line(say, match, names, [f"<@{user}>" for user in named], summary)
    opening = announce.opening_text(say, match, names) if since == 0 else ""
    text = texts.lines(
        first, _rest(say, summary, since_turn=start < since), standing.status(say, match, names), opening
    )
    return LiveText(text, match.face.marks(summary.events))


def _rest(say: Phrases, summary: Summary, *, since_turn: bool) -> str:
    """What happened in full, where the first line has not said it all."""
    everything = texts.story(summary.sentences)
    if everything == _news(summary):
        return ""
    return texts.since_your_turn(say, everything) if since_turn else everything


def closing_text(say: Phrases, match: LoadedMatch, names: Names, summary: Summary, since: int) -> str:
    """The text that a live message keeps when it is closed; the first one keeps the head of the thread."""
    opening = announce.opening_text(say, match, names) if since == 0 else ""
    return texts.lines(texts.story(summary.sentences, CLOSING_LENGTH) or "…", opening)


def dm_text(say: Phrases, match: LoadedMatch, names: Names, seat: int, since: int) -> str:
    """The text of a direct message: what has happened since the last entry of its reader, and where."""
    summary = summarize(say, match, since, names, seat)
    return texts.lines(
        first_line(say, match, names, [], summary),
        _rest(say, summary, since_turn=True),
        standing.status(say, match, names, seat),
        links.match(match.match),
    )


def position_text(say: Phrases, match: LoadedMatch, names: Names) -> str:
    """How a match stands and what happened last, for whoever asks."""
    summary = summarize(say, match, max(0, newest(match) - 3), names)
    return texts.lines(
        first_line(say, match, names, [], summary), standing.status(say, match, names), links.match(match.match)
    )


def public_rows(say: Phrases, match: LoadedMatch) -> tuple[Row, ...]:
    """The buttons of the live message."""
    play = [Button(texts.play_label(say), Press("play"), "primary")] if match.match.status == "running" else []
    shown = [Button(one.label(say), Press(one.id)) for one in match.face.exhibits if one.public]
    return ((*play, Button(texts.words_label(say), Press("words")), *shown),)
