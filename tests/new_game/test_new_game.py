"""What `tests.new_game` lays out is a game that is green by itself."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.new_game.__main__ import ROOT, free_letter

ROOMS = ("benchmarks", "bot", "docs", "games", "render", "sandbox", "storage", "tests", "pyproject.toml")
TESTS = (
    ("tests/contract", "-k", "last_counter"),
    ("tests/games", "-k", "last_counter"),
    ("tests/texts/test_catalogue.py", "tests/texts/test_rules_pages.py", "tests/bot/test_game_commands.py"),
)
TOUCHED = {
    *("bot/registry.py", "games/registry.py", "tests/contract/cases.py"),
    *("bot/texts/locale/de.po", "bot/texts/locale/es.po"),
}


@pytest.fixture(scope="module")
def laid_out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the tree with a new game in it."""
    copy = tmp_path_factory.mktemp("copy")
    for room in ROOMS:
        if (ROOT / room).is_dir():
            shutil.copytree(ROOT / room, copy / room, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / room, copy / room)
    done = _python(copy, "-m", "tests.new_game", "last_counter", "Last Counter")
    assert done.returncode == 0, done.stderr
    return copy


def _python(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300, check=False)


def test_only_registries_the_case_and_catalogues_are_touched(laid_out: Path) -> None:
    before = {path.relative_to(ROOT) for room in ROOMS for path in (ROOT / room).rglob("*") if path.is_file()}
    changed = {
        path.as_posix()
        for path in before
        if "__pycache__" not in path.parts and (laid_out / path).read_bytes() != (ROOT / path).read_bytes()
    }
    assert changed == TOUCHED


def test_it_is_as_the_linter_wants_it(laid_out: Path) -> None:
    for arguments in (("check", "--no-cache", "."), ("format", "--no-cache", "--check", ".")):
        done = _python(laid_out, "-m", "ruff", *arguments)
        assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("tests", TESTS, ids=lambda tests: tests[0])
def test_it_is_green(laid_out: Path, tests: tuple[str, ...]) -> None:
    done = _python(laid_out, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-x", *tests)
    assert done.returncode == 0, done.stdout


def test_a_letter_is_free() -> None:
    assert free_letter("Rare Monsters") == "E"
