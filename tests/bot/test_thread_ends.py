"""What stands in the thread at the beginning and at the end of a match, and the selects of `/settings time`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bot.driving import PAIR
from tests.bot.world import button_ids, controls, world

pytestmark = pytest.mark.usefixtures("no_incident")


async def test_the_thread_begins_with_how_to_play_and_ends_with_card_and_rematch(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id = await made.match()
        live = await made.live(match_id)
        assert "help" in button_ids(live)
        assert "rematch" not in button_ids(live)
        panel = (await made.press(made.anna, live, "play")).response
        assert "plan" not in button_ids(panel), "nothing can be planned while factions are chosen"
        for user, faction in ((made.anna.id, PAIR[0]), (made.max.id, PAIR[1])):
            await made.play(match_id, user, ("faction", faction))
        match = await made.bot.matches.load(match_id)
        await made.bot.matches.agree(match, made.anna.id, ("resign",))
        await made.settle()
        over = await made.live(match_id)
        assert over.content.count("Anna resigned") == 1
        assert over.content.count("Max won") == 1
        assert [one.filename for one in over.attachments] == ["result.png"]
        assert "help" not in button_ids(over)
        channel = made.channel.history()
        assert sum(message.content.count("Max won") for message in channel) == 1, "the channel says it once, too"
        assert sum(button_ids(message).count("rematch") for message in channel) == 1
        await made.press(made.max, over, "rematch")
        await made.settle()
        assert len(await made.bot.store.matches.all_open()) == 1


async def test_a_private_match_says_its_end_once_in_its_thread(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id = await made.match(private=True)
        thread = await made.thread(match_id)
        await made.resign(made.anna, thread)
        await made.settle()
        told = [message for message in thread.history() if "Max won" in message.content]
        assert [message.content.count("Max won") for message in told] == [1]
        assert [one.filename for one in told[0].attachments] == ["result.png"]
        assert all("Max won" not in message.content for message in made.channel.history())
        thread = await made.thread(match_id)
        assert "(over)" in thread.name
        assert made.env.backend.get_channel(thread.id).thread_metadata.archived
        await made.press(made.max, told[0], "rematch")
        await made.settle()
        assert len(await made.bot.store.matches.all_open()) == 1


async def test_settings_about_time_are_chosen_from_selects(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        panel = (await made.anna.slash(made.channel, "settings time")).response
        assert "`/settings zone`" in panel.content
        for tokens, line in (
            (("quiet", "22:00-07:00"), "Quiet hours: from 22:00 to 07:00."),
            (("days", "weekend"), "Days off: Saturday and Sunday."),
            (("remind", "none"), "Reminders: none."),
            (("quiet", "off"), "Quiet hours: none."),
        ):
            await made.press(made.anna, panel, "calendar", *tokens)
            panel = made.message(panel.channel_id, panel.id)
            assert line in panel.content
        assert len([c for c in controls(panel) if c.press.action_id == "calendar"]) == 11
