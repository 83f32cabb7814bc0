"""What the tests of a game catch: faults put into a copy of its rules, one at a time.

A game has them in a file `faults.toml`: a name, the module, what stands there right and wrong. Which test fails for one
is printed; a fault that none finds is a gap in the tests.
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
from typing import Any

ROOT = Path(__file__).parents[2]
ROOMS = ("games", "tests", "bot", "docs", "pyproject.toml")
"""What a copy needs: the rules, the tests, and what these look at."""


def load(folder: Path) -> list[dict[str, Any]]:
    """The faults of the file in a game's folder of tests."""
    found: list[dict[str, Any]] = tomllib.loads((folder / "faults.toml").read_text(encoding="utf-8"))["fault"]
    return found


def run(rules: str, faults: Sequence[dict[str, Any]], tests: Sequence[Sequence[str]]) -> int:
    """Try every fault against groups of tests, the quickest first; returns the exit status, 1 if one is not caught.

    Raises `RuntimeError` when a test fails without any fault: then it would seem to catch every one of them.
    """
    missed = 0
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        for room in ROOMS:
            source = ROOT / room
            if source.is_dir():
                shutil.copytree(source, copy / room, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy(source, copy / room)
        if broken := next((failed for group in tests if (failed := _failed(copy, group))), None):
            raise RuntimeError(f"{broken} fails without a fault")
        for fault in faults:
            caught = _tried(copy, copy / rules / f"{fault['module']}.py", fault["right"], fault["wrong"], tests)
            print(f"{fault['name']:<60}{caught or 'NOT CAUGHT'}", flush=True)
            missed += caught is None
    return 1 if missed else 0


def _tried(copy: Path, path: Path, right: str, wrong: str, tests: Sequence[Sequence[str]]) -> str | None:
    """The first test that fails with that fault in the copy."""
    source = path.read_text(encoding="utf-8")
    assert right in source, f"{path.name}: {right!r} is not there"
    path.write_text(source.replace(right, wrong), encoding="utf-8")
    try:
        return next((failed for group in tests if (failed := _failed(copy, group))), None)
    finally:
        path.write_text(source, encoding="utf-8")


def _failed(copy: Path, tests: Sequence[str]) -> str | None:
    command = [sys.executable, "-m", "pytest", "-x", "-q", "--timeout=120", "-m", "not long", *tests]
    found = subprocess.run(command, cwd=copy, capture_output=True, text=True, check=False)
    failed = re.search(r"^_+ (.*?) _+$|^ERROR (.*)$", found.stdout, re.MULTILINE)
    return None if found.returncode == 0 or failed is None else failed[1] or failed[2]
