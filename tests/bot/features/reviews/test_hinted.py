"""A review that blames what a hint has said tells so."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from bot.features.reviews.service import Reviews, counting
from games import reviews
from games.computers import think
from games.reviews import Judged, Moment
from tests.bot.features.computers.test_hints import Asked, opened
from tests.bot.forged import only_refusals
from tests.bot.thinking import computing
from tests.bot.world import button_ids, words

pytestmark = pytest.mark.usefixtures("no_incident")


class Blaming(Asked):
    """Says of every turn that another one would have been much better."""

    async def judge(self, module: str, turn: Sequence[Moment], seed: str) -> tuple[Judged | None, int]:
        return Judged(4000, 7000, 100, (("end",),)), 1


@pytest.mark.parametrize("followed", [True, False])
async def test_a_turn_that_a_hint_has_said_is_told_to_be_one(tmp_path: Path, followed: bool) -> None:
    hints, blaming = Asked(), Blaming()
    async with computing(tmp_path) as made:
        match_id = await opened(made, hints)
        made.bot.services.get(Reviews).thinking = blaming
        panel = (await made.press(made.anna, await made.live(match_id), "play")).response
        await made.press(made.anna, panel, "hint")
        await made.settle()
        question: tuple[Any, ...] = hints.asked[-1]
        decision, _ = think(*question)
        actions = (decision.action, *decision.plan) if followed else (decision.action,)
        before = (await made.bot.matches.load(match_id)).newest
        for action in actions:
            await made.play(match_id, made.anna.id, action)
        match = await made.bot.matches.load(match_id)
        while not match.replayed[-1].step.turns_ended:  # without the hint, by what comes first
            choice = next(one for one in match.choices if one.must)
            legal = match.face.game.legal(match.state, choice.seat, choice.key)
            await made.play(match_id, made.anna.id, ("end",) if ("end",) in legal else legal[0], key=choice.key)
            match = await made.bot.matches.load(match_id)
        await made.settle()
        await made.resign(made.anna, await made.thread(match_id))
        await made.settle()
        result = next(m for m in made.channel.history() if "rematch" in button_ids(m))
        await made.press(made.anna, result, "review")
        await made.settle()
        match = await made.bot.matches.load(match_id)
        turns = reviews.turns(match.face.game, counting(match))
        place = next(place for place, turn in enumerate(turns) if turn.first <= before + 1 <= turn.last)
        whole = (await made.press(made.anna, result, "review")).response
        page = (await made.press(made.anna, whole, "review", str(place))).response
        assert words(page).startswith(f"**Turn {place + 1}:")
        assert ("A hint says to play this, too" in words(page)) == followed
        assert question in blaming.asked, "it is asked what the hint was asked"
        only_refusals(made)
