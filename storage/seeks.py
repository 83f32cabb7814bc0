"""Seeks: people who look for a match, brought together as soon as they fit.

Everything that decides who plays whom is one transaction: whoever is matched stands in no seek afterwards, and the
match is there with its first job. So nobody is matched twice, however many ask at once and whenever the process ends.

People of several servers gather in one seek as those of one server do. What they and their servers want is asked anew
with everybody who comes; whoever came from a server that has changed its mind waits on that server again.
"""

from collections.abc import Callable
from dataclasses import asdict, dataclass, fields, replace
from typing import Any, Final, TypeVar

from sqlalchemy import ColumnElement, Connection, delete, func, insert, or_, select, update

from storage import schema, seek_rows
from storage.engine import Database, Repository
from storage.errors import Taken
from storage.job_sql import NewJob
from storage.lookups import NewMatch, Seat
from storage.seek_fit import Fit, Seek, Seeker, SeekTerms, Why, apart, at_odds, elsewhere, full, willing
from storage.seek_rows import drop, same, with_somebody
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

    @property
    def guild_ids(self) -> tuple[int, ...]:
        """Return the servers on which that can be seen."""
        return self.seek.guild_ids


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
    fresh: Callable[[], tuple[str, bytes]]
    """Makes id and secret of a seek."""
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
        """Return seeks with the same terms in which people of a server are, those that have waited longest first.

        With `across` they are those of other servers whose people come together with this one's.
        """
        where = (*same(terms), *(elsewhere(guild_id) if across else (_here(guild_id),)))
        return await self._db.read(lambda connection: self._read(connection, *where, most=most))

    async def of_server(self, guild_id: int, most: int) -> list[Seek]:
        """Return seeks in which people of a server are, those that have waited longest first."""
        return await self._db.read(lambda connection: self._read(connection, _here(guild_id), most=most))

    async def of_user(self, user_id: int) -> list[Seek]:
        """Return the seeks in which somebody waits."""
        theirs = with_somebody(seeker.c.user_id == user_id)
        return await self._db.read(lambda connection: self._read(connection, theirs))

    async def count(self, guild_id: int) -> int:
        """Return in how many seeks people of a server are."""
        counted = select(func.count(seeker.c.seek_id.distinct())).where(seeker.c.guild_id == guild_id)
        return await self._db.read(lambda connection: connection.scalar(counted) or 0)

    async def ids(self, after: str, most: int) -> list[str]:
        """Return the ids of seeks behind this one."""
        behind = select(seek.c.id).where(seek.c.id > after).order_by(seek.c.id).limit(most)
        return await self._db.read(lambda connection: list(connection.scalars(behind)))

    async def pages(self) -> list[SeekPage]:
        """Return the pages of all servers, and an empty one for each server that has seeks and no page."""
        known = select(*(seek_page.c[one.name] for one in fields(SeekPage)))
        without = select(seeker.c.guild_id, func.min(seeker.c.channel_id)).group_by(seeker.c.guild_id)
        without = without.where(seeker.c.guild_id.not_in(select(seek_page.c.guild_id)))

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
        mine = self._of(connection, who)
        if any(one.terms == new.terms and who.guild_id in _servers_of(who, one) for one in mine):
            return SeekUnfit("there")
        if len(mine) >= rules.most_seeks:
            return SeekUnfit("crowded")
        if full(connection, [who], rules.most_open):
            return SeekUnfit("full")
        self._part(connection, rules, *same(new.terms))
        if (found := self._fitting(connection, who, new, rules)) is not None:
            return self._come(connection, found, who, rules)
        seek_rows.write(connection, self._sealing, new, rules.blind())
        seek_rows.come(connection, new.id, replace(who, blind=new.blind))
        return SeekWaits(self._one(connection, new.id))

    def _take(
        self, connection: Connection, seek_id: str, who: Seeker, rules: SeekRules
    ) -> SeekWaits | SeekFound | SeekUnfit:
        drop(connection, seeker.c.expires_at <= who.since)
        if handled := self._handled(connection, who):
            return handled
        self._part(connection, rules, seek.c.id == seek_id)
        found = next(iter(self._read(connection, seek.c.id == seek_id)), None)
        if found is None or who.guild_id not in found.guild_ids:
            return SeekUnfit("gone")
        if who.user_id in found.users:
            return SeekUnfit("own")
        if full(connection, [who], rules.most_open):
            return SeekUnfit("full")
        why = Fit(connection, who, [found], rules.most_open).why_not(found)
        if why is not None:
            return SeekUnfit(why)
        mine = self._of(connection, who)
        alike = [one.id for one in mine if one.terms == found.terms and who.guild_id in _servers_of(who, one)]
        if len(mine) - len(alike) >= rules.most_seeks:
            return SeekUnfit("crowded")
        if alike:
            drop(connection, seeker.c.user_id == who.user_id, seeker.c.seek_id.in_(alike))
        return self._come(connection, found, who, rules)

    def _part(self, connection: Connection, rules: SeekRules, *which: ColumnElement[bool]) -> None:
        """Let those go from seeks who do not belong together any more, though they did when they came.

        People of a server that no longer wants matches across servers wait there among themselves; of two who have
        blocked each other the later one waits alone. Who goes has a new seek with the same terms, and a secret that
        nobody has seen.
        """
        strangers = select(seeker.c.seek_id).where(seeker.c.seek_id == seek.c.id, seeker.c.guild_id != seek.c.guild_id)
        for seen in self._read(connection, *which, or_(strangers.exists(), at_odds())):
            found = seek_rows.locked(connection, self._sealing, seen.id)
            if found is None or found.users != seen.users:
                raise Taken("the seek has changed meanwhile")
            for gone in _leaving(connection, found):
                new_id, seed = rules.fresh()
                guild_id, channel_id = gone[0].guild_id, gone[0].channel_id
                own = replace(found, id=new_id, seed=seed, guild_id=guild_id, channel_id=channel_id, seekers=())
                seek_rows.write(connection, self._sealing, own, rules.blind())
                seek_rows.move(connection, [replace(one, blind=rules.blind()) for one in gone], found.id, new_id)
            seek_rows.bring_home(connection, [found.id])

    def _settle(self, connection: Connection, seek_id: str, rules: SeekRules) -> list[SeekFound]:
        begun: list[SeekFound] = []
        self._part(connection, rules, seek.c.id == seek_id)
        here = next(iter(self._read(connection, seek.c.id == seek_id)), None)
        for who in here.seekers if here is not None else ():
            assert here is not None
            if full(connection, [who], rules.most_open):
                continue
            better = self._fitting(connection, who, here, rules, least=len(here.seekers))
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
        """Return the seek that somebody comes to: one whose match begins by it, else the first one with a free seat.

        Of those that fit, one in which people of their own server wait comes before all others, then the one that has
        waited longest. Whoever waits in `new` already goes only where more wait, or as many for longer (`least` of
        them), or where the match begins.
        """
        here = self._first(connection, who, new, rules, least, (_here(who.guild_id),))
        if (here is not None and _begins(here)) or not who.across or new.terms.rated:
            return here
        there = self._first(connection, who, new, rules, least, elsewhere(who.guild_id))
        return there if here is None or (there is not None and _begins(there)) else here

    def _first(
        self,
        connection: Connection,
        who: Seeker,
        new: Seek,
        rules: SeekRules,
        least: int,
        where: tuple[ColumnElement[bool], ...],
    ) -> Seek | None:
        last, first = (-1, ""), None
        for _ in range(LOOKED_AT // AT_ONCE):
            behind = or_(seek.c.opened_at > last[0], (seek.c.opened_at == last[0]) & (seek.c.id > last[1]))
            some = self._read(connection, *same(new.terms), *where, behind, most=AT_ONCE)
            fit = Fit(connection, who, some, rules.most_open)
            for one in some:
                there = len(one.seekers)
                older = (one.opened_at, one.id) < (new.opened_at, new.id)
                if one.id == new.id or there < least or (first is not None and not _begins(one)):
                    continue
                if least and there == least and not older and not _begins(one):
                    continue
                if fit.why_not(one) is None:
                    if _begins(one):
                        return one
                    first = one
            if len(some) < AT_ONCE:
                break
            last = (some[-1].opened_at, some[-1].id)
        return first

    def _come(self, connection: Connection, found: Seek, who: Seeker, rules: SeekRules) -> SeekWaits | SeekFound:
        """Let somebody come to a seek; with the last one the match begins to be."""
        now = seek_rows.locked(connection, self._sealing, found.id)
        if now is None or now.users != found.users:
            raise Taken("the seek has changed meanwhile")
        seek_rows.come(connection, found.id, replace(who, blind=now.blind))
        if not _begins(found):
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
        return SeekFound(match.id, tuple(drop(connection, seeker.c.seek_id == found.id)))

    def _of(self, connection: Connection, who: Seeker) -> list[Seek]:
        """Return the seeks in which somebody waits, on whichever server they have begun to."""
        return self._read(connection, with_somebody(seeker.c.user_id == who.user_id))

    def _one(self, connection: Connection, seek_id: str) -> Seek:
        (found,) = self._read(connection, seek.c.id == seek_id)
        return found

    def _read(self, connection: Connection, *which: Any, most: int | None = None) -> list[Seek]:
        return seek_rows.read(connection, self._sealing, *which, most=most)


def _here(guild_id: int) -> ColumnElement[bool]:
    """Return the condition for seeks in which people of a server are."""
    return with_somebody(seeker.c.guild_id == guild_id)


def _leaving(connection: Connection, found: Seek) -> list[list[Seeker]]:
    """Return those of a seek who do not belong to the others any more, in groups of those who wait on together."""
    wanted = willing(connection, found.guild_ids)
    here = wanted if found.guild_id in wanted else {found.guild_id}
    leaving = [list(found.of_server(guild_id)) for guild_id in found.guild_ids if guild_id not in here]
    stay: list[Seeker] = []
    for one in found.seekers:
        if one.guild_id in here:
            if apart(connection, one.user_id, [other.user_id for other in stay]):
                leaving.append([one])
            else:
                stay.append(one)
    return leaving


def _servers_of(who: Seeker, found: Seek) -> set[int]:
    """Return the servers on which somebody has come to a seek."""
    return {one.guild_id for one in found.seekers if one.user_id == who.user_id}


def _begins(found: Seek) -> bool:
    """Return True if the match of a seek begins as soon as one more comes."""
    return len(found.seekers) + 1 == found.terms.seats
