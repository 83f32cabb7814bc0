"""Jobs as they are stored, and the statements that every step, or every job that is done, needs of the queue.

The statements are built once: building one takes longer than carrying it out.
"""

from dataclasses import dataclass, fields
from typing import Any, Final, Literal

from sqlalchemy import (
    BigInteger,
    BindParameter,
    ColumnElement,
    FromClause,
    Integer,
    Select,
    Text,
    and_,
    bindparam,
    case,
    delete,
    exists,
    func,
    insert,
    literal_column,
    or_,
    select,
    union_all,
    update,
)
from sqlalchemy.sql.dml import ReturningUpdate

from storage.lookups import PLACE
from storage.schema import job, match, player

JobState = Literal["pending", "running", "done", "failed"]
WaitsFor = Literal["permission"]
POST: Final = "post"
"""The pool of jobs that send something."""
TIMER: Final = "timer"
"""The pool of jobs that fall due at a time of their own."""
THINK: Final = "think"
"""The pool of jobs that take long to compute."""


@dataclass(frozen=True, slots=True)
class NewJob:
    """Something to do, by name only. Jobs of one `lane` are done one at a time, those of one match there in order.

    `version` None means the version which the transaction produces, `due_at` None means at once. A job with
    `supersedes` replaces waiting ones of the same match, lane, kind and recipient. One that is `direct` is only added
    for a recipient who wants direct messages and can get them. Of one that is `single` a match has at most one of the
    kind: adding it again moves it, also while it is being done. A worker does the jobs of one `pool`.
    """

    lane: str
    kind: str
    recipient: int | None = None
    version: int | None = None
    due_at: int | None = None
    supersedes: bool = False
    direct: bool = False
    single: bool = False
    pool: str = POST


def timer_lane(match_id: str, kind: str) -> str:
    """Return the lane of the timer of a kind that a match has."""
    return f"{kind}:{match_id}"


def timer(match_id: str, kind: str, due_at: int) -> NewJob:
    """Return the timer of a kind, which falls due for a match at `due_at`."""
    return NewJob(timer_lane(match_id, kind), kind, due_at=due_at, single=True, pool=TIMER)


@dataclass(frozen=True, slots=True)
class Job:
    """A job as it is stored. `id` is never given twice; `attempts` counts the claims, this one included.

    `created_at` is when it was added, or the later time for which it was added; that of the oldest job which it has
    superseded while that one waited: since then there is something to do. `leased_until` and `owner` say who does it
    and until when nobody else may.
    """

    id: int
    match_id: str
    lane: str
    kind: str
    recipient: int | None
    version: int
    supersedes: bool
    pool: str
    state: JobState
    attempts: int
    due_at: int
    leased_until: int | None
    note: str
    created_at: int
    owner: str | None = None
    waits_for: WaitsFor | None = None
    """What has to come before a further attempt is of use; None where that is nothing but time."""
    before: int = 0
    """Attempts at earlier jobs of the same match, lane and kind since one of them was done, as `claim` found them.

    What those sent before they were given up or superseded may have arrived unnoticed.
    """


SUPERSEDED = "superseded"
COLUMNS = tuple(job.c[field.name] for field in fields(Job) if field.name in job.c)
"""Those of a job, in the order in which the record has them."""


def is_in(state: JobState, rows: FromClause = job) -> ColumnElement[bool]:
    """Return the condition that a job is in a state, with the state written out.

    SQLite plans a statement anew each time that a state is bound to it: it has to see whether the index of those that
    are running is of use.
    """
    return rows.c.state == literal_column(f"'{state}'", Text)


def _before(other: FromClause, rows: FromClause) -> ColumnElement[bool]:
    """Return the condition that one job comes before another, where both are of one lane and match.

    What has been tried keeps its place before all others; those come by the time for which they were added. So nothing
    waits for a reminder that was put off to the morning.
    """

    def place(of: FromClause) -> ColumnElement[int]:
        return case((of.c.attempts > 0, 0), else_=of.c.due_at)

    earlier = other.c.id < rows.c.id
    return and_(
        other.c.match_id == rows.c.match_id,
        or_(place(other) < place(rows), and_(place(other) == place(rows), earlier)),
    )


