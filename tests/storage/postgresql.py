"""A PostgreSQL server for the tests: made in a temporary folder, reached through a socket in it, gone afterwards."""

from __future__ import annotations

import itertools
import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import make_url

from storage import migrate

PROGRAMS = ("initdb", "postgres", "pg_ctl")
NOBODY = "postgres"
"""Under whose name the server runs where the tests are run by root, who must not."""


STOPS_WITHIN = 60
"""Seconds that the server may take to end."""


class Server:
    """A running server."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = free_port()
        """Where it listens on 127.0.0.1, asking users other than its own for a password."""
        self._numbers = itertools.count(1)
        self._template: str | None = None

    def url(self, database: str) -> str:
        return f"postgresql+psycopg://tester@/{database}?host={self.folder}&port={self.port}"

    def connect(self, database: str = "postgres") -> Any:
        """Connect as the one who may do everything; each statement counts at once."""
        import psycopg

        where: dict[str, Any] = {"host": str(self.folder), "port": self.port, "user": "tester"}
        return psycopg.connect(dbname=database, autocommit=True, **where)

    def new_database(self, template: str = "template1") -> str:
        """Make a database like another one, an empty one by default, and return its address."""
        name = f"test{next(self._numbers)}"
        with self.connect() as connection:
            connection.execute(f"CREATE DATABASE {name} TEMPLATE {template}")
        return self.url(name)

    async def with_schema(self) -> str:
        """Make a database of the newest schema and return its address. The migrations run once."""
        if self._template is None:
            url = self.new_database()
            await migrate.migrate(url)
            self._template = str(make_url(url).database)
        return self.new_database(self._template)


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def programs() -> Path | None:
    """The folder with the server's programs, None if there is none."""
    found = [Path(folder) for folder in os.get_exec_path()]
    found += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    return next((folder for folder in found if all((folder / name).exists() for name in PROGRAMS)), None)


def served() -> Iterator[Server]:
    """Start a server, and stop it in the end."""
    pytest.importorskip("psycopg", reason="PostgreSQL is not tested here: psycopg is not installed")
    where = programs()
    if where is None:
        pytest.skip("PostgreSQL is not tested here: its server is not installed")
    root = os.geteuid() == 0
    if root and shutil.which("id") and subprocess.run(["id", NOBODY], capture_output=True).returncode:
        pytest.skip("PostgreSQL is not tested here: root must not run it, and there is no user postgres")
    folder = Path(tempfile.mkdtemp(prefix="pg", dir="/tmp"))  # the path of a socket has to be short
    data = folder / "data"
    if root:
        shutil.chown(folder, NOBODY)
    as_whom: dict[str, Any] = {"user": NOBODY, "group": NOBODY, "extra_groups": []} if root else {}
    quiet: dict[str, Any] = {"check": True, "stdout": subprocess.DEVNULL, "cwd": folder, **as_whom}
    try:
        new = ["--no-locale", "--encoding=UTF8", "--auth=trust", "--username=tester", "--no-sync"]
        subprocess.run([where / "initdb", "-D", data, *new], **quiet)
        with (data / "pg_hba.conf").open("w") as rules:
            rules.write("local all all trust\nlocal replication all trust\nhost all tester 127.0.0.1/32 trust\n")
            rules.write("host all all 127.0.0.1/32 scram-sha-256\n")
        server = Server(folder)
        options = (
            f"-c listen_addresses=127.0.0.1 -c port={server.port} -c unix_socket_directories={folder} -c fsync=off"
            " -c max_connections=60"
        )
        subprocess.run([where / "pg_ctl", "-D", data, "-w", "-l", folder / "log", "-o", options, "start"], **quiet)
        try:
            yield server
        finally:
            # Not waited for by `pg_ctl`: it looks for the process, which stays as a zombie where nobody reaps orphans.
            subprocess.run([where / "pg_ctl", "-D", data, "-m", "immediate", "--no-wait", "stop"], **quiet)
            for _ in range(STOPS_WITHIN * 10):
                if not (data / "postmaster.pid").exists():
                    break
                time.sleep(0.1)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
