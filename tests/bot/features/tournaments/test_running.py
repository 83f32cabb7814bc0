"""Tournaments as rows: paired round by round, played to the end, decided where nobody plays."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest

from bot.features.tournaments import course
from bot.matches.refusals import Refusal
from bot.matches.wishes import Seated
from bot.pairings.rounds import LOSS, WIN
from bot.registry import FACES
from games import agreements
from storage import Calendar, WholeTournament
from storage.tournament_rows import Kind
from tests.bot.features.living import BEGIN, DAY, HOUR
from tests.bot.features.tournaments.hosting import ANNA, CHANNEL, GUILD, Hosted, TeamToy, hosted

pytestmark = pytest.mark.usefixtures("no_incident")


def _met(whole: WholeTournament) -> Counter[frozenset[int]]:
    return Counter(frozenset((one.first, one.second)) for one in whole.pairings if one.second is not None)


async def test_a_whole_swiss_with_withdrawals_is_played_to_its_end(tmp_path: Path) -> None:
    rng = random.Random(7)
    async with hosted(tmp_path) as here:
        cup = await here.started("swiss", 9)
        await here.play_all(cup, rng, rounds=1)
        await here.entries.withdraw(await here.whole(cup), 4)
        await here.runner.advance(cup)
        await here.play_all(cup, rng, rounds=1)
        await here.entries.remove(await here.whole(cup), 2)
        await here.runner.advance(cup)
        whole = await here.play_all(cup, rng)
        assert whole.head.status == "over"
        assert max(one.round for one in whole.pairings) == whole.head.rounds == 4
        assert max(_met(whole).values()) == 1, "nobody meets somebody again"
        byes = Counter(one.first for one in whole.pairings if one.how == "bye")
        assert max(byes.values()) == 1
        assert all(one.points is not None for one in whole.pairings)
        gone = course.left(whole)
        assert len(gone) == 2
        last = [one for one in whole.pairings if one.round == 4]
        assert not {one.first for one in last} & gone
        assert next(place for place, _ in course.places(whole)) == 1
        heads = await here.store.matches.on_server(GUILD, ("running", "over"))
        assert {head.status for head in heads} == {"over"}
        assert {head.channel_id for head in heads} == {CHANNEL}


async def test_a_double_elimination_with_withdrawals_is_played_to_its_end(tmp_path: Path) -> None:
    rng = random.Random(3)
    async with hosted(tmp_path) as here:
        cup = await here.started("double", 11)
        await here.play_all(cup, rng, rounds=1)
        await here.entries.withdraw(await here.whole(cup), 5)
        await here.runner.advance(cup)
        whole = await here.play_all(cup, rng)
        assert whole.head.status == "over"
        lost = Counter(
            seed
            for one in whole.pairings
            for seed in (one.first, one.second)
            if seed is not None and course.winner(one) != seed
        )
        (champion,) = [seed for place, seed in course.places(whole) if place == 1]
        assert lost[champion] <= 1
        others = set(course.seeds(whole)) - {champion} - course.left(whole)
        assert all(lost[seed] == 2 for seed in others)
        assert {one.points for one in whole.pairings} <= {(WIN, LOSS), (LOSS, WIN), (LOSS, LOSS)}


@pytest.mark.parametrize("kind", ["robin", "single"])
async def test_the_other_kinds_are_played_to_their_end(kind: str, tmp_path: Path) -> None:
    async with hosted(tmp_path) as here:
        cup = await here.started(kind, 5)  # type: ignore[arg-type]
        whole = await here.play_all(cup, random.Random(5))
        assert whole.head.status == "over"
        if kind == "robin":
            assert len(_met(whole)) == 10
            assert max(_met(whole).values()) == 1
        assert min(place for place, _ in course.places(whole)) == 1


async def test_teams_stay_together(tmp_path: Path) -> None:
    toy = TeamToy()
    async with hosted(tmp_path, (toy,)) as here:
        cup = await here.opened("single", formation="2v2")
        await here.entries.enter(await here.whole(cup), 1, (2,))
        with pytest.raises(Refusal, match="not enough"):
            await here.entries.start(await here.whole(cup))
        await here.entries.join(await here.whole(cup), 1, 2)
        await here.entries.enter(await here.whole(cup), 3)
        await here.entries.join(await here.whole(cup), 2, 4)
        await here.entries.enter(await here.whole(cup), 5, (6,))
        assert await here.entries.start(await here.whole(cup)) == 2, "a team that is not complete is left out"
        await here.runner.advance(cup)
        (one,) = await here.open_ones(cup)
        match = await here.matches.load(one.match_id)
        assert match.users() == [1, 2, 3, 4]
        await here.entries.withdraw(await here.whole(cup), 2)
        await here.runner.advance(cup)
        whole = await here.whole(cup)
        assert whole.head.status == "over"
        assert course.places(whole)[0] == (1, 2)


async def _agree_on_a_draw(here: Hosted, match_id: str) -> None:
    match = await here.matches.load(match_id)
    first, second = match.users()
    match = (await here.matches.agree(match, first, (agreements.DRAW, "offer"))).match
    await here.matches.agree(match, second, (agreements.DRAW, "accept"))


async def test_a_draw_in_a_bracket_is_played_again_with_seats_exchanged_then_the_better_seed_goes_on(
    tmp_path: Path,
) -> None:
    async with hosted(tmp_path) as here:
        cup = await here.started("single", 2)
        (one,) = await here.open_ones(cup)
        first = (await here.matches.load(one.match_id)).users()
        await _agree_on_a_draw(here, one.match_id)
        await here.runner.advance(cup)
        (again,) = await here.open_ones(cup)
        assert again.match_id != one.match_id
        assert (await here.matches.load(again.match_id)).users() == first[::-1]
        await _agree_on_a_draw(here, again.match_id)
        await here.runner.advance(cup)
        whole = await here.whole(cup)
        assert (whole.head.status, whole.pairings[0].how) == ("over", "seed")
        assert course.places(whole) == [(1, 1), (2, 2)]


async def test_after_draws_nobody_goes_on_who_has_withdrawn(tmp_path: Path) -> None:
    async with hosted(tmp_path) as here:
        cup = await here.started("single", 2)
        for _ in range(1 + course.REPLAYS):
            (one,) = await here.open_ones(cup)
            await _agree_on_a_draw(here, one.match_id)
            if one.game < course.REPLAYS:
                await here.runner.advance(cup)
        await here.entries.withdraw(await here.whole(cup), 1)
        await here.runner.advance(cup)
        whole = await here.whole(cup)
        assert [(one.points, one.how) for one in whole.pairings] == [((LOSS, WIN), "left")]
        assert course.places(whole) == [(1, 2), (2, 1)]


async def test_the_winner_of_a_match_with_seats_exchanged_is_the_winner_of_the_pairing(tmp_path: Path) -> None:
    async with hosted(tmp_path) as here:
        cup = await here.started("single", 2)
        (one,) = await here.open_ones(cup)
        await _agree_on_a_draw(here, one.match_id)
        await here.runner.advance(cup)
        (again,) = await here.open_ones(cup)
        await here.matches.agree(await here.matches.load(again.match_id), 1, (agreements.RESIGN,))
        await here.runner.advance(cup)
        assert course.places(await here.whole(cup)) == [(1, 2), (2, 1)]


async def test_who_never_moves_until_the_deadline_loses_and_who_is_not_there_any_more_has_withdrawn(
    tmp_path: Path,
) -> None:
    async with hosted(tmp_path) as here:
        here.gone = {4}
        cup = await here.started("swiss", 4)
        moved, other = await here.open_ones(cup)  # of 1 and 3, of 4 and 2
        await here.coloured(await here.matches.load(moved.match_id))
        match = await here.matches.load(other.match_id)
        await here.play(match, 2, "colour", "green")
        await here.runner.advance(cup)
        await here.on(DAY - HOUR)
        await here.runner.advance(cup)
        assert len(await here.open_ones(cup)) == 2, "there is time left"
        await here.on(HOUR + 1)
        await here.runner.advance(cup)
        whole = await here.whole(cup)
        decided = {one.match_id: (one.points, one.how) for one in whole.pairings}
        assert decided[moved.match_id][1] != "absent", "both have moved: their clocks decide"
        assert decided[other.match_id] == ((LOSS, WIN), "absent")
        ended = await here.matches.load(other.match_id)
        assert ended.result is not None
        assert ended.result.reason == agreements.ABANDONED, "nobody's rating moves"
        assert course.left(whole) == {4}


async def test_whoever_has_never_moved_has_not_come_though_the_rules_have_dealt_in_their_name(tmp_path: Path) -> None:
    game = FACES["monsters_and_myths"].game
    async with hosted(tmp_path, (game,)) as here:
        cup = await here.started("swiss", 2, game=game.name, formation="2p", options={})
        (one,) = await here.open_ones(cup)
        match = await here.matches.load(one.match_id)
        assert [(entry.seat, entry.kind, entry.text) for entry in match.entries] == [(0, "action", "start")]
        await here.on(DAY + 1)
        await here.runner.advance(cup)
        assert [(one.points, one.how) for one in (await here.whole(cup)).pairings] == [((LOSS, LOSS), "absent")]


async def test_where_nobody_comes_both_lose(tmp_path: Path) -> None:
    async with hosted(tmp_path) as here:
        cup = await here.started("swiss", 2)
        await here.on(DAY + 1)
        await here.runner.advance(cup)
        whole = await here.whole(cup)
        assert [(one.points, one.how) for one in whole.pairings] == [((LOSS, LOSS), "absent")]
        assert whole.head.status == "over"


async def _half_opened(here: Hosted, kind: Kind) -> str:
    """Start a tournament of two whose process ends before their match begins; returns its id."""
    cup = await here.opened(kind)
    for user in (1, 2):
        await here.entries.enter(await here.whole(cup), user)
    await here.entries.start(await here.whole(cup))
    change = here.matches.change

    async def broken(*given: object, **more: object) -> None:
        raise RuntimeError("the process ends before the match begins")

    here.matches.change = broken  # type: ignore[assignment,method-assign]
    with pytest.raises(RuntimeError):
        await here.runner.advance(cup)
    here.matches.change = change  # type: ignore[method-assign]
    return cup


async def test_a_match_that_was_declined_before_it_had_begun_is_opened_anew(tmp_path: Path) -> None:
    async with hosted(tmp_path) as here:
        cup = await _half_opened(here, "single")
        (one,) = (await here.whole(cup)).pairings
        off = await here.lobby.decline(await here.matches.load(one.match_id), 2)
        assert off.match.status == "cancelled"
        jobs = await here.matches.store.jobs.of_match(off.match.id)
        assert "declined" not in {job.kind for job in jobs}, "nobody has challenged anybody"
        await here.runner.advance(cup)
        (again,) = await here.open_ones(cup)
        assert again.match_id != one.match_id
        await _agree_on_a_draw(here, again.match_id)
        await here.runner.advance(cup)
        assert len(await here.open_ones(cup)) == 1, "this was the first draw"


async def test_a_match_that_had_not_begun_when_its_pairing_was_decided_is_called_off(tmp_path: Path) -> None:
    async with hosted(tmp_path) as here:
        cup = await _half_opened(here, "swiss")
        await here.entries.withdraw(await here.whole(cup), 2)
        await here.runner.advance(cup)
        assert set((await here.store.tournaments.match_states(cup)).values()) == {"cancelled"}


async def test_an_absence_puts_the_deadline_off(tmp_path: Path) -> None:
    async with hosted(tmp_path) as here:
        cup = await here.started("swiss", 2)
        (one,) = await here.open_ones(cup)
        await here.play(await here.matches.load(one.match_id), 1, "colour", "red")
        await here.absences.leave(2, here.now + 3 * DAY)
        await here.on(2 * DAY)
        await here.runner.advance(cup)
        assert await here.open_ones(cup), "the clock of user 2 stands still"
        await here.on(2 * DAY + HOUR)
        await here.runner.advance(cup)
        assert [(one.points, one.how) for one in (await here.whole(cup)).pairings] == [((WIN, LOSS), "absent")]


async def test_whoever_was_late_loses_a_match_that_is_called_off(tmp_path: Path) -> None:
    async with hosted(tmp_path) as here:
        cup = await here.started("swiss", 2)
        (one,) = await here.open_ones(cup)
        match = await here.coloured(await here.matches.load(one.match_id))
        clock = match.clock(1)
        assert clock is not None
        await here.store.clocks.mark(match.id, clock, now=here.now, out_at=here.now, posts=[])
        await here.matches.note(await here.matches.load(match.id), 1, agreements.ABANDON)
        whole = await here.whole(cup)
        assert [(one.points, one.how) for one in whole.pairings] == [((WIN, LOSS), "late")]


async def test_no_match_opens_in_quiet_hours(tmp_path: Path) -> None:
    async with hosted(tmp_path) as here:
        # It begins in the afternoon: user 2 sleeps until the next noon.
        await here.matches.calendars.set(Calendar(2, quiet_from=0, quiet_to=23 * 60 + 59), now=BEGIN)
        cup = await here.started("swiss", 2)
        assert not await here.open_ones(cup)
        here.there_until(BEGIN + DAY - BEGIN % DAY - 30_000)
        await here.runner.advance(cup)
        assert len(await here.open_ones(cup)) == 1


async def test_after_a_draw_the_next_match_waits_for_the_end_of_quiet_hours_however_long_the_first_has_taken(
    tmp_path: Path,
) -> None:
    async with hosted(tmp_path) as here:
        cup = await here.started("single", 2, pace="30d")
        (one,) = await here.open_ones(cup)
        here.there_until(BEGIN + 8 * DAY)
        await here.matches.calendars.set(Calendar(2, quiet_from=0, quiet_to=23 * 60 + 59), now=here.now)
        await _agree_on_a_draw(here, one.match_id)
        await here.runner.advance(cup)
        assert not await here.open_ones(cup)
        here.there_until(here.now + DAY - here.now % DAY - 30_000)
        await here.runner.advance(cup)
        assert len(await here.open_ones(cup)) == 1


async def test_organizers_decide_and_the_match_is_called_off(tmp_path: Path) -> None:
    async with hosted(tmp_path) as here:
        cup = await here.started("single", 4)
        whole = await here.whole(cup)
        with pytest.raises(Refusal, match="go on"):
            await here.entries.decide(whole, whole.pairings[0], "draw")
        for one in (await here.whole(cup)).pairings:
            await here.entries.decide(await here.whole(cup), one, "second")
        await here.runner.advance(cup)
        states = await here.store.tournaments.match_states(cup)
        assert sorted(states.values()) == ["over", "over", "running"]
        whole = await here.whole(cup)
        with pytest.raises(Refusal, match="later pairing"):
            await here.entries.decide(whole, whole.pairings[0], "first")


async def test_a_result_on_which_a_later_pairing_rests_stays(tmp_path: Path) -> None:
    """Also where both had lost, so that somebody else has gone on."""
    async with hosted(tmp_path) as here:
        cup = await here.started("single", 8)
        for number, outcome in enumerate(("none", "first", "first", "first")):
            whole = await here.whole(cup)
            await here.entries.decide(whole, whole.pairings[number], outcome)
        await here.entries.decide(await here.whole(cup), (await here.whole(cup)).pairings[0], "second")
        await here.entries.decide(await here.whole(cup), (await here.whole(cup)).pairings[0], "none")
        await here.runner.advance(cup)
        (one,) = await here.open_ones(cup)
        await here.entries.decide(await here.whole(cup), one, "first")
        await here.runner.advance(cup)
        whole = await here.whole(cup)
        final = whole.pairings[-1]
        assert not {final.first, final.second} & {whole.pairings[0].first, whole.pairings[0].second}
        with pytest.raises(Refusal, match="later pairing"):
            await here.entries.decide(whole, whole.pairings[0], "first")
        await here.entries.decide(whole, one, "first")


async def test_people_who_have_blocked_each_other_are_kept_apart(tmp_path: Path) -> None:
    async with hosted(tmp_path) as here:
        cup = await here.opened("swiss")
        await here.entries.enter(await here.whole(cup), 1)
        await here.store.blocks.add(2, 1, now=BEGIN, most=9)
        with pytest.raises(Refusal, match="cannot play with"):
            await here.entries.enter(await here.whole(cup), 2)
        await here.store.blocks.remove(2, 1)
        for user in (2, 3, 4):
            await here.entries.enter(await here.whole(cup), user)
        await here.store.blocks.add(3, 1, now=BEGIN, most=9)  # 1 would meet 3
        await here.entries.start(await here.whole(cup))
        await here.runner.advance(cup)
        assert frozenset((1, 3)) not in _met(await here.whole(cup))


async def test_what_cannot_be_is_refused_and_changes_nothing(tmp_path: Path) -> None:
    async with hosted(tmp_path) as here:
        for wrong, why in (
            ({"pace": None}, "needs a clock"),
            ({"formation": "1v1v1"}, "two play each other"),
            ({"most": 100, "kind": "double"}, "at most 64"),
            ({"rounds": 3, "kind": "single"}, "Only a Swiss"),
            ({"title": "@@"}, "name"),
            ({"options": {"rounds": 99}}, "from 1 to 9"),
        ):
            with pytest.raises(Refusal, match=why):
                await here.opened(**{"kind": "swiss"} | wrong)  # type: ignore[arg-type]
        assert not await here.store.tournaments.on_server(GUILD)
        cup = await here.opened("swiss", most=2)
        await here.entries.enter(await here.whole(cup), 1)
        with pytest.raises(Refusal, match="already"):
            await here.entries.enter(await here.whole(cup), 1)
        await here.entries.enter(await here.whole(cup), 2)
        with pytest.raises(Refusal, match="full"):
            await here.entries.enter(await here.whole(cup), 3)
        await here.entries.start(await here.whole(cup))
        with pytest.raises(Refusal, match="nobody any more"):
            await here.entries.enter(await here.whole(cup), 3)
        with pytest.raises(Refusal, match="begun"):
            await here.entries.start(await here.whole(cup))
        await here.entries.cancel(await here.whole(cup))
        await here.runner.advance(cup)
        assert not await here.store.tournaments.match_states(cup), "what is cancelled opens nothing"
        with pytest.raises(Refusal, match="over"):
            await here.entries.cancel(await here.whole(cup))


async def test_who_is_deleted_has_withdrawn_and_the_table_stays_whole(tmp_path: Path) -> None:
    rng = random.Random(11)
    async with hosted(tmp_path) as here:
        other = await here.opened("swiss", title="Other")
        await here.entries.enter(await here.whole(other), ANNA)
        cup = await here.started("swiss", 6)
        await here.play_all(cup, rng, rounds=1)
        before = course.table(await here.whole(cup))
        exported = (await here.store.privacy.export(ANNA))["tournament"]
        assert {row["id"] for row in exported} == {cup, other}
        given_up = [head.id for head in await here.store.matches.all_open()]
        for user in (ANNA, 3):
            forget = here.store.privacy.forget
            await forget(user, lambda secret, parts: (secret, parts), now=here.now, given_up=given_up)
        assert not (await here.store.privacy.export(ANNA))["tournament"]
        whole = await here.whole(cup)
        assert course.table(whole) == before
        assert len(course.left(whole)) == 2
        assert not (await here.whole(other)).entrants
        assert (await here.whole(other)).head.organizer < 0
        here.restart()
        await here.runner.advance(cup)
        assert (await here.play_all(cup, rng)).head.status == "over"


async def test_who_is_deleted_while_a_round_is_being_opened_gets_no_match(tmp_path: Path) -> None:
    """Of a large round many matches are opened before the last one."""
    async with hosted(tmp_path) as here:
        cup = await here.opened("swiss")
        for user in (1, 2):
            await here.entries.enter(await here.whole(cup), user)
        await here.entries.start(await here.whole(cup))
        begin = here.lobby.begin

        async def too_late(seated: Seated) -> object:
            await here.store.privacy.forget(1, lambda secret, parts: (secret, parts), now=here.now)
            return await begin(seated)

        here.lobby.begin = too_late  # type: ignore[assignment,method-assign]
        await here.runner.advance(cup)
        here.lobby.begin = begin  # type: ignore[method-assign]
        assert not any((await here.store.privacy.export(1)).values())
        await here.runner.advance(cup)
        whole = await here.whole(cup)
        assert [one.how for one in whole.pairings] == ["left"]
        assert whole.head.status == "over"
