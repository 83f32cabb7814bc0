"""The job queue: one job in work a lane, those of one match there in order, and nothing lost over a crash.

A worker holds a lease on a job, and with it on the lane: an owner, until when. What is written here works in the same
way for several processes on one database, each worker with an owner's name of its own.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Connection, and_, case, func, or_, select, update

from storage import job_sql as sql
from storage.engine import Repository
from storage.errors import Taken
from storage.job_sql import POST, Home, Job, NewJob, WaitsFor
from storage.lookups import Unchanged
from storage.messages import Direct, MessageNote, StoredMessage, get_current, get_direct, put_notes
from storage.schema import job, match


@dataclass(frozen=True, slots=True)
class ClaimedJob:
    """A job that is to be done now, and what doing it asks for, as it stood when the job was claimed."""

    job: Job
    match: Unchanged | None
    """The version of its match, and where it is; None where the match is gone."""
    messages: tuple[StoredMessage, ...]
    """What its match has on Discord (`MessageRepository.current`), for a post without a recipient; else empty."""
    direct: Direct | None
    """How its recipient is told of the match by direct message; None for a job without one."""


@dataclass(frozen=True, slots=True)
class Claimed:
    """Jobs that are to be done now, and when there is something to claim next (None: nothing waits)."""

    jobs: tuple[ClaimedJob, ...]
    next_due: int | None


@dataclass(frozen=True, slots=True)
class Finished:
    """How a job was left behind."""

    held: bool
    """It was the owner's still; otherwise it was left alone."""
    next_due: int | None
    """When its lane has something more to do (None: nothing waits there)."""


@dataclass(frozen=True, slots=True)
class Backlog:
    """How much of a pool waits, and for how long the oldest of it has been due."""

    depth: int
    """Jobs that wait or are being done."""
    age: int
    """Milliseconds since the oldest fell due, without those that `waiting` counts; 0 for none."""
    waiting: int
    """Jobs that wait for something else than time, such as a permission, and those that such a one holds back."""


NOTE_LENGTH = 500
PLACED = len(sql.COLUMNS) + 1
"""Where the place of the match begins in what is read of a claimed job."""
OPEN = or_(sql.is_in("pending"), sql.is_in("running"))


