"""What is wrong with a PostgreSQL server is said in a sentence, and by the kind of the error: settings, or time."""

import pytest
from sqlalchemy import make_url, text

from storage import DatabaseRefused, DatabaseUnreachable, Holder, StorageError, Store, migrate
from storage.dialects import postgresql_connections as connections
from storage.dialects import postgresql_failures as failures
from storage.dialects.postgresql_connections import ThreadedConnections
from storage.engine import Database
from tests.storage.postgresql import Server

ME = Holder(4242, "here", 1_800_000_000_000)


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing here comes back, so nothing is waited for."""
    monkeypatch.setattr(connections, "PATIENCE", 0.0)


def admin(server: Server, *statements: str) -> None:
    with server.connect() as connection:
        for statement in statements:
            connection.execute(statement)


def address(server: Server, user: str, database: str, more: str = "") -> str:
    return f"postgresql://{user}@/{database}?host={server.folder}{more or f'&port={server.port}'}"


def database_of(url: str) -> str:
    return str(make_url(url).database)


@pytest.mark.parametrize("alone", [ME, None])
@pytest.mark.parametrize(
    ("user", "database", "more", "kind", "told"),
    [
        ("tester", "nothere", "", DatabaseRefused, "no database of that name"),
        ("nobody", "postgres", "", DatabaseRefused, "does not know the user"),
        ("tester", "postgres", "&sslmode=nonsense", DatabaseRefused, "an option of the address is wrong"),
        ("tester", "postgres", "&port=1", DatabaseUnreachable, "no server answers there"),
    ],
)
async def test_wrong_addresses(postgresql_server, alone, user, database, more, kind, told):
    with pytest.raises(kind, match=told):
        await Store.open(address(postgresql_server, user, database, more), alone=alone)


async def test_tls_that_the_server_does_not_have(postgresql_server):
    with pytest.raises(DatabaseRefused, match="do not agree on TLS"):
        await Store.open(f"postgresql://tester@127.0.0.1:{postgresql_server.port}/postgres?sslmode=require", alone=ME)


async def test_a_wrong_password(postgresql_server):
    admin(postgresql_server, "DROP ROLE IF EXISTS guarded", "CREATE ROLE guarded LOGIN PASSWORD 'right'")
    where = f"127.0.0.1:{postgresql_server.port}/postgres"
    for given in (":hidden", ""):
        with pytest.raises(DatabaseRefused, match="does not accept the user with that password") as caught:
            await Store.open(f"postgresql://guarded{given}@{where}", alone=ME)
        assert "hidden" not in str(caught.value)


async def test_a_name_that_is_no_server():
    with pytest.raises(DatabaseUnreachable, match="no server of that name is found"):
        await Store.open("postgresql://tester@nowhere.invalid/arena", alone=ME)


async def test_no_permission_to_make_tables(postgresql_server):
    url = postgresql_server.new_database()
    admin(postgresql_server, "DROP ROLE IF EXISTS guest", "CREATE ROLE guest LOGIN")
    guest = address(postgresql_server, "guest", database_of(url))
    with pytest.raises(DatabaseRefused, match="lacks a permission, permission denied for schema public"):
        await migrate.migrate(guest)


async def test_a_server_that_is_too_old(postgresql_url, monkeypatch):
    monkeypatch.setattr(connections, "OLDEST", 99)
    with pytest.raises(DatabaseRefused, match="the bot works with 99 and newer ones"):
        await Store.open(postgresql_url, alone=ME)


async def test_a_database_of_other_letters(postgresql_server):
    admin(
        postgresql_server,
        "DROP DATABASE IF EXISTS latin",
        "CREATE DATABASE latin TEMPLATE template0 ENCODING 'LATIN1' LOCALE 'C'",
    )
    with pytest.raises(DatabaseRefused, match="LATIN1"):
        await Store.open(address(postgresql_server, "tester", "latin"), alone=ME)


async def test_too_many_connections(postgresql_server):
    url = postgresql_server.new_database()
    admin(postgresql_server, "DROP ROLE IF EXISTS lonely", "CREATE ROLE lonely LOGIN CONNECTION LIMIT 1")
    lonely = address(postgresql_server, "lonely", database_of(url))
    first, second = Database(lonely), Database(lonely)
    try:
        assert await first.write(lambda connection: connection.scalar(text("SELECT 1"))) == 1
        with pytest.raises(DatabaseUnreachable, match="no connection left"):
            await second.write(lambda connection: connection.scalar(text("SELECT 1")))
        await first.close()
        assert await second.write(lambda connection: connection.scalar(text("SELECT 1"))) == 1
    finally:
        await first.close()
        await second.close()


async def test_no_error_shows_a_row(postgresql_url):
    async with await Store.open(postgresql_url) as store:
        wrong = text(
            "INSERT INTO match (id, game, options, seed, status, version, private, created_at, updated_at)"
            " VALUES (:a, 'toy', '{}', 'x', 'odd', 0, false, 0, 0)"
        )
        twice = text("INSERT INTO meta VALUES (:a, :a), (:a, :a)")
        for statement in (wrong, twice):
            with pytest.raises(StorageError) as caught:
                await store.database.write(
                    lambda connection, wrong=statement: connection.execute(wrong, {"a": "canary"})
                )
            told: BaseException | None = caught.value
            while told is not None:
                assert "canary" not in str(told)
                told = told.__cause__


def test_what_a_server_says_in_another_language_is_told_as_it_is():
    said = "Passwort-Authentifizierung für Benutzer »arena« fehlgeschlagen"
    assert str(failures.unreachable(said)) == f"the database cannot be reached: {said}"


def test_connections_are_made_as_is_promised():
    made = ThreadedConnections(
        Database("postgresql://a@h/d?connect_timeout=60").dialect.url, size=1, isolation="SERIALIZABLE", read_only=False
    )
    options = made.sync_engine.url.query
    assert options["connect_timeout"] == "60"
    assert options["target_session_attrs"] == "read-write"
    assert options["tcp_user_timeout"] == "20000"
