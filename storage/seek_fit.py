"""Who fits to a seek: ranges of ratings, paces, languages, blocks, and how many matches everybody has."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

from sqlalchemy import ColumnElement, Connection, func, or_, select

from storage import schema
from storage.result_tables import rating
from storage.seek_tables import home, seek, seeker
from storage.settings import get_players
from storage.strength import UNKNOWN, Strength

_OPEN: Final = ("lobby", "running")

Why = Literal[
    "gone", "own", "there", "crowded", "rating", "blocked", "pace", "language", "full", "busy", "across", "strangers"
]
"""Why somebody does not come to a seek. `there`: they have such a seek already; `crowded`: they have too many; `full`:
they have as many open matches as may be; `busy`: somebody of their server who is there has; `across`: somebody there is
of another server, and not all people and servers want that; `strangers`: it is for one of those, be it a block or the
number of their matches."""


@dataclass(frozen=True, slots=True)
class SeekTerms:
    """What a seek is for: all who come to it want the same."""

    game: str
    kind: str
    formation: str
    seats: int
    rated: bool = False


@dataclass(frozen=True, slots=True)
class Seeker:
    """Somebody who looks for a match, and what they ask of the others."""

    user_id: int
    guild_id: int
    channel_id: int
    interaction_id: int
    since: int
    """When they began to look; for whoever came to others, later than of all these: in this order people have come."""
    expires_at: int
    blind: str = field(repr=False)
    """What covers their part in the draws (`games.draws`)."""
    pace: str = ""
    language: str = ""
    low: int | None = None
    high: int | None = None
    """The others are rated at least so, and at most so, as far as that is known."""
    across: bool = False
    """They play with people of other servers, too."""


@dataclass(frozen=True, slots=True)
class Seek:
    """A seek with all who are there, in the order in which they came to it."""

    id: str
    guild_id: int
    channel_id: int
    terms: SeekTerms
    opened_at: int
    seed: bytes = field(repr=False)
    blind: str = field(repr=False)
    """That of whoever comes next."""
    seekers: tuple[Seeker, ...]

    @property
    def users(self) -> tuple[int, ...]:
        """Return who is there."""
        return tuple(one.user_id for one in self.seekers)

    @property
    def guild_ids(self) -> tuple[int, ...]:
        """Return the servers of those who are there, that of the first of them first."""
        return tuple(dict.fromkeys(one.guild_id for one in self.seekers))

    @property
    def across(self) -> bool:
        """Return True where people of several servers have come together."""
        return len(self.guild_ids) > 1

    def of_server(self, guild_id: int) -> tuple[Seeker, ...]:
        """Return those who are there from a server."""
        return tuple(one for one in self.seekers if one.guild_id == guild_id)

    def channel_on(self, guild_id: int) -> int:
        """Return the channel of a server from which people there have come."""
        return self.channel_id if guild_id == self.guild_id else self.of_server(guild_id)[0].channel_id

    def asked(self, what: Literal["pace", "language"]) -> str:
        """Return the pace or language that somebody of them asks for; empty where nobody does."""
        return next((word for one in self.seekers if (word := getattr(one, what))), "")


class Fit:
    """Whether somebody fits to seeks: all that has to be known about the people of these is read at once."""

    def __init__(self, connection: Connection, who: Seeker, seeks: Sequence[Seek], most_open: int) -> None:
        self.who = who
        others = [one for found in seeks for one in found.seekers if one.user_id != who.user_id]
        users = {one.user_id for one in others}
        self._apart = apart(connection, who.user_id, users)
        guilds = {one.guild_id for one in (who, *others)}
        self._willing = willing(connection, guilds) if len(guilds) > 1 else set()
        self._busy = full(connection, others, most_open)
        asked = seeks and any(one.low is not None or one.high is not None for one in (who, *others))
        self._strengths = _strengths(connection, seeks[0].terms, (who, *others)) if asked else {}

    def why_not(self, found: Seek) -> Why | None:
        """Return why somebody does not fit to a seek, `None` where they do."""
        who = self.who
        if who.user_id in found.users:
            return "own"
        here = {one.user_id for one in found.of_server(who.guild_id)}
        if self._apart & here:
            return "blocked"
        if not self._may_meet(found):
            return "across"
        if any(_differ(one.pace, who.pace) for one in found.seekers):
            return "pace"
        if any(_differ(one.language, who.language) for one in found.seekers):
            return "language"
        if not all(self._in_range(one, who) and self._in_range(who, one) for one in found.seekers):
            return "rating"
        if self._busy & here:
            return "busy"
        # Nobody learns who people of other servers are: who blocks somebody and asks again must not be told of a block.
        if (self._apart | self._busy) & set(found.users):
            return "strangers"
        return None

    def _may_meet(self, found: Seek) -> bool:
        """Return True if those who are there and somebody are of one server, or they and their servers want more.

        Across servers nothing is rated: ratings are those of one server.
        """
        people = (*found.seekers, self.who)
        guilds = {one.guild_id for one in people}
        if len(guilds) == 1:
            return True
        return not found.terms.rated and guilds <= self._willing and all(one.across for one in people)

    def _in_range(self, asking: Seeker, other: Seeker) -> bool:
        """Return True if somebody may well be rated as another one asks.

        A rating lies within its uncertainty, so it is enough that a part of that is in the range. Of people who keep
        theirs private nothing is compared: they fit where no range is asked for.
        """
        if asking.low is None and asking.high is None:
            return True
        strength = self._strengths.get((other.user_id, other.guild_id))
        if strength is None:
            return False
        too_low = asking.low is not None and strength.mu + strength.sigma < asking.low
        return not too_low and (asking.high is None or strength.mu - strength.sigma <= asking.high)


def _differ(one: str, other: str) -> bool:
    return bool(one and other and one != other)


def apart(connection: Connection, user_id: int, users: Iterable[int]) -> set[int]:
    """Return those of some users who do not want to play with one, or whom this one does not want to play with."""
    block, asked = schema.block, list(users)
    if not asked:
        return set()
    mine = select(block.c.blocked_id).where(block.c.user_id == user_id, block.c.blocked_id.in_(asked))
    theirs = select(block.c.user_id).where(block.c.blocked_id == user_id, block.c.user_id.in_(asked))
    return {*connection.scalars(mine), *connection.scalars(theirs)}


def at_odds() -> ColumnElement[bool]:
    """Return the condition for seeks in which two are who do not want to play with each other by now."""
    block, one, other = schema.block, seeker.alias(), seeker.alias()
    pairs = select(one.c.seek_id).where(one.c.user_id == block.c.user_id, other.c.user_id == block.c.blocked_id)
    return pairs.where(one.c.seek_id == seek.c.id, other.c.seek_id == seek.c.id).exists()


def _strengths(connection: Connection, terms: SeekTerms, people: Sequence[Seeker]) -> dict[tuple[int, int], Strength]:
    """Return how strong people are on their servers, of those who show it; by user and server."""
    players = get_players(connection, list({one.user_id for one in people}))
    shown = {player.user_id for player in players.values() if player.stats}
    mine = (rating.c.user_id.in_(shown), rating.c.game == terms.game, rating.c.kind == terms.kind)
    rows = connection.execute(select(rating.c.user_id, rating.c.guild_id, rating.c.mu, rating.c.sigma).where(*mine))
    known = {(row.user_id, row.guild_id): Strength(row.mu, row.sigma) for row in rows}
    wanted = {(one.user_id, one.guild_id) for one in people if one.user_id in shown}
    return {key: known.get(key, UNKNOWN) for key in wanted}


def willing(connection: Connection, guild_ids: Iterable[int]) -> set[int]:
    """Return those of some servers whose members may play with people of other servers."""
    some = (schema.server.c.guild_id.in_(list(guild_ids)), schema.server.c.across)
    return set(connection.scalars(select(schema.server.c.guild_id).where(*some)))


def elsewhere(guild_id: int) -> tuple[ColumnElement[bool], ...]:
    """Return the condition for seeks of other servers in which all want matches across servers, and their server does.

    `Fit` says the rest.
    """
    here = select(seeker.c.seek_id).where(seeker.c.seek_id == seek.c.id, seeker.c.guild_id == guild_id)
    unwilling = select(seeker.c.seek_id).where(seeker.c.seek_id == seek.c.id, ~seeker.c.across)
    servers = select(schema.server.c.guild_id).where(schema.server.c.across)
    return (seek.c.guild_id != guild_id, seek.c.guild_id.in_(servers), ~here.exists(), ~unwilling.exists())


def full(connection: Connection, people: Sequence[Seeker], most_open: int) -> set[int]:
    """Return those who have as many open matches on their server as a member may have.

    A match across servers is one of the server where somebody has looked for it.
    """
    full: set[int] = set()
    match, seat = schema.match, schema.seat
    for guild_id in {one.guild_id for one in people}:
        users = [one.user_id for one in people if one.guild_id == guild_id]
        set_here = connection.scalar(select(schema.server.c.most_open).where(schema.server.c.guild_id == guild_id))
        taken = (seat.c.user_id.in_(users), seat.c.status == "accepted", match.c.status.in_(_OPEN))
        counted = (
            select(seat.c.user_id)
            .join(match, match.c.id == seat.c.match_id)
            .outerjoin(home, (home.c.match_id == match.c.id) & (home.c.user_id == seat.c.user_id))
            .where(*taken, or_(match.c.guild_id == guild_id, home.c.guild_id == guild_id))
            .group_by(seat.c.user_id)
            .having(func.count() >= (set_here or most_open))
        )
        full |= set(connection.scalars(counted))
    return full