class JobRepository(Repository):
    """What has still to be done, claimed by workers."""

    async def add(self, match_id: str, jobs: Iterable[NewJob], *, now: int, version: int = 0) -> None:
        """Add jobs outside a step (a reminder, a repair); `version` is that of the match."""
        new = tuple(jobs)
        await self._db.write(lambda connection: put(connection, match_id, version, now, new))

    async def add_all(self, new: Mapping[str, tuple[int, NewJob]], *, now: int) -> None:
        """Add a job for each of several matches, with the match's version, in one transaction."""

        def body(connection: Connection) -> None:
            for match_id, (version, one) in new.items():
                put(connection, match_id, version, now, (one,))

        await self._db.write(body)

    async def claim(
        self,
        now: int,
        *,
        owner: str,
        lease_ms: int,
        room: int,
        retries: int | None = None,
        pool: str = POST,
        home: Home | None = None,
    ) -> Claimed:
        """Take up to `room` jobs of a pool, at most one of a lane, the longest due first; they are 'running'.

        They are the owner's until the lease ends; then anybody may claim them. A job that waits for a later attempt
        holds back the jobs of its lane and match. At most `retries` of them have been tried before (None: as many as
        have room). What doing them asks for is read in the same transaction. With `home` they are of matches in those
        shards alone.
        """
        at_home = {} if home is None else {"shards": home.shards, "shard_count": home.count}
        which = at_home | {"now": now, "of_pool": pool, "room": room, "retries": room if retries is None else retries}
        lease = {"new_owner": owner, "until": now + lease_ms}

        def body(connection: Connection) -> Claimed:
            # That a lane has one worker is kept by the index `uq_job_running`, whatever two of them see.
            taken = set(connection.scalars(sql.TAKE_AT_HOME if at_home else sql.TAKE, which | lease))
            jobs = _claimed(connection, owner, taken) if taken else ()
            return Claimed(jobs, _next_due(connection, {"owner": owner, "of_pool": pool, **at_home}))

        try:
            return await self._db.write(body)
        except Taken:  # another process has taken the lane at this very moment
            return Claimed((), now)

    async def renew(self, owner: str, until: int, ids: Collection[int]) -> int:
        """Prolong the leases on those of these jobs that the owner has in work; returns on how many.

        What else is the owner's was claimed while the answer got lost: nobody does it, so its lease has to end.
        """
        mine = (sql.is_in("running"), job.c.owner == owner, job.c.id.in_(ids))
        statement = update(job).where(*mine).values(leased_until=until)
        return await self._db.write(lambda connection: connection.execute(statement).rowcount)

    async def finish(
        self,
        job_id: int,
        *,
        owner: str,
        now: int,
        ok: bool = True,
        note: str = "",
        messages: Iterable[MessageNote] = (),
        again_at: int | None = None,
    ) -> Finished:
        """End a job that its owner has in work, as 'done' or 'failed', together with the messages it became.

        With `again_at` it is due once more then, as if it had never been tried. A job that is somebody else's by now
        is left alone; the messages are noted all the same.
        """

        def body(connection: Connection) -> Finished:
            put_notes(connection, messages, now)
            if again_at is None:
                return _finished(
                    connection, job_id, _settle(connection, job_id, owner, "done" if ok else "failed", note)
                )
            held = _settle(connection, job_id, owner, "pending", "")
            if held:
                connection.execute(update(job).where(job.c.id == job_id).values(due_at=again_at, attempts=0))
            return _finished(connection, job_id, held)

        return await self._db.write(body)

    async def put_back(
        self, job_id: int, *, owner: str, due_at: int, note: str, waits_for: WaitsFor | None = None
    ) -> Finished:
        """Put a job that its owner has in work back in its place, due at `due_at`; see `make_due` for `waits_for`.

        If a newer job that supersedes it waits already, it is done instead.
        """

        def body(connection: Connection) -> Finished:
            return _finished(connection, job_id, _put_back(connection, job_id, owner, due_at, note, waits_for))

        return await self._db.write(body)

    async def cancel(self, lane: str) -> bool:
        """Remove what waits or runs in a lane. Returns False where there was nothing."""
        return await self._db.write(lambda connection: cancel(connection, lane) > 0)

    async def release(self, owner: str) -> int:
        """Put back what the owner has not come to the end of; returns how many jobs. Whether they were done is open."""
        return await self._db.write(lambda connection: _give_up(connection, job.c.owner == owner))

    async def release_others(self, owner: str, pool: str = POST) -> int:
        """Put back what others have in work in a pool, without waiting for the leases to end; returns how many jobs.

        For the start of a process that has the database to itself: those are the jobs that a crash interrupted.
        """
        others = and_(job.c.pool == pool, or_(job.c.owner.is_(None), job.c.owner != owner))
        return await self._db.write(lambda connection: _give_up(connection, others))

    async def make_due(self, guild_ids: Collection[int], now: int) -> int:
        """Make due what waits for a permission in one of these servers; returns how many jobs."""
        matches = select(match.c.id).where(match.c.guild_id.in_(guild_ids))
        waiting = and_(sql.is_in("pending"), job.c.waits_for == "permission", job.c.match_id.in_(matches))
        statement = update(job).where(waiting, job.c.due_at > now).values(due_at=now)
        return await self._db.write(lambda connection: connection.execute(statement).rowcount)

    async def count_open(self, pool: str = POST, due_by: int | None = None) -> int:
        """Count the jobs of a pool that wait or run; with `due_by` only those that are due then."""
        statement = select(func.count()).where(job.c.pool == pool, OPEN)
        if due_by is not None:
            statement = statement.where(job.c.due_at <= due_by)
        return await self._db.read(lambda connection: connection.execute(statement).scalar_one())

    async def backlog(self, now: int, pool: str = POST) -> Backlog:
        """Return how much waits in a pool and for how long; one short query."""
        blocked = sql.waits_for_help()
        since = case((and_(or_(job.c.due_at <= now, job.c.attempts > 0), ~blocked), job.c.created_at))
        counts = (func.count(), func.min(since), func.count(case((blocked, 1))))
        statement = select(*counts).where(job.c.pool == pool, OPEN)

        def body(connection: Connection) -> Backlog:
            depth, oldest, waiting = connection.execute(statement).one()
            return Backlog(depth, 0 if oldest is None else max(0, now - oldest), waiting)

        return await self._db.read(body)

    async def of_match(self, match_id: str, pool: str = POST) -> tuple[Job, ...]:
        """Return every job of a match still kept, oldest first; for diagnosis."""
        statement = select(*sql.COLUMNS).where(job.c.match_id == match_id, job.c.pool == pool).order_by(job.c.id)
        return await self._db.read(lambda connection: tuple(_job(row) for row in connection.execute(statement)))


