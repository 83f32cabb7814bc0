"""Matches: created, changed by one transaction a step, found and loaded."""

from collections.abc import Collection, Iterable, Mapping
from types import MappingProxyType
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, Select, exists, false, func, select, update

from storage import schema
from storage.engine import Repository
from storage.errors import Taken
from storage.job_sql import NewJob
from storage.lookups import (
    PLACE_BY_ID,
    PLACE_IN_THREAD,
    MatchHead,
    MatchStatus,
    NewMatch,
    Seat,
    StoredAction,
    StoredMatch,
    Unchanged,
    Whole,
    get_actions,
    get_heads,
    get_whole,
    load_newest,
)
from storage.steps import (
    Commit,
    Committed,
    Conflict,
    Created,
    Creation,
    Crowded,
    Duplicate,
    Rematched,
    commit_step,
    create_match,
    find_handled,
    find_rematch,
)

match, seat, interaction = schema.match, schema.seat, schema.interaction

OPEN: tuple[MatchStatus, ...] = ("lobby", "running")
BEGUN: Final[tuple[MatchStatus, ...]] = ("running", "over")
NONE: Final[Mapping[str, int]] = MappingProxyType({})
LOST_RACES = 20
"""How often a creation is tried again; each lost race means that another process has won one."""


class MatchRepository(Repository):
    """Matches with their seats and entries: created, changed step by step, found and loaded."""

    async def create(
        self,
        new: NewMatch,
        seats: Iterable[Seat],
        *,
        now: int,
        interaction_id: int | None = None,
        answer: str | None = None,
        jobs: Iterable[NewJob] = (),
        most: int | None = None,
    ) -> Created | Duplicate | Crowded | Rematched:
        """Store a new lobby with its seats; the same interaction again creates nothing.

        Nor does a rematch where one is open, or one more lobby of somebody who has `most` of them. That holds for any
        number of calls at once: whoever loses such a race to another process is told what the winner has made.
        """
        details = Creation(interaction_id, answer, tuple(jobs), most)
        rows = tuple(seats)

        def body(connection: Connection) -> Created | Duplicate | Crowded | Rematched:
            return create_match(connection, self._db.sealing, new, rows, details, now)

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
        return await self._db.write(lambda connection: commit_step(connection, step, self._db.sealing))

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
        jobs: Iterable[NewJob] = (),
        cancelled: Iterable[str] = (),
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
            jobs=tuple(jobs),
            cancelled=tuple(cancelled),
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

    async def move(self, match_id: str, *, channel_id: int, seen_in: tuple[int | None, int | None]) -> bool:
        """Let a match that has lost its place open a new thread in a channel. The version stays.

        Returns whether it does: `seen_in` are the channel and the thread in which the caller has seen it, and one that
        is no longer there has been moved by somebody else.
        """
        here = [
            place.is_not_distinct_from(seen)
            for place, seen in zip((match.c.channel_id, match.c.thread_id), seen_in, strict=True)
        ]
        moved = update(match).where(match.c.id == match_id, *here)
        statement = moved.values(channel_id=channel_id, thread_id=0, start_message_id=0)
        return await self._db.write(lambda connection: connection.execute(statement).rowcount > 0)

    async def find_handled(self, interaction_id: int) -> Duplicate | None:
        """Return the result of an interaction that was handled before; None if it never was, or was pruned since."""
        return await self._db.read(lambda connection: find_handled(connection, interaction_id))

    async def set_answer(self, interaction_id: int, answer: str) -> bool:
        """Keep the answer a handled interaction got, for its repetition; False if it is not known."""
        statement = update(interaction).where(interaction.c.id == interaction_id).values(answer=answer)
        return await self._db.write(lambda connection: connection.execute(statement).rowcount > 0)

    async def load(self, match_id: str) -> StoredMatch | None:
        """Return a match with its seats and newest snapshot, None if there is no such match."""
        return await self._one(match.c.id == match_id)

    async def actions(self, match_id: str) -> tuple[StoredAction, ...]:
        """Return the whole list of a match's actions, oldest first; empty for an unknown match."""
        return await self._db.read(lambda connection: get_actions(connection, self._db.sealing, match_id))

    async def load_whole(self, match_id: str, held: Mapping[str, int] = NONE) -> Whole | Unchanged | None:
        """Return a match and its actions as they stood at one moment, None if there is no such match.

        `held` are the versions of the matches that the caller has: of one that still has it only the place is read.
        """
        return await self._whole(PLACE_BY_ID, match_id, held)

    async def load_whole_in_thread(self, thread_id: int, held: Mapping[str, int] = NONE) -> Whole | Unchanged | None:
        """Return the newest match whose thread this is, as `load_whole`."""
        return await self._whole(PLACE_IN_THREAD, thread_id, held)

    async def load_by_thread(self, thread_id: int) -> StoredMatch | None:
        """Return the newest match whose thread this is (see `set_place`)."""
        return await self._one(match.c.thread_id == thread_id)

    async def load_by_start_message(self, message_id: int) -> StoredMatch | None:
        """Return the match that this start message belongs to."""
        return await self._one(match.c.start_message_id == message_id)

    async def of_user(self, user_id: int, statuses: Collection[MatchStatus] = OPEN) -> tuple[MatchHead, ...]:
        """Return the matches in which a user has a seat (invitations too), the last changed first."""
        seated = select(seat.c.match_id).where(seat.c.user_id == user_id)
        return await self._heads(match.c.id.in_(seated) & match.c.status.in_(statuses))

    async def begun(self, user_id: int, game: str) -> int:
        """Return how many matches of a game have begun in which a user has a seat."""
        seated = select(seat.c.match_id).where(seat.c.user_id == user_id)
        mine = match.c.id.in_(seated) & (match.c.game == game) & match.c.status.in_(BEGUN)
        counted = select(func.count()).select_from(match).where(mine)
        return await self._db.read(lambda connection: connection.scalar(counted) or 0)

    async def in_channel(self, channel_id: int, statuses: Collection[MatchStatus] = OPEN) -> tuple[MatchHead, ...]:
        """Return the matches of a channel, or of a thread, the last changed first."""
        here = (match.c.channel_id == channel_id) | (match.c.thread_id == channel_id)
        return await self._heads(here & match.c.status.in_(statuses))

    async def with_offered_seats(self, channel_id: int | None, user_id: int) -> tuple[MatchHead, ...]:
        """Return the running matches in which a user may take a seat over, the last changed first.

        They are those of a channel that are not private, and those in which a seat is offered to this user alone.
        """
        here = (match.c.channel_id == channel_id) & match.c.private.is_(False) if channel_id is not None else false()
        to_whom = (here & seat.c.offered_to.is_(None)) | (seat.c.offered_to == user_id)
        # Of running matches alone the seats are looked at: to find all that are offered takes all there ever were.
        offered = exists().where(seat.c.match_id == match.c.id, seat.c.offered.is_not(None), to_whom)
        return await self._heads(offered & (match.c.status == "running"))

    async def open_rematch(self, match_id: str) -> str | None:
        """Return the id of the rematch of a match that waits for players or is played, None if there is none."""
        return await self._db.read(lambda connection: find_rematch(connection, match_id))

    async def on_server(self, guild_id: int, statuses: Collection[MatchStatus] = OPEN) -> tuple[MatchHead, ...]:
        """Return the matches of a server, the last changed first."""
        return await self._heads((match.c.guild_id == guild_id) & match.c.status.in_(statuses))

    async def number_on_server(self, head: MatchHead) -> int:
        """Return which match of its server a match is, counted from 1 by when they were opened."""
        same = match.c.guild_id == head.guild_id if head.guild_id is not None else match.c.guild_id.is_(None)
        # The first of these conditions is all that the index `ix_match_guild_id` needs: no row is read.
        before = (match.c.created_at <= head.created_at) & (
            (match.c.created_at < head.created_at) | (match.c.id < head.id)
        )
        counted = select(func.count()).select_from(match).where(same & before)
        return 1 + await self._db.read(lambda connection: connection.scalar(counted) or 0)

    async def all_open(self) -> tuple[MatchHead, ...]:
        """Return the heads of all lobbies and running matches, to compare with Discord at the start."""
        return await self._heads(match.c.status.in_(OPEN))

    async def all_ids(self) -> tuple[str, ...]:
        """Return the ids of all matches, also of those that are over or were called off, the oldest first."""
        ids = select(match.c.id).order_by(match.c.created_at, match.c.id)
        return await self._db.read(lambda connection: tuple(connection.scalars(ids)))

    async def _one(self, which: ColumnElement[bool]) -> StoredMatch | None:
        return await self._db.read(lambda connection: load_newest(connection, self._db.sealing, which))

    async def _whole(self, place: Select[Any], one: str | int, held: Mapping[str, int]) -> Whole | Unchanged | None:
        return await self._db.read(lambda connection: get_whole(connection, self._db.sealing, place, one, held))

    async def _heads(self, which: ColumnElement[bool]) -> tuple[MatchHead, ...]:
        return await self._db.read(lambda connection: get_heads(connection, which))
