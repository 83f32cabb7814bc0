"""What the tests of a game catch: faults put into a copy of its rules, one at a time.

``python -m tests.support.faults GAME``. A game has them in `tests/games/<game>/faults.toml`: a name, the module, what
stands there right and wrong. Which test fails for one is printed; a fault that none finds is a gap in the tests.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from games.registry import GAMES

ROOT = Path(__file__).parents[2]
ROOMS = ("bot", "docs", "games", "render", "sandbox", "storage", "tests", "pyproject.toml")
"""What a copy needs: everything that tests of a game import or look at, panels and pictures too."""


class Fault(NamedTuple):
    """A fault to be put into a module of a game."""

    name: str
    module: str
    """The path in the game's folder, without its ending."""
    right: str
    """What stands there; every place where it stands is changed."""
    wrong: str


def load(game: str) -> list[Fault]:
    """Return the faults of a game; an empty list where there is no such file."""
    file = ROOT / "tests" / "games" / game / "faults.toml"
    if not file.is_file():
        return []
    return [Fault(**fault) for fault in tomllib.loads(file.read_text(encoding="utf-8"))["fault"]]


def path(root: Path, game: str, fault: Fault) -> Path:
    """Return the file that a fault is put into."""
    return root / "games" / game / f"{fault.module}.py"


def groups(game: str) -> list[tuple[str, ...]]:
    """Return the tests of a game in groups, the quickest first: its cases, its rules, and the contract."""
    folder = f"tests/games/{game}"
    cases = sorted(str(file.relative_to(ROOT)) for file in (ROOT / folder).glob("test_*cases.py"))
    own = [(folder,)] if any((ROOT / folder).glob("test_*.py")) else []
    return [tuple(cases) or ("tests/contract/test_cases.py", "-k", game), *own, ("tests/contract", "-k", game)]


def run(game: str, names: Sequence[str] = ()) -> int:
    """Try the faults of a game, or those of some `names`; return the exit status, 1 if one is not caught.

    Raises `RuntimeError` when a test fails without any fault: then it would seem to catch every one of them.
    """
    missed = 0
    tests = groups(game)
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        for room in ROOMS:
            source = ROOT / room
            if source.is_dir():
                shutil.copytree(source, copy / room, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy(source, copy / room)
        for group in tests:
            failed, output = _failed(copy, group)
            if failed is not None:
                raise RuntimeError(f"{failed} fails without a fault:\n{output}")
        for fault in load(game):
            if not names or fault.name in names:
                caught = _tried(copy, game, fault, tests)
                print(f"{fault.name:<60}{caught or 'NOT CAUGHT'}", flush=True)
                missed += caught is None
    return 1 if missed else 0


def _tried(copy: Path, game: str, fault: Fault, tests: Sequence[Sequence[str]]) -> str | None:
    """Return the first test that fails with that fault in the copy."""
    module = path(copy, game, fault)
    source = module.read_text(encoding="utf-8")
    assert fault.right in source, f"{module.name}: {fault.right!r} is not there"
    module.write_text(source.replace(fault.right, fault.wrong), encoding="utf-8")
    try:
        return next((failed for group in tests if (failed := _failed(copy, group)[0]) is not None), None)
    finally:
        module.write_text(source, encoding="utf-8")


def _failed(copy: Path, tests: Sequence[str]) -> tuple[str | None, str]:
    """Return the first test of a group that fails, if any, and what pytest printed."""
    command = [sys.executable, "-m", "pytest", "-x", "-q", "--timeout=120", "-m", "not long", *tests]
    done = subprocess.run(command, cwd=copy, capture_output=True, text=True, check=False)
    if done.returncode == 0:
        return None, done.stdout
    name = re.search(r"^_+ (.*?) _+$|^ERROR (.*)$", done.stdout, re.MULTILINE)
    return (name[1] or name[2]) if name else f"pytest {' '.join(tests)}", done.stdout[-3000:] + done.stderr[-1000:]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run what the command line asks for; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.support.faults", description=__doc__)
    parser.add_argument("game", choices=sorted(GAMES))
    parser.add_argument("names", nargs="*", metavar="fault", help="only the faults of these names")
    chosen = parser.parse_args(arguments)
    return run(chosen.game, chosen.names)


if __name__ == "__main__":
    sys.exit(main())
