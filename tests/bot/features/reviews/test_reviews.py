"""Which matches have reviews, when, and for whom: nothing is said before the end."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from games.arena_of_heroes.game import ArenaOfHeroes
from games.monsters_and_myths.game import MonstersAndMyths
from tests.bot.driving import catch_up, quietly
from tests.bot.features.reviews.reviewed import (
    Judging,
    over,
    played,
    reviewing,
)
from tests.bot.forged import only_refusals
from tests.bot.world import button_ids, words


async def test_nothing_is_said_before_the_end(tmp_path: Path) -> None:
    thinking = Judging()
    async with reviewing(tmp_path, thinking) as made:
        match_id = await played(made)
        assert "review" not in button_ids(await made.live(match_id))
        answer = await made.anna.slash(made.channel, "review", match=match_id)
        assert "still on" in words(answer.response)
        await made.settle()
        assert not thinking.judged
        assert await made.bot.store.reviews.find(match_id) is None
        only_refusals(made)


async def test_only_matches_that_can_be_reviewed_are_offered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    thinking = Judging()
    monkeypatch.delattr(MonstersAndMyths, "reviewing", raising=False)
    monkeypatch.delattr(ArenaOfHeroes, "reviewing")
    async with reviewing(tmp_path, thinking) as made:
        other = await made.match(game="monsters_and_myths")
        await made.resign(made.anna, await made.thread(other))
        await made.settle()
        assert not await made.anna.autocomplete(made.channel, "review", "match", "")
        answer = words((await made.anna.slash(made.channel, "review")).response)
        assert answer == "You have not finished a match that can be reviewed. There are reviews of: Monolith Arena."
        match_id, _ = await over(made)
        offered = await made.anna.autocomplete(made.channel, "review", "match", "")
        assert [choice["value"] for choice in offered] == [match_id]
        await made.anna.slash(made.channel, "review")
        await made.settle()
        assert thinking.judged
        only_refusals(made)


async def test_only_who_may_see_the_match_sees_its_review(tmp_path: Path) -> None:
    thinking = Judging()
    async with reviewing(tmp_path, thinking) as made:
        match_id = await made.match(private=True)
        await quietly(made, match_id, random.Random(3), 30)
        await catch_up(made, match_id)
        await made.resign(made.anna, await made.thread(match_id))
        await made.settle()
        answer = await made.tina.slash(made.channel, "review", match=match_id)
        assert "no such match" in words(answer.response).lower()
        await made.settle()
        assert not thinking.judged
        only_refusals(made)


async def test_games_without_reviews_say_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(ArenaOfHeroes, "reviewing")
    async with reviewing(tmp_path, Judging()) as made:
        match_id = await made.match("arena_of_heroes")
        await made.resign(made.anna, await made.thread(match_id))
        await made.settle()
        result = next(m for m in made.channel.history() if "rematch" in button_ids(m))
        assert "review" not in button_ids(result)
        answer = await made.anna.slash(made.channel, "review", match=match_id)
        assert "no reviews of Arena of Heroes yet" in words(answer.response)
        only_refusals(made)
