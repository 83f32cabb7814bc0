"""Pictures of tournaments, for the golden ones: a table and brackets."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final

from bot.features.tournaments import course
from bot.features.tournaments import shown as tournament
from bot.pairings.rounds import LOSS, WIN
from bot.texts.phrases import Phrases, phrases
from storage import Entrant, Member, StoredPairing, Tournament, WholeTournament
from storage.tournament_rows import How, Kind

NAMES: Final = ("Anna", "Łukasz", "Wilhelmina Featherstonehaugh-Cholm", "Иван", "Otto 🎲")


def cups() -> Iterator[tuple[str, Callable[[], bytes]]]:
    """Yield the pictures by the names of their files."""
    yield "swiss_es.png", lambda: drawn(phrases("es"), played("swiss", 20, 3))
    yield "double_de.png", lambda: drawn(phrases("de"), played("double", 7, 9))
    yield "single_en.png", lambda: drawn(phrases("en"), played("single", 14, 10))


def played(kind: Kind, entrants: int, pairings: int) -> WholeTournament:
    """A tournament after so many rounds, or pairings of a bracket; mostly the better seed has won, one has left."""
    head = Tournament("a", 1, 2, 3, "Herbstpokal", "toy", "1v1", "{}", "3d+12h", False, "en", kind, 64, 5, 0, "running")
    people = tuple(Entrant(n, n, 7 if n == 6 else None, (Member(n, accepted=True),)) for n in range(1, entrants + 1))
    whole = WholeTournament(head, people, ())
    while pairings > 0:
        for one in course.following(whole) or ():
            pair = one.pairing
            upset = (pair.one + (pair.other or 0)) % 5 == 0
            points = (WIN, LOSS) if pair.other is None or (pair.one < pair.other) != upset else (LOSS, WIN)
            how: How = "bye" if pair.other is None else "left" if 6 in (pair.one, pair.other) else "played"
            done = how == "bye" or pairings > 0
            row = StoredPairing(one.round, one.board, pair.one, pair.other, f"{one.round}.{one.board}", 0)
            row = replace(row, points=points, how=how) if done else row
            whole = replace(whole, pairings=(*whole.pairings, row))
            pairings -= kind in course.BRACKETS
        pairings -= kind not in course.BRACKETS
    return whole


def drawn(say: Phrases, whole: WholeTournament, names: dict[int, str] | None = None) -> bytes:
    """The picture of a tournament as it stands."""
    names = names or {one.seed or 0: NAMES[one.number % len(NAMES)] + f" {one.number}" for one in whole.entrants}
    pages, at = tournament.pages(say, whole, names)
    return tournament.draw(say, pages[at], "").data
