"""The log: for people or for programs, and nothing in it that is nobody's business."""

from __future__ import annotations

import asyncio
import gc
import io
import json
import logging
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from discord import app_commands

from bot import log as logs
from bot import upkeep
from bot.log import formatter, incident, told
from storage import Store
from tests.bot import forged
from tests.bot.world import world

TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GabcdE.abcdefghijklmnopqrstuvwxyz0123456789AB"
SEED = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff"
ROUTE = "/webhooks/1234/aW50ZXJhY3Rpb246dG9rZW4/messages/@original"


@pytest.fixture(params=["text", "json"])
def out(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[io.StringIO]:
    """All that is logged, as it would stand on standard error."""
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(formatter(request.param))
    root = logging.getLogger()
    level = root.level
    root.addHandler(handler)
    root.setLevel("DEBUG")
    monkeypatch.setattr(logs, "_traced", {})
    yield stream
    root.removeHandler(handler)
    root.setLevel(level)


def _raised(error: Exception) -> Exception:
    try:
        raise error
    except Exception as raised:
        return raised


@pytest.mark.parametrize("secret", [TOKEN, SEED, bytes.fromhex(SEED), ROUTE.split("/")[3]], ids=str)
def test_secrets_are_hidden_wherever_they_come_from(out: io.StringIO, secret: object) -> None:
    logging.getLogger("discord.http").warning("rate limited: POST %s", ROUTE)
    logging.getLogger("x").info("seed %r token %s bytes %r", SEED, TOKEN, bytes.fromhex(SEED))
    incident("test", _raised(discord.DiscordException(f"{TOKEN} {SEED} {ROUTE} {bytes.fromhex(SEED)!r}")))
    text = out.getvalue()
    assert "[hidden]" in text
    assert str(secret) not in text
    assert repr(secret) not in text
    assert "rate limited" in text


def test_a_hash_stands_in_the_place_of_every_id(out: io.StringIO, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logs, "_salt", b"one")
    anna, channel = "123456789012345678", "1456074443980803323"
    logging.getLogger("discord.http").warning("rate limited: PUT /channels/%s/thread-members/%s", channel, anna)
    incident(
        "test", _raised(discord.DiscordException(f"user {anna} of {channel}, 1234567890123 ms, 0.9876543210987654321"))
    )
    text = out.getvalue()
    assert anna not in text
    assert channel not in text
    assert text.count(logs.hashed(anna)) == text.count(logs.hashed(channel)) == 2
    assert "1234567890123 ms, 0.9876543210987654321" in text
    before = logs.hashed(anna)
    logs.salt_with(b"another")
    assert logs.hashed(anna) != before


async def test_a_database_keeps_its_salt(tmp_path: Path) -> None:
    url = f"sqlite+aiosqlite:///{tmp_path / 'm.db'}"
    async with await Store.open(url) as store:
        salt = await upkeep.log_salt(store)
    async with await Store.open(url) as store:
        assert await upkeep.log_salt(store) == salt
    assert len(salt) == 16


def test_what_an_exception_says_is_withheld_unless_it_is_about_machines(out: io.StringIO) -> None:
    incident("one", _raised(KeyError("hidden_pikeman")))
    try:
        try:
            raise LookupError("secret_card")
        except LookupError as error:
            raise ConnectionResetError("reset by peer") from error
    except ConnectionResetError as error:
        incident("two", error)
    text = out.getvalue()
    assert "hidden_pikeman" not in text.replace('KeyError("hidden_pikeman")', "")  # the line of code itself may stand
    assert "KeyError: (what it says is withheld)" in text
    assert "LookupError: (what it says is withheld)" in text
    assert "ConnectionResetError: reset by peer" in text
    assert "which led to" in text


def test_an_exception_that_quotes_another_is_withheld_whoever_defines_it() -> None:
    command: Any = SimpleNamespace(name="play", _attr=None)
    invoked = app_commands.CommandInvokeError(command, KeyError("hidden_pikeman"))
    assert "hidden_pikeman" in str(invoked)
    assert "hidden_pikeman" not in told(invoked)
    typed = app_commands.TransformerError("hidden_pikeman", discord.AppCommandOptionType.string, _Reader())
    assert "hidden_pikeman" in str(typed)
    assert "hidden_pikeman" not in told(typed)
    assert told(ConnectionResetError("reset by peer")) == "builtins.ConnectionResetError: reset by peer"


class _Reader(app_commands.Transformer):
    """Reads options."""


async def test_what_asyncio_says_of_a_task_that_failed_names_it_and_quotes_nothing(out: io.StringIO) -> None:
    secret = "hidden_pikeman"

    async def failing() -> None:
        raise KeyError(secret)

    def called(task: asyncio.Task[None]) -> None:
        raise LookupError(f"{task.exception()}")

    task = asyncio.create_task(failing(), name="hint in match abcdefgh23")
    await asyncio.sleep(0.01)
    del task
    gc.collect()
    task = asyncio.create_task(failing(), name="job 5")
    task.add_done_callback(called)
    await asyncio.sleep(0.01)
    text = out.getvalue()
    assert "Task exception was never retrieved (hint in match abcdefgh23)" in text
    assert "Exception in callback" in text
    assert "LookupError: (what it says is withheld)" in text
    assert secret not in text


def test_what_ends_the_process_is_logged_like_any_other_failure() -> None:
    program = "from bot import log; log.set_up('INFO'); raise KeyError('hidden' + '_pikeman')"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "KeyError: (what it says is withheld)" in done.stderr
    assert "hidden_pikeman" not in done.stderr


def test_a_traceback_that_somebody_else_has_written_is_not_taken_over(out: io.StringIO) -> None:
    error = _raised(KeyError("hidden_pikeman"))
    record = logging.LogRecord("x", logging.ERROR, "f", 1, "m", None, (type(error), error, error.__traceback__))
    record.exc_text = "KeyError: 'hidden_pikeman'"
    for form in ("text", "json"):
        assert "KeyError: 'hidden_pikeman'" not in formatter(form).format(record)  # type: ignore[arg-type]


def test_json_is_one_object_a_line() -> None:
    error = _raised(ConnectionResetError("reset\nby peer"))
    record = logging.LogRecord(
        "bot", logging.ERROR, "f", 1, "incident %s", ("abcd1234",), (type(error), error, error.__traceback__)
    )
    record.incident = "abcd1234"
    line = formatter("json").format(record)
    assert "\n" not in line
    fields = json.loads(line)
    assert (fields["level"], fields["logger"], fields["message"]) == ("ERROR", "bot", "incident abcd1234")
    assert fields["incident"] == "abcd1234"
    assert fields["traceback"].endswith("ConnectionResetError: reset\nby peer")
    assert fields["time"].startswith("20")


def test_the_same_failure_leaves_one_traceback_a_minute(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(logs, "_traced", {})
    now = [100.0]
    monkeypatch.setattr(logs.time, "monotonic", lambda: now[0])
    errors = [_raised(ValueError(number)) for number in range(5)]
    ids = [incident("click", error) for error in errors]
    incident("click", _raised(TypeError()))
    now[0] += logs.AGAIN_AFTER
    incident("click", errors[0])
    traced = [record for record in caplog.records if record.exc_info]
    assert len(traced) == 3
    assert len(caplog.records) == 7
    assert len(set(ids)) == 5
    assert all(f"as incident {ids[0]}" in record.getMessage() for record in caplog.records[1:5])


def test_setting_it_up_writes_to_standard_error(capsys: pytest.CaptureFixture[str]) -> None:
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    try:
        logs.set_up("INFO", "json")
        root.handlers[0].setStream(sys.stderr)  # type: ignore[attr-defined]
        logging.getLogger("bot").info("here")
    finally:
        root.handlers[:], root.level = handlers, level
    assert json.loads(capsys.readouterr().err)["message"] == "here"


async def test_a_whole_bot_logs_no_name_no_token_and_no_seed(
    tmp_path: Path, out: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    logging.getLogger().handlers[-1].addFilter(lambda record: not record.name.startswith(("simcord", "asyncio")))
    async with world(tmp_path) as made:
        bird = made.member("Canarybird")
        await bird.slash(made.channel, "match new", game="monolith_arena", opponent=made.max)
        await made.settle()
        (head,) = await made.bot.store.matches.all_open()
        await made.max.slash(made.channel, "match accept")
        await made.settle()
        match = await made.bot.matches.load(head.id)
        with monkeypatch.context() as broken:
            broken.setattr(made.bot.services.names, "seats", None)
            answer = await forged.press(made, bird, made.channel, f"b:{head.id}:play:0::")
        text = out.getvalue()
        assert "incident" in text
        assert "Canarybird" not in text
        assert match.seed.hex() not in text
        assert match.match.seed.hex() not in text
        assert answer._interaction.token not in text
