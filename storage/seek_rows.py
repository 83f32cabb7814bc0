"""The rows of seeks: reading them, opening one, and taking people out. Everything here runs in an open transaction."""

from collections.abc import Sequence
from dataclasses import asdict, fields
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, delete, insert, select, update

from storage.sealing import Sealing, seed_of
from storage.seek_fit import Seek, Seeker, SeekTerms
from storage.seek_tables import seek, seeker

_SEEKER: Final = [seeker.c[one.name] for one in fields(Seeker)]
_ORDER: Final = (seeker.c.since, seeker.c.interaction_id)
"""In this order people have come to a seek, and their parts stand in its draws."""


def same(terms: SeekTerms) -> tuple[ColumnElement[bool], ...]:
    """Return the condition for seeks with the same terms."""
    return (seek.c.game == terms.game, seek.c.formation == terms.formation, seek.c.rated == terms.rated)


def with_somebody(*which: ColumnElement[bool]) -> ColumnElement[bool]:
    """Return the condition for seeks in which somebody waits whom a condition is true of."""
    return seek.c.id.in_(select(seeker.c.seek_id).where(*which))


def with_people_of(guild_id: int) -> ColumnElement[bool]:
    """Return the condition for seeks in which people of a server are."""
    return with_somebody(seeker.c.guild_id == guild_id)


def read(connection: Connection, sealing: Sealing, *which: Any, most: int | None = None) -> list[Seek]:
    """Return the seeks that fulfill some conditions, those that have waited longest first."""
    rows = connection.execute(select(seek).where(*which).order_by(seek.c.opened_at, seek.c.id).limit(most)).all()
    there: dict[str, list[Seeker]] = {row.id: [] for row in rows}
    mine = select(seeker.c.seek_id, *_SEEKER).where(seeker.c.seek_id.in_(list(there))).order_by(*_ORDER)
    for row in connection.execute(mine) if there else ():
        values = {name: value for name, value in row._mapping.items() if name != "seek_id"}
        there[row.seek_id].append(Seeker(**values | {"across": bool(row.across)}))
    return [
        Seek(
            row.id,
            row.guild_id,
            row.channel_id,
            SeekTerms(row.game, row.kind, row.formation, row.seats, bool(row.rated)),
            row.opened_at,
            sealing.open(row.seed, seed_of(row.id)),
            row.blind,
            tuple(there[row.id]),
        )
        for row in rows
    ]


def locked(connection: Connection, sealing: Sealing, seek_id: str) -> Seek | None:
    """Return a seek that no other transaction changes until this one ends; `None` for one that is no longer open."""
    connection.execute(select(seek.c.id).where(seek.c.id == seek_id).with_for_update())
    return next(iter(read(connection, sealing, seek.c.id == seek_id)), None)


def write(connection: Connection, sealing: Sealing, new: Seek, blind: str) -> None:
    """Open a seek in which nobody waits yet; `blind` covers the part of whoever comes after those of `new`."""
    values = asdict(new.terms) | {"seed": sealing.seal(new.seed, seed_of(new.id)), "blind": blind}
    values |= {name: getattr(new, name) for name in ("id", "guild_id", "channel_id", "opened_at")}
    connection.execute(insert(seek).values(**values))


def come(connection: Connection, seek_id: str, who: Seeker) -> None:
    """Let somebody wait in a seek."""
    connection.execute(insert(seeker).values(seek_id=seek_id, **asdict(who)))


def move(connection: Connection, people: Sequence[Seeker], old: str, new: str) -> None:
    """Let people of one seek wait in another one, each with the blind that they have now."""
    for one in people:
        which = (seeker.c.seek_id == old, seeker.c.user_id == one.user_id)
        connection.execute(update(seeker).where(*which).values(seek_id=new, blind=one.blind))


def drop(connection: Connection, *which: Any) -> list[int]:
    """Take people out, and delete seeks in which nobody is left; return the servers on which that can be seen."""
    ids = sorted(connection.scalars(select(seeker.c.seek_id).where(*which).distinct()))
    if not ids:
        return []
    connection.execute(select(seek.c.id).where(seek.c.id.in_(ids)).order_by(seek.c.id).with_for_update())
    guilds = connection.scalars(select(seeker.c.guild_id).where(seeker.c.seek_id.in_(ids)).distinct()).all()
    connection.execute(delete(seeker).where(seeker.c.seek_id.in_(ids), *which))
    left = select(seeker.c.seek_id).where(seeker.c.seek_id == seek.c.id)
    connection.execute(delete(seek).where(seek.c.id.in_(ids), ~left.exists()))
    bring_home(connection, ids)
    return list(guilds)


def bring_home(connection: Connection, ids: Sequence[str]) -> None:
    """Let those of some seeks of whose server nobody is left belong to that of whoever has been there longest."""
    there = select(seeker.c.seek_id).where(seeker.c.seek_id == seek.c.id, seeker.c.guild_id == seek.c.guild_id)
    for seek_id in connection.scalars(select(seek.c.id).where(seek.c.id.in_(ids), ~there.exists())).all():
        first = select(seeker.c.guild_id, seeker.c.channel_id).where(seeker.c.seek_id == seek_id).order_by(*_ORDER)
        guild_id, channel_id = connection.execute(first.limit(1)).one()
        connection.execute(update(seek).where(seek.c.id == seek_id).values(guild_id=guild_id, channel_id=channel_id))
