"""Standing instructions: followed in the step that asks, private, told to their owner, changed and cancelled."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Collection
from pathlib import Path
from typing import Any

import pytest

from bot.matches import changes
from bot.matches.loaded import LoadedMatch
from games import history
from storage.plans import ALWAYS
from tests.bot.features.living import Living, living
from tests.toy import TOY

PICKS = (("pick", "1", "2"), ("pick", "3", "4"), ("pick", "4", "5"))


async def instruct(here: Living, user: int, match_id: str, *lines: str) -> None:
    for line in lines:
        topic = line.split()[0]
        await here.standing_orders.set(user, TOY.name, match_id, topic, line, now=here.now)


async def test_what_is_instructed_happens_in_the_step_that_asks(tmp_path: Path) -> None:
    async with living(tmp_path) as here:
        match = await here.coloured(await here.begun(3))
        for user in (1, 2, 3):
            await instruct(here, user, match.id, "call pass")
        for user, pick in enumerate(PICKS, 1):
            match = await here.play(match, user, *pick)
        assert match.view(None).round == 2
        last = match.entries[-1]
        assert (last.text, last.kind) == ("pass", "action")
        owner = last.seat + 1
        assert await here.store.instructions.unreported(match.id, owner) == (last.seq,)
        assert [row.recipient for row in await here.rows(match, "followed")] == []  # nobody wants direct messages
        entries = [history.Entry(e.kind, e.seat, e.text) for e in match.entries]
        *_, done = history.fold(TOY, match.formation, match.options, match.seed, entries)
        assert done.after == match.position


async def test_whoever_wants_direct_messages_hears_of_it(tmp_path: Path) -> None:
    async with living(tmp_path) as here:
        for user in (1, 2):
            await here.store.people.set_player(user, now=here.now, dm=True)
        match = await here.coloured(await here.begun())
        await instruct(here, 1, ALWAYS, "call pass", "cheer 1")
        await instruct(here, 2, ALWAYS, "call pass")
        match = await here.play(match, 1, *PICKS[0])
        assert [e.text for e in match.entries[-2:]] == ["pick 1 2", "cheer"]
        assert [row.recipient for row in await here.rows(match, "followed")] == [1]


async def test_what_is_said_for_one_match_goes_before_what_is_said_for_all(tmp_path: Path) -> None:
    async with living(tmp_path) as here:
        match = await here.coloured(await here.begun())
        other = await here.coloured(await here.begun())
        for user in (1, 2):
            await instruct(here, user, ALWAYS, "call pass")
            await instruct(here, user, match.id, "call again 15")
        for one, said in ((match, "again"), (other, "pass")):
            await here.play(one, 1, *PICKS[0])
            after = await here.play(one, 2, *PICKS[1])
            assert after.entries[-1].text == said


async def test_a_cancelled_instruction_does_nothing_and_an_old_one_neither(tmp_path: Path) -> None:
    async with living(tmp_path) as here:
        match = await here.coloured(await here.begun())
        for user in (1, 2):
            await instruct(here, user, match.id, "call pass")
            await here.standing_orders.set(user, TOY.name, match.id, "call", None, now=here.now)
            await instruct(here, user, ALWAYS, "call dance")
        await here.play(match, 1, *PICKS[0])
        match = await here.play(match, 2, *PICKS[1])
        assert match.entries[-1].text == "pick 3 4"
        assert any(choice.kind == "call" for choice in match.choices)


async def test_nothing_answers_a_takeback(tmp_path: Path) -> None:
    async with living(tmp_path) as here:
        match = await here.begun()
        match = await here.play(match, 1, "colour", "red")
        await instruct(here, 2, match.id, "cheer 1")
        match = (await here.matches.undo(match, 1)).match
        assert match.entries[-1].kind == "undo"


async def taken_back(here: Living) -> tuple[LoadedMatch, int, int]:
    """A match in which one player's instruction to pass was followed and taken back; the asker and the other one."""
    match = await here.coloured(await here.begun(2, None, rounds=5))
    for user in (1, 2):
        await instruct(here, user, match.id, "call pass")
    await here.play(match, 1, *PICKS[0])
    match = await here.play(match, 2, *PICKS[1])
    assert match.entries[-1].text == "pass"
    asker = match.user_of(match.entries[-1].seat) or 0
    match = (await here.matches.agree(match, asker, ("takeback", "ask"))).match
    match = (await here.matches.agree(match, 3 - asker, ("takeback", "accept"))).match
    assert [choice.kind for choice in match.choices if choice.must] == ["call"]
    return match, asker, 3 - asker


async def test_an_answer_that_its_owner_has_taken_back_is_not_given_again(tmp_path: Path) -> None:
    async with living(tmp_path) as here:
        match, asker, other = await taken_back(here)
        match = (await here.matches.agree(match, other, ("draw", "offer"))).match
        assert match.entries[-1].text == "draw offer"
        match = await here.play(match, asker, "again")
        assert match.entries[-1].text == "again"
        # From now on it is followed again.
        for user, pick in ((1, PICKS[0]), (2, PICKS[2])):
            match = await here.play(match, user, *pick)
        assert match.entries[-1].text == "pass"


async def test_whoever_has_taken_back_and_instructs_anew_means_it(tmp_path: Path) -> None:
    async with living(tmp_path) as here:
        match, asker, _ = await taken_back(here)
        await instruct(here, asker, match.id, "call again 15")
        match = (await here.matches.change(match, lambda now: changes.reacted(now, asker), None)).match
        assert match.entries[-1].text == "again"


