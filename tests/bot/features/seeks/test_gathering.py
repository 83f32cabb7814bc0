"""Seeks across servers for more than two: people of two and three servers gather, in teams and each for themselves."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from bot.features.clocks.timeout_votes import expired_clock
from bot.features.clocks.timer import ClockTimer
from bot.features.seeks.rounds import Rounds
from bot.features.seeks.service import NOT_ACROSS, WHY_NOT, Seeks, Where, Wish, proof
from bot.interactions.admission import RATES
from bot.matches.blocks import APART
from bot.matches.commits import CommitEvent
from bot.matches.refusals import Refusal
from bot.panels.components import button_id
from bot.panels.model import Press
from games import verify
from storage import SeekFound
from tests.bot.driving import by_panel
from tests.bot.features.seeks.meeting import GAME, Meeting, meeting
from tests.bot.forged import only_refusals, press, said
from tests.bot.world import button_ids, buttons, pings, use, words

pytestmark = pytest.mark.usefixtures("no_incident")

TEAMS = "2v2"
ARENA = "arena_of_heroes"
THREE = {"game": ARENA, "kind": "1v1v1"}
KINDS = ((GAME, "1v2"), (GAME, TEAMS), (ARENA, "1v1v1"), (ARENA, "1v1v1v1"), ("monsters_and_myths", "4p"))
"""Teams and free-for-all of every game that has them."""


def name(who: Any) -> str:
    """How somebody is called on their server."""
    return str(who.user.name).split("_")[0].capitalize()


def listed(met: Meeting, who: Any) -> Any:
    """The list of seeks on somebody's server."""
    (page,) = [m for m in met.home[who.id].history() if "seek" in button_ids(m) and not m.flags.ephemeral]
    return page


def line(met: Meeting, who: Any, about: str) -> str:
    """The line of that list about somebody."""
    (found,) = [line for line in words(listed(met, who)).replace("**", "").split("\n") if about in line]
    return found


async def joined(met: Meeting, who: Any, about: str, press_again: bool = True) -> str:
    """Somebody presses beside a name in the list, and says that they play across servers; returns the answer."""
    page = listed(met, who)
    found = await use(who, page, next(c for c in buttons(page) if about in c.label))
    if press_again:
        found = await agreed(who, found)
    await met.made.settle()
    return said(found)


async def agreed(who: Any, asked: Any) -> Any:
    (go,) = buttons(asked.response)
    return await use(who, asked.response, go)


async def waiting(met: Meeting) -> list[list[str]]:
    """Who waits with whom, by their names, all in alphabetical order."""
    names = {one.id: name(one) for one in met.everybody}
    store = met.made.bot.store.seeks
    found = [await store.find(seek_id) for seek_id in await store.ids("", 100)]
    return sorted(sorted(names[user] for user in one.users) for one in found if one is not None)


async def four(met: Meeting) -> list[Any]:
    """Two servers that allow it, with two people each, in the order in which they look."""
    await met.allow()
    return [met.made.anna, met.eve, met.made.max, met.carl]


