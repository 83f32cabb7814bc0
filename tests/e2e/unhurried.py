"""`python -m bot run` without the limits on how fast one person presses: the people of these tests are faster than any.

With them it would depend on the speed of the machine whether a press is answered. The limits have tests of their own.
"""

from __future__ import annotations

import sys

from bot.__main__ import main
from bot.interactions.limits import Limits

COMMAND = ("-m", "tests.e2e.unhurried")

if __name__ == "__main__":
    Limits.take = lambda self, user_id, limit: True  # type: ignore[method-assign]
    sys.exit(main(["run"]))
