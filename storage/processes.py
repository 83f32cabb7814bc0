"""The processes that share a database: each has a row with a heartbeat, and each shard of the bot is one process's.

A process is alive while its heart beats. One that was killed is known to be dead within seconds, because the connection
on which it listens holds a lock of the server's that ends with it; one whose machine is gone, when its lease has ended.
All times here are those of the database, so the clocks of machines do not matter.
"""

import secrets
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from sqlalchemy import BigInteger, Connection, bindparam, case, delete, func, insert, select, text, update

from storage.engine import Repository
from storage.errors import DatabaseInUse, DatabaseLost, Incompatible, StorageError
from storage.lock import Holder
from storage.process_tables import process, shard

Kind = Literal["bot", "think"]
LEASE_MS: Final = 20_000
"""For how long a process is taken to be alive after its heart has beaten."""
BEAT_MS: Final = 5_000
"""How long after one heartbeat the next one comes."""
SILENT_MS: Final = BEAT_MS + 2_000
"""After so long without a heartbeat a process is dead if its connection is gone, too: it has lost that for good."""
PATIENCE_MS: Final = 2 * SILENT_MS
"""For how long after a silence of its own a process takes no other one for dead: the server was away for all."""
START_MS: Final = 40_000
"""How much longer a process may be silent that is just beginning: a busy machine takes a while for that."""
CHANNEL: Final = "arena"
"""Where processes tell each other what has changed (`LISTEN`)."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A process that wants to share the work on a database."""

    kind: Kind
    holder: Holder
    version: str
    """Of the program."""
    shards: tuple[int, ...] = ()
    shard_count: int = 1
    take_over: bool = False
    """It takes its shards over from living processes, which leave as soon as it is ready."""


@dataclass(frozen=True, slots=True)
class Process:
    """A process as the others see it."""

    id: str
    kind: Kind
    pid: int
    host: str
    version: str
    shard_count: int
    since: int
    silent_ms: int
    """How long ago its heart has beaten."""
    sharing: bool
    """It claims every interaction before it answers, because another process hears of the same ones."""
    shards: tuple[int, ...] = ()
    ready: bool = True
    """It serves its shards; else it is still beginning."""

    def __str__(self) -> str:
        return str(Holder(self.pid, self.host, self.since))


@dataclass(frozen=True, slots=True)
class Roll:
    """Who is alive, and what becomes of the shards of the process that asks."""

    processes: tuple[Process, ...] = ()
    mine: tuple[int, ...] = ()
    """The shards that are its own."""
    heir: str | None = None
    """The process that is about to take some of them over."""

    @property
    def bots(self) -> int:
        """Return how many processes send something to Discord."""
        return sum(one.kind == "bot" for one in self.processes)

    @property
    def thinkers(self) -> int:
        """Return how many processes do nothing but think."""
        return sum(one.kind == "think" for one in self.processes)

    @property
    def unserved(self) -> tuple[int, ...]:
        """Return the shards that no living process has, where there are any bots."""
        count = max((one.shard_count for one in self.processes if one.kind == "bot"), default=0)
        served = self.served()
        return tuple(number for number in range(count) if number not in served)

    def served(self) -> frozenset[int]:
        """Return the shards that a living process has."""
        return frozenset(number for one in self.processes for number in one.shards)

    def worked_for(self) -> frozenset[int]:
        """Return those whose work is being done: their process is not still beginning, which may take a while."""
        return frozenset(number for one in self.processes if one.ready for number in one.shards)


class ShardTaken(DatabaseInUse):
    """A shard that a process wants is another living process's."""

    def __init__(self, number: int, owner: Process) -> None:
        super().__init__(f"shard {number} is served by another process ({owner})")
        self.owner = owner


def lock_number(process_id: str) -> int:
    """Return the number of the server's lock that a process holds while it lives."""
    return int(process_id, 16) >> 1


def new_id() -> str:
    """Return an id for a process."""
    return secrets.token_hex(8)


_NOW: Final = text("SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)")
_FREE: Final = text("SELECT pg_try_advisory_xact_lock(:number)")
_CLAIM: Final = text(
    "INSERT INTO claim (interaction, at) VALUES (:interaction, :at) ON CONFLICT DO NOTHING"
).bindparams(bindparam("interaction", type_=BigInteger), bindparam("at", type_=BigInteger))
_IN_TURN: Final = text("LOCK TABLE process IN SHARE ROW EXCLUSIVE MODE")
_AFTER_THOSE: Final = text("LOCK TABLE process IN ROW EXCLUSIVE MODE")
"""Before a row is locked that one of those, maybe of the same process, would wait for."""