@pytest.mark.parametrize(("game", "kind"), KINDS)
async def test_people_of_three_servers_gather_and_play_to_the_end(tmp_path: Path, game: str, kind: str) -> None:
    async with meeting(tmp_path) as met:
        made = met.made
        nora, _ = met.found_third()
        await met.allow()
        formation = next(one for one in made.bot.services.faces[game].game.formations if one.id == kind)
        people = [made.anna, met.eve, nora, met.carl][: formation.seats]
        for number, who in enumerate(people[:-1], 1):
            told = await met.seek(who, game=game, kind=kind)
            assert f"{number} of {formation.seats} there" in told
            assert not [one for one in people if one is not who and name(one) in told], "no name before"
            assert (f"{number - 1} from" in told) == (number > 1)
        (before,) = await made.bot.store.seeks.of_server(made.guild.id, 10)
        for who in people[:-1]:
            page = words(listed(met, who))
            assert name(who) in page
            abroad = [one for one in people if met.server_of(one) is not met.server_of(who)]
            assert not [one for one in abroad if name(one) in page]
        since = len(made.env.http_requests)
        told = await met.seek(people[-1], game=game, kind=kind)
        assert "across servers. The match begins in your direct messages" in told
        assert all(name(one) in told for one in people[:-1])
        (head,) = await made.bot.store.matches.all_open()
        assert (head.across, head.status, head.rated, len(head.homes)) == (True, "running", False, formation.seats)
        match = await made.bot.matches.load(head.id)
        assert match.fingerprint == proof(before), "it stays what it was before the last one came"
        assert {
            users for place, users in pings(made, since) if place in {one.channel.id for one in met.servers}
        } == set()
        for server in met.servers:
            assert all("Nobody is looking" in words(m) for m in server.channel.history())
        rng = random.Random(7)
        for _ in range(8):
            assert await by_panel(made, head.id, rng, met.at)
        await made.restart()
        for _ in range(4):
            assert await by_panel(made, head.id, rng, met.at)
        for who in people:
            start = next(m for m in met.written(who) if "proof" in button_ids(m))
            assert "this match across servers" in start.content
            assert all(name(one) in words(start) for one in people)
            assert sum("play" in button_ids(m) for m in met.written(who)) == 1, "one live message each"
            for command in ("match show", "match mine", "match history", "match words", "match time"):
                assert (await who.user.slash(command)).acknowledged, command
        for who in people[:-1]:
            if (await made.bot.matches.load(head.id)).match.status == "running":
                asked = await who.user.slash("match resign")
                await made.press(who.user, asked.response, "agree", "resign")
                await made.settle()
        assert (await made.bot.matches.load(head.id)).match.status == "over"
        for who in people:
            assert "The match is over." in met.written(who)[-1].content
            record = await who.user.slash("match record", match=head.id)
            (attached,) = record.response.attachments
            data = (await attached.read()).decode()
            assert str(who.id) in data
            assert not {what for what, word in met.hidden_from(who).items() if word in data}
            assert verify.check(data).status == 0
            assert not (await made.bot.store.privacy.export(who.id))["played"], "it counts for nobody"
        met.no_leak(*people)
        only_refusals(made)


async def test_those_of_one_server_come_first_and_a_match_that_begins_before_all(tmp_path: Path) -> None:
    async with meeting(tmp_path) as met:
        made = met.made
        nora, otto = met.found_third()
        await met.allow()
        await met.seek(met.eve, **THREE)
        await met.seek(made.anna, across=False, **THREE)
        await met.seek(nora, **THREE)
        assert await waiting(met) == [["Anna"], ["Eve", "Nora"]]
        await met.seek(made.max, **THREE)
        (head,) = await made.bot.store.matches.all_open()
        assert {seat.user_id for seat in head.seats} == {met.eve.id, nora.id, made.max.id}, "it begins at once"
        await met.seek(otto, **THREE)
        await met.seek(met.carl, across=False, **THREE)
        await met.seek(met.eve, **THREE)
        assert await waiting(met) == [["Anna"], ["Carl", "Eve"], ["Otto"]], "as nothing begins, those of one server"
        only_refusals(made)


async def test_who_says_no_to_other_servers_waits_with_nobody_of_them(tmp_path: Path) -> None:
    async with meeting(tmp_path) as met:
        made = met.made
        nora, otto = met.found_third()
        await met.allow(made.guild.id, met.guild.id)
        assert await met.seek(nora, **THREE) == str(NOT_ACROSS)
        await met.seek(made.anna, **THREE)
        await met.seek(met.eve, **THREE)
        await met.seek(made.max, across=False, **THREE)
        await met.seek(nora, across=False, **THREE)
        await met.seek(otto, across=False, **THREE)
        await met.look()
        assert await waiting(met) == [["Anna", "Eve"], ["Max"], ["Nora", "Otto"]]
        assert "also across servers" in line(met, made.anna, "Anna")
        assert "also across servers" not in line(met, made.max, "Max")
        await met.seek(made.max, across=False, kind="1v1")
        assert not await made.bot.store.matches.all_open()
        only_refusals(made)


