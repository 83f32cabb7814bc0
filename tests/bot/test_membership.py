"""A match belongs to its server: what members can do from anywhere else, and what nobody else can."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from bot.features.followers.service import FollowedMatches
from storage import Server
from tests.bot import forged
from tests.bot.by_id import ALONE, NOBODYS, commands, every_action_id, filled, typed
from tests.bot.driving import quietly
from tests.bot.forged import only_refusals, said
from tests.bot.world import World, button_ids, world
from tests.support.registering import register
from tests.toy.face import FACE

pytestmark = pytest.mark.usefixtures("no_incident", "with_toy")

NO_MATCH = "There is no such match."
NO_MEMBER = "Only members of the match's server can do that."
UNANSWERED = "Discord does not tell me just now whether you are a member of the match's server."
TAKE = "seat:0:0:take.0"


@pytest.fixture
def with_toy(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot that knows the toy beside its own games."""
    register(monkeypatch, FACE)


@dataclass
class From:
    """Somebody, and the place from which they ask."""

    actor: Any
    place: Any

    async def slash(self, name: str, /, **given: Any) -> Any:
        if self.place is self.actor:
            return await self.actor.slash(name, **given)
        return await self.actor.slash(self.place, name, **given)

    async def press(self, made: World, custom_id: str) -> Any:
        return await forged.press(made, self.actor, self.channel, custom_id)

    @property
    def channel(self) -> Any:
        return self.actor.dm_channel if self.place is self.actor else self.place


def dm(person: Any) -> From:
    """Somebody in a direct message; a member or a mere user."""
    user = getattr(person, "user", person)
    return From(user, user)


def elsewhere(made: World, person: Any) -> From:
    """Somebody on another server on which the bot is."""
    other = made.env.create_guild("Elsewhere")
    channel = other.create_text_channel("lounge")
    return From(other.add_member(getattr(person, "user", person)), channel)


def stranger(made: World, name: str = "Olga") -> Any:
    """A user of Discord who is on no server of the bot's."""
    return made.env.create_user(name.lower(), global_name=name)


def outsiders(made: World) -> list[From]:
    """Those to whom a match of the server is as good as none."""
    banned = made.member("Boris")
    made.guild.remove_member(banned)
    olga = stranger(made)
    return [dm(olga), elsewhere(made, olga), dm(banned)]


async def lobby(made: World, *named: Any, game: str = "toy", **options: Any) -> str:
    """A challenge of Anna's."""
    given = dict(zip(("opponent", "opponent2"), named, strict=False))
    await made.anna.slash(made.channel, f"{game} new", **given, **options)
    await made.settle()
    (head,) = [one for one in await made.bot.store.matches.all_open() if one.status == "lobby"]
    return head.id


async def begun(made: World) -> str:
    """Anna against Max, at the toy."""
    match_id = await lobby(made, made.max, teams="1v1")
    await made.max.slash(made.channel, "match accept", match=match_id)
    await made.settle()
    return match_id


async def begun_monoliths(made: World) -> str:
    match_id = await made.match()
    await quietly(made, match_id, random.Random(2), 25)
    return match_id


async def _open(made: World) -> str:
    return await lobby(made, teams="1v1")


BEGINNINGS: Sequence[Callable[[World], Awaitable[str]]] = (begun_monoliths, _open)


@pytest.mark.parametrize("begin", BEGINNINGS)
async def test_no_command_tells_an_outsider_anything(tmp_path: Path, begin: Callable[[World], Awaitable[str]]) -> None:
    async with world(tmp_path) as made:
        match_id = await begin(made)
        before = await forged.written(made, match_id)
        for somebody in outsiders(made):
            for name, options in commands(made):
                told = said(await somebody.slash(name, match=match_id, **filled(options)))
                assert told == NO_MATCH, (somebody, name)
        assert await forged.written(made, match_id) == before
        only_refusals(made)


