"""Import contracts in which `{game}` stands for every game, so that a new one has its walls by itself (pyproject.toml).

A game is a folder of `games` with a `game.py`; its pictures and its face are the folders of that name in `render` and
`bot`. In a list of modules a name with `{game}` becomes one name for each game, those that exist; in a layer it becomes
all games, side by side. Called by `lint-imports`.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from importlinter.contracts.forbidden import ForbiddenContract
from importlinter.contracts.layers import LayersContract

ROOT = Path(__file__).parents[2]
GAME = "{game}"


def games(root: Path = ROOT) -> list[str]:
    """Return the names of all games, in alphabetical order."""
    return sorted(path.parent.name for path in (root / "games").glob("*/game.py"))


def modules(patterns: Iterable[str], names: Iterable[str], root: Path = ROOT) -> list[str]:
    """Return the modules that the patterns name. Raise `ValueError` for a pattern that no game has a module for."""
    listed: list[str] = []
    for pattern in patterns:
        meant = [pattern.replace(GAME, name) for name in names] if GAME in pattern else [pattern]
        there = [module for module in meant if GAME not in pattern or _exists(root, module)]
        if not there:
            raise ValueError(f"no game has a module {pattern}")
        listed += there
    return listed


def _exists(root: Path, module: str) -> bool:
    path = root.joinpath(*module.split("."))
    return path.is_dir() or path.with_suffix(".py").is_file()


class GameLayers(LayersContract):
    """Layers, one of which may be `{game}`: all games, which know nothing of each other."""

    type_name = "game layers"

    def __init__(self, name: str, session_options: dict[str, Any], contract_options: dict[str, Any]) -> None:
        side_by_side = " | ".join(f"({name})" for name in games())  # in parentheses: there may be no face yet
        layers = [layer.replace(GAME, side_by_side) for layer in contract_options["layers"]]
        super().__init__(name, session_options, contract_options | {"layers": layers})


class GameForbidden(ForbiddenContract):
    """Forbidden modules, some of which are those of every game."""

    type_name = "game forbidden"

    def __init__(self, name: str, session_options: dict[str, Any], contract_options: dict[str, Any]) -> None:
        forbidden = modules(contract_options["forbidden_modules"], games())
        super().__init__(name, session_options, contract_options | {"forbidden_modules": forbidden})
