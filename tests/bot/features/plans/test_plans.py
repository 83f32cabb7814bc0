"""Plans for one's next turn: carried out in the step that makes it that turn, else told why not."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.features.plans.plans import Outcome, lines
from bot.matches.loaded import LoadedMatch
from bot.matches.refusals import Refusal
from bot.panels import components
from bot.panels.model import Press
from games.messages import Message, Several
from tests.bot.features.living import Living, living


@pytest.fixture
async def here(tmp_path: Path) -> AsyncIterator[Living]:
    async with living(tmp_path) as made:
        yield made


async def _waiting(here: Living) -> LoadedMatch:
    """A match of users 1 and 2 in which user 1 has picked and user 2 has not."""
    match = await here.coloured(await here.begun(2, None, rounds=5))
    return await here.play(match, 1, "pick", "4", "5")


async def _on(here: Living, match: LoadedMatch) -> LoadedMatch:
    """Let user 2 pick, and whoever may have the die rolled again let it stand."""
    match = await here.play(match, 2, "pick", "1", "2")
    (caller,) = match.waited_for()
    return await here.play(match, caller, "pass")


async def _outcome(here: Living, match: LoadedMatch, user: int) -> Outcome:
    plan = await here.plans.mine(match, user)
    assert plan is not None
    assert plan.outcome is not None
    assert plan == (await here.store.plans.of_match(match.id))[0]
    return Outcome.read(plan.outcome)


async def test_a_plan_is_carried_out_with_the_step_that_begins_the_turn(here: Living) -> None:
    match = await _waiting(here)
    before = match.match
    match = (await here.plans.keep(match, 1, ["pick 3 4"])).match
    assert match.match.updated_at == before.updated_at
    match = await _on(here, match)
    assert [(one.seat, one.text) for one in match.entries[-2:]][1] == (0, "pick 3 4")
    assert match.entries[-1].created_at == match.entries[-2].created_at
    assert match.waited_for() == [2]
    assert await _outcome(here, match, 1) == Outcome((match.entries[-1].seq,))
    assert (await here.matches.load(match.id)).match == match.match
    match = await _on(here, match)
    assert match.waited_for() == [1, 2]  # it was for one turn


async def test_nobody_is_told_that_somebody_plans(here: Living) -> None:
    match = await _waiting(here)
    before = len(await here.store.jobs.of_match(match.id))
    await here.plans.keep(match, 1, ["pick 3 4"])
    assert len(await here.store.jobs.of_match(match.id)) == before


async def test_what_is_not_legal_then_is_not_done_and_told(here: Living) -> None:
    match = await _waiting(here)
    match = (await here.plans.keep(match, 1, ["pick 3 4", "pick 1 2", "cheer"])).match
    match = await _on(here, match)
    outcome = await _outcome(here, match, 1)
    assert (outcome.done, outcome.left) == ((match.entries[-1].seq,), ("pick 1 2", "cheer"))
    assert outcome.why is not None
    await here.store.people.set_player(1, now=1, dm=True)
    match = (await here.plans.keep(match, 1, ["pick 9 9"])).match
    match = await _on(here, match)
    outcome = await _outcome(here, match, 1)
    assert (outcome.done, outcome.left) == ((), ("pick 9 9",))
    assert match.waited_for() == [1, 2]
    assert [row.recipient for row in await here.rows(match, "planned")] == [1]


async def test_what_cannot_be_planned(here: Living) -> None:
    match = await here.coloured(await here.begun(2, None, rounds=5))
    with pytest.raises(Refusal, match="It is your turn"):
        await here.plans.keep(match, 1, ["pick 1 2"])
    match = await here.play(match, 1, "pick", "4", "5")
    for typed, why in (
        (["resign"], "Only actions"),
        (["undo"], "Only actions"),
        (["draw offer"], "Only actions"),
        (["cheer"] * 11, "at most 10"),
        (["x" * 300], "at most 200 characters"),
    ):
        with pytest.raises(Refusal, match=why):
            await here.plans.keep(match, 1, typed)
    with pytest.raises(Refusal, match="not playing"):
        await here.plans.keep(match, 9, ["cheer"])
    assert await here.store.plans.of_match(match.id) == ()


async def test_a_plan_is_changed_and_cancelled(here: Living) -> None:
    match = await _waiting(here)
    match = (await here.plans.keep(match, 1, ["pick 3 4"])).match
    match = (await here.plans.keep(match, 1, ["pick 2 4"])).match
    assert [one.lines for one in await here.store.plans.of_match(match.id)] == ["pick 2 4"]
    match = (await here.plans.keep(match, 1, [])).match
    assert await here.store.plans.of_match(match.id) == ()
    match = await _on(here, match)
    assert match.waited_for() == [1, 2]


async def test_a_plan_falls_with_the_match_and_with_a_handover(here: Living) -> None:
    match = await _waiting(here)
    match = (await here.plans.keep(match, 1, ["pick 3 4"])).match
    match = await here.substitutes.offer(match, 0, "own")
    match = (await here.substitutes.take(match, 7, 0)).match
    assert await here.store.plans.of_match(match.id) == ()
    match = (await here.plans.keep(match, 7, ["pick 3 4"])).match
    await here.matches.agree(match, 2, ("resign",))
    assert await here.store.plans.of_match(match.id) == ()


async def test_a_takeback_carries_no_plan_out(here: Living) -> None:
    match = await _waiting(here)
    match = (await here.plans.keep(match, 1, ["pick 3 4"])).match
    match = (await here.matches.agree(match, 1, ("takeback", "ask"))).match
    match = (await here.matches.agree(match, 2, ("takeback", "accept"))).match
    assert match.waited_for() == [1, 2]
    match = await here.play(match, 1, "pick", "1", "5")
    assert (await _outcome(here, match, 1)).why == Message("You have played the turn yourself.")


async def test_plans_of_both_are_carried_out_one_after_the_other(here: Living) -> None:
    match = await here.coloured(await here.begun(2, None, rounds=5))
    match = await here.play(match, 1, "pick", "4", "5")
    match = await here.play(match, 2, "pick", "1", "2")
    for user in (1, 2):
        match = (await here.plans.keep(match, user, [f"pick {user} 5"])).match
    (caller,) = match.waited_for()
    match = await here.play(match, caller, "pass")
    assert [one.text for one in match.entries[-2:]] == ["pick 1 5", "pick 2 5"]
    assert {one.user_id for one in await here.store.plans.of_match(match.id) if one.outcome} == {1, 2}


async def test_an_outcome_that_was_told_is_forgotten(here: Living) -> None:
    match = await _waiting(here)
    match = (await here.plans.keep(match, 1, ["pick 3 4"])).match
    match = await _on(here, match)
    plan = await here.plans.mine(match, 1)
    assert plan is not None
    newer = (await here.plans.keep(match, 1, ["pick 1 2"])).match
    await here.plans.remove_reported(match, plan)  # the newer plan stays
    assert [one.lines for one in await here.store.plans.of_match(newer.id)] == ["pick 1 2"]


def test_how_plans_are_typed() -> None:
    assert lines(" place  pikeman C3 ; end\n\n;; battle ") == ("place pikeman C3", "end", "battle")
    assert lines(" ;\n") == ()


def test_forms_of_any_shape_are_read_or_refused() -> None:
    head = {"custom_id": "f:abcdefghij:plan:keep"}
    rows = [{"type": 1, "components": [{"type": 4, "custom_id": "text", "value": "end"}]}]
    read = components.read_form(head | {"components": rows})
    assert read is not None
    assert (read.match_id, read.press, read.text) == ("abcdefghij", Press("plan", ("keep",)), "end")
    for odd in (None, 3, [], [3], [{}], [{"component": 3}], [{"components": 7}], [{"components": [{"value": 1}]}]):
        read = components.read_form(head | {"components": odd})
        assert read is not None
        assert read.text == ""
    for custom_id in (None, 7, "", "b:abcdefghij:plan:0::", "f:abc:plan:keep", "f:abcdefghij:plan"):
        assert components.read_form({"custom_id": custom_id, "components": rows}) is None


def test_outcomes_keep_their_reasons() -> None:
    inner = Message.counted("{count} tile of {whose}", "{count} tiles of {whose}", 2, whose=Message.term("seat", "red"))
    why = Message("Choose {values} or {what}.", values=Several(["a", inner], either=True), what=inner)
    outcome = Outcome((3, 4), ("end",), why, "R7")
    assert Outcome.read(outcome.text()) == outcome
    assert str(Outcome.read(outcome.text()).why) == str(why)
