"""Migrations: from nothing, without drift, never on a newer database, never without a backup."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import StaticPool, create_engine, inspect

import storage.migrate as migration
from storage import BackupFailed, DatabaseTooNew, StorageError, Store
from storage.backup import verify
from storage.dialects import file_of
from storage.schema import metadata
from tests.storage.conftest import left_by

NEXT = '''"""A later schema, for the test."""

from alembic import op

revision = "later"
down_revision = "{newest}"


def upgrade():
    op.execute("CREATE TABLE later (a INTEGER) STRICT")
'''.replace("{newest}", migration.head())
NEWEST = migration.head()


@pytest.fixture
def later(tmp_path, monkeypatch):
    """The package's migrations plus one more."""
    scripts = tmp_path / "100% scripts"
    (scripts / "versions").mkdir(parents=True)
    for source in (migration.SCRIPTS / "env.py", *(migration.SCRIPTS / "versions").glob("*.py")):
        (scripts / source.relative_to(migration.SCRIPTS)).write_text(source.read_text())
    new = scripts / "versions" / "9999_later.py"
    new.write_text(NEXT)

    def use() -> Path:
        monkeypatch.setattr(migration, "SCRIPTS", scripts)
        return new

    return use


def query(url, statement):
    with closing(sqlite3.connect(file_of(url))) as connection, connection:
        return connection.execute(statement).fetchall()


async def test_from_empty_and_again(file_url):
    first = await migration.migrate(file_url)
    assert (first.before, first.after, first.backup) == (None, migration.head(), None)
    again = await migration.migrate(file_url)
    assert (again.before, again.after, again.backup) == (migration.head(), migration.head(), None)
    assert not (file_of(file_url).parent / "backups").exists()


async def test_the_migrations_make_the_schema_of_the_code(file_url):
    await migration.migrate(file_url)
    engine = create_engine(f"sqlite:///{file_of(file_url)}")
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    engine.dispose()
    # Word for word too, because the comparison above does not see checks and STRICT; only lines may break elsewhere.
    fresh = create_engine("sqlite://")
    statement = "SELECT name, sql FROM sqlite_master WHERE tbl_name NOT LIKE 'alembic%' ORDER BY name"
    with fresh.begin() as connection:
        metadata.create_all(connection)
        wanted = [(name, _flat(sql)) for name, sql in connection.exec_driver_sql(statement)]
    fresh.dispose()
    assert [(name, _flat(sql)) for name, sql in query(file_url, statement)] == wanted


def _flat(sql):
    return None if sql is None else " ".join(sql.split())


def _shape(engine):
    """Columns, keys, constraints and indexes of every table, as far as they matter to a program that knows them."""
    found = inspect(engine)

    def unique(table):
        return [one for one in found.get_indexes(table) if one["unique"]]

    return {
        name: (
            {one["name"]: (str(one["type"]), one["nullable"], one["default"]) for one in found.get_columns(name)},
            found.get_pk_constraint(name),
            found.get_foreign_keys(name),
            found.get_unique_constraints(name),
            found.get_check_constraints(name),
            {
                str(one["name"]): [*one["column_names"], *map(str, one["dialect_options"].values())]
                for one in unique(name)
            },
        )
        for name in found.get_table_names()
        if name != "alembic_version"
    }


def test_what_is_said_to_be_survived_only_adds():
    """Tables of before are what they were, but for columns that nobody has to fill in."""
    engine, before, survived = create_engine("sqlite://", poolclass=StaticPool), {}, 0
    scripts = ScriptDirectory.from_config(migration.config())
    for script in reversed(list(scripts.walk_revisions())):
        with engine.begin() as connection:
            command.upgrade(migration.config(connection), script.revision)
        after = _shape(engine)
        if getattr(script.module, "SURVIVED", False):
            survived += 1
            for table, (columns, *rest) in before.items():
                there, *rest_there = after[table]
                assert rest_there == rest, (script.revision, table)
                assert {name: there.get(name) for name in columns} == columns, (script.revision, table)
                for name, (_, nullable, default) in there.items():
                    assert name in columns or nullable or default is not None, (script.revision, table, name)
        before = after
    engine.dispose()
    assert survived


