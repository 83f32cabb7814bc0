"""Writing a match inside an open transaction: its creation, the one step that every later change is, what it leaves."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Final

from sqlalchemy import Connection, bindparam, delete, func, insert, select, update

from storage import jobs, marks, predictions, results, schema, tournament_rows
from storage.clocks import put_clock
from storage.job_sql import NewJob
from storage.ledger import Outcome
from storage.lookups import ActionKind, Former, MatchStatus, NewMatch, Seat, SeatClock, StoredAction, StoredMatch
from storage.plans import StoredPlan, forget_drafts, put_plan
from storage.predictions import Occasions
from storage.sealing import Sealing, entry_of, seed_of, snapshot_of
from storage.tournament_rows import Settled


@dataclass(frozen=True, slots=True)
class NewAction:
    """An entry to append; `state_hash` is that of the state after it, `undoes` what an undo takes back."""

    seat: int
    text: str = field(repr=False)
    state_hash: str
    choice_key: str
    kind: ActionKind = "action"
    boundary: bool = False
    secret: bool = False
    undoes: int | None = None


@dataclass(frozen=True, slots=True)
class Commit:
    """Everything one step changes. What is None stays as it is; of the lanes in `cancelled` nothing is done any more.

    `seats` replaces the whole table of seats.
    """

    match_id: str
    expected_version: int
    now: int
    interaction_id: int | None = None
    answer: str | None = field(default=None, repr=False)
    actions: tuple[NewAction, ...] = ()
    snapshot: str | None = field(default=None, repr=False)
    state_hash: str | None = None
    status: MatchStatus | None = None
    options: str | None = None
    result: str | None = None
    seats: tuple[Seat, ...] | None = None
    parts: str | None = None
    jobs: tuple[NewJob, ...] = ()
    cancelled: tuple[str, ...] = ()
    clocks: tuple[SeatClock, ...] = ()
    """The clocks that have changed; the others stay as they are."""
    followed: tuple[tuple[int, int], ...] = ()
    """Which of the `actions`, by their places among them, somebody's instructions have made: and whose."""
    plans: tuple[StoredPlan, ...] = ()
    """Plans that are made, cancelled or have an outcome now."""
    former: Former | None = None
    """Who has handed a seat over with the first of the `actions`; what that user has instructed or planned in the match
    is forgotten."""
    outcome: Outcome | None = None
    """What the match came to, where it ends with this step and is counted."""
    settled: Settled | None = None
    """What the match came to for its tournament, where it ends with this step and belongs to one."""
    occasions: Occasions | None = None
    """What begins and is decided of what spectators predict."""


@dataclass(frozen=True, slots=True)
class Created:
    """The match exists now, at version 0."""

    match_id: str


@dataclass(frozen=True, slots=True)
class Crowded:
    """Nothing was created: its creator has as many open challenges as there may be."""


@dataclass(frozen=True, slots=True)
class Rematched:
    """Nothing was created: the match has an open rematch already, that with this id."""

    match_id: str


@dataclass(frozen=True, slots=True)
class Committed:
    """The step is durable. `seqs` are the numbers its actions got, in their order."""

    version: int
    seqs: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Duplicate:
    """This interaction was handled before and nothing was done now; `version` and `answer` are from then."""

    match_id: str
    version: int
    answer: str | None = field(repr=False)


@dataclass(frozen=True, slots=True)
class Conflict:
    """Somebody was faster and nothing was done; `version` is the present one, None for no such match."""

    version: int | None


ENDED: Final = ("over", "cancelled")
"""In these a match changes no more."""
match, seat, action, interaction = schema.match, schema.seat, schema.action, schema.interaction

# What every step writes is built once: building a statement takes longer than carrying it out.
_KEPT = ("snapshot", "state_hash", "status", "options", "result", "parts")
"""What a step may leave as it is."""
_SWAP = (
    update(match)
    .where(match.c.id == bindparam("match_id"), match.c.version == bindparam("expected"))
    .values(
        version=bindparam("version"),
        updated_at=bindparam("updated_at"),
        **{name: func.coalesce(bindparam(f"new_{name}", type_=match.c[name].type), match.c[name]) for name in _KEPT},
    )
)
_LAST = select(func.max(action.c.seq)).where(action.c.match_id == bindparam("match_id"))
_APPEND = insert(action)
_HANDLED = select(interaction.c.match_id, interaction.c.version, interaction.c.answer).where(
    interaction.c.id == bindparam("interaction_id")
)
_HANDLE = insert(interaction)


