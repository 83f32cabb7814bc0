"""A whole database copied into another one, of whatever kinds they are: all rows as they are, and what goes with them.

While it goes on the copy says in the place of its schema that it is incomplete, so that no bot begins on it, whatever
interrupts this. What was copied is read once more from both, and compared, before that is taken away.
"""

from collections.abc import Callable, Iterator
from typing import Any, Final

from sqlalchemy import Column, Connection, Select, Table, func, insert, select, text, update
from sqlalchemy.exc import SQLAlchemyError

from storage import migrate, schema
from storage.dialects import Dialect, dialect_of
from storage.engine import translate
from storage.errors import StorageError
from storage.sums import RowSum

AT_ONCE: Final = 1_000
"""Rows that are copied in one transaction."""
LEFT: Final = frozenset({"instance", "process", "shard"})
"""Tables of which nothing is copied: they say which processes work on the database."""
LATER: Final = {schema.match.name: schema.match.c.rematch_of}
"""Columns that refer to rows of the same table which may come after their own; they are filled in last."""
OWN: Final = migrate.SURVIVED_BY
"""The key of a value that each database has of its own, by what it is."""
Progress = Callable[[str, int, int], None]
"""Is called with the name of a table, how many of its rows are done, and how many there are."""


def _plain(value: Any) -> Any:
    """Return a value as it is from either kind of database: truth is a number to both."""
    if isinstance(value, bool):
        return int(value)
    return bytes(value) if isinstance(value, memoryview) else value


def tables() -> list[Table]:
    """Return the tables that are copied, each after those that it refers to."""
    return [table for table in schema.metadata.sorted_tables if table.name not in LEFT]


def _rows(table: Table) -> Select[Any]:
    """Return the statement that reads what is copied of a table."""
    meta = schema.meta
    return select(table).where(meta.c.key != OWN) if table is meta else select(table)


def refuse_used(url: str) -> None:
    """Raise `StorageError` unless a database is empty, or an incomplete copy, which is emptied."""
    dialect = dialect_of(url)
    if dialect.file is not None and not dialect.file.exists():
        return
    try:
        with dialect.single().begin() as connection:
            there = dialect.tables(connection)
            if migrate.found(connection) == migrate.INCOMPLETE:
                dialect.drop_all(connection, there)
            elif there:
                raise StorageError(f"{dialect.name} is not empty: nothing was copied into it")
    except SQLAlchemyError as error:
        raise translate(error, dialect) from error


def has_tables(url: str) -> bool:
    """Return True if there is any table in a database."""
    dialect = dialect_of(url)
    try:
        with dialect.onlooker().connect() as connection:
            return bool(dialect.tables(connection))
    except SQLAlchemyError as error:
        raise translate(error, dialect) from error


def complete(url: str) -> None:
    """Let a database say that it has the newest schema, and no longer that it is incomplete."""
    dialect = dialect_of(url)
    try:
        with dialect.single().begin() as connection:
            connection.execute(text("UPDATE alembic_version SET version_num = :it"), {"it": migrate.head()})
    except SQLAlchemyError as error:
        raise translate(error, dialect) from error


def copy(source: str, target: str, progress: Progress) -> int:
    """Copy all rows into a database of the same schema that has none; return how many. Raises `StorageError`."""
    here, there = dialect_of(source), dialect_of(target)
    try:
        with here.onlooker().connect() as reading, there.single().connect() as writing:
            copied = sum(_copy_table(reading, writing, table, progress) for table in tables())
            for name, column in LATER.items():
                _fill_in(reading, writing, schema.metadata.tables[name], column)
            for table in tables():
                if table.dialect_options["sqlite"]["autoincrement"]:
                    there.set_last_given(writing, table, here.last_given(reading, table))
            there.set_restored(writing, here.restored(reading))
            writing.commit()
    except SQLAlchemyError as error:
        raise _told(error, here, there) from error
    return copied


def compare(source: str, target: str, progress: Progress) -> None:
    """Read everything from both once more. Raises `StorageError` that names a table which is not the same in both."""
    here, there = dialect_of(source), dialect_of(target)
    try:
        with here.onlooker().connect() as one, there.onlooker().connect() as other:
            for table in tables():
                sums = [_sum(connection, table) for connection in (one, other)]
                if sums[0] != sums[1]:
                    counts = " and ".join(str(each.count) for each in sums)
                    raise StorageError(f"the copy differs in the table {table.name}, which has {counts} rows")
                progress(table.name, sums[0].count, sums[0].count)
                if table.dialect_options["sqlite"]["autoincrement"]:
                    given = here.last_given(one, table), there.last_given(other, table)
                    if given[0] != given[1]:
                        raise StorageError(f"the copy would give numbers of {table.name} twice")
            if problems := there.problems(other):
                raise StorageError(f"the copy is not sound: {problems[0]}")
    except SQLAlchemyError as error:
        raise _told(error, here, there) from error


def _copy_table(reading: Connection, writing: Connection, table: Table, progress: Progress) -> int:
    total = reading.scalar(select(func.count()).select_from(_rows(table).subquery())) or 0
    later = LATER.get(table.name)
    done = 0
    for rows in _portions(reading, table):
        values = [dict(row) for row in rows]
        if later is not None:
            values = [row | {later.name: None} for row in values]
        writing.execute(insert(table), values)
        writing.commit()
        done += len(values)
        progress(table.name, done, total)
    return done


def _portions(reading: Connection, table: Table) -> Iterator[Any]:
    ordered = _rows(table).order_by(*table.primary_key.columns)
    found = reading.execute(ordered, execution_options={"yield_per": AT_ONCE})
    yield from found.mappings().partitions()


def _fill_in(reading: Connection, writing: Connection, table: Table, column: Column[Any]) -> None:
    (key,) = table.primary_key.columns
    for row in reading.execute(select(key, column).where(column.is_not(None))):
        writing.execute(update(table).where(key == row[0]).values({column: row[1]}))
    writing.commit()


def _sum(connection: Connection, table: Table) -> RowSum:
    found = RowSum()
    for row in connection.execute(_rows(table), execution_options={"yield_per": AT_ONCE}):
        found.add(repr(tuple(map(_plain, row))).encode())
    return found


def _told(error: SQLAlchemyError, here: Dialect, there: Dialect) -> StorageError:
    """Translate an error of either database: each knows its own."""
    for dialect in (there, here):
        if type(told := translate(error, dialect)) is not StorageError:
            return told
    return told
