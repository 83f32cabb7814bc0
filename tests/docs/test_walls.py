"""The import contracts hold, and a game that is new has the walls of all games without a word in pyproject.toml."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support import walls

ROOT = Path(__file__).parents[2]
LINT = "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports(cache_dir=None))"
ROOMS = ("bot", "games", "render", "storage", "sandbox")


def lint(root: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", LINT]
    return subprocess.run(command, cwd=root, capture_output=True, text=True, timeout=300, check=False)


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """Return a copy of all rooms with a game `dice`, which breaks no contract yet."""
    without = shutil.ignore_patterns("__pycache__", "*.po", "*.png", "*.ttf", "static")
    for room in ROOMS:
        shutil.copytree(ROOT / room, tmp_path / room, ignore=without)
    (tmp_path / "tests" / "support").mkdir(parents=True)
    shutil.copy(ROOT / "tests" / "support" / "walls.py", tmp_path / "tests" / "support")
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    for file in ("games/dice/__init__.py", "games/dice/game.py", "games/dice/state.py", "render/dice/__init__.py"):
        (tmp_path / file).parent.mkdir(exist_ok=True)
        (tmp_path / file).touch()
    return tmp_path


def test_imports_keep_the_contracts() -> None:
    linted = lint(ROOT)
    assert linted.returncode == 0, linted.stdout


def test_a_new_game_is_behind_the_walls_at_once(copy: Path) -> None:
    linted = lint(copy)
    assert linted.returncode == 0, linted.stdout
    broken = {
        "games/arena_of_heroes/neighbor.py": "import games.dice.game",
        "games/dice/shared.py": "import games.registry",
        "render/dice/board.py": "import games.dice.state",
        "bot/panels/special.py": "import games.dice",
    }
    for file, line in broken.items():
        (copy / file).write_text(line + "\n", encoding="utf-8")
    linted = lint(copy)
    assert linted.returncode == 1
    for arrow in (
        "games.arena_of_heroes.neighbor -> games.dice.game",
        "games.dice.shared -> games.registry",
        "render.dice.board -> games.dice.state",
        "bot.panels.special -> games.dice",
    ):
        assert arrow in linted.stdout


def test_a_pattern_that_no_game_has_a_module_for_is_an_error() -> None:
    with pytest.raises(ValueError, match="no_such_module"):
        walls.modules(["games.{game}.no_such_module"], walls.games())
