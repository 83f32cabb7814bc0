"""Seeks: people who look for a match, brought together as soon as they fit.

Everything that decides who plays whom is one transaction: whoever is matched stands in no seek afterwards, and the
match is there with its first job. So nobody is matched twice, however many ask at once and whenever the process ends.
"""

from collections.abc import Callable
from dataclasses import asdict, dataclass, fields, replace
from typing import Any, Final, TypeVar

from sqlalchemy import ColumnElement, Connection, delete, func, insert, or_, select, update

from storage import schema
from storage.engine import Database, Repository
from storage.errors import Taken
from storage.job_sql import NewJob
from storage.lookups import NewMatch, Seat
from storage.sealing import seed_of
from storage.seek_fit import Fit, Seek, Seeker, SeekTerms, Why, elsewhere, full, lets_out
from storage.seek_tables import home, seek, seek_page, seeker
from storage.steps import Creation, create_match, find_handled

AT_ONCE: Final = 50
"""So many seeks are read at a time when one is looked for that fits."""
LOST_RACES: Final = 20
"""How often a seek that has changed meanwhile is looked at anew."""
T = TypeVar("T")
LOOKED_AT: Final = 1000
"""So many seeks are looked at at most: those that have waited longest."""


@dataclass(frozen=True, slots=True)
class SeekWaits:
    """Somebody waits in this seek now."""

    seek: Seek
    repeated: bool = False


@dataclass(frozen=True, slots=True)
class SeekFound:
    """Everybody is there, and their match exists."""

    match_id: str
    guild_ids: tuple[int, ...] = ()
    """The servers on which somebody is no longer looked for. Empty where the same interaction came a second time."""


@dataclass(frozen=True, slots=True)
class SeekUnfit:
    """Nothing has changed."""

    why: Why


@dataclass(frozen=True, slots=True)
class SeekRules:
    """What holds on all servers, and how a match begins: both are the caller's to say."""

    most_open: int
    """How many open matches somebody may have where the server says nothing."""
    most_seeks: int
    blind: Callable[[], str]
    """Makes what covers the part of whoever comes next."""
    match: Callable[[Seek], tuple[NewMatch, tuple[NewJob, ...]]]
    """Makes the match of all who are there, and its jobs."""


@dataclass(frozen=True, slots=True)
class SeekPage:
    """The one message of a server that lists its seeks; `shown` tells what stands there, in a word of the caller's."""

    guild_id: int
    channel_id: int
    message_id: int | None = None
    posted_at: int = 0
    shown: str = ""


_SEEKER: Final = [seeker.c[one.name] for one in fields(Seeker)]
_ORDER: Final = (seeker.c.since, seeker.c.interaction_id)


