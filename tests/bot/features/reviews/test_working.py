"""How a review is worked out: turn by turn, through restarts and failures, and kept."""

from __future__ import annotations

import json
import logging
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from bot.features.reviews import service
from bot.features.reviews.service import Reviews
from bot.features.reviews.words import working
from bot.texts.phrases import phrases
from games import reviews
from games.reviews import Judged, Review, Turn
from tests.bot.features.reviews.reviewed import (
    Judging,
    over,
    reviewing,
    said_first,
    turns_of,
)
from tests.bot.world import button_ids, buttons, picture, words


async def test_a_review_comes_by_itself_and_is_kept(tmp_path: Path) -> None:
    thinking = Judging()
    async with reviewing(tmp_path, thinking) as made:
        match_id, result = await over(made)
        assert "review" in button_ids(await made.live(match_id))
        since = len(made.env.http_requests)
        answer = (await made.press(made.max, result, "review")).response
        await made.settle()
        assert "Turns done: 0 of" in said_first(made, since)
        assert "press *Look again*" in said_first(made, since), "a private message can be changed for some minutes only"
        assert "Time left" not in said_first(made, since), "no turn was timed yet"
        shown = made.message(answer.channel_id, answer.id)
        assert "No turn was plainly worse" in words(shown)
        assert "Luck of the draw" in words(shown)
        assert "Redraws are not judged" in words(shown)
        drawn = await picture(shown.attachments[0])
        assert drawn.width == 1000
        assert "Chances of winning of" in shown.attachments[0].description
        count = len(thinking.judged)
        assert count == len(set(thinking.judged)) > 3, "each turn once"
        again = (await made.press(made.anna, result, "review")).response
        assert "No turn was plainly worse" in words(again)
        await made.settle()
        assert len(thinking.judged) == count


