"""Settings of the whole test run."""

from __future__ import annotations

import contextlib
import gc
import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from tests.storage.postgresql import Server, served
from tests.support.twice import KINDS, ON_FILES, TWICE, on

ROOT = Path(__file__).resolve().parents[1]

# Tests start dozens of processes; each would compile everything anew where the environment forbids to keep that.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

settings.register_profile("project", deadline=None, print_blob=True)
settings.load_profile("project")


def pytest_configure(config: pytest.Config) -> None:
    """Keep temporary databases in memory where that is possible: no test here proves what a disk does."""
    memory = Path("/dev/shm")
    if memory.is_dir() and os.access(memory, os.W_OK) and "TMPDIR" not in os.environ:
        os.environ["TMPDIR"] = str(memory)
        tempfile.tempdir = None
    # With Python's own thresholds a sixth of the time of many tests is spent looking for garbage among 6,000 tests.
    gc.set_threshold(20_000, 20, 20)


def pytest_collection_finish(session: pytest.Session) -> None:
    """What has been imported and collected stays to the end: the collector need not look at it again."""
    gc.freeze()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Long runs are left out unless they are asked for with `-m long`."""
    if "long" in (config.option.markexpr or ""):
        return
    chosen = [item for item in items if "long" not in item.keywords]
    left_out = [item for item in items if "long" in item.keywords]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = chosen


@pytest.fixture(scope="session")
def postgresql_server() -> Iterator[Server]:
    """A PostgreSQL server of this run alone. Without its programs the tests that want it are skipped, or fail in CI."""
    for server in served():
        _servers.append(server)
        yield server


_servers: list[Server] = []
"""That server, once there is one."""


@pytest.fixture
def postgresql_url(postgresql_server: Server) -> str:
    """The address of a new, empty database on it."""
    return postgresql_server.new_database()


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run the tests of some modules on both kinds of database."""
    module = Path(str(metafunc.module.__file__)).relative_to(ROOT).as_posix()
    if module in TWICE and metafunc.definition.get_closest_marker(ON_FILES) is None:
        metafunc.parametrize("kind_of_database", KINDS, indirect=True)


@pytest.fixture(autouse=True)
def kind_of_database(request: pytest.FixtureRequest) -> Iterator[str]:
    """Where databases lie that are prepared by the path of a file."""
    kind = getattr(request, "param", KINDS[0])
    with contextlib.ExitStack() as there:
        if kind != KINDS[0]:
            there.enter_context(on(request.getfixturevalue("postgresql_server")))
        yield kind
    for server in _servers:
        server.clear()  # the databases of hundreds of tests have room nowhere
