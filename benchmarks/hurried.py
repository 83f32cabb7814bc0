"""`python -m bot run` as fast as the machine lets it: without Discord's limit of requests and those of a person.

With ``season`` it also looks every second after what it otherwise looks after once a minute: where days pass in
minutes, a minute would be hours.
"""

from __future__ import annotations

import sys

from bot import share
from bot.__main__ import main
from bot.features.seasons import service as seasons
from bot.features.seeks import rounds
from bot.features.tournaments import service as tournaments
from bot.interactions.admission import Limits
from bot.registry import FACES

SEASON = "season"

if __name__ == "__main__":
    share.REQUESTS = 1_000_000.0  # type: ignore[misc]
    Limits.take = lambda self, user_id, limit: True  # type: ignore[method-assign]
    for face in FACES.values():
        type(face).warm = lambda self, languages: lambda: None  # type: ignore[method-assign]
    if SEASON in sys.argv:
        tournaments.LOOK_EVERY = seasons.LOOK_EVERY = rounds.LOOK_EVERY = 1.0  # type: ignore[misc]
    sys.exit(main(["run"]))
