"""How a match stands: who is waited for and for what, what is offered, how it ended. Told here and nowhere else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.matches.loaded import LoadedMatch
from bot.texts import agreements as agreed
from bot.texts import match as texts
from bot.texts import time as times
from bot.texts.phrases import Phrases

Names = Mapping[int, str]


def headline(say: Phrases, match: LoadedMatch, names: Names, mentions: Sequence[str]) -> str:
    """Return what the lock screen shows first: who is called, what for, the score; or how the match ended."""
    view = match.view(None)
    if match.match.status == "over":
        return " ".join([*mentions, texts.over(say, match.face.words.ending(say, view, names))])
    waited = [choice for choice in match.choices if choice.must]
    asked = dict.fromkeys(match.face.words.asked(say, choice, view, names) for choice in waited)
    told = " · ".join(part for part in (*asked, match.face.words.score(say, view, names)) if part)
    return " ".join([*mentions, told]).strip()


def status(say: Phrases, match: LoadedMatch, names: Names, reader: int | None = None) -> str:
    """Return the line about all sides, with the time that is left."""
    parts = (match.face.words.status(say, match.view(reader), names), until(say, match))
    return " · ".join(part for part in parts if part)


def offered(say: Phrases, match: LoadedMatch, names: Names) -> str:
    """Return draws and takebacks that wait for an answer; empty where there are none."""
    return agreed.standing(say, match.position, names) if match.match.status == "running" else ""


def until(say: Phrases, match: LoadedMatch) -> str:
    """Return until when the match waits; empty where nobody's time runs."""
    if match.match.status != "running":
        return ""
    return times.on_the_board(say, (one.runs_out for one in match.match.clocks if one.runs_out and not one.out_at))


def ending(say: Phrases, match: LoadedMatch, names: Names) -> str:
    """Return who won and how, as a sentence."""
    return match.face.words.ending(say, match.view(None), names)
