"""People play against computer players: these sit down, play, answer offers, and nobody is called for them."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import Iterator
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from random import Random
from typing import Any, cast

import pytest

from bot.features.computers.players import ComputerPlayers
from bot.features.computers.thinking import Thinking
from bot.matches import changes, computers
from games.arena_of_heroes.game import ArenaOfHeroes
from games.computers import think
from games.monsters_and_myths.game import GAME as MONSTERS
from storage import MatchHead
from tests.bot.forged import only_refusals
from tests.bot.thinking import computing
from tests.bot.world import World, button_ids, buttons, pings, words

SQUIRE = computers.computer("squire")


async def opened(made: World, **options: Any) -> str:
    """A match of Anna against computers that has begun; returns its id."""
    await made.anna.slash(made.channel, "monolith new", **{"computer": "squire", **options})
    await made.settle()
    head = next(iter(await made.bot.store.matches.all_open()))
    assert head.status == "running"
    return head.id


async def _beside_computers(made: World, teams: str) -> MatchHead:
    """A match of Anna and Max that has begun, whose other seats computers have taken."""
    await made.anna.slash(made.channel, "monolith new", computer="squire", teams=teams, opponent=made.max)
    await made.settle()
    await made.max.slash(made.channel, "match accept")
    await made.settle()
    (head,) = await made.bot.store.matches.all_open()
    assert head.status == "running"
    return head


async def play(made: World, match_id: str, turns: int) -> None:
    """Anna decides in any way, until she has ended so many turns."""
    matches = made.bot.matches
    while turns:
        match = await matches.load(match_id)
        seat = match.seat_of(made.anna.id)
        assert seat is not None
        assert match.match.status == "running"
        choice = next(choice for choice in match.choices if choice.seat == seat and choice.must)
        legal = match.face.game.legal(match.state, seat, choice.key)
        action = ("end",) if ("end",) in legal else legal[0]
        turns -= action == ("end",)
        await matches.play(match, made.anna.id, [action], key=choice.key)
        await made.settle()


async def test_a_squire_sits_down_and_plays(tmp_path: Path) -> None:
    async with computing(tmp_path) as made:
        match_id = await opened(made)
        match = await made.bot.matches.load(match_id)
        assert [s.user_id for s in match.match.seats] == [made.anna.id, SQUIRE]
        assert match.pace is None
        await play(made, match_id, 3)
        match = await made.bot.matches.load(match_id)
        assert sum(entry.text in ("end", "battle") for entry in match.entries if entry.seat == 1) >= 2
        assert "Perkin (squire)" in (await made.thread(match_id)).name
        assert "Perkin" in words(await made.live(match_id))
        assert {user for _, users in pings(made) for user in users} <= {made.anna.id}
        sent = " ".join(str(request.json) for request in made.env.http_requests)
        assert f"<@{SQUIRE}>" not in sent
        assert not any(str(SQUIRE) in request.path for request in made.env.http_requests)


async def test_the_whole_turn_is_one_step(tmp_path: Path) -> None:
    """Whoever waits is told once, not after each tile."""
    async with computing(tmp_path) as made:
        match_id = await opened(made)
        await play(made, match_id, 2)
        match = await made.bot.matches.load(match_id)
        ends = [entry.seq for entry in match.entries if entry.seat == 1 and entry.text == "end"]
        turns = [e for e in match.entries if e.seat == 1 and e.kind == "action"]
        assert ends
        assert len(turns) > len(ends)
        kept = await made.bot.store.computers.find(match_id, SQUIRE, "another")
        assert kept.seed != "another"
        assert kept.version >= 1


async def test_offers_are_answered_by_rules(tmp_path: Path) -> None:
    async with computing(tmp_path) as made:
        match_id = await opened(made)
        await play(made, match_id, 1)
        matches = made.bot.matches
        await matches.agree(await matches.load(match_id), made.anna.id, ("draw", "offer"))
        await made.settle()
        match = await matches.load(match_id)
        assert match.match.status == "running"
        assert match.entries[-1].text == "draw decline"
        assert match.entries[-1].seat == 1
        count = len(match.past.revocable)
        await matches.agree(match, made.anna.id, ("takeback", "ask"))
        await made.settle()
        match = await matches.load(match_id)
        assert any(entry.text == "takeback accept" and entry.seat == 1 for entry in match.entries)
        assert len(match.past.revocable) < count


async def test_a_computer_answers_however_often_it_is_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Several people can ask it more often than one person can go back and forth, and the match waits for it."""
    monkeypatch.setattr(changes, "BACK_AND_FORTH", 2)
    async with computing(tmp_path) as made:
        head = await _beside_computers(made, "1v2")
        matches = made.bot.matches
        for user in (made.anna.id, made.max.id):
            match = await matches.load(head.id)
            choice = next((one for one in match.choices if one.seat == match.seat_of(user)), None)
            if choice is not None:
                legal = match.face.game.legal(match.state, choice.seat, choice.key)
                await matches.play(match, user, [legal[0]], key=choice.key)
                await made.settle()
        for user, tokens in (
            (made.anna.id, ("draw", "offer")),
            (made.max.id, ("draw", "offer")),
            (made.anna.id, ("takeback", "ask")),
        ):
            await matches.agree(await matches.load(head.id), user, tokens)
            await made.settle()
        match = await matches.load(head.id)
        computer = next(seat.seat for seat in match.match.seats if computers.is_computer(seat.user_id))
        answers = [one.text for one in match.entries if one.seat == computer and one.kind != "action"]
        assert answers == ["draw decline", "draw decline", "takeback accept"]


