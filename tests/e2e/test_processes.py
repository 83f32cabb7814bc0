"""Two processes of the bot on one PostgreSQL: who answers, who posts, and how one follows another."""

from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.interactions.admission import RATES
from sandbox import Interaction, Player
from sandbox.process import environment
from storage.processes import BEAT_MS
from tests.storage.postgresql import Server, served
from tests.support.seats import Pair, button, command
from tests.support.several import Cluster, Random, Rows, cluster, until

pytestmark = pytest.mark.timeout(1800)
PATIENCE = 300.0
"""Seconds that anything may take; only a process that hangs needs them, but four of them start here one by one."""
MOVES = 60
"""Fewer than any match has left."""


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    """A PostgreSQL server of these tests alone."""
    yield from served()


async def _answered(made: Cluster, acted: Interaction) -> Interaction:
    await made.box.acknowledged(acted, PATIENCE)
    assert not acted.failed, made.box.transcript()
    return acted


async def _play(made: Cluster, rows: Rows, pair: Pair, moves: int) -> None:
    """Make moves no faster than one person may: whoever is faster is told so, and then not even that."""
    for _ in range(moves):
        await asyncio.sleep(RATES["presses"].every)
        move = rows.next(pair.thread, Random(moves))
        assert move is not None
        path, options = command(move[1])
        acted = await pair.players[move[0]].slash(pair.thread, path, wait=False, **options)
        await _answered(made, acted)


async def _offers_a_draw(made: Cluster, rows: Rows, player: Player, match_id: str) -> None:
    """From a direct message, which shard 0 hears."""
    asked = await player.slash(made.box.world.dm(player.user), "match draw", match=match_id, wait=False)
    panel = (await _answered(made, asked)).answer
    await _answered(made, await player.click(panel, button(panel, "agree") or "", wait=False))


async def _doctor(made: Cluster) -> str:
    bot = made.bots[0]
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", "doctor"),
        cwd=bot.data,
        env=environment(made.box.url, made.box.token, bot.data, bot.more),
        stdout=asyncio.subprocess.PIPE,
    )
    told, _ = await process.communicate()
    made.box.unknown.clear()  # the doctor asks for more than a bot does
    return told.decode()


async def test_processes_share_the_work_and_follow_each_other(server: Server, tmp_path: Path) -> None:
    url = server.new_database()
    async with cluster(url, tmp_path, 2, ack_window=PATIENCE) as made:
        people = made.people(4)
        await made.start(within=PATIENCE)
        rows = Rows(url)
        pairs = [
            await Pair.begin(made.box, (people[shard][0], people[shard][1]), made.channels[shard][0], PATIENCE)
            for shard in (0, 1)
        ]
        await asyncio.gather(*(_play(made, rows, pair, 4) for pair in pairs))
        assert await until(lambda: not rows.unsent(), PATIENCE)

        # What a direct message does to a match of the other shard is posted there.
        match_id = rows.one("SELECT id FROM match WHERE thread_id = :thread", thread=pairs[1].thread.id)
        player = pairs[1].players[0]
        await _offers_a_draw(made, rows, player, match_id)
        assert await until(lambda: not rows.unsent(), PATIENCE)

        # The posts of a process that was killed are taken over.
        await made.bots[1].stop(signal.SIGKILL)
        await _offers_a_draw(made, rows, player, match_id)  # or withdraws the offer
        assert await until(lambda: not rows.unsent(), PATIENCE)
        assert rows.one("SELECT count(*) FROM process WHERE kind = 'bot'") == 1
        told = await _doctor(made)
        assert "serves the shards 0 of 2" in told
        assert "fault    No process serves these shards, so their servers get no answers: 1." in told

        # A second one for the same shard is refused.
        second = made.process("0", name="second")
        with pytest.raises(RuntimeError, match=r"shard 0 is served by another process \(process \d+ on "):
            await second.start(within=PATIENCE)

        # A new one takes over while people play, and every command is answered once.
        new = made.process("0", "run", "--take-over", name="new")
        starting = asyncio.create_task(new.start(within=PATIENCE))
        for _ in range(MOVES):
            if starting.done() and made.bots[0].exited:
                break
            await _play(made, rows, pairs[0], 1)
        await starting
        assert await until(lambda: made.bots[0].exited, PATIENCE)
        assert made.bots[0].process is not None
        assert made.bots[0].process.returncode == 0
        await _play(made, rows, pairs[0], 2)
        handled = rows.one("SELECT count(*) FROM interaction")
        assert handled >= rows.one("SELECT count(*) FROM action") / 2
        assert await until(lambda: not rows.one("SELECT count(*) FROM process WHERE sharing"), PATIENCE)
        assert rows.one("SELECT count(*) FROM claim") > 0

        await made.bots[1].start(within=PATIENCE)
        await _play(made, rows, pairs[1], 1)
        assert await until(lambda: not rows.unsent(), PATIENCE)
        assert made.box.gateway.hurried == []
        for bot in (new, made.bots[1]):
            assert await bot.stop(within=PATIENCE) == 0
            assert "Traceback" not in bot.log, bot.log
        rows.close()
        assert made.box.problems() == []


async def test_a_process_that_only_thinks(server: Server, tmp_path: Path) -> None:
    url = server.new_database()
    async with cluster(url, tmp_path, 1, ack_window=PATIENCE) as made:
        ((player, _),) = made.people(2)
        await made.start(within=PATIENCE)
        thinker = made.process("0", "think", name="think")
        thinker.more["DISCORD_TOKEN"] = ""  # it needs none
        await thinker.start(within=PATIENCE)
        rows = Rows(url)
        assert await until(lambda: rows.one("SELECT count(*) FROM process WHERE kind = 'think'"), PATIENCE)
        await asyncio.sleep(BEAT_MS / 500)  # until the bot has heard of it
        opened = await player.slash(made.channels[0][0], "monolith new", computer="squire", wait=False)
        await _answered(made, opened)
        by_thinker = "SELECT count(*) FROM job WHERE pool = 'think' AND state = 'done'"
        assert await until(lambda: rows.one(by_thinker), PATIENCE)
        assert await until(lambda: not rows.unsent(), PATIENCE)
        await thinker.stop(signal.SIGKILL)
        thread = made.box.world.channels[rows.one("SELECT thread_id FROM match")]
        done = rows.one(by_thinker)
        seat, action = rows.next(thread, Random(1)) or (0, ())
        path, options = command(action)
        assert seat == 0
        await _answered(made, await player.slash(thread, path, wait=False, **options))
        assert await until(lambda: rows.one(by_thinker) > done, PATIENCE)  # the bot thinks by itself again
        assert await made.bots[0].stop(within=PATIENCE) == 0
        rows.close()