async def test_a_press_beside_people_of_other_servers_asks_first(tmp_path: Path) -> None:
    async with meeting(tmp_path) as met:
        made = met.made
        met.found_third()
        await met.allow()
        await met.seek(made.anna, **THREE)
        await met.seek(met.eve, **THREE)
        page = listed(met, made.max)
        control = next(c for c in buttons(page) if "Anna" in c.label)
        assert control.label == "Join Anna and 1 from another server"
        asked = await use(made.max, page, control)
        assert "sees the name that you have here" in said(asked)
        assert "1 from another server" in said(asked)
        assert len(await waiting(met)) == 1
        seek_id, shown = control.press.tokens[1:]
        for server, who in zip(met.servers, (made.tina, met.carl, met.everybody[-1]), strict=True):
            if server is not met.servers[1]:
                continue
            forged = await press(
                made, who, server.channel, button_id("learn-", 0, "", Press("seek", ("take", seek_id)))
            )
            assert "1 from another server" in said(forged)
        stranger = met.everybody[-1]
        forged = button_id("learn-", 0, "", Press("seek", ("take", seek_id, shown)))
        assert said(await press(made, stranger, met.home[stranger.id], forged)) == "This seek is no longer open."
        assert shown == proof((await made.bot.store.seeks.of_user(met.eve.id))[0])
        assert "across servers" in said(await agreed(made.max, asked))
        await made.settle()
        (head,) = await made.bot.store.matches.all_open()
        assert {seat.user_id for seat in head.seats} == {made.anna.id, met.eve.id, made.max.id}
        assert head.home_of(made.max.id).channel_id == made.channel.id
        met.no_leak(made.anna, met.eve, made.max)
        only_refusals(made)


async def test_somebody_from_elsewhere_who_comes_meanwhile_is_not_met_without_asking(tmp_path: Path) -> None:
    async with meeting(tmp_path) as met:
        made, seeks = met.made, met.made.bot.services.get(Seeks)
        await four(met)
        await met.seek(made.anna, **THREE)
        await met.seek(met.eve, **THREE)
        (found,) = await seeks.store.of_user(made.anna.id)
        rules = await seeks._rules(made.guild.id)
        who = seeks._seeker(
            Wish(ARENA, made.bot.services.faces[ARENA].game.formations[1]),
            Where(made.max.id, made.guild.id, made.channel.id, 77),
        )
        outcome = await seeks.store.take(found.id, who, rules)
        assert outcome.why == "across"
        assert not await made.bot.store.matches.all_open()


@pytest.mark.parametrize("which", ["host", "guest"])
async def test_a_server_that_changes_its_mind_has_its_people_back(tmp_path: Path, which: str) -> None:
    async with meeting(tmp_path) as met:
        made = met.made
        nora, otto = met.found_third()
        await met.allow()
        for who in (made.anna, met.eve, nora):
            await met.seek(who, game=ARENA, kind="1v1v1v1")
        away = met.servers[0 if which == "host" else 1]
        await met.set(away.guild.id, across=False)
        secrets = {one.seed for one in await made.bot.store.seeks.of_server(made.guild.id, 9)}
        told = await met.seek(otto, game=ARENA, kind="1v1v1v1")
        assert not await made.bot.store.matches.all_open(), "three of two servers that want it"
        assert "You play" not in told
        await met.look()
        alone, other = ("Anna", "Eve") if which == "host" else ("Eve", "Anna")
        assert await waiting(met) == sorted([[alone], [other, "Nora", "Otto"]])
        for who in (made.anna, met.eve):
            assert ("from other servers" in line(met, who, name(who))) == (name(who) == other)
        new = [s for server in met.servers for s in await made.bot.store.seeks.of_server(server.guild.id, 9)]
        assert len({one.seed for one in new}) == 2, "nobody has seen the secret of the other seek"
        assert secrets < {one.seed for one in new}, "the seek itself stays where it was"
        await met.set(away.guild.id, across=True)
        await met.look()
        (head,) = await made.bot.store.matches.all_open()
        assert len({one.guild_id for one in head.homes}) == 3
        only_refusals(made)


