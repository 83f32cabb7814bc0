"""The faults of every registered game fit its rules: what stands there right still stands there.

That the tests catch them is shown by ``python -m tests.support.faults GAME``, which takes minutes.
"""

from __future__ import annotations

import ast

import pytest

from games.registry import GAMES
from tests.support import faults

FEWEST = 5


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_faults_that_fit_its_rules(game: str) -> None:
    listed = faults.load(game)
    assert len(listed) >= FEWEST, f"tests/games/{game}/faults.toml"
    assert len({fault.name for fault in listed}) == len(listed)
    for fault in listed:
        source = faults.path(faults.ROOT, game, fault).read_text(encoding="utf-8")
        assert fault.right in source, f"{fault.name}: {fault.right!r} is not in {fault.module}.py"
        assert fault.right != fault.wrong
        ast.parse(source.replace(fault.right, fault.wrong))
