"""The pictures of statistics: bars of what was won, the line of a rating over time, a table with its uncertainties."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from bot.features.ratings import words
from bot.features.ratings.words import Sheet, Table
from bot.limits import ALT_TEXT, cut
from bot.panels.face import AnyFace
from bot.panels.model import Picture
from bot.texts.phrases import Phrases
from games.computers import LEVELS, computers_of
from games.computers import Strength as Measured
from games.statistics import topics_of
from render.labels import Labels, named
from render.statistics import Amount, Bar, Block, Course, Fact, Group, Place, Rated, draw_sheet, draw_table
from render.statistics import Sheet as Drawn
from storage import LEVEL, PACE, Counted, Meeting, Strength, Tally


def sheet(say: Phrases, faces: Mapping[str, AnyFace], shown: Sheet, text: str) -> Picture:
    """Draw all that somebody has played: what was won, by game and kind."""
    groups = _by_game(say, faces, [(one.game, one.kind, one.tally) for one in shown.whole()])
    return _picture(draw_sheet(Drawn(_title(say, shown), None, groups), _labels(say)), text)


def _title(say: Phrases, shown: Sheet) -> str:
    return words.title(say, replace(shown, name=named(shown.name)))


def _by_game(
    say: Phrases, faces: Mapping[str, AnyFace], tallies: Sequence[tuple[str, str, Tally]]
) -> tuple[Group, ...]:
    """Return a group of bars for each game, with one for each kind of matches."""
    groups = []
    for name in dict.fromkeys(game for game, _, _ in tallies if game in faces):
        bars = tuple(_bar(say, words.kind_alone(say, kind), tally) for game, kind, tally in tallies if game == name)
        groups.append(Group(say.message(faces[name].game.title), bars))
    return tuple(groups)


def game(say: Phrases, face: AnyFace, shown: Sheet, kind: str, course: Sequence[Strength], text: str) -> Picture:
    """Draw how somebody has played a game: a rating over time, and what was won with what in that kind of match."""
    title = f"{_title(say, shown)} · {words.kind(say, face, kind)}"
    line = None
    if course:
        ratings = tuple(Rated(*words.points(one)) for one in course)
        called = f"{say('Rating')} · {words.matches(say, len(course) - 1)}"
        line = Course(called, ratings, words.brief(say, course[-1]))
    kinds = tuple(_bar(say, words.kind_alone(say, one.kind), one.tally) for one in shown.whole())
    groups = (Group(say("Matches"), kinds), *_groups(say, face, shown, kind))
    played = next((one.tally for one in shown.whole() if one.kind == kind), None)
    facts = tuple(Fact(value, name) for value, name in words.facts(say, played)) if played is not None else ()
    return _picture(draw_sheet(Drawn(title, line, groups, facts), _labels(say)), text)


def _groups(say: Phrases, face: AnyFace, shown: Sheet, kind: str) -> Iterator[Group]:
    chosen = {one.id for one in topics_of(face.game) if one.chosen} | {PACE, LEVEL}
    for name in words.topics(face):
        found = shown.of(kind, name)[: words.TOP]
        bars = tuple(_bar_of(say, face, one, chosen=name in chosen) for one in found if words.word_of(say, face, one))
        if bars:
            yield Group(words.topic(say, face, name), bars)


def _bar_of(say: Phrases, face: AnyFace, one: Counted, *, chosen: bool) -> Bar | Amount:
    title = words.word_of(say, face, one)
    return _bar(say, title, one.tally) if chosen else Amount(title, one.tally.times)


def _bar(say: Phrases, name: str, tally: Tally) -> Bar:
    said = say("{won} of {count}", won=tally.won, count=tally.matches)
    return Bar(name, tally.won, tally.drawn, tally.matches - tally.won - tally.drawn, said)


def met(
    say: Phrases, faces: Mapping[str, AnyFace], title: str, meetings: Mapping[tuple[str, str], Meeting], text: str
) -> Picture:
    """Draw how the matches of two ended for the first of them."""
    tallies = [(game, kind, Tally(one.matches, one.won, one.drawn)) for (game, kind), one in meetings.items()]
    return _picture(draw_sheet(Drawn(title, None, _by_game(say, faces, tallies)), _labels(say)), text)


def table(say: Phrases, face: AnyFace, page: Table, text: str) -> Picture:
    """Draw a page of a table, and below it the computer players, whose ratings are fixed."""
    lines = tuple(
        Place(
            f"{page.first + n}.",
            name,
            Rated(*words.points(line.strength)),
            words.brief(say, line.strength),
            faint=not line.strength.settled,
        )
        for n, (name, line) in enumerate(page.lines)
    )
    measured = measures(face, page.kind)
    below = tuple(
        Place("", say.message(LEVELS[one.level]), Rated(one.rating, one.margin), words.measured(say, one))
        for one in measured
    )
    blocks = [Block("", lines)] if lines else []
    blocks += [Block(say("Computer players, measured against each other"), below)] if below else []
    return _picture(draw_table(words.kind(say, face, page.kind), blocks, _labels(say)), text)


def measures(face: AnyFace, kind: str) -> Sequence[Measured]:
    """Return how strong the computer players of a game are in a kind of match, the strongest first."""
    known = computers_of(face.game)
    return sorted(known.strengths if known is not None and kind == "duel" else (), key=lambda one: -one.rating)


def _labels(say: Phrases) -> Labels:
    return Labels.of(say)


def _picture(data: bytes, text: str) -> Picture:
    """Return a picture that says what its text says."""
    return Picture(data, "statistics.png", cut(text.replace("**", ""), ALT_TEXT))
