"""A PostgreSQL server for the tests: made in a temporary folder, reached through a socket in it, gone afterwards."""

from __future__ import annotations

import contextlib
import itertools
import os
import random
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NoReturn

import pytest

from storage import migrate

PROGRAMS = ("initdb", "postgres", "pg_ctl", "pg_basebackup")
NOBODY = "postgres"
"""Under whose name the server runs where the tests are run by root, who must not."""


MEMORY = Path("/dev/shm")
"""Where a server that syncs nothing has its data, if there is such a place: it is lost with the machine anyway."""
PORTS = range(20_000, 30_000)
STOPS_WITHIN = 60
"""Seconds that the server may take to end."""


class Server:
    """A server with a folder of its own."""

    def __init__(self, folder: Path, programs: Path, *, fsync: bool = False) -> None:
        self.folder = folder
        self.data = folder / "data"
        self.port = free_port()
        """Where it listens on 127.0.0.1, asking users other than its own for a password."""
        self._programs = programs
        self._fsync = fsync
        self._numbers = itertools.count(1)
        self._made: list[str] = []
        self._template: str | None = None

    def call(self, program: str, *arguments: str) -> None:
        """Call one of its programs on its data, as the one whom the server may be run by."""
        nobody: dict[str, Any] = {"user": NOBODY, "group": NOBODY, "extra_groups": []} if os.geteuid() == 0 else {}
        command = [str(self._programs / program), "-D", str(self.data), *arguments]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd=self.folder, **nobody)

    def start(self, *settings: str) -> None:
        """Start it, and wait until it takes connections."""
        usual = [
            "listen_addresses=127.0.0.1",
            f"port={self.port}",
            f"unix_socket_directories={self.folder}",
            "max_connections=60",
            f"fsync={'on' if self._fsync else 'off'}",
        ]
        options = " ".join(f"-c {setting}" for setting in (*usual, *settings))
        self.call("pg_ctl", "-w", "-l", str(self.folder / "log"), "-o", options, "start")

    def stop(self) -> None:
        """Stop it at once, as if it had crashed; nothing happens where it does not run.

        Not waited for by `pg_ctl`: it looks for the process, which stays as a zombie where nobody reaps orphans.
        """
        if not self.running():
            return
        self.call("pg_ctl", "-m", "immediate", "--no-wait", "stop")
        for _ in range(STOPS_WITHIN * 10):
            if not self.running():
                return
            time.sleep(0.1)

    def running(self) -> bool:
        return (self.data / "postmaster.pid").exists()

    def copied(self) -> Server:
        """Make a copy that follows this server, which runs; it is not started yet."""
        copy = Server(_new_folder(fsync=self._fsync), self._programs, fsync=self._fsync)
        source = f"host={self.folder} port={self.port} user=tester application_name=copy"
        copy.call("pg_basebackup", "-R", "-X", "stream", "-c", "fast", "--no-sync", "-d", source)
        return copy

    def promote(self) -> None:
        """Let a copy take over."""
        self.call("pg_ctl", "-w", "promote")

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
        self._made.append(name)
        return self.url(name)

    def clear(self) -> None:
        """Drop the databases that were made here, but the one that others are made like."""
        if not self._made or not self.running():
            return
        with self.connect() as connection:
            for name in self._made:
                connection.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
        self._made.clear()

    async def with_schema(self) -> str:
        """Make a database of the newest schema and return its address. The migrations run once."""
        if self._template is None:
            url = self.new_database()
            await migrate.migrate(url)
            self._template = self._made.pop()
        return self.new_database(self._template)


def _new_folder(*, fsync: bool) -> Path:
    """Make a folder for a server's data and its socket, the path of which has to be short."""
    memory = not fsync and MEMORY.is_dir() and os.access(MEMORY, os.W_OK)
    folder = Path(tempfile.mkdtemp(prefix="pg", dir=MEMORY if memory else "/tmp"))
    if os.geteuid() == 0:
        shutil.chown(folder, NOBODY)
    return folder


def free_port() -> int:
    """A port on which nobody listens, below those that the system gives to connections: they would take it first."""
    for port in random.sample(PORTS, len(PORTS)):
        with contextlib.suppress(OSError), socket.socket() as free:
            free.bind(("127.0.0.1", port))
            return port
    raise RuntimeError("no port is free")


def programs() -> Path | None:
    """The folder with the server's programs, None if there is none."""
    found = [Path(folder) for folder in os.get_exec_path()]
    found += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    return next((folder for folder in found if all((folder / name).exists() for name in PROGRAMS)), None)


def _without(reason: str) -> NoReturn:
    """Skip what wants a server, or fail where `REQUIRE_POSTGRESQL` says that there has to be one."""
    told = f"PostgreSQL is not tested here: {reason}"
    if os.environ.get("REQUIRE_POSTGRESQL"):
        pytest.fail(told)
    pytest.skip(told)


def served(*, fsync: bool = False) -> Iterator[Server]:
    """Start a server, and stop it in the end. One that syncs nothing is faster, and survives all but its machine."""
    with made(fsync=fsync) as server:
        server.start()
        yield server


@contextlib.contextmanager
def made(*, fsync: bool = False) -> Iterator[Server]:
    """Make a server that is not started yet; what is left of it is stopped and removed in the end."""
    if find_spec("psycopg") is None:
        _without("psycopg is not installed")
    where = programs()
    if where is None:
        _without("its server is not installed")
    root = os.geteuid() == 0
    if root and shutil.which("id") and subprocess.run(["id", NOBODY], capture_output=True).returncode:
        _without("root must not run it, and there is no user postgres")
    folder = _new_folder(fsync=fsync)
    server = Server(folder, where, fsync=fsync)
    try:
        server.call("initdb", "--no-locale", "--encoding=UTF8", "--auth=trust", "--username=tester", "--no-sync")
        with (server.data / "pg_hba.conf").open("w") as rules:
            rules.write("local all all trust\nlocal replication all trust\nhost all tester 127.0.0.1/32 trust\n")
            rules.write("host all all 127.0.0.1/32 scram-sha-256\n")
        yield server
    finally:
        server.stop()
        shutil.rmtree(folder, ignore_errors=True)
