"""What was acknowledged is on the disk, once, whatever happens to the process."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from bot.matches.lobby import Lobby, Wish
from bot.matches.refusals import Refusal, Stale
from bot.matches.service import Matches
from games.monolith_arena.game import GAME
from games.record import canonical, state_hash
from storage import Store
from tests.bot.bare import Bare, random_action, random_step

ROUNDS = 60
ROOT = Path(__file__).resolve().parents[2]


async def test_a_killed_process_loses_and_doubles_nothing(tmp_path: Path) -> None:
    url = f"sqlite+aiosqlite:///{tmp_path / 'matches.db'}"
    rng = random.Random(7)
    acknowledged: dict[str, tuple[int, int, str]] = {}
    for round_ in range(ROUNDS):
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.bot.killed", url, str(round_ + 1)],
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        )
        assert process.stdout is not None
        lines = [process.stdout.readline()]
        time.sleep(rng.uniform(0.0, 0.12))
        process.send_signal(signal.SIGKILL)
        lines += process.stdout.readlines()
        process.wait()
        whole = [line.split() for line in lines if line.startswith("ack ") and line.endswith("\n")]
        assert whole, "the process did not get to its first move"
        for _, match_id, version, entries, hash_ in whole:
            acknowledged[match_id] = (int(version), int(entries), hash_)
    await _check(url, acknowledged)


async def _check(url: str, acknowledged: dict[str, tuple[int, int, str]]) -> None:
    store = await Store.open(url)
    matches = Matches(store, {GAME.name: Bare(GAME)})
    assert await store.integrity() == []
    for match_id, (version, entries, hash_) in acknowledged.items():
        table = await matches.table(match_id)
        assert table.match.version >= version
        assert len(table.entries) >= entries
        assert table.entries[entries - 1].state_hash == hash_
        assert [e.seq for e in table.entries] == list(range(1, len(table.entries) + 1))
        # Lobby: one version for the acceptance; then one for each action.
        assert table.match.version == len(table.entries) + 1
        for told, entry in zip(table.told, table.entries, strict=True):
            assert state_hash(GAME, told.step.state) == entry.state_hash
        assert canonical(GAME.dump(table.told[-1].step.state)) == table.match.snapshot
    await store.close()


async def _running(store: Store) -> tuple[Matches, str]:
    matches = Matches(store, {GAME.name: Bare(GAME)})
    lobby = Lobby(matches)
    match_id = await lobby.new(Wish(GAME.name, 1, (2,), {}, False, 10, 20), interaction_id=1)
    await lobby.accept(match_id, 2, interaction_id=2)
    return matches, match_id


async def test_the_same_interaction_twice_is_one_action(tmp_path: Path) -> None:
    async with await Store.open(f"sqlite+aiosqlite:///{tmp_path / 'm.db'}") as store:
        matches, match_id = await _running(store)
        both = await asyncio.gather(
            *(matches.play(match_id, 1, [("faction", "dragon_empire")], interaction_id=77) for _ in range(2))
        )
        assert sorted(played.repeated for played in both) == [False, True]
        assert len((await matches.table(match_id)).entries) == 1


async def test_of_fifty_clicks_on_one_choice_one_wins(tmp_path: Path) -> None:
    async with await Store.open(f"sqlite+aiosqlite:///{tmp_path / 'm.db'}") as store:
        matches, match_id = await _running(store)
        await matches.play(match_id, 1, [("faction", "dragon_empire")])
        await matches.play(match_id, 2, [("faction", "lords_of_the_abyss")])
        table = await matches.table(match_id)
        choice = next(c for c in table.choices() if c.must)
        user = table.user_of(choice.seat)
        assert user is not None
        clicks = [
            matches.play(match_id, user, [("banner", f"C{n % 5 + 1}")], key=choice.key, interaction_id=100 + n)
            for n in range(50)
        ]
        results = await asyncio.gather(*clicks, return_exceptions=True)
        assert sum(isinstance(r, Stale) for r in results) == 49
        assert len((await matches.table(match_id)).entries) == 3


async def test_independent_choices_of_two_seats_both_win(tmp_path: Path) -> None:
    async with await Store.open(f"sqlite+aiosqlite:///{tmp_path / 'm.db'}") as store:
        matches, match_id = await _running(store)
        await asyncio.gather(
            matches.play(match_id, 1, [("faction", "dragon_empire")], key="faction", interaction_id=10),
            matches.play(match_id, 2, [("faction", "lords_of_the_abyss")], key="faction", interaction_id=11),
        )
        table = await matches.table(match_id)
        assert [f.id for f in table.state.factions] == ["dragon_empire", "lords_of_the_abyss"]


async def test_undo_brings_the_former_state_back_and_keeps_both_entries(tmp_path: Path) -> None:
    rng = random.Random(3)
    undone = 0
    async with await Store.open(f"sqlite+aiosqlite:///{tmp_path / 'm.db'}") as store:
        matches, match_id = await _running(store)
        while undone < 25:
            table = await matches.table(match_id)
            if table.match.status != "running":
                break
            before = table.match.state_hash
            choice = next(c for c in table.choices() if c.must)
            user = table.user_of(choice.seat)
            assert user is not None
            action = random_action(table, choice.seat, rng)
            await matches.play(match_id, user, [action], key=choice.key)
            after = await matches.table(match_id)
            entry = after.entries[-1]
            if entry.boundary or after.match.status != "running":
                try:
                    await matches.undo(match_id, user)
                except Refusal:
                    continue
                raise AssertionError("an action at a boundary was taken back")
            await matches.undo(match_id, user)
            back = await matches.table(match_id)
            assert back.match.state_hash == before
            assert [e.kind for e in back.entries[-2:]] == ["action", "undo"]
            assert back.entries[-1].undoes == entry.seq
            undone += 1
            await random_step(matches, match_id, rng)
    assert undone >= 10


async def test_a_stranger_and_a_wrong_turn_change_nothing(tmp_path: Path) -> None:
    async with await Store.open(f"sqlite+aiosqlite:///{tmp_path / 'm.db'}") as store:
        matches, match_id = await _running(store)
        before = await matches.table(match_id)
        for user, line in ((3, "faction random"), (1, "end"), (1, "place pikeman C3 N"), (2, "choose C3"), (1, "")):
            with pytest.raises(Refusal) as refused:
                await matches.play(match_id, user, [line])
            assert refused.value.reason
        after = await matches.table(match_id)
        assert after.match == before.match
        assert after.entries == ()
