"""With no more than Windows has (`tests/support/windows.py`): started, played, saved, brought back and stopped."""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import pytest

from sandbox import Sandbox
from sandbox.process import HOUSE, environment
from tests.e2e.playing import PATIENCE, Playground
from tests.support.windows import BOT

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="it looks into /proc who has a file open")


async def command(game: Playground, *arguments: str) -> tuple[int | None, str]:
    """`python -m bot` like that, on the data of the game."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.support.windows", *arguments),
        cwd=game.bot.data,
        env=environment(game.box.url, game.box.token, game.bot.data),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    told, _ = await process.communicate()
    return process.returncode, told.decode()


async def test_a_match_is_played_saved_and_brought_back(tmp_path: Path) -> None:
    async with Sandbox(ack_window=PATIENCE) as box:
        game = Playground(box, await box.launch(tmp_path / "data", command=BOT))
        await game.begin()
        status, copy = await command(game, "backup")
        assert status == 0, copy
        await game.choose_factions()
        status, told = await command(game, "restore", copy.strip())
        assert status == 1
        assert "another process works on this database (process" in told
        assert await game.bot.stop(within=PATIENCE) == 0, game.bot.log
        with closing(sqlite3.connect(game.bot.data / "matches.db")) as other:
            other.execute("SELECT count(*) FROM match")
            status, told = await command(game, "restore", copy.strip())
        assert status == 1
        assert "another program has matches.db open" in told
        status, told = await command(game, "restore", copy.strip())
        assert status == 0, told
        assert "In 1 match it has moves that the copy does not have." in told
        await game.bot.start()
        await game.rest()
        assert await game.bot.stop(within=PATIENCE) == 0, game.bot.log
        assert "Traceback" not in game.bot.log
        left = {path.name for path in (tmp_path / "data").rglob("*") if path.suffix in (".partial", ".restoring")}
        assert not left


async def test_the_sandbox_starts_and_ends_with_ctrl_c_whatever_letters_its_output_takes(tmp_path: Path) -> None:
    folder = tmp_path / "Łódź → here"
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.support.windows", "sandbox", "--port", "0", "--data", str(folder)),
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(HOUSE), "PYTHONIOENCODING": "cp1252"},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    assert process.stdout is not None
    lines = []
    async for line in process.stdout:
        lines.append(line.decode("cp1252"))
        if "Ctrl-C stops" in lines[-1]:
            process.send_signal(signal.SIGINT)
    assert await process.wait() == 0, lines
    assert r"\u0141\xf3d\u017a \u2192 here" in "".join(lines).replace("ó", r"\xf3")
    assert "Traceback" not in "".join(lines)
    assert (folder / "bot" / "matches.db").exists()
    assert (folder / "world.json").exists()
