"""What survives a crash, at the worst moments of sending."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.bot.driving import first_turn, live_ones, only_match
from tests.bot.world import button_ids, pings, world

pytestmark = pytest.mark.usefixtures("no_incident")


async def test_a_crash_between_commit_and_sending(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id, thread, first, other = await first_turn(made)
        since = len(made.env.http_requests)
        await made.bot.posts.stop()
        await first.slash(thread, "monolith end")
        assert pings(made, since) == []
        assert await made.bot.store.jobs.count_open() == 1
        await made.restart()
        await made.settle()
        assert pings(made, since) == [(thread.id, (other.id,))]
        assert len(await live_ones(made, match_id)) == 1
        match = await made.bot.matches.load(match_id)
        assert (await made.bot.store.messages.newest_live(match_id, "live")).version == match.match.version


async def test_a_crash_between_sending_and_noting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with world(tmp_path) as made:
        match_id, thread, first, other = await first_turn(made)
        since = len(made.env.http_requests)
        store = made.bot.store

        async def lost(*args: object, **kwargs: object) -> bool:
            raise SystemExit  # the process is gone at this very moment

        for name in ("finish", "put_back"):
            monkeypatch.setattr(store.jobs, name, lost)
        made.bot.posts._handle = _dying(made.bot.posts._handle)  # type: ignore[method-assign]
        await first.slash(thread, "monolith end")
        await made.env.settle()
        assert pings(made, since) == [(thread.id, (other.id,))]
        await made.bot.posts.stop()
        await made.restart()
        await made.settle()
        assert pings(made, since) == [(thread.id, (other.id,))]
        assert len(await live_ones(made, match_id)) == 1
        live = await made.live(match_id)
        assert "play" in button_ids(live)
        match = await made.bot.matches.load(match_id)
        assert (await made.bot.store.messages.newest_live(match_id, "live")).version == match.match.version
        # And it goes on.
        await other.slash(thread, "monolith end")
        await made.settle()
        assert pings(made, since)[1:] == [(thread.id, (first.id,))]


def _dying(handle: Any) -> Any:
    async def run(row: Any) -> None:
        try:
            await handle(row)
        except SystemExit:
            return

    return run


async def test_a_crash_between_posting_the_start_message_and_noting_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with world(tmp_path) as made:

        async def lost(*args: object, **kwargs: object) -> bool:
            raise SystemExit

        monkeypatch.setattr(made.bot.store.matches, "set_place", lost)
        for name in ("finish", "put_back"):
            monkeypatch.setattr(made.bot.store.jobs, name, lost)
        made.bot.posts._handle = _dying(made.bot.posts._handle)  # type: ignore[method-assign]
        await made.anna.slash(made.channel, "match new", game="monolith_arena", opponent=made.max)
        await made.env.settle()
        assert len(made.channel.history()) == 1
        await made.bot.posts.stop()
        await made.restart()
        await made.settle()
        assert len(made.channel.history()) == 1
        await made.press(made.max, made.channel.last_message, "accept")
        await made.settle()
        assert (await made.bot.matches.load(await only_match(made))).match.status == "running"
        assert len(made.channel.threads) == 1


@pytest.mark.parametrize(
    ("private", "part", "noting"),
    [(False, "messages", "add_start_message"), (True, "messages", "add_start_message"), (True, "matches", "set_place")],
)
async def test_a_challenge_that_is_called_off_before_it_was_noted_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, private: bool, part: str, noting: str
) -> None:
    async def away(*_: object, **__: object) -> None:
        raise ConnectionResetError

    async with world(tmp_path) as made:
        store = made.bot.store
        with monkeypatch.context() as broken:
            broken.setattr(getattr(store, part), noting, away)
            await made.anna.slash(made.channel, "match new", game="monolith_arena", opponent=made.max, private=private)
            await made.env.settle()
            (thread,) = made.channel.threads if private else (made.channel,)
            match = await made.bot.matches.load(await only_match(made))
            assert not match.match.start_message_id
            if noting == "set_place":
                assert not match.match.thread_id
                await made.bot.lobby.decline(match, made.max.id)
            else:
                assert button_ids(thread.last_message) == ["accept", "decline", "help", "proof"]
                await made.press(made.max, thread.last_message, "decline")
        await made.settle()
        assert (await made.bot.matches.load(match.id)).match.status == "cancelled"
        assert not any(button_ids(message) for message in made.channel.history())
        assert not made.channel.threads