def put(connection: Connection, match_id: str, version: int, now: int, jobs: Sequence[NewJob]) -> None:
    """Add jobs inside an open transaction, retiring the waiting ones they supersede and moving single ones.

    A job takes the place of the one that it supersedes, and its age: news that never stop must not keep a lane waiting
    for ever, nor hide that it waits.
    """
    direct = [new.recipient for new in jobs if new.direct]
    reached = set(connection.scalars(sql.REACHED, {"user_ids": direct})) if direct else set()
    for new in jobs:
        if new.direct and new.recipient not in reached:
            continue
        due = since = now if new.due_at is None else new.due_at
        of_version = version if new.version is None else new.version
        if new.single:
            moved = {"of_lane": new.lane, "new_due": due, "new_version": of_version}
            if connection.execute(sql.MOVE, moved).rowcount:
                continue
        if new.supersedes:
            same = {"of_match": match_id, "of_lane": new.lane, "of_kind": new.kind, "to": new.recipient}
            retired = connection.execute(sql.RETIRE, same).all()
            if new.due_at is None:
                since = min((now, *(row.created_at for row in retired if row.waits_for is None)))
                due = min((due, *(row.due_at for row in retired)))
        connection.execute(
            sql.PUT,
            {
                "match_id": match_id,
                "lane": new.lane,
                "kind": new.kind,
                "recipient": new.recipient,
                "version": of_version,
                "supersedes": new.supersedes,
                "pool": new.pool,
                "state": "pending",
                "attempts": 0,
                "due_at": due,
                "note": "",
                "created_at": since,
            },
        )


def cancel(connection: Connection, lane: str) -> int:
    """Remove what waits or runs in a lane, inside an open transaction; returns how many jobs."""
    return connection.execute(sql.CANCEL, {"of_lane": lane}).rowcount


def _claimed(connection: Connection, owner: str, taken: Collection[int]) -> tuple[ClaimedJob, ...]:
    """Return those of the owner's jobs that were taken just now, with what they ask for.

    Nothing of it is opened or worked out here, so that no job can be in the way of the others.
    """
    rows = [row for row in connection.execute(sql.CLAIMED, {"owner": owner}) if row[0] in taken]
    return tuple(_with_details(connection, _job(row[:PLACED]), row[PLACED:]) for row in rows)


def _with_details(connection: Connection, claimed: Job, place: Sequence[Any]) -> ClaimedJob:
    where = None if place[0] is None else Unchanged(*place)
    if claimed.recipient is not None:
        return ClaimedJob(claimed, where, (), get_direct(connection, claimed.match_id, claimed.recipient))
    if claimed.pool != POST:
        return ClaimedJob(claimed, where, (), None)
    return ClaimedJob(claimed, where, get_current(connection, claimed.match_id), None)


def _next_due(connection: Connection, which: Mapping[str, Any]) -> int | None:
    """Return when there is something to claim (maybe a past time): a job falls due, or somebody else's lease ends."""
    times = connection.execute(sql.DUE_AT_HOME if "shards" in which else sql.DUE, which).one()
    return min((time for time in times if time is not None), default=None)


def _finished(connection: Connection, job_id: int, held: bool) -> Finished:
    return Finished(held, connection.scalar(sql.LANE_DUE, {"job_id": job_id}))


def _settle(connection: Connection, job_id: int, owner: str, state: str, note: str) -> bool:
    """Let go of a job in that state; returns False where it is not the owner's any more."""
    held = {"job_id": job_id, "held_by": owner}
    changed = connection.execute(sql.SETTLE, {**held, "new_state": state, "new_note": note[:NOTE_LENGTH]})
    return changed.rowcount > 0


def _put_back(
    connection: Connection, job_id: int, owner: str, due_at: int, note: str, waits_for: WaitsFor | None
) -> bool:
    held = and_(job.c.id == job_id, sql.is_in("running"), job.c.owner == owner)
    row = connection.execute(select(job).where(held)).first()
    if row is None:
        return False
    newer = select(job.c.id).where(
        job.c.id > job_id,
        sql.is_in("pending"),
        job.c.supersedes.is_(True),
        job.c.match_id == row.match_id,
        job.c.lane == row.lane,
        job.c.kind == row.kind,
        job.c.recipient.is_not_distinct_from(row.recipient),
    )
    following = connection.execute(newer.limit(1)).scalar()
    if following is not None:
        older = job.c.created_at > row.created_at
        connection.execute(update(job).where(job.c.id == following, older).values(created_at=row.created_at))
        return _settle(connection, job_id, owner, "done", sql.SUPERSEDED)
    connection.execute(update(job).where(held).values(due_at=due_at, waits_for=waits_for))
    return _settle(connection, job_id, owner, "pending", note)


def _give_up(connection: Connection, whose: ColumnElement[bool]) -> int:
    """Let jobs in work wait again."""
    given = update(job).where(sql.is_in("running"), whose)
    return connection.execute(given.values(state="pending", owner=None, leased_until=None)).rowcount


def _job(values: Sequence[Any]) -> Job:
    """Return a job from the values of `COLUMNS`, maybe with one more: `before`."""
    number, match_id, lane, kind, recipient, version, supersedes, *rest = values
    return Job(number, match_id, lane, kind, recipient, version, bool(supersedes), *rest)
