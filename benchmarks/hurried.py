"""`python -m bot run` as fast as the machine lets it: without Discord's limit of requests and those of a person."""

from __future__ import annotations

import sys

from bot import share
from bot.__main__ import main
from bot.interactions.admission import Limits
from bot.registry import FACES

if __name__ == "__main__":
    share.REQUESTS = 1_000_000.0  # type: ignore[misc]
    Limits.take = lambda self, user_id, limit: True  # type: ignore[method-assign]
    for face in FACES.values():
        type(face).warm = lambda self, languages: lambda: None  # type: ignore[method-assign]
    sys.exit(main(["run"]))
