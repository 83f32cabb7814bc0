"""Two who wait are brought together: by the fingerprint that was shown, and each of them is told of it once."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.features.seeks.rounds import Rounds
from bot.features.seeks.service import GATHERED, Seeks
from bot.matches.commits import CommitEvent, match_job
from storage import MatchHead
from tests.bot.features.seeks.test_seeks import listed, opened, seek
from tests.bot.forged import only_refusals
from tests.bot.world import World, buttons, pings, world

pytestmark = pytest.mark.usefixtures("no_incident")


async def busy_meanwhile(made: World) -> None:
    """Anna looks first and has a match when Tina looks, so that each waits alone; then that match ends."""
    server = await made.bot.services.servers.of(made.guild.id)
    await made.bot.services.servers.set(replace(server, most_open=1), now=1)
    await seek(made, made.anna)
    match_id = await made.match()
    assert "You play" not in await seek(made, made.tina)
    await made.resign(made.max, await made.thread(match_id))
    await made.settle()


async def apart_until_now(made: World, people: list[Any]) -> None:
    """Each of four people looks for a match, alone because of blocks; then nobody blocks anybody.

    In that match one acts first, and the others only wait: whoever acts is told of it whatever begins the match.
    """
    pairs = [(one, other) for n, one in enumerate(people) for other in people[n + 1 :]]
    for one, other in pairs:
        await made.bot.store.blocks.add(one.id, other.id, now=1, most=100)
    for who in people:
        assert "You are pinged once" in await seek(made, who, game="arena_of_heroes", kind="1v1v1v1")
    for one, other in pairs:
        await made.bot.store.blocks.remove(one.id, other.id)


async def brought_together(made: World) -> MatchHead:
    """Look until their match is there: each look brings those together who fit then."""
    for _ in range(4):
        await made.bot.services.get(Rounds).look()
    (head,) = await opened(made)
    return head


def told(made: World, people: list[Any], since: int) -> dict[str, int]:
    """How often each was notified, by a ping or a direct message."""
    found = {who.user.name: sum(who.id in users for _, users in pings(made, since)) for who in people}
    for entry in made.env.http_requests[since:]:
        for who in people:
            if entry.method == "POST" and entry.path == f"/channels/{who.user.dm_channel.id}/messages":
                found[who.user.name] += 1
    return found


@pytest.mark.parametrize("mover", ["anna", "tina"])
async def test_the_fingerprint_is_the_one_that_was_shown(tmp_path: Path, mover: str) -> None:
    async with world(tmp_path) as made:
        await busy_meanwhile(made)
        store, who = made.bot.store, getattr(made, mover)
        (left,) = await store.seeks.of_user(who.id)
        (page,) = listed(made)
        shown = {c.press.tokens[1]: c.press.tokens[2] for c in buttons(page) if c.press.tokens[0] == "take"}
        assert len(shown) == 2
        await made.bot.services.get(Seeks).settle(left.id, made.guild.id)
        await made.settle()
        (head,) = await opened(made)
        assert head.id != left.id, "whoever moves goes to the seek of the other"
        match = await made.bot.matches.load(head.id)
        assert match.fingerprint == shown[head.id]
        only_refusals(made)


@pytest.mark.parametrize("direct", [False, True])
async def test_each_of_those_who_waited_is_told_once(tmp_path: Path, direct: bool) -> None:
    async with world(tmp_path) as made:
        people = [made.anna, made.max, made.tina, made.bea]
        for who in people if direct else []:
            await made.bot.store.people.set_player(who.id, now=1, dm=True)
        await apart_until_now(made, people)
        since = len(made.env.http_requests)
        await brought_together(made)
        await made.settle()
        assert told(made, people, since) == {who.user.name: 1 for who in people}
        only_refusals(made)


async def test_each_is_told_once_after_a_crash_between_the_steps(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        people = [made.anna, made.max, made.tina, made.bea]
        await apart_until_now(made, people)
        since = len(made.env.http_requests)
        await made.bot.posts.stop()
        head = await brought_together(made)
        assert head.status == "lobby"
        await made.restart()
        await made.settle()
        again = match_job(GATHERED, head.id)
        await made.bot.store.jobs.add(head.id, (again,), now=made.bot.matches.clock(), version=0)
        await made.bot.matches.commits.announce(CommitEvent())
        await made.settle()
        (head,) = await opened(made)
        assert head.status == "running"
        assert told(made, people, since) == {who.user.name: 1 for who in people}
        only_refusals(made)
