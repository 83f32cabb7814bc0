"""The bot as a process and its database: gone, held by another, damaged, backed up, brought back."""

from __future__ import annotations

import shutil
import signal
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from sandbox import Sandbox
from tests.e2e.copies import original
from tests.e2e.playing import PATIENCE, Playground, command
from tests.support.databases import prepare

Harm = Callable[[Path], None]


def deleted(database: Path) -> None:
    database.unlink()


def replaced(database: Path) -> None:
    copy = database.with_name("copy.db")
    shutil.copy(database, copy)
    copy.replace(database)


@pytest.mark.parametrize("harm", [deleted, replaced])
async def test_without_its_file_it_acknowledges_nothing_and_ends_with_75(tmp_path: Path, harm: Harm) -> None:
    async with Sandbox(ack_window=PATIENCE) as box:
        data = tmp_path / "data"
        await prepare(f"sqlite+aiosqlite:///{data / 'matches.db'}")
        await lose(Playground(box, await box.launch(data, spawn=original.copy)), harm)


async def lose(game: Playground, harm: Harm) -> None:
    await game.begin()
    harm(game.bot.data / "matches.db")
    before = game.live()
    acted = await game.slash(game.anna, "monolith faction", faction="dragon_empire")
    await game.box.expect(lambda: game.bot.exited, "the end of the process", PATIENCE)
    assert game.bot.process is not None
    assert game.bot.process.returncode == 75
    assert game.live() is before
    assert "I am being restarted and have done nothing" in acted.answer.text
    assert f"matches.db was {harm.__name__}" in game.bot.log
    assert "while it was in use" in game.bot.log
    if harm is deleted:  # a service manager starts it again, and it does not begin with an empty one
        status, told = await command(game, "run")
        assert status == 1
        assert "it is gone" in told


async def test_a_second_one_is_refused_and_a_killed_one_restarts_at_once(game: Playground) -> None:
    await game.begin()
    assert game.bot.process is not None
    status, told = await command(game, "run")
    assert status == 1
    assert told.startswith("The bot is running already: another process works on this database (process ")
    assert f"process {game.bot.process.pid} on " in told
    assert "Traceback" not in told
    await game.bot.restart(signal.SIGKILL)
    await game.choose_factions()


async def test_a_backup_of_the_running_bot_is_brought_back_after_a_kill(game: Playground) -> None:
    await game.begin()
    status, copy = await command(game, "backup")
    assert status == 0, copy
    status, told = await command(game, "restore", copy.strip())
    assert status == 1
    assert "Stop it first." in told
    await game.choose_factions()
    await game.bot.stop(signal.SIGKILL)
    database = game.bot.data / "matches.db"
    assert database.with_name("matches.db-wal").stat().st_size
    status, told = await command(game, "restore", copy.strip())
    assert status == 0, told
    assert "In 1 match it has moves that the copy does not have." in told
    with closing(sqlite3.connect(copy.strip())) as saved, closing(sqlite3.connect(database)) as now:
        assert list(now.iterdump()) == list(saved.iterdump())
    await game.bot.start()
    await game.choose_factions()  # the factions are to be chosen anew
