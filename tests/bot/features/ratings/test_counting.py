"""What a match that is over counts for: how it ended, who played, whether it was rated, and what follows from all."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from bot.features.ratings.counting import Counting, End, outcome_of, recomputed
from bot.matches import computers
from bot.matches.loaded import LoadedMatch
from bot.matches.refusals import Refusal
from bot.matches.service import Matches
from bot.registry import FACES
from games import agreements
from games.api import Result
from storage import COMPUTERS, UNKNOWN, Came, Former, Outcome, Played, Rates, Store, Strength
from storage.ledger import FULL, WITHIN_MS
from storage.result_tables import finished, meeting, played, rating, rating_change, tally
from storage.strength import after, lessened
from tests.bot.bare import random_step, wish
from tests.bot.features.living import Living
from tests.storage.conftest import left_by
from tests.toy import TOY

SERVER = 10
DUEL = ("toy", "duel")
FOLLOWING = (rating, rating_change, tally, meeting)


async def begun(here: Living, *users: int, **more: Any) -> LoadedMatch:
    """A rated match of these users."""
    asked = wish(TOY, *users, **{"rated": True, "pace": "3d+12h"} | more)
    match = await here.matches.load(await here.lobby.new(asked, interaction_id=next(here._numbers)))
    for user in users[1:]:
        match = await here.lobby.accept(match, user, interaction_id=next(here._numbers))
    return match


async def resigned(here: Living, user: int, *users: int, **more: Any) -> LoadedMatch:
    """A rated match that one of these users gives up."""
    return (await here.matches.agree(await begun(here, *users, **more), user, (agreements.RESIGN,))).match


async def strengths(here: Living, *users: int, kind: tuple[str, str] = DUEL) -> list[Strength]:
    """The ratings of these users, those of nobody for who has none."""
    found = [(await here.store.results.ratings(user, SERVER)).get(kind) for user in users]
    return [UNKNOWN if one is None else one.strength for one in found]


async def totals(here: Living, user: int) -> dict[tuple[str, str], tuple[int, int, int, int]]:
    """Matches, won, drawn, handed over, by kind and computer's level."""
    return {
        (one.kind, one.word): (one.tally.matches, one.tally.won, one.tally.drawn, one.tally.left)
        for one in await here.store.results.tallies(user, SERVER)
        if one.topic in ("", "level")
    }


async def rows(here: Living, *tables: Any) -> dict[str, list[Any]]:
    """Everything in these tables."""

    def body(connection: Any) -> dict[str, list[Any]]:
        return {
            table.name: [tuple(row) for row in connection.execute(select(table).order_by(*table.primary_key.columns))]
            for table in tables
        }

    return await here.store.database.read(body)


async def test_a_rated_duel_moves_both_ratings_in_the_step_that_ends_it(here: Living) -> None:
    await resigned(here, 2, 1, 2)
    winner, loser = await strengths(here, 1, 2)
    assert loser.mu < UNKNOWN.mu < winner.mu
    assert winner.sigma == loser.sigma < UNKNOWN.sigma
    assert winner.mu - UNKNOWN.mu == UNKNOWN.mu - loser.mu
    assert await totals(here, 1) == {("duel", ""): (1, 1, 0, 0)}
    assert await totals(here, 2) == {("duel", ""): (1, 0, 0, 0)}
    assert await here.store.results.course(1, SERVER, *DUEL, 10) == [UNKNOWN, winner]


async def test_the_same_two_move_their_ratings_less_and_less(here: Living) -> None:
    expected = [UNKNOWN, UNKNOWN]
    for number in range(FULL + 3):
        await resigned(here, 2, 1, 2)
        halvings = max(0, number + 1 - FULL)
        ((won,), (lost,)) = after([[one] for one in expected], (0, 1))
        expected = [lessened(*one, halvings) for one in zip(expected, (won, lost), strict=True)]
        assert await strengths(here, 1, 2) == expected
    moved = expected[0].mu - UNKNOWN.mu
    before = await rows(here, *FOLLOWING)
    await here.store.results.recompute()
    assert await rows(here, *FOLLOWING) == before
    await resigned(here, 1, 1, 3)
    (known,) = await strengths(here, 1)
    assert known.mu < UNKNOWN.mu + moved, "another opponent counts in full"
    here.now += WITHIN_MS
    ((won,), _) = after([[one] for one in await strengths(here, 1, 2)], (0, 1))
    await resigned(here, 2, 1, 2)
    assert await strengths(here, 1) == [won], "a month later it counts in full again"


