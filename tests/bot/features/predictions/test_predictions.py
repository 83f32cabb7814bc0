"""Predicting by buttons and by command, what is told of it, and what happens when it comes too late or otherwise."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import discord
import pytest

from bot.features.predictions.service import Predicting
from bot.matches.refusals import Refusal
from storage import Forecaster, Foreseen
from storage.predictions import PredictionRepository
from tests.bot.features.predictions.playing import (
    PREDICTED,
    a_round,
    ended,
    leader,
    others,
    rolled,
    said_in_public,
)
from tests.bot.features.rounds import begun
from tests.bot.forged import only_refusals, said
from tests.bot.world import World, button_ids, pings, world
from tests.support.registering import register

pytestmark = pytest.mark.usefixtures("no_incident", "with_toy")


@pytest.fixture
def with_toy(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot that knows the toy, with predictions, beside its own games."""
    register(monkeypatch, PREDICTED)


async def _says(made: World, user: int, match_id: str, answer: str, number: int = 1) -> None:
    match = await made.bot.matches.load(match_id)
    await made.bot.services.get(Predicting).predict(match, user, number, "", answer)


async def test_by_buttons_from_the_board_to_the_table(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id = await begun(made, rounds=3)
        live = await made.live(match_id)
        assert "predict" not in button_ids((await made.press(made.anna, live, "play")).response)
        panel = (await made.press(made.tina, live, "play")).response
        await made.press(made.tina, panel, "predict")
        await made.settle()
        page = made.message(panel.channel_id, panel.id)
        assert "Who leads after round 1?" in page.content
        assert "You have not predicted anything yet." in page.content
        await made.press(made.tina, page, "predict", "1", "-", "1")
        await made.settle()
        assert "Noted. You say: Max." in made.message(page.channel_id, page.id).content
        await made.press(made.tina, page, "predict", "1", "-", "0")
        assert "You say: Anna." in made.message(page.channel_id, page.id).content
        assert "1 person has predicted it." in made.message(page.channel_id, page.id).content
        await _says(made, made.bea.id, match_id, "1")
        since = len(made.env.http_requests)
        right = await a_round(made, match_id)
        await made.settle()
        (told,) = said_in_public(made, since)
        board, line = (await made.thread(match_id)).history()[-2:]
        assert board.id == (await made.live(match_id)).id, "what it is about comes first"
        assert line.content == told["content"]
        name = {"0": "Tina", "1": "Bea"}.get(right)
        assert told["content"].endswith(f"1 of 2 foresaw it: {name}." if name else "Nobody foresaw it (2 predictions).")
        assert told["allowed_mentions"]["parse"] == []
        assert made.tina.id not in [user for _, users in pings(made, since) for user in users]
        shown = said(await made.tina.slash(made.channel, "leaderboard", kind="predictions"))
        assert ("+0.67" in shown) is (name is not None)
        await made.press(made.tina, page, "show")
        await made.press(made.tina, page, "predict")
        assert "Who leads after round 2?" in made.message(page.channel_id, page.id).content
        only_refusals(made)


async def test_by_command_and_from_a_message_to_a_follower(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        await made.tina.slash(made.channel, "settings dm", on=True)
        match_id = await begun(made, rounds=3)
        thread = await made.thread(match_id)
        page = await made.tina.slash(made.channel, "predict")
        assert "Who leads after round 1?" in said(page)
        await made.press(made.tina, page.response, "predict", "table", "0")
        assert "Nobody is on it yet." in made.message(page.response.channel_id, page.response.id).content
        await made.tina.slash(thread, "match follow", what="highlights")
        await made.settle()
        since = len(made.env.http_requests)
        await a_round(made, match_id)
        await made.settle()
        assert said_in_public(made, since) == []  # nobody had predicted anything
        sent = [r.json for r in made.env.http_requests[since:] if r.method == "POST" and isinstance(r.json, dict)]
        (news,) = [one for one in sent if "📣" in str(one.get("content"))]
        assert f"b:{match_id}:predict:" in str(news["components"])
        only_refusals(made)


async def test_a_follower_predicts_from_a_direct_message(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        await made.tina.slash(made.channel, "settings dm", on=True)
        match_id = await begun(made, rounds=4)
        await made.tina.slash(await made.thread(match_id), "match follow", what="highlights")
        await a_round(made, match_id)
        await made.settle()
        news = next(m for m in made.tina.user.dm_channel.history() if "📣" in m.content)
        asked = await made.press(made.tina.user, news, "predict")
        assert "Who leads after round 2?" in said(asked)
        page = asked.response
        await made.press(made.tina.user, page, "predict", "2", "-", "1")
        assert "Noted. You say: Max." in made.message(page.channel_id, page.id).content
        (kept,) = await made.bot.store.predictions.of(match_id, 2)
        assert (kept.user_id, kept.answer) == (made.tina.id, "1")
        await made.press(made.tina.user, page, "predict", "table", "0")
        assert "Nobody is on it yet." in made.message(page.channel_id, page.id).content
        await rolled(made, match_id)
        assert "begun" in said(await made.press(made.tina.user, news, "predict")), "what is on is closed here, too"
        since = len(made.env.http_requests)
        right = await ended(made, match_id)
        await made.settle()
        (told,) = said_in_public(made, since)
        assert ("1 of 1 foresaw it: Tina." in told["content"]) is (right == "1")
        # Whoever has taken a seat knows hidden things: the old button does not let them predict.
        await made.anna.slash(await made.thread(match_id), "match substitute", action="offer", player=made.tina)
        await made.settle()
        assert "no part in this match" in said(await made.press(made.tina.user, news, "predict"))
        only_refusals(made)


async def test_who_may_not_predict_and_where(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        assert "There is no match to predict" in said(await made.tina.slash(made.channel, "predict"))
        match_id = await begun(made, rounds=2)
        thread = await made.thread(match_id)
        assert "no part in this match" in said(await made.anna.slash(thread, "predict"))
        await made.anna.slash(thread, "match substitute", action="offer", player=made.bea)
        await made.settle()
        assert "no part in this match" in said(await made.bea.slash(thread, "predict"))
        owner = await made.bot.services.servers.of(made.guild.id)
        await made.bot.services.servers.set(replace(owner, predictions=False), now=1)
        assert "switched off" in said(await made.tina.slash(thread, "predict"))
        live = await made.live(match_id)
        assert "predict" not in button_ids((await made.press(made.tina, live, "play")).response)
        await made.bot.services.servers.set(owner, now=1)
        await made.resign(made.anna, thread)
        await made.settle()
        assert "The match is over." in said(await made.tina.slash(thread, "predict"))
        only_refusals(made)


async def test_whoever_has_played_may_not_predict_after_a_deletion(tmp_path: Path) -> None:
    """What a seat hides is not forgotten with its player."""
    async with world(tmp_path) as made:
        match_id = await begun(made, rounds=2)
        thread = await made.thread(match_id)
        await made.anna.slash(thread, "match substitute", action="offer")
        await made.bea.slash(made.channel, "match takeover", match=match_id)
        await made.settle()
        assert "no part in this match" in said(await made.anna.slash(thread, "predict"))
        await made.anna.slash(made.channel, "privacy delete", sure="DELETE")
        await made.settle()
        assert "no part in this match" in said(await made.anna.slash(thread, "predict"))
        predicting = made.bot.services.get(Predicting)
        match = await made.bot.matches.load(match_id)
        assert not await predicting.is_open(match, made.anna.id)
        assert await predicting.is_open(match, made.tina.id)
        only_refusals(made)


async def test_a_server_switches_predictions_off_and_takes_its_table_out(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id = await begun(made, rounds=3)
        role = made.guild.create_role("bosses", permissions=discord.Permissions(manage_guild=True))
        boss = made.guild.add_member(made.env.create_user("boss", global_name="Boss"), roles=[role])
        assert "Spectators may predict" in said(await boss.slash(made.channel, "server settings"))
        for answer, user in (("0", made.tina), ("1", made.bea), ("even", boss)):
            await _says(made, user.id, match_id, answer)
        assert "switched off" in said(await boss.slash(made.channel, "server settings", predictions=False))
        await a_round(made, match_id)
        await made.settle()
        assert "switched off" in said(await made.tina.slash(await made.thread(match_id), "predict"))
        exported = await boss.slash(made.channel, "server export")
        (best,) = json.loads(await exported.response.attachments[0].read())["predictions"]
        assert (best["made"], best["foreseen"], best["points"]) == (1, 1, 40)  # what was open was settled all the same
        assert "Spectators may predict" in said(await boss.slash(made.channel, "server settings", predictions=True))
        only_refusals(made)


async def test_a_late_prediction_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with world(tmp_path) as made:
        match_id = await begun(made, rounds=3)
        page = (await made.tina.slash(made.channel, "predict")).response
        await rolled(made, match_id)
        late = await made.press(made.tina, page, "predict", "1", "-", "0")
        assert "It has begun already" in said(late)
        right = await ended(made, match_id)
        late = await made.press(made.tina, page, "predict", "1", "-", right)
        assert "It has begun already" in said(late)
        assert await made.bot.store.predictions.forecaster(made.guild.id, made.tina.id) is None
        plain = PredictionRepository.keep

        async def slow(self: PredictionRepository, *given: Any, **more: Any) -> Any:
            """The die is rolled between the look at the match and the transaction."""
            monkeypatch.setattr(PredictionRepository, "keep", plain)
            await rolled(made, match_id)
            return await plain(self, *given, **more)

        monkeypatch.setattr(PredictionRepository, "keep", slow)
        with pytest.raises(Refusal, match="It has begun already"):
            await _says(made, made.tina.id, match_id, "0", 2)
        assert await made.bot.store.predictions.of(match_id, 2) == []
        only_refusals(made)


async def test_a_move_that_begins_nothing_does_not_turn_a_prediction_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with world(tmp_path) as made:
        match_id = await begun(made, rounds=3)
        plain = PredictionRepository.keep

        async def slow(self: PredictionRepository, *given: Any, **more: Any) -> Any:
            monkeypatch.setattr(PredictionRepository, "keep", plain)
            await made.play(match_id, made.anna.id, ("cheer",))
            return await plain(self, *given, **more)

        monkeypatch.setattr(PredictionRepository, "keep", slow)
        await _says(made, made.tina.id, match_id, "0")
        assert [one.answer for one in await made.bot.store.predictions.of(match_id, 1)] == ["0"]


async def _restart(made: World) -> None:
    await made.bot.posts.stop()  # else what it has in work would ask the closed store once more
    await made.bot.supervisor.stop()
    await made.restart()


async def test_a_restart_between_prediction_roll_and_result(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id = await begun(made, rounds=3)
        for user, answer in ((made.tina.id, "0"), (made.bea.id, "1")):
            await _says(made, user, match_id, answer)
        await _restart(made)
        await rolled(made, match_id)
        await made.settle()
        await _restart(made)
        since = len(made.env.http_requests)
        right = await ended(made, match_id)
        await _restart(made)
        await made.settle()
        assert len(said_in_public(made, since)) == 1
        await _restart(made)
        await made.settle()
        assert len(said_in_public(made, since)) == 1
        guesses = {one.user_id: one for one in await made.bot.store.predictions.table(made.guild.id, 0, 9)}
        expected = {"0": made.tina.id, "1": made.bea.id}.get(right)
        assert guesses == ({expected: Forecaster(expected, 1, 1, 40)} if expected else {})


async def test_the_line_comes_after_the_board_when_much_is_to_be_sent(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id = await begun(made, rounds=3)
        await _says(made, made.tina.id, match_id, "0")
        await made.bot.posts.stop()
        await a_round(made, match_id)
        await made.play(match_id, made.anna.id, ("cheer",))  # its board takes the place of the one that was to come
        waiting = [job.kind for job in await made.bot.store.jobs.of_match(match_id) if job.state == "pending"]
        assert waiting.index("foretold") < waiting.index("public")
        since = len(made.env.http_requests)
        await _restart(made)
        await made.settle()
        assert len(said_in_public(made, since)) == 1
        board, line = (await made.thread(match_id)).history()[-2:]
        assert board.id == (await made.live(match_id)).id
        assert "🔮" in line.content


@pytest.mark.parametrize("fails", ["note_told", "untold"])
async def test_a_line_that_was_sent_is_not_sent_again_when_something_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fails: str
) -> None:
    monkeypatch.setattr("bot.jobs.kinds.PASSING_WAITS", (0,))
    async with world(tmp_path) as made:
        match_id = await begun(made, rounds=3)
        await _says(made, made.tina.id, match_id, "0")
        plain = getattr(PredictionRepository, fails)

        async def failing(self: PredictionRepository, *given: Any, **more: Any) -> Any:
            monkeypatch.setattr(PredictionRepository, fails, plain)
            raise OSError("the line is gone")

        monkeypatch.setattr(PredictionRepository, fails, failing)
        since = len(made.env.http_requests)
        await a_round(made, match_id)
        await made.settle()
        assert len(said_in_public(made, since)) == 1
        assert await made.bot.store.predictions.untold(match_id) == []


async def _take_back(made: World, match_id: str) -> None:
    match = await made.bot.matches.load(match_id)
    asker = next(entry.seat for entry in reversed(match.entries) if entry.kind == "action")
    first, second = match.user_of(asker) or 0, match.user_of(1 - asker) or 0
    match = (await made.bot.matches.agree(match, first, ("takeback", "ask"))).match
    await made.bot.matches.agree(match, second, ("takeback", "accept"))


async def test_what_was_foreseen_stays_when_it_is_taken_back(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id = await begun(made, rounds=3)
        thread = await made.thread(match_id)
        await _says(made, made.tina.id, match_id, "0")
        since = len(made.env.http_requests)
        right = await a_round(made, match_id)
        await made.settle()
        counted = await made.bot.store.predictions.forecaster(made.guild.id, made.tina.id)
        for _ in range(2):
            await _take_back(made, match_id)
            assert leader(await made.bot.matches.load(match_id)) == "even"
            assert "begun" in said(await made.bea.slash(thread, "predict"))
            with pytest.raises(Refusal):
                await _says(made, made.tina.id, match_id, right)
            await ended(made, match_id)
            await made.settle()
        assert await made.bot.store.predictions.forecaster(made.guild.id, made.tina.id) == counted
        assert len(said_in_public(made, since)) == 1
        await _says(made, made.tina.id, match_id, "0", 2)
        assert "Who leads after round 2?" in said(await made.bea.slash(thread, "predict"))
        only_refusals(made)


async def test_what_has_begun_and_was_taken_back_stays_closed(tmp_path: Path) -> None:
    """Whoever predicted before counts when it comes at last; nobody else gets in, knowing how it began."""
    async with world(tmp_path) as made:
        match_id = await begun(made, rounds=3)
        thread = await made.thread(match_id)
        await _says(made, made.tina.id, match_id, "0")
        await rolled(made, match_id)
        await _take_back(made, match_id)
        assert "begun once already and was taken back" in said(await made.bea.slash(thread, "predict"))
        await made.play(match_id, made.max.id, ("pick", "1", "2"))
        right = await ended(made, match_id)
        found = await made.bot.store.predictions.forecaster(made.guild.id, made.tina.id)
        assert found is not None
        assert (found.made, found.foreseen) == (1, int(right == "0"))
        only_refusals(made)


async def test_a_match_that_is_called_off_counts_for_nothing(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id = await begun(made, rounds=3)
        await _says(made, made.tina.id, match_id, "0")
        since = len(made.env.http_requests)
        await made.resign(made.anna, await made.thread(match_id))
        await made.settle()
        assert said_in_public(made, since) == []
        assert await made.bot.store.predictions.of(match_id, 1) == []
        assert await made.bot.store.predictions.forecaster(made.guild.id, made.tina.id) is None


async def test_the_last_round_is_told_with_the_result(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id = await begun(made, rounds=2)
        await a_round(made, match_id)
        await _says(made, made.tina.id, match_id, "0", 2)
        since = len(made.env.http_requests)
        await a_round(made, match_id)
        await made.settle()
        sent = [str(r.json.get("content")) for r in made.env.http_requests[since:] if isinstance(r.json, dict)]
        assert sum("🔮" in text for text in sent) == 1
        assert any("🔮" in text and "foresaw it" in text for text in sent)


async def test_whoever_has_private_statistics_is_counted_and_not_named(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id = await begun(made, rounds=3)
        await made.tina.slash(made.channel, "settings stats", private=True)
        for answer, user in zip(("0", "1", "even"), (made.tina, made.bea, made.member("Cleo")), strict=True):
            await _says(made, user.id, match_id, answer)
        since = len(made.env.http_requests)
        right = await a_round(made, match_id)
        await made.settle()
        (told,) = said_in_public(made, since)
        assert "1 of 3 foresaw it" in told["content"]
        assert "Tina" not in told["content"]
        shown = said(await made.bea.slash(made.channel, "leaderboard", kind="predictions"))
        assert "Tina" not in shown
        assert set(others(right)) < {"0", "1", "even"}


async def test_a_deletion_leaves_the_table_and_the_numbers(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id = await begun(made, rounds=3)
        for answer, user in (("0", made.tina), ("1", made.bea), ("even", made.member("Cleo"))):
            await _says(made, user.id, match_id, answer)
        await a_round(made, match_id)
        await made.settle()
        for user in (made.tina, made.bea):
            await user.slash(made.channel, "privacy delete", sure="DELETE")
            await made.settle()
        rows = await made.bot.store.predictions.of(match_id, 1)
        assert len(rows) == 3
        assert {made.tina.id, made.bea.id}.isdisjoint(one.user_id for one in rows)
        table = await made.bot.store.predictions.table(made.guild.id, 0, 9)
        assert {made.tina.id, made.bea.id}.isdisjoint(one.user_id for one in table)


@pytest.mark.parametrize(("locale", "words"), [("de", "Du hast noch nichts"), ("es-ES", "Todavía no has")])
async def test_in_the_language_of_the_reader(tmp_path: Path, locale: str, words: str) -> None:
    async with world(tmp_path) as made:
        await begun(made, rounds=2)
        made.locales[made.tina.id] = locale
        assert words in said(await made.tina.slash(made.channel, "predict"))


async def test_forged_presses(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id = await begun(made, rounds=2)
        match = await made.bot.matches.load(match_id)
        for number, subject, answer in ((1, "", "7"), (2, "", "0"), (1, "x", "0"), (0, "", "0")):
            with pytest.raises(Refusal):
                await made.bot.services.get(Predicting).predict(match, made.tina.id, number, subject, answer)
        assert await made.bot.store.predictions.of(match_id, 1) == []


async def test_the_result_is_posted_however_much_was_foreseen_and_not_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the bot could not write in the thread for a while, the result tells all of it, as far as it has room."""

    async def untold(self: PredictionRepository, match_id: str) -> list[Foreseen]:
        return [Foreseen(number, "even", 9, 9, tuple(one.id for one in named)) for number in range(1, 16)]

    async with world(tmp_path) as made:
        named = [made.member(f"{number} {'N' * 30}") for number in range(5)]
        match_id = await begun(made, rounds=3)
        monkeypatch.setattr(PredictionRepository, "untold", untold)
        await made.resign(made.anna, await made.thread(match_id))
        await made.settle()
        (result,) = [m for m in made.channel.history() if "rematch" in button_ids(m)]
        assert "🔮" in result.content
        only_refusals(made)
