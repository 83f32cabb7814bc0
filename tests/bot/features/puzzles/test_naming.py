"""The puzzle of the day, once it is solved: whether one may be named, and what another go costs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bot.panels.model import Press
from bot.people.settings import DAY_MS
from bot.registry import FACES
from games.puzzles import Puzzle, puzzles_of
from storage import Daily, Tried
from tests.bot.features.puzzles.test_puzzles import NOON, _do, _look, _press, _pressed
from tests.bot.features.seasons.test_seasons import boss
from tests.bot.world import World, controls, world

pytestmark = pytest.mark.usefixtures("no_incident")


async def posted(made: World, monkeypatch: pytest.MonkeyPatch) -> tuple[Any, Daily, Puzzle]:
    """The puzzle of a day, with its message."""
    await boss(made).slash(made.channel, "server settings", puzzle=made.channel)
    await _look(made, monkeypatch, NOON)
    (message,) = made.channel.history()
    (daily,) = await made.bot.store.dailies.of(made.guild.id)
    return message, daily, puzzles_of(FACES[daily.game].game)[daily.puzzle]


async def solved(made: World, message: Any, puzzle: Puzzle) -> Any:
    """Anna's panel after she has solved it."""
    panel = (await _pressed(made, message, made.anna)).response
    for action in puzzle.solution:
        panel = await _do(made, panel, action)
    return panel


def labels(panel: Any) -> list[str]:
    return [control.label for control in controls(panel)]


async def test_whoever_solves_it_on_its_day_may_be_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with world(tmp_path) as made:
        message, _, puzzle = await posted(made, monkeypatch)
        assert "Name me tomorrow" in labels(await solved(made, message, puzzle))


async def test_whoever_solves_it_later_is_not_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with world(tmp_path) as made:
        message, _, puzzle = await posted(made, monkeypatch)
        await _look(made, monkeypatch, NOON + 3 * DAY_MS)
        panel = await solved(made, message, puzzle)
        assert "Once more" in labels(panel)
        assert "Name me tomorrow" not in labels(panel)


async def test_whoever_had_solved_it_before_is_not_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with world(tmp_path) as made:
        message, daily, puzzle = await posted(made, monkeypatch)
        before = NOON - 9 * DAY_MS
        await made.bot.store.puzzles.keep(
            made.anna.id, Tried(daily.game, daily.puzzle, 1, "", 0, before, solved_at=before)
        )
        panel = await solved(made, message, puzzle)
        assert "Once more" in labels(panel)
        assert "Name me tomorrow" not in labels(panel)


async def test_wrong_tries_after_it_is_solved_cost_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with world(tmp_path) as made:
        message, _, puzzle = await posted(made, monkeypatch)
        panel = await solved(made, message, puzzle)
        panel = await _press(made, panel, Press("learn", ("again",)))
        await _do(made, panel, next(action for action in puzzle.ways if action != puzzle.solution[0]))
        (tried,) = await made.bot.store.puzzles.of(made.anna.id)
        assert tried.solved_at is not None
        assert tried.tries == 0
