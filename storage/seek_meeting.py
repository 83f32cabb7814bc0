"""Bringing people together who look for a match, inside an open transaction."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, insert, or_, select, update

from storage import schema, seek_rows
from storage.errors import Taken
from storage.job_sql import NewJob
from storage.lookups import NewMatch, Seat
from storage.sealing import Sealing
from storage.seek_fit import Fit, Seek, Seeker, Why, apart, at_odds, elsewhere, full, willing
from storage.seek_rows import drop, same, with_people_of, with_somebody
from storage.seek_tables import home, seek, seeker
from storage.steps import Creation, create_match, find_handled

AT_ONCE: Final = 50
"""So many seeks are read at a time when one is looked for that fits."""
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
    """The limits that hold on all servers, and the makers of ids, secrets and matches: all are the caller's."""

    most_open: int
    """The most open matches of a person where the server says nothing."""
    most_seeks: int
    blind: Callable[[], str]
    """Makes what covers the part of whoever comes next."""
    fresh: Callable[[], tuple[str, bytes]]
    """Makes id and secret of a seek."""
    match: Callable[[Seek], tuple[NewMatch, tuple[NewJob, ...]]]
    """Makes the match of all who are there, and its jobs."""


@dataclass(frozen=True, slots=True)
class Meeting:
    """One transaction in which people come to seeks. All of it raises `Taken` where another process was faster."""

    connection: Connection
    sealing: Sealing
    rules: SeekRules

    def place(self, new: Seek) -> SeekWaits | SeekFound | SeekUnfit:
        """Let the one seeker of `new` come to the first seek that fits, else open this one."""
        (who,) = new.seekers
        drop(self.connection, seeker.c.expires_at <= who.since)
        if handled := self._handled(who):
            return handled
        mine = self._of(who)
        if any(one.terms == new.terms and who.guild_id in _servers_of(who, one) for one in mine):
            return SeekUnfit("there")
        if len(mine) >= self.rules.most_seeks:
            return SeekUnfit("crowded")
        if full(self.connection, [who], self.rules.most_open):
            return SeekUnfit("full")
        self._part(*same(new.terms))
        if (found := self._fitting(who, new)) is not None:
            return self._come(found, who, who.since)
        seek_rows.write(self.connection, self.sealing, new, self.rules.blind())
        seek_rows.come(self.connection, new.id, replace(who, blind=new.blind))
        return SeekWaits(self._one(new.id))

    def take(self, seek_id: str, who: Seeker) -> SeekWaits | SeekFound | SeekUnfit:
        """Let somebody come to this seek and no other."""
        drop(self.connection, seeker.c.expires_at <= who.since)
        if handled := self._handled(who):
            return handled
        self._part(seek.c.id == seek_id)
        found = next(iter(self._read(seek.c.id == seek_id)), None)
        if found is None or who.guild_id not in found.guild_ids:
            return SeekUnfit("gone")
        if who.user_id in found.users:
            return SeekUnfit("own")
        if full(self.connection, [who], self.rules.most_open):
            return SeekUnfit("full")
        why = Fit(self.connection, who, [found], self.rules.most_open).why_not(found)
        if why is not None:
            return SeekUnfit(why)
        mine = self._of(who)
        alike = [one.id for one in mine if one.terms == found.terms and who.guild_id in _servers_of(who, one)]
        if len(mine) - len(alike) >= self.rules.most_seeks:
            return SeekUnfit("crowded")
        if alike:
            drop(self.connection, seeker.c.user_id == who.user_id, seeker.c.seek_id.in_(alike))
        return self._come(found, who, who.since)

    def _part(self, *which: ColumnElement[bool]) -> None:
        """Let those go from seeks who do not belong together any more, though they did when they came.

        People of a server that no longer wants matches across servers wait there among themselves; of two who have
        blocked each other the later one waits alone. Who goes has a new seek with the same terms, and a secret that
        nobody has seen.
        """
        strangers = select(seeker.c.seek_id).where(seeker.c.seek_id == seek.c.id, seeker.c.guild_id != seek.c.guild_id)
        for seen in self._read(*which, or_(strangers.exists(), at_odds())):
            found = seek_rows.locked(self.connection, self.sealing, seen.id)
            if found is None or found.users != seen.users:
                raise Taken("the seek has changed meanwhile")
            for gone in _leaving(self.connection, found):
                new_id, seed = self.rules.fresh()
                guild_id, channel_id = gone[0].guild_id, gone[0].channel_id
                own = replace(found, id=new_id, seed=seed, guild_id=guild_id, channel_id=channel_id, seekers=())
                seek_rows.write(self.connection, self.sealing, own, self.rules.blind())
                waiting = [replace(one, blind=self.rules.blind()) for one in gone]
                seek_rows.move(self.connection, waiting, found.id, new_id)
            seek_rows.bring_home(self.connection, [found.id])

    def settle(self, seek_id: str, now: int) -> list[SeekFound]:
        """Let all of a seek who fit better elsewhere go there `now`; return the matches that begin by it."""
        begun: list[SeekFound] = []
        self._part(seek.c.id == seek_id)
        here = next(iter(self._read(seek.c.id == seek_id)), None)
        for who in here.seekers if here is not None else ():
            assert here is not None
            if full(self.connection, [who], self.rules.most_open):
                continue
            better = self._fitting(who, here, least=len(here.seekers))
            if better is None:
                continue
            drop(self.connection, seeker.c.user_id == who.user_id, seeker.c.seek_id == here.id)
            moved = self._come(better, who, now)
            begun += [moved] if isinstance(moved, SeekFound) else []
            here = next(iter(self._read(seek.c.id == seek_id)), None)
            if here is None:
                break
        return begun

    def _handled(self, who: Seeker) -> SeekWaits | SeekFound | None:
        """Return what has come of the same interaction before."""
        handled = find_handled(self.connection, who.interaction_id)
        if handled is not None:
            return SeekFound(handled.match_id)
        there = select(seeker.c.seek_id).where(seeker.c.interaction_id == who.interaction_id)
        seek_id = self.connection.scalar(there)
        return None if seek_id is None else SeekWaits(self._one(seek_id), repeated=True)

    def _fitting(self, who: Seeker, new: Seek, least: int = 0) -> Seek | None:
        """Return the seek that somebody comes to: one whose match begins by it, else the first one with a free seat.

        Of those that fit, one in which people of their own server wait comes before all others, then the one that has
        waited longest. Whoever waits in `new` already goes only where more wait, or as many for longer (`least` of
        them), or where the match begins.
        """
        here = self._first(who, new, least, (with_people_of(who.guild_id),))
        if (here is not None and _begins(here)) or not who.across or new.terms.rated:
            return here
        there = self._first(who, new, least, elsewhere(who.guild_id))
        return there if here is None or (there is not None and _begins(there)) else here

    def _first(
        self,
        who: Seeker,
        new: Seek,
        least: int,
        where: tuple[ColumnElement[bool], ...],
    ) -> Seek | None:
        last, first = (-1, ""), None
        for _ in range(LOOKED_AT // AT_ONCE):
            behind = or_(seek.c.opened_at > last[0], (seek.c.opened_at == last[0]) & (seek.c.id > last[1]))
            some = self._read(*same(new.terms), *where, behind, most=AT_ONCE)
            fit = Fit(self.connection, who, some, self.rules.most_open)
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

    def _come(self, found: Seek, who: Seeker, now: int) -> SeekWaits | SeekFound:
        """Let somebody come to a seek `now`; with the last one the match begins to be."""
        there = seek_rows.locked(self.connection, self.sealing, found.id)
        if there is None or there.users != found.users:
            raise Taken("the seek has changed meanwhile")
        # The fingerprint of a seek binds those who are there in their order, and a blind for whoever comes after them.
        # So nobody comes before them: neither one who has waited longer elsewhere nor one by a clock that is behind.
        after = 1 + max(one.since for one in there.seekers)
        seek_rows.come(self.connection, found.id, replace(who, blind=there.blind, since=max(who.since, after)))
        if not _begins(found):
            self.connection.execute(update(seek).where(seek.c.id == found.id).values(blind=self.rules.blind()))
            return SeekWaits(self._one(found.id))
        whole = self._one(found.id)
        match, jobs = self.rules.match(whole)
        seats = tuple(Seat(n, user, "accepted") for n, user in enumerate(whole.users))
        details = Creation(who.interaction_id, None, jobs, None)
        create_match(self.connection, self.sealing, match, seats, details, now)
        if whole.across:
            places = ("user_id", "guild_id", "channel_id")
            rows = [{name: getattr(one, name) for name in places} | {"match_id": match.id} for one in whole.seekers]
            self.connection.execute(insert(home), rows)
        noted = [
            {"id": one.interaction_id, "match_id": match.id, "version": 0, "answer": None, "created_at": now}
            for one in whole.seekers
            if one.user_id != who.user_id and find_handled(self.connection, one.interaction_id) is None
        ]
        if noted:
            self.connection.execute(insert(schema.interaction), noted)
        return SeekFound(match.id, tuple(drop(self.connection, seeker.c.seek_id == found.id)))

    def _of(self, who: Seeker) -> list[Seek]:
        """Return the seeks in which somebody waits, on whichever server they have begun to."""
        return self._read(with_somebody(seeker.c.user_id == who.user_id))

    def _one(self, seek_id: str) -> Seek:
        (found,) = self._read(seek.c.id == seek_id)
        return found

    def _read(self, *which: Any, most: int | None = None) -> list[Seek]:
        return seek_rows.read(self.connection, self.sealing, *which, most=most)


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