@dataclass(frozen=True, slots=True)
class Creation:
    """What goes with the creation of a match: as in `Commit`, and how many open lobbies its creator may have."""

    interaction_id: int | None
    answer: str | None = field(repr=False)
    jobs: tuple[NewJob, ...]
    most: int | None


def create_match(
    connection: Connection, sealing: Sealing, new: NewMatch, seats: tuple[Seat, ...], creation: Creation, now: int
) -> Created | Duplicate | Crowded | Rematched:
    """Insert a new lobby, unless its interaction was handled, its rematch is open or its creator has too many."""
    if refused := find_handled(connection, creation.interaction_id) or _rematched(connection, new):
        return refused
    slot = None
    if creation.most is not None and (slot := _free_slot(connection, new.creator, creation.most)) is None:
        return Crowded()
    values: dict[str, Any] = {
        "id": new.id,
        "game": new.game,
        "options": new.options,
        "seed": sealing.seal(new.seed, seed_of(new.id)),
        "status": "lobby",
        "version": 0,
        "creator": new.creator,
        "private": new.private,
        "guild_id": new.guild_id,
        "channel_id": new.channel_id,
        "rematch_of": new.rematch_of,
        "formation": new.formation,
        "language": new.language,
        "parts": new.parts,
        "pace": new.pace,
        "rated": new.rated,
        "created_at": now,
        "updated_at": now,
    }
    connection.execute(insert(match).values(slot=slot, **values))
    if new.drawn:
        connection.execute(insert(schema.seating).values(match_id=new.id, drawn=True))
    _put_seats(connection, new.id, seats)
    _after(
        connection,
        new.id,
        0,
        now,
        creation.interaction_id,
        creation.answer,
        creation.jobs,
    )
    return Created(new.id)


def commit_step(connection: Connection, step: Commit, sealing: Sealing) -> Committed | Conflict | Duplicate:
    """Write one step, if its match is still at the expected version and its interaction was not handled before."""
    if handled := find_handled(connection, step.interaction_id):
        return handled
    version = step.expected_version + 1
    swapped = connection.execute(
        _SWAP,
        {
            "match_id": step.match_id,
            "expected": step.expected_version,
            "version": version,
            "updated_at": step.now,
            **{f"new_{name}": getattr(step, name) for name in _KEPT},
            "new_snapshot": step.snapshot and sealing.seal_text(step.snapshot, snapshot_of(step.match_id)),
        },
    )
    if swapped.rowcount == 0:
        return Conflict(connection.scalar(select(match.c.version).where(match.c.id == step.match_id)))
    if step.outcome is not None:  # first: whoever waits for a turn here has nothing locked but the match
        results.enter(connection, step.outcome)
    if step.seats is not None:
        connection.execute(delete(seat).where(seat.c.match_id == step.match_id))
        _put_seats(connection, step.match_id, step.seats)
    seqs = _append(connection, step, sealing) if step.actions else ()
    if step.followed:
        rows = [{"match_id": step.match_id, "seq": seqs[place], "user_id": user} for place, user in step.followed]
        connection.execute(insert(schema.followed), rows)
    for plan in step.plans:
        put_plan(connection, sealing, step.match_id, plan)
    if step.former is not None:
        _hand_over(connection, step.match_id, step.former)
    for one in step.clocks:
        put_clock(connection, step.match_id, one)
    for lane in step.cancelled:
        jobs.cancel(connection, lane)
    told: tuple[NewJob, ...] = ()
    if step.occasions is not None:
        told = predictions.enter(connection, step.match_id, step.now, step.occasions)
    if step.status in ENDED:
        predictions.drop_open(connection, step.match_id)
        marks.lift(connection, step.match_id)
        forget_drafts(connection, step.match_id)
    if step.settled is not None:
        tournament_rows.settle(connection, step.settled)
    _after(
        connection,
        step.match_id,
        version,
        step.now,
        step.interaction_id,
        step.answer,
        (*step.jobs, *told),
    )
    return Committed(version, seqs)


def _rematched(connection: Connection, new: NewMatch) -> Rematched | None:
    """Return the open rematch of the match that `new` is a rematch of."""
    rematch = None if new.rematch_of is None else find_rematch(connection, new.rematch_of)
    return None if rematch is None else Rematched(rematch)


def find_rematch(connection: Connection, match_id: str) -> str | None:
    """Return the id of the open rematch of a match inside an open transaction."""
    same = (match.c.rematch_of == match_id) & match.c.status.in_(("lobby", "running"))
    return connection.scalar(select(match.c.id).where(same))


