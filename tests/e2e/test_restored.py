"""After the restore of a backup: each running match has one board, which shows it as it is now; see `restoring.py`."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

from tests.e2e.playing import PATIENCE, Playground, command
from tests.e2e.restoring import Restoring, run
from tests.support.seats import button

GAMES = ("monolith_arena", "arena_of_heroes", "monsters_and_myths")


@pytest.mark.timeout(600)
@pytest.mark.parametrize("name", GAMES)
async def test_one_board_shows_each_match_after_a_restore(tmp_path: Path, name: str) -> None:
    done = await run(tmp_path, name, rounds=2, seed=1)
    assert done["boards compared"] >= 2, "a match may end on the way, after which there is no board"


@pytest.mark.long
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("name", GAMES)
async def test_one_board_shows_each_match_after_many_restores(tmp_path: Path, name: str) -> None:
    done = await run(tmp_path, name, rounds=70, seed=2)
    assert done["rounds"] == 70


async def test_a_challenge_after_a_restore_has_a_message_of_its_own(game: Playground) -> None:
    """Ids of jobs are given once more after a restore; Discord takes what has the same nonce for the same message."""
    status, copy = await command(game, "backup")
    assert status == 0, copy
    unknown = await game.challenge()
    await game.rest()
    await game.bot.stop(signal.SIGKILL)
    status, told = await command(game, "restore", copy.strip())
    assert status == 0, told
    await game.bot.start()
    await Restoring(game, "monolith_arena", 1).begin()
    assert game.thread.id != unknown.id
    assert not unknown.thread


async def test_a_board_is_found_below_all_that_was_written_since_the_copy(game: Playground) -> None:
    live = await game.begin()
    status, copy = await command(game, "backup")
    assert status == 0, copy
    await game.choose_factions()
    newer = game.live()
    assert newer is not None
    if newer is live:
        (player,) = game.waited()
        await game.slash(player, "monolith banner", hex="B2")
        await game.rest()
        newer = game.live()
    assert newer is not live
    for number in range(120):
        await game.tina.say(game.thread, f"And what do you say to number {number}?")
    await game.bot.stop(signal.SIGKILL)
    status, told = await command(game, "restore", copy.strip())
    assert status == 0, told
    await game.bot.start()
    restoring = Restoring(game, "monolith_arena", 1)
    await game.box.expect(restoring.begun, "everything to be shown is noted", PATIENCE)
    await game.rest()
    assert button(newer, "play") is None
    await restoring.look("after the restore")