@pytest.mark.parametrize("how", ["cancel", "delete", "leave", "expire"])
async def test_who_goes_takes_nothing_of_the_others_along(
    tmp_path: Path, how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with meeting(tmp_path) as met:
        made = met.made
        nora, otto = met.found_third()
        await met.allow()
        await met.seek(made.anna, hours=1, game=ARENA, kind="1v1v1v1")
        for who in (met.eve, nora):
            await met.seek(who, game=ARENA, kind="1v1v1v1")
        if how == "cancel":
            assert "no longer" in said(await made.anna.slash(made.channel, "seek cancel"))
            await made.settle()
            assert "2 of 4 there" in line(met, met.eve, "Eve"), "the other lists are told at once"
        elif how == "delete":
            await made.anna.slash(made.channel, "privacy delete", sure="DELETE")
        elif how == "leave":
            made.guild.remove_member(made.anna)
        else:
            now = made.bot.matches.clock()
            monkeypatch.setattr(made.bot.matches, "clock", lambda: now + 3_700_000)
        if how == "leave":  # Discord does not tell: it is found out when somebody looks
            made.bot.services.members._answers.clear()  # a minute has passed
            await met.seek(met.carl, game=ARENA, kind="1v1v1v1")
            await met.carl.slash(met.channel, "seek cancel")
        await made.settle()
        await met.look()
        assert "Nobody is looking" in words(listed(met, made.anna))
        (found,) = await made.bot.store.seeks.of_server(met.guild.id, 9)
        assert found.users == (met.eve.id, nora.id)
        assert (found.guild_id, found.channel_id) == (met.guild.id, met.channel.id), "it belongs to who is there"
        assert "Eve and 1 from another server" in line(met, met.eve, "Eve")
        assert "Nora and 1 from another server" in line(met, nora, "Nora")
        exported = str(await made.bot.store.privacy.export(met.eve.id))
        assert not [word for word in met.hidden_from(met.eve).values() if word in exported]
        await met.seek(otto, game=ARENA, kind="1v1v1v1")
        await joined(met, met.carl, "Eve")
        (head,) = await made.bot.store.matches.all_open()
        assert {seat.user_id for seat in head.seats} == {met.eve.id, nora.id, otto.id, met.carl.id}
        met.no_leak(met.eve, met.carl, nora, otto)
        only_refusals(made)


async def test_where_only_those_of_one_server_are_left_the_match_is_played_there(tmp_path: Path) -> None:
    async with meeting(tmp_path) as met:
        made = met.made
        await met.allow()
        await met.seek(made.anna, **THREE)
        await met.seek(met.eve, **THREE)
        await made.anna.slash(made.channel, "seek cancel")
        await joined(met, met.carl, "Eve", press_again=False)
        dana = met.guild.add_member(made.env.create_user("dana", global_name="Dana"))
        met.home[dana.id] = met.channel
        await met.seek(dana, across=False, **THREE)
        (head,) = await made.bot.store.matches.all_open()
        assert (head.across, head.guild_id, head.channel_id) == (False, met.guild.id, met.channel.id)
        assert head.homes == ()
        only_refusals(made)


@pytest.mark.parametrize("what", ["block", "language", "pace", "rating", "rooms"])
async def test_each_fits_to_all_who_are_there(tmp_path: Path, what: str) -> None:
    """Of four who look, the first and the last never come together, whoever has come between."""
    asked: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
        "language": ({"language": "de"}, {"language": "es"}),
        "pace": ({"pace": "live"}, {"pace": "daily"}),
        "rating": ({}, {"lowest": 1900}),
    }
    async with meeting(tmp_path) as met:
        made, store = met.made, met.made.bot.store
        nora, otto = met.found_third()
        await met.allow()
        first, last = asked.get(what, ({}, {}))
        await met.seek(made.anna, **first, **THREE)
        await met.seek(met.eve, **THREE)
        if what == "block":
            await store.blocks.add(made.anna.id, nora.id, now=1, most=10)
        elif what == "rooms":
            await made.match()
            await met.set(made.guild.id, most_open=1)
        assert "You play" not in await met.seek(nora, **last, **THREE)
        await met.look()
        assert not [head for head in await store.matches.all_open() if head.across]
        assert ["Nora"] in await waiting(met)
        if what == "block":
            (found,) = await store.seeks.of_user(made.anna.id)
            forged = button_id("learn-", 0, "", Press("seek", ("take", found.id, "-", "across")))
            await store.blocks.add(met.eve.id, met.carl.id, now=1, most=10)
            assert said(await press(made, met.carl, met.channel, forged)) == str(APART)
        if what != "rooms":
            await met.seek(otto, **THREE)
            (head,) = [head for head in await store.matches.all_open() if head.across]
            assert {seat.user_id for seat in head.seats} == {made.anna.id, met.eve.id, otto.id}
            assert await waiting(met) == [["Nora"]]
        only_refusals(made)


