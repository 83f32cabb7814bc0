"""The results of a tournament as a table for other programs: one line a pairing."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping

from bot.features.tournaments import course
from bot.features.tournaments.shown import Names
from bot.pairings.rounds import WIN
from storage import WholeTournament

COLUMNS = ("round", "board", "first", "second", "points_first", "points_second", "how", "match")
PLACES = ("place", "seed", "entrant", "points")


def results(whole: WholeTournament, names: Names) -> bytes:
    """Return all pairings as CSV, and below them the places; points as decimals, the words in English."""
    text = io.StringIO()
    lines = csv.writer(text, lineterminator="\r\n")
    lines.writerow(COLUMNS)
    for one in whole.pairings:
        first, second = one.points or (None, None)
        lines.writerow(
            (
                one.round,
                one.board + 1,
                _cell(names[one.first]),
                "" if one.second is None else _cell(names[one.second]),
                _points(first),
                "" if one.second is None else _points(second),
                one.how or "",
                one.match_id if one.second is not None else "",
            )
        )
    lines.writerow(())
    lines.writerow(PLACES)
    points = _totals(whole)
    for place, seed in course.places(whole):
        lines.writerow((place, seed, _cell(names[seed]), _points(points.get(seed))))
    return text.getvalue().encode("utf-8-sig")


def _totals(whole: WholeTournament) -> Mapping[int, int]:
    if whole.head.kind not in course.BRACKETS:
        return {line.entrant: line.points for line in course.table(whole)}
    wins: dict[int, int] = {}
    for one in whole.pairings:
        winner = course.winner(one) if one.points is not None else None
        if winner is not None:
            wins[winner] = wins.get(winner, 0) + WIN
    return wins


def _points(halves: int | None) -> str:
    return "" if halves is None else f"{halves / 2:g}"


def _cell(name: str) -> str:
    """Return a name that no program takes for a formula."""
    return f"'{name}" if name[:1] in ("=", "+", "-", "@") else name