async def test_an_offer_that_is_gone_is_no_failure(tmp_path: Path) -> None:
    """Somebody was faster: the computer itself in another job, or whoever has withdrawn it."""
    async with computing(tmp_path) as made:
        matches = made.bot.matches
        match = await matches.load(await opened(made))
        offered = (await matches.agree(match, made.anna.id, ("draw", "offer"))).match
        await made.settle()
        before = (await matches.load(match.id)).entries
        assert before[-1].text == "draw decline"
        await made.bot.services.get(ComputerPlayers).play(offered, cast(Any, None), 0)
        assert (await matches.load(match.id)).entries == before


async def test_computers_take_all_seats_nobody_is_named_for(tmp_path: Path) -> None:
    async with computing(tmp_path) as made:
        head = await _beside_computers(made, "2v2")
        seats = head.seats
        assert [computers.is_computer(seat.user_id) for seat in seats].count(True) == 2
        assert len({seat.user_id for seat in seats}) == 4


async def test_a_failure_costs_a_match_nothing(tmp_path: Path) -> None:
    """Thinking is tried again; where it fails for good the match goes on all the same."""
    async with computing(tmp_path, failures=2) as made:
        match_id = await opened(made)
        for _ in range(20):
            match = await made.bot.matches.load(match_id)
            if not any(choice.seat == 1 for choice in match.choices):
                break
            await made.env.advance_time(60)
            await made.settle()
        assert any(entry.seat == 1 for entry in match.entries)


async def test_the_page_offers_the_levels(tmp_path: Path) -> None:
    async with computing(tmp_path) as made:
        page = (await made.anna.slash(made.channel, "match new")).response
        game = next(control for control in buttons(page) if control.label == "Monolith Arena")
        page = (await made.anna.click(page, custom_id=game.custom_id)).response
        levels = [control for control in buttons(page) if control.label.startswith("Computer: ")]
        assert [control.label for control in levels] == [
            "Computer: Squire (easy)",
            "Computer: Knight (medium)",
            "Computer: Warlord (hard)",
        ]
        page = (await made.anna.click(page, custom_id=levels[0].custom_id)).response
        assert "Goes after your champions" in words(page)
        go = next(control for control in buttons(page) if control.label == "Play")
        await made.anna.click(page, custom_id=go.custom_id)
        await made.settle()
        (head,) = await made.bot.store.matches.all_open()
        assert [s.user_id for s in head.seats] == [made.anna.id, SQUIRE]


async def test_games_without_computers_say_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(ArenaOfHeroes, "computers")
    async with computing(tmp_path) as made:
        answer = await made.anna.slash(made.channel, "match new", game="arena_of_heroes", computer="squire")
        assert "no computer players yet" in words(answer.response)
        assert not await made.bot.store.matches.all_open()
        only_refusals(made)


@pytest.mark.parametrize("command", ["arena new", "monsters new"])
async def test_a_whole_match_of_the_other_games(tmp_path: Path, command: str) -> None:
    """Anna decides in any way; against a squire it comes to its end."""
    async with computing(tmp_path) as made:
        await made.anna.slash(made.channel, command, computer="squire")
        await made.settle()
        (head,) = await made.bot.store.matches.all_open()
        matches = made.bot.matches
        random = Random(1)
        for _ in range(600):
            match = await matches.load(head.id)
            if match.match.status != "running":
                break
            seat = match.seat_of(made.anna.id)
            choice = next(choice for choice in match.choices if choice.seat == seat and choice.must)
            legal = match.face.game.legal(match.state, choice.seat, choice.key)
            await matches.play(match, made.anna.id, [random.choice(legal)], key=choice.key)
            await made.settle()
        assert match.match.status == "over"
        assert any(entry.seat == 1 and entry.kind == "action" for entry in match.entries)
        kept = await made.bot.store.computers.find(head.id, SQUIRE, "another")
        assert kept.version >= 1


