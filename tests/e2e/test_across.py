"""Matches across servers whose shards belong to two processes on one PostgreSQL: found, played, and killed between."""

from __future__ import annotations

import asyncio
import json
import signal
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.interactions.admission import RATES
from games import agreements
from games.monolith_arena.game import GAME
from games.referee import random_action
from sandbox import Channel, Interaction, Message, Player
from tests.storage.postgresql import Server, served
from tests.support.seats import button, command
from tests.support.several import Cluster, Rows, cluster, until

pytestmark = pytest.mark.timeout(1800)
PATIENCE = 300.0
"""Seconds that anything may take; only a process that hangs needs them."""


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    """A PostgreSQL server of these tests alone."""
    yield from served()


async def _slash(made: Cluster, player: Player, place: Channel, path: str, **options: Any) -> Interaction:
    acted = await made.box.acknowledged(await player.slash(place, path, wait=False, **options), PATIENCE)
    assert not acted.failed, made.box.transcript()
    return acted


def _dm(made: Cluster, player: Player) -> Channel:
    return made.box.world.dm(player.user)


async def _allow(made: Cluster) -> None:
    owner = Player(made.box, made.box.world.owner)
    for channels in made.channels:
        acted = await _slash(made, owner, channels[0], "server settings", across=True)
        assert "other servers" in acted.text


def _boards(made: Cluster, player: Player) -> list[Message]:
    """The messages in which somebody plays, of all their matches."""
    return [m for m in player.messages() if button(m, "play") and not m.ephemeral_for]


def _listed(made: Cluster, shard: int) -> str:
    """What the list of a server says."""
    history = made.box.world.history(made.channels[shard][0])
    return "\n".join(m.text for m in history if button(m, "seek", "new"))


async def _move(made: Cluster, rows: Rows, match_id: str, people: dict[int, Player], rng: Random) -> None:
    """Let whoever is waited for play something in their direct messages."""
    await asyncio.sleep(RATES["presses"].every)
    loaded = agreements.load(GAME, json.loads(rows.one("SELECT snapshot FROM match WHERE id = :id", id=match_id)))
    choice = next(one for one in GAME.choices(loaded.state) if one.must)
    user = rows.one("SELECT user_id FROM seat WHERE match_id = :id AND seat = :seat", id=match_id, seat=choice.seat)
    path, options = command(random_action(GAME, loaded.state, choice, rng))
    await _slash(made, people[user], _dm(made, people[user]), path, match=match_id, **options)


async def test_a_match_of_two_servers_is_played_though_each_process_is_killed(server: Server, tmp_path: Path) -> None:
    url = server.new_database()
    async with cluster(url, tmp_path, 2, ack_window=PATIENCE) as made:
        there = made.people(4)
        one, other = there[0][0], there[1][0]
        people, rng = {one.id: one, other.id: other}, Random(3)
        await made.start(within=PATIENCE)
        rows = Rows(url)
        await _allow(made)
        await _slash(made, one, made.channels[0][0], "seek new", game=GAME.name, across=True)
        assert await until(lambda: one.user.display_name in _listed(made, 0), PATIENCE)
        found = await _slash(made, other, made.channels[1][0], "seek new", game=GAME.name, across=True)
        assert f"You play {one.user.display_name}, who is on another server" in found.text
        (match_id,) = [row[0] for row in rows.all("SELECT id FROM match")]
        for player in people.values():
            await made.box.expect(lambda player=player: _boards(made, player), "a board", PATIENCE)
        assert await until(lambda: not rows.unsent(), PATIENCE)
        # The list of the other server is kept by the other process, which has not been told of it.
        assert await until(lambda: one.user.display_name not in _listed(made, 0), PATIENCE)
        for _ in range(4):
            await _move(made, rows, match_id, people, rng)
        assert await until(lambda: not rows.unsent(), PATIENCE)

        # Without the process of the server on which it was found, it goes on: direct messages belong to shard 0.
        await made.bots[1].stop(signal.SIGKILL)
        for _ in range(3):
            await _move(made, rows, match_id, people, rng)
        assert await until(lambda: not rows.unsent(), PATIENCE)
        await made.bots[1].start(within=PATIENCE)

        # The one that gets direct messages dies right after a move, before all have been shown it.
        await _move(made, rows, match_id, people, rng)
        await made.bots[0].stop(signal.SIGKILL)
        assert await until(lambda: not rows.unsent(), PATIENCE), "the other process shows it"
        await made.bots[0].start(within=PATIENCE)
        for _ in range(3):
            await _move(made, rows, match_id, people, rng)
        assert await until(lambda: not rows.unsent(), PATIENCE)
        for player in people.values():
            assert len(_boards(made, player)) == 1, made.box.transcript()
            assert sum(button(m, "proof") is not None for m in player.messages()) == 1
            foreign = next(p for p in people.values() if p is not player)
            assert all(foreign.mention not in m.text for m in player.messages())
        asked = await _slash(made, one, _dm(made, one), "match resign", match=match_id)
        panel = asked.answer
        await made.box.acknowledged(await one.click(panel, button(panel, "agree") or "", wait=False), PATIENCE)
        assert await until(lambda: rows.one("SELECT status FROM match") == "over" and not rows.unsent(), PATIENCE)
        for player in people.values():
            assert any("The match is over." in m.text for m in player.messages())
        assert rows.one("SELECT count(*) FROM seeker") == 0
        for bot in made.bots:
            assert await bot.stop(within=PATIENCE) == 0
            assert "Traceback" not in bot.log, bot.log
        rows.close()
        assert made.box.problems() == []


