"""Which keys a database needs, and sealing all of it with the newest."""

from collections.abc import Sequence
from functools import partial
from typing import Any, Final

from sqlalchemy import Column, ColumnElement, Connection, select, update

from storage.engine import Repository
from storage.errors import KeyMissing
from storage.schema import action, instruction, match, meta, plan
from storage.sealing import (
    MARK_KEY,
    Sealing,
    draft_of,
    entry_of,
    instruction_of,
    outcome_of,
    plan_of,
    seed_of,
    snapshot_of,
)
from storage.seek_tables import seek
from storage.settings import get_value, put_value

NEEDED: Final = "data_keys"
"""Under this the database remembers the names of the keys with which anything in it may be sealed."""
_SAID: Final = ("user_id", "game", "match_id", "topic")
AT_ONCE: Final = 100
"""Matches sealed in one transaction."""


def needed_keys(connection: Connection) -> list[str]:
    """Return the names of the keys with which anything in the database may be sealed, inside an open transaction."""
    return (get_value(connection, NEEDED) or "").split()


class KeyRepository(Repository):
    """The keys with which a database is sealed."""

    async def check(self) -> None:
        """Make sure that everything can be opened, and remember the key that seals. Raises `KeyMissing`."""
        have = self._db.sealing.ids

        def body(connection: Connection) -> None:
            needed = needed_keys(connection)
            if missing := [one for one in needed if one not in have]:
                raise KeyMissing(missing)
            if have and have[0] not in needed:
                put_value(connection, NEEDED, " ".join((*needed, have[0])))

        await self._db.write(body)

    async def seal_all(self) -> int:
        """Seal whatever is plain, or sealed with another key than the first; returns how many values that were.

        The file is compacted afterwards, so that no plain value is left in its unused parts. The keys after the
        first are not needed any more then. Meant for a database that nobody else works on.
        """
        sealing = self._db.sealing
        total, last = 0, ""
        while True:
            done, reached = await self._db.write(partial(_seal_some, sealing, last))
            total += done
            if reached is None:
                break
            last = reached
        total += await self._db.write(partial(_seal_said, sealing))
        total += await self._db.write(partial(_seal_seeks, sealing))
        total += await self._db.write(partial(_seal_mark_key, sealing))
        await self._db.write(lambda connection: put_value(connection, NEEDED, " ".join(sealing.ids[:1])))
        await self._db.compact()
        return total


def _seal_some(sealing: Sealing, after: str, connection: Connection) -> tuple[int, str | None]:
    """Seal the next matches behind one, in the order of their ids; returns how many values, and the last match."""
    columns = select(match.c.id, match.c.seed, match.c.snapshot)
    rows = connection.execute(columns.where(match.c.id > after).order_by(match.c.id).limit(AT_ONCE)).all()
    done = sum(_seal_match(sealing, connection, *row) + _seal_entries(sealing, connection, row.id) for row in rows)
    return done, rows[-1].id if rows else None


def _seal_said(sealing: Sealing, connection: Connection) -> int:
    """Seal what people have said in advance; returns how many values."""
    done = 0
    for row in connection.execute(select(instruction)).all():
        said = (row.user_id, row.game, row.match_id, row.topic)
        where = [instruction.c[name] == value for name, value in zip(_SAID, said, strict=True)]
        done += _seal_text(sealing, connection, instruction.c.line, where, row.line, instruction_of(*said))
    for row in connection.execute(select(plan)).all():
        where = [plan.c.match_id == row.match_id, plan.c.user_id == row.user_id]
        done += _seal_text(sealing, connection, plan.c.lines, where, row.lines, plan_of(row.match_id, row.user_id))
        place = outcome_of(row.match_id, row.user_id)
        done += _seal_text(sealing, connection, plan.c.outcome, where, row.outcome, place)
        done += _seal_text(sealing, connection, plan.c.draft, where, row.draft, draft_of(row.match_id, row.user_id))
    return done


def _seal_seeks(sealing: Sealing, connection: Connection) -> int:
    """Seal the secrets of matches that look for their players; returns how many values."""
    done = 0
    for row in connection.execute(select(seek.c.id, seek.c.seed)).all():
        if not sealing.is_current(row.seed):
            sealed = sealing.seal(sealing.open(row.seed, seed_of(row.id)), seed_of(row.id))
            connection.execute(update(seek).where(seek.c.id == row.id).values(seed=sealed))
            done += 1
    return done


def _seal_mark_key(sealing: Sealing, connection: Connection) -> int:
    return _seal_text(
        sealing, connection, meta.c.value, [meta.c.key == MARK_KEY], get_value(connection, MARK_KEY), MARK_KEY
    )


def _seal_text(
    sealing: Sealing,
    connection: Connection,
    column: Column[Any],
    where: Sequence[ColumnElement[bool]],
    text: str | None,
    place: str,
) -> int:
    if text is None or sealing.is_current(text):
        return 0
    sealed = sealing.seal_text(sealing.open_text(text, place), place)
    connection.execute(update(column.table).where(*where).values({column: sealed}))
    return 1


def _seal_match(sealing: Sealing, connection: Connection, match_id: str, seed: bytes, snapshot: str | None) -> int:
    values: dict[str, bytes | str] = {}
    if not sealing.is_current(seed):
        place = seed_of(match_id)
        values["seed"] = sealing.seal(sealing.open(seed, place), place)
    if snapshot is not None and not sealing.is_current(snapshot):
        place = snapshot_of(match_id)
        values["snapshot"] = sealing.seal_text(sealing.open_text(snapshot, place), place)
    if values:
        connection.execute(update(match).where(match.c.id == match_id).values(**values))
    return len(values)


def _seal_entries(sealing: Sealing, connection: Connection, match_id: str) -> int:
    secret = (action.c.match_id == match_id) & action.c.secret.is_(True)
    rows = connection.execute(select(action.c.seq, action.c.text).where(secret)).all()
    plain = [(seq, text) for seq, text in rows if not sealing.is_current(text)]
    for seq, text in plain:
        place = entry_of(match_id, seq)
        sealed = sealing.seal_text(sealing.open_text(text, place), place)
        connection.execute(update(action).where(secret, action.c.seq == seq).values(text=sealed))
    return len(plain)
