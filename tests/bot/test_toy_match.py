"""The match service with another game: three seats, several choices at once, sealed picks, a window, elimination."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.matches.loaded import LoadedMatch
from bot.matches.lobby import Lobby
from bot.matches.refusals import Refusal, Stale
from bot.matches.service import Matches
from bot.texts.phrases import phrases
from games import record
from games.api import Field, Result
from storage import Store
from tests.bot.bare import Bare, random_step, wish
from tests.support.databases import prepare
from tests.toy import TOY

SAY = phrases("en")
PICK = ("pick", "1", "2")


@pytest.fixture
async def matches(tmp_path: Path) -> AsyncIterator[Matches]:
    async with await Store.open(await prepare(f"sqlite+aiosqlite:///{tmp_path / 'm.db'}")) as store:
        yield Matches(store, {TOY.name: Bare(TOY)})


async def begun(matches: Matches) -> LoadedMatch:
    lobby = Lobby(matches)
    match_id = await lobby.new(wish(TOY, 1, 2, None, options={"rounds": 3}), interaction_id=1)
    match = await lobby.accept(await matches.load(match_id), 2, interaction_id=2)
    assert match.match.status == "lobby"
    return await lobby.join(match, 3, interaction_id=3)


async def played(matches: Matches, match: LoadedMatch, *steps: tuple[int, tuple[str, ...]]) -> LoadedMatch:
    for user, action in steps:
        match = (await matches.play(match, user, [action])).match
    return match


async def coloured(matches: Matches) -> LoadedMatch:
    colours = ("red", "green", "blue")
    return await played(matches, await begun(matches), *((user, ("colour", c)) for user, c in enumerate(colours, 1)))


async def test_a_match_has_the_formation_and_the_options_that_the_game_declares(matches: Matches) -> None:
    match = await begun(matches)
    assert match.formation == TOY.formations[0]
    assert match.options == {"rounds": 3, "cards": "low", "cheering": True, "hours": 0}


@pytest.mark.parametrize("options", [{"rounds": 10}, {"cards": "wild"}, {"cheering": "yes"}, {"teams": 2}])
async def test_options_that_the_game_does_not_have_are_refused(matches: Matches, options: dict[str, object]) -> None:
    with pytest.raises(Refusal):
        await Lobby(matches).new(wish(TOY, 1, 2, None, options=options), interaction_id=1)
    assert await matches.store.matches.all_open() == ()


async def test_several_choices_of_one_seat_are_open_at_once(matches: Matches) -> None:
    match = await begun(matches)
    seat = match.perspective(1, {}, SAY)
    assert [c.kind for c in seat.choices] == ["colour", "pick", "cheer"]
    assert seat.choice == seat.choices[0]
    assert seat.next_field(()) == Field("action", ("colour",))
    match = await played(matches, match, (2, PICK))
    assert [c.kind for c in match.perspective(1, {}, SAY).choices] == ["colour", "cheer"]
    assert [e.choice_key for e in match.entries] == ["pick1"]


async def test_all_are_waited_for_and_only_who_is_missing_stays(matches: Matches) -> None:
    match = await coloured(matches)
    assert match.waited_for() == [1, 2, 3]
    match = (await matches.play(match, 2, [PICK], key="pick1")).match
    assert match.waited_for() == [1, 3]
    with pytest.raises(Stale):
        await matches.play(match, 2, [PICK], key="pick1")


async def test_sealed_answers_stay_out_of_the_others_record(matches: Matches) -> None:
    match = await played(matches, await coloured(matches), (1, PICK))
    history = [one.entry for one in match.replayed]

    def made(reader: int | None) -> str:
        found = record.make(
            TOY, match.formation, match.options, match.match.seed, history, reader=reader, parts=match.parts
        )
        return str(found["actions"][-1])

    assert made(0) == "0 pick 1 2"
    assert made(1) == made(None) == "0 ?"
    assert match.perspective(1, {}, SAY).view == TOY.view(match.state, 1)


async def test_an_optional_choice_waits_for_nobody(matches: Matches) -> None:
    match = (await matches.play(await coloured(matches), 3, [("cheer",)], key="cheer")).match
    assert match.waited_for() == [1, 2, 3]
    with pytest.raises(Refusal):
        await matches.play(match, 3, [("cheer",)])


async def test_a_sealed_pick_cannot_be_taken_back_but_an_open_action_can(matches: Matches) -> None:
    match = await coloured(matches)
    match = (await matches.play(match, 3, [("cheer",)])).match
    assert match.perspective(2, {}, SAY).undoable == ("cheer",)
    match = (await matches.undo(match, 3)).match
    assert "cheer" in {c.kind for c in match.perspective(2, {}, SAY).choices}
    match = await played(matches, match, (1, PICK))
    with pytest.raises(Refusal):
        await matches.undo(match, 1)


async def test_who_gives_up_is_out_and_the_others_play_on(matches: Matches) -> None:
    match = await played(matches, await coloured(matches), (1, PICK))
    match = (await matches.agree(match, 2, ("resign",))).match
    assert (match.match.status, match.waited_for()) == ("running", [3])
    for step in (matches.play(match, 2, [PICK]), matches.agree(match, 2, ("draw", "offer")), matches.undo(match, 2)):
        with pytest.raises(Refusal):
            await step
    assert match.perspective(1, {}, SAY).choices == ()
    # Only those who still play have to agree to a draw.
    match = (await matches.agree(match, 1, ("draw", "offer"))).match
    over = (await matches.agree(match, 3, ("draw", "accept"))).match
    assert over.match.status == "over"
    assert over.result is not None
    assert over.result.ranking == ((0, 2), (1,))
    again = await matches.load(match.id)
    assert (again.result, again.position) == (over.result, over.position)


async def test_what_is_answered_is_the_oldest_offer_that_stands(matches: Matches) -> None:
    match = (await matches.agree(await coloured(matches), 1, ("draw", "offer"))).match
    offer = match.newest
    match = (await matches.agree(match, 2, ("draw", "accept"), answered=offer)).match
    assert match.asked_in("draw") == offer
    match = (await matches.agree(match, 1, ("draw", "withdraw"))).match
    assert match.asked_in("draw") == offer + 1
    with pytest.raises(Stale, match="earlier draw offer"):
        await matches.agree(match, 3, ("draw", "accept"), answered=offer)
    match = (await matches.agree(match, 3, ("draw", "decline"), answered=offer + 1)).match
    assert (match.asked_in("draw"), match.asked_in("takeback")) == (0, 0)


async def test_the_last_one_who_is_left_wins(matches: Matches) -> None:
    match = (await matches.agree(await coloured(matches), 1, ("resign",))).match
    over = (await matches.agree(match, 3, ("resign",))).match
    assert over.match.status == "over"
    assert over.result == Result(((1,), (2,), (0,)), "resigned", (0, 0, 0))
    assert over.waited_for() == []


@pytest.mark.parametrize("seed", range(8))
async def test_a_random_match_ends_and_its_record_verifies(matches: Matches, seed: int) -> None:
    rng = random.Random(seed)
    match = await begun(matches)
    while (done := await random_step(matches, match, rng)) is not None:
        match = done.match
    assert match.match.status == "over"
    assert match.result is not None
    assert sorted(seat for group in match.result.ranking for seat in group) == [0, 1, 2]
    assert [one.after for one in match.replayed][-1] == match.position
    made = record.make(
        TOY,
        match.formation,
        match.options,
        match.match.seed,
        [one.entry for one in match.replayed],
        reader=None,
        parts=match.parts,
    )
    assert record.replay(TOY, made)[-1] == match.state
    with pytest.raises(Refusal):
        await matches.play(match, 1, [PICK])