async def test_three_of_two_servers_gather_though_a_process_is_killed(server: Server, tmp_path: Path) -> None:
    url = server.new_database()
    async with cluster(url, tmp_path, 2, ack_window=PATIENCE) as made:
        (one, last), (other, *_) = made.people(4)
        await made.start(within=PATIENCE)
        rows = Rows(url)
        await _allow(made)
        wish = {"game": "arena_of_heroes", "kind": "1v1v1", "across": True}
        await _slash(made, one, made.channels[0][0], "seek new", **wish)
        told = await _slash(made, other, made.channels[1][0], "seek new", **wish)
        assert "2 of 3 there" in told.text
        assert one.user.display_name not in told.text
        # The list of each server is kept by a process of its own, and names nobody of the other one.
        for shard, here, away in ((0, one, other), (1, other, one)):

            def is_listed(shard: int = shard, here: Player = here) -> bool:
                return here.user.display_name in _listed(made, shard) and "1 from another server" in _listed(
                    made, shard
                )

            assert await until(is_listed, PATIENCE), _listed(made, shard)
            assert away.user.display_name not in _listed(made, shard)
        await made.bots[1].stop(signal.SIGKILL)
        found = await _slash(made, last, made.channels[0][0], "seek new", **wish)
        assert other.user.display_name in found.text
        (match_id,) = [row[0] for row in rows.all("SELECT id FROM match")]
        people = (one, other, last)
        for player in people:
            await made.box.expect(lambda player=player: _boards(made, player), "a board", PATIENCE)
        await made.bots[1].start(within=PATIENCE)
        assert await until(lambda: other.user.display_name not in _listed(made, 1), PATIENCE)
        assert await until(lambda: not rows.unsent(), PATIENCE)
        for player in people:
            assert len(_boards(made, player)) == 1, made.box.transcript()
            assert all(p.mention not in m.text for p in people if p is not player for m in player.messages())
        homes = rows.all("SELECT user_id, guild_id FROM home WHERE match_id = :id", id=match_id)
        assert {row[0] for row in homes} == {player.id for player in people}
        assert len({row[1] for row in homes}) == 2
        for bot in made.bots:
            assert await bot.stop(within=PATIENCE) == 0
            assert "Traceback" not in bot.log, bot.log
        rows.close()
        assert made.box.problems() == []


@pytest.mark.parametrize(
    ("number", "wish"),
    [(16, {"game": GAME.name}), (18, {"game": "arena_of_heroes", "kind": "1v1v1"})],
    ids=["two", "three"],
)
async def test_many_who_look_on_both_processes_at_once_are_matched_once(
    server: Server, tmp_path: Path, number: int, wish: dict[str, Any]
) -> None:
    url = server.new_database()
    async with cluster(url, tmp_path, 2, ack_window=PATIENCE) as made:
        there = made.people(number)
        await made.start(within=PATIENCE)
        rows = Rows(url)
        await _allow(made)
        seekers = [(shard, who) for shard, some in enumerate(there) for who in some]
        begun = [
            who.slash(made.channels[shard][0], "seek new", **wish, across=True, wait=False) for shard, who in seekers
        ]
        for acted in await asyncio.gather(*begun):
            assert not (await made.box.acknowledged(acted, PATIENCE)).failed

        def all_in() -> bool:
            return rows.one("SELECT count(*) FROM seat") == len(seekers) and not rows.one("SELECT count(*) FROM seeker")

        assert await until(all_in, PATIENCE), rows.all("SELECT match_id, user_id FROM seat")
        seats = Counter(row[0] for row in rows.all("SELECT user_id FROM seat"))
        assert set(seats.values()) == {1}
        assert await until(
            lambda: not rows.unsent() and rows.one("SELECT count(*) FROM match WHERE status <> 'running'") == 0,
            PATIENCE,
        )
        homes = rows.all("SELECT match_id, count(DISTINCT guild_id) FROM home GROUP BY match_id")
        assert all(count == 2 for _, count in homes), "those of one server play there"
        for bot in made.bots:
            assert await bot.stop(within=PATIENCE) == 0
            assert "Traceback" not in bot.log, bot.log
        rows.close()
        assert made.box.problems() == []
