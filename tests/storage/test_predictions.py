"""Predictions: kept while nothing has begun, settled once in the step that decides, whole after a deletion."""

import asyncio

import pytest

from storage import POINT, Commit, Decided, Forecaster, Former, NewJob, Occasions, Prediction, Seat
from storage.predictions import worth

ID = "abcdefgh23"
GUILD = 700
TOLD = NewJob("match:abcdefgh23", "foretold", supersedes=True)


def says(user, answer, number=1, answers=3, subject=""):
    return Prediction(number, user, subject, answer, answers)


def occasions(*begun, decided=()):
    return Occasions(GUILD, begun, tuple(decided), TOLD)


def keep(secret, parts):
    """Leave secret and parts of every match as they are."""
    return secret, parts


async def running(store, lobby, step):
    """A match of users 1 and 2 that runs at version 1."""
    await lobby(store)
    await store.matches.commit(step(0))


@pytest.mark.parametrize("answers", [2, 3, 4, 5])
def test_guessing_brings_nothing(answers):
    assert worth(answers, foreseen=True) + (answers - 1) * worth(answers, foreseen=False) == 0
    assert worth(answers, foreseen=True) - worth(answers, foreseen=False) == POINT


async def test_kept_changed_settled_and_told_once(store, lobby, step):
    await running(store, lobby, step)
    predictions = store.predictions
    assert await predictions.begun(ID) == 0
    for user, answer in ((7, "0"), (8, "1"), (9, "1"), (7, "1")):
        assert await predictions.keep(ID, 1, says(user, answer), now=user) == "kept"
    assert {one.user_id: one.answer for one in await predictions.of(ID, 1)} == {7: "1", 8: "1", 9: "1"}
    await predictions.keep(ID, 1, says(9, "even"), now=30)
    await store.people.set_player(8, now=1, stats=False)
    await store.matches.commit(step(1, occasions=occasions(1)))
    assert await predictions.begun(ID) == 1
    assert [job.kind for job in await store.jobs.of_match(ID)] == []
    await store.matches.commit(step(2, occasions=occasions(decided=[Decided(1, "", "1")])))
    assert [job.kind for job in await store.jobs.of_match(ID)] == ["foretold"]
    (told,) = await predictions.untold(ID)
    assert (told.number, told.answer, told.made, told.right, told.named) == (1, "1", 3, 2, (7,))
    assert await predictions.table(GUILD, 0, 9) == [Forecaster(7, 1, 1, 40)]  # 8 shows nothing, 9 was wrong
    assert await predictions.forecaster(GUILD, 8) == Forecaster(8, 1, 1, 40)
    assert await predictions.forecaster(GUILD, 9) == Forecaster(9, 1, 0, -20)
    assert await predictions.table(GUILD + 1, 0, 9) == []
    await store.matches.commit(step(3, occasions=occasions(1, decided=[Decided(1, "", "0")])))  # it comes once more
    assert await predictions.forecaster(GUILD, 7) == Forecaster(7, 1, 1, 40)
    assert (await predictions.untold(ID))[0].answer == "1"
    await predictions.note_told(ID, [1], now=50)
    assert await predictions.untold(ID) == []


async def test_too_late_is_too_late(store, lobby, step):
    await running(store, lobby, step)
    predictions = store.predictions
    assert await predictions.keep(ID, 0, says(7, "0"), now=1) == "moved"
    assert await predictions.keep("zzzzzzzz23", 1, says(7, "0"), now=1) == "moved"
    await store.matches.commit(step(1, occasions=occasions(1, decided=[Decided(1, "", "0")])))
    assert await predictions.keep(ID, 1, says(7, "0"), now=1) == "moved"
    assert await predictions.keep(ID, 2, says(7, "0"), now=1) == "begun"
    assert await predictions.of(ID, 1) == []
    assert await predictions.forecaster(GUILD, 7) is None
    assert not await store.jobs.of_match(ID)
    assert await predictions.keep(ID, 2, says(7, "0", number=2), now=1) == "kept"


