"""What an interaction costs: a press reads its match once, and a message is composed once."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from bot.publish import compose
from storage.matches import MatchRepository
from tests.bot.driving import catch_up, command, quietly, random_action
from tests.bot.world import World, controls, use, world

pytestmark = pytest.mark.usefixtures("no_incident")


@pytest.fixture
def loads(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """How matches were read since it was cleared, each way of reading by its name."""
    read: list[str] = []
    for name in ("load_whole", "load_whole_in_thread", "load", "load_by_thread", "actions"):
        monkeypatch.setattr(MatchRepository, name, _noted(getattr(MatchRepository, name), name, read))
    return read


def _noted(plain: Any, name: str, read: list[str]) -> Any:
    async def noted(self: MatchRepository, *given: Any, **more: Any) -> Any:
        read.append(name)
        return await plain(self, *given, **more)

    return noted


async def _begun(made: World) -> tuple[str, Any, Any]:
    """A match in its middle with nothing left to send; the live message and whoever is to move."""
    match_id = await made.match()
    await quietly(made, match_id, random.Random(4), 12)
    await catch_up(made, match_id)
    await made.bot.posts.stop()  # what follows is about interactions alone
    match = await made.bot.matches.load(match_id)
    return match_id, await made.live(match_id), made.actor(match.waited_for()[0])


async def test_a_press_reads_its_match_once(tmp_path: Path, loads: list[str]) -> None:
    async with world(tmp_path) as made:
        _, live, actor = await _begun(made)
        for action_id in ("play", "words", "piles", "battle"):
            loads.clear()
            answer = await made.press(actor, live, action_id)
            assert answer.response is not None
            assert len(loads) == 1, (action_id, loads)


async def test_carrying_an_action_out_reads_the_match_once(tmp_path: Path, loads: list[str]) -> None:
    async with world(tmp_path) as made:
        match_id, live, actor = await _begun(made)
        version = (await made.bot.matches.load(match_id)).match.version
        panel = (await made.press(actor, live, "play")).response
        rng = random.Random(1)
        while (await made.bot.matches.load(match_id)).match.version == version:
            found = [c for c in controls(panel) if c.press.action_id in ("show", "do") and c.press.tokens]
            loads.clear()
            await use(actor, panel, rng.choice(found))
            assert len(loads) == 1, loads
            panel = made.message(panel.channel_id, panel.id)


async def test_a_command_reads_its_match_once(tmp_path: Path, loads: list[str]) -> None:
    async with world(tmp_path) as made:
        match_id, _, actor = await _begun(made)
        match = await made.bot.matches.load(match_id)
        choice = next(c for c in match.choices if c.must)
        name, options = command(random_action(match, choice, random.Random(2)))
        thread = await made.thread(match_id)
        for path, given in ((name, options), ("match words", {}), ("monolith reserve", {}), ("match history", {})):
            loads.clear()
            await actor.slash(thread, path, **given)
            assert len(loads) == 1, (path, loads)


async def test_a_message_is_composed_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    composed: list[int] = []
    plain = compose.live_content

    def noted(*given: Any, **named: Any) -> Any:
        composed.append(1)
        return plain(*given, **named)

    async with world(tmp_path) as made:
        match_id = await made.match()
        await quietly(made, match_id, random.Random(4), 12)
        await catch_up(made, match_id)
        monkeypatch.setattr(compose, "live_content", noted)
        match = await made.bot.matches.load(match_id)
        choice = next(c for c in match.choices if c.must)
        user = match.user_of(choice.seat)
        assert user is not None
        await made.play(match_id, user, random_action(match, choice, random.Random(3)))
        await made.settle()
        assert len(composed) == 1