class ProcessRepository(Repository):
    """The processes on a database that several share."""

    me: str | None = None
    """The id of this process, once it has joined."""
    _patient_until = 0
    """Until when this process takes nobody for dead: it was silent itself."""

    async def join(self, process_id: str, candidate: Candidate) -> None:
        """Add this process, and give it its shards.

        Raises `ShardTaken` where a living process has one of them (unless it takes over), and `Incompatible` where
        living processes count the shards in another way.
        """

        def body(connection: Connection) -> None:
            connection.execute(_IN_TURN)
            now = server_time(connection)
            _bury(connection, now, mine=process_id)
            others = _living(connection, now)
            _must_agree(others, candidate)
            connection.execute(
                insert(process).values(
                    id=process_id,
                    kind=candidate.kind,
                    pid=candidate.holder.pid,
                    host=candidate.holder.host,
                    version=candidate.version,
                    shard_count=candidate.shard_count,
                    since=now,
                    beat=now + START_MS,
                    sharing=candidate.take_over,
                    ready=False,
                )
            )
            owners = {number: one for one in others for number in one.shards}
            for number in candidate.shards:
                if number not in owners:
                    connection.execute(insert(shard).values(number=number, process=process_id))
                elif candidate.take_over:
                    connection.execute(update(shard).where(shard.c.number == number).values(heir=process_id))
                else:
                    raise ShardTaken(number, owners[number])

        await self._db.write(body)
        self.me = process_id

    async def beat(self) -> Roll:
        """Show that this process lives, forget those that do not, and return who does.

        Where it could not show that for a while the server was away, and the others were as silent: they are given time
        to come back, too. Raises `DatabaseLost` if the others take this one for dead.
        """
        me = self._must_have_joined()
        mine = process.c.id == me

        def body(connection: Connection) -> Roll:
            connection.execute(_AFTER_THOSE)
            now = server_time(connection)
            before = connection.scalar(select(process.c.beat).where(mine).with_for_update())
            if before is None:
                raise DatabaseLost("the other processes have taken this one for dead: it was silent for too long")
            connection.execute(update(process).where(mine).values(beat=now))
            if before < now - SILENT_MS:
                self._patient_until = now + PATIENCE_MS
            if now >= self._patient_until:
                _bury(connection, now, mine=me)
            return _roll(connection, now, me)

        return await self._db.write_beside(body)  # a step may wait for a table for longer than a process may be silent

    async def roll(self) -> Roll:
        """Return who lives, without changing anything."""
        return await self._db.read(lambda connection: _roll(connection, server_time(connection), self.me))

    async def share(self, sharing: bool) -> None:
        """Say whether this process claims every interaction before it answers."""
        mine = update(process).where(process.c.id == self._must_have_joined()).values(sharing=sharing)
        await self._db.write(lambda connection: connection.execute(mine))

    async def inherit(self, shards: Collection[int]) -> int:
        """Take over those of the shards to which this process is the heir, or whose owner has died meanwhile.

        From now on it is ready. Returns how many.
        """
        me = self._must_have_joined()
        ready = update(process).where(process.c.id == me).values(ready=True)
        mine = update(shard).where(shard.c.heir == me).values(process=me, heir=None)

        def body(connection: Connection) -> int:
            connection.execute(_IN_TURN)
            connection.execute(ready)
            taken = connection.execute(mine).rowcount
            free = set(shards) - set(connection.scalars(select(shard.c.number)))
            for number in sorted(free):
                connection.execute(insert(shard).values(number=number, process=me))
            return taken + len(free)

        return await self._db.write(body)

    async def take_interaction(self, interaction: int, now: int) -> bool:
        """Claim an interaction; return False where another process has done so."""
        new = {"interaction": interaction, "at": now}
        return await self._db.write(lambda connection: connection.execute(_CLAIM, new).rowcount > 0)

    async def leave(self) -> None:
        """Let others have the shards of this process at once."""
        if self.me is not None:
            mine = delete(process).where(process.c.id == self.me)
            self.me = None
            await self._db.write(lambda connection: connection.execute(mine))

    async def tell(self, news: Collection[str]) -> None:
        """Tell all processes what has changed, this one included; nobody hears of it later who does not listen now."""
        statement = select(func.pg_notify(CHANNEL, text(":news")))

        def body(connection: Connection) -> None:
            for one in news:
                connection.execute(statement, {"news": one})

        await self._db.write(body)

    def _must_have_joined(self) -> str:
        if self.me is None:
            raise StorageError("this process has not joined the others")
        return self.me


def roll_of(connection: Connection) -> Roll:
    """Return who lives, inside an open transaction that need not write."""
    return _roll(connection, server_time(connection), None)


def server_time(connection: Connection) -> int:
    """Return the server's time in Unix milliseconds, inside an open transaction."""
    return int(connection.scalar(_NOW) or 0)


def _must_agree(others: Sequence[Process], candidate: Candidate) -> None:
    """Raise `Incompatible` where a living bot divides servers among another number of shards."""
    for one in others:
        if one.kind == candidate.kind == "bot" and one.shard_count != candidate.shard_count:
            raise Incompatible(
                f"another process ({one}) runs with SHARD_COUNT={one.shard_count}, this one with "
                f"SHARD_COUNT={candidate.shard_count}: stop all of them before you change it"
            )


def _bury(connection: Connection, now: int, *, mine: str) -> None:
    """Delete the rows of processes that are dead, if only since they began: they are given time in advance for that."""
    since = case((process.c.beat > now, process.c.since), else_=process.c.beat)
    silent = select(process.c.id, process.c.beat).where(since < now - SILENT_MS, process.c.id != mine)
    for one, beat in connection.execute(silent).all():
        gone = beat < now - LEASE_MS or connection.scalar(_FREE, {"number": lock_number(one)})
        if gone:
            connection.execute(delete(process).where(process.c.id == one, process.c.beat == beat))


def _living(connection: Connection, now: int) -> tuple[Process, ...]:
    shards: dict[str, list[int]] = {}
    for number, owner in connection.execute(select(shard.c.number, shard.c.process).order_by(shard.c.number)):
        shards.setdefault(owner, []).append(number)
    rows: Any = connection.execute(select(process).order_by(process.c.since, process.c.id))
    return tuple(
        Process(
            row.id,
            row.kind,
            row.pid,
            row.host,
            row.version,
            row.shard_count,
            row.since,
            max(0, now - row.beat),
            bool(row.sharing),
            tuple(shards.get(row.id, ())),
            bool(row.ready),
        )
        for row in rows
        if row.beat >= now - LEASE_MS
    )


def _roll(connection: Connection, now: int, me: str | None) -> Roll:
    living = _living(connection, now)
    mine = next((one.shards for one in living if one.id == me), ())
    heir = connection.scalar(select(shard.c.heir).where(shard.c.process == me, shard.c.heir.is_not(None)).limit(1))
    return Roll(living, mine, heir)