def _first_in_lane() -> ColumnElement[bool]:
    """Return the condition that a job waits, none of its lane is in work, and none of its match comes before it there.

    Of several matches in a lane, which is one for a user, each has a first one: what cannot be sent in one match holds
    up nothing that the user is told of the others.
    """
    other = job.alias("other")
    blocks = or_(is_in("running", other), and_(is_in("pending", other), _before(other, job)))
    return and_(is_in("pending"), ~exists().where(other.c.lane == job.c.lane, blocks))


def _chosen_in_lane(now: ColumnElement[int]) -> ColumnElement[bool]:
    """Return the condition that of those that are first in a lane for their match, and due, this one is to be done.

    What has not been tried comes first, then what has been due longest. There is always exactly one, because a lane has
    one worker.
    """
    rival, other = job.alias("rival"), job.alias("other_rival")

    def tried(of: FromClause) -> ColumnElement[int]:
        return case((of.c.attempts > 0, 1), else_=0)

    sooner = or_(
        tried(rival) < tried(job),
        and_(
            tried(rival) == tried(job),
            or_(rival.c.due_at < job.c.due_at, and_(rival.c.due_at == job.c.due_at, rival.c.id < job.c.id)),
        ),
    )
    held = exists().where(other.c.lane == rival.c.lane, is_in("pending", other), _before(other, rival))
    elsewhere = and_(rival.c.lane == job.c.lane, is_in("pending", rival), rival.c.match_id != job.c.match_id)
    return ~exists().where(elsewhere, rival.c.due_at <= now, sooner, ~held)


def waits_for_help() -> ColumnElement[bool]:
    """Return the condition that a job waits for something else than time, or comes after one of its lane that does."""
    other = job.alias("other")
    stands = and_(or_(is_in("pending", other), is_in("running", other)), other.c.waits_for.is_not(None))
    return or_(job.c.waits_for.is_not(None), exists().where(other.c.lane == job.c.lane, stands, _before(other, job)))


@dataclass(frozen=True, slots=True)
class Home:
    """The shards whose servers' jobs a process does; direct messages are those of shard 0, as Discord has it."""

    shards: tuple[int, ...]
    count: int


def shard_of(guild_id: int | None, count: int) -> int:
    """Return the shard on which Discord tells of a server, or of direct messages."""
    return ((guild_id or 0) >> 22) % count


def in_shards() -> ColumnElement[bool]:
    """Return the condition that a match is played in a server of some shards (`shards` of `shard_count`)."""
    server = func.coalesce(match.c.guild_id, 0).op(">>", precedence=6)(literal_column("22"))
    shards: BindParameter[int] = bindparam("shards", expanding=True)
    return (server % bindparam("shard_count", type_=BigInteger)).in_(shards)


def _at_home(rows: FromClause = job) -> ColumnElement[bool]:
    return exists().where(match.c.id == rows.c.match_id, in_shards())


def _take(*home: ColumnElement[bool]) -> ReturningUpdate[int]:
    """Build the claim: fresh jobs of a pool, and where these leave room such as were tried before, or abandoned.

    Where several processes share the database, none waits for what another has locked. What is locked is chosen in
    parts of their own, which are carried out once: a subquery might be begun again, find other rows, and take more than
    there is room for.
    """
    room, retries = bindparam("room", type_=Integer), bindparam("retries", type_=Integer)
    now: BindParameter[int] = bindparam("now", type_=BigInteger)
    of_pool = and_(job.c.pool == bindparam("of_pool"), *home)
    due = and_(of_pool, job.c.due_at <= now, _first_in_lane(), _chosen_in_lane(now))
    abandoned = and_(of_pool, is_in("running"), job.c.leased_until <= now)

    def longest_due(which: ColumnElement[bool], most: ColumnElement[int]) -> Select[int]:
        jobs = select(job.c.id).where(which).order_by(job.c.due_at, job.c.id).limit(most)
        return jobs.with_for_update(skip_locked=True, of=job)

    fresh = longest_due(and_(job.c.attempts == 0, due), room).cte("fresh")
    left = room - select(func.count()).select_from(fresh).scalar_subquery()
    most = case((left < retries, left), else_=retries)
    tried = longest_due(and_(job.c.attempts > 0, or_(due, abandoned)), most).cte("tried")
    lease: dict[str, Any] = {"owner": bindparam("new_owner"), "leased_until": bindparam("until")}
    return (
        update(job)
        .where(job.c.id.in_(union_all(select(fresh.c.id), select(tried.c.id))))
        .values(state="running", attempts=job.c.attempts + 1, **lease)
        .returning(job.c.id)
    )