async def test_an_unrated_match_counts_in_statistics_alone(here: Living) -> None:
    await resigned(here, 2, 1, 2, rated=False)
    assert await strengths(here, 1, 2) == [UNKNOWN, UNKNOWN]
    assert await totals(here, 1) == {("duel", ""): (1, 1, 0, 0)}


async def test_a_draw_that_is_agreed_counts_as_one(here: Living) -> None:
    await resigned(here, 2, 1, 2)
    stronger, weaker = await strengths(here, 1, 2)
    match = await begun(here, 1, 2)
    match = (await here.matches.agree(match, 1, (agreements.DRAW, "offer"))).match
    await here.matches.agree(match, 2, (agreements.DRAW, "accept"))
    first, second = await strengths(here, 1, 2)
    assert first.mu < stronger.mu
    assert second.mu > weaker.mu
    assert (await totals(here, 1))["duel", ""] == (2, 1, 1, 0)


async def test_time_that_has_run_out_is_a_loss_and_late(here: Living) -> None:
    """In the toy a timeout takes the default of a pick, but ends the match of whoever has chosen no color."""
    match = await begun(here, 1, 2)
    match = await here.play(match, 1, "colour", "red")
    over = (await here.matches.note(match, 1, agreements.TIMEOUT)).match
    assert over.match.status == "over"
    winner, loser = await strengths(here, 1, 2)
    assert winner.mu > loser.mu
    late = {one.tally.late for one in await here.store.results.tallies(2, SERVER) if one.topic == ""}
    assert late == {1}


async def test_what_was_called_off_counts_for_nothing(here: Living) -> None:
    match = await begun(here, 1, 2)
    await here.matches.note(match, 0, agreements.ABANDON)
    assert await strengths(here, 1, 2) == [UNKNOWN, UNKNOWN]
    assert await totals(here, 1) == {}
    assert [row[-1] for row in (await rows(here, finished))["finished"]] != []


async def test_whoever_hands_a_seat_over_loses_alone(here: Living) -> None:
    match = await here.substitutes.offer(await begun(here, 1, 2, 3), 1, "own")
    match = (await here.substitutes.take(match, 7, 1)).match
    match = (await here.matches.agree(match, 1, (agreements.RESIGN,))).match
    await here.matches.agree(match, 7, (agreements.RESIGN,))
    before, left, other, new = await strengths(here, 1, 2, 3, 7, kind=("toy", "free"))
    assert before == other == new == UNKNOWN
    assert left.mu < UNKNOWN.mu
    assert await totals(here, 2) == {("free", ""): (1, 0, 0, 1)}
    assert await totals(here, 3) == {("free", ""): (1, 1, 0, 0)}
    assert await totals(here, 7) == {}


async def test_where_both_have_left_a_duel_both_lose(here: Living) -> None:
    for _ in range(4):
        await resigned(here, 2, 1, 2)
    stronger, weaker = await strengths(here, 1, 2)
    match = await begun(here, 1, 2)
    for seat, new in ((0, 7), (1, 8)):
        match = (await here.substitutes.take(await here.substitutes.offer(match, seat, "own"), new, seat)).match
    await here.matches.agree(match, 7, (agreements.RESIGN,))
    first, second = await strengths(here, 1, 2)
    assert [first] == after([[stronger], [weaker]], (1, 0))[0]
    assert [second] == after([[stronger], [weaker]], (0, 1))[1]
    assert first.mu < stronger.mu
    assert second.mu < weaker.mu, "who was expected to lose does not gain by it that the other one has left, too"
    assert await strengths(here, 7, 8) == [UNKNOWN, UNKNOWN]
    before = await rows(here, *FOLLOWING)
    await here.store.results.recompute()
    assert await rows(here, *FOLLOWING) == before


