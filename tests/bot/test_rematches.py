"""Rematches and challenges that are asked for at the same moment: one rematch, ten challenges, and nobody is lost."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from bot.features.substitutes.service import Substitutes
from bot.matches import computers, joining
from bot.matches.loaded import LoadedMatch
from bot.matches.lobby import OPEN_LOBBIES, Lobby
from bot.matches.refusals import Refusal
from bot.matches.rematches import Asked
from bot.matches.rematches import rematch as ask_for_rematch
from bot.matches.service import Matches
from bot.matches.wishes import Wish
from bot.people.settings import Servers
from games.monolith_arena.game import GAME
from storage import Store
from tests.bot.bare import Bare, wish
from tests.bot.driving import catch_up, setup
from tests.bot.features.living import living
from tests.bot.forged import only_refusals, said
from tests.bot.world import World, world
from tests.support.databases import prepare

ANNA, MAX, TINA = 1, 2, 3


async def anybody(wish: Wish) -> None:
    """Everybody may open every match."""


async def rematch(lobby: Lobby, match: LoadedMatch, user: int, *, interaction_id: int) -> Asked:
    """As the button does, on a server that has set nothing."""
    return await ask_for_rematch(lobby, match, user, anybody, interaction_id=interaction_id)


@pytest.fixture
async def lobbies(tmp_path: Path) -> AsyncIterator[list[Lobby]]:
    """Two bots on one database; they share nothing else."""
    async with AsyncExitStack() as stack:
        url = await prepare(f"sqlite+aiosqlite:///{tmp_path / 'm.db'}")
        stores = [await stack.enter_async_context(await Store.open(url)) for _ in range(2)]
        yield [Lobby(Matches(store, {GAME.name: Bare(GAME)})) for store in stores]  # type: ignore[dict-item]


async def over(lobby: Lobby, *, first: int = 0) -> LoadedMatch:
    """A match between Anna and Max that Max has given up."""
    match_id = await lobby.new(wish(GAME, ANNA, MAX), interaction_id=first + 1)
    match = await lobby.accept(await lobby.matches.load(match_id), MAX, interaction_id=first + 2)
    return (await lobby.matches.agree(match, MAX, ("resign",))).match


async def at_once(lobbies: list[Lobby], match: LoadedMatch, users: list[int], first: int = 100) -> list[Any]:
    """All ask at the same moment, by turns at the one bot and at the other."""
    asked = (rematch(lobbies[n % len(lobbies)], match, user, interaction_id=first + n) for n, user in enumerate(users))
    return await asyncio.gather(*asked, return_exceptions=True)


async def rematches_of(lobby: Lobby, match: LoadedMatch) -> list[str]:
    return [head.id for head in await lobby.store.matches.all_open() if head.rematch_of == match.id]


@pytest.mark.parametrize("users", [[ANNA, MAX], [ANNA, ANNA], [MAX, ANNA, MAX, ANNA, MAX], [ANNA] * 10])
@pytest.mark.parametrize("bots", [1, 2])
async def test_asked_for_at_once_there_is_one_rematch(lobbies: list[Lobby], users: list[int], bots: int) -> None:
    match = await over(lobbies[0])
    done = await at_once(lobbies[:bots], match, users)
    (there,) = await rematches_of(lobbies[0], match)
    opened = [one for one in done if isinstance(one, Asked)]
    assert [(one.outcome, one.rematch.id) for one in opened] == [("opened", there)]
    assert all(isinstance(one, Refusal | Asked) for one in done), done


async def test_the_other_takes_part_as_soon_as_the_challenge_can_be_seen(lobbies: list[Lobby]) -> None:
    """Whoever joins has to be able to see the fingerprint before."""
    lobby = lobbies[0]
    match = await over(lobby)
    await rematch(lobby, match, ANNA, interaction_id=50)
    (there,) = await rematches_of(lobby, match)
    with pytest.raises(Refusal, match="only just being posted"):
        await rematch(lobby, match, MAX, interaction_id=51)
    await lobby.store.matches.set_place(there, start_message_id=77)
    asked = await rematch(lobby, match, MAX, interaction_id=52)
    assert (asked.outcome, asked.rematch.match.status) == ("accept", "running")
    for user in (ANNA, MAX):
        with pytest.raises(Refusal, match="begun already"):
            await rematch(lobby, match, user, interaction_id=60 + user)
    assert await rematches_of(lobby, match) == [there]


async def test_both_accepting_at_once_begin_one_match(lobbies: list[Lobby]) -> None:
    """Anna's second press and Max's two, while the challenge is there: it begins once, and Max sits on one seat."""
    lobby = lobbies[0]
    match = await over(lobby)
    await rematch(lobby, match, ANNA, interaction_id=50)
    (there,) = await rematches_of(lobby, match)
    await lobby.store.matches.set_place(there, start_message_id=77)
    done = await at_once(lobbies, match, [MAX, ANNA, MAX, MAX])
    assert [one.outcome for one in done if isinstance(one, Asked)] == ["accept"]
    begun = await lobby.matches.load(there)
    assert begun.users() == [ANNA, MAX]
    assert begun.match.version == 1
    assert await rematches_of(lobby, match) == [there]


async def test_the_same_press_again_gives_the_same_rematch(lobbies: list[Lobby]) -> None:
    match = await over(lobbies[0])
    done = [await rematch(lobbies[n % 2], match, ANNA, interaction_id=50) for n in range(3)]
    assert {(one.outcome, one.rematch.id) for one in done} == {("opened", (await rematches_of(lobbies[0], match))[0])}


async def test_only_of_a_match_that_is_over_and_only_by_those_who_played(lobbies: list[Lobby]) -> None:
    lobby = lobbies[0]
    match = await over(lobby)
    with pytest.raises(Refusal, match="Only those who played"):
        await rematch(lobby, match, TINA, interaction_id=50)
    match_id = await lobby.new(wish(GAME, ANNA, MAX), interaction_id=51)
    with pytest.raises(Refusal, match="when the match is over"):
        await rematch(lobby, await lobby.matches.load(match_id), ANNA, interaction_id=52)


@pytest.mark.parametrize("bots", [1, 2])
async def test_forty_challenges_at_once_do_not_pass_the_limit(lobbies: list[Lobby], bots: int) -> None:
    asked = (lobbies[n % bots].new(wish(GAME, ANNA, None), interaction_id=n + 1) for n in range(40))
    done = await asyncio.gather(*asked, return_exceptions=True)
    made = {one for one in done if isinstance(one, str)}
    refused = [str(one) for one in done if isinstance(one, Refusal)]
    assert len(made) == OPEN_LOBBIES
    assert refused == ["You already have 10 open challenges. Withdraw one of them first."] * 30
    assert {head.id for head in await lobbies[0].store.matches.all_open()} == made


# On Discord


async def all_at_once(made: World, doing: list[Awaitable[Any]]) -> list[Any]:
    """Let several interactions reach the bot before it has answered any of them; simcord itself waits after each."""
    settle, there = made.env._settle_internal, 0
    done = asyncio.Event()

    async def when_all_are_there(**more: Any) -> None:
        nonlocal there
        there += 1
        if there < len(doing):
            await done.wait()
            return
        await settle(**more)
        done.set()

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(made.env, "_settle_internal", when_all_are_there)
        patched.setattr(made.env, "_begin_operation", lambda label: None)
        patched.setattr(made.env, "_end_operation", lambda: None)
        return await asyncio.gather(*doing)


async def _over_on_discord(made: World) -> tuple[str, Any]:
    """A match that is over, and its result."""
    match_id = await made.match()
    await setup(made, match_id, "dragon_empire", "lords_of_the_abyss")
    await catch_up(made, match_id)
    await made.resign(made.max, await made.thread(match_id))
    await made.settle()
    return match_id, made.channel.last_message


@pytest.mark.usefixtures("no_incident")
async def test_both_press_rematch_at_once(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id, result = await _over_on_discord(made)
        for _ in range(3):
            actors = (made.anna, made.max, made.anna, made.max)
            answers = await all_at_once(made, [made.press(actor, result, "rematch") for actor in actors])
            await made.settle()
            assert all(answer.acknowledged for answer in answers)
            heads = [head for head in await made.bot.store.matches.all_open() if head.rematch_of == match_id]
            assert len(heads) == 1
        posted = [m for m in made.channel.history() if "challenges" in m.content or "Play in the thread" in m.content]
        assert len(posted) == 1
        # Whoever was too early has pressed again meanwhile, so it is being played.
        assert heads[0].status == "running"
        only_refusals(made)


@pytest.mark.usefixtures("no_incident")
async def test_nobody_is_challenged_who_was_deleted(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id, result = await _over_on_discord(made)
        await made.max.slash(made.channel, "privacy delete", sure="DELETE")
        await made.settle()
        for _ in range(2):
            told = said(await made.press(made.anna, result, "rematch"))
            assert told.startswith("Somebody who played has deleted their data")
        assert not [head for head in await made.bot.store.matches.all_open() if head.rematch_of == match_id]
        only_refusals(made)


async def test_the_place_of_somebody_who_was_deleted_is_open_to_anybody_where_others_are_left(tmp_path: Path) -> None:
    async with living(tmp_path) as here:
        match = await here.begun(3)
        for user in (ANNA, MAX):
            match = (await here.matches.agree(match, user, ("resign",))).match
        await here.store.privacy.forget(TINA, partial(joining.forgotten, TINA), now=here.now, given_up=[])
        asked = await rematch(here.lobby, await here.matches.load(match.id), ANNA, interaction_id=500)
        assert [seat.user_id for seat in asked.rematch.match.seats] == [ANNA, MAX, None]


@pytest.mark.parametrize("asker", [ANNA, MAX])
async def test_whoever_was_replaced_by_the_computer_is_asked_and_may_ask(lobbies: list[Lobby], asker: int) -> None:
    lobby = lobbies[0]
    match_id = await lobby.new(wish(GAME, ANNA, MAX, rated=True), interaction_id=1)
    match = await lobby.accept(await lobby.matches.load(match_id), MAX, interaction_id=2)
    substitutes = Substitutes(lobby.matches, Servers(lobby.store))
    match = await substitutes.stand_in(match, 1, lambda match: True)
    assert computers.is_computer(match.user_of(1))
    match = (await lobby.matches.agree(match, ANNA, ("resign",))).match
    asked = await rematch(lobby, match, asker, interaction_id=3)
    assert (asked.outcome, asked.rematch.match.rated) == ("opened", True)
    assert [seat.user_id for seat in asked.rematch.match.seats] == [ANNA, MAX]
    assert (await lobby.accept(asked.rematch, ANNA + MAX - asker, interaction_id=4)).started


@pytest.mark.usefixtures("no_incident")
async def test_many_challenges_at_once_on_discord(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        options = {"game": "monolith_arena"}
        await all_at_once(made, [made.anna.slash(made.channel, "match new", **options) for _ in range(20)])
        await made.settle()
        assert len(await made.bot.store.matches.all_open()) == OPEN_LOBBIES
        only_refusals(made)
