"""What servers set, and what people take out again."""

from __future__ import annotations

import asyncio
import gzip
import json
import sqlite3
from contextlib import closing
from dataclasses import asdict, replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from sqlalchemy import text

from bot.commands import server_export
from bot.commands.server import _cannot_ping
from bot.features.privacy import REST, Privacy
from bot.features.standing_orders.orders import StandingOrders
from bot.interactions.admission import Limits, Rate
from bot.jobs.worker import ATTEMPT_SECONDS
from bot.people.settings import Servers
from bot.texts.phrases import phrases
from games import verify
from storage import Daily, NewJob, NewMessage, Server
from storage.dialects import file_of, sqlite_files
from storage.schema import metadata
from tests.bot.forged import only_refusals, said
from tests.bot.world import World, world
from tests.support.jobs import claim_timers, timers
from tests.support.registering import register
from tests.toy import TOY
from tests.toy.face import FACE

pytestmark = pytest.mark.usefixtures("no_incident", "with_toy")


@pytest.fixture
def with_toy(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot that knows the toy beside its own games."""
    register(monkeypatch, FACE)


async def _begun(made: World) -> str:
    await made.anna.slash(made.channel, "toy new", teams="1v1", opponent=made.max)
    await made.settle()
    await made.press(made.max, made.channel.last_message, "accept")
    await made.settle()
    return (await made.bot.store.matches.all_open())[0].id


async def test_a_server_sets_its_own_pace_and_limits(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        servers, guild = made.bot.services.servers, made.guild.id
        role = made.guild.create_role("bosses", permissions=discord.Permissions(manage_guild=True))
        boss = made.guild.add_member(made.env.create_user("boss", global_name="Boss"), roles=[role])
        shown = said(await boss.slash(made.channel, "server settings", pace="brisk", most_matches=1))
        assert "Brisk: 1 day, and 2 hours more with every turn." in shown
        assert "A match ends by itself 7 days after" in shown
        match_id = await _begun(made)
        assert (await made.bot.matches.load(match_id)).match.pace == "1d+2h"
        refused = said(await made.anna.slash(made.channel, "toy new", teams="1v1"))
        assert (
            refused == "You already have as many open matches on this server as one member may have (1); "
            "finish one of them first."
        )
        other = made.guild.create_text_channel("elsewhere")
        await servers.set(Server(guild, channel_id=other.id), now=2)
        assert f"<#{other.id}>" in said(await made.tina.slash(made.channel, "toy new"))
        await servers.set(Server(guild, role_id=77), now=3)
        assert "only <@&77> may" in said(await made.tina.slash(made.channel, "toy new"))
        only_refusals(made)
        fresh = Servers(made.bot.store)
        assert (await fresh.of(guild)).role_id == 77
        assert await fresh.abandon_ms(guild) == 7 * 86_400_000


async def test_a_role_is_pinged_a_thread_is_archived_later_and_managers_have_a_channel(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        manage = discord.Permissions(manage_guild=True)
        role = made.guild.create_role("bosses", permissions=manage)
        boss = made.guild.add_member(made.env.create_user("boss", global_name="Boss"), roles=[role])
        players = made.guild.create_role("players")
        log = made.guild.create_text_channel("log")
        told = said(await boss.slash(made.channel, "server settings", ping=players, archive_after=2, log=log))
        assert f"<@&{players.id}> is pinged when a match is open for anybody." in told
        assert "archived 2 days after its end." in told
        assert f"I report in <#{log.id}> what needs help" in told
        assert "New matches here are in the server's Discord language: English." in told
        assert "never ping everybody" in said(
            await boss.slash(made.channel, "server settings", ping=made.guild.default_role)
        )
        only_refusals(made)
        before = len(made.env.http_requests)
        await made.anna.slash(made.channel, "toy new", teams="1v1")
        await made.settle()
        (posted,) = [
            r.json for r in made.env.http_requests[before:] if r.method == "POST" and r.path.endswith("/messages")
        ]
        assert posted["content"].startswith(f"<@&{players.id}> ")
        assert posted["allowed_mentions"]["roles"] == [str(players.id)] or posted["allowed_mentions"]["roles"] == [
            players.id
        ]
        await made.press(made.max, made.channel.last_message, "join")
        await made.settle()
        (head,) = await made.bot.store.matches.all_open()
        assert str(players.id) not in made.channel.history()[0].content
        await made.resign(made.anna, await made.thread(head.id))
        await made.settle()
        thread = made.env.backend.get_channel((await made.thread(head.id)).id)
        assert "(over)" in thread.name
        assert not thread.thread_metadata.archived
        ((kind, due_at),) = await timers(made.bot.store, head.id)
        assert 1.9 < (due_at - made.bot.clock()) / 86_400_000 <= 2
        (claim,) = (await claim_timers(made.bot.store, due_at)).jobs
        await made.bot.timers.kinds.handler(kind)(await made.bot.matches.load(head.id), claim, due_at)
        assert thread.thread_metadata.archived
        again = said(await boss.slash(made.channel, "server settings", reset="all"))
        assert "Nobody is pinged" in again
        assert "archived at its end." in again
        assert "No channel is set" in again


async def test_a_server_exports_what_everybody_may_know_of_its_matches(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        manage = discord.Permissions(manage_guild=True)
        role = made.guild.create_role("bosses", permissions=manage)
        boss = made.guild.add_member(made.env.create_user("boss", global_name="Boss"), roles=[role])
        await boss.slash(made.channel, "server settings", pace="daily", most_matches=9)
        over, running = await _begun(made), await _begun(made)
        await made.resign(made.anna, await made.thread(over))
        for action in (("colour", "red"), ("pick", "1", "2")):
            await made.play(running, made.anna.id, action)
        await made.anna.slash(made.channel, "toy new", teams="1v1", opponent=made.max, private=True)
        await made.settle()
        daily = Daily(made.guild.id, 20_000, made.channel.id, "toy", "first", posted_at=1)
        await made.bot.store.dailies.note(daily)
        await made.bot.store.dailies.take_up(made.guild.id, daily.day, made.anna.id)
        answer = await boss.slash(made.channel, "server export")
        (file,) = answer.response.attachments
        kept = json.loads(await file.read())
        assert kept["puzzles"] == [asdict(daily)], "what people did with it is theirs"
        assert (kept["server"]["pace"], kept["server"]["most_open"]) == ("3d+12h", 9)
        told = {one["id"]: one for one in kept["matches"]}
        assert len(told) == 3
        verdict = verify.check(json.dumps(told[over]["record"]).encode())
        assert verdict.status == verify.GOOD, verdict.text
        assert told[running]["record"]["actions"] == ["0 colour red", "0 ?"]
        assert "secret" not in told[running]["record"]
        assert [seat["user_id"] for seat in told[running]["seats"]] == [made.anna.id, made.max.id]
        (private,) = [one for one in told.values() if one["private"]]
        assert set(private) == {"id", "game", "status", "private", "created_at", "updated_at"}
        secret = (await made.bot.matches.load(running)).match.seed.hex()
        assert secret not in json.dumps(kept)


async def test_a_server_and_a_person_are_exported_so_often_and_no_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with world(tmp_path) as made:
        limits = Limits({"exports": Rate(2, 600.0)})
        monkeypatch.setattr(made.bot, "services", replace(made.bot.services, limits=limits))
        manage = discord.Permissions(manage_guild=True)
        role = made.guild.create_role("bosses", permissions=manage)
        boss = made.guild.add_member(made.env.create_user("boss", global_name="Boss"), roles=[role])
        for who, command in ((boss, "server export"), (made.anna, "privacy export")):
            for _ in range(2):
                assert (await who.slash(made.channel, command)).response.attachments
            refused = await who.slash(made.channel, command)
            assert not refused.response.attachments
            assert "Try again in ten minutes" in said(refused)
        only_refusals(made)


async def test_a_large_export_is_compressed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server_export, "PLAIN", 10)
    async with world(tmp_path) as made:
        manage = discord.Permissions(manage_guild=True)
        role = made.guild.create_role("bosses", permissions=manage)
        boss = made.guild.add_member(made.env.create_user("boss", global_name="Boss"), roles=[role])
        (file,) = (await boss.slash(made.channel, "server export")).response.attachments
        assert file.filename.endswith(".json.gz")
        assert json.loads(gzip.decompress(await file.read()))["matches"] == []


def test_a_role_that_discord_does_not_let_the_bot_ping_is_said() -> None:
    role = SimpleNamespace(mention="<@&7>", mentionable=False)
    mine = SimpleNamespace(guild_permissions=discord.Permissions.none())
    guild: Any = SimpleNamespace(get_role=lambda number: role, me=mine)
    request: Any = SimpleNamespace(say=phrases("en"))
    assert "<@&7> only when everybody may mention it" in _cannot_ping(request, guild, 7)
    assert _cannot_ping(request, guild, None) == ""
    mine.guild_permissions = discord.Permissions(mention_everyone=True)
    assert _cannot_ping(request, guild, 7) == ""


async def _everywhere(made: World, number: int) -> list[str]:
    """The tables in which a number stands anywhere."""

    def look(connection: object) -> list[str]:
        found = []
        for table in metadata.sorted_tables:
            rows = connection.execute(text(f'SELECT * FROM "{table.name}"'))  # type: ignore[attr-defined]
            found += [table.name for row in rows if any(str(number) in str(value) for value in row)]
        return sorted(set(found))

    return await made.bot.store.database.read(look)


def _files_with(made: World, number: int) -> list[str]:
    """The files of the database, its log among them, in which a number stands, as a text or as SQLite writes it."""
    path = file_of(made.bot.store.url)
    assert path is not None
    files = {one.name: one.read_bytes() for one in path.parent.glob(f"{path.name}*")}
    forms = (str(number).encode(), number.to_bytes(8, "big"))
    return [name for name, data in files.items() if any(form in data for form in forms)]


async def test_an_export_holds_what_is_kept_and_deleting_leaves_nothing(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        await made.anna.slash(made.channel, "settings dm", on=True)
        await made.anna.slash(made.channel, "settings zone", zone="Europe/Berlin")
        await made.anna.slash(made.channel, "away until", day="3")
        match_id = await _begun(made)
        await made.bot.services.get(StandingOrders).set(made.anna.id, TOY.name, "", "cheer", "cheer 2", now=1)
        await made.play(match_id, made.anna.id, ("colour", "red"))
        await made.settle()
        answer = await made.anna.slash(made.channel, "privacy export")
        (file,) = answer.response.attachments
        kept = json.loads(await file.read())
        assert {name for name, rows in kept.items() if rows} >= {"player", "calendar", "absence", "instruction", "seat"}
        (part,) = kept["part"]
        assert (part["match_id"], part["player"]) == (match_id, str(made.anna.id))
        assert made.max.id not in part.values()
        assert set(await _everywhere(made, made.anna.id)) <= {*kept, "match"}, "something is not exported"
        assert "sure: DELETE" in said(await made.anna.slash(made.channel, "privacy delete"))
        only_refusals(made)
        assert _files_with(made, made.anna.id)
        before = await made.bot.matches.load(match_id)
        assert said(await made.anna.slash(made.channel, "privacy delete", sure="DELETE")).endswith("is deleted.")
        await made.settle()
        assert await _everywhere(made, made.anna.id) == []
        assert _files_with(made, made.anna.id) == []
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


async def test_what_somebody_has_called_a_tournament_stays_and_that_is_said(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        await made.anna.slash(
            made.channel, "tournament new", name="Annas Cup", game="monolith_arena", kind="swiss", pace="daily"
        )
        await made.settle()
        told = said(await made.anna.slash(made.channel, "privacy show"))
        assert "nothing else that you write but the names of tournaments and seasons, which stay" in told
        await made.anna.slash(made.channel, "privacy delete", sure="DELETE")
        (head,) = await made.bot.store.tournaments.on_server(made.guild.id)
        assert head.title == "Annas Cup"
        assert head.organizer < 0


async def test_a_deletion_beside_a_long_look_at_the_database_is_told_and_finished_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_files, "BUSY_TIMEOUT_MS", 50)
    async with world(tmp_path) as made:
        await _begun(made)
        path = file_of(made.bot.store.url)
        assert path is not None
        with closing(sqlite3.connect(path)) as reader:
            reader.execute("BEGIN")
            reader.execute("SELECT count(*) FROM player").fetchone()
            told = said(await made.anna.slash(made.channel, "privacy delete", sure="DELETE"))
            assert told == "Everything that named you is deleted."
            assert await _everywhere(made, made.anna.id) == []
            assert _files_with(made, made.anna.id)
        await made.bot._prune()
        assert _files_with(made, made.anna.id) == []


async def test_messages_that_discord_does_not_delete_hold_up_no_deletion(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def delete(*given: Any, **more: Any) -> None:
        raise discord.RateLimited(300.0)

    monkeypatch.setattr(discord.PartialMessage, "delete", delete)
    async with world(tmp_path) as made:
        sent = NewMessage(await _begun(made), "dm", 5, 6, 1, recipient=made.anna.id)
        await made.bot.store.messages.add(sent, now=1)
        told = said(await made.anna.slash(made.channel, "privacy delete", sure="DELETE"))
        assert told == "Everything that named you is deleted."
        assert await _everywhere(made, made.anna.id) == []


@pytest.mark.parametrize("seconds", [2 * REST, ATTEMPT_SECONDS - 1])
async def test_what_is_being_sent_meanwhile_brings_nobody_back(tmp_path: Path, seconds: float) -> None:
    """Whoever does it notes at the end to whom it was sent, also where Discord lets that take long."""
    async with world(tmp_path) as made:
        match_id = await _begun(made)
        jobs, user = made.bot.store.jobs, made.anna.id
        await jobs.add(match_id, (NewJob(f"user:{user}", "remind", user, pool="test"),), now=1)
        (claimed,) = (await jobs.claim(2, owner="test", lease_ms=9, room=1, pool="test")).jobs
        deleting = asyncio.create_task(made.bot.services.get(Privacy).forget(user))
        while (await made.bot.matches.load(match_id)).match.status != "over":
            await asyncio.sleep(0.01)
        await asyncio.sleep(seconds)
        assert not deleting.done()
        sent = NewMessage(match_id, "dm", 5, 6, 1, recipient=user)
        await jobs.finish(claimed.job.id, owner="test", now=3, messages=(sent,))
        await deleting
        await made.settle()
        assert await _everywhere(made, user) == []


async def test_whoever_joins_at_that_very_moment_does_not_play_against_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A challenge that has begun since it was read is given up like any other match."""
    async with world(tmp_path) as made:
        await made.max.slash(made.channel, "toy new", teams="1v1")
        await made.settle()
        (head,) = await made.bot.store.matches.all_open()
        plain = made.bot.store.matches.of_user

        async def of_user(*given: Any) -> Any:
            found = await plain(*given)
            monkeypatch.setattr(made.bot.store.matches, "of_user", plain)
            await made.bot.lobby.join(await made.bot.matches.load(head.id), made.bea.id)
            return found

        monkeypatch.setattr(made.bot.store.matches, "of_user", of_user)
        await made.bot.services.get(Privacy).forget(made.max.id)
        await made.settle()
        match = await made.bot.matches.load(head.id)
        assert match.match.status == "over"
        assert match.result is not None
        assert match.result.ranking[0] == (match.seat_of(made.bea.id),)
        assert await _everywhere(made, made.max.id) == []


async def test_whoever_joins_elsewhere_while_being_deleted_gives_that_up_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With another device, while Discord deletes the messages."""
    async with world(tmp_path) as made:
        await made.bea.slash(made.channel, "toy new", teams="1v1")
        await made.settle()
        (head,) = await made.bot.store.matches.all_open()
        plain = Privacy._delete_messages

        async def slowly(self: Privacy, user: int) -> None:
            monkeypatch.setattr(Privacy, "_delete_messages", plain)
            await made.bot.lobby.join(await made.bot.matches.load(head.id), user)
            await plain(self, user)

        monkeypatch.setattr(Privacy, "_delete_messages", slowly)
        await made.bot.services.get(Privacy).forget(made.max.id)
        await made.settle()
        match = await made.bot.matches.load(head.id)
        assert match.match.status == "over"
        assert await _everywhere(made, made.max.id) == []


async def test_nobody_has_everything_written_anew_all_the_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with world(tmp_path) as made:
        limits = Limits({"deletions": Rate(2, 3600.0)})
        monkeypatch.setattr(made.bot, "services", replace(made.bot.services, limits=limits))
        told = [said(await made.anna.slash(made.channel, "privacy delete", sure="DELETE")) for _ in range(3)]
        assert told[:2] == ["Everything that named you is deleted."] * 2
        assert told[2] == "You have just deleted everything. Try again in an hour."
        only_refusals(made)
