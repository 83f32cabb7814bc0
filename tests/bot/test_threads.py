"""The threads of matches: their names, what becomes of them at the end, and the links that lead to them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.bot.world import World, world

pytestmark = pytest.mark.usefixtures("no_incident")


async def resigned(made: World, **options: Any) -> tuple[str, Any]:
    """A match that Anna has given up, and its thread."""
    match_id = await made.match(**options)
    answer = await made.anna.slash(await made.thread(match_id), "match resign")
    await made.press(made.anna, answer.response, "agree", "resign")
    await made.settle()
    return match_id, await made.thread(match_id)


def renamings(made: World, thread: Any) -> int:
    """How often the thread got a name or was archived."""
    return sum(e.method == "PATCH" and e.path == f"/channels/{thread.id}" for e in made.env.http_requests)


def archived(made: World, thread: Any) -> bool:
    """Whether the thread is."""
    return bool(made.env.backend.get_channel(thread.id).thread_metadata.archived)


async def test_the_thread_of_a_match_that_is_over_says_so_and_is_archived(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id = await made.match()
        thread = await made.thread(match_id)
        assert thread.name == "Monolith Arena #1: Anna – Max"
        assert not archived(made, thread)
        assert renamings(made, thread) == 0
        answer = await made.anna.slash(thread, "match resign")
        await made.press(made.anna, answer.response, "agree", "resign")
        await made.settle()
        thread = await made.thread(match_id)
        assert thread.name == "Monolith Arena #1 (over): Anna – Max"
        assert archived(made, thread)
        assert renamings(made, thread) == 1


async def test_the_mark_is_in_the_language_of_the_match(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        _, thread = await resigned(made, language="de")
        assert thread.name == "Monolith Arena #1 (beendet): Anna – Max"


async def test_threads_of_the_same_two_players_are_told_apart(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        _, first = await resigned(made)
        second = await made.thread(await made.match())
        assert first.name != second.name
        assert second.name == "Monolith Arena #2: Anna – Max"


async def test_a_thread_that_may_not_be_changed_stays_open_and_the_result_is_told(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id = await made.match()
        thread = await made.thread(match_id)
        made.env.inject_error("PATCH", f"/channels/{thread.id}", status=403, code=50013, message="Missing Permissions")
        answer = await made.anna.slash(thread, "match resign")
        await made.press(made.anna, answer.response, "agree", "resign")
        await made.settle()
        assert not archived(made, thread)
        assert "Max" in made.channel.last_message.content
        assert made.channel.last_message.attachments[0].filename == "result.png"


async def test_the_first_direct_message_leads_to_the_thread(tmp_path: Path) -> None:
    """It may be faster than the thread; then it is brought up to date as soon as there is one."""
    async with world(tmp_path) as made:
        for actor in (made.anna, made.max):
            await actor.slash(made.channel, "settings dm", on=True)
        thread = await made.thread(await made.match())
        link = f"https://discord.com/channels/{made.guild.id}/{thread.id}"
        for actor in (made.anna, made.max):
            told = [m for m in actor.user.dm_channel.history() if m.author.id == made.bot.user.id]
            assert len(told) == 1
            assert link in told[0].content
            assert f"/{made.channel.id}" not in told[0].content
            first_line = told[0].content.splitlines()[0]
            assert "Monolith Arena" in first_line
            assert ("Max" if actor is made.anna else "Anna") in first_line
