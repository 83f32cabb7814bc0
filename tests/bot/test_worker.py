"""Processes that only compute for the bot: small, and gone when it is gone."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from benchmarks.measure import resident

HOUSE = Path(__file__).resolve().parents[2]
THINKS = """
import asyncio

async def main():
    # here, for a new process imports a script once more; as a module, as the bot is started, it is not
    from random import Random
    from bot.features.computers.thinking import Thinking
    from games.monolith_arena.game import GAME
    from games.referee import moments

    moment = next(m for m in moments(GAME, Random(1)) if m.before.stage == "turn" and m.choice.must)
    state, choice = moment.before, moment.choice
    legal = GAME.legal(state, choice.seat, choice.key)
    thinking = Thinking()
    await thinking.decide(GAME.computers.module, GAME.view(state, choice.seat), legal, "seed", "warlord")
    print(*thinking._pool._processes, flush=True)
    await asyncio.sleep(600)

if __name__ == "__main__":
    asyncio.run(main())
"""


def alive(process: int) -> bool:
    with contextlib.suppress(OSError):
        os.kill(process, 0)
        return Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[0] != "Z"
    return False


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="only Linux tells what a process does")
def test_what_thinks_is_small_and_ends_when_the_bot_is_killed(tmp_path: Path) -> None:
    """Nothing that only the bot needs is imported there; what a warlord has looked at is."""
    script = tmp_path / "thinks.py"
    script.write_text(THINKS, encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": str(HOUSE)}
    parent = subprocess.Popen([sys.executable, script], env=environment, stdout=subprocess.PIPE, text=True)
    try:
        assert parent.stdout is not None
        worker = int(parent.stdout.readline())
        assert alive(worker)
        size = resident(worker)
    finally:
        parent.kill()
        parent.communicate()
    until = time.monotonic() + 60
    while alive(worker) and time.monotonic() < until:
        time.sleep(0.05)
    assert not alive(worker)
    assert size < 60
