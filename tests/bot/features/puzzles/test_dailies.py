"""Puzzles of the day through simulated Discord, where something fails: each is posted once, each server by itself."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import aiohttp
import discord
import pytest

from bot.features.puzzles.daily import GIVEN_UP_DAYS, REST_MS, Dailies
from bot.people.settings import DAY_MS
from storage import Daily, Tried
from tests.bot.world import World, words, world

NOON = 20_000 * DAY_MS + DAY_MS // 2
SOON_MS = 310_000
NOWHERE = 12_345


class Killed(BaseException):
    """Ends what runs, as the end of the process does."""


async def look(made: World, monkeypatch: pytest.MonkeyPatch, at: int) -> None:
    monkeypatch.setattr(made.bot.matches, "clock", lambda: at)
    await made.bot.services.get(Dailies).look()


async def want(made: World, guild: int, **more: Any) -> None:
    """Set what a server wants."""
    servers = made.bot.services.servers
    await servers.set(replace(await servers.of(guild), **more), now=1)


def told(channel: Any, what: str) -> list[str]:
    return [words(one) for one in channel.history() if what in words(one)]


def warnings(caplog: pytest.LogCaptureFixture) -> list[str]:
    there = [one.getMessage() for one in caplog.records if one.levelno >= logging.WARNING]
    return [one for one in there if "puzzle of the day" in one]


def dying(made: World, monkeypatch: pytest.MonkeyPatch, when: Callable[[Daily], bool]) -> None:
    """The bot is killed before it notes such a thing of a day."""
    note = made.bot.store.dailies.note

    async def noting(new: Daily) -> None:
        if when(new):
            raise Killed
        await note(new)

    monkeypatch.setattr(made.bot.store.dailies, "note", noting)


@pytest.mark.usefixtures("no_incident")
async def test_a_puzzle_that_was_posted_and_not_noted_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with world(tmp_path) as made:
        await want(made, made.guild.id, puzzle_channel_id=made.channel.id)
        dying(made, monkeypatch, lambda new: new.posted_at is not None)
        with pytest.raises(Killed):
            await look(made, monkeypatch, NOON)
        assert len(told(made.channel, "Puzzle of the day")) == 1
        await made.restart()
        await look(made, monkeypatch, NOON + SOON_MS)
        assert len(told(made.channel, "Puzzle of the day")) == 1
        (daily,) = await made.bot.store.dailies.of(made.guild.id)
        assert daily.posted_at == NOON + SOON_MS
        await look(made, monkeypatch, NOON + DAY_MS)
        assert len(told(made.channel, "Puzzle of the day")) == 2


@pytest.mark.usefixtures("no_incident")
@pytest.mark.parametrize("later", [SOON_MS, DAY_MS])
async def test_results_that_were_posted_and_not_noted_are_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, later: int
) -> None:
    async with world(tmp_path) as made:
        await want(made, made.guild.id, puzzle_channel_id=made.channel.id)
        await look(made, monkeypatch, NOON)
        (daily,) = await made.bot.store.dailies.of(made.guild.id)
        dying(made, monkeypatch, lambda new: new.told_at is not None)
        with pytest.raises(Killed):
            await look(made, monkeypatch, NOON + DAY_MS)
        assert len(told(made.channel, "has solved it")) == 1
        await made.restart()
        await made.bot.store.dailies.take_up(made.guild.id, daily.day, made.anna.id)
        solved = Tried(daily.game, daily.puzzle, 1, "", 0, NOON, solved_at=NOON + DAY_MS)
        await made.bot.store.puzzles.keep(made.anna.id, solved)
        await look(made, monkeypatch, NOON + DAY_MS + later)
        assert len(told(made.channel, "solved it")) == 1, "although one more has solved it since then"
        await look(made, monkeypatch, NOON + 3 * DAY_MS)
        assert len(told(made.channel, "solved it")) == 2


@pytest.mark.usefixtures("no_incident")
async def test_a_channel_that_is_gone_is_told_once_and_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with world(tmp_path) as made:
        logs = made.guild.create_text_channel("logs")
        await want(made, made.guild.id, puzzle_channel_id=NOWHERE, puzzle_game="arena", log_channel_id=logs.id)
        for later in range(3):
            await look(made, monkeypatch, NOON + later * SOON_MS)
        assert len(told(logs, "was deleted")) == 1
        assert len(warnings(caplog)) == 2, "that it failed, and that it is given up"
        server = await made.bot.store.servers.find(made.guild.id)
        assert (server.puzzle_channel_id, server.puzzle_game, server.log_channel_id) == (None, "arena", logs.id)
        await want(made, made.guild.id, puzzle_channel_id=made.channel.id)
        await look(made, monkeypatch, NOON + 3 * SOON_MS)
        assert len(told(made.channel, "Puzzle of the day")) == 1


@pytest.mark.usefixtures("no_incident")
async def test_a_channel_that_is_closed_is_told_once_and_given_up_after_a_week(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with world(tmp_path) as made:
        logs = made.guild.create_text_channel("logs")
        await want(made, made.guild.id, puzzle_channel_id=made.channel.id, log_channel_id=logs.id)
        refused = {"status": 403, "code": 50_001, "message": "Missing Access", "times": None}
        made.env.inject_error("POST", f"/channels/{made.channel.id}/messages", **refused)
        asked = len(made.env.http_requests)
        for later in range(4):
            await look(made, monkeypatch, NOON + later * SOON_MS)
        tries = [one for one in made.env.http_requests[asked:] if f"/channels/{made.channel.id}/messages" in one.path]
        assert [one.method for one in tries] == ["POST"], "the next try is an hour later"
        await look(made, monkeypatch, NOON + REST_MS)
        assert len(warnings(caplog)) == 1
        for day in range(1, GIVEN_UP_DAYS):
            await made.restart()
            await look(made, monkeypatch, NOON + day * DAY_MS)
            await look(made, monkeypatch, NOON + day * DAY_MS + REST_MS)
        assert len(warnings(caplog)) == GIVEN_UP_DAYS
        assert len(told(logs, "After a week I stop trying.")) == 1
        assert (await made.bot.store.servers.find(made.guild.id)).puzzle_channel_id == made.channel.id
        await look(made, monkeypatch, NOON + GIVEN_UP_DAYS * DAY_MS)
        assert (await made.bot.store.servers.find(made.guild.id)).puzzle_channel_id is None


@pytest.mark.usefixtures("no_incident")
async def test_a_channel_that_is_open_again_gets_its_puzzle_within_an_hour(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with world(tmp_path) as made:
        await want(made, made.guild.id, puzzle_channel_id=made.channel.id)
        refused = {"status": 403, "code": 50_013, "message": "Missing Permissions"}
        made.env.inject_error("POST", f"/channels/{made.channel.id}/messages", **refused)
        await look(made, monkeypatch, NOON)
        assert told(made.channel, "Puzzle of the day") == []
        await look(made, monkeypatch, NOON + REST_MS)
        assert len(told(made.channel, "Puzzle of the day")) == 1


@pytest.mark.parametrize(
    ("error", "incidents"),
    [
        (discord.RateLimited(700.0), 0),
        (aiohttp.ClientConnectionError("away"), 0),
        (ConnectionResetError(), 0),
        (ValueError("a picture that cannot be drawn"), 1),
    ],
)
async def test_a_server_that_fails_holds_up_no_other(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    error: Exception,
    incidents: int,
) -> None:
    async with world(tmp_path) as made:
        channels = [made.env.create_guild(name).create_text_channel("puzzles") for name in ("first", "second")]
        for channel in channels:
            await want(made, channel.guild.id, puzzle_channel_id=channel.id)
        dailies = made.bot.services.get(Dailies)
        post = dailies._post

        async def failing(guild: int, *given: Any) -> None:
            if guild == broken:
                raise error
            await post(guild, *given)

        monkeypatch.setattr(dailies, "_post", failing)
        broken = (await made.bot.store.dailies.channels())[0][0]
        for later in range(3):
            await look(made, monkeypatch, NOON + later * SOON_MS)
        posted = {channel.guild.id: len(told(channel, "Puzzle of the day")) for channel in channels}
        assert posted == {channel.guild.id: int(channel.guild.id != broken) for channel in channels}
        assert len(warnings(caplog)) == 1
        assert sum("incident" in one for one in warnings(caplog)) == incidents
        monkeypatch.setattr(dailies, "_post", post)
        await look(made, monkeypatch, NOON + REST_MS)
        assert [len(told(channel, "Puzzle of the day")) for channel in channels] == [1, 1]


@pytest.mark.usefixtures("no_incident")
async def test_the_covered_solution_is_whole_however_many_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with world(tmp_path) as made:
        store = made.bot.store
        await want(made, made.guild.id, puzzle_channel_id=made.channel.id)
        await look(made, monkeypatch, NOON)
        (daily,) = await store.dailies.of(made.guild.id)
        for number in range(60):
            user = made.env.create_user(f"u{number}", global_name=f"Somebody With A Long Name {number:04}").id
            await store.dailies.take_up(made.guild.id, daily.day, user)
            await store.dailies.name(made.guild.id, daily.day, user, named=True)
            for puzzle, day in ((daily.puzzle, 0), ("another", 1)):
                at = NOON - day * DAY_MS
                await store.puzzles.keep(user, Tried(daily.game, puzzle, 1, "", 0, at, solved_at=at))
        await look(made, monkeypatch, NOON + DAY_MS)
        (results,) = told(made.channel, "Yesterday's puzzle")
        assert "60 people have solved it." in results
        before, covered, after = results.split("||")
        assert (after, covered[:13]) == ("", "The solution:")
        assert re.search(r"Among them: Somebody .* \(2 days in a row\) and \d+ others\.\n$", before)
