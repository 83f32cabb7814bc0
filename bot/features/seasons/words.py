"""Seasons in words: what counts, who leads, who has won which title."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from babel.dates import format_interval

from bot.features.ratings.words import A_POINT
from bot.panels.face import AnyFace
from bot.texts import match as texts
from bot.texts.phrases import Phrases
from bot.texts.time import moment
from storage import CHAMPION, IMPROVED, RELIABLE, SOLVER, UNIT, Score, Season, Title

SHARED: Final = 90
"""Characters for the names of those who share a title, so that the table below has room: two of the longest."""
Called = Callable[[int], str]
"""Returns the name of a user."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A line of a table with the place and the name; equal points and wins share a place."""

    place: int
    name: str
    score: Score


def standings(scores: Sequence[Score], called: Called) -> tuple[Standing, ...]:
    """Return the lines of a table from its first one on."""
    found: list[Standing] = []
    for n, one in enumerate(scores, 1):
        before = found[-1] if found else None
        equal = before is not None and (before.score.points, before.score.won) == (one.points, one.won)
        found.append(Standing(before.place if before is not None and equal else n, called(one.user_id), one))
    return tuple(found)


def points(say: Phrases, count: int) -> str:
    """Return a number of points."""
    return say.plural("{count} point", "{count} points", count)


def matches(say: Phrases, count: int) -> str:
    """Return a number of matches."""
    return say.plural("{count} match", "{count} matches", count)


def people(say: Phrases, count: int) -> str:
    """Return a number of people."""
    return say.plural("{count} person", "{count} people", count)


def games(say: Phrases, faces: Mapping[str, AnyFace], season: Season) -> str:
    """Return the games of a season."""
    return titles(say, faces, season.games)


def titles(say: Phrases, faces: Mapping[str, AnyFace], chosen: Sequence[str]) -> str:
    """Return these games; all where none is chosen."""
    found = [say.message(faces[name].game.title) for name in chosen if name in faces]
    return say.every(found) if found else say("all games")


def dates(say: Phrases, season: Season) -> str:
    """Return from when to when a season lasts, for a picture."""
    begin, end = (datetime.fromtimestamp(ms / 1000, UTC) for ms in (season.begun_at, season.ends_at - 1))
    return str(format_interval(begin, max(begin, end), "yMMMd", locale=say.language))


def counting(say: Phrases) -> str:
    """Return the rule by which points are earned."""
    return say(
        "Finish a rated match ahead of every opponent for 12 points; otherwise you get a share for each opponent you "
        "finish ahead of, and half of it for a tie. Your first three matches against the same opponent in a game count "
        "in full, each further one half as much as the last. If a seat is handed over, the match is worth nothing."
    )


def awards(say: Phrases) -> str:
    """Return which titles there are, and what each asks for."""
    return say(
        "Titles at the end: champion of each game (most points), most improved (biggest rise of a settled rating), "
        "puzzle solver (most puzzles of the day, for those who let themselves be named) and most reliable (most "
        "matches, all finished in time). People with private statistics are in no table."
    )


def begun(say: Phrases, faces: Mapping[str, AnyFace], season: Season) -> str:
    """Return the post at the beginning of a season."""
    return texts.lines(
        f"**{say('A season has begun: {name}', name=season.name)}**",
        say(
            "Rated matches of {games} on this server count until {until}. Open one with `/match new rated:True`.",
            games=games(say, faces, season),
            until=moment(season.ends_at, "f"),
        ),
        counting(say),
    )


def title(say: Phrases, faces: Mapping[str, AnyFace], one: Title) -> str:
    """Return what a title is called."""
    if one.title == CHAMPION:
        return say("Champion of {game}", game=_game(say, faces, one))
    return {IMPROVED: say("Most improved"), SOLVER: say("Puzzle solver"), RELIABLE: say("Most reliable")}[one.title]


def deed(say: Phrases, faces: Mapping[str, AnyFace], one: Title) -> str:
    """Return what a title was won for."""
    if one.title == CHAMPION:
        return points(say, one.number)
    if one.title == IMPROVED:
        rise = str(round(A_POINT * one.number / UNIT))
        return say("{game}: rating up by {rise}", game=_game(say, faces, one), rise=rise)
    if one.title == SOLVER:
        return say.plural("{count} puzzle of the day", "{count} puzzles of the day", one.number)
    return say.plural("{count} match, in time", "{count} matches, all in time", one.number)


def _game(say: Phrases, faces: Mapping[str, AnyFace], one: Title) -> str:
    return say.message(faces[one.game].game.title) if one.game in faces else one.game


ORDER: Final = (CHAMPION, IMPROVED, SOLVER, RELIABLE)


def awarded(titles: Sequence[Title]) -> list[list[Title]]:
    """Return titles in their order; those who share one are together."""
    together: dict[tuple[int, str, str], list[Title]] = {}
    for one in titles:
        game = one.game if one.title == CHAMPION else ""
        together.setdefault((ORDER.index(one.title), game, one.title), []).append(one)
    return [together[key] for key in sorted(together)]


def honours(say: Phrases, faces: Mapping[str, AnyFace], titles: Sequence[Title], called: Called) -> list[str]:
    """Return who has won which title, a line each."""
    return [
        say(
            "{title}: {people} ({deed})",
            title=f"**{title(say, faces, shared[0])}**",
            people=winners(say, shared, called),
            deed=deed(say, faces, shared[0]),
        )
        for shared in awarded(titles)
    ]


def winners(say: Phrases, shared: Sequence[Title], called: Called) -> str:
    """Return who shares a title: some by name, and how many more there are."""
    return texts.enumerated(say, list(dict.fromkeys(called(one.user_id) for one in shared)), SHARED)


def line(say: Phrases, one: Standing) -> str:
    """Return a line of a table."""
    parts = [one.name, points(say, one.score.points), matches(say, one.score.matches)]
    return f"**{one.place}.** {' · '.join(parts)}"


def over(
    say: Phrases,
    faces: Mapping[str, AnyFace],
    season: Season,
    best: Sequence[Standing],
    titles: Sequence[Title],
    called: Called,
) -> str:
    """Return the post at the end of a season: its titles and the head of its table."""
    heading = f"**{say('The season is over: {name}', name=season.name)}**"
    if not best:
        return texts.lines(heading, say("Nobody has finished a rated match in it."))
    rows = [line(say, one) for one in best]
    return texts.listed(say, (heading, *honours(say, faces, titles, called)), rows)
