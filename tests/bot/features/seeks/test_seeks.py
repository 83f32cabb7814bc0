"""Seeks through simulated Discord: by command and by button, listed in one message, brought together at once."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

import discord
import pytest

from bot.features.seeks.listing import Listing
from bot.features.seeks.pages import ON_SERVERS
from bot.features.seeks.rounds import Rounds
from bot.features.seeks.service import MOST_SEEKS, Seeks, Where, Wish
from bot.matches.blocks import APART
from bot.matches.commits import CommitEvent, match_job
from bot.matches.refusals import Refusal
from bot.panels.model import Press
from bot.registry import FACES
from storage import MatchHead, SeekFound, SeekWaits
from tests.bot.forged import only_refusals, press, said
from tests.bot.world import World, buttons, controls, pings, use, words, world

pytestmark = pytest.mark.usefixtures("no_incident")

GAME = "monolith_arena"
HOUR = 3_600_000


async def seek(made: World, who: Any, game: str = GAME, **more: Any) -> str:
    text = said(await who.slash(made.channel, "seek new", game=game, **more))
    await made.settle()
    return text


def listed(made: World) -> list[Any]:
    """The messages of the channel that list seeks."""
    return [m for m in made.channel.history() if any(c.press.action_id == "seek" for c in controls(m))]


async def opened(made: World) -> list[MatchHead]:
    return list(await made.bot.store.matches.all_open())


async def look(made: World) -> None:
    await made.bot.services.get(Rounds).look()
    await made.settle()


async def test_who_seeks_is_listed_and_plays_with_the_next_one_who_fits(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        assert "You are pinged once" in await seek(made, made.anna)
        (page,) = listed(made)
        assert "**Anna** · Monolith Arena, 1 against 1" in words(page)
        assert not await opened(made)
        since = len(made.env.http_requests)
        assert "You play Anna." in await seek(made, made.max)
        (head,) = await opened(made)
        assert head.status == "running"
        assert {seat.user_id for seat in head.seats} == {made.anna.id, made.max.id}
        assert [seat.status for seat in head.seats] == ["accepted", "accepted"]
        assert (head.guild_id, head.channel_id) == (made.guild.id, made.channel.id)
        called = [users for _, users in pings(made, since)]
        assert sum(made.anna.id in users for users in called) == 1, "one ping, whoever is to act"
        (page,) = listed(made)
        assert "Nobody is looking" in words(page)
        assert not await made.bot.store.seeks.of_user(made.anna.id)
        only_refusals(made)


async def test_a_typed_pace_is_read_before_the_page_is_shown(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        for length in (1, 60, 75, 100):
            told = said(await made.anna.slash(made.channel, "seek new", pace="a" * length))
            assert told.startswith("I do not understand the time")
        for typed, carried in (("1d" + " " * 90, "1d+0"), (" Daily", "daily"), ("3d + 12h", "daily"), ("none", "none")):
            page = (await made.anna.slash(made.channel, "seek new", pace=typed)).response
            assert {control.press.tokens[3] for control in controls(page)} == {carried}
        only_refusals(made)


async def test_a_press_on_the_list_takes_a_seek(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        await seek(made, made.anna, pace="live", rated=True)
        (page,) = listed(made)
        control = next(c for c in buttons(page) if c.press.tokens[0] == "take")
        assert "Play Anna" in control.label
        assert "already" in said(await use(made.anna, page, control)), "not one's own"
        assert "You play Anna." in said(await use(made.max, page, control))
        await made.settle()
        (head,) = await opened(made)
        assert (head.status, head.pace, head.rated) == ("running", "15m+1m", True)
        match = await made.bot.matches.load(head.id)
        assert match.fingerprint == control.press.tokens[2], "what stood on the button before anybody came"
        late = await press(made, made.tina, made.channel, control.custom_id)
        assert said(late) == "This seek is no longer open."
        only_refusals(made)


async def test_a_seek_is_put_together_on_pages(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        page = (await made.anna.slash(made.channel, "seek new")).response
        for wanted in (
            ("arena_of_heroes", "-", "-", "-", "0", "0"),
            ("arena_of_heroes", "1v1v1", "-", "-", "0", "0"),
            ("arena_of_heroes", "1v1v1", "brisk", "-", "0", "0"),
            ("arena_of_heroes", "1v1v1", "brisk", "-", "1", "0"),
            ("arena_of_heroes", "1v1v1", "brisk", "-", "1", "150"),
            ("arena_of_heroes", "1v1v1", "brisk", "de", "1", "150"),
        ):
            page = made.message(page.channel_id, page.id)
            await use(made.anna, page, next(c for c in controls(page) if c.press == Press("seek", ("new", *wanted))))
        page = made.message(page.channel_id, page.id)
        await use(made.anna, page, next(c for c in controls(page) if c.press.tokens[0] == "go"))
        await made.settle()
        (found,) = await made.bot.store.seeks.of_user(made.anna.id)
        assert found.terms.formation == "1v1v1"
        assert found.terms.rated
        (line,) = [line for line in words(listed(made)[0]).split("\n") if "Anna" in line]
        for part in ("1 of 3 there", "rated", "Brisk", "Deutsch", "opponents from 1350 to 1650"):
            assert part in line
        only_refusals(made)


async def test_each_alone_and_teams_fill_until_everybody_is_there(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        for who in (made.anna, made.max, made.tina):
            await seek(made, who, kind="2v2")
        assert not await opened(made)
        assert "Anna, Max and Tina" in words(listed(made)[0]).replace("**", "")
        assert "3 of 4 there" in words(listed(made)[0])
        await made.bea.slash(made.channel, "seek new", game=GAME, kind="2v2")
        await made.settle()
        (head,) = await opened(made)
        assert head.status == "running"
        assert head.drawn
        assert len({seat.user_id for seat in head.seats}) == 4
        only_refusals(made)


async def test_what_somebody_asks_for_keeps_others_away(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        await seek(made, made.anna, pace="daily", language="de", lowest=1800)
        await seek(made, made.max, pace="live")
        await seek(made, made.tina, language="es", pace="daily")
        await seek(made, made.bea, pace="daily", language="de")
        assert not await opened(made), "Bea may be rated 1750 at most"
        page = listed(made)[0]
        anna = next(c for c in buttons(page) if "Anna" in c.label)
        assert "certain rating" in said(await use(made.bea, page, anna))
        await made.max.slash(made.channel, "settings block", player=made.tina)
        of_max = next(c for c in buttons(page) if "Max" in c.label)
        assert said(await use(made.tina, page, of_max)) == str(APART)
        only_refusals(made)


async def test_a_range_compares_nothing_that_is_private(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        await made.max.slash(made.channel, "settings stats", private=True)
        await seek(made, made.anna, lowest=1400, highest=1600)
        assert "You play" not in await seek(made, made.max)
        assert "(15" not in words(listed(made)[0])
        await seek(made, made.tina)
        (head,) = await opened(made)
        assert {seat.user_id for seat in head.seats} == {made.anna.id, made.tina.id} or {
            seat.user_id for seat in head.seats
        } == {made.max.id, made.tina.id}
        only_refusals(made)


def wish(kind: str = "1v1", **more: Any) -> Wish:
    formation = next(one for one in FACES[GAME].game.formations if one.id == kind)
    return Wish(GAME, formation, **more)


class Presses:
    """Where people look for a match, each with a press of their own."""

    def __init__(self, made: World) -> None:
        self.made, self.numbers = made, count(1)

    def by(self, user: int) -> Where:
        return Where(user, self.made.guild.id, self.made.channel.id, next(self.numbers))


async def test_all_at_once_nobody_is_matched_twice(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        seeks, presses = made.bot.services.get(Seeks), Presses(made)
        people = [made.anna, made.max, made.tina, made.bea, *(made.member(f"P{n}") for n in range(7))]
        await asyncio.gather(*(seeks.place(wish(), presses.by(who.id)) for who in people))
        await made.settle()
        heads = await opened(made)
        seated = [seat.user_id for head in heads for seat in head.seats]
        assert len(heads) == len(people) // 2
        assert len(seated) == len(set(seated))
        assert all(head.status == "running" for head in heads)
        (left,) = await made.bot.store.seeks.of_server(made.guild.id, 10)
        assert {*seated, *left.users} == {who.id for who in people}


async def test_presses_at_once_on_one_seek_are_one_match(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        seeks, presses = made.bot.services.get(Seeks), Presses(made)
        waits = await seeks.place(wish(), presses.by(made.anna.id))
        assert isinstance(waits, SeekWaits)
        twice = presses.by(made.max.id)
        pressed = [twice, presses.by(made.tina.id), presses.by(made.bea.id), twice]
        outcomes = await asyncio.gather(*(seeks.take(waits.seek.id, one) for one in pressed), return_exceptions=True)
        assert len({one.match_id for one in outcomes if isinstance(one, SeekFound)}) == 1
        assert all(isinstance(one, SeekFound | Refusal) for one in outcomes)
        await made.settle()
        assert len(await opened(made)) == 1


@pytest.mark.parametrize("kind", ["1v1", "2v2"])
async def test_the_same_interaction_again_changes_nothing(tmp_path: Path, kind: str) -> None:
    async with world(tmp_path) as made:
        seeks, presses = made.bot.services.get(Seeks), Presses(made)
        people = [made.anna, made.max, made.tina, made.bea]
        wheres = [presses.by(who.id) for who in people[: 2 if kind == "1v1" else 4]]
        for where in wheres:
            first = await seeks.place(wish(kind), where)
            again = await seeks.place(wish(kind), where)
            assert type(first) is type(again)
        for where in wheres:
            assert isinstance(await seeks.place(wish(kind), where), SeekFound), "those who waited, too"
        assert len(await opened(made)) == 1
        assert not await made.bot.store.seeks.of_server(made.guild.id, 10)


async def test_those_who_fit_by_now_are_brought_together_once(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        seeks, presses = made.bot.services.get(Seeks), Presses(made)
        people = [made.anna, made.max, made.tina, made.bea]
        blocks = made.bot.store.blocks
        for one, other in ((0, 1), (0, 2), (1, 2), (1, 3), (0, 3), (2, 3)):
            await blocks.add(people[one].id, people[other].id, now=1, most=100)
        for who in people:
            assert isinstance(await seeks.place(wish("2v2"), presses.by(who.id)), SeekWaits)
        assert len(await made.bot.store.seeks.of_server(made.guild.id, 10)) == 4
        for one in people:
            for other in people:
                await blocks.remove(one.id, other.id)
        await asyncio.gather(*(made.bot.services.get(Rounds).look() for _ in range(3)))
        await made.settle()
        (head,) = await opened(made)
        assert head.status == "running"
        assert not await made.bot.store.seeks.of_server(made.guild.id, 10)


async def test_a_match_that_was_found_begins_after_a_crash(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        await seek(made, made.anna)
        await made.bot.posts.stop()
        await made.max.slash(made.channel, "seek new", game=GAME)
        (head,) = await opened(made)
        assert head.status == "lobby", "it is there with its job, and nothing has been done yet"
        await made.restart()
        await made.settle()
        (head,) = await opened(made)
        assert head.status == "running"
        assert head.thread_id
        match = await made.bot.matches.load(head.id)
        for kind in ("begin", "found"):
            jobs = [job for job in await made.bot.store.jobs.of_match(head.id) if job.kind == kind]
            assert jobs
        version = match.match.version
        since = len(made.env.http_requests)
        await made.bot.store.jobs.add(head.id, (match_job("begin", head.id),), now=made.bot.matches.clock(), version=0)
        await made.bot.matches.commits.announce(CommitEvent())
        await made.settle()
        assert (await made.bot.matches.load(head.id)).match.version == version, "again it changes nothing"
        assert not pings(made, since)


async def test_seeks_end_by_time_by_command_and_when_somebody_leaves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with world(tmp_path) as made:
        await seek(made, made.anna, hours=1)
        now = made.bot.matches.clock()
        monkeypatch.setattr(made.bot.matches, "clock", lambda: now + HOUR + 60_000)
        assert "You play" not in await seek(made, made.max), "Anna's was over"
        await look(made)
        assert not await made.bot.store.seeks.of_user(made.anna.id)
        assert "Anna" not in words(listed(made)[0])
        assert "no longer" in said(await made.max.slash(made.channel, "seek cancel"))
        assert "not looking" in said(await made.max.slash(made.channel, "seek cancel"))
        await made.settle()
        assert "Nobody is looking" in words(listed(made)[0])
        await seek(made, made.tina)
        made.guild.remove_member(made.tina)
        assert "You play" not in await seek(made, made.bea), "Tina has left"
        assert [one.users for one in await made.bot.store.seeks.of_server(made.guild.id, 10)] == [(made.bea.id,)]
        only_refusals(made)


async def test_there_is_a_limit_and_no_second_seek_of_the_same_kind(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        for kind in ("1v1", "1v2", "2v2"):
            await seek(made, made.anna, kind=kind)
        assert "already" in await seek(made, made.anna, kind="1v1", rated=False)
        assert str(MOST_SEEKS) in await seek(made, made.anna, kind="1v1", rated=True)
        assert len(await made.bot.store.seeks.of_user(made.anna.id)) == MOST_SEEKS
        only_refusals(made)


async def test_who_has_too_many_matches_does_not_play_one_more(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        server = await made.bot.services.servers.of(made.guild.id)
        await made.bot.services.servers.set(replace(server, most_open=1), now=1)
        await seek(made, made.anna)
        match_id = await made.match()
        assert "as many open matches" in await seek(made, made.max)
        assert "You play" not in await seek(made, made.tina), "Anna has a match meanwhile"
        await made.resign(made.max, await made.thread(match_id))
        await made.settle()
        await look(made)
        (head,) = await opened(made)
        assert {seat.user_id for seat in head.seats} == {made.anna.id, made.tina.id}
        only_refusals(made)


async def test_a_list_that_was_deleted_comes_back(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        await seek(made, made.anna)
        page = listed(made)[0]
        made.env.backend.delete_message(page.channel.id if hasattr(page, "channel") else page.channel_id, page.id)
        await seek(made, made.max, pace="live", rated=True)
        (page,) = listed(made)
        assert "Anna" in words(page)
        assert "Max" in words(page)
        only_refusals(made)


@pytest.mark.parametrize("listed_there", [False, True])
async def test_a_chosen_channel_that_was_deleted_is_as_none(tmp_path: Path, listed_there: bool) -> None:
    async with world(tmp_path) as made:
        chosen = made.guild.create_text_channel("seeks")
        servers = made.bot.services.servers
        await servers.set(replace(await servers.of(made.guild.id), seek_channel_id=chosen.id), now=1)
        if listed_there:
            await seek(made, made.max, pace="live", rated=True)
            assert not listed(made)
        made.env.backend.delete_channel(chosen.id)
        await made.settle()
        await seek(made, made.anna)
        (page,) = listed(made)
        assert "Anna" in words(page)
        for restarts in (False, True):
            since = len(made.env.http_requests)
            if restarts:
                await made.restart()
            for _ in range(3):
                await look(made)
            asked = [entry for entry in made.env.http_requests[since:] if entry.path == f"/channels/{chosen.id}"]
            assert len(asked) == restarts, "once for each start of the bot"
            changed = [e for e in made.env.http_requests[since:] if e.method != "GET" and "messages" in e.path]
            assert not changed
            assert [one.id for one in listed(made)] == [page.id]
        other = made.guild.create_text_channel("lobby")
        servers = made.bot.services.servers
        await servers.set(replace(await servers.of(made.guild.id), seek_channel_id=other.id), now=2)
        await look(made)
        assert not listed(made)
        assert len([m for m in other.history() if "Anna" in words(m)]) == 1, "another one that is chosen counts"
        only_refusals(made)


async def test_a_list_that_discord_puts_off_comes_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with world(tmp_path) as made:

        async def busy(*given: object, **more: object) -> None:
            raise discord.RateLimited(700.0)

        with monkeypatch.context() as limited:
            limited.setattr(discord.PartialMessageable, "send", busy)
            await seek(made, made.anna)
        assert listed(made) == []
        await made.bot.services.get(Listing).look_through()
        assert len(listed(made)) == 1
        only_refusals(made)


async def test_a_list_that_was_posted_and_not_noted_is_found(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        await seek(made, made.anna)
        await made.bot.store.seek_pages.forget_page(made.guild.id)
        await look(made)
        assert len(listed(made)) == 1
        assert (await made.bot.store.seek_pages.page(made.guild.id)).message_id == listed(made)[0].id
        only_refusals(made)


async def test_what_is_kept_is_exported_and_deleted(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        await seek(made, made.anna, kind="2v2")
        await seek(made, made.max, kind="2v2")
        store = made.bot.store
        assert len((await store.privacy.export(made.anna.id))["seeker"]) == 1
        await store.privacy.forget(made.anna.id, lambda secret, parts: (secret, parts), now=1)
        assert not (await store.privacy.export(made.anna.id))["seeker"]
        (left,) = await store.seeks.of_server(made.guild.id, 10)
        assert left.users == (made.max.id,)
        await store.privacy.forget(made.max.id, lambda secret, parts: (secret, parts), now=1)
        assert not await store.seeks.of_server(made.guild.id, 10)
        await look(made)
        assert "Nobody is looking" in words(listed(made)[0])


async def test_in_direct_messages_everything_says_where_to_look(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        for command, more in (("seek new", {}), ("seek new", {"game": GAME}), ("seek list", {}), ("seek cancel", {})):
            assert said(await made.anna.user.slash(command, **more)) == str(ON_SERVERS)
        only_refusals(made)
