"""Every back end a contract test runs on, and builders for the usual records."""

import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import closing
from pathlib import Path

import pytest

from storage import Commit, NewAction, NewMatch, Seat, Store
from tests.support.databases import prepare

ROOT = Path(__file__).resolve().parents[2]
FIXTURES = Path(__file__).parent / "fixtures"
BACK_ENDS = ("sqlite-file", "sqlite-memory", "postgresql")


@pytest.fixture
def file_url(tmp_path: Path) -> str:
    return f"sqlite+aiosqlite:///{tmp_path}/data/bot.db"


def left_by(schema: str, path: Path) -> Path:
    """Make the database that an earlier version left, with matches in it, at `path`."""
    path.parent.mkdir(exist_ok=True)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.executescript((FIXTURES / f"schema_{max(schema, '0002')}.sql").read_text())
        if schema == "0001":  # what the second schema added is taken out again
            connection.execute("DROP TABLE seating")
            connection.execute("UPDATE alembic_version SET version_num = '0001'")
    return path


@pytest.fixture
def schema_0002(file_url: str) -> None:
    """The database of `file_url` as the second schema left it, with matches in it."""
    left_by("0002", Path(file_url.partition("///")[2]))


@pytest.fixture(params=BACK_ENDS)
async def store(request: pytest.FixtureRequest, file_url: str) -> AsyncIterator[Store]:
    """An empty, open store; another back end joins the contract by being added here."""
    if request.param == "sqlite-memory":
        url = "sqlite+aiosqlite://"
    elif request.param == "sqlite-file":
        url = await prepare(file_url)
    else:
        url = await request.getfixturevalue("postgresql_server").with_schema()
    async with await Store.open(url) as opened:
        yield opened


@pytest.fixture
async def file_store(file_url: str) -> AsyncIterator[Store]:
    async with await Store.open(await prepare(file_url)) as opened:
        yield opened


@pytest.fixture
def new_match() -> Callable[..., NewMatch]:
    def build(match_id: str = "abcdefgh23", **more: object) -> NewMatch:
        values: dict[str, object] = {"game": "toy", "options": "{}", "seed": b"\x00secret\xff", "creator": 1}
        return NewMatch(match_id, **values | more)

    return build


@pytest.fixture
def step() -> Callable[..., Commit]:
    """Build one move: version, its text, and whatever else the step carries."""

    def build(version: int, text: str = "place pikeman C3 NE", **more: object) -> Commit:
        values: dict[str, object] = {
            "match_id": "abcdefgh23",
            "now": 1_000 + version,
            "actions": (NewAction(0, text, f"hash{version + 1}", "turn"),),
            "snapshot": f'{{"after": {version + 1}}}',
            "state_hash": f"hash{version + 1}",
            "status": "running",
        }
        return Commit(expected_version=version, **values | more)

    return build


@pytest.fixture
def lobby(new_match: Callable[..., NewMatch]) -> Callable[..., Awaitable[str]]:
    """Create a lobby of users 1 and 2 in a store; returns its id."""

    async def build(store: Store, match_id: str = "abcdefgh23", **more: object) -> str:
        await store.matches.create(new_match(match_id, **more), [Seat(0, 1, "accepted"), Seat(1, 2)], now=1_000)
        return match_id

    return build
