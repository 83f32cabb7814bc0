"""What the tests of Monsters & Myths catch: faults put into a copy of the rules, one at a time.

    python -m tests.games.monsters_and_myths.mutations

prints for each fault the test that fails. A fault that none finds is a gap in the tests; the exit status is 1 then.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).parents[3]
RULES = "games/monsters_and_myths"
TESTS = (
    ("tests/games/monsters_and_myths/test_cases.py",),
    ("tests/games/monsters_and_myths",),
    ("tests/contract/test_rules.py", "tests/contract/test_standing.py"),
)
"""The tests that are run, the quickest first."""
FAULTS = tomllib.loads(Path(__file__).with_name("faults.toml").read_text(encoding="utf-8"))["fault"]


def main() -> int:
    """Try every fault; returns the exit status."""
    missed = 0
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        for room in ("games", "tests", "pyproject.toml"):
            source = ROOT / room
            if source.is_dir():
                shutil.copytree(source, copy / room, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy(source, copy / room)
        for fault in FAULTS:
            caught = tried(copy, copy / RULES / f"{fault['module']}.py", fault["right"], fault["wrong"])
            print(f"{fault['name']:<52}{caught or 'NOT CAUGHT'}", flush=True)
            missed += caught is None
    return 1 if missed else 0


def tried(copy: Path, path: Path, right: str, wrong: str) -> str | None:
    """The first test that fails with that fault in the copy."""
    source = path.read_text(encoding="utf-8")
    assert source.count(right) >= 1, f"{path.name}: {right!r} is not there"
    path.write_text(source.replace(right, wrong), encoding="utf-8")
    try:
        return next((failed for tests in TESTS if (failed := _failed(copy, tests))), None)
    finally:
        path.write_text(source, encoding="utf-8")


def _failed(copy: Path, tests: Sequence[str]) -> str | None:
    command = [sys.executable, "-m", "pytest", "-x", "-q", "--timeout=120", "-k", "monsters", "-m", "not long", *tests]
    found = subprocess.run(command, cwd=copy, capture_output=True, text=True, check=False)
    failed = re.search(r"^_+ (.*?) _+$|^ERROR (.*)$", found.stdout, re.MULTILINE)
    return None if found.returncode == 0 or failed is None else failed[1] or failed[2]


if __name__ == "__main__":
    sys.exit(main())
