"""The operator's settings, from the environment or a `.env` file."""

from __future__ import annotations

from pathlib import Path
from typing import Literal, TypeVar

from pydantic import Field, SecretStr, ValidationError, ValidationInfo, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from storage import DatabaseRefused, StorageError
from storage.dialects import dialect_of
from storage.sealing import read_keys

T = TypeVar("T", bound="StorageSettings")

ADDRESSES = "sqlite+aiosqlite:///PATH or postgresql://USER:PASSWORD@HOST/DATABASE"
"""How the databases are written that a bot can work on."""
EX_CONFIG = 78
"""The exit status for settings that are missing or wrong (sysexits.h)."""


class BadSettings(Exception):
    """Settings are missing or wrong; `faults` has one sentence for each, without any secret."""

    def __init__(self, faults: list[str]) -> None:
        super().__init__("; ".join(faults))
        self.faults = faults


class StorageSettings(BaseSettings):
    """What the commands need that work on the database only."""

    model_config = SettingsConfigDict(
        env_file=".env", env_file_encoding="utf-8", extra="ignore", hide_input_in_errors=True
    )

    data_dir: Path = Path("data")
    """Where the database and its backups are kept."""
    database_url: str = Field(default="", repr=False)
    """An SQLAlchemy address, which may have a password in it; empty: an SQLite file in `data_dir`."""
    data_key: SecretStr = SecretStr("")
    """The keys that seal what is secret in the database, the first for writing; empty: nothing is encrypted."""
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"
    log_format: Literal["text", "json"] = "text"
    """One line a record, for people or for programs."""

    @field_validator("log_level", mode="before")
    @classmethod
    def _upper(cls, value: object) -> object:
        return value.upper() if isinstance(value, str) else value

    @field_validator("database_url")
    @classmethod
    def _known_driver(cls, value: str) -> str:
        try:
            if value and dialect_of(value).volatile:
                raise ValueError(f"names a database in memory, which ends with the process: write {ADDRESSES}")
        except DatabaseRefused as error:
            raise ValueError(str(error)) from None
        except StorageError as error:
            raise ValueError(f"{error}: write {ADDRESSES}") from None
        return value

    @field_validator("data_key")
    @classmethod
    def _keys(cls, value: SecretStr) -> SecretStr:
        read_keys(value.get_secret_value())
        return value

    def keys(self) -> tuple[bytes, ...]:
        """Return the keys of `data_key`, the first of which is the one to encrypt with."""
        return read_keys(self.data_key.get_secret_value())

    def database(self) -> str:
        """Return the database's address; by default a file in the data folder."""
        return self.database_url or f"sqlite+aiosqlite:///{(self.data_dir / 'matches.db').absolute()}"

    def backups(self) -> Path:
        """Return the folder for backups."""
        return self.data_dir / "backups"


class Settings(StorageSettings):
    """Everything that the bot needs to run."""

    discord_token: SecretStr = Field()
    """The bot's token."""
    dev_guild_id: int | None = Field(default=None, gt=0)
    """A server that gets the commands at once, for development; empty: all servers."""
    log_channel_id: int | None = Field(default=None, gt=0)
    """The channel in which operators are told what needs their help; empty: in the log alone."""
    health_port: int | None = Field(default=None, ge=1, le=65_535)
    """Where `/healthz` and `/metrics` are served to this machine; empty: nowhere."""
    backup_every_hours: float = Field(default=24, ge=0)
    """How often a backup is made while the bot runs; 0: never."""
    backups_kept: int = Field(default=7, ge=1)
    """How many of the backups that were made on schedule are kept."""

    shard_count: int = Field(default=1, ge=1, le=4096)
    """Among how many connections to Discord all servers are divided; a bot in 2,500 servers has to have several."""
    shards: str = ""
    """Which of them this process serves, as `0-3` or `0,5`; empty: all. The others are left to other processes."""

    members_intent: bool = False
    """Whether Discord tells who leaves a server, which an application has to be allowed; else the bot asks."""
    user_installs: bool = False
    """Whether people can have the bot as an app of their own, which an application has to be set up for."""
    clock_file: Path | None = None
    """Where a sandbox writes by how many milliseconds the time of the matches is ahead; empty: it never is."""

    @field_validator("dev_guild_id", "log_channel_id", "health_port", "clock_file", mode="before")
    @classmethod
    def _empty(cls, value: object) -> object:
        return None if value == "" else value

    @field_validator("shards")
    @classmethod
    def _known_shards(cls, value: str, info: ValidationInfo) -> str:
        count, url = info.data.get("shard_count"), info.data.get("database_url")
        if count is None or url is None:  # they are wrong themselves
            return value
        served = read_shards(value, count)
        if len(served) < count and not url.startswith("postgresql"):
            raise ValueError(
                f"leaves shards to other processes, which takes PostgreSQL (DATABASE_URL): with SQLite one process "
                f"serves all of them, {_written(range(count))}"
            )
        return value

    def own_shards(self) -> tuple[int, ...]:
        """Return the shards that this process serves."""
        return read_shards(self.shards, self.shard_count)

    @field_validator("discord_token")
    @classmethod
    def _filled(cls, value: SecretStr) -> SecretStr:
        text = value.get_secret_value().strip()
        if not text or any(c.isspace() for c in text):
            raise ValueError("is empty or has blanks in it")
        return SecretStr(text)


class ThinkSettings(Settings):
    """The settings of a process that does nothing but think: it never asks Discord for anything."""

    discord_token: SecretStr = SecretStr("none")

    @field_validator("discord_token")
    @classmethod
    def _filled(cls, value: SecretStr) -> SecretStr:
        return SecretStr("none")

    @field_validator("database_url")
    @classmethod
    def _shared(cls, value: str) -> str:
        if not value.startswith("postgresql"):
            raise ValueError("has to name a PostgreSQL server: with SQLite the bot thinks by itself")
        return value


def read_shards(text: str, count: int) -> tuple[int, ...]:
    """Return the shards that are written as `0-3` or `0,5`, all of them where nothing is. Raises `ValueError`."""
    if not text.strip():
        return tuple(range(count))
    shards: set[int] = set()
    for part in text.split(","):
        first, _, last = part.strip().partition("-")
        spelled = first.isdecimal() and (last or first).isdecimal() and not part.strip().endswith("-")
        if not spelled or int(first) > int(last or first):
            raise ValueError("is a list such as 0-3 or 0,5")
        if int(last or first) >= count:
            raise ValueError(f"names shard {last or first}, and SHARD_COUNT={count} has {_written(range(count))}")
        shards |= set(range(int(first), int(last or first) + 1))
    return tuple(sorted(shards))


def _written(shards: range) -> str:
    return str(shards[0]) if len(shards) == 1 else f"{shards[0]} to {shards[-1]}"


def load(kind: type[T]) -> T:
    """Read the settings. Raises `BadSettings` that names every fault."""
    try:
        return kind()
    except ValidationError as error:
        raise BadSettings([_fault(dict(e)) for e in error.errors(include_input=False, include_url=False)]) from None


def _fault(error: dict[str, object]) -> str:
    where = error["loc"]
    name = str(where[0]).upper() if isinstance(where, tuple) and where else "settings"
    if error["type"] == "missing":
        return f"{name} is missing"
    return f"{name}: {str(error['msg']).removeprefix('Value error, ')}"
