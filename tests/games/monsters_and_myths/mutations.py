"""What the tests of Monsters & Myths catch (`tests.support.faults`).

python -m tests.games.monsters_and_myths.mutations
"""

from __future__ import annotations

import sys
from pathlib import Path

from tests.support import faults

TESTS = (
    ("tests/games/monsters_and_myths/test_cases.py",),
    ("tests/games/monsters_and_myths", "-k", "monsters"),
    ("tests/contract/test_rules.py", "tests/contract/test_standing.py", "-k", "monsters"),
)
"""The tests that are run, the quickest first."""

if __name__ == "__main__":
    sys.exit(faults.run("games/monsters_and_myths", faults.load(Path(__file__).parent), TESTS))