class SeekRepository(Repository):
    """Who looks for a match, and the pages that list them."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self._sealing = database.sealing

    async def place(self, new: Seek, rules: SeekRules) -> SeekWaits | SeekFound | SeekUnfit:
        """Let the one seeker of `new` come to the first seek that fits, else open this one."""
        return await self._won(lambda connection: self._place(connection, new, rules))

    async def take(self, seek_id: str, who: Seeker, rules: SeekRules) -> SeekWaits | SeekFound | SeekUnfit:
        """Let somebody come to this seek and no other."""
        return await self._won(lambda connection: self._take(connection, seek_id, who, rules))

    async def settle(self, seek_id: str, rules: SeekRules) -> list[SeekFound]:
        """Let all of a seek who fit better elsewhere by now go there; return the matches that begin by it."""
        return await self._won(lambda connection: self._settle(connection, seek_id, rules))

    async def _won(self, body: Callable[[Connection], T]) -> T:
        """Carry out what brings people together; anew where another process was faster with the same seek."""
        for _ in range(LOST_RACES):
            try:
                return await self._db.write(body)
            except Taken:
                continue  # now it sees what the other transaction has written
        return await self._db.write(body)

    async def leave(self, user_id: int, guild_id: int | None = None, seek_id: str | None = None) -> list[int]:
        """Take somebody out of their seeks: all of them, those of a server, or one; return the servers concerned."""
        mine = [seeker.c.user_id == user_id]
        mine += [] if guild_id is None else [seeker.c.guild_id == guild_id]
        mine += [] if seek_id is None else [seeker.c.seek_id == seek_id]
        return await self._db.write(lambda connection: drop(connection, *mine))

    async def expire(self, now: int) -> list[int]:
        """Take out all whose time is over; return the servers concerned."""
        return await self._db.write(lambda connection: drop(connection, seeker.c.expires_at <= now))

    async def find(self, seek_id: str) -> Seek | None:
        """Return a seek; `None` for one that is no longer open."""
        return await self._db.read(lambda connection: next(iter(self._read(connection, seek.c.id == seek_id)), None))

    async def alike(self, terms: SeekTerms, guild_id: int, most: int, *, across: bool = False) -> list[Seek]:
        """Return seeks of a server with the same terms, those that have waited longest first.

        With `across` they are those of other servers whose people come together with this one's.
        """
        same = (*_same(terms), *(elsewhere(guild_id) if across else (seek.c.guild_id == guild_id,)))
        return await self._db.read(lambda connection: self._read(connection, *same, most=most))

    async def of_server(self, guild_id: int, most: int) -> list[Seek]:
        """Return seeks of a server, those that have waited longest first."""
        here = seek.c.guild_id == guild_id
        return await self._db.read(lambda connection: self._read(connection, here, most=most))

    async def of_user(self, user_id: int) -> list[Seek]:
        """Return the seeks in which somebody waits."""
        theirs = seek.c.id.in_(select(seeker.c.seek_id).where(seeker.c.user_id == user_id))
        return await self._db.read(lambda connection: self._read(connection, theirs))

    async def count(self, guild_id: int) -> int:
        """Return how many seeks a server has."""
        counted = select(func.count()).select_from(seek).where(seek.c.guild_id == guild_id)
        return await self._db.read(lambda connection: connection.scalar(counted) or 0)

    async def ids(self, after: str, most: int) -> list[str]:
        """Return the ids of seeks behind this one."""
        behind = select(seek.c.id).where(seek.c.id > after).order_by(seek.c.id).limit(most)
        return await self._db.read(lambda connection: list(connection.scalars(behind)))

    async def pages(self) -> list[SeekPage]:
        """Return the pages of all servers, and an empty one for each server that has seeks and no page."""
        known = select(*(seek_page.c[one.name] for one in fields(SeekPage)))
        without = select(seek.c.guild_id, func.min(seek.c.channel_id)).group_by(seek.c.guild_id)
        without = without.where(seek.c.guild_id.not_in(select(seek_page.c.guild_id)))

        def body(connection: Connection) -> list[SeekPage]:
            pages = [SeekPage(*row) for row in connection.execute(known)]
            return pages + [SeekPage(guild, channel) for guild, channel in connection.execute(without)]

        return await self._db.read(body)

    async def page(self, guild_id: int) -> SeekPage | None:
        """Return the page of a server, `None` where it has none."""
        columns = [seek_page.c[one.name] for one in fields(SeekPage)]
        statement = select(*columns).where(seek_page.c.guild_id == guild_id)

        def body(connection: Connection) -> SeekPage | None:
            row = connection.execute(statement).first()
            return None if row is None else SeekPage(*row)

        return await self._db.read(body)

    async def note(self, page: SeekPage) -> None:
        """Note where the page of a server is, and what it shows."""
        values, here = asdict(page), seek_page.c.guild_id == page.guild_id

        def body(connection: Connection) -> None:
            if connection.execute(update(seek_page).where(here).values(**values)).rowcount == 0:
                connection.execute(insert(seek_page).values(**values))

        await self._db.write(body)

    async def forget_page(self, guild_id: int) -> None:
        """Forget the page of a server: it is no longer there."""
        here = seek_page.c.guild_id == guild_id
        await self._db.write(lambda connection: connection.execute(delete(seek_page).where(here)))

    # Inside an open transaction

    def _place(self, connection: Connection, new: Seek, rules: SeekRules) -> SeekWaits | SeekFound | SeekUnfit:
        (who,) = new.seekers
        drop(connection, seeker.c.expires_at <= who.since)
        if handled := self._handled(connection, who):
            return handled
        mine = self._read(connection, seek.c.id.in_(select(seeker.c.seek_id).where(seeker.c.user_id == who.user_id)))
        if any(one.terms == new.terms and one.guild_id == new.guild_id for one in mine):
            return SeekUnfit("there")
        if len(mine) >= rules.most_seeks:
            return SeekUnfit("crowded")
        if full(connection, [who], rules.most_open):
            return SeekUnfit("full")
        if (found := self._fitting(connection, who, new, rules)) is not None:
            return self._come(connection, found, who, rules)
        values = asdict(new.terms) | {"seed": self._sealing.seal(new.seed, seed_of(new.id)), "blind": rules.blind()}
        values |= {name: getattr(new, name) for name in ("id", "guild_id", "channel_id", "opened_at")}
        connection.execute(insert(seek).values(**values))
        connection.execute(insert(seeker).values(seek_id=new.id, **asdict(replace(who, blind=new.blind))))
        return SeekWaits(self._one(connection, new.id))

    def _take(
        self, connection: Connection, seek_id: str, who: Seeker, rules: SeekRules
    ) -> SeekWaits | SeekFound | SeekUnfit:
        drop(connection, seeker.c.expires_at <= who.since)
        if handled := self._handled(connection, who):
            return handled
        found = next(iter(self._read(connection, seek.c.id == seek_id)), None)
        if found is None or found.guild_id != who.guild_id:
            return SeekUnfit("gone")
        if who.user_id in found.users:
            return SeekUnfit("own")
        if full(connection, [who], rules.most_open):
            return SeekUnfit("full")
        why = Fit(connection, who, [found], rules.most_open).why_not(found)
        if why is not None:
            return SeekUnfit(why)
        mine = self._read(connection, seek.c.id.in_(select(seeker.c.seek_id).where(seeker.c.user_id == who.user_id)))
        alike = [one.id for one in mine if one.terms == found.terms and one.guild_id == found.guild_id]
        if len(mine) - len(alike) >= rules.most_seeks:
            return SeekUnfit("crowded")
        if alike:
            drop(connection, seeker.c.user_id == who.user_id, seeker.c.seek_id.in_(alike))
        return self._come(connection, found, who, rules)

    def _settle(self, connection: Connection, seek_id: str, rules: SeekRules) -> list[SeekFound]:
        begun: list[SeekFound] = []
        here = next(iter(self._read(connection, seek.c.id == seek_id)), None)
        for who in here.seekers if here is not None else ():
            assert here is not None
            if full(connection, [who], rules.most_open):
                continue
            left = len(here.seekers) - 1
            better = self._fitting(connection, who, here, rules, least=left + 1)
            if better is None:
                continue
            drop(connection, seeker.c.user_id == who.user_id, seeker.c.seek_id == here.id)
            moved = self._come(connection, better, who, rules)
            begun += [moved] if isinstance(moved, SeekFound) else []
            here = next(iter(self._read(connection, seek.c.id == seek_id)), None)
            if here is None:
                break
        return begun

    def _handled(self, connection: Connection, who: Seeker) -> SeekWaits | SeekFound | None:
        """Return what has come of the same interaction before."""
        handled = find_handled(connection, who.interaction_id)
        if handled is not None:
            return SeekFound(handled.match_id)
        there = select(seeker.c.seek_id).where(seeker.c.interaction_id == who.interaction_id)
        seek_id = connection.scalar(there)
        return None if seek_id is None else SeekWaits(self._one(connection, seek_id), repeated=True)

    def _fitting(self, connection: Connection, who: Seeker, new: Seek, rules: SeekRules, least: int = 0) -> Seek | None:
        """Return the seek that somebody comes to: of those that fit the one that has waited longest.

        One of their own server comes before all others. Whoever waits in `new` already goes only where more wait, or
        as many for longer (`least` of them).
        """
        found = self._first(connection, who, new, rules, least, (seek.c.guild_id == who.guild_id,))
        if found is None and lets_out(connection, who, new.terms):
            found = self._first(connection, who, new, rules, least, elsewhere(who.guild_id))
        return found

    def _first(
        self,
        connection: Connection,
        who: Seeker,
        new: Seek,
        rules: SeekRules,
        least: int,
        where: tuple[ColumnElement[bool], ...],
    ) -> Seek | None:
        last = (-1, "")
        for _ in range(LOOKED_AT // AT_ONCE):
            behind = or_(seek.c.opened_at > last[0], (seek.c.opened_at == last[0]) & (seek.c.id > last[1]))
            some = self._read(connection, *_same(new.terms), *where, behind, most=AT_ONCE)
            fit = Fit(connection, who, some, rules.most_open)
            for one in some:
                there = len(one.seekers)
                older = (one.opened_at, one.id) < (new.opened_at, new.id)
                if one.id == new.id or there < least or (least and there == least and not older):
                    continue
                if fit.why_not(one) is None:
                    return one
            if len(some) < AT_ONCE:
                return None
            last = (some[-1].opened_at, some[-1].id)
        return None

    def _come(self, connection: Connection, found: Seek, who: Seeker, rules: SeekRules) -> SeekWaits | SeekFound:
        """Let somebody come to a seek; with the last one the match begins to be."""
        connection.execute(select(seek.c.id).where(seek.c.id == found.id).with_for_update())
        now = next(iter(self._read(connection, seek.c.id == found.id)), None)
        if now is None or now.users != found.users:
            raise Taken("the seek has changed meanwhile")
        row = asdict(replace(who, blind=found.blind))
        connection.execute(insert(seeker).values(seek_id=found.id, **row))
        if len(found.seekers) + 1 < found.terms.seats:
            connection.execute(update(seek).where(seek.c.id == found.id).values(blind=rules.blind()))
            return SeekWaits(self._one(connection, found.id))
        whole = self._one(connection, found.id)
        match, jobs = rules.match(whole)
        seats = tuple(Seat(n, user, "accepted") for n, user in enumerate(whole.users))
        details = Creation(who.interaction_id, None, jobs, None)
        create_match(connection, self._sealing, match, seats, details, who.since)
        if whole.across:
            places = ("user_id", "guild_id", "channel_id")
            rows = [{name: getattr(one, name) for name in places} | {"match_id": match.id} for one in whole.seekers]
            connection.execute(insert(home), rows)
        noted = [
            {"id": one.interaction_id, "match_id": match.id, "version": 0, "answer": None, "created_at": who.since}
            for one in whole.seekers
            if one.user_id != who.user_id and find_handled(connection, one.interaction_id) is None
        ]
        if noted:
            connection.execute(insert(schema.interaction), noted)
        drop(connection, seeker.c.seek_id == found.id)
        return SeekFound(match.id, tuple(dict.fromkeys((whole.guild_id, *(one.guild_id for one in whole.seekers)))))

    def _one(self, connection: Connection, seek_id: str) -> Seek:
        (found,) = self._read(connection, seek.c.id == seek_id)
        return found

    def _read(self, connection: Connection, *which: Any, most: int | None = None) -> list[Seek]:
        rows = connection.execute(select(seek).where(*which).order_by(seek.c.opened_at, seek.c.id).limit(most)).all()
        there: dict[str, list[Seeker]] = {row.id: [] for row in rows}
        mine = select(seeker.c.seek_id, *_SEEKER).where(seeker.c.seek_id.in_(list(there))).order_by(*_ORDER)
        for row in connection.execute(mine) if there else ():
            values = {name: value for name, value in row._mapping.items() if name != "seek_id"}
            there[row.seek_id].append(Seeker(**values | {"across": bool(row.across)}))
        return [
            Seek(
                row.id,
                row.guild_id,
                row.channel_id,
                SeekTerms(row.game, row.kind, row.formation, row.seats, bool(row.rated)),
                row.opened_at,
                self._sealing.open(row.seed, seed_of(row.id)),
                row.blind,
                tuple(there[row.id]),
            )
            for row in rows
        ]


def _same(terms: SeekTerms) -> tuple[ColumnElement[bool], ...]:
    return (seek.c.game == terms.game, seek.c.formation == terms.formation, seek.c.rated == terms.rated)


def drop(connection: Connection, *which: Any) -> list[int]:
    """Delete seekers, and seeks in which nobody is left, inside an open transaction; return the servers concerned."""
    rows = connection.execute(select(seeker.c.seek_id, seeker.c.user_id).where(*which)).all()
    if not rows:
        return []
    ids = {row.seek_id for row in rows}
    guilds = connection.scalars(select(seek.c.guild_id).where(seek.c.id.in_(ids)).distinct()).all()
    connection.execute(delete(seeker).where(*which))
    left = select(seeker.c.seek_id).where(seeker.c.seek_id == seek.c.id).exists()
    connection.execute(delete(seek).where(seek.c.id.in_(ids), ~left))
    return list(guilds)
