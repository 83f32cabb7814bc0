"""Settings: every fault is named, nothing secret is shown."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from bot.config import BadSettings, Settings, StorageSettings, load
from sandbox import process
from storage.dialects import dialect_of

ROOT = Path(__file__).resolve().parents[2]


def run(folder: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    clean = {k: v for k, v in os.environ.items() if k not in ("DISCORD_TOKEN", "DATABASE_URL", "DATA_DIR", "LOG_LEVEL")}
    return subprocess.run(
        [sys.executable, "-m", "bot", *arguments],
        cwd=folder,
        env={**clean, "PYTHONPATH": str(ROOT), **environment},
        capture_output=True,
        text=True,
        timeout=600,
    )


def test_a_missing_token_ends_with_78_and_says_what_to_do(tmp_path: Path) -> None:
    done = run(tmp_path)
    assert done.returncode == 78
    assert "DISCORD_TOKEN is missing" in done.stderr
    assert ".env" in done.stderr
    assert "Traceback" not in done.stderr


def test_every_fault_is_named_and_the_token_is_not_shown(tmp_path: Path) -> None:
    done = run(
        tmp_path,
        DISCORD_TOKEN="very secret",
        DATABASE_URL="mysql://u:hidden@h/db",
        LOG_LEVEL="loud",
        DEV_GUILD_ID="x",
    )
    assert done.returncode == 78
    for name in ("DISCORD_TOKEN", "DATABASE_URL", "LOG_LEVEL", "DEV_GUILD_ID"):
        assert name in done.stderr
    assert "secret" not in done.stderr
    assert "hidden" not in done.stderr


def test_version_and_invite_need_no_token(tmp_path: Path) -> None:
    assert run(tmp_path, "--version").stdout.startswith("arena-bot ")
    done = run(tmp_path, "invite", "--client-id", "123")
    assert done.returncode == 0, done.stderr
    assert "permissions=377957239808" in done.stdout
    assert "applications.commands" in done.stdout


def test_a_backup_of_nothing_is_refused(tmp_path: Path) -> None:
    done = run(tmp_path, "backup")
    assert done.returncode == 1
    assert "No backup was made" in done.stderr
    assert "Traceback" not in done.stderr


def test_the_example_lists_every_setting() -> None:
    example = (ROOT / ".env.example").read_text()
    for name in Settings.model_fields:
        assert f"{name.upper()}=" in example


def test_no_setting_of_the_operator_reaches_the_bot_in_the_sandbox() -> None:
    assert {name.upper() for name in Settings.model_fields} == set(process.SETTINGS)


def test_the_environment_counts_before_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
    (tmp_path / ".env").write_text("DISCORD_TOKEN=from-file\nLOG_LEVEL=debug\n")
    assert load(Settings).discord_token.get_secret_value() == "from-file"
    assert load(Settings).log_level == "DEBUG"
    monkeypatch.setenv("DISCORD_TOKEN", "from-environment")
    assert load(Settings).discord_token.get_secret_value() == "from-environment"
    assert "from-environment" not in repr(load(Settings))


@pytest.mark.parametrize(
    ("address", "told"),
    [
        ("mysql://u:hidden@h/db", "databases of the kind 'mysql' are not supported: write sqlite+aiosqlite:///PATH or"),
        ("nonsense", "the database URL cannot be read"),
        ("postgresql://u:an@at:hidden@h/db", "the database URL cannot be read"),
        ("sqlite+aiosqlite://", "names a database in memory, which ends with the process"),
        ("sqlite:///matches.db?mode=memory&uri=true", "a database that is a file has no options"),
        ("sqlite:///matches.db?timeout=long", "a database that is a file has no options"),
        ("sqlite:///matches%00.db", "a database that is a file has no options"),
        ("postgresql://u:hidden@h", "the address names no database: write postgresql://USER:PASSWORD@HOST/DATABASE"),
    ],
)
def test_an_address_of_no_database_is_refused(address: str, told: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", address)
    with pytest.raises(BadSettings, match=f"DATABASE_URL: {re.escape(told)}") as caught:
        load(StorageSettings)
    assert "hidden" not in str(caught.value)


@pytest.mark.parametrize("scheme", ["postgresql", "postgres", "postgresql+psycopg"])
def test_postgresql_is_accepted_and_its_password_is_not_shown(scheme: str, monkeypatch: pytest.MonkeyPatch) -> None:
    address = f"{scheme}://arena:hidden@db.example/arena?sslmode=require"
    monkeypatch.setenv("DATABASE_URL", address)
    settings = load(StorageSettings)
    assert settings.database() == address
    assert "hidden" not in repr(settings)
    assert dialect_of(address).name == "arena of PostgreSQL on db.example"


def test_without_its_driver_postgresql_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql://arena@/arena")
    monkeypatch.setattr("storage.dialects.postgresql.find_spec", lambda name: None)
    with pytest.raises(BadSettings, match="PostgreSQL needs the package psycopg"):
        load(StorageSettings)