async def test_in_teams_all_who_have_left_lose_and_nobody_else(here: Living) -> None:
    """Users 1 and 2, who are stronger, play 3 and 4; two of one side leave, then one of the other side as well."""
    kind = ("toy", "teams")

    async def entered(rates: Rates, *came: Came) -> list[Strength]:
        match = await begun(here, 1, 2)  # the toy has no teams: this one is there for the result to be of a match
        seats = tuple(Played(n, n + 1, n // 2, n // 2, one) for n, one in enumerate(came))
        await here.store.results.enter([Outcome(match.id, SERVER, *kind, rates, here.now, played=seats)])
        return await strengths(here, 1, 2, 3, 4, kind=kind)

    for _ in range(4):
        before = await entered("all", "won", "won", "lost", "lost")
    two = await entered("leavers", "won", "won", "left", "left")
    assert two[:2] == before[:2]
    assert two[2:] == after([before[:2], before[2:]], (0, 1))[1]
    assert max(two[2].mu - before[2].mu, two[3].mu - before[3].mu) < 0
    three = await entered("leavers", "left", "won", "left", "left")
    assert three[0] == after([two[:2], two[2:]], (1, 0))[0][0]
    assert three[1] == two[1], "whoever stays loses nothing by their partner"
    assert three[2:] == after([two[:2], two[2:]], (0, 1))[1]
    assert max(now.mu - was.mu for now, was in zip(three, two, strict=True) if now != was) < 0


async def test_where_the_computer_stands_in_nothing_moves_but_for_who_has_left(here: Living) -> None:
    squire = computers.computer("squire")
    match = await here.substitutes.offer(await begun(here, 1, 2, 3), 1, "own")
    match = (await here.substitutes.take(match, squire, 1)).match
    match = (await here.matches.agree(match, 3, (agreements.RESIGN,))).match
    await here.matches.agree(match, 1, (agreements.RESIGN,))
    first, left, third = await strengths(here, 1, 2, 3, kind=("toy", "free"))
    assert first == third == UNKNOWN
    assert left.mu < UNKNOWN.mu
    assert await totals(here, 1) == {(COMPUTERS, ""): (1, 0, 0, 0), (COMPUTERS, "squire"): (1, 0, 0, 0)}


async def test_whoever_takes_their_seat_back_loses_nothing(here: Living) -> None:
    match = await here.substitutes.offer(await begun(here, 1, 2, 3), 1, "own")
    match = (await here.substitutes.take(match, 7, 1)).match
    seats = tuple(replace(seat, user_id=2) if seat.user_id == 7 else seat for seat in match.match.seats)
    again = replace(match.match, seats=seats, former=(*match.match.former, Former(1, 7, match.newest + 1)))
    state = match.face.game.conclude(match.state, Result(((1,), (0, 2)), "score")).state
    result = match.face.game.result(state)
    assert result is not None
    end = End(result, seats, again.former, 9, 1, 0, (), frozenset())
    outcome = outcome_of(LoadedMatch(again, match.face, match.entries, match.past), end, state)
    assert outcome.rates == "none"
    assert [one.came for one in outcome.played] == ["lost", "won", "lost"]


async def test_matches_with_the_computer_are_counted_apart_and_move_nothing(here: Living) -> None:
    squire = computers.computer("squire")
    with pytest.raises(Refusal, match="not rated"):
        await here.lobby.new(wish(TOY, 1, squire, rated=True), interaction_id=5)
    match = await here.matches.load(await here.lobby.new(wish(TOY, 1, squire), interaction_id=6))
    match = await here.lobby.start(match)
    await here.matches.agree(match, 1, (agreements.RESIGN,))
    assert await strengths(here, 1) == [UNKNOWN]
    assert await totals(here, 1) == {(COMPUTERS, ""): (1, 0, 0, 0), (COMPUTERS, "squire"): (1, 0, 0, 0)}
    assert (await rows(here, rating, meeting)) == {"rating": [], "meeting": []}


async def test_private_matches_are_never_rated_and_count_nowhere(here: Living) -> None:
    with pytest.raises(Refusal, match="not rated"):
        await here.lobby.new(wish(TOY, 1, 2, rated=True, private=True), interaction_id=5)
    await resigned(here, 2, 1, 2, rated=False, private=True)
    assert await totals(here, 1) == await totals(here, 2) == {}
    assert len((await rows(here, finished))["finished"]) == 1


async def test_what_was_chosen_and_picked_is_counted(here: Living) -> None:
    rng = random.Random(5)
    match = await begun(here, 1, 2)
    while (played := await random_step(here.matches, match, rng)) is not None:
        match = played.match
    counted = await here.store.results.tallies(1, SERVER, "toy")
    by_topic = {
        topic: sum(one.tally.times for one in counted if one.topic == topic) for topic in ("colour", "card", "pace")
    }
    assert by_topic == {"colour": 1, "card": 2, "pace": 1}
    whole = next(one.tally for one in counted if one.topic == "")
    assert whole.turns == 2
    assert {one.word for one in counted if one.topic == "pace"} == {"daily"}


async def test_how_two_have_met(here: Living) -> None:
    await resigned(here, 2, 1, 2, 3)
    await resigned(here, 1, 1, 2)
    met = await here.store.results.meetings(1, 2, SERVER)
    assert {kind: (one.matches, one.won) for kind, one in met.items()} == {DUEL: (1, 0)}
    assert await here.store.results.meetings(1, 9, SERVER) == {}


async def test_all_is_worked_out_anew_to_the_same(here: Living) -> None:
    rng = random.Random(1)
    for number in range(12):
        users = rng.sample(range(1, 6), 2 + number % 2)
        await resigned(here, rng.choice(users[:2]), *users, rated=number % 3 > 0)
    before = await rows(here, *FOLLOWING)
    assert before["rating_change"]
    assert await recomputed(Counting(here.matches)) == len((await rows(here, finished))["finished"])
    assert await rows(here, *FOLLOWING) == before


async def test_after_a_deletion_all_others_keep_what_they_have(here: Living) -> None:
    for loser, users in ((902, (901, 902)), (903, (902, 903)), (901, (901, 903)), (902, (901, 902)), (903, (901, 903))):
        await resigned(here, loser, *users)
    kept = {table.name: table for table in (played, *FOLLOWING)}
    before = await strengths(here, 901, 903)
    assert {name for name, found in (await here.store.privacy.export(902)).items() if found} >= set(kept)
    await here.store.privacy.forget(902, lambda secret, parts: (secret, parts), now=here.now)
    assert not any((await here.store.privacy.export(902)).values())
    assert all(902 not in row for found in (await rows(here, *kept.values())).values() for row in found)
    assert await strengths(here, 901, 903) == before
    after = await rows(here, *FOLLOWING)
    met = {row[2]: row[5:] for row in after["meeting"] if row[1] == 901}
    assert met == {0: (2, 2, 0), 903: (2, 1, 0)}
    await here.store.results.recompute()
    assert await rows(here, *FOLLOWING) == after


async def test_the_matches_of_an_earlier_version_are_counted_and_were_not_rated(tmp_path: Path) -> None:
    """Those of the second schema that are over: one was given up, one ended in a draw that was agreed."""
    path = left_by("0002", tmp_path / "matches.db")
    async with await Store.open(f"sqlite+aiosqlite:///{path}") as store:
        matches = Matches(store, FACES)
        assert set(await store.results.missing(FACES)) >= {"resigned22", "agreed2222"}
        await Counting(matches).catch_up()
        assert await store.results.missing(FACES) == []
        resigned, agreed = [await matches.load(one) for one in ("resigned22", "agreed2222")]
        assert not resigned.match.rated
        winner = resigned.user_of(resigned.result.winners[0]) if resigned.result is not None else None
        assert winner is not None
        everything = await store.results.tallies(winner, None)
        assert sum(one.tally.won for one in everything if one.topic == "") >= 1
        assert sum(one.tally.drawn for one in everything if one.topic == "") >= (winner in agreed.users())
        kept = await store.privacy.export(winner)
        assert kept["tally"]
        assert not kept["rating"]


async def test_matches_that_ended_before_are_counted_at_the_start_unrated(here: Living) -> None:
    here.matches.extensions.pop()
    await resigned(here, 2, 1, 2, rated=False)
    assert await totals(here, 1) == {}
    counting = Counting(here.matches)
    await counting.catch_up()
    assert await totals(here, 1) == {("duel", ""): (1, 1, 0, 0)}
    assert await here.store.results.missing(["toy"]) == []
