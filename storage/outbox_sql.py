"""The statements that every step, or everything that is sent, needs of the outbox.

They are built once: building a statement takes longer than carrying it out.
"""

from typing import Any

from sqlalchemy import ColumnElement, Integer, Select, and_, bindparam, exists, func, insert, or_, select, update

from storage.schema import outbox, player

SUPERSEDED = "superseded"


def _first_in_lane() -> ColumnElement[bool]:
    other = outbox.alias("other")
    blocks = or_(other.c.state == "sending", and_(other.c.state == "pending", other.c.id < outbox.c.id))
    return and_(
        outbox.c.state == "pending",
        ~exists().where(other.c.thread_key == outbox.c.thread_key, blocks),
    )


def _claimable(which: ColumnElement[bool]) -> Select[Any]:
    """Where several processes share the database, none waits for what another has locked."""
    abandoned = and_(outbox.c.state == "sending", outbox.c.leased_until <= bindparam("now"))
    return (
        select(outbox)
        .where(which, or_(and_(outbox.c.due_at <= bindparam("now"), _first_in_lane()), abandoned))
        .order_by(outbox.c.due_at, outbox.c.id)
        .limit(bindparam("room", type_=Integer))
        .with_for_update(skip_locked=True, of=outbox)
    )


def _earlier() -> Select[Any]:
    """The attempts at earlier rows like one since one of them was told."""
    alike = and_(
        outbox.c.match_id == bindparam("match_id"),
        outbox.c.thread_key == bindparam("lane"),
        outbox.c.kind == bindparam("kind"),
        outbox.c.id < bindparam("row_id"),
    )
    told = select(func.max(outbox.c.id)).where(alike, outbox.c.state == "done", outbox.c.note == "")
    since = outbox.c.id > func.coalesce(told.scalar_subquery(), 0)
    return select(func.coalesce(func.sum(outbox.c.attempts), 0)).where(alike, since)


def _due() -> Select[Any]:
    """When a row falls due, and when somebody else's lease ends."""
    due = select(outbox.c.due_at).where(_first_in_lane()).order_by(outbox.c.due_at).limit(1)  # the first one ends it
    others = and_(outbox.c.state == "sending", outbox.c.owner != bindparam("owner"))
    ends = select(func.min(outbox.c.leased_until)).where(others)
    return select(due.scalar_subquery(), ends.scalar_subquery())


def _lane_due() -> Select[Any]:
    """When the lane of a row has something to send."""
    lane = select(outbox.c.thread_key).where(outbox.c.id == bindparam("row_id")).scalar_subquery()
    here = and_(outbox.c.thread_key == lane, outbox.c.state == "pending")
    # With the bare column SQLite would go through all rows that wait, in the order of their times.
    return select(func.min(outbox.c.due_at + 0)).where(here)


FRESH, TRIED = _claimable(outbox.c.attempts == 0), _claimable(outbox.c.attempts > 0)
CLAIM = (
    update(outbox)
    .where(outbox.c.id.in_(bindparam("row_ids", expanding=True)))
    .values(
        state="sending",
        owner=bindparam("new_owner"),
        leased_until=bindparam("until"),
        attempts=outbox.c.attempts + 1,
    )
)
EARLIER, DUE, LANE_DUE = _earlier(), _due(), _lane_due()
SETTLE = (
    update(outbox)
    .where(outbox.c.id == bindparam("row_id"), outbox.c.state == "sending", outbox.c.owner == bindparam("held_by"))
    .values(state=bindparam("new_state"), note=bindparam("new_note"), leased_until=None, owner=None)
)
RETIRE = (
    update(outbox)
    .where(
        outbox.c.state == "pending",
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
