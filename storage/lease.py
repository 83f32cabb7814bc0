"""A lease that this process holds on a database, as every transaction that writes makes sure of it."""

import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from sqlalchemy import Connection, select, update

from storage.errors import DatabaseLost
from storage.lock import Holder
from storage.schema import instance

LEASE_MS: Final = 60_000
"""For how long a lease is good after it was taken or renewed."""
BOT: Final = "bot"
"""Whose lease it is: the one bot that works on a database."""


def wall_clock() -> int:
    """Unix milliseconds."""
    return int(time.time() * 1000)


@dataclass(slots=True)
class Lease:
    """A lease that this process holds, good until `until`; whoever writes later has to renew it first."""

    until: int
    clock: Callable[[], int] = wall_clock
    owner: str = field(default_factory=lambda: secrets.token_hex(8))

    def renew(self, connection: Connection) -> None:
        """Prolong it inside an open transaction. Raises `DatabaseLost` if somebody else has it."""
        until = self.clock() + LEASE_MS
        mine = (instance.c.name == BOT) & (instance.c.owner == self.owner)
        if connection.execute(update(instance).where(mine).values(until=until)).rowcount == 0:
            raise DatabaseLost(f"the lease on the database was taken over ({holder_of(connection) or 'nobody has it'})")
        self.until = until

    def before_writing(self, connection: Connection) -> None:
        """Make sure of the lease: after a long pause somebody else may have taken it."""
        if self.clock() >= self.until:
            self.renew(connection)


def holder_of(connection: Connection) -> Holder | None:
    """Who works on the database as it says itself, None if nobody does."""
    columns = (instance.c.pid, instance.c.host, instance.c.since)
    row = connection.execute(select(*columns).where(instance.c.name == BOT)).first()
    return None if row is None else Holder(row.pid, row.host, row.since)
