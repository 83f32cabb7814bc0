"""Computer players that think in the process of the tests, so that these wait for nothing else."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Sequence
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

from bot.features.computers.players import ComputerPlayers
from bot.features.computers.thinking import Thinking
from games.api import Action
from games.computers import foresee, think
from tests.bot.world import World, world


class Here(Thinking):
    """Thinks in this process; may fail as often as is said."""

    def __init__(self, failures: int = 0) -> None:
        super().__init__()
        self.failures = failures

    async def decide(self, module: str, view: Any, legal: Sequence[Action], seed: str, level: str) -> Any:
        if self.failures:
            self.failures -= 1
            raise BrokenProcessPool("a worker was killed")
        return think(module, view, legal, seed, level)

    async def foresee(self, module: str, view: Any, actions: Sequence[Action], seed: str) -> int | None:
        return foresee(module, view, actions, seed)


@contextlib.asynccontextmanager
async def computing(folder: Path, failures: int = 0) -> AsyncIterator[World]:
    async with world(folder) as made:
        made.bot.services.get(ComputerPlayers).thinking = Here(failures)
        yield made
