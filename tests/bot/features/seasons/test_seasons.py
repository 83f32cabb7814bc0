"""Seasons through simulated Discord: begun, counted, closed with titles, posted once, kept, private, deleted."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import aiohttp
import discord
import pytest
from discord import app_commands
from sqlalchemy import func, insert, select

from bot.commands.server_export import kept
from bot.features.seasons.service import GIVEN_UP_MS, LEASE_MS, Seasons
from bot.limits import SELECT_OPTIONS
from bot.panels.components import LESSON, button_id
from bot.panels.model import Press
from bot.people.settings import DAY_MS
from bot.registry import FACES
from storage import ALL_GAMES, Outcome, Played, Season, schema
from storage.ledger import Came
from tests.bot import forged
from tests.bot.forged import only_refusals
from tests.bot.world import World, buttons, controls, picture, pings, use, words, world

pytestmark = pytest.mark.usefixtures("no_incident")


class Killed(BaseException):
    """Ends what runs, as the end of the process does: nobody handles it."""


NOW = 20_000 * DAY_MS + DAY_MS // 2
GAME = "monolith_arena"


def boss(made: World) -> Any:
    """Somebody who may manage the server."""
    role = made.guild.create_role("bosses", permissions=discord.Permissions(manage_guild=True))
    return made.guild.add_member(made.env.create_user("bob", global_name="Bob"), roles=[role])


def at(made: World, monkeypatch: pytest.MonkeyPatch, now: int) -> None:
    monkeypatch.setattr(made.bot.matches, "clock", lambda: now)


async def press(made: World, actor: Any, message: Any, *tokens: str) -> Any:
    return (await made.press(actor, message, "season", *tokens)).response


async def look(made: World) -> None:
    await made.bot.services.get(Seasons).look()


def posts(made: World, title: str) -> list[Any]:
    return [one for one in made.channel.history() if title in words(one)]


async def the_one(made: World) -> Season:
    (season,) = await made.bot.store.seasons.on(made.guild.id)
    return season


async def won(made: World, winner: int, loser: int, when: int, *, game: str = GAME, late: bool = False) -> None:
    """A rated duel that has come to its end then."""
    match_id = await _blank(made)
    seats = (_seat(0, winner, 0, "won"), _seat(1, loser, 1, "lost", late=late))
    one = Outcome(match_id, made.guild.id, game, "duel", "all", when, "", "daily", 9, 1, seats)
    await made.bot.store.results.enter([one])


def _seat(seat: int, user: int, place: int, came: Came, *, late: bool = False) -> Played:
    return Played(seat, user, seat, place, came, late=late)


async def _blank(made: World) -> str:
    """A match that is over and of which nothing else is asked."""

    def body(connection: Any) -> str:
        number = connection.scalar(select(func.count()).select_from(schema.match))
        name = f"m{number:09}".translate(str.maketrans("0123456789", "abcdefghij"))
        values = {"game": GAME, "options": "{}", "seed": b"", "status": "over", "version": 1, "private": False}
        connection.execute(insert(schema.match).values(id=name, created_at=1, updated_at=1, **values))
        return name

    return await made.bot.store.database.write(body)


async def test_a_season_from_its_beginning_to_the_picture_to_keep(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with world(tmp_path) as made:
        at(made, monkeypatch, NOW)
        bob = boss(made)
        answer = (await bob.slash(made.channel, "season begin", name="Autumn *2026*", until="10")).response
        assert "**Autumn 2026** has begun" in words(answer)
        (begun,) = posts(made, "A season has begun: Autumn 2026")
        assert "Rated matches of all games" in words(begun)
        again = await bob.slash(made.channel, "season begin")
        assert "running already" in words(again.response)
        anna, max_, tina = made.anna.id, made.max.id, made.tina.id
        for number in range(3):
            await won(made, anna, max_, NOW + number)
        await won(made, anna, max_, NOW + 9)
        await won(made, tina, anna, NOW + 10, late=True)
        at(made, monkeypatch, NOW + DAY_MS)
        table = await press(made, made.max, begun, "show", str((await the_one(made)).id))
        assert table.flags.ephemeral
        assert "**1.** Anna · 42 points · 5 matches" in words(table)
        assert "**2.** Tina · 12 points · 1 match" in words(table)
        assert "**3.** Max · 0 points · 4 matches" in words(table)
        (shown,) = table.attachments
        assert (await picture(shown)).width == 1000
        assert "Anna" in shown.description
        season = await the_one(made)
        assert season.ends_at == 20_010 * DAY_MS
        await won(made, tina, max_, season.ends_at)
        at(made, monkeypatch, season.ends_at)
        await look(made)
        await look(made)
        (over,) = posts(made, "The season is over: Autumn 2026")
        assert "**Champion of Monolith Arena**: Anna (42 points)" in words(over)
        assert "Most reliable" not in words(over), "that asks for five matches"
        assert "**1.** Anna" in words(over)
        assert "12 points · 1 match" in words(over), "what ends later counts no more"
        (kept,) = over.attachments
        assert (await picture(kept)).width == 1000
        assert "Champion of Monolith Arena: Anna" in kept.description
        assert not pings(made)
        later = await press(made, made.max, over, "over", str(season.id))
        assert "Champion of Monolith Arena" in words(later)
        only_refusals(made)


async def test_a_season_is_put_together_and_ended_by_buttons(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with world(tmp_path) as made:
        at(made, monkeypatch, NOW)
        bob = boss(made)
        nothing = (await made.anna.slash(made.channel, "season show")).response
        assert "No season is running" in words(nothing)
        assert not buttons(nothing)
        page = (await bob.slash(made.channel, "season show")).response
        page = await press(made, bob, page, "new", "28")
        page = await press(made, bob, page, "new", "14")
        page = await press(made, bob, page, "new", "14", GAME)
        assert "Games: Monolith Arena." in words(page)
        page = await press(made, bob, page, "begin", "14", GAME)
        assert "**Season 1** has begun" in words(page)
        season = await the_one(made)
        assert (season.games, season.ends_at) == ((GAME,), NOW + 14 * DAY_MS)
        await won(made, made.anna.id, made.max.id, NOW + 1, game="arena_of_heroes")
        assert await made.bot.store.seasons.table(season.id, ALL_GAMES, 9) == []
        page = await press(made, bob, page, "show", str(season.id), "-", "0")
        assert "Nobody has points here yet" in words(page)
        ladder = await press(made, bob, page, "ladder", str(season.id))
        assert "Nobody is on it yet." in words(ladder)
        page = await press(made, bob, ladder, "show", str(season.id), "-", "0")
        how = await press(made, bob, page, "how", str(season.id))
        assert "for 12 points" in words(how)
        page = await press(made, bob, how, "show", str(season.id), "-", "0")
        page = await press(made, bob, page, "stop", str(season.id))
        at(made, monkeypatch, NOW + DAY_MS)
        page = await press(made, bob, page, "end", str(season.id))
        assert "Nobody has finished a rated match in it." in words(page)
        assert len(posts(made, "The season is over: Season 1")) == 1
        page = await press(made, bob, page, "last")
        (line,) = controls(page)
        page = (await use(bob, page, line)).response
        assert "The season is over" in words(page)
        only_refusals(made)


async def test_commands_of_managers_are_refused_to_others(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        for command in ("season begin", "season end"):
            refused = await made.anna.slash(made.channel, command)
            assert "manage the server" in words(refused.response)
        assert await made.bot.store.seasons.on(made.guild.id) == []
        assert all(isinstance(error, app_commands.MissingPermissions) for error in made.env.errors)


async def test_what_managers_alone_may_do_is_refused_to_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with world(tmp_path) as made:
        at(made, monkeypatch, NOW)
        await boss(made).slash(made.channel, "season begin")
        season = await the_one(made)
        for tokens in (
            ("stop", str(season.id)),
            ("end", str(season.id)),
            ("new", "28"),
            ("begin", "28"),
            ("begin", "3"),
        ):
            custom_id = f"b:learn-:season:0::{'.'.join(tokens)}"
            assert (await forged.press(made, made.anna, made.channel, custom_id)).acknowledged
        for nonsense in ("show.99", "show.x", f"show.{season.id}.chess.0", f"show.{season.id}.-.99", "what.1"):
            await forged.press(made, made.anna, made.channel, f"b:learn-:season:0::{nonsense}")
        assert await the_one(made) == season
        only_refusals(made)


@pytest.mark.parametrize("lost", ["before", "after"])
async def test_a_crash_between_two_steps_posts_nothing_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lost: str
) -> None:
    """The bot ends before the picture is sent, or after it and before that is noted; nonces are forgotten meanwhile."""
    async with world(tmp_path) as made:
        at(made, monkeypatch, NOW)
        await boss(made).slash(made.channel, "season begin", until="1")
        season = await the_one(made)
        await won(made, made.anna.id, made.max.id, NOW + 1)
        service = made.bot.services.get(Seasons)
        post = service._post

        async def killed(*given: Any) -> None:
            if lost == "after":
                await post(*given)
            raise Killed

        monkeypatch.setattr(service, "_post", killed)
        at(made, monkeypatch, season.ends_at)
        with pytest.raises(Killed):
            await look(made)
        assert (await the_one(made)).told_at is None
        assert (await the_one(made)).closed_at is not None
        monkeypatch.setattr(service, "_post", post)
        await look(made)
        assert len(posts(made, "The season is over")) == (lost == "after"), "another one may still be at it"
        at(made, monkeypatch, season.ends_at + LEASE_MS)
        await look(made)
        await look(made)
        assert len(posts(made, "The season is over")) == 1
        assert (await the_one(made)).told_at is not None


async def test_what_discord_refuses_is_posted_later_and_in_a_lost_channel_never(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with world(tmp_path) as made:
        at(made, monkeypatch, NOW)
        await boss(made).slash(made.channel, "season begin", until="1")
        season = await the_one(made)
        service = made.bot.services.get(Seasons)
        post = service._post

        errors = [aiohttp.ClientConnectionError("away"), discord.RateLimited(700.0), ConnectionResetError()]

        async def refused(*given: Any) -> None:
            raise errors[later]

        monkeypatch.setattr(service, "_post", refused)
        for later in range(len(errors)):
            at(made, monkeypatch, season.ends_at + later * LEASE_MS)
            await look(made)
        assert (await the_one(made)).told_at is None
        monkeypatch.setattr(service, "_post", post)
        at(made, monkeypatch, season.ends_at + 3 * LEASE_MS)
        await look(made)
        assert len(posts(made, "The season is over")) == 1
        now = season.ends_at + DAY_MS
        at(made, monkeypatch, now)
        number = await made.bot.store.seasons.begin(made.guild.id, 12345, "Lost", (), now=now, end=now + DAY_MS)
        await look(made)
        lost = await made.bot.store.seasons.of(number)
        assert lost is not None
        assert lost.announced_at is not None
        monkeypatch.setattr(service, "_post", refused)
        at(made, monkeypatch, now + DAY_MS + GIVEN_UP_MS)
        await look(made)
        assert await made.bot.store.seasons.untold(now + 99 * DAY_MS) == []


async def test_the_list_of_all_seasons_counts_those_without_room(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        seasons, games = made.bot.store.seasons, ("monolith_arena", "arena_of_heroes")
        for number in range(SELECT_OPTIONS):
            name = f"Season of the long evenings {number}"
            begun = await seasons.begin(made.guild.id, made.channel.id, name, games, now=NOW, end=NOW + 1)
            await seasons.close(begun, NOW + 1)
            await seasons.told(begun, NOW + 1)
        page = (await made.anna.slash(made.channel, "season show")).response
        *lines, rest = words(await press(made, made.anna, page, "last")).split("\n")
        assert all(line.endswith("2024") for line in lines)
        assert rest == f"… and {SELECT_OPTIONS - len(lines)} more"


async def test_who_is_private_is_in_no_table_and_who_is_deleted_keeps_a_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with world(tmp_path) as made:
        at(made, monkeypatch, NOW)
        bob = boss(made)
        await bob.slash(made.channel, "season begin", until="2")
        season = await the_one(made)
        anna, max_, tina = made.anna.id, made.max.id, made.tina.id
        for number in range(3):
            await won(made, anna, max_, NOW + number)
            await won(made, max_, tina, NOW + number)
        await made.anna.slash(made.channel, "settings stats", private=True)
        page = (await made.max.slash(made.channel, "season show")).response
        assert "Anna" not in words(page)
        assert "**1.** Max" in words(page)
        own = (await made.anna.slash(made.channel, "season show")).response
        assert "You: 36 points, 3 matches." in words(own)
        exported = await made.bot.store.privacy.export(max_)
        assert {name for name, rows in exported.items() if rows} >= {"season_score", "season_meeting"}
        at(made, monkeypatch, season.ends_at)
        await look(made)
        (over,) = posts(made, "The season is over")
        assert "**Champion of Monolith Arena**: Max" in words(over)
        await made.bot.store.privacy.forget(max_, lambda secret, parts: (secret, parts), now=season.ends_at)
        left = await made.bot.store.privacy.export(max_)
        assert not any(left[name] for name in ("season_score", "season_meeting", "season_title"))
        later = (await made.tina.slash(made.channel, "season show", season=season.id)).response
        assert "**1.** somebody · 36 points · 6 matches" in words(later)
        assert "Champion of Monolith Arena**: somebody" in words(later)
        only_refusals(made)


async def test_the_server_gets_its_seasons_with_what_people_show(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with world(tmp_path) as made:
        at(made, monkeypatch, NOW)
        bob = boss(made)
        await bob.slash(made.channel, "season begin", until="2")
        await won(made, made.anna.id, made.max.id, NOW)
        await made.max.slash(made.channel, "settings stats", private=True)

        class Asked:
            services = made.bot.services

        (season,) = (await kept(Asked(), made.guild.id))["seasons"]  # type: ignore[arg-type]
        assert [line["user_id"] for line in season["table"]] == [made.anna.id]


def test_presses_fit() -> None:
    tokens = ("begin", "365", *FACES)
    assert len(button_id(LESSON, 24, "", Press("season", tokens))) <= 100
