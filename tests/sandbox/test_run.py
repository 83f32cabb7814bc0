"""`python -m bot sandbox`, as far as it needs a process; and that the bot in it reaches nothing else."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from sandbox.process import HOUSE, environment

REACH = """
import socket, sys
for act in (
    lambda: socket.create_connection(("192.0.2.1", 80), timeout=1),
    lambda: socket.getaddrinfo("discord.com", 443),
    lambda: socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"x", ("192.0.2.1", 53)),
    lambda: socket.gethostbyname("discord.com"),
):
    try:
        act()
    except PermissionError as error:
        print(error)
    else:
        sys.exit("something was reached")
server = socket.create_server(("127.0.0.1", 0))
socket.create_connection(server.getsockname()).close()
"""
RUN = """
import sys
from bot.__main__ import main
sys.exit(main(["sandbox", "--port", sys.argv[1], "--data", sys.argv[2]]))
"""


def test_the_bot_in_the_sandbox_reaches_nothing_but_loopback(tmp_path: Path) -> None:
    env = environment("http://127.0.0.1:9", "token", tmp_path)
    done = subprocess.run([sys.executable, "-c", REACH], env=env, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("refused") == 4


def test_the_operators_settings_do_not_reach_the_bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "real")
    monkeypatch.setenv("DATABASE_URL", "sqlite+aiosqlite:////real.db")
    monkeypatch.setenv("DEV_GUILD_ID", "5")
    env = environment("http://127.0.0.1:9", "token", tmp_path)
    assert env["DISCORD_TOKEN"] == "token"
    assert env["DATABASE_URL"] == ""
    assert env["DEV_GUILD_ID"] == ""
    assert env["DATA_DIR"] == str(tmp_path)


def test_redirects_nothing_without_being_asked() -> None:
    env = {**os.environ, "PYTHONPATH": f"{HOUSE / 'sandbox' / 'redirect'}"}
    env.pop("SANDBOX_URL", None)
    code = "import discord.http as h, sys; sys.exit('sandbox' in repr(sys.meta_path) or '127.0' in h.Route.BASE)"
    assert subprocess.run([sys.executable, "-c", code], env=env, timeout=120).returncode == 0


async def test_run_prints_its_address_and_stops_cleanly(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("DISCORD_TOKEN=real\nDATABASE_URL=sqlite+aiosqlite:////nowhere/real.db\n")
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        RUN,
        "0",
        str(tmp_path / "kept"),
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(HOUSE), "DISCORD_TOKEN": "real"},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    assert process.stdout is not None
    lines: list[str] = []
    async for raw in process.stdout:
        lines.append(raw.decode())
        if lines[-1].startswith("Play at"):
            break
    address = lines[-1].split()[2]
    page = await asyncio.to_thread(lambda: urllib.request.urlopen(address, timeout=30).read().decode())
    assert "main.js" in page
    process.send_signal(signal.SIGINT)
    rest = (await process.stdout.read()).decode()
    assert await asyncio.wait_for(process.wait(), 60) == 0, [*lines, rest]
    assert "refused" not in rest
    assert (tmp_path / "kept" / "bot" / "matches.db").exists()
    assert (tmp_path / "kept" / "world.json").exists()


async def test_a_port_that_is_taken_is_said(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        done = await asyncio.to_thread(
            subprocess.run,
            [sys.executable, "-c", RUN, port, str(tmp_path)],
            env={**os.environ, "PYTHONPATH": str(HOUSE)},
            capture_output=True,
            text=True,
            timeout=120,
        )
    assert done.returncode == 1
    assert port in done.stderr
    assert "Traceback" not in done.stderr


async def test_a_folder_that_cannot_be_used_is_said(tmp_path: Path) -> None:
    (tmp_path / "world.json").write_text("{}")
    done = await asyncio.to_thread(
        subprocess.run,
        [sys.executable, "-c", RUN, "0", str(tmp_path)],
        env={**os.environ, "PYTHONPATH": str(HOUSE)},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 1
    assert str(tmp_path) in done.stderr
    assert "Traceback" not in done.stderr
