"""Points of seasons: what a rated match is worth to those who played it, written in the step that ends it.

Whoever comes before all opponents gets `MOST` points, else the share of opponents that they came before; a tie is half
of one. So a duel, a match of teams and one of each alone are worth the same on average. An opponent whom somebody has
met often in this season and game counts less and less: nobody climbs by playing the same friend again and again.
"""

from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy import Connection, bindparam, or_, select, text

from storage.ledger import Outcome, Played
from storage.season_tables import season, season_meeting

MOST: Final = 12
"""The points of somebody who comes before all opponents: the half, a third, a quarter of it are whole, too."""
FULL: Final = 3
"""So many matches against the same opponent count in full; each one more half as much as the one before it."""
ALL_GAMES: Final = ""
"""Stands for all games of a season together."""
_NOTHING: Final = 10
"""After so many halvings nothing is left."""

_RUNNING: Final = (
    select(season.c.id, season.c.games)
    .where(
        season.c.guild_id == bindparam("guild"),
        season.c.closed_at.is_(None),
        season.c.begun_at <= bindparam("at"),
        season.c.ends_at > bindparam("at"),
    )
    .with_for_update(read=True)
)
"""The season of a server that is running; no other process closes it before the points are written."""
_MET: Final = select(season_meeting.c.user_id, season_meeting.c.other_id, season_meeting.c.matches).where(
    season_meeting.c.season_id == bindparam("season"),
    season_meeting.c.game == bindparam("game"),
    season_meeting.c.user_id.in_(bindparam("users", expanding=True)),
    season_meeting.c.other_id.in_(bindparam("others", expanding=True)),
)
_ADD_SCORE: Final = text(
    "INSERT INTO season_score (season_id, game, user_id, points, matches, won, kept)"
    " VALUES (:season, :game, :user, :points, 1, :won, :kept)"
    " ON CONFLICT (season_id, user_id, game) DO UPDATE SET points = season_score.points + excluded.points,"
    " matches = season_score.matches + 1, won = season_score.won + excluded.won,"
    " kept = season_score.kept + excluded.kept"
)
_ADD_MEETING: Final = text(
    "INSERT INTO season_meeting (season_id, game, user_id, other_id, matches) VALUES (:season, :game, :user, :other, 1)"
    " ON CONFLICT (season_id, game, user_id, other_id) DO UPDATE SET matches = season_meeting.matches + 1"
)


def points(mine: Played, opponents: Sequence[Played], met: Sequence[int]) -> int:
    """Return the points of a seat; `met` says how often it has met each of its opponents before."""
    halves = sum(
        ((mine.place < other.place) * 2 + (mine.place == other.place)) << max(0, _NOTHING - max(0, before + 1 - FULL))
        for other, before in zip(opponents, met, strict=True)
        if before + 1 - FULL < _NOTHING
    )
    return MOST * halves // (2 * len(opponents) << _NOTHING)


def score(connection: Connection, one: Outcome) -> None:
    """Enter a result into the season of its server that is running, if it counts there: rated, of a game of it.

    What moves the ratings of all is worth points to all; where somebody has left, it is only a match that they did not
    keep.
    """
    if one.rates == "none":
        return
    row = connection.execute(_RUNNING, {"guild": one.guild_id, "at": one.ended_at}).first()
    if row is None or (row.games and one.game not in row.games.split()):
        return
    met = _meetings(connection, row.id, one) if one.rates == "all" else {}
    scores = []
    for mine in one.played:
        if mine.user_id <= 0 or (one.rates == "leavers" and mine.came != "left"):
            continue
        others = _opponents(one, mine)
        before = [met.get((mine.user_id, other.user_id), 0) for other in others]
        got = points(mine, others, before) if one.rates == "all" else 0
        kept = mine.came != "left" and not mine.late
        counts = {"points": got, "won": int(mine.came == "won"), "kept": int(kept)}
        scores += [{"season": row.id, "user": mine.user_id, "game": game, **counts} for game in (ALL_GAMES, one.game)]
    if scores:
        connection.execute(_ADD_SCORE, scores)


def _opponents(one: Outcome, mine: Played) -> list[Played]:
    return [other for other in one.played if other.team != mine.team]


def _meetings(connection: Connection, season_id: int, one: Outcome) -> dict[tuple[int, int], int]:
    """Return how often those who have played have met before, and count that they have met once more."""
    people = [mine.user_id for mine in one.played if mine.user_id > 0]
    asked = {"season": season_id, "game": one.game, "users": people, "others": people}
    known = {(user, other): matches for user, other, matches in connection.execute(_MET, asked)}
    pairs = [
        {"season": season_id, "game": one.game, "user": mine.user_id, "other": other.user_id}
        for mine in one.played
        for other in _opponents(one, mine)
        if mine.user_id > 0 and other.user_id > 0
    ]
    if pairs:
        connection.execute(_ADD_MEETING, pairs)
    return known


def of_person(user_id: int) -> Any:
    """Return what selects the meetings that name somebody, on either side."""
    return or_(season_meeting.c.user_id == user_id, season_meeting.c.other_id == user_id)
