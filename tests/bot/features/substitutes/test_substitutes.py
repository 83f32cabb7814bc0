"""Seats that change hands: who may take over, what goes with the seat, and what does not."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from bot.features.clocks.pages import vote_buttons
from bot.features.clocks.timeout_votes import expired_clock
from bot.features.substitutes.service import KIND, About
from bot.interactions.inspect import record
from bot.matches import computers
from bot.matches.loaded import LoadedMatch
from bot.matches.refusals import Refusal, Stale
from bot.texts.phrases import phrases
from games import record as records
from games import verify
from games.registry import GAMES
from storage import NewMessage, Store
from tests.bot.bare import random_step, wish
from tests.bot.features.living import DAY, HOUR, Living, living
from tests.support.databases import prepare
from tests.toy import TOY

BANK = 3 * DAY


@pytest.fixture
async def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Living]:
    monkeypatch.setitem(GAMES, TOY.name, TOY)
    async with living(tmp_path) as made:
        yield made


async def test_a_seat_is_offered_and_taken_over(here: Living) -> None:
    match = await here.coloured(await here.begun(2))
    match = await here.substitutes.offer(match, 0, "own")
    assert [s.offered for s in match.match.seats] == ["own", None]
    assert await here.rows(match, "seats")
    played = await here.substitutes.take(match, 7, 0)
    match = await here.matches.load(match.id)
    assert match.users() == [7, 2] == played.match.users()
    assert match.entries[-1].text == "handover"
    assert [(one.seat, one.user_id, one.until) for one in match.match.former] == [(0, 1, 3)]
    assert [match.player_at(0, number) for number in (1, 2, 3, 4)] == [1, 1, 7, 7]
    assert match.match.seats[0].offered is None
    assert [row.recipient for row in await here.rows(match, "handed")] == [1]
    with pytest.raises(Refusal, match="not playing"):
        await here.play(match, 1, "pick", "1", "2")
    match = await here.play(match, 7, "pick", "1", "2")
    assert (await here.matches.load(match.id)).match == match.match


async def test_of_two_who_press_at_once_one_gets_the_seat(here: Living) -> None:
    match = await here.substitutes.offer(await here.begun(2), 1, "own")
    taken = await asyncio.gather(
        *(here.substitutes.take(match, user, 1) for user in range(11, 21)), return_exceptions=True
    )
    refused = [one for one in taken if isinstance(one, Refusal)]
    assert len(refused) == 9
    assert {str(one) for one in refused} == {
        "This seat is no longer on offer: somebody has taken it, or its player plays on."
    }
    match = await here.matches.load(match.id)
    assert match.user_of(1) in range(11, 21)
    assert [entry.text for entry in match.entries] == ["handover"]


async def test_the_same_press_twice_takes_once(here: Living) -> None:
    match = await here.substitutes.offer(await here.begun(2), 1, "own")
    first = await here.substitutes.take(match, 9, 1, interaction_id=77)
    second = await here.substitutes.take(await here.matches.load(match.id), 9, 1, interaction_id=77)
    assert not first.repeated
    assert second.repeated
    assert len((await here.matches.load(match.id)).entries) == 1


async def test_who_may_not_take_over(here: Living) -> None:
    match = await here.begun(2)
    with pytest.raises(Refusal, match="no longer on offer"):
        await here.substitutes.take(match, 9, 0)
    match = await here.substitutes.offer(match, 0, "own", 8)
    for user, why in ((1, "cannot take over another"), (2, "cannot take over another"), (9, "to somebody else")):
        with pytest.raises(Refusal, match=why):
            await here.substitutes.take(match, user, 0)
    match = (await here.substitutes.take(match, 8, 0)).match
    match = await here.substitutes.offer(match, 1, "own")
    with pytest.raises(Refusal, match="cannot come back"):
        await here.substitutes.take(match, 1, 1)
    with pytest.raises(Refusal, match="cannot come back"):
        await here.substitutes.offer(match, 0, "own", 1)
    with pytest.raises(Refusal, match="already on offer"):
        await here.substitutes.offer(match, 1, "vote")
    assert match.match.version == (await here.matches.load(match.id)).match.version


async def test_somebody_with_too_many_matches_takes_over_no_more(here: Living) -> None:
    await here.begun_by([1, 2], None)
    match = await here.substitutes.offer(await here.begun_by([3, 4], None), 0, "own")
    guild = match.match.guild_id
    assert guild is not None
    settings = await here.servers.of(guild)
    await here.servers.set(replace(settings, most_open=1), now=here.now)
    with pytest.raises(Refusal, match="finish one of them first"):
        await here.substitutes.take(match, 1, 0)
    await here.substitutes.take(match, 5, 0)


async def test_whoever_comes_in_has_a_full_clock(here: Living) -> None:
    match = await here.coloured(await here.begun(2))
    await here.on(2 * DAY)
    match = await here.substitutes.offer(await here.matches.load(match.id), 0, "own")
    await here.substitutes.take(match, 7, 0)
    clock = await here.clock(match, 0)
    assert (clock.left_ms, clock.since, clock.told, clock.runs_out) == (BANK, here.now, 0, here.now + BANK)
    other = await here.clock(match, 1)
    assert other.runs_out == here.now - 2 * DAY + BANK
    await here.on(BANK - HOUR)
    assert (await here.matches.load(match.id)).waited_for() == [7]  # the other seat's time has ended meanwhile
    assert {row.recipient for row in await here.rows(match, "remind")} == {1, 2, 7}


async def test_what_the_former_player_has_said_in_advance_falls(here: Living) -> None:
    match = await here.begun(2)
    for match_id in (match.id, ""):
        await here.standing_orders.set(1, TOY.name, match_id, "cheer", "cheer 1", now=1)
    await here.store.clocks.vote(match.id, 0, 1, "claim")
    match = await here.substitutes.offer(match, 0, "own")
    match = (await here.substitutes.take(match, 7, 0)).match
    assert await here.standing_orders.mine(match, 1) == {("", "cheer"): "cheer 1"}
    match = await here.coloured(match)
    assert [entry.text for entry in match.entries] == ["handover", "colour red", "colour green"]
    assert await here.store.clocks.clear_votes(match.id) == 0


async def test_nothing_goes_back_over_a_handover(here: Living) -> None:
    match = await here.begun(2, None)
    match = await here.play(match, 1, "colour", "red")
    match = (await here.matches.agree(match, 1, ("draw", "offer"))).match
    assert match.undoable(0) is not None
    match = await here.substitutes.offer(match, 0, "own")
    match = (await here.substitutes.take(match, 7, 0)).match
    assert match.position.offers == frozenset()
    assert match.undoable(0) is None
    with pytest.raises(Refusal, match="nothing for you to undo"):
        await here.matches.undo(match, 7)
    with pytest.raises(Refusal, match="nothing to take back"):
        await here.matches.agree(match, 7, ("takeback", "ask"))
    match = await here.play(match, 2, "colour", "green")
    match = (await here.matches.undo(match, 2)).match
    assert (await here.matches.load(match.id)).match == match.match


async def test_whoever_plays_again_needs_no_substitute(here: Living) -> None:
    match = await here.begun(2, None)
    match = await here.substitutes.offer(match, 0, "left")
    match = await here.play(match, 2, "colour", "green")
    assert match.match.seats[0].offered == "left"
    match = await here.play(match, 1, "colour", "red")
    assert match.match.seats[0].offered is None
    match = await here.substitutes.offer(match, 0, "own")
    match = await here.play(match, 1, "pick", "1", "2")
    assert match.match.seats[0].offered == "own"
    match = await here.substitutes.withdraw(match, 0, "own")
    with pytest.raises(Refusal, match="not on offer"):
        await here.substitutes.withdraw(match, 0, "own")
    await here.substitutes.offer(match, 1, "own")
    match = (await here.matches.agree(await here.matches.load(match.id), 1, ("resign",))).match
    assert match.match.status == "over"
    assert [s.offered for s in match.match.seats] == [None, None]


async def test_leaving_a_server_and_coming_back(here: Living) -> None:
    match = await here.begun(2, None)
    other = await here.begun_by([1, 5], None)
    guild = match.match.guild_id
    assert guild is not None
    assert await here.substitutes.left(guild, 1) == 2
    assert await here.substitutes.left(guild, 1) == 0
    assert await here.substitutes.left(guild + 1, 1) == 0
    await here.substitutes.take(await here.matches.load(other.id), 9, 0)
    assert await here.substitutes.returned(guild, 1) == 1
    assert (await here.matches.load(match.id)).match.seats[0].offered is None


async def _late(here: Living, players: int = 2) -> LoadedMatch:
    """A match in which the first player has run out of time, and everybody else has played."""
    match = await here.begun(players)
    for user, colour in zip(range(2, players + 1), ("green", "blue"), strict=False):
        match = await here.play(match, user, "colour", colour)
        match = await here.play(match, user, "pick", "1", "2")
    await here.on(BANK + HOUR)
    return await here.matches.load(match.id)


async def _voted(here: Living, players: int = 2) -> LoadedMatch:
    """The same, with the seat on offer by a vote."""
    match = await _late(here, players)
    for user in range(2, players + 1):
        match = (await here.votes.vote(await here.matches.load(match.id), user, "sub")).match
    assert match.match.seats[0].offered == "vote"
    return match


async def test_a_late_player_s_own_offer_to_a_friend_does_not_stand_in_the_way_of_a_vote(here: Living) -> None:
    match = await here.substitutes.offer(await _late(here), 0, "own", 8)
    assert "sub" in _votes(match, 1)
    said = await here.votes.vote(match, 2, "sub")
    assert said.done
    seat = said.match.match.seats[0]
    assert (seat.offered, seat.offered_to) == ("vote", None)
    assert "sub" not in _votes(said.match, 1)
    with pytest.raises(Refusal, match="already on offer"):
        await here.votes.vote(said.match, 2, "sub")
    with pytest.raises(Refusal, match="already on offer"):
        await here.substitutes.offer(said.match, 0, "own", 8)
    assert (await here.substitutes.take(said.match, 9, 0)).match.user_of(0) == 9


async def test_an_offer_to_anybody_needs_no_vote_and_outlasts_a_move(here: Living) -> None:
    match = await here.substitutes.offer(await _late(here), 0, "own")
    assert "sub" not in _votes(match, 1)
    with pytest.raises(Refusal, match="already on offer"):
        await here.votes.vote(match, 2, "sub")
    assert (await here.play(match, 1, "colour", "red")).match.seats[0].offered == "own"


async def test_an_offer_that_was_withdrawn_keeps_nobody_from_a_vote(here: Living) -> None:
    match = await _late(here)

    async def post() -> None:
        about = About.of((await here.matches.load(match.id)).match.seats[0])
        message = NewMessage(match.id, KIND, 1, here.now, 1, extra=about.text())
        await here.store.messages.add(message, now=here.now)

    await here.substitutes.offer(match, 0, "own")
    await post()
    match = await here.substitutes.withdraw(await here.matches.load(match.id), 0, "own")
    with pytest.raises(Refusal, match="within the last hour"):
        await here.substitutes.offer(match, 0, "own")
    match = (await here.votes.vote(match, 2, "sub")).match
    assert match.match.seats[0].offered == "vote"
    await post()
    match = (await here.votes.vote(match, 2, "give")).match
    assert match.match.seats[0].offered is None
    with pytest.raises(Refusal, match="within the last hour"):
        await here.substitutes.offer(match, 0, "vote")


async def test_whoever_is_waited_for_no_more_keeps_the_seat(tmp_path: Path) -> None:
    """However that comes: here the move before is taken back."""
    game, random = GAMES["monolith_arena"], Random(3)
    async with await Store.open(await prepare(f"sqlite+aiosqlite:///{tmp_path / 'life.db'}")) as store:
        here = Living(store, games=[game])
        await here.outages.beat()
        match = await here.begun(2, game=game)
        while len(match.entries) < 10 or match.entries[-1].seat == match.seat_of(match.waited_for()[0]):
            match = (await random_step(here.matches, match, random)).match
        (late,) = match.waited_for()
        seat, other = match.seat_of(late) or 0, 3 - late
        while expired_clock(match) is None:
            await here.on(HOUR)
            match = await here.matches.load(match.id)
        match = (await here.votes.vote(match, other, "sub")).match
        match = (await here.matches.agree(match, other, ("takeback", "ask"))).match
        assert match.match.seats[seat].offered == "vote"
        match = (await here.matches.agree(match, late, ("takeback", "accept"))).match
        assert match.waited_for() == [other]
        assert match.match.seats[seat].offered is None


async def test_in_a_private_match_nobody_is_looked_for(here: Living) -> None:
    """The offer to a friend stands: nobody else could see another one."""
    asked = wish(TOY, 1, 2, pace="3d+12h", private=True)
    match = await here.matches.load(await here.lobby.new(asked, interaction_id=900))
    match = await here.lobby.accept(match, 2, interaction_id=901)
    match = await here.play(match, 2, "colour", "green")
    match = await here.play(match, 2, "pick", "1", "2")
    await here.on(BANK + HOUR)
    match = await here.matches.load(match.id)
    for offered in (None, "own"):
        assert match.match.seats[0].offered == offered
        assert "sub" not in _votes(match, 1)
        with pytest.raises(Refusal, match="Nobody else can see"):
            await here.votes.vote(match, 2, "sub")
        if offered is None:
            match = await here.substitutes.offer(match, 0, "own", 8)
    assert (await here.substitutes.take(match, 8, 0)).match.user_of(0) == 8


async def test_whoever_has_left_is_replaced_by_anybody_and_not_only_by_a_friend(here: Living) -> None:
    match = await here.substitutes.offer(await here.begun(2, None), 0, "own", 8)
    assert match.match.guild_id is not None
    assert await here.substitutes.left(match.match.guild_id, 1) == 1
    seat = (await here.matches.load(match.id)).match.seats[0]
    assert (seat.offered, seat.offered_to) == ("left", None)


async def test_a_computer_s_seat_is_still_to_be_had_when_what_put_it_out_is_taken_back(tmp_path: Path) -> None:
    game, random = GAMES["arena_of_heroes"], Random(1)
    async with await Store.open(await prepare(f"sqlite+aiosqlite:///{tmp_path / 'life.db'}")) as store:
        here = Living(store, games=[game])
        await here.outages.beat()
        match = await here.substitutes.stand_in(await here.begun(3, None, game=game), 0, lambda match: True)
        while 0 in game.playing(match.state):
            match = (await random_step(here.matches, match, random)).match
        assert match.match.status == "running"
        assert match.match.seats[0].offered == "back"
        two, three = (user for user in match.users() if not computers.is_computer(user))
        match = (await here.matches.agree(match, two, ("takeback", "ask"))).match
        match = (await here.matches.agree(match, three, ("takeback", "accept"))).match
        assert 0 in game.playing(match.state)
        assert (await here.substitutes.take(match, 1, 0)).match.user_of(0) == 1


async def test_a_substitute_may_offer_what_the_one_before_has_offered(here: Living) -> None:
    match = (await here.matches.agree(await here.begun(2), 1, ("draw", "offer"))).match
    with pytest.raises(Refusal, match=r"already\. You can"):
        await here.matches.agree((await here.matches.agree(match, 1, ("draw", "withdraw"))).match, 1, ("draw", "offer"))
    match = await here.substitutes.offer(await here.matches.load(match.id), 0, "own")
    match = (await here.substitutes.take(match, 7, 0)).match
    assert 0 in (await here.matches.agree(match, 7, ("draw", "offer"))).match.position.offers


async def test_whoever_is_out_has_no_seat_to_offer(here: Living) -> None:
    """In a match of three, which goes on."""
    gone = []
    match = await _voted(here, 3)
    gone.append((await here.matches.agree(match, 1, ("resign",))).match)
    match = await _voted(here, 3)
    for user in (2, 3):
        match = (await here.votes.vote(await here.matches.load(match.id), user, "claim")).match
    gone.append(await here.matches.load(match.id))
    match = await here.substitutes.offer(await here.begun(3), 0, "own")
    gone.append((await here.matches.agree(match, 1, ("resign",))).match)
    for match in gone:
        assert (match.match.status, match.match.seats[0].offered) == ("running", None)
        assert await here.rows(match, "seats"), "its message is cleared"
    assert not await here.store.matches.with_offered_seats(match.match.channel_id, 99)


def _votes(match: LoadedMatch, seat: int) -> set[str]:
    return {button.press.tokens[0] for row in vote_buttons(phrases("en"), match, seat) for button in row}


async def test_the_others_vote_for_a_substitute(here: Living) -> None:
    match = await here.begun(3)
    for user in (2, 3):
        match = await here.play(match, user, "colour", {2: "green", 3: "blue"}[user])
        match = await here.play(match, user, "pick", "1", "2")
    await here.on(BANK + HOUR)
    match = await here.matches.load(match.id)
    said = await here.votes.vote(match, 2, "sub")
    assert (said.have, said.need, said.done) == (1, 2, False)
    said = await here.votes.vote(match, 3, "sub")
    assert said.done
    assert said.match.match.seats[0].offered == "vote"
    with pytest.raises(Refusal, match="already on offer"):
        await here.votes.vote(said.match, 3, "sub")
    with pytest.raises(Refusal, match="Play now to keep it"):
        await here.substitutes.withdraw(said.match, 0, "own", "left")
    drawn = (await here.matches.agree(said.match, 1, ("draw", "offer"))).match
    assert drawn.match.seats[0].offered == "vote", "the others wait for a move"
    given = await here.votes.vote(drawn, 3, "give")
    assert given.match.match.seats[0].offered is None
    await here.on(DAY + HOUR)
    for user in (2, 3):
        said = await here.votes.vote(await here.matches.load(match.id), user, "sub")
    match = (await here.substitutes.take(said.match, 9, 0)).match
    clock = await here.clock(match, 0)
    assert (clock.out_at, clock.left_ms) == (None, BANK)
    with pytest.raises(Refusal, match="Nobody has run out of time"):
        await here.votes.vote(match, 2, "claim")


async def test_a_voice_is_about_the_player_that_its_button_named(here: Living) -> None:
    """An old question about one player says nothing about another one who is late now."""
    match = await here.begun(3, rounds=9)
    for user in (2, 3):
        match = await here.play(match, user, "colour", {2: "green", 3: "blue"}[user])
        match = await here.play(match, user, "pick", "1", "2")
    await here.on(BANK + HOUR)
    match = await here.matches.load(match.id)
    old = {button.press.tokens for row in vote_buttons(phrases("en"), match, 1) for button in row}
    assert {(answer, "0") for answer in ("claim", "give", "sub")} <= old
    await here.play(match, 1, "colour", "red")
    match = await here.play(match, 1, "pick", "3", "4")
    assert await here.store.clocks.mark(match.id, await here.clock(match, 2), now=here.now, out_at=here.now)
    match = await here.matches.load(match.id)
    for answer in ("claim", "give", "sub", "off", "computer"):
        with pytest.raises(Stale, match="about another player"):
            await here.votes.vote(match, 2, answer, 0)
    assert (await here.votes.vote(match, 2, "off", 2)).have == 1
    assert (await here.votes.vote(match, 1, "off")).done, "buttons of earlier versions name nobody"


async def test_a_voice_counts_for_one_time_alone(here: Living) -> None:
    match = await here.begun(3, rounds=9)
    for user in (2, 3):
        match = await here.play(match, user, "colour", {2: "green", 3: "blue"}[user])
        match = await here.play(match, user, "pick", "1", "2")
    await here.on(BANK + HOUR)
    await here.votes.vote(await here.matches.load(match.id), 2, "sub")
    await here.play(match, 1, "colour", "red")
    clock = await here.clock(match, 0)
    assert await here.store.clocks.mark(match.id, clock, now=here.now, out_at=here.now)  # the time is over once more
    said = await here.votes.vote(await here.matches.load(match.id), 3, "sub")
    assert (said.have, said.need) == (1, 2)


async def test_the_record_says_who_played_what_and_verifies(here: Living) -> None:
    match = await here.coloured(await here.begun(2))
    match = (await here.substitutes.take(await here.substitutes.offer(match, 1, "own"), 9, 1)).match
    match = (await here.substitutes.take(await here.substitutes.offer(match, 1, "own"), 10, 1)).match
    match = (await here.matches.agree(match, 1, ("resign",))).match
    made = record(match, 10)
    assert made["format"] == "match record 5"
    assert [one["player"] for one in made["players"]] == ["1", "2"]
    assert made["handovers"] == [{"entry": 3, "player": "9"}, {"entry": 4, "player": "10"}]
    verdict = verify.verify(records.read(json.dumps(made)))
    assert verdict.status == 0, verdict.text
    assert "From entry 3 on seat 1 was played by player 9." in verdict.checked
    for forged in ([], [{"entry": 3, "player": "9"}], [{"entry": 3, "player": "1"}, {"entry": 4, "player": "10"}]):
        changed = made | {"handovers": forged}
        changed["digest"] = records.digest(changed)
        assert verify.check(json.dumps(changed)).status != 0, forged
