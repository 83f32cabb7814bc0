"""PostgreSQL's own tools: `pg_dump` writes a copy, `pg_restore` reads one; nothing here knows what is in the tables.

A copy is of the custom format, compressed, of one moment. What `pg_restore` makes of it is read line by line:
statements, and the rows of one table after the other as `COPY` has them. So a copy can be compared row by row with the
moment that it is of, and can be brought back in one transaction together with everything else that belongs to it.
"""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any, Final

from sqlalchemy import URL, Connection, text

from storage.dialects.postgresql_failures import sentence_of
from storage.errors import BackupFailed
from storage.sums import RowSum

MAGIC: Final = b"PGDMP"
"""How a copy begins."""
UNSEEN: Final = frozenset({"sslpassword", "oauth_client_secret", "scram_client_key", "scram_server_key"})
"""Options of an address that are secret, and that no variable of the environment takes."""
_LAST: Final = b"\\.\n"
"""The line that ends the rows of a table."""


def tool(name: str) -> Path:
    """Return one of PostgreSQL's client programs. Raises `BackupFailed` where it is not installed."""
    found = shutil.which(name)
    if found is None:
        raise BackupFailed(f"{name} is not installed here: it comes with PostgreSQL's client programs")
    return Path(found)


@dataclass(slots=True)
class Copied:
    """The rows of a table, as they are read from a copy."""

    table: str
    columns: str
    lines: Iterator[bytes] = field(repr=False)


@contextmanager
def _told() -> Iterator[None]:
    """Let errors of the driver, which is used here without SQLAlchemy, be ours."""
    import psycopg

    try:
        yield
    except psycopg.Error as error:
        raise BackupFailed(f"the server says: {sentence_of(error)}") from None  # it would show rows


def dump(connection: Connection, url: URL, target: Path) -> None:
    """Write a copy of all tables as an open transaction sees them, and compare what it holds. Raises `BackupFailed`.

    The transaction has to be one that sees a single moment.
    """
    moment = connection.scalar(text("SELECT pg_export_snapshot()"))
    schema = connection.scalar(text("SELECT current_schema()"))
    command = [str(tool("pg_dump")), "--format=custom", "--no-owner", "--no-privileges", "--no-password"]
    command += [f"--snapshot={moment}", f'--table="{schema}".*', f"--file={target}", f"--dbname={where(url)}"]
    done = subprocess.run(command, env=_environment(url), capture_output=True, text=True, check=False)
    if done.returncode:
        raise BackupFailed(f"pg_dump failed: {_said(done.stderr)}")
    written, there = rows_of(target), _rows_there(connection)
    differing = sorted(table for table in written.keys() | there.keys() if written.get(table) != there.get(table))
    if differing:
        raise BackupFailed(f"the copy is not what the database holds: {differing[0]} differs")


def tables(connection: Connection) -> list[str]:
    """Return all tables of the schema that is worked in, by names with that schema, ready for a statement."""
    listed = text("SELECT format('%I.%I', schemaname, tablename) FROM pg_tables WHERE schemaname = current_schema()")
    return sorted(connection.scalars(listed))


def _rows_there(connection: Connection) -> dict[str, RowSum]:
    found = {}
    cursor: Any = connection.connection.cursor()
    with _told(), closing(cursor):
        for table in tables(connection):
            found[table] = rows = RowSum()
            with cursor.copy(f"COPY {table} TO STDOUT") as copy:
                for line in copy:
                    rows.add(bytes(line))
    return found


def rows_of(copy: Path) -> dict[str, RowSum]:
    """Read a copy to its end; return what each table in it holds. Raises `BackupFailed` for one that is damaged."""
    found = {}
    with opened(copy) as parts:
        for part in parts:
            if isinstance(part, Copied):
                found[part.table] = rows = RowSum()
                for line in part.lines:
                    rows.add(line)
    return found


def check_whole(copy: Path) -> None:
    """Raise `BackupFailed` unless a copy can be read to its end and is of a database of ours."""
    versions = [rows.count for table, rows in rows_of(copy).items() if table.endswith(".alembic_version")]
    if versions != [1]:
        raise BackupFailed(f"{copy.name} has no schema version")


@contextmanager
def opened(copy: Path, *more: str) -> Iterator[Iterator[str | Copied]]:
    """Give the statements of a copy and the rows of its tables, in order. Raises `BackupFailed` for a damaged one.

    What only sets how a session works is left out: it may be of another version of the server.
    """
    command = [str(tool("pg_restore")), "--no-owner", "--no-privileges", "--file=-", *more, str(copy)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        try:
            yield _parts(process.stdout)
            process.stdout.read()
            said = process.stderr.read().decode(errors="replace")
        except BaseException:
            process.kill()
            raise
        if process.wait():
            raise BackupFailed(f"{copy.name} is damaged: {_said(said)}")


def _parts(lines: IO[bytes]) -> Iterator[str | Copied]:
    statement = ""
    for raw in lines:
        line = raw.decode()
        if not statement and (line.isspace() or line.startswith(("--", "\\", "SET ", "SELECT pg_catalog.set_config"))):
            continue
        statement += line
        if not line.endswith(";\n"):
            continue
        if statement.startswith("COPY ") and statement.endswith(" FROM stdin;\n"):
            table, _, columns = statement.removeprefix("COPY ").removesuffix(" FROM stdin;\n").partition(" ")
            copied = Copied(table, columns, iter(lines.readline, _LAST))
            yield copied
            for _line in copied.lines:  # what nobody has read
                pass
        else:
            yield statement
        statement = ""


def where(url: URL) -> str:
    """Return the address for a tool, without the password, which everybody on the machine could read there.

    Raises `BackupFailed` for another secret, which a tool takes in no other way.
    """
    from psycopg.conninfo import make_conninfo

    if unseen := UNSEEN & url.query.keys():
        raise BackupFailed(
            f"with {min(unseen)} in DATABASE_URL it would stand on the command line of pg_dump, where everybody on this"
            " machine can read it"
        )
    options: dict[str, Any] = {
        "host": url.host,
        "port": url.port,
        "user": url.username,
        "dbname": url.database,
        **{name: value if isinstance(value, str) else ",".join(value) for name, value in url.query.items()},
        "password": None,
    }
    return make_conninfo(**{name: value for name, value in options.items() if value is not None})


def _environment(url: URL) -> Mapping[str, str]:
    password = url.query.get("password", url.password)  # of two the driver takes that one, too
    return {**os.environ, **({} if password is None else {"PGPASSWORD": str(password)}), "LC_ALL": "C"}


def _said(output: str) -> str:
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    told = [line.partition("error: ")[2] or line for line in lines if "error" in line or "detail" in line]
    return "; ".join(told or lines[-1:]) or "it gave no reason"


def bring_back(connection: Connection, copy: Path) -> None:
    """Make what a copy holds, where nothing is, in the open transaction. Raises `BackupFailed` if it is damaged."""
    cursor: Any = connection.connection.cursor()
    with _told(), opened(copy) as parts, closing(cursor):
        for part in parts:
            if isinstance(part, Copied):
                with cursor.copy(f"COPY {part.table} {part.columns} FROM STDIN") as copied:
                    for line in part.lines:
                        copied.write(line)
            else:
                cursor.execute(part)


def version_of(name: str) -> int:
    """Return the major version of a tool. Raises `BackupFailed` where it is not installed."""
    said = subprocess.run([str(tool(name)), "--version"], capture_output=True, text=True, check=True).stdout
    return int(re.search(r"\d+", said)[0])  # type: ignore[index]
