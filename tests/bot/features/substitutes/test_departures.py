"""Players who leave a server: somebody else can go on for them, and whoever comes back has lost nothing."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.features.substitutes.departures import Departures
from storage import StorageError
from tests.bot.world import World, controls, world
from tests.support.registering import register
from tests.toy.face import FACE

pytestmark = pytest.mark.usefixtures("no_incident", "with_toy")


@pytest.fixture
def with_toy(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot that knows the toy beside its own games."""
    register(monkeypatch, FACE)


async def begun(made: World) -> str:
    """Anna against Max."""
    await made.anna.slash(made.channel, "toy new", teams="1v1", opponent=made.max)
    await made.settle()
    await made.press(made.max, made.channel.last_message, "accept")
    await made.settle()
    (head,) = await made.bot.store.matches.all_open()
    return head.id


async def offered(made: World, match_id: str) -> list[str | None]:
    """Why a substitute is looked for, by seats."""
    await made.env.settle()
    await made.settle()
    return [seat.offered for seat in (await made.bot.matches.load(match_id)).match.seats]


def takers(made: World) -> list[Any]:
    """The messages in the channel with a button that takes a seat over."""
    return [m for m in made.channel.history() if any(c.press.action_id == "seat" for c in controls(m))]


async def test_whoever_has_left_is_found_by_asking_and_somebody_takes_over(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id = await begun(made)
        members = made.bot.services.get(Departures)
        await members.look()
        assert await offered(made, match_id) == [None, None]
        made.env.backend.remove_member(made.guild.id, made.max.id)
        await members.look()
        assert await offered(made, match_id) == [None, "left"]
        before = len(made.env.http_requests)
        await members.look()  # it is looked for already, so nobody asks again
        assert [r.path for r in made.env.http_requests[before:] if str(made.max.id) in r.path] == []
        (offer,) = takers(made)
        (button,) = [c for c in controls(offer) if c.press.action_id == "seat"]
        await made.press(made.tina, offer, "seat", *button.press.tokens)
        assert await offered(made, match_id) == [None, None]
        match = await made.bot.matches.load(match_id)
        assert match.users() == [made.anna.id, made.tina.id]
        assert match.match.status == "running"


def _gone(guild: int, user: int) -> discord.RawMemberRemoveEvent:
    """Return what Discord tells when a member leaves."""
    data: Any = {"guild_id": str(guild), "user": {"id": str(user)}}
    return discord.RawMemberRemoveEvent(data, SimpleNamespace(id=user))  # type: ignore[arg-type]


async def test_whoever_comes_back_while_their_seats_are_being_offered_is_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with world(tmp_path) as made:
        match_id = await begun(made)
        departures = made.bot.services.get(Departures)
        member = await made.bot.guilds[0].fetch_member(made.max.id)
        plain = departures.substitutes.left

        async def left(guild: int, user: int) -> int:
            count = await plain(guild, user)
            departures.heard("member_join", member)
            return count

        monkeypatch.setattr(departures.substitutes, "left", left)
        made.bot.dispatch("raw_member_remove", _gone(made.guild.id, made.max.id))
        assert await offered(made, match_id) == [None, None]


async def test_an_event_waits_while_the_database_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Unless another one about the same member comes."""
    async with world(tmp_path) as made:
        there = made.bot.services.get(Departures)
        departures, tried = Departures(made.bot, there.members, there.substitutes), list[str]()
        member = await made.bot.guilds[0].fetch_member(made.max.id)

        async def left(guild: int, user: int) -> int:
            tried.append("left")
            if len(tried) == 2:
                departures.heard("member_join", member)
            raise StorageError("the disk is full")

        async def returned(guild: int, user: int) -> int:
            tried.append("returned")
            raise StorageError("the disk is full")

        monkeypatch.setattr(there.substitutes, "left", left)
        monkeypatch.setattr(there.substitutes, "returned", returned)
        departures.heard("raw_member_remove", _gone(made.guild.id, made.max.id))
        for _ in range(4):
            with pytest.raises(StorageError):
                await departures.run()
        assert tried == ["left", "left", "returned", "returned"]


async def test_discord_tells_of_it_where_that_is_allowed_and_coming_back_is_as_before(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id = await begun(made)
        made.bot.dispatch("raw_member_remove", _gone(made.guild.id, made.max.id))
        assert await offered(made, match_id) == [None, "left"]
        member = await made.bot.guilds[0].fetch_member(made.max.id)
        made.bot.dispatch("member_join", member)
        assert await offered(made, match_id) == [None, None]
        await made.play(match_id, made.max.id, ("colour", "red"))
        assert (await made.bot.matches.load(match_id)).users() == [made.anna.id, made.max.id]
