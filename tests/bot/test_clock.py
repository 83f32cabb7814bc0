"""The time of the matches, which a sandbox moves on while the bot runs."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot.app import ArenaBot
from bot.clocks.now import Clock, now_ms
from bot.interactions.admission import Limits
from bot.matches.wishes import Wish
from storage import Store
from tests.bot.world import settings, world

HOUR = 3_600_000


def test_a_clock_without_a_file_is_that_of_the_machine() -> None:
    before = now_ms()
    clock = Clock()
    assert before <= clock() <= now_ms()
    assert clock.wanted() == 0


def test_a_file_moves_a_clock_on_and_never_back(tmp_path: Path) -> None:
    file = tmp_path / "clock"
    assert Clock(file).ahead == 0
    file.write_text(str(HOUR))
    clock = Clock(file)
    assert clock() >= now_ms() + HOUR - 1
    file.write_text("5")
    assert clock.wanted() == HOUR
    file.write_text("soon")
    with pytest.raises(ValueError, match="soon"):
        clock.wanted()


async def test_a_running_bot_follows_when_nothing_is_being_sent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with world(tmp_path) as made:
        bot = made.bot
        bot.clock.file = tmp_path / "clock"
        bot.clock.file.write_text(str(HOUR))
        sending, let_go = asyncio.Event(), asyncio.Event()
        send = bot.posts._do

        async def slowly(row: object) -> object:
            sending.set()
            await let_go.wait()
            return await send(row)  # type: ignore[arg-type]

        monkeypatch.setattr(bot.posts, "_do", slowly)
        asked = Wish(
            "monolith_arena",
            "1v1",
            made.anna.id,
            (made.max.id,),
            {},
            private=False,
            guild_id=made.guild.id,
            channel_id=made.channel.id,
        )
        await bot.lobby.new(asked, interaction_id=1)
        bot.posts.wake()
        await sending.wait()
        following = asyncio.create_task(bot._follow_clock())
        await asyncio.sleep(0.05)
        assert bot.clock.ahead == 0, "the lease of what is being sent would end at once"
        let_go.set()
        await following
        assert bot.clock.ahead == HOUR
        assert bot.matches.clock() >= now_ms() + HOUR - 1
        await made.settle()
        (head,) = await bot.store.matches.all_open()
        assert [row.attempts for row in await bot.store.jobs.of_match(head.id)] == [1]


async def test_a_bot_that_starts_again_is_as_far_ahead_as_before(tmp_path: Path) -> None:
    (tmp_path / "clock").write_text(str(HOUR))
    config = settings(tmp_path).model_copy(update={"clock_file": tmp_path / "clock"})
    async with await Store.open(config.database()) as store:
        assert ArenaBot(config, store, limits=Limits({})).matches.clock() >= now_ms() + HOUR - 1
