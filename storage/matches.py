"""Changing a match: creation and the one transaction every later step is."""

from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

from sqlalchemy import Connection, bindparam, delete, func, insert, select, update

from storage import outbox, schema
from storage.clocks import put_clock
from storage.errors import Taken
from storage.part import Part
from storage.plans import put_plan
from storage.records.matches import Former, MatchStatus, NewMatch, Seat
from storage.records.sending import NewOutbox
from storage.records.steps import Commit, Committed, Conflict, Created, Crowded, Duplicate, Rematched
from storage.sealing import Sealing, entry_of, seed_of, snapshot_of
from storage.timers import put_timer

match, seat, action, interaction = schema.match, schema.seat, schema.action, schema.interaction
seating = schema.seating

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


LOST_RACES = 20
"""How often a creation looks again; whoever has lost that often has seen that many others win."""


class MatchWrites(Part):
    """The part of the store that changes matches."""

    async def create_match(
        self,
        new: NewMatch,
        seats: Iterable[Seat],
        *,
        now: int,
        interaction_id: int | None = None,
        answer: str | None = None,
        outbox: Iterable[NewOutbox] = (),
        timers: Iterable[tuple[str, int]] = (),
        most: int | None = None,
    ) -> Created | Duplicate | Crowded | Rematched:
        """Store a new lobby with its seats; the same interaction again creates nothing.

        Nor does a rematch where one is open, or one more lobby of somebody who has `most` of them. That holds for any
        number of calls at once: whoever loses such a race to another process is told what the winner has made.
        """
        values: dict[str, Any] = {
            "id": new.id,
            "game": new.game,
            "options": new.options,
            "seed": self._db.sealing.seal(new.seed, seed_of(new.id)),
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
            "created_at": now,
            "updated_at": now,
        }
        rows, posts, alarms = tuple(seats), tuple(outbox), tuple(timers)

        def body(connection: Connection) -> Created | Duplicate | Crowded | Rematched:
            if found := _handled(connection, interaction_id) or _rematched(connection, new):
                return found
            slot = _free_slot(connection, new.creator, most) if most is not None else None
            if most is not None and slot is None:
                return Crowded()
            connection.execute(insert(match).values(slot=slot, **values))
            if new.drawn:
                connection.execute(insert(seating).values(match_id=new.id, drawn=True))
            _put_seats(connection, new.id, rows)
            _after(connection, new.id, 0, now, interaction_id, answer, posts, alarms)
            return Created(new.id)

        for _ in range(LOST_RACES):
            try:
                return await self._db.write(body)
            except Taken:
                continue  # now it sees what the other transaction has written
        return await self._db.write(body)

    async def commit(self, step: Commit) -> Committed | Conflict | Duplicate:
        """Apply one step whole or not at all, if the match is still at the expected version.

        The version rises by one, also without actions. `Committed` means it is on the disk; `Conflict` and
        `Duplicate` mean nothing was changed. Raises `StorageFull` or `StorageError`, equally without a trace.
        """
        return await self._db.write(lambda connection: _commit(connection, step, self._db.sealing))

    async def change_lobby(
        self,
        match_id: str,
        expected_version: int,
        *,
        now: int,
        interaction_id: int | None = None,
        answer: str | None = None,
        seats: Iterable[Seat] | None = None,
        status: MatchStatus | None = None,
        options: str | None = None,
        outbox: Iterable[NewOutbox] = (),
        timers: Iterable[tuple[str, int]] = (),
        clear_timers: Iterable[str] = (),
    ) -> Committed | Conflict | Duplicate:
        """Change seats, status or options of a match that has no actions yet; otherwise as `commit`."""
        step = Commit(
            match_id,
            expected_version,
            now,
            interaction_id,
            answer,
            status=status,
            options=options,
            seats=None if seats is None else tuple(seats),
            outbox=tuple(outbox),
            timers=tuple(timers),
            clear_timers=tuple(clear_timers),
        )
        return await self.commit(step)

    async def set_place(
        self,
        match_id: str,
        *,
        thread_id: int | None = None,
        start_message_id: int | None = None,
        channel_id: int | None = None,
    ) -> bool:
        """Note where a match lives in Discord; None leaves a place as it is. The version stays.

        Returns whether there is such a match.
        """
        places: dict[str, Any] = {
            "thread_id": thread_id,
            "start_message_id": start_message_id,
            "channel_id": channel_id,
        }
        values = {name: place for name, place in places.items() if place is not None}
        # Without a new place this sets the id to itself, which still tells whether the match exists.
        statement = update(match).where(match.c.id == match_id).values(**(values or {"id": match_id}))
        return await self._db.write(lambda connection: connection.execute(statement).rowcount > 0)

    async def handled(self, interaction_id: int) -> Duplicate | None:
        """Return what an interaction led to, if it was handled and not pruned yet; None otherwise."""
        return await self._db.read(lambda connection: _handled(connection, interaction_id))

    async def remember_answer(self, interaction_id: int, answer: str) -> bool:
        """Keep the answer a handled interaction got, for its repetition; False if it is not known."""
        statement = update(interaction).where(interaction.c.id == interaction_id).values(answer=answer)
        return await self._db.write(lambda connection: connection.execute(statement).rowcount > 0)


def _commit(connection: Connection, step: Commit, sealing: Sealing) -> Committed | Conflict | Duplicate:
    if found := _handled(connection, step.interaction_id):
        return found
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
    for kind in step.clear_timers:
        connection.execute(
            delete(schema.timer).where(schema.timer.c.match_id == step.match_id, schema.timer.c.kind == kind)
        )
    _after(
        connection,
        step.match_id,
        version,
        step.now,
        step.interaction_id,
        step.answer,
        step.outbox,
        step.timers,
    )
    return Committed(version, seqs)


def _rematched(connection: Connection, new: NewMatch) -> Rematched | None:
    """The open rematch of the match that a new one would be a rematch of."""
    if new.rematch_of is None:
        return None
    same = (match.c.rematch_of == new.rematch_of) & match.c.status.in_(("lobby", "running"))
    found = connection.scalar(select(match.c.id).where(same))
    return None if found is None else Rematched(found)


def _free_slot(connection: Connection, creator: int, most: int) -> int | None:
    """The lowest number that none of somebody's lobbies has; None where there are `most` of them.

    Lobbies of earlier versions have no number and count all the same.
    """
    mine = (match.c.creator == creator) & (match.c.status == "lobby")
    taken = connection.scalars(select(match.c.slot).where(mine)).all()
    return None if len(taken) >= most else next(slot for slot in range(most) if slot not in taken)


def _handled(connection: Connection, interaction_id: int | None) -> Duplicate | None:
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
    posts: tuple[NewOutbox, ...],
    timers: tuple[tuple[str, int], ...],
) -> None:
    """Write what goes with every change: the interaction, what has to be told, what falls due."""
    if interaction_id is not None:
        noted = {"id": interaction_id, "match_id": match_id, "version": version, "answer": answer, "created_at": now}
        connection.execute(_HANDLE, noted)
    outbox.put(connection, match_id, version, now, posts)
    for kind, due_at in timers:
        put_timer(connection, match_id, kind, due_at)
