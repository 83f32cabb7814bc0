"""The life of a match on the simulated Discord, by commands and by buttons."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bot.clocks.pace import PRESETS
from bot.features.clocks.absences import Absences
from bot.features.clocks.timer import ClockTimer
from tests.bot.forged import only_refusals, said
from tests.bot.world import World, controls, words, world
from tests.support.registering import register
from tests.toy.face import FACE

pytestmark = pytest.mark.usefixtures("no_incident", "with_toy")
DAY = 86_400_000


@pytest.fixture
def with_toy(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot that knows the toy beside its own games."""
    register(monkeypatch, FACE)


async def _begun(made: World, **options: Any) -> str:
    """Anna against Max."""
    await made.anna.slash(made.channel, "toy new", teams="1v1", opponent=made.max, **options)
    await made.settle()
    await made.press(made.max, made.channel.last_message, "accept")
    await made.settle()
    (head,) = await made.bot.store.matches.all_open()
    return head.id


async def test_the_pace_is_chosen_with_the_challenge_and_stands_on_its_card(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        refused = await made.anna.slash(made.channel, "toy new", pace="soon")
        assert "soon" in said(refused)
        only_refusals(made)
        match_id = await _begun(made, pace="daily")
        assert "Daily: 3 days, and 12 hours more with every turn." in made.channel.history()[0].content
        match = await made.bot.matches.load(match_id)
        assert match.pace == PRESETS["daily"]
        end = match.match.clocks[0].runs_out
        assert end is not None
        assert f"deadline <t:{end // 1000}:R>" in (await made.live(match_id)).content
        shown = said(await made.max.slash(await made.thread(match_id), "match time"))
        assert f"deadline <t:{end // 1000}:R>" in shown


async def test_a_nudge_pings_in_the_thread_once(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id = await _begun(made)
        thread = await made.thread(match_id)
        for action in (("colour", "red"), ("pick", "1", "2")):
            await made.play(match_id, made.anna.id, action)
        await made.settle()
        shown = await made.anna.slash(thread, "match time")
        await made.press(made.anna, shown.response, "time", "nudge")
        await made.settle()
        assert thread.last_message.content.startswith(f"<@{made.max.id}> 👋")
        assert "less than twelve hours" in said(await made.anna.slash(thread, "match nudge"))
        only_refusals(made)


async def test_a_claim_from_asking_to_the_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with world(tmp_path) as made:
        await made.anna.slash(made.channel, "settings dm", on=True)
        match_id = await _begun(made, pace="live")
        for action in (("colour", "red"), ("pick", "1", "2")):
            await made.play(match_id, made.anna.id, action)
        await made.settle()
        later = made.bot.matches.clock() + DAY
        monkeypatch.setattr(made.bot.matches, "clock", lambda: later)
        await made.bot.services.get(ClockTimer).catch_up(await made.bot.matches.load(match_id))
        await made.settle()
        match = await made.bot.matches.load(match_id)
        assert match.match.status == "running"
        asked = made.anna.dm_channel.last_message if hasattr(made.anna, "dm_channel") else None
        thread = await made.thread(match_id)
        shown = await made.anna.slash(thread, "match time")
        assert asked is None or "Max has run out of time" in asked.content
        await made.reply(made.anna, shown.response, "time", "claim")
        await made.settle()
        match = await made.bot.matches.load(match_id)
        assert match.match.status == "over"
        assert match.result is not None
        assert match.result.reason == "timeout"


async def test_instructions_are_given_told_and_cancelled_by_buttons(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id = await _begun(made)
        thread = await made.thread(match_id)
        panel = (await made.anna.slash(thread, "match instructions")).response
        assert "You have none." in panel.content
        await made.press(made.anna, panel, "orders", "m", "cheer")
        await made.press(made.anna, panel, "orders", "m", "cheer", "1")
        await made.settle()
        match = await made.bot.matches.load(match_id)
        assert match.entries[-1].text == "cheer"
        answered = made.message(panel.channel_id, panel.id)
        assert words(answered).startswith("Your standing instructions have answered: Cheer")
        opened = (await made.press(made.anna, await made.live(match_id), "play")).response
        assert "standing instructions" not in words(opened)
        kept = (await made.anna.slash(thread, "match instructions")).response
        assert "You cheer in round 1." in words(kept)
        await made.press(made.anna, kept, "orders", "x", "m", "cheer")
        await made.settle()
        assert "You have none." in words(made.message(kept.channel_id, kept.id))


async def test_absence_and_calendar_by_command(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        for name, given, told in (
            ("settings zone", {"zone": "Europe/Berlin"}, "Time zone: Europe/Berlin."),
            ("settings quiet", {"hours": "22-7:30"}, "Quiet hours: from 22:00 to 07:30."),
            ("settings days-off", {"days": "weekend"}, "Days off: Saturday and Sunday."),
            ("settings days-off", {"days": "sunday"}, "Days off: Sunday."),
            ("settings time", {}, "Your clocks go by this from <t:"),
            ("settings time", {}, "Until then: Time zone: Europe/Berlin. Days off: Saturday and Sunday."),
            ("settings reminders", {"where": "thread"}, "Reminders: by a ping in the thread."),
            ("settings time", {}, "Quiet hours: from 22:00 to 07:30."),
            ("away until", {"day": "7"}, "You are away until"),
            ("away show", {}, "of 30 days"),
            ("away back", {}, "Welcome back."),
            ("away back", {}, "You are not away."),
            ("away until", {"day": "soon"}, "Give a date"),
            ("away until", {"day": "99"}, "You can be away for 30 days a year"),
            ("settings quiet", {"hours": "noon"}, "Give quiet hours"),
            ("settings zone", {"zone": "Middle/Earth"}, "I do not know that time zone"),
        ):
            assert told in said(await made.anna.slash(made.channel, name, **given)), name
        only_refusals(made)


async def test_that_somebody_is_away_is_told_once_a_turn(tmp_path: Path) -> None:
    def told() -> int:
        return sum("🏖️" in words(message) for message in made.max.user.dm_channel.history())

    async with world(tmp_path) as made:
        await made.max.slash(made.channel, "settings dm", on=True)
        match_id = await _begun(made, pace="daily")
        async with made.bot.posts.paused():  # back before anybody has heard of it
            absences = made.bot.services.get(Absences)
            await absences.leave(made.anna.id, absences.matches.clock() + DAY)
            await absences.back(made.anna.id)
        await made.settle()
        assert told() == 0
        for _ in range(3):
            await made.anna.slash(made.channel, "away until", day="2")
            await made.settle()
            await made.anna.slash(made.channel, "away back")
        assert told() == 1
        for user, action in (
            (made.anna, ("colour", "red")),
            (made.max, ("colour", "green")),
            (made.anna, ("pick", "1", "2")),
            (made.max, ("pick", "3", "4")),
        ):
            await made.play(match_id, user.id, action)
        await made.settle()
        assert made.anna.id in (await made.bot.matches.load(match_id)).waited_for()
        await made.anna.slash(made.channel, "away until", day="2")
        await made.settle()
        assert told() == 2


async def test_an_absence_that_is_made_longer_is_told_when_the_end_that_was_told_has_come(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once, however often it is made longer before that."""
    async with world(tmp_path) as made:
        await made.max.slash(made.channel, "settings dm", on=True)
        await _begun(made, pace="daily")
        absences, matches = made.bot.services.get(Absences), made.bot.matches
        now = matches.clock()

        async def told_at(at: int) -> list[str]:
            monkeypatch.setattr(matches, "clock", lambda: at)
            while await made.bot.store.jobs.count_open(due_by=at):  # what is to be told later is open, too
                made.bot.posts.wake()
                await made.env.settle()
            return [text for message in made.max.user.dm_channel.history() if "🏖️" in (text := words(message))]

        await told_at(now)
        await absences.leave(made.anna.id, now + DAY)
        assert [_end(text) for text in await told_at(now)] == [(now + DAY) // 1000]
        for days in range(2, 9):
            await absences.leave(made.anna.id, now + days * DAY)
        assert len(await told_at(now + DAY - 3_600_000)) == 1
        assert sorted(map(_end, await told_at(now + DAY))) == [(now + DAY) // 1000, (now + 8 * DAY) // 1000]
        await absences.leave(made.anna.id, now + 7 * DAY)
        assert len(await told_at(now + 2 * DAY)) == 2


def _end(text: str) -> int:
    """The end of an absence that is told, in seconds."""
    return int(text.partition("<t:")[2].partition(":")[0])


async def test_one_match_leads_to_the_next_that_waits(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        ids = []
        for _ in range(2):
            await made.anna.slash(made.channel, "toy new", teams="1v1", opponent=made.max, pace="daily")
            await made.settle()
            await made.press(made.max, made.channel.last_message, "accept")
            await made.settle()
            ids.append((await made.bot.store.matches.all_open())[0].id)
        for match_id, colour in zip(ids, ("red", "green"), strict=True):
            await made.play(match_id, made.anna.id, ("colour", colour))
        await made.settle()
        listed = (await made.anna.slash(made.channel, "match mine")).response
        assert "2 matches are waiting for you." in listed.content
        assert listed.content.count("deadline <t:") == 2
        await made.play(ids[0], made.anna.id, ("pick", "1", "2"))
        await made.settle()
        listed = (await made.anna.slash(made.channel, "match mine")).response
        assert listed.content.index(ids[1]) < listed.content.index("Waiting for others") < listed.content.index(ids[0])
        panel = (await made.press(made.anna, await made.live(ids[1]), "play")).response
        await made.pick(made.anna, panel, "1", "2")
        await made.press(made.anna, panel, "do", "pick", "1", "2")
        await made.settle()
        button_ids = [c.press.action_id for c in controls(made.message(panel.channel_id, panel.id))]
        assert "mine" not in button_ids  # in the other match Anna has picked, too: none waits for her
        await made.play(ids[1], made.max.id, ("colour", "blue"))
        panel = (await made.press(made.max, await made.live(ids[1]), "play")).response
        await made.pick(made.max, panel, "3", "4")
        await made.press(made.max, panel, "do", "pick", "3", "4")
        await made.settle()
        if made.max.id not in (await made.bot.matches.load(ids[1])).waited_for():
            await made.press(made.max, panel, "mine", "next")
            await made.settle()
            assert ids[0] in [c.custom_id.split(":")[1] for c in controls(made.message(panel.channel_id, panel.id))]


async def test_a_takeback_is_asked_for_and_agreed_to_by_buttons(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id = await _begun(made)
        thread = await made.thread(match_id)
        await made.play(match_id, made.anna.id, ("colour", "red"))
        await made.play(match_id, made.max.id, ("colour", "green"))
        await made.settle()
        asked = await made.anna.slash(thread, "match takeback")
        assert "already knows it" in said(asked)
        await made.press(made.anna, asked.response, "agree", "takeback", "ask")
        await made.settle()
        assert "Anna asks for a takeback." in (await made.live(match_id)).content
        answered = await made.max.slash(thread, "match takeback")
        await made.reply(made.max, answered.response, "agree", "takeback", "accept")
        await made.settle()
        match = await made.bot.matches.load(match_id)
        assert match.state == match.start.state
        assert [e.text for e in match.entries] == ["colour red", "colour green", "takeback ask", "takeback accept"]


async def test_the_others_are_asked_about_one_player_after_the_other(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        bot, others = made.bot, {"opponent": made.max, "opponent2": made.tina}
        await made.anna.slash(made.channel, "toy new", teams="1v1v1", pace="live", **others)
        await made.settle()
        start = made.channel.last_message
        for who in others.values():
            await made.press(who, start, "accept")
            await made.settle()
        (head,) = await bot.store.matches.all_open()
        await made.play(head.id, made.tina.id, ("colour", "red"))
        await made.settle()
        # Max is back later, so that Anna is out of time first.
        await bot.matches.calendars.leave(made.max.id, bot.matches.clock(), bot.matches.clock() + 3_600_000)

        async def asked() -> list[str]:
            thread = await made.thread(head.id)
            return [m.content.partition(" has run out")[0] for m in thread.history() if "has run out" in m.content]

        about_anna = [f"{made.max.mention}, Anna", f"{made.tina.mention}, Anna"]
        for minutes in (20, 70):
            bot.clock.ahead += minutes * 60_000
            await bot.services.get(ClockTimer).catch_up(await bot.matches.load(head.id))
            bot.posts.wake()
            await made.settle()
            assert sorted(await asked()) == sorted(about_anna)
        assert len([one for one in (await bot.matches.load(head.id)).match.clocks if one.out_at is not None]) == 2
        for action in (("colour", "green"), ("pick", "1", "2")):
            await made.play(head.id, made.anna.id, action)
        await made.settle()
        about_max = [f"{made.anna.mention}, Max", f"{made.tina.mention}, Max"]
        assert sorted(await asked()) == sorted([*about_anna, *about_max])