@pytest.mark.parametrize("begin", BEGINNINGS)
async def test_no_press_tells_an_outsider_anything(tmp_path: Path, begin: Callable[[World], Awaitable[str]]) -> None:
    async with world(tmp_path) as made:
        match_id = await begin(made)
        for somebody in outsiders(made):
            for action_id in (*every_action_id(), TAKE.partition(":")[0]):
                pressed = somebody.press(made, f"b:{match_id}:{action_id}:0::")
                told = await forged.refused(made, match_id, pressed, action_id)
                if action_id in ALONE:
                    assert told == said(await somebody.press(made, f"b:{NOBODYS}:{action_id}:0::")), action_id
                else:
                    assert told == NO_MATCH, action_id


async def test_no_autocomplete_tells_an_outsider_anything(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id = await begun_monoliths(made)
        for somebody in outsiders(made):
            for name, options in commands(made):
                for option in options:
                    if not option.get("autocomplete") or (name, option["name"]) == ("monolith tile", "name"):
                        continue
                    given: list[dict[str, Any]] = [{"match": match_id}, {"match": NOBODYS}]
                    if option["name"] == "match":
                        given = [{}, {}]
                    told = [
                        await typed(made, somebody.actor, somebody.channel, name, option["name"], one) for one in given
                    ]
                    assert told[0] == told[1], (name, option["name"])


async def test_a_member_is_told_the_same_wherever_they_ask(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id = await begun_monoliths(made)
        here = From(made.bea, made.channel)
        for name, options in commands(made):
            given = {**filled(options), "match": match_id}
            told = said(await here.slash(name, **given))
            assert told != NO_MATCH, name
            assert said(await dm(made.bea).slash(name, **given)) == told, name
        there = elsewhere(made, made.bea)
        for name in ("match show", "match words", "match history", "match record", "match time", "match follow"):
            told = said(await here.slash(name, match=match_id))
            assert said(await there.slash(name, match=match_id)) == told, name
        only_refusals(made)


async def test_discord_is_asked_once_a_minute_who_only_looks(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id = await begun(made)
        olga = dm(stranger(made))
        before = len(made.env.http_requests)
        for _ in range(5):
            assert said(await olga.slash("match words", match=match_id)) == NO_MATCH
            await dm(made.bea).slash("match words", match=match_id)
        asked = [r.path for r in made.env.http_requests[before:] if "/members/" in r.path]
        assert len(asked) == len(set(asked)) == 2
        before = len(made.env.http_requests)
        await made.bea.slash(made.channel, "match words", match=match_id)
        await made.anna.user.slash("match words", match=match_id)
        only_refusals(made)
        assert not [r for r in made.env.http_requests[before:] if "/members/" in r.path]


# Sitting down: who may, and from where


@dataclass
class Deed:
    """A way to a seat: the match, who is about to sit down, and how."""

    match_id: str
    person: Any
    command: str
    custom_id: str
    seats: list[int | None]
    """Who sits there when it is done."""


async def _accepting(made: World) -> Deed:
    match_id = await lobby(made, made.bea, teams="1v1")
    return Deed(match_id, made.bea, "match accept", "accept:0::", [made.anna.id, made.bea.id])


async def _joining(made: World) -> Deed:
    return Deed(await _open(made), made.bea, "match join", "join:0::", [made.anna.id, made.bea.id])


async def _taking_what_is_offered_to_anybody(made: World) -> Deed:
    match_id = await begun(made)
    await made.anna.slash(await made.thread(match_id), "match substitute", action="offer")
    await made.settle()
    return Deed(match_id, made.bea, "match takeover", TAKE, [made.bea.id, made.max.id])


async def _taking_what_is_offered_by_name(made: World) -> Deed:
    match_id = await begun(made)
    await made.anna.slash(await made.thread(match_id), "match substitute", action="offer", player=made.bea)
    await made.settle()
    return Deed(match_id, made.bea, "match takeover", TAKE, [made.bea.id, made.max.id])


DEEDS = (_accepting, _joining, _taking_what_is_offered_to_anybody, _taking_what_is_offered_by_name)
deeds = pytest.mark.parametrize("prepare", DEEDS)


async def _seats(made: World, match_id: str) -> list[int | None]:
    match = await made.bot.matches.load(match_id)
    return [s.user_id for s in match.match.seats if s.status == "accepted" or match.started]


@deeds
@pytest.mark.parametrize("from_dm", [True, False])
@pytest.mark.parametrize("by_command", [True, False])
async def test_a_member_sits_down_from_anywhere(tmp_path: Path, prepare: Any, from_dm: bool, by_command: bool) -> None:
    async with world(tmp_path) as made:
        deed = await prepare(made)
        somebody = dm(deed.person) if from_dm else elsewhere(made, deed.person)
        before = len(made.env.http_requests)
        if by_command:
            await somebody.slash(deed.command, match=deed.match_id)
        else:
            await somebody.press(made, f"b:{deed.match_id}:{deed.custom_id}")
        assert [r for r in made.env.http_requests[before:] if "/members/" in r.path]
        await made.settle()
        assert await _seats(made, deed.match_id) == deed.seats
        only_refusals(made)


@deeds
@pytest.mark.parametrize("by_command", [True, False])
async def test_whoever_has_left_the_server_does_not_sit_down(tmp_path: Path, prepare: Any, by_command: bool) -> None:
    """Nor does whoever was banned, or has never been there; having looked while one was a member does not help."""
    async with world(tmp_path) as made:
        deed = await prepare(made)
        for somebody in (dm(deed.person), elsewhere(made, deed.person)):
            await somebody.slash("match words", match=deed.match_id)
        before = await forged.written(made, deed.match_id)
        made.env.backend.remove_member(made.guild.id, deed.person.id)
        for somebody in (dm(deed.person), elsewhere(made, deed.person)):
            if by_command:
                told = said(await somebody.slash(deed.command, match=deed.match_id))
            else:
                told = said(await somebody.press(made, f"b:{deed.match_id}:{deed.custom_id}"))
            assert told in (NO_MEMBER, NO_MATCH)
        assert await forged.written(made, deed.match_id) == before
        only_refusals(made)


@deeds
async def test_where_discord_does_not_say_nothing_changes(tmp_path: Path, prepare: Any) -> None:
    async with world(tmp_path) as made:
        deed = await prepare(made)
        before = await forged.written(made, deed.match_id)
        path = f"/guilds/{made.guild.id}/members/{deed.person.id}"
        made.env.inject_error("GET", path, status=403, code=50001, message="Missing Access", times=None)
        told = said(await dm(deed.person).slash(deed.command, match=deed.match_id))
        assert told.startswith(UNANSWERED)
        assert said(await dm(made.tina).slash("match words", match=deed.match_id)) != NO_MATCH
        assert await forged.written(made, deed.match_id) == before
        only_refusals(made)


@pytest.mark.parametrize("begin", BEGINNINGS)
async def test_a_channel_that_a_member_cannot_see_is_as_good_as_none(
    tmp_path: Path, begin: Callable[[World], Awaitable[str]]
) -> None:
    async with world(tmp_path) as made:
        lounge, made.channel = made.channel, made.hidden(made.anna, made.max)
        match_id = await begin(made)
        before = await forged.written(made, match_id)
        for somebody in (dm(made.bea), elsewhere(made, made.bea), From(made.bea, lounge)):
            for name in ("match join", "match takeover", "match show", "match words", "match follow"):
                assert said(await somebody.slash(name, match=match_id)) == NO_MATCH, name
            for custom_id in ("join:0::", TAKE, "play:0::", "words:0::", "follow:0::end"):
                told = await forged.refused(made, match_id, somebody.press(made, f"b:{match_id}:{custom_id}"))
                assert told == NO_MATCH, custom_id
        assert await forged.written(made, match_id) == before
        only_refusals(made)


async def test_whoever_is_named_sits_down_without_seeing_the_channel(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        made.channel = made.hidden(made.anna)
        match_id = await lobby(made, made.bea, teams="1v1")
        await dm(made.bea).slash("match accept", match=match_id)
        assert (await made.bot.matches.load(match_id)).started
        only_refusals(made)


async def test_whoever_may_no_longer_see_the_channel_does_not_sit_down(tmp_path: Path) -> None:
    """Not even within the minute for which it is good enough to have looked."""
    async with world(tmp_path) as made:
        role = made.guild.create_role("players")
        eva = made.guild.add_member(made.env.create_user("eva", global_name="Eva"), roles=[role])
        made.channel = made.hidden(made.anna, role)
        match_id = await lobby(made, teams="1v1")
        assert said(await dm(eva).slash("match words", match=match_id)) != NO_MATCH
        made.env.backend.remove_member_role(made.guild.id, eva.id, role.id)
        assert said(await dm(eva).slash("match join", match=match_id)) == NO_MATCH
        assert not (await made.bot.matches.load(match_id)).started
        only_refusals(made)


async def _over(made: World) -> str:
    match_id = await begun(made)
    await made.resign(made.max, await made.thread(match_id))
    await made.settle()
    return match_id


async def test_a_rematch_is_for_members_only(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id = await _over(made)
        made.env.backend.remove_member(made.guild.id, made.max.id)
        for somebody in (dm(made.max), elsewhere(made, made.max)):
            assert said(await somebody.press(made, f"b:{match_id}:rematch:0::")) == NO_MEMBER
        assert await made.bot.store.matches.all_open() == ()
        await dm(made.anna).press(made, f"b:{match_id}:rematch:0::")
        await made.settle()
        (head,) = await made.bot.store.matches.all_open()
        assert (head.creator, head.guild_id, head.channel_id) == (made.anna.id, made.guild.id, made.channel.id)
        assert said(await dm(made.max).press(made, f"b:{match_id}:rematch:0::")) == NO_MEMBER
        only_refusals(made)


@pytest.mark.parametrize("from_dm", [True, False])
async def test_a_rematch_is_opened_by_the_rules_of_the_server(tmp_path: Path, from_dm: bool) -> None:
    async with world(tmp_path) as made:
        match_id = await _over(made)
        role = made.guild.create_role("openers")
        await made.bot.services.servers.set(Server(made.guild.id, role_id=role.id), now=2)
        somebody = dm(made.max) if from_dm else From(made.max, made.channel)
        again = f"b:{match_id}:rematch:0::"
        assert "may open matches" in said(await somebody.press(made, again))
        other = made.guild.create_text_channel("matches")
        await made.bot.services.servers.set(Server(made.guild.id, channel_id=other.id), now=3)
        assert f"opened in <#{other.id}>" in said(await somebody.press(made, again))
        assert await made.bot.store.matches.all_open() == ()
        await made.bot.services.servers.set(Server(made.guild.id, channel_id=made.channel.id), now=4)
        await somebody.press(made, again)
        await made.settle()
        (head,) = await made.bot.store.matches.all_open()
        assert head.creator == made.max.id
        await made.bot.services.servers.set(Server(made.guild.id, role_id=role.id), now=5)
        await made.anna.slash(made.channel, "match accept", match=head.id)  # whoever only accepts needs no role
        assert (await made.bot.matches.load(head.id)).started
        only_refusals(made)


async def test_nobody_sits_down_in_more_matches_than_the_server_allows(tmp_path: Path) -> None:
    """Invitations alone do not count, or anybody could keep others from playing."""
    async with world(tmp_path) as made:
        await made.bot.services.servers.set(Server(made.guild.id, most_open=1), now=2)
        invited = await lobby(made, made.max, teams="1v1")
        await made.tina.slash(made.channel, "toy new", teams="1v1")
        await made.settle()
        (joined,) = [h.id for h in await made.bot.store.matches.all_open() if h.id != invited]
        assert "The match begins" in said(await made.max.slash(made.channel, "match join", match=joined))
        told = said(await made.max.slash(made.channel, "match accept", match=invited))
        assert (
            told == "You already have as many open matches on this server as one member may have (1); "
            "finish one of them first."
        )
        assert "as many open matches" in said(await made.max.slash(made.channel, "toy new", teams="1v1"))
        only_refusals(made)


async def test_a_lost_thread_opens_on_the_server_of_the_match_alone(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id = await begun(made)
        thread = await made.thread(match_id)
        made.env.backend.delete_channel(thread.id)
        there = elsewhere(made, made.anna)
        before = (await made.bot.store.matches.load(match_id)).thread_id
        told = [
            said(await there.slash("match show", match=match_id)),
            said(await there.press(made, f"b:{match_id}:reopen:0::")),
            said(await dm(made.anna).slash("match show", match=match_id)),
        ]
        assert all("in a channel of the match's server" in one for one in told), told
        await made.settle()
        stored = await made.bot.store.matches.load(match_id)
        assert (stored.channel_id, stored.thread_id) == (made.channel.id, before)
        assert [m.content for m in there.place.history()] == ["forged"]
        assert "a new one opens here" in said(await made.anna.slash(made.channel, "match show", match=match_id))
        await made.settle()
        assert (await made.thread(match_id)).id != thread.id
        only_refusals(made)


async def test_autocompletion_leaves_out_what_would_be_refused(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        invited = await lobby(made, made.max, teams="1v1")
        for name, offered in (("accept", [invited]), ("decline", [invited]), ("cancel", [])):
            assert await _offered(made, dm(made.max), name) == offered, name
        assert await _offered(made, dm(made.anna), "cancel") == [invited]
        assert await _offered(made, dm(made.anna), "accept") == []
        gone = made.max
        made.env.backend.remove_member(made.guild.id, gone.id)
        made.bot.services.members._answers.clear()
        assert await _offered(made, dm(gone), "accept") == []
        assert await _offered(made, dm(gone), "decline") == [invited]
        await made.anna.slash(made.channel, "match cancel", match=invited)
        free = await _open(made)
        assert await _offered(made, From(made.tina, made.channel), "join") == [free]
        assert await _offered(made, From(made.anna, made.channel), "join") == []
        assert await _offered(made, dm(made.tina), "join") == []


async def test_autocompletion_leaves_out_seats_on_servers_one_has_left(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        deed = await _taking_what_is_offered_by_name(made)
        assert await _offered(made, dm(made.bea), "takeover") == [deed.match_id]
        made.env.backend.remove_member(made.guild.id, made.bea.id)
        made.bot.services.members._answers.clear()
        assert await _offered(made, dm(made.bea), "takeover") == []


async def test_autocompletion_offers_nobody_to_follow_their_own_match(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id = await begun(made)
        assert await _offered(made, From(made.tina, made.channel), "follow") == [match_id]
        assert await _offered(made, From(made.anna, made.channel), "follow") == []


async def _offered(made: World, somebody: From, name: str) -> list[str]:
    choices = await typed(made, somebody.actor, somebody.channel, f"match {name}", "match", {})
    return [choice["value"] for choice in choices]


async def test_whoever_has_left_hears_no_more_of_what_they_followed(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id = await begun(made)
        for actor in (made.tina, made.bea):
            await actor.slash(made.channel, "settings dm", on=True)
            await actor.slash(made.channel, "match follow", match=match_id, what="end")
        made.env.backend.remove_member(made.guild.id, made.bea.id)
        await made.resign(made.max, await made.thread(match_id))
        await made.settle()
        heard = [any("📣" in m.content for m in actor.user.dm_channel.history()) for actor in (made.tina, made.bea)]
        assert heard == [True, False]
        followers = made.bot.services.get(FollowedMatches).followers
        assert await followers.of(match_id) == ()


async def test_a_player_plays_on_from_anywhere(tmp_path: Path) -> None:
    """Somebody who has left plays on until a substitute takes over; claims and offers are for players alone."""
    async with world(tmp_path) as made:
        match_id = await begun(made)
        made.env.backend.remove_member(made.guild.id, made.anna.id)
        for somebody in (dm(made.anna), elsewhere(made, made.anna)):
            shown = (await somebody.press(made, f"b:{match_id}:play:0::")).response
            assert "show" in button_ids(shown) or "do" in button_ids(shown)
        for token in ("claim", "give", "sub", "off", "nudge"):
            told = said(await dm(made.bea).press(made, f"b:{match_id}:time:0:0:{token}"))
            assert "not playing" in told, token