async def test_others_answer_whoever_has_taken_back(tmp_path: Path) -> None:
    """What was taken back is done anew, and the other's instruction holds for that, too."""
    async with living(tmp_path) as here:
        match = await here.coloured(await here.begun(2, None, rounds=5))
        for user in (1, 2):
            await instruct(here, user, match.id, "call pass")
        await here.play(match, 1, *PICKS[0])
        match = await here.play(match, 2, *PICKS[1])
        caller = match.user_of(match.entries[-1].seat) or 0
        match = (await here.matches.agree(match, 3 - caller, ("takeback", "ask"))).match
        match = (await here.matches.agree(match, caller, ("takeback", "accept"))).match
        match = await here.play(match, 3 - caller, *PICKS[2 - caller])
        assert [(entry.seat, entry.text) for entry in match.entries[-1:]] == [(match.seat_of(caller), "pass")]


async def test_others_see_an_answer_and_not_that_it_was_given_in_advance(tmp_path: Path) -> None:
    """The same match, once with an instruction and once by hand, is the same to everybody else."""
    shown = []
    for instructed in (True, False):
        folder = tmp_path / str(instructed)
        folder.mkdir()
        async with living(folder) as here:
            match = await here.coloured(await here.begun())
            if instructed:
                await instruct(here, 1, match.id, "cheer 1")
            match = await here.play(match, 2, *PICKS[1])
            if not instructed:
                match = await here.play(match, 1, "cheer")
            told = [(e.seq, e.kind, e.seat, e.text, e.boundary, e.secret, e.state_hash) for e in match.entries]
            shown.append((told, match.view(None), match.view(1)))
    assert shown[0] == shown[1]


def late(here: Living, monkeypatch: pytest.MonkeyPatch) -> tuple[asyncio.Event, asyncio.Event]:
    """Let the next reading of instructions come back late: one event says that it has read, the other lets it go on."""
    read, held, go = here.store.instructions.of_users, asyncio.Event(), asyncio.Event()

    async def of_users(users: Collection[int], game: str) -> dict[int, dict[tuple[str, str], str]]:
        found = await read(users, game)
        if not held.is_set():
            held.set()
            await go.wait()
        return found

    monkeypatch.setattr(here.store.instructions, "of_users", of_users)
    return held, go


@pytest.mark.parametrize("first", ["read", "prepare"])
async def test_what_was_read_before_a_change_is_not_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, first: str
) -> None:
    async with living(tmp_path) as here:
        match, orders = await here.begun(), here.standing_orders
        orders.forget(1)
        held, go = late(here, monkeypatch)
        begun: Awaitable[object] = orders.read(1, TOY.name) if first == "read" else orders.prepare(match)
        slow = asyncio.ensure_future(begun)
        await held.wait()
        await instruct(here, 1, ALWAYS, "call pass")
        go.set()
        await slow
        assert await orders.read(1, TOY.name)
        assert orders.said(1, TOY.name, match.id) == {"call": "call pass"}


async def test_of_two_changes_at_once_both_are_followed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with living(tmp_path) as here:
        orders = here.standing_orders
        held, go = late(here, monkeypatch)
        one = asyncio.ensure_future(orders.set(1, TOY.name, ALWAYS, "call", "call pass", now=here.now))
        reading = asyncio.ensure_future(held.wait())
        await asyncio.wait((one, reading), return_when=asyncio.FIRST_COMPLETED)
        await instruct(here, 1, ALWAYS, "cheer 1")
        go.set()
        await asyncio.gather(one, reading, orders.read(1, TOY.name))
        assert await orders.read(1, TOY.name)
        assert orders.said(1, TOY.name, "") == {"call": "call pass", "cheer": "cheer 1"}


@pytest.mark.parametrize("why", ["full", "forgotten"])
async def test_what_is_dropped_while_others_are_read_is_followed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, why: str
) -> None:
    async with living(tmp_path) as here:
        orders, match = here.standing_orders, await here.coloured(await here.begun())
        for user in (1, 2):
            await instruct(here, user, ALWAYS, "call pass")
        await here.play(match, 1, *PICKS[0])
        orders.forget(2)
        await orders.read(1, TOY.name)
        if why == "full":
            monkeypatch.setattr("bot.features.standing_orders.orders.KEPT", 1)
        held, go = late(here, monkeypatch)
        step = asyncio.ensure_future(here.play(match, 2, *PICKS[1]))
        await held.wait()
        if why == "forgotten":
            orders.forget(1)
        go.set()
        assert (await step).entries[-1].text == "pass"


async def test_what_was_used_last_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with living(tmp_path) as here:
        orders = here.standing_orders
        monkeypatch.setattr("bot.features.standing_orders.orders.KEPT", 2)
        for user in (1, 2):
            await instruct(here, user, ALWAYS, "call pass")
        for user in (1, 2, 1, 3):
            await orders.read(user, TOY.name)
        assert orders.said(1, TOY.name, "") == {"call": "call pass"}
        assert orders.said(2, TOY.name, "") == {}


async def test_what_was_read_before_a_seat_is_handed_over_is_not_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with living(tmp_path) as here:
        match, orders = await here.begun(2), here.standing_orders
        await instruct(here, 1, match.id, "cheer 1")
        match = await here.substitutes.offer(match, 0, "own")
        commit = here.store.matches.commit

        async def read_just_before(step: Any) -> Any:
            assert await orders.read(1, TOY.name)
            return await commit(step)

        monkeypatch.setattr(here.store.matches, "commit", read_just_before)
        await here.substitutes.take(match, 7, 0)
        assert not await orders.read(1, TOY.name)
        assert orders.said(1, TOY.name, match.id) == {}