def _free_slot(connection: Connection, creator: int | None, most: int) -> int | None:
    """Return the lowest slot that none of a creator's lobbies has, None if there are `most` of them.

    Lobbies of earlier versions have no slot and count all the same.
    """
    mine = (match.c.creator == creator) & (match.c.status == "lobby")
    taken = connection.scalars(select(match.c.slot).where(mine)).all()
    return None if len(taken) >= most else next(slot for slot in range(most) if slot not in taken)


def find_handled(connection: Connection, interaction_id: int | None) -> Duplicate | None:
    """Return the result of an interaction that was handled before, if it was not pruned yet."""
    if interaction_id is None:
        return None
    row = connection.execute(_HANDLED, {"interaction_id": interaction_id}).first()
    return None if row is None else Duplicate(row.match_id, row.version, row.answer)


def _put_seats(connection: Connection, match_id: str, seats: tuple[Seat, ...]) -> None:
    rows = [{"match_id": match_id, **asdict(one)} for one in seats]
    if rows:
        connection.execute(insert(seat), rows)


def _hand_over(connection: Connection, match_id: str, one: Former) -> None:
    """Note who has left a seat, and forget what that user had said in advance and what was said about the seat."""
    connection.execute(insert(schema.former).values(match_id=match_id, **asdict(one)))
    for table in (schema.instruction, schema.plan, schema.followed):
        connection.execute(delete(table).where(table.c.match_id == match_id, table.c.user_id == one.user_id))
    voice = schema.voice
    about = (voice.c.about == one.seat) | (voice.c.seat == one.seat)
    connection.execute(delete(voice).where(voice.c.match_id == match_id, about))


def _append(connection: Connection, step: Commit, sealing: Sealing) -> tuple[int, ...]:
    last = connection.scalar(_LAST, {"match_id": step.match_id}) or 0
    rows = [
        {
            "match_id": step.match_id,
            "seq": seq,
            "kind": new.kind,
            "seat": new.seat,
            "text": sealing.seal_text(new.text, entry_of(step.match_id, seq)) if new.secret else new.text,
            "boundary": new.boundary,
            "secret": new.secret,
            "undoes": new.undoes,
            "state_hash": new.state_hash,
            "choice_key": new.choice_key,
            "created_at": step.now,
        }
        for seq, new in enumerate(step.actions, last + 1)
    ]
    connection.execute(_APPEND, rows)
    return tuple(range(last + 1, last + 1 + len(rows)))


def _after(
    connection: Connection,
    match_id: str,
    version: int,
    now: int,
    interaction_id: int | None,
    answer: str | None,
    new_jobs: tuple[NewJob, ...],
) -> None:
    """Write what goes with every change: the interaction, and the jobs that follow from it."""
    if interaction_id is not None:
        noted = {"id": interaction_id, "match_id": match_id, "version": version, "answer": answer, "created_at": now}
        connection.execute(_HANDLE, noted)
    jobs.put(connection, match_id, version, now, new_jobs)


def applied(
    match: StoredMatch, entries: Sequence[StoredAction], step: Commit, done: Committed
) -> tuple[StoredMatch, tuple[StoredAction, ...]]:
    """Return the match and its entries after `step`, which was made for exactly these and has led to `done`."""
    after = replace(
        match,
        version=done.version,
        updated_at=step.now,
        snapshot=match.snapshot if step.snapshot is None else step.snapshot,
        state_hash=match.state_hash if step.state_hash is None else step.state_hash,
        status=match.status if step.status is None else step.status,
        options=match.options if step.options is None else step.options,
        result=match.result if step.result is None else step.result,
        seats=match.seats if step.seats is None else step.seats,
        parts=match.parts if step.parts is None else step.parts,
        clocks=_newest(match.clocks, step.clocks),
        former=match.former if step.former is None else (*match.former, step.former),
        barred=() if step.status in ENDED else match.barred,
    )
    added = (
        StoredAction(
            seq=seq,
            kind=new.kind,
            seat=new.seat,
            text=new.text,
            boundary=new.boundary,
            secret=new.secret,
            undoes=new.undoes,
            state_hash=new.state_hash,
            choice_key=new.choice_key,
            created_at=step.now,
        )
        for seq, new in zip(done.seqs, step.actions, strict=True)
    )
    return after, (*entries, *added)


def _newest(known: Sequence[SeatClock], changed: Sequence[SeatClock]) -> tuple[SeatClock, ...]:
    newest = {one.seat: one for one in (*known, *changed)}
    return tuple(newest[seat] for seat in sorted(newest))
