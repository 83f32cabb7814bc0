"""`python -m bot run` as fast as the machine lets it: without Discord's limit of requests and those of a person."""

from __future__ import annotations

import sys
from typing import Any, Final

from bot import share
from bot.__main__ import main
from bot.features.seasons import service as seasons
from bot.features.seeks import rounds
from bot.features.tournaments import service as tournaments
from bot.interactions.admission import Limits
from bot.panels.model import Picture
from bot.publish.studio import Studio
from tests.e2e import unhurried

LOOK_EVERY: Final = 0.5
"""Seconds between two looks."""


def prepare() -> None:
    """Let this process be like that."""
    share.REQUESTS = 1_000_000.0  # type: ignore[misc]
    Limits.take = lambda self, user_id, limit: True  # type: ignore[method-assign]
    unhurried.draw_nothing_ahead()


def through_days() -> None:
    """Let it look twice a second after what it looks after once a minute: where days pass in minutes, that is hours.

    And let it draw one picture of each kind, and show that for all others.
    """
    prepare()
    unhurried.prepare()
    tournaments.LOOK_EVERY = seasons.LOOK_EVERY = rounds.LOOK_EVERY = LOOK_EVERY  # type: ignore[misc]
    drawn: dict[Any, Picture] = {}
    plain = Studio.draw

    async def draw(self: Studio, how: Any, *arguments: Any) -> Any:
        if how not in drawn:
            made = await plain(self, how, *arguments)
            if not isinstance(made, Picture):
                return made
            drawn[how] = made
        return drawn[how]

    Studio.draw = draw  # type: ignore[method-assign]


if __name__ == "__main__":
    prepare()
    sys.exit(main(["run"]))
