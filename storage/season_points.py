"""Points of seasons: what a rated match is worth to those who played it, written in the step that ends it.

Whoever comes before all opponents gets `MOST` points, else the share of opponents that they came before; a tie is half
of one. So a duel, a match of teams and one of each alone are worth the same on average. An opponent whom somebody has
met often in this season and game counts less and less: nobody climbs by playing the same friend again and again.
"""

from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy import Connection, bindparam, insert, or_, select, update

from storage.ledger import Outcome, Played
from storage.season_tables import season, season_meeting, season_score

MOST: Final = 12
"""The points of somebody who comes before all opponents: the half, a third, a quarter of it are whole, too."""
FULL: Final = 3
"""So many matches against the same opponent count in full; each one more half as much as the one before it."""
ALL_GAMES: Final = ""
"""Stands for all games of a season together."""
_NOTHING: Final = 10
"""After so many halvings nothing is left."""

_RUNNING: Final = select(season.c.id, season.c.games).where(
    season.c.guild_id == bindparam("guild"),
    season.c.closed_at.is_(None),
    season.c.begun_at <= bindparam("at"),
    season.c.ends_at > bindparam("at"),
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
    for mine in one.played:
        if mine.user_id <= 0 or (one.rates == "leavers" and mine.came != "left"):
            continue
        opponents = [other for other in one.played if other.team != mine.team]
        got = 0
        if one.rates == "all":
            got = points(mine, opponents, _meet(connection, row.id, one.game, mine.user_id, opponents))
        kept = mine.came != "left" and not mine.late
        for game in (ALL_GAMES, one.game):
            more = {"points": got, "matches": 1, "won": int(mine.came == "won"), "kept": int(kept)}
            _add(connection, season_score, {"season_id": row.id, "game": game, "user_id": mine.user_id}, more)


def _meet(connection: Connection, season_id: int, game: str, user: int, opponents: Sequence[Played]) -> list[int]:
    """Return how often somebody has met each of these before, and count that they have met once more."""
    others = [other.user_id for other in opponents]
    mine = {"season_id": season_id, "game": game, "user_id": user}
    statement = select(season_meeting.c.other_id, season_meeting.c.matches).where(
        *(season_meeting.c[name] == value for name, value in mine.items()), season_meeting.c.other_id.in_(others)
    )
    known: dict[int, int] = {row[0]: row[1] for row in connection.execute(statement)}
    for other in others:
        if other > 0:
            _add(connection, season_meeting, mine | {"other_id": other}, {"matches": 1})
    return [known.get(other, 0) for other in others]


def _add(connection: Connection, table: Any, key: dict[str, Any], more: dict[str, int]) -> None:
    """Add to the counts of a row, which is made where there is none."""
    where = [table.c[name] == value for name, value in key.items()]
    added = {name: table.c[name] + value for name, value in more.items()}
    if connection.execute(update(table).where(*where).values(**added)).rowcount == 0:
        connection.execute(insert(table).values(**key, **more))


def of_person(user_id: int) -> Any:
    """Return what selects the meetings that name somebody, on either side."""
    return or_(season_meeting.c.user_id == user_id, season_meeting.c.other_id == user_id)
