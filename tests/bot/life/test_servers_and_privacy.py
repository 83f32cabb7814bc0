"""What servers set, and what people take out again."""

from __future__ import annotations

import json
from pathlib import Path

import discord
import pytest
from sqlalchemy import text

from bot import registry
from bot.life.servers import Servers
from games import verify
from games.registry import GAMES
from storage import Server
from storage.schema import metadata
from tests.bot.forged import only_refusals, said
from tests.bot.world import World, world
from tests.toy import TOY
from tests.toy.face import ToyFace

pytestmark = pytest.mark.usefixtures("no_incident", "with_toy")


@pytest.fixture
def with_toy(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot that knows the toy beside its own games."""
    monkeypatch.setattr(registry, "FACES", {**registry.FACES, TOY.name: ToyFace()})
    monkeypatch.setitem(GAMES, TOY.name, TOY)


async def _begun(made: World) -> str:
    await made.anna.slash(made.channel, "match new", game="toy", teams="1v1", opponent=made.max)
    await made.settle()
    await made.press(made.max, made.channel.last_message, "accept")
    await made.settle()
    return (await made.bot.store.open_matches())[0].id


async def test_a_server_sets_its_own_pace_and_limits(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        servers, guild = made.bot.life.servers, made.guild.id
        role = made.guild.create_role("bosses", permissions=discord.Permissions(manage_guild=True))
        boss = made.guild.add_member(made.env.create_user("boss", global_name="Boss"), roles=[role])
        shown = said(await boss.slash(made.channel, "server settings", pace="brisk", most_matches=1))
        assert "Brisk: 1 day, and 2 hours more with every turn." in shown
        assert "A match ends by itself 7 days after" in shown
        match_id = await _begun(made)
        assert (await made.bot.matches.load(match_id)).match.pace == "1d+2h"
        refused = said(await made.anna.slash(made.channel, "match new", game="toy", teams="1v1"))
        assert refused == "You have 1 open matches on this server; finish one of them first."
        other = made.guild.create_text_channel("elsewhere")
        await servers.set(Server(guild, channel_id=other.id), now=2)
        assert f"<#{other.id}>" in said(await made.tina.slash(made.channel, "match new", game="toy"))
        await servers.set(Server(guild, role_id=77), now=3)
        assert "only <@&77> may" in said(await made.tina.slash(made.channel, "match new", game="toy"))
        only_refusals(made)
        fresh = Servers(made.bot.store)
        assert (await fresh.of(guild)).role_id == 77
        assert await fresh.abandon_ms(guild) == 7 * 86_400_000


async def _everywhere(made: World, number: int) -> list[str]:
    """The tables in which a number stands anywhere."""

    def look(connection: object) -> list[str]:
        found = []
        for table in metadata.sorted_tables:
            rows = connection.execute(text(f'SELECT * FROM "{table.name}"'))  # type: ignore[attr-defined]
            found += [table.name for row in rows if any(str(number) in str(value) for value in row)]
        return sorted(set(found))

    return await made.bot.store._db.read(look)


async def test_an_export_holds_what_is_kept_and_deleting_leaves_nothing(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        await made.anna.slash(made.channel, "settings dm", on=True)
        await made.anna.slash(made.channel, "settings zone", zone="Europe/Berlin")
        await made.anna.slash(made.channel, "away until", day="3")
        match_id = await _begun(made)
        await made.bot.matches.instructions.set(made.anna.id, TOY.name, "", "cheer", "cheer 2", now=1)
        await made.play(match_id, made.anna.id, ("colour", "red"))
        await made.settle()
        answer = await made.anna.slash(made.channel, "privacy export")
        (file,) = answer.response.attachments
        kept = json.loads(await file.read())
        assert {name for name, rows in kept.items() if rows} >= {"player", "calendar", "absence", "instruction", "seat"}
        assert set(await _everywhere(made, made.anna.id)) <= {*kept, "match"}, "something is not exported"
        assert "sure: DELETE" in said(await made.anna.slash(made.channel, "privacy delete"))
        only_refusals(made)
        before = await made.bot.matches.load(match_id)
        assert said(await made.anna.slash(made.channel, "privacy delete", sure="DELETE")).endswith("is deleted.")
        await made.settle()
        assert await _everywhere(made, made.anna.id) == []
        match = await made.bot.matches.load(match_id)
        assert match.seed == before.seed
        assert match.match.status == "over"
        assert match.result is not None
        assert match.result.reason == "resigned"
        assert match.replayed[-1].after == match.position
        record = await made.max.slash(await made.thread(match_id), "match record")
        (file,) = record.response.attachments
        verdict = verify.check(await file.read())
        assert verdict.status == verify.GOOD, verdict.text
        await made.anna.slash(made.channel, "privacy delete", sure="DELETE")  # again is harmless