@pytest.mark.parametrize("what", ["blocks", "is blocked", "rooms"])
async def test_no_answer_tells_whose_account_is_behind_somebody_of_another_server(tmp_path: Path, what: str) -> None:
    """Carl, who suspects that Anna waits with Eve, blocks her and asks: he is told the same as if she were busy."""
    async with meeting(tmp_path) as met:
        made, store = met.made, met.made.bot.store
        await met.allow()
        await met.seek(made.anna, **THREE)
        await met.seek(met.eve, **THREE)
        if what == "rooms":
            await made.match()
            await met.set(made.guild.id, most_open=1)
        else:
            one, other = (met.carl, made.anna) if what == "blocks" else (made.anna, met.carl)
            await store.blocks.add(one.id, other.id, now=1, most=10)
        assert await joined(met, met.carl, "Eve") == str(WHY_NOT["strangers"])
        assert not [head for head in await store.matches.all_open() if head.across]
        assert await waiting(met) == [["Anna", "Eve"]], "nothing has changed"
        (found,) = await store.seeks.of_user(made.anna.id)
        seeks = made.bot.services.get(Seeks)
        here = Where(met.carl.id, met.guild.id, met.channel.id, 77)
        with pytest.raises(Refusal) as refusal:
            await seeks.take(found.id, here)
        assert str(refusal.value) == str(WHY_NOT["across"]), "nor does it tell who asks for nobody of other servers"
        await store.blocks.add(met.carl.id, met.eve.id, now=1, most=10)
        assert await joined(met, met.carl, "Eve") == str(APART), "of their own server they see who waits"
        only_refusals(made)


async def test_who_fits_elsewhere_by_now_goes_there_and_the_match_begins(tmp_path: Path) -> None:
    async with meeting(tmp_path) as met:
        made, blocks = met.made, met.made.bot.store.blocks
        people = await four(met)
        pairs = [(one, other) for n, one in enumerate(people) for other in people[:n]]
        for one, other in pairs:
            await blocks.add(one.id, other.id, now=1, most=100)
        for who in people:
            await met.seek(who, kind=TEAMS)
        assert len(await waiting(met)) == 4
        await met.look()
        assert len(await waiting(met)) == 4
        for one, other in pairs:
            await blocks.remove(one.id, other.id)
        await asyncio.gather(*(made.bot.services.get(Rounds).look() for _ in range(3)))
        await made.settle()
        await met.look()  # side by side they may have made two pairs, which the next look brings together
        (head,) = await made.bot.store.matches.all_open()
        assert (head.status, head.across, head.drawn) == ("running", True, True)
        assert not await waiting(met)
        only_refusals(made)


async def test_many_at_once_are_seated_once(tmp_path: Path) -> None:
    async with meeting(tmp_path) as met:
        made, seeks = met.made, met.made.bot.services.get(Seeks)
        met.found_third()
        await met.allow()
        wish = Wish(ARENA, made.bot.services.faces[ARENA].game.formations[1], across=True)
        wheres = []
        for server in met.servers:
            for number in range(5):
                user = made.env.create_user(f"{server.guild.id}p{number}", global_name=f"P{number}")
                who = server.guild.add_member(user)
                wheres.append(Where(who.id, server.guild.id, server.channel.id, len(wheres) + 1))
        random.Random(3).shuffle(wheres)
        await asyncio.gather(*(seeks.place(wish, where) for where in wheres))
        await made.bot.matches.commits.announce(CommitEvent())
        await met.look()
        heads = await made.bot.store.matches.all_open()
        seated = Counter(seat.user_id for head in heads for seat in head.seats)
        assert len(heads) == 5
        assert set(seated.values()) == {1}
        assert not await waiting(met)
        for where in wheres:
            assert isinstance(await seeks.place(wish, where), SeekFound)
        assert len(await made.bot.store.matches.all_open()) == 5


async def test_a_flood_of_seeks_is_stopped_and_pings_nobody(tmp_path: Path) -> None:
    async with meeting(tmp_path) as met:
        made = met.made
        await met.allow()
        await met.seek(met.eve, **THREE)
        since = len(made.env.http_requests)
        told = []
        made.bot.services.limits._rates = {"seeks": RATES["seeks"]}
        for _ in range(RATES["seeks"].burst + 1):
            told += [await met.seek(made.anna, **THREE), said(await made.anna.slash(made.channel, "seek cancel"))]
        await made.settle()
        assert any("faster than anybody can answer" in one for one in told)
        assert not pings(made, since)
        assert "1 of 3 there" in line(met, met.eve, "Eve") or "2 of 3 there" in line(met, met.eve, "Eve")
        assert len([m for m in met.channel.history() if "seek" in button_ids(m)]) == 1, "one list, edited"
        only_refusals(made)


