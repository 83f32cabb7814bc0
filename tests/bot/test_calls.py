"""How often one person can ping another one with challenges, rematches and offers of seats."""

from __future__ import annotations

import itertools
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.matches.calls import ENOUGH, MOST, WITHIN_MS, Calls
from bot.matches.loaded import LoadedMatch
from bot.matches.refusals import Refusal
from games.registry import GAMES
from storage import Server, Store
from tests.bot.bare import wish
from tests.bot.driving import PAIR, catch_up, only_match, setup
from tests.bot.features.living import living
from tests.bot.forged import only_refusals, said
from tests.bot.world import World, pings, world
from tests.toy import TOY

pytestmark = pytest.mark.usefixtures("no_incident")

ANNA, MAX, TINA = 1, 2, 3
OFTEN = MOST + 3
ROLE = 77


async def test_three_calls_an_hour_that_nobody_follows() -> None:
    now = 0
    async with await Store.open("sqlite+aiosqlite://") as store:
        calls = Calls(store, lambda: now)
        for _ in range(MOST):
            await calls.note(ANNA, (MAX,))
        for called in ((MAX,), (TINA, MAX)):
            with pytest.raises(Refusal, match="Give them time"):
                await calls.note(ANNA, called)
        for _ in range(MOST):
            await calls.note(ANNA, (TINA,))  # what was refused was not noted, and somebody else is somebody else
            await calls.note(TINA, (MAX,))
        await calls.forget(ANNA, (MAX,))
        await calls.note(ANNA, (MAX,))
        now = WITHIN_MS - 1
        with pytest.raises(Refusal):
            await calls.note(ANNA, (MAX,))
        now = WITHIN_MS
        await calls.note(ANNA, (MAX,))
        assert list(calls._made) == [(ANNA, MAX)]  # nobody is remembered for longer


def _pinged(made: World, user: Any, since: int) -> int:
    return sum(user.id in users for _, users in pings(made, since))


async def test_challenging_and_withdrawing_pings_three_times(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        answers = []
        for _ in range(OFTEN):
            answers.append(said(await made.anna.slash(made.channel, "monolith new", opponent=made.max)))
            await made.settle()
            await made.anna.slash(made.channel, "match cancel")
            await made.settle()
        assert answers[MOST:] == [str(ENOUGH)] * (OFTEN - MOST)
        assert _pinged(made, made.max, 0) == MOST
        assert made.channel.history() == []  # nothing is left of what was withdrawn
        # Somebody else can be challenged, and Anna can be.
        assert "on its way" in said(await made.anna.slash(made.channel, "monolith new", opponent=made.tina))
        assert "on its way" in said(await made.max.slash(made.channel, "monolith new", opponent=made.anna))
        only_refusals(made)


async def test_whoever_comes_can_be_called_again(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        for _ in range(OFTEN):
            answer = said(await made.anna.slash(made.channel, "monolith new", opponent=made.max))
            assert "on its way" in answer
            await made.settle()
            match_id = await only_match(made)
            await made.max.slash(made.channel, "match accept", match=match_id)
            await made.settle()
            await made.resign(made.max, await made.thread(match_id))
            await made.settle()


async def test_rematches_that_are_asked_for_and_withdrawn_ping_three_times(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id = await made.match()
        await setup(made, match_id, *PAIR)
        await catch_up(made, match_id)
        await made.resign(made.max, await made.thread(match_id))
        await made.settle()
        result, since = made.channel.last_message, len(made.env.http_requests)
        for _ in range(OFTEN):
            asked = said(await made.press(made.anna, result, "rematch"))
            await made.settle()
            await made.anna.slash(made.channel, "match cancel")
            await made.settle()
        assert asked == str(ENOUGH)
        assert _pinged(made, made.max, since) == MOST
        # The rematch that the other one asks for can be taken part in all the same.
        await made.press(made.max, result, "rematch")
        await made.settle()
        assert "The match begins" in said(await made.press(made.anna, result, "rematch"))
        only_refusals(made)


async def test_a_role_is_pinged_three_times_for_matches_that_nobody_joins(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        for _ in range(MOST):  # nobody is pinged here
            await made.anna.slash(made.channel, "monolith new")
            await made.settle()
            await made.anna.slash(made.channel, "match cancel")
            await made.settle()
        server = await made.bot.services.servers.of(made.guild.id)
        await made.bot.services.servers.set(replace(server, ping_role_id=ROLE), now=made.bot.clock())
        for _ in range(OFTEN):
            await made.anna.slash(made.channel, "monolith new")
            await made.settle()
            await made.anna.slash(made.channel, "match cancel")
            await made.settle()
        roles = [entry.json["allowed_mentions"].get("roles", []) for entry in _posted(made)]
        assert sum(bool(called) for called in roles) == MOST
        assert len(roles) == 2 * MOST
        only_refusals(made)


async def test_who_joins_and_leaves_again_gives_no_call_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, TOY.name, TOY)
    numbers = itertools.count(1)
    async with living(tmp_path) as here:
        await here.servers.set(Server(10, ping_role_id=ROLE), now=here.now)
        lobby, load = here.lobby, here.matches.load

        async def call() -> LoadedMatch:
            return await load(await lobby.new(wish(TOY, ANNA, None, None), interaction_id=next(numbers)))

        first, *_ = [await call() for _ in range(MOST)]
        for _ in range(MOST):
            await lobby.decline(await lobby.join(await load(first.id), MAX), MAX)
        with pytest.raises(Refusal, match="Give them time"):
            await call()
        for user in (MAX, TINA):
            first = await lobby.join(await load(first.id), user)
        assert first.started
        await call()
        with pytest.raises(Refusal, match="Give them time"):
            await call()


def _posted(made: World) -> list[Any]:
    where = f"/channels/{made.channel.id}/messages"
    return [entry for entry in made.env.http_requests if entry.method == "POST" and entry.path.endswith(where)]


async def test_seats_of_many_matches_are_offered_to_the_same_person_three_times(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        since, answers = len(made.env.http_requests), []
        for _ in range(OFTEN):
            before = {head.id for head in await made.bot.store.matches.all_open()}
            await made.anna.slash(made.channel, "monolith new", opponent=made.max)
            await made.settle()
            (match_id,) = {head.id for head in await made.bot.store.matches.all_open()} - before
            await made.max.slash(made.channel, "match accept", match=match_id)
            await made.settle()
            thread = await made.thread(match_id)
            answers.append(said(await made.anna.slash(thread, "match substitute", action="offer", player=made.tina)))
            await made.settle()
        assert _pinged(made, made.tina, since) <= MOST
        only_refusals(made)


@pytest.mark.parametrize("named_last", [False, True])
async def test_a_role_has_come_whoever_comes_last(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, named_last: bool
) -> None:
    monkeypatch.setitem(GAMES, TOY.name, TOY)
    numbers = itertools.count(1)
    async with living(tmp_path) as here:
        await here.servers.set(Server(10, ping_role_id=ROLE), now=here.now)
        for _ in range(OFTEN):
            match = await here.matches.load(
                await here.lobby.new(wish(TOY, ANNA, MAX, None), interaction_id=next(numbers))
            )
            if named_last:
                match = await here.lobby.accept(await here.lobby.join(match, TINA), MAX)
            else:
                match = await here.lobby.join(await here.lobby.accept(match, MAX), TINA)
            assert match.started
