"""Pictures of how people have played, for the golden ones: statistics, tables, and what a season came to."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from bot.features.ratings import shown
from bot.features.ratings.words import Sheet, Table
from bot.features.seasons import shown as seasons
from bot.features.seasons.words import standings
from bot.registry import FACES
from bot.texts.phrases import phrases
from storage import (
    ALL,
    CHAMPION,
    IMPROVED,
    RELIABLE,
    SOLVER,
    UNKNOWN,
    Counted,
    Line,
    Score,
    Season,
    Strength,
    Tally,
    Title,
)
from storage.strength import after
from tests.render.cups import cups

NAMES: Final = ("Anna", "Łukasz", "Wilhelmina Featherstonehaugh-Cholm", "Иван", "Otto 🎲")
GAME: Final = "monolith_arena"


def _counted(kind: str, topic: str, word: str, matches: int, won: int, drawn: int = 0, times: int = 1) -> Counted:
    return Counted(
        GAME,
        kind,
        topic,
        word,
        Tally(matches, won, drawn, times=times, turns=matches * 20, longest=3, lasted=matches * 9 * 10**7),
    )


def _course() -> list[Strength]:
    """A rating over twenty duels against the same opponent, two of three of them won."""
    course = [UNKNOWN]
    for number in range(20):
        won = number % 3 != 1
        course.append(after([[course[-1]], [UNKNOWN]], [int(not won), int(won)])[0][0])
    return course


COUNTED: Final = (
    _counted("duel", ALL, "", 24, 12, 3),
    _counted("teams", ALL, "", 3, 2),
    _counted("computers", ALL, "", 6, 4),
    _counted("duel", "army", "guardians_of_the_realm", 14, 8, 2, 14),
    _counted("duel", "army", "harbingers_of_the_forest", 10, 4, 1, 10),
    _counted("duel", "tile", "pikeman", 9, 4, times=44),
    _counted("duel", "tile", "rune_of_strength", 9, 4, times=12),
    _counted("duel", "pace", "daily", 24, 12, 3, 24),
)

SEASON: Final = Season(1, 10, 20, "Herbst 2026", (), 0, 1_790_000_000_000, 1_792_400_000_000)
SCORES: Final = tuple(Score(n, points, 12 - n, 5 - n, 9) for n, points in enumerate((96, 84, 60, 42, 0)))
TITLES: Final = (
    Title(CHAMPION, GAME, 0, 60),
    Title(CHAMPION, "arena_of_heroes", 1, 36),
    Title(CHAMPION, "arena_of_heroes", 2, 36),
    Title(IMPROVED, GAME, 4, 28_400),
    Title(SOLVER, "", 3, 17),
    Title(RELIABLE, "", 3, 11),
)


def community() -> Iterator[tuple[str, Callable[[], bytes]]]:
    """Yield the pictures by the names of their files."""
    course, sheet = _course(), Sheet(1, NAMES[1], everywhere=False, ratings={}, counted=COUNTED)
    face = FACES[GAME]
    lines = tuple(
        (name, Line(n, Strength(course[-1].mu - n * 5000, 45_000 + n * 7000), 20)) for n, name in enumerate(NAMES)
    )
    table = Table(GAME, "duel", 1, lines, None)
    german, spanish = phrases("de"), phrases("es")
    yield "game_de.png", lambda: shown.game(german, face, sheet, "duel", course, "").data
    yield "all_es.png", lambda: shown.sheet(spanish, FACES, sheet, "").data
    yield "table_en.png", lambda: shown.table(phrases("en"), face, table, "").data
    names = dict(enumerate(NAMES))
    best = standings(SCORES, names.__getitem__)
    yield "season_en.png", lambda: seasons.table(phrases("en"), "Herbst 2026", "All games", best, "").data
    yield "keepsake_de.png", lambda: seasons.keepsake(german, FACES, SEASON, best, TITLES, names, 33, "").data
    yield "keepsake_es.png", lambda: seasons.keepsake(spanish, FACES, SEASON, best[:1], TITLES[:2], names, 1, "").data
    yield from cups()