async def test_what_is_left_is_told_by_what_was_measured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It took no account of what a busy machine has others wait for, and of a turn that takes longer than others."""
    clock = [1000.0]
    monkeypatch.setattr(service, "time", SimpleNamespace(monotonic=lambda: clock[0]))
    async with reviewing(tmp_path, Judging()) as made:
        match_id, _ = await over(made)
        match = await made.bot.matches.load(match_id)
        found = turns_of(match)
        reviewed = made.bot.services.get(Reviews)
        assert reviewed.seconds_left(match, reviews.Review(1, len(found))) is None
        clock[0] += 30
        assert reviewed.seconds_left(match, reviews.Review(1, len(found))) is None
        clock[0] += 10
        one = reviews.Review(1, len(found), (found[0],))
        assert reviewed.seconds_left(match, one) == 40 * (len(found) - 1)
        clock[0] += 60
        assert reviewed.seconds_left(match, one) == 100 * (len(found) - 1)
    say = phrases("en")
    assert "Time left: about 2 minutes." in working(say, 1, 9, 61, 0)
    assert "Time left: about 1 minute." in working(say, 1, 9, 12, 0)
    assert working(say, 1, 9, None, 840_000) == (
        "The review is being worked out.\nTurns done: 1 of 9.\n"
        "If it is ready by <t:840:t>, it appears here; after that, press *Look again*."
    )


async def test_who_waits_sees_how_far_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service, "SHOWN_SECONDS", 0.0)
    async with reviewing(tmp_path, Judging()) as made:
        _, result = await over(made)
        since = len(made.env.http_requests)
        answer = (await made.press(made.anna, result, "review")).response
        await made.settle()
        edits = [str(request.json) for request in made.env.http_requests[since:] if request.method == "PATCH"]
        assert any("Turns done: 1 of" in edit and "Time left: about" in edit for edit in edits)
        assert "No turn was plainly worse" in words(made.message(answer.channel_id, answer.id))


async def test_where_nobody_waits_nothing_is_left_of_a_review_that_is_done(tmp_path: Path) -> None:
    """As in a process that does nothing but think, and in one that has worked on a part of it."""
    told: list[str] = []
    async with reviewing(tmp_path, Judging()) as made:
        match_id, _ = await over(made)
        match, reviewed = await made.bot.matches.load(match_id), made.bot.services.get(Reviews)
        reviewed.others = SimpleNamespace(  # type: ignore[assignment]
            shared=True, tell=lambda topic, what: told.append(what)
        )
        await reviewed.ask(match)
        await made.settle()
        assert told == [match_id]
        assert reviewed._begun == {}
        reviewed.seconds_left(match, reviews.Review(1, 9))
        reviewed.heard("another222")
        assert list(reviewed._begun) == [match_id]
        reviewed.heard(match_id)
        assert reviewed._begun == {}


async def test_what_was_killed_goes_on_where_it_was(tmp_path: Path) -> None:
    """A turn that is judged stays judged; the next process begins with the one after it."""
    thinking = Judging()
    async with reviewing(tmp_path, thinking) as made:
        match_id, result = await over(made)
        await made.press(made.anna, result, "review")
        await made.settle()
        whole = await made.bot.store.reviews.find(match_id)
        review = reviews.FORM.load(json.loads(whole or ""))
        half = reviews.Review(review.version, review.count, review.turns[:3])
        await made.bot.store.reviews.keep(match_id, json.dumps(reviews.FORM.dump(half)))
        await made.restart()
        made.bot.services.get(Reviews).thinking = later = Judging(failures=1)
        since = len(made.env.http_requests)
        await made.press(made.anna, result, "review")
        for _ in range(3):
            await made.settle()
            await made.env.advance_time(60)
        assert f"3 of {review.count}." in said_first(made, since)
        assert [int(seed.split()[1]) for seed in later.judged] == list(range(3, review.count))
        assert await made.bot.store.reviews.find(match_id) == whole


async def test_a_turn_that_cannot_be_judged_holds_up_no_other(tmp_path: Path) -> None:
    thinking = Judging(failures=4)
    async with reviewing(tmp_path, thinking) as made:
        match_id, result = await over(made)
        await made.press(made.anna, result, "review")
        for _ in range(8):
            await made.settle()
            await made.env.advance_time(3600)
        data = await made.bot.store.reviews.find(match_id)
        review = reviews.FORM.load(json.loads(data or ""))
        assert review.done
        assert review.turns[0].judged is None
        assert all(turn.judged is not None for turn in review.turns[1:])

        page = (await made.press(made.anna, result, "review")).response
        assert "1 turn could not be judged." in words(page)
        assert "No turn that was judged was plainly worse" in words(page)
        judged = len(thinking.judged)
        await made.press(made.anna, page, "review", "again")
        await made.settle()
        assert thinking.judged[judged:] == [f"{match_id} 0"], "that one alone is tried again"
        page = (await made.press(made.anna, result, "review")).response
        assert "could not be judged" not in words(page)
        assert "again" not in str([control.custom_id for control in buttons(page)])
        data = await made.bot.store.reviews.find(match_id)
        later = reviews.FORM.load(json.loads(data or ""))
        assert [turn.first for turn in later.turns] == sorted(turn.first for turn in later.turns)
        assert not later.failed


async def test_where_nothing_could_be_judged_it_is_said(tmp_path: Path) -> None:
    """It was said that no turn was plainly worse, beside a chart without a point."""
    thinking = Judging(failures=10**6)
    async with reviewing(tmp_path, thinking) as made:
        match_id, result = await over(made, 12)
        await made.press(made.anna, result, "review")
        match = await made.bot.matches.load(match_id)
        for _ in range(4 * len(turns_of(match)) + 4):
            await made.settle()
            await made.env.advance_time(3600)
        page = (await made.press(made.anna, result, "review")).response
        assert words(page) == "No turn of this match could be judged, so nothing can be said of it."
        assert not page.attachments
        thinking.failures = 0
        await made.press(made.anna, page, "review", "again")
        await made.settle()
        page = (await made.press(made.anna, result, "review")).response
        assert "No turn was plainly worse" in words(page)


async def test_what_was_kept_before_is_tried_again_where_nothing_was_judged(tmp_path: Path) -> None:
    async with reviewing(tmp_path, Judging()) as made:
        match_id, result = await over(made, 12)
        match = await made.bot.matches.load(match_id)
        found = turns_of(match)
        kept = reviews.FORM.dump(reviews.Review(1, len(found), tuple(found)))
        assert "failed" not in json.dumps(kept)
        await made.bot.store.reviews.keep(match_id, json.dumps(kept))
        page = (await made.press(made.anna, result, "review")).response
        assert "nothing can be said" in words(page)
        await made.press(made.anna, page, "review", "again")
        await made.settle()
        assert "No turn was plainly worse" in words((await made.press(made.anna, result, "review")).response)


async def test_computer_players_come_first(tmp_path: Path) -> None:
    thinking = Judging()
    thinking.occupied = True
    async with reviewing(tmp_path, thinking) as made:
        match_id, _ = await over(made)
        match = await made.bot.matches.load(match_id)
        service = made.bot.services.get(Reviews)
        claim: Any = None
        outcome = await service.work(match, claim, 1000)
        assert outcome is not None
        assert outcome.again_at == 2000
        assert not thinking.judged


async def test_a_newer_version_begins_anew(tmp_path: Path) -> None:
    thinking = Judging()
    async with reviewing(tmp_path, thinking) as made:
        match_id, result = await over(made)
        match = await made.bot.matches.load(match_id)
        turns = reviews.turns(match.face.game, match.replayed)
        old = reviews.Review(7, len(turns), (turns[0], turns[1]))
        await made.bot.store.reviews.keep(match_id, json.dumps(reviews.FORM.dump(old)))
        await made.press(made.anna, result, "review")
        await made.settle()
        review = reviews.FORM.load(json.loads(await made.bot.store.reviews.find(match_id) or ""))
        assert review.version == 1
        assert review.done
        assert all(turn.judged is not None for turn in review.turns)


def test_turns_of_a_review_that_is_done_stand_in_the_order_of_what_is_judged() -> None:
    turns = (Turn(1, 9, 12, Judged(1, 1)), Turn(0, 5, 11, Judged(2, 2)))
    assert reviews.in_order(Review(1, 2, turns)).turns == turns[::-1]
    assert reviews.in_order(Review(1, 3, turns)).turns == turns, "it is worked on by their places"


async def test_why_a_review_was_not_shown_is_logged_without_what_may_be_about_a_position(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.INFO, "bot.reviews")

    async def how(match: Any, review: Review) -> None:
        raise KeyError("hidden_pikeman")

    await service._told(how, SimpleNamespace(id="abcdefgh23"), Review(1, 0))  # type: ignore[arg-type]
    assert "abcdefgh23: builtins.KeyError" in caplog.text
    assert "hidden_pikeman" not in caplog.messages[0]
