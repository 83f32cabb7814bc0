"""Who was late in a match that is over: who let it be called off, not who let a window pass."""

from __future__ import annotations

import contextlib
import random
from collections.abc import AsyncIterator
from pathlib import Path

from sqlalchemy import select

from bot.features.ratings.counting import Counting
from bot.matches.loaded import LoadedMatch
from games import agreements
from games.monsters_and_myths.game import GAME as MONSTERS
from storage import Store
from storage.result_tables import played
from tests.bot.features.living import DAY, HOUR, Living
from tests.support.databases import prepare


@contextlib.asynccontextmanager
async def monsters(folder: Path) -> AsyncIterator[Living]:
    """Matches of a game with windows that have hours of their own, and with what its rules do unasked."""
    async with await Store.open(await prepare(f"sqlite+aiosqlite:///{folder / 'life.db'}")) as store:
        made = Living(store, games=(MONSTERS,))
        await made.outages.beat()
        made.matches.extensions.append(Counting(made.matches))
        yield made


async def late(here: Living, match: LoadedMatch) -> set[int]:
    """The users who were late in a match."""
    wanted = select(played.c.user_id).where(played.c.match_id == match.id, played.c.late)
    return set(await here.store.database.read(lambda connection: connection.scalars(wanted).all()))


async def waiting(here: Living) -> LoadedMatch:
    """A match of 1 and 2 in which 1 has done everything and 2 nothing."""
    match = await here.play(await here.begun_by((1, 2), "3d+12h"), 1, "colour", "red")
    return await here.play(match, 1, "pick", "1", "2")


async def test_who_lets_a_match_be_called_off_is_late(here: Living) -> None:
    for _ in range(5):
        match = await waiting(here)
        await here.on(40 * DAY)
        assert (await here.matches.load(match.id)).match.status == "over"
        assert await late(here, match) == {2}
    reliable = await here.store.results.reliability(2, 10, here.now)
    assert reliable is not None
    assert reliable.of_ten == 0
    assert await here.store.results.reliability(1, 10, here.now) is None, "it does not count for who was there"


async def test_who_is_out_of_time_when_the_others_call_it_off_is_late(here: Living) -> None:
    match = await waiting(here)
    await here.on(7 * DAY)
    vote = await here.votes.vote(await here.matches.load(match.id), 1, "off")
    assert vote.match.match.status == "over"
    assert await late(here, match) == {2}


async def test_in_whose_name_it_is_called_off_does_not_matter(here: Living) -> None:
    match, other = await waiting(here), await waiting(here)
    await here.matches.note(match, 0, agreements.ABANDON)
    assert await late(here, match) == set(), "nobody was out of time"
    await here.on(7 * DAY)
    await here.matches.note(await here.matches.load(other.id), 0, agreements.ABANDON)
    assert await late(here, other) == {2}


async def test_who_lets_a_window_pass_is_not_late(tmp_path: Path) -> None:
    async with monsters(tmp_path) as here:
        match = await at_window(here)
        newest = match.newest
        await here.on(26 * HOUR)
        match = await here.matches.load(match.id)
        assert agreements.TIMEOUT in [one.text for one in match.entries[newest:]]
        await here.matches.agree(match, 1, (agreements.RESIGN,))
        assert await late(here, match) == set()


async def at_window(here: Living) -> LoadedMatch:
    """A match of 1 and 2 in which somebody may step in; most matches come to that."""
    for seed in range(50):
        rng, match = random.Random(seed), await here.begun_by((1, 2), "3d+12h", MONSTERS)
        while must := [choice for choice in match.choices if choice.must]:
            if must[0].window:
                return match
            legal = MONSTERS.legal(match.state, must[0].seat, must[0].key)
            match = await here.play(match, must[0].seat + 1, *rng.choice(legal))
    raise AssertionError("no window has opened")


async def test_what_the_rules_do_unasked_is_no_sign_of_life(tmp_path: Path) -> None:
    """2 is never there: of theirs there is nothing but times that ran out, and in most matches a pass by the rules."""
    async with monsters(tmp_path) as here:
        for seed in range(50):
            match = await alone_until(here, random.Random(seed))
            if match is not None:
                break
        assert match is not None
        await here.matches.agree(match, 1, (agreements.RESIGN,))
        assert await late(here, match) == {2}


async def alone_until(here: Living, rng: random.Random) -> LoadedMatch | None:
    """A match just after the rules have passed for 2, who was out of time before; `None` where that never comes."""
    match = await here.begun_by((1, 2), "1d+12h", MONSTERS)
    while match.match.status == "running":
        theirs = [one.entry for one in match.past.after(0) if one.entry.seat == 1]
        if len(theirs) > 1 and theirs[0].text == agreements.TIMEOUT and theirs[-1].kind == "action":
            return match
        mine = [choice for choice in match.choices if choice.must and choice.seat == 0]
        if mine:
            match = await here.play(match, 1, *rng.choice(MONSTERS.legal(match.state, 0, mine[0].key)))
        else:
            await here.on(12 * HOUR)
            match = await here.matches.load(match.id)
    return None
