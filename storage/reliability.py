"""How reliably somebody finishes matches in time: a share of their last matches, with mercy for what is long ago."""

from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection, bindparam, select

from storage.result_tables import finished, played

LAST: Final = 50
"""So many matches count at most, the last ones."""
HALF_LIFE_MS: Final = 90 * 86_400_000
"""A match that ended so long ago counts half of one that ends now, one of twice as long ago a quarter."""
FEWEST: Final = 5
"""With fewer matches nothing is said."""

_MINE: Final = (
    select(played.c.late, played.c.came, finished.c.ended_at)
    .join(finished, finished.c.match_id == played.c.match_id)
    .where(
        played.c.user_id == bindparam("user"),
        played.c.person.is_(True),
        finished.c.guild_id == bindparam("guild"),
        finished.c.computer == "",
    )
    .order_by(finished.c.number.desc())
    .limit(LAST)
)


@dataclass(frozen=True, slots=True)
class Reliability:
    """How much of their matches somebody finishes in time, from 0 to 1, and from how many that follows."""

    share: float
    matches: int

    @property
    def of_ten(self) -> int:
        """Return how many of ten matches that is: 10 only for who finishes all, and 0 only for who finishes none."""
        rounded = round(10 * self.share)
        return min(max(rounded, 1), 9) if 0 < self.share < 1 else rounded


def get_reliability(connection: Connection, user_id: int, guild_id: int, now: int) -> Reliability | None:
    """Return how reliable somebody is on a server; `None` where too little is known.

    Not in time is a match in which their time ran out, or whose seat they handed over. One that was called off counts
    only against whoever had let it come to that. Matches with computer players do not count.
    """
    kept = whole = 0.0
    matches = 0
    for late, came, ended_at in connection.execute(_MINE, {"user": user_id, "guild": guild_id}):
        if came == "off" and not late:
            continue
        weight = 0.5 ** (max(0, now - ended_at) / HALF_LIFE_MS)
        whole += weight
        kept += weight * (not late and came != "left")
        matches += 1
    return Reliability(kept / whole, matches) if matches >= FEWEST else None
