"""The match service with another game: three seats, sealed answers, a die, an optional window."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.matches.lobby import Lobby, Wish
from bot.matches.refusals import Refusal, Stale
from bot.matches.service import Matches
from games import record
from storage import Store
from tests.bot.bare import Bare
from tests.toy import TOY


@pytest.fixture
async def toy(tmp_path: Path) -> AsyncIterator[tuple[Matches, str]]:
    async with await Store.open(f"sqlite+aiosqlite:///{tmp_path / 'm.db'}") as store:
        matches = Matches(store, {TOY.name: Bare(TOY)})
        lobby = Lobby(matches)
        match_id = await lobby.new(Wish("toy", 1, (2, None), {"sides": 8}, False, 10, 20), interaction_id=1)
        await lobby.accept(match_id, 2, interaction_id=2)
        assert (await matches.table(match_id)).match.status == "lobby"
        await lobby.join(match_id, 3, interaction_id=3)
        yield matches, match_id


async def test_all_are_waited_for_and_only_who_is_missing_stays(toy: tuple[Matches, str]) -> None:
    matches, match_id = toy
    assert (await matches.table(match_id)).waited_for() == [1, 2, 3]
    await matches.play(match_id, 2, ["pick 4"], key="pick")
    assert (await matches.table(match_id)).waited_for() == [1, 3]
    with pytest.raises(Stale):
        await matches.play(match_id, 2, ["pick 5"], key="pick")


async def test_sealed_answers_stay_out_of_the_others_record(toy: tuple[Matches, str]) -> None:
    matches, match_id = toy
    await matches.play(match_id, 1, ["pick 3"])
    table = await matches.table(match_id)
    history = [record.Entry(e.kind, e.seat, e.text) for e in table.entries]

    def made(reader: int | None) -> list[str]:
        found = record.make(TOY, table.options, 3, table.match.seed, history, reader=reader)
        return list(found["actions"])

    assert made(0) == ["0 pick 3"]
    assert made(1) == made(None) == ["0 pick ?"]
    assert table.chair(1, {}).view == TOY.view(table.state, 1)


async def test_an_optional_window_waits_for_nobody(toy: tuple[Matches, str]) -> None:
    matches, match_id = toy
    await matches.play(match_id, 3, ["cheer"], key="cheer")
    table = await matches.table(match_id)
    assert table.waited_for() == [1, 2, 3]
    with pytest.raises(Refusal):
        await matches.play(match_id, 3, ["cheer"])


async def test_the_match_ends_and_its_record_verifies(toy: tuple[Matches, str]) -> None:
    matches, match_id = toy
    for user in (1, 2, 3):
        await matches.play(match_id, user, [f"pick {user}"])
    table = await matches.table(match_id)
    (leader,) = table.waited_for()
    with pytest.raises(Refusal):
        await matches.undo(match_id, leader)
    await matches.play(match_id, leader, ["stop"])
    table = await matches.table(match_id)
    assert table.match.status == "over"
    assert table.waited_for() == []
    assert [told.step.state for told in table.told][-1] == table.state
    with pytest.raises(Refusal):
        await matches.play(match_id, leader, ["stop"])