async def test_an_upgrade_backs_up_first(file_url, lobby, later):
    async with await Store.open(file_url) as store:
        await lobby(store)
    later()
    done = await migration.migrate(file_url)
    assert (done.before, done.after) == (NEWEST, "later")
    await verify(done.backup)
    assert query(file_url, "SELECT count(*) FROM later") == [(0,)]
    with closing(sqlite3.connect(done.backup)) as copy:
        assert copy.execute("SELECT version_num FROM alembic_version").fetchall() == [(NEWEST,)]
        assert copy.execute("SELECT id FROM match").fetchall() == [("abcdefgh23",)]


async def test_matches_of_the_first_schema_had_no_drawn_seats(file_url):
    left_by("0001", file_of(file_url))
    async with await Store.open(file_url) as store:
        assert (await store.matches.load("teams2v222")).drawn is False
        assert await store.find_problems() == []


async def test_what_the_third_schema_left_is_all_there(file_url):
    left_by("0003", file_of(file_url))
    messages = query(file_url, "SELECT count(*) FROM message")
    waiting = query(file_url, "SELECT count(*) FROM timer"), query(file_url, "SELECT count(*) FROM outbox")
    assert query(file_url, "SELECT id FROM outbox WHERE state = 'sending'") == [(240,)]
    async with await Store.open(file_url) as store:
        assert await store.find_problems() == []
        assert {head.id for head in await store.matches.all_open()} == {
            "challenge3",
            "monoliths3",
            "teams2v233",
            "drawoffer3",
        }
        secret = [one for one in await store.matches.actions("monoliths3") if one.secret]
        assert len(secret) == 3
        assert [one.kind for one in await store.matches.actions("drawoffer3")][-3:] == ["action", "undo", "agreement"]
        live = await store.messages.newest_live("monoliths3", "live")
        assert live.version < (await store.matches.load("monoliths3")).version
        assert await store.jobs.count_open() == 3
        assert query(file_url, "SELECT state FROM job WHERE id = 240") == [("pending",)]  # nobody is sending it
        player = (await store.people.players([1456074443980800014]))[1456074443980800014]
        assert (player.dm, player.language) == (True, "de")
    assert query(file_url, "SELECT count(*) FROM message") == messages
    jobs = [query(file_url, f"SELECT count(*) FROM job WHERE pool = '{pool}'") for pool in ("timer", "post")]
    assert tuple(jobs) == waiting


async def test_running_matches_of_the_second_schema_go_on(file_url, schema_0002):
    async with await Store.open(file_url) as store:
        assert await store.find_problems() == []
        heads = {head.id: head for head in await store.matches.all_open()}
        assert set(heads) == {"drawoffer2", "teams2v222", "lobby22222", "undone2222", "alone1v222"}
        assert {(head.formation, head.language) for head in heads.values()} == {(None, None)}
        assert heads["teams2v222"].drawn
        assert [seat.user_id for seat in heads["teams2v222"].seats] != [1, 2, 3, 4]
        offered = await store.matches.actions("drawoffer2")
        assert [(one.kind, one.text) for one in offered[-2:]] == [
            ("agreement", "draw offer"),
            ("action", "discard fire_concoction"),
        ]
        assert [one.seq for one in offered] == list(range(1, 15))
        assert (await store.matches.actions("resigned22"))[-1].kind == "agreement"
        assert [one.kind for one in await store.matches.actions("agreed2222")] == ["action"] * 5 + ["agreement"] * 4
        assert [(one.kind, one.undoes) for one in await store.matches.actions("undone2222")][-2:] == [
            ("action", None),
            ("undo", 6),
        ]
        player = await store.people.player(2)
        assert (player.dm, player.dm_closed, player.language) == (True, True, None)