async def test_a_prediction_and_the_step_that_decides_come_one_after_the_other(store, lobby, step):
    """Whichever is first: none is kept and left uncounted."""
    await running(store, lobby, step)
    decides = step(1, occasions=occasions(1, decided=[Decided(1, "", "0")]))
    outcomes = await asyncio.gather(
        *(store.predictions.keep(ID, 1, says(user, "0"), now=1) for user in range(10, 15)),
        store.matches.commit(decides),
        *(store.predictions.keep(ID, 1, says(user, "0"), now=1) for user in range(15, 20)),
    )
    kept = outcomes.count("kept")
    assert kept + outcomes.count("moved") == 10
    assert len(await store.predictions.table(GUILD, 0, 99)) == kept == len(await store.predictions.of(ID, 1))


async def test_what_does_not_count(store, lobby, step):
    """Of another subject, of somebody who plays by now or has played, of what nobody can call right."""
    await running(store, lobby, step)
    for user, subject in ((7, "a"), (8, "b"), (9, "b"), (10, "b")):
        await store.predictions.keep(ID, 1, says(user, "0", subject=subject), now=1)
    seats = (Seat(0, 8, "accepted"), Seat(1, 2, "accepted"))
    await store.matches.commit(step(1, seats=seats, former=Former(0, 9, 2)))
    await store.matches.commit(step(2, occasions=occasions(1, decided=[Decided(1, "b", "0")])))
    assert [one.user_id for one in await store.predictions.of(ID, 1)] == [10]
    await store.predictions.keep(ID, 3, says(7, "0", number=2), now=1)
    await store.matches.commit(step(3, occasions=occasions(2, decided=[Decided(2, "", None)])))
    assert await store.predictions.of(ID, 2) == []
    assert [one.user_id for one in await store.predictions.table(GUILD, 0, 9)] == [10]


@pytest.mark.parametrize("status", ["over", "cancelled"])
async def test_a_match_that_ends_leaves_no_open_predictions(store, lobby, step, status):
    await running(store, lobby, step)
    await store.predictions.keep(ID, 1, says(7, "0"), now=1)
    await store.matches.commit(step(1, occasions=occasions(1, decided=[Decided(1, "", "0")])))
    await store.predictions.keep(ID, 2, says(7, "0", number=2), now=1)
    end = Commit(ID, 2, 9, status=status)
    await store.matches.commit(end)
    assert [one.number for one in await store.predictions.of(ID, 1)] == [1]
    assert await store.predictions.of(ID, 2) == []
    assert await store.predictions.keep(ID, 3, says(7, "0", number=3), now=1) == "moved"
    assert (await store.predictions.untold(ID))[0].right == 1


async def test_the_best_come_first_and_few_lucky_ones_do_not_lead(store, lobby, step):
    await running(store, lobby, step)
    version = 1
    for number in range(1, 13):
        for user, answer in ((7, "0" if number > 4 else "1"), *([(8, "0")] if number < 3 else []), (9, "1")):
            await store.predictions.keep(ID, version, says(user, answer, number=number), now=1)
        await store.matches.commit(step(version, occasions=occasions(number, decided=[Decided(number, "", "0")])))
        version += 1
    best = await store.predictions.table(GUILD, 0, 9)
    assert best == [Forecaster(7, 12, 8, 8 * 40 - 4 * 20), Forecaster(8, 2, 2, 80)]
    assert await store.predictions.table(GUILD, 1, 9) == best[1:]


async def test_whoever_is_deleted_leaves_the_numbers_as_they_were_told(store, lobby, step):
    await running(store, lobby, step)
    for user in (7, 8):
        await store.predictions.keep(ID, 1, says(user, "0"), now=1)
    await store.matches.commit(step(1, occasions=occasions(1, decided=[Decided(1, "", "0")])))
    await store.predictions.keep(ID, 2, says(7, "0", number=2), now=1)
    kept = await store.privacy.export(7)
    assert len(kept["prediction"]) == 2
    assert kept["forecaster"] == [{"guild_id": GUILD, "user_id": 7, "made": 1, "foreseen": 1, "points": 40}]
    await store.privacy.forget(7, keep, now=1)
    assert not any((await store.privacy.export(7)).values())
    (told,) = await store.predictions.untold(ID)
    assert (told.made, told.right, told.named) == (2, 2, (8,))
    assert await store.predictions.of(ID, 2) == []
    assert [one.user_id for one in await store.predictions.table(GUILD, 0, 9)] == [8]
