"""The statements that every step, or everything that is sent, needs of the outbox.

They are built once: building a statement takes longer than carrying it out.
"""

from dataclasses import fields
from typing import Any

from sqlalchemy import (
    ColumnElement,
    FromClause,
    Integer,
    Select,
    Text,
    and_,
    bindparam,
    case,
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
from storage.records.sending import OutboxRow, OutboxState
from storage.schema import match, outbox, player

SUPERSEDED = "superseded"
COLUMNS = tuple(outbox.c[field.name] for field in fields(OutboxRow) if field.name in outbox.c)
"""Those of a row, in the order in which the record has them."""


def is_in(state: OutboxState, rows: FromClause = outbox) -> ColumnElement[bool]:
    """That a row is in a state, written out: SQLite plans a statement anew each time that a state is bound to it.

    It has to see then whether the index of those that are being sent is of use.
    """
    return rows.c.state == literal_column(f"'{state}'", Text)


def _first_in_lane() -> ColumnElement[bool]:
    other = outbox.alias("other")
    blocks = or_(is_in("sending", other), and_(is_in("pending", other), other.c.id < outbox.c.id))
    return and_(is_in("pending"), ~exists().where(other.c.thread_key == outbox.c.thread_key, blocks))


def _take() -> ReturningUpdate[int]:
    """Claim rows: fresh ones, and where these leave room such as were tried before, also by whoever left them.

    Where several processes share the database, none waits for what another has locked. What is locked is chosen in
    parts of their own, which are carried out once: a subquery might be begun again, find other rows, and take more than
    there is room for.
    """
    room, retries = bindparam("room", type_=Integer), bindparam("retries", type_=Integer)
    due = and_(outbox.c.due_at <= bindparam("now"), _first_in_lane())
    abandoned = and_(is_in("sending"), outbox.c.leased_until <= bindparam("now"))

    def longest_due(which: ColumnElement[bool], most: ColumnElement[int]) -> Select[int]:
        found = select(outbox.c.id).where(which).order_by(outbox.c.due_at, outbox.c.id).limit(most)
        return found.with_for_update(skip_locked=True, of=outbox)

    fresh = longest_due(and_(outbox.c.attempts == 0, due), room).cte("fresh")
    left = room - select(func.count()).select_from(fresh).scalar_subquery()
    most = case((left < retries, left), else_=retries)
    tried = longest_due(and_(outbox.c.attempts > 0, or_(due, abandoned)), most).cte("tried")
    lease: dict[str, Any] = {"owner": bindparam("new_owner"), "leased_until": bindparam("until")}
    return (
        update(outbox)
        .where(outbox.c.id.in_(union_all(select(fresh.c.id), select(tried.c.id))))
        .values(state="sending", attempts=outbox.c.attempts + 1, **lease)
        .returning(outbox.c.id)
    )


def _sent() -> Select[Any]:
    """What an owner is sending, in the order in which it is claimed, with the attempts before it and its match's place.

    The attempts are those at earlier rows since one of them was told. The place of a match that is gone is empty.
    """
    earlier, told = outbox.alias("earlier"), outbox.alias("told")

    def alike(other: FromClause) -> ColumnElement[bool]:
        same = (other.c[name] == outbox.c[name] for name in ("match_id", "thread_key", "kind"))
        return and_(*same, other.c.id < outbox.c.id)

    last = select(told.c.id).where(alike(told), is_in("done", told), told.c.note == "")
    newest = last.order_by(told.c.id.desc()).limit(1).correlate(outbox).scalar_subquery()
    tried = select(func.coalesce(func.sum(earlier.c.attempts), 0))
    before = tried.where(alike(earlier), earlier.c.id > func.coalesce(newest, 0)).correlate(outbox).scalar_subquery()
    return (
        select(*COLUMNS, before, *PLACE)
        .select_from(outbox.outerjoin(match, match.c.id == outbox.c.match_id))
        .where(is_in("sending"), outbox.c.owner == bindparam("owner"))
        .order_by(outbox.c.attempts > 1, outbox.c.due_at, outbox.c.id)
    )


def _due() -> Select[Any]:
    """When a row falls due, and when somebody else's lease ends."""
    due = select(outbox.c.due_at).where(_first_in_lane()).order_by(outbox.c.due_at).limit(1)  # the first one ends it
    others = and_(is_in("sending"), outbox.c.owner != bindparam("owner"))
    ends = select(func.min(outbox.c.leased_until)).where(others)
    return select(due.scalar_subquery(), ends.scalar_subquery())


def _lane_due() -> Select[Any]:
    """When the lane of a row has something to send."""
    lane = select(outbox.c.thread_key).where(outbox.c.id == bindparam("row_id")).scalar_subquery()
    here = and_(outbox.c.thread_key == lane, is_in("pending"))
    # With the bare column SQLite would go through all rows that wait, in the order of their times.
    return select(func.min(outbox.c.due_at + 0)).where(here)


TAKE, SENT, DUE, LANE_DUE = _take(), _sent(), _due(), _lane_due()
SETTLE = (
    update(outbox)
    .where(outbox.c.id == bindparam("row_id"), is_in("sending"), outbox.c.owner == bindparam("held_by"))
    .values(state=bindparam("new_state"), note=bindparam("new_note"), leased_until=None, owner=None)
)
RETIRE = (
    update(outbox)
    .where(
        is_in("pending"),
        outbox.c.match_id == bindparam("of_match"),
        outbox.c.thread_key == bindparam("lane"),
        outbox.c.kind == bindparam("of_kind"),
        outbox.c.recipient.is_not_distinct_from(bindparam("to")),
    )
    .values(state="done", note=SUPERSEDED)
    .returning(outbox.c.due_at, outbox.c.created_at, outbox.c.waits_for)
)
PUT = insert(outbox)
REACHED = select(player.c.user_id).where(player.c.user_id == bindparam("user_id"), player.c.dm, ~player.c.dm_closed)
"""Whoever wants direct messages and gets them."""