async def test_what_the_second_schema_stored_is_stored_still(file_url, schema_0002):
    columns = "match_id, seq, seat, text, boundary, secret, undoes, state_hash, choice_key, created_at"
    before = query(file_url, f"SELECT {columns} FROM action ORDER BY match_id, seq")
    matches = query(file_url, 'SELECT * FROM "match" ORDER BY id')
    assert len(before) > 70
    await migration.migrate(file_url)
    assert query(file_url, f"SELECT {columns} FROM action ORDER BY match_id, seq") == before
    assert query(file_url, 'SELECT * FROM "match" ORDER BY id') == [(*row, *[None] * 5, 0) for row in matches]


async def test_of_several_open_rematches_the_oldest_stays_one(file_url, schema_0002):
    """Earlier versions let two people open one each; the newer ones go on as matches like any other."""
    columns = "id, game, options, seed, status, version, private, creator, rematch_of, created_at, updated_at"
    for number, (match_id, status) in enumerate(
        (("youngest22", "running"), ("oldest2222", "lobby"), ("twin222222", "lobby"), ("gone222222", "cancelled"))
    ):
        created = 90 if match_id == "youngest22" else 50
        query(
            file_url,
            f"INSERT INTO match ({columns}) SELECT '{match_id}', game, options, seed, '{status}', 0, 0, {number},"
            f" 'resigned22', {created}, {created} FROM match WHERE id = 'resigned22'",
        )
    async with await Store.open(file_url) as store:
        assert await store.find_problems() == []
        kept = {
            name: (await store.matches.load(name)).rematch_of for name in ("oldest2222", "twin222222", "youngest22")
        }
        assert kept == {"oldest2222": "resigned22", "twin222222": None, "youngest22": None}
        assert (await store.matches.load("gone222222")).rematch_of == "resigned22"
        assert (await store.matches.load("resigned22")).parts is None


async def test_a_failing_upgrade_changes_nothing(file_url, later):
    await migration.migrate(file_url)
    later().write_text(NEXT + '    op.execute("nonsense")\n')
    with pytest.raises(StorageError):
        await migration.migrate(file_url)
    assert query(file_url, "SELECT version_num FROM alembic_version") == [(NEWEST,)]
    assert query(file_url, "SELECT name FROM sqlite_master WHERE name = 'later'") == []


async def test_an_upgrade_that_leaves_dangling_rows_is_undone(file_url, later):
    await migration.migrate(file_url)
    dangling = "INSERT INTO pause (match_id, since) VALUES ('nobody', 1)"
    later().write_text(NEXT + f'    op.execute("{dangling}")\n')
    with pytest.raises(StorageError, match="foreign_key_check"):
        await migration.migrate(file_url)
    assert query(file_url, "SELECT version_num FROM alembic_version") == [(NEWEST,)]


async def test_without_a_backup_no_upgrade(file_url, tmp_path, later):
    await migration.migrate(file_url)
    later()
    blocked = tmp_path / "blocked"
    blocked.write_text("a file where the folder should be")
    with pytest.raises(BackupFailed):
        await migration.migrate(file_url, blocked)
    assert query(file_url, "SELECT version_num FROM alembic_version") == [(NEWEST,)]


async def test_a_newer_database_is_refused_untouched(file_url):
    await migration.migrate(file_url)
    query(file_url, "UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(DatabaseTooNew, match=rf"schema 9999.*{NEWEST}.*backup"):
        await Store.open(file_url)
    assert query(file_url, "SELECT version_num FROM alembic_version") == [("9999",)]


async def test_somebody_elses_database_is_refused(file_url):
    file_of(file_url).parent.mkdir()
    query(file_url, "CREATE TABLE theirs (a)")
    with pytest.raises(StorageError, match="none of this program"):
        await Store.open(file_url)


async def test_a_replicas_tables_do_not_matter(file_url):
    file_of(file_url).parent.mkdir()
    query(file_url, "CREATE TABLE _litestream_lock (a)")
    async with await Store.open(file_url) as store:
        assert await store.find_problems() == []