def _claimed() -> Select[Any]:
    """Build what an owner has claimed, in that order, with the attempts before it and the place of its match.

    The attempts are those at earlier jobs since one of them was done. The place of a match that is gone is empty.
    """
    earlier, done = job.alias("earlier"), job.alias("done")

    def alike(other: FromClause) -> ColumnElement[bool]:
        same = (other.c[name] == job.c[name] for name in ("match_id", "lane", "kind"))
        return and_(*same, other.c.id < job.c.id)

    last = select(done.c.id).where(alike(done), is_in("done", done), done.c.note == "")
    newest = last.order_by(done.c.id.desc()).limit(1).correlate(job).scalar_subquery()
    tried = select(func.coalesce(func.sum(earlier.c.attempts), 0))
    before = tried.where(alike(earlier), earlier.c.id > func.coalesce(newest, 0)).correlate(job).scalar_subquery()
    return (
        select(*COLUMNS, before, *PLACE)
        .select_from(job.outerjoin(match, match.c.id == job.c.match_id))
        .where(is_in("running"), job.c.owner == bindparam("owner"))
        .order_by(job.c.attempts > 1, job.c.due_at, job.c.id)
    )


def _due(*home: ColumnElement[bool]) -> Select[Any]:
    """Build when the next job of a pool falls due, and when somebody else's lease ends."""
    of_pool = and_(job.c.pool == bindparam("of_pool"), *home)
    due = select(job.c.due_at).where(of_pool, _first_in_lane()).order_by(job.c.due_at).limit(1)  # the first one ends it
    others = and_(of_pool, is_in("running"), job.c.owner != bindparam("owner"))
    ends = select(func.min(job.c.leased_until)).where(others)
    return select(due.scalar_subquery(), ends.scalar_subquery())


def _lane_due() -> Select[Any]:
    """Build when the lane of a job has something more to do."""
    lane = select(job.c.lane).where(job.c.id == bindparam("job_id")).scalar_subquery()
    waiting = and_(job.c.lane == lane, is_in("pending"))
    # With the bare column SQLite would go through all rows that wait, in the order of their times.
    return select(func.min(job.c.due_at + 0)).where(waiting)


TAKE, CLAIMED, DUE, LANE_DUE = _take(), _claimed(), _due(), _lane_due()
TAKE_AT_HOME, DUE_AT_HOME = _take(_at_home()), _due(_at_home())
SETTLE = (
    update(job)
    .where(job.c.id == bindparam("job_id"), is_in("running"), job.c.owner == bindparam("held_by"))
    .values(state=bindparam("new_state"), note=bindparam("new_note"), leased_until=None, owner=None)
)
RETIRE = (
    update(job)
    .where(
        is_in("pending"),
        job.c.match_id == bindparam("of_match"),
        job.c.lane == bindparam("of_lane"),
        job.c.kind == bindparam("of_kind"),
        job.c.recipient.is_not_distinct_from(bindparam("to")),
    )
    .values(state="done", note=SUPERSEDED)
    .returning(job.c.due_at, job.c.created_at, job.c.waits_for)
)
PUT = insert(job)
_SINGLE = (job.c.lane == bindparam("of_lane"), or_(is_in("pending"), is_in("running")))
MOVE = (
    update(job)
    .where(*_SINGLE)
    .values(
        state="pending",
        due_at=bindparam("new_due"),
        attempts=0,
        note="",
        owner=None,
        leased_until=None,
        waits_for=None,
        version=bindparam("new_version"),
    )
)
"""Moves a single job; whoever does it at this moment does not end it any more."""
CANCEL = delete(job).where(*_SINGLE)
_ASKED: BindParameter[int] = bindparam("user_ids", expanding=True)
REACHED = select(player.c.user_id).where(player.c.user_id.in_(_ASKED), player.c.dm, ~player.c.dm_closed)
"""Those of some users who want direct messages and get them."""
