"""A process that is killed between the sending of a line about predictions and the noting of it: it is told once."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from bot.features.predictions.service import Predicting
from storage.predictions import PredictionRepository
from tests.bot.features.predictions.playing import PREDICTED, a_round, said_in_public
from tests.bot.features.rounds import begun
from tests.bot.world import World, world
from tests.support.registering import register

pytestmark = pytest.mark.usefixtures("no_incident", "with_toy")


@pytest.fixture
def with_toy(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot that knows the toy, with predictions, beside its own games."""
    register(monkeypatch, PREDICTED)


async def _killed(made: World, monkeypatch: pytest.MonkeyPatch, match_id: str, number: int) -> None:
    """Play a round that somebody has predicted; the process ends once it has said who foresaw it."""
    match = await made.bot.matches.load(match_id)
    await made.bot.services.get(Predicting).predict(match, made.tina.id, number, "", "0")
    reached, never = asyncio.Event(), asyncio.Event()

    async def cut_off(self: PredictionRepository, *given: Any, **more: Any) -> None:
        reached.set()
        await never.wait()

    with monkeypatch.context() as patched:
        patched.setattr(PredictionRepository, "note_told", cut_off)
        await a_round(made, match_id)
        made.bot.posts.wake()
        await asyncio.wait_for(reached.wait(), 60)
        await made.bot.posts.stop()
        await made.bot.supervisor.stop()


async def test_the_last_line_before_a_match_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with world(tmp_path) as made:
        match_id = await begun(made, rounds=3)
        since = len(made.env.http_requests)
        await _killed(made, monkeypatch, match_id, 1)
        assert len(said_in_public(made, since)) == 1
        # The match ends before anybody has looked again: its result must not tell it once more.
        match = await made.bot.matches.load(match_id)
        await made.bot.matches.agree(match, made.anna.id, ("resign",))
        await made.restart()
        await made.settle()
        assert (await made.bot.matches.load(match_id)).match.status == "over"
        assert len(said_in_public(made, since)) == 1
        assert await made.bot.store.predictions.untold(match_id) == []


async def test_the_line_before_one_that_takes_its_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with world(tmp_path) as made:
        match_id = await begun(made, rounds=4)
        since = len(made.env.http_requests)
        await _killed(made, monkeypatch, match_id, 1)
        match = await made.bot.matches.load(match_id)
        await made.bot.services.get(Predicting).predict(match, made.tina.id, 2, "", "0")
        await a_round(made, match_id)
        await made.restart()
        await made.settle()
        first, second = said_in_public(made, since)
        assert str(first["content"]).count("🔮") == str(second["content"]).count("🔮") == 1
        assert await made.bot.store.predictions.untold(match_id) == []
