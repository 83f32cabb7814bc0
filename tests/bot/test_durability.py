"""What was acknowledged is on the disk, once, whatever happens to the process."""

from __future__ import annotations

import asyncio
import os
import random
import re
import subprocess
import sys
from pathlib import Path

import pytest

from bot.features.clocks.timer import OUT, REMIND
from bot.matches.loaded import LoadedMatch
from bot.matches.lobby import Lobby
from bot.matches.refusals import Refusal, Stale
from bot.matches.service import Matches
from bot.registry import FACES
from games.monolith_arena.game import GAME
from games.referee import random_action
from storage import Store
from tests.bot.bare import Bare, random_step, wish
from tests.support.databases import prepare

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.on_files
@pytest.mark.parametrize("rounds", [30, pytest.param(500, marks=pytest.mark.long)])
def test_a_killed_process_loses_and_doubles_nothing(rounds: int) -> None:
    """All games are played, and timers fall due meanwhile."""
    command = [sys.executable, "-m", "tests.bot.kills", "--rounds", str(rounds)]
    done = subprocess.run(
        command, capture_output=True, text=True, cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)}
    )
    assert done.returncode == 0, done.stdout + done.stderr
    acknowledged, flying, due, hit = (
        int(found[1])
        for what in (r"(\d+) interactions acknowledged", r"(\d+) in flight", r"(\d+) timers due", r"due at (\d+) kills")
        if (found := re.search(what, done.stdout))
    )
    assert done.stdout.startswith(f"{rounds} rounds: ")
    assert acknowledged >= rounds
    assert flying > 0
    assert due >= hit > rounds // 10
    assert all(re.search(rf"\d+ of {name}[,)]", done.stdout) for name in FACES), done.stdout
    assert re.search(rf"\d+ {OUT}, \d+ {REMIND}, \d+ timeout", done.stdout), done.stdout


async def _running(store: Store) -> tuple[Matches, LoadedMatch]:
    matches = Matches(store, {GAME.name: Bare(GAME)})
    lobby = Lobby(matches)
    match_id = await lobby.new(wish(GAME, 1, 2), interaction_id=1)
    return matches, await lobby.accept(await matches.load(match_id), 2, interaction_id=2)


async def test_the_same_interaction_twice_is_one_action(tmp_path: Path) -> None:
    async with await Store.open(await prepare(f"sqlite+aiosqlite:///{tmp_path / 'm.db'}")) as store:
        matches, match = await _running(store)
        both = await asyncio.gather(
            *(matches.play(match, 1, [("faction", "dragon_empire")], interaction_id=77) for _ in range(2))
        )
        assert sorted(played.repeated for played in both) == [False, True]
        # The second delivery may come when the match is loaded anew, and then is illegal because of the first.
        late = await matches.play(await matches.load(match.id), 1, [("faction", "dragon_empire")], interaction_id=77)
        assert late.repeated
        assert {len(played.match.entries) for played in (*both, late)} == {1}


async def test_of_fifty_clicks_on_one_choice_one_wins(tmp_path: Path) -> None:
    async with await Store.open(await prepare(f"sqlite+aiosqlite:///{tmp_path / 'm.db'}")) as store:
        matches, match = await _running(store)
        match = (await matches.play(match, 1, [("faction", "dragon_empire")])).match
        match = (await matches.play(match, 2, [("faction", "lords_of_the_abyss")])).match
        choice = next(c for c in match.choices if c.must)
        user = match.user_of(choice.seat)
        assert user is not None
        clicks = [
            matches.play(match, user, [("banner", f"C{n % 5 + 1}")], key=choice.key, interaction_id=100 + n)
            for n in range(50)
        ]
        results = await asyncio.gather(*clicks, return_exceptions=True)
        assert sum(isinstance(r, Stale) for r in results) == 49
        assert len((await matches.load(match.id)).entries) == 3


async def test_independent_choices_of_two_seats_both_win(tmp_path: Path) -> None:
    async with await Store.open(await prepare(f"sqlite+aiosqlite:///{tmp_path / 'm.db'}")) as store:
        matches, match = await _running(store)
        both = await asyncio.gather(
            matches.play(match, 1, [("faction", "dragon_empire")], key="faction", interaction_id=10),
            matches.play(match, 2, [("faction", "lords_of_the_abyss")], key="faction", interaction_id=11),
        )
        match = await matches.load(match.id)
        assert [f.id for f in match.state.factions] == ["dragon_empire", "lords_of_the_abyss"]
        # Each answer shows the match as it was after its own step, the later one with both.
        assert sorted(len(played.match.entries) for played in both) == [1, 2]


async def test_undo_brings_the_former_state_back_and_keeps_both_entries(tmp_path: Path) -> None:
    rng = random.Random(3)
    undone = 0
    async with await Store.open(await prepare(f"sqlite+aiosqlite:///{tmp_path / 'm.db'}")) as store:
        matches, match = await _running(store)
        while undone < 25 and match.match.status == "running":
            choice = next(c for c in match.choices if c.must)
            user = match.user_of(choice.seat)
            assert user is not None
            action = random_action(GAME, match.state, choice, rng)
            after = (await matches.play(match, user, [action], key=match.key_of(choice))).match
            entry = after.entries[-1]
            if entry.boundary or after.match.status != "running":
                with pytest.raises(Refusal):
                    await matches.undo(after, user)
                match = after
                continue
            back = (await matches.undo(after, user)).match
            assert (back.match.state_hash, back.position) == (match.match.state_hash, match.position)
            assert [e.kind for e in back.entries[-2:]] == ["action", "undo"]
            assert back.entries[-1].undoes == entry.seq
            undone += 1
            played = await random_step(matches, back, rng)
            assert played is not None
            match = played.match
    assert undone >= 10


async def test_a_stranger_and_a_wrong_turn_change_nothing(tmp_path: Path) -> None:
    async with await Store.open(await prepare(f"sqlite+aiosqlite:///{tmp_path / 'm.db'}")) as store:
        matches, match = await _running(store)
        wrong = (
            (3, ("faction", "random")),
            (1, ("end",)),
            (1, ("place", "pikeman", "C3", "N")),
            (2, ("choose", "C3")),
            (1, ()),
            (1, ("resign",)),
            (1, ("undo",)),
        )
        for user, action in wrong:
            with pytest.raises(Refusal) as refused:
                await matches.play(match, user, [action])
            assert str(refused.value.message).endswith(".")
        after = await matches.load(match.id)
        assert after.match == match.match
        assert after.entries == ()
