"""Ratings and statistics in words: how strong somebody is and how sure that is, what was won, which army, how long."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from bot.clocks.pace import NAMES
from bot.panels.face import AnyFace
from bot.texts import match as texts
from bot.texts import story
from bot.texts import time as times
from bot.texts.phrases import Phrases
from games import statistics
from games.computers import LEVELS
from games.computers import Strength as Measured
from games.statistics import KINDS
from storage import ALL, COMPUTERS, LEVEL, PACE, UNIT, UNKNOWN, Counted, Line, Meeting, Reliability, Strength, Tally

MIDDLE: Final = 1500
"""What the rating of somebody is called who has not played."""
A_POINT: Final = 30
"""So many points of a shown rating are one of the model: near it, as many more win as in other systems."""


def points(strength: Strength) -> tuple[int, int]:
    """Return a rating as it is shown, and its uncertainty: within that it lies two times out of three."""
    return round(MIDDLE + A_POINT * (strength.mu - UNKNOWN.mu) / UNIT), round(A_POINT * strength.sigma / UNIT)


def mean_of(value: int) -> int:
    """Return the mean of the strength whose rating is shown as this number."""
    return UNKNOWN.mu + (value - MIDDLE) * UNIT // A_POINT


def rating(say: Phrases, strength: Strength) -> str:
    """Return a rating, never without its uncertainty."""
    value, margin = points(strength)
    if strength.settled:
        return say("{rating} ± {margin}", rating=str(value), margin=str(margin))
    return say("{rating} ± {margin} (provisional)", rating=str(value), margin=str(margin))


def brief(say: Phrases, strength: Strength) -> str:
    """Return a rating where there is little room; a question mark says that it is provisional."""
    value, margin = points(strength)
    end = "" if strength.settled else "?"
    return say("{rating} ± {margin}", rating=str(value), margin=str(margin)) + end


def moves(say: Phrases, moved: Sequence[tuple[str, Strength, Strength]]) -> str:
    """Return how a match has moved ratings: name, before and now of each; empty for none."""
    if not moved:
        return ""
    parts = [
        say("{player} {before} → {now}", player=name, before=brief(say, before), now=brief(say, now))
        for name, before, now in moved
    ]
    return say("Rating: {moves}", moves=" · ".join(parts))


def measured(say: Phrases, level: Measured) -> str:
    """Return the rating of a computer player, which is fixed."""
    return say("{rating} ± {margin}", rating=str(level.rating), margin=str(level.margin))


def kind_alone(say: Phrases, name: str) -> str:
    """Return a kind of match, or that the computer played."""
    return say("Against the computer") if name == COMPUTERS else say.message(KINDS[name])


def kind(say: Phrases, face: AnyFace, name: str) -> str:
    """Return a game and a kind of match."""
    if name == COMPUTERS:
        return say("{game}, against the computer", game=face.game.title)
    return say("{game}, {kind}", game=face.game.title, kind=KINDS[name])


def record(say: Phrases, tally: Tally) -> str:
    """Return how matches ended."""
    lost = tally.matches - tally.won - tally.drawn - tally.left
    parts = [
        say.plural("{count} match", "{count} matches", tally.matches),
        say("{count} won", count=tally.won),
        *([say("{count} drawn", count=tally.drawn)] if tally.drawn else []),
        say("{count} lost", count=lost),
        *([say("{count} handed over", count=tally.left)] if tally.left else []),
    ]
    return ", ".join(parts)


def habits(say: Phrases, tally: Tally) -> str:
    """Return the longest streak, how long matches take, and how many were finished in time; empty for no match."""
    if not tally.matches:
        return ""
    kept = tally.matches - tally.left - tally.late
    parts = [
        say("longest winning streak: {count}", count=tally.longest),
        say("turns a match: {count}", count=round(tally.turns / tally.matches)),
        say("time a match: {time}", time=times.length(say, tally.lasted // tally.matches // 1000)),
        say("finished in time: {kept} of {count}", kept=kept, count=tally.matches),
    ]
    return story.begun(" · ".join(parts))


def in_time(say: Phrases, reliability: Reliability | None) -> str:
    """Return how many matches somebody finishes in time, for lists; empty where too little is known."""
    if reliability is None:
        return ""
    return say("finishes {kept} of 10 matches in time", kept=reliability.of_ten)


def keeps_time(say: Phrases, player: str, reliability: Reliability) -> str:
    """Return how many matches somebody finishes in time, as a sentence."""
    return say("{player} finishes {kept} of 10 matches in time.", player=player, kept=reliability.of_ten)


def facts(say: Phrases, tally: Tally) -> tuple[tuple[str, str], ...]:
    """Return the same for a picture: each number, and what it is."""
    if not tally.matches:
        return ()
    kept = tally.matches - tally.left - tally.late
    return (
        (str(tally.longest), say("longest winning streak")),
        (str(round(tally.turns / tally.matches)), say("turns a match")),
        (times.length(say, tally.lasted // tally.matches // 1000), say("time a match")),
        (say("{won} of {count}", won=kept, count=tally.matches), say("finished in time")),
    )


def matches(say: Phrases, count: int) -> str:
    """Return a number of matches."""
    return say.plural("{count} match", "{count} matches", count)


def met(say: Phrases, meeting: Meeting) -> str:
    """Return how the matches of two ended for the first of them."""
    return record(say, Tally(matches=meeting.matches, won=meeting.won, drawn=meeting.drawn))


def topic(say: Phrases, face: AnyFace, name: str) -> str:
    """Return the title of something that is counted."""
    if name == PACE:
        return say("Pace")
    if name == LEVEL:
        return say("Level")
    return next((say.message(one.title) for one in statistics.topics_of(face.game) if one.id == name), "")


def word_of(say: Phrases, face: AnyFace, one: Counted) -> str:
    """Return what a word of a topic is called; empty for one that is not known any more."""
    if one.topic == PACE:
        return say.message(NAMES[one.word]) if one.word in NAMES else say("Another pace")
    if one.topic == LEVEL:
        return say.message(LEVELS[one.word]) if one.word in LEVELS else ""
    title = statistics.title_of(face.game, one.topic, one.word)
    return "" if title is None else say.message(title)


@dataclass(frozen=True, slots=True)
class Sheet:
    """What is known of how somebody has played."""

    user: int
    name: str
    everywhere: bool
    """On all servers, for their own eyes; else on this one."""
    ratings: Mapping[tuple[str, str], Line]
    """By game and kind."""
    counted: tuple[Counted, ...]
    reliability: Reliability | None = None

    def whole(self) -> list[Counted]:
        """Return what is counted of whole matches, by game and kind: the most played first, computers last."""
        whole = [one for one in self.counted if one.topic == ALL]
        return sorted(whole, key=lambda one: (one.kind == COMPUTERS, -one.tally.matches))

    def of(self, kind: str, topic: str) -> list[Counted]:
        """Return the words of a topic, those that stood most often first."""
        found = [one for one in self.counted if (one.kind, one.topic) == (kind, topic)]
        return sorted(found, key=lambda one: (-one.tally.times, one.word))


@dataclass(frozen=True, slots=True)
class Table:
    """A page of a table, and where the asker stands."""

    game: str
    kind: str
    first: int
    """The place of the first line, from 1."""
    lines: tuple[tuple[str, Line], ...]
    """With the names."""
    own: tuple[int | None, Line] | None
    """The place is `None` far behind, and for who is not in the table."""


TOP: Final = 5
"""So many words of a topic are told."""


def overview(say: Phrases, faces: Mapping[str, AnyFace], sheet: Sheet) -> str:
    """Return all that somebody has played, a line for each game and kind."""
    whole = [one for one in sheet.whole() if one.game in faces]
    if not whole:
        return say("{player} has not finished a match here that counts.", player=sheet.name)
    lines = []
    for one in whole:
        line = sheet.ratings.get((one.game, one.kind))
        parts = [kind(say, faces[one.game], one.kind), *([rating(say, line.strength)] if line is not None else [])]
        lines.append(f"{': '.join(parts)} · {record(say, one.tally)}")
    known = sheet.reliability
    return texts.lines(f"**{title(say, sheet)}**", *lines, keeps_time(say, sheet.name, known) if known else "")


def title(say: Phrases, sheet: Sheet) -> str:
    """Return whose statistics these are."""
    return say("{player} on all servers", player=sheet.name) if sheet.everywhere else sheet.name


def details(say: Phrases, face: AnyFace, sheet: Sheet) -> str:
    """Return how somebody has played a game, kind by kind."""
    lines = [f"**{title(say, sheet)}**"]
    for one in sheet.whole():
        line = sheet.ratings.get((one.game, one.kind))
        lines.append(f"**{kind(say, face, one.kind)}**")
        if line is not None:
            lines.append(say("Rating: {rating}.", rating=rating(say, line.strength)))
        lines += [f"{record(say, one.tally)}.", habits(say, one.tally)]
        lines += [told for name in topics(face) if (told := _told(say, face, name, sheet.of(one.kind, name)))]
    return texts.lines(*lines)


def topics(face: AnyFace) -> list[str]:
    """Return the topics of a game, and those of all games."""
    return [*(one.id for one in statistics.topics_of(face.game)), PACE, LEVEL]


def _told(say: Phrases, face: AnyFace, name: str, counted: Sequence[Counted]) -> str:
    """Return the words of a topic that stood most often: with what was won, or how often they stood."""
    chosen = name in (PACE, LEVEL) or any(one.id == name and one.chosen for one in statistics.topics_of(face.game))
    parts = []
    for one in counted[:TOP]:
        title, tally = word_of(say, face, one), one.tally
        if title and chosen:
            parts.append(say("{name} {won} of {count} won", name=title, won=tally.won, count=tally.matches))
        elif title:
            parts.append(say("{name} {count}×", name=title, count=tally.times))
    return say("{topic}: {things}.", topic=topic(say, face, name), things=", ".join(parts)) if parts else ""


def table(say: Phrases, face: AnyFace, page: Table, computers: Sequence[Measured]) -> str:
    """Return a page of a table, and how strong the computer plays."""
    title = f"**{kind(say, face, page.kind)}**"
    levels = [say("{name} {rating}", name=LEVELS[one.level], rating=measured(say, one)) for one in computers]
    fixed = say("Computer players, measured against each other: {levels}.", levels=", ".join(levels)) if levels else ""
    if not page.lines:
        return texts.lines(title, say("Nobody has a rating here yet: rated matches are opened with `rated`."), fixed)
    lines = [
        f"**{page.first + n}.** {name} · {rating(say, line.strength)} · "
        + say.plural("{count} match", "{count} matches", line.matches)
        for n, (name, line) in enumerate(page.lines)
    ]
    own = ""
    if page.own is not None:
        place, line = page.own
        mine = rating(say, line.strength)
        own = (
            say("You: place {place}, {rating}.", place=place, rating=mine)
            if place
            else say("You: {rating}.", rating=mine)
        )
    order = say("Ordered by what is certain: the rating less its uncertainty, provisional ones last.")
    return texts.lines(title, *lines, own, order, fixed)
