"""`python -m bot run` as short and busy lives want it.

It has no limits on how fast one person presses: the people of these tests are faster than any, and with limits it would
depend on the speed of the machine whether a press is answered. And it draws only what is asked for: what it otherwise
draws ahead after a start takes longer than most of these tests. Both have tests of their own.
"""

from __future__ import annotations

import sys

from bot.__main__ import main
from bot.interactions.limits import Limits
from bot.registry import FACES

COMMAND = ("-m", "tests.e2e.unhurried")


def prepare() -> None:
    """Let this process be like that."""
    Limits.take = lambda self, user_id, limit: True  # type: ignore[method-assign]
    for face in FACES.values():
        type(face).warm = lambda self, languages: lambda: None  # type: ignore[method-assign]


if __name__ == "__main__":
    prepare()
    sys.exit(main(["run"]))
