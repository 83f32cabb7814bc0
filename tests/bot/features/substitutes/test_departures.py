"""Players who leave a server: somebody else can go on for them, and whoever comes back has lost nothing."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.features.substitutes.departures import Departures
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


async def test_discord_tells_of_it_where_that_is_allowed_and_coming_back_is_as_before(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id = await begun(made)
        gone = discord.RawMemberRemoveEvent(
            {"guild_id": str(made.guild.id), "user": {"id": str(made.max.id)}},  # type: ignore[typeddict-item]
            SimpleNamespace(id=made.max.id),  # type: ignore[arg-type]
        )
        made.bot.dispatch("raw_member_remove", gone)
        assert await offered(made, match_id) == [None, "left"]
        member = await made.bot.guilds[0].fetch_member(made.max.id)
        made.bot.dispatch("member_join", member)
        assert await offered(made, match_id) == [None, None]
        await made.play(match_id, made.max.id, ("colour", "red"))
        assert (await made.bot.matches.load(match_id)).users() == [made.anna.id, made.max.id]