async def test_all_who_cannot_be_written_to_are_pinged_once_on_their_own_server(tmp_path: Path) -> None:
    async with meeting(tmp_path) as met:
        made = met.made
        await met.allow()
        await met.seek(made.anna, **THREE)
        await met.seek(met.eve, **THREE)
        for who in (made.anna, met.eve):
            met.close(who)
        since = len(made.env.http_requests)
        await joined(met, made.max, "Anna")
        (head,) = await made.bot.store.matches.all_open()
        asked = {place: users for place, users in pings(made, since) if place in (made.channel.id, met.channel.id)}
        assert asked == {made.channel.id: (made.anna.id,), met.channel.id: (met.eve.id,)}
        assert await made.bot.matches.calendars.paused() == {head.id}
        notes = {who: met.home[who.id].history()[-1] for who in (made.anna, met.eve)}
        await made.restart()
        await made.settle()
        met.open()
        await made.press(made.anna, notes[made.anna], "reach")
        await made.settle()
        assert await made.bot.matches.calendars.paused() == {head.id}, "Eve is still waited for"
        await made.press(met.eve, notes[met.eve], "reach")
        await made.settle()
        assert not await made.bot.matches.calendars.paused()
        assert await by_panel(made, head.id, random.Random(1), met.at)
        here = (made.channel.id, met.channel.id)
        assert len([1 for place, _ in pings(made, since) if place in here]) == 2
        met.no_leak(made.anna, met.eve, made.max)


async def test_somebody_deletes_their_data_in_the_middle_and_the_others_play_on(tmp_path: Path) -> None:
    async with meeting(tmp_path) as met:
        made = met.made
        nora, _ = met.found_third()
        await met.allow()
        people = [made.anna, met.eve, nora]
        for who in people:
            await met.seek(who, **THREE)
        (head,) = await made.bot.store.matches.all_open()
        rng = random.Random(11)
        for _ in range(8):
            assert await by_panel(made, head.id, rng, met.at)
        await met.eve.user.slash("privacy delete", sure="DELETE")
        await made.settle()
        match = await made.bot.matches.load(head.id)
        assert (match.match.across, match.match.status) == (True, "running")
        assert {one.user_id for one in match.match.homes} == {made.anna.id, nora.id}
        for _ in range(4):
            assert await by_panel(made, head.id, rng, met.at)
        for who in (made.anna, nora):
            assert "Eve" not in said(await who.user.slash("match history", match=head.id))
        met.no_leak(made.anna, nora)
        only_refusals(made)


@pytest.mark.parametrize("across", [True, False])
async def test_two_who_block_each_other_while_they_wait_part(tmp_path: Path, across: bool) -> None:
    async with meeting(tmp_path) as met:
        made = met.made
        await met.allow()
        other = met.eve if across else made.max
        await met.seek(made.anna, **THREE)
        await met.seek(other, **THREE)
        assert len(await waiting(met)) == 1
        await made.bot.store.blocks.add(other.id, made.anna.id, now=1, most=10)
        assert "You play" not in await met.seek(met.carl, **THREE)
        assert not await made.bot.store.matches.all_open()
        assert len(await waiting(met)) == 2
        assert ["Anna"] in await waiting(met) or [name(other)] in await waiting(met)
        await made.bot.store.blocks.remove(other.id, made.anna.id)
        await met.look()
        (head,) = await made.bot.store.matches.all_open()
        assert {seat.user_id for seat in head.seats} == {made.anna.id, other.id, met.carl.id}
        only_refusals(made)


async def test_when_time_runs_out_each_side_is_asked_what_it_can_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with meeting(tmp_path) as met:
        made = met.made
        people = await four(met)
        for who in people:
            await met.seek(who, kind=TEAMS, pace="live")
        (head,) = await made.bot.store.matches.all_open()
        now = made.bot.matches.clock()
        monkeypatch.setattr(made.bot.matches, "clock", lambda: now + 86_400_000)
        await made.bot.services.get(ClockTimer).catch_up(await made.bot.matches.load(head.id))
        await made.settle()
        match = await made.bot.matches.load(head.id)
        seat = expired_clock(match).seat
        late = match.user_of(seat)
        for who in (one for one in people if one.id != late):
            partner = match.formation.allied(match.seat_of(who.id), seat)
            (asked,) = [m for m in met.written(who) if "has run out of time" in m.content]
            assert ("the other side can claim the win" in asked.content) == partner
            assert "substitute" not in asked.content
            votes = [c.press.tokens for c in buttons(asked) if c.press.action_id == "time"]
            assert votes == [(answer, str(seat)) for answer in (["off"] if partner else ["claim", "give", "off"])]
            if not partner:
                await made.reply(who.user, asked, "time", "claim")
        await made.settle()
        assert (await made.bot.matches.load(head.id)).match.status == "over"
        met.no_leak(*people)
        only_refusals(made)
