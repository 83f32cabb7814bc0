"""Titles of seasons: who has improved most, titles that many share, and a season that is over and not closed yet."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert, select

from bot.people.settings import DAY_MS
from storage import ALL_GAMES, IMPROVED, Outcome, Season
from storage.result_tables import finished, rating_change
from storage.season_tables import season_score
from tests.bot.features.seasons.test_seasons import NOW, _blank, at, boss, look, posts, press, the_one
from tests.bot.world import World, words, world

pytestmark = pytest.mark.usefixtures("no_incident")

GAME = "arena_of_heroes"


async def begun(made: World, monkeypatch: pytest.MonkeyPatch) -> Season:
    """A season of a day."""
    at(made, monkeypatch, NOW)
    seasons = made.bot.store.seasons
    await seasons.begin(made.guild.id, made.channel.id, "Autumn", (), now=NOW, end=NOW + DAY_MS)
    return await the_one(made)


async def risen(made: World, user: int, kind: str, per: int, count: int) -> None:
    """So many rated matches of somebody, by each of which their settled rating rises."""
    for number in range(count):
        match_id = await _blank(made)
        await made.bot.store.results.enter(
            [Outcome(match_id, made.guild.id, GAME, kind, "none", NOW + 5, "", "daily", 9, 1, ())]
        )
        mean = 250_000 + number * per

        def body(connection: Any, match_id: str = match_id, mean: int = mean) -> None:
            entered = connection.scalar(select(finished.c.number).where(finished.c.match_id == match_id))
            values = {"user_id": user, "guild_id": made.guild.id, "game": GAME, "kind": kind, "number": entered}
            change = {"mu_before": mean, "sigma_before": 50_000, "mu": mean + per, "sigma": 50_000}
            connection.execute(insert(rating_change).values(**values, **change))

        await made.bot.store.database.write(body)


async def improved(made: World, season: Season) -> list[tuple[int, int]]:
    await made.bot.store.seasons.close(season.id, season.ends_at)
    titles = await made.bot.store.seasons.titles(season.id)
    return [(one.user_id, one.number) for one in titles if one.title == IMPROVED]


async def test_of_several_kinds_of_a_game_the_largest_rise_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with world(tmp_path) as made:
        season = await begun(made, monkeypatch)
        await risen(made, made.anna.id, "duel", 10_000, 6)
        await risen(made, made.anna.id, "free", 100, 6)
        await risen(made, made.max.id, "duel", 1_000, 6)
        assert await improved(made, season) == [(made.anna.id, 60_000)]


@pytest.mark.parametrize(("count", "titles"), [(5, 0), (6, 1)])
async def test_a_rise_within_six_matches_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, count: int, titles: int
) -> None:
    async with world(tmp_path) as made:
        season = await begun(made, monkeypatch)
        await risen(made, made.anna.id, "duel", 1_000, count)
        assert len(await improved(made, season)) == titles


async def scored(made: World, season: Season, users: Sequence[int], games: Sequence[str]) -> None:
    """These people have as many points as each other in every game."""

    def body(connection: Any) -> None:
        for user in users:
            for game in (ALL_GAMES, *games):
                line = {"points": 60, "matches": 5, "won": 3, "kept": 5}
                connection.execute(insert(season_score).values(season_id=season.id, game=game, user_id=user, **line))

    await made.bot.store.database.write(body)


async def test_titles_that_many_share_leave_room_for_the_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with world(tmp_path) as made:
        season = await begun(made, monkeypatch)
        users = [made.member(f"Maximiliane von Hohenlohe {number:04}").id for number in range(45)]
        await scored(made, season, users, ("monolith_arena", GAME, "monsters_and_myths"))
        at(made, monkeypatch, season.ends_at)
        await look(made)
        (over,) = posts(made, "The season is over: Autumn")
        lines = words(over).split("\n")
        assert next(line for line in lines if "Most reliable" in line).endswith(
            " and 43 others (5 matches, all in time)"
        )
        assert sum(line.startswith("**1.** Maximiliane") for line in lines) == 10, "the table is whole"


async def test_a_season_that_is_over_and_not_closed_yet_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its beginning could not be posted, and the next attempt waits: so it is not closed at once."""
    async with world(tmp_path) as made:
        season = await begun(made, monkeypatch)
        bob = boss(made)
        page = (await bob.slash(made.channel, "season end")).response
        await made.bot.store.seasons.lease(season.id, NOW, NOW + DAY_MS // 24)
        at(made, monkeypatch, NOW + 60_000)
        page = await press(made, bob, page, "end", str(season.id))
        assert "over; its titles are awarded within a few minutes" in words(page)
        assert "ends <t:" not in words(page)
