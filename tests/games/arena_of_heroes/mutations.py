"""What the tests of Arena of Heroes catch (`tests.support.faults`).

python -m tests.games.arena_of_heroes.mutations
"""

from __future__ import annotations

import sys
from pathlib import Path

from tests.support import faults

TESTS = (
    ("tests/games/arena_of_heroes/test_cases.py",),
    ("tests/games/arena_of_heroes",),
    ("tests/contract/test_rules.py", "tests/contract/test_standing.py", "-k", "arena_of_heroes"),
)
"""The tests that are run, the quickest first."""

if __name__ == "__main__":
    sys.exit(faults.run("games/arena_of_heroes", faults.load(Path(__file__).parent), TESTS))