async def test_a_rematch_has_the_same_computer(tmp_path: Path) -> None:
    async with computing(tmp_path) as made:
        match_id = await opened(made)
        await made.resign(made.anna, await made.thread(match_id))
        await made.settle()
        result = next(m for m in made.channel.history() if "rematch" in button_ids(m))
        await made.press(made.anna, result, "rematch")
        await made.settle()
        (head,) = await made.bot.store.matches.all_open()
        assert head.status == "running"
        assert [s.user_id for s in head.seats] == [made.anna.id, SQUIRE]


async def _until_broken(thinking: Thinking, asked: Any) -> None:
    for _ in range(100):
        await thinking.decide(*asked)
        await asyncio.sleep(0.05)


async def test_a_killed_process_is_replaced() -> None:
    """In real processes: the same question has the same answer before and after one was killed."""
    from games.api import new_options
    from games.draws import Draws
    from games.monolith_arena.game import GAME

    state = GAME.new(GAME.formations[0], new_options(GAME, {}))
    draws = Draws(bytes(32))
    for _ in range(6):  # factions, banners
        choice = GAME.choices(state)[0]
        legal = GAME.legal(state, choice.seat, choice.key)
        state = GAME.apply(state, choice.seat, legal[0], draws).state
    choice = GAME.choices(state)[0]
    asked = (
        GAME.computers.module,
        GAME.view(state, choice.seat),
        GAME.legal(state, choice.seat, choice.key),
        "seed",
        "squire",
    )
    thinking = Thinking()
    try:
        first = await thinking.decide(*asked)
        assert thinking._pool is not None
        (process,) = (thinking._pool._processes or {}).keys()
        os.kill(process, signal.SIGKILL)
        with pytest.raises(BrokenProcessPool):
            await _until_broken(thinking, asked)
        assert await thinking.decide(*asked) == first == think(*asked)
    finally:
        thinking._end()


async def _napping(thinking: Thinking, seconds: float) -> None:
    """Think so long about nothing; asked once more where the process was killed, as a hint is."""
    try:
        await thinking._ask(time.sleep, seconds)
    except BrokenProcessPool:
        await thinking._ask(time.sleep, seconds)


def _begun(thinking: Thinking, count: int, seconds: float) -> list[asyncio.Task[None]]:
    return [asyncio.create_task(_napping(thinking, seconds)) for _ in range(count)]


@pytest.fixture
def thinking() -> Iterator[Thinking]:
    """Yield processes that think, which are ended afterwards."""
    made = Thinking()
    yield made
    made._end()


async def test_a_killed_process_is_replaced_once_however_many_were_waiting_for_it(thinking: Thinking) -> None:
    """Whoever hears later that it was killed does not end the one in which the others have asked again."""
    waiting = _begun(thinking, 4, 0.3)
    await asyncio.sleep(0.1)
    assert thinking._pool is not None
    (process,) = (thinking._pool._processes or {}).keys()
    os.kill(process, signal.SIGKILL)
    await asyncio.gather(*waiting)


async def test_a_process_that_hangs_is_replaced_when_the_attempt_is_over(thinking: Thinking) -> None:
    """Else no computer player would think again until the bot is started anew."""
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.5):
            await thinking._ask(time.sleep, 1000.0)
    async with asyncio.timeout(120):
        await thinking._ask(time.sleep, 0.0)
        first = asyncio.create_task(thinking._ask(time.sleep, 1000.0))
        await asyncio.sleep(0.1)
        behind = _begun(thinking, 4, 0.0)
        await asyncio.sleep(0.1)
        first.cancel()
        await asyncio.gather(*behind)


async def test_a_process_that_answers_is_left_alone_when_an_attempt_is_over(thinking: Thinking) -> None:
    others = [asyncio.create_task(thinking._ask(time.sleep, 0.05)) for _ in range(4)]
    last = asyncio.create_task(thinking._ask(time.sleep, 1000.0))
    await others[0]
    last.cancel()
    await asyncio.gather(*others)
    assert last.cancelled()


async def test_an_attacker_fires_though_nobody_waits_for_that(tmp_path: Path) -> None:
    """Its catapults are lost with the last attack card of a round."""
    async with computing(tmp_path) as made:
        await made.anna.slash(made.channel, "monsters new", computer="knight")
        await made.settle()
        (head,) = await made.bot.store.matches.all_open()
        fired: list[str] = []
        while head.status == "running" and not fired:
            match = await made.bot.matches.load(head.id)
            choice = next((choice for choice in match.choices if choice.must and choice.seat == 0), None)
            if choice is None:
                break
            legal = match.face.game.legal(match.state, 0, choice.key)
            action = think(MONSTERS.computers.module, match.view(0), legal, "seed", "squire")[0].action
            await made.bot.matches.play(match, made.anna.id, [action], key=choice.key)
            await made.settle()
            match = await made.bot.matches.load(head.id)
            own = [one for one in match.past.after(0) if one.before.state.active == one.entry.seat == 1]
            fired = [one.entry.text for one in own if one.entry.tokens[0] == "fire"]
        assert fired
