"""Digests: one direct message a day with the matches that wait for a player."""

from __future__ import annotations

from bot.features.digests import commands, service
from bot.features.digests.service import KIND, Digests
from bot.interactions.services import Feature, Handler, Running, Services


def _start(services: Services) -> Running:
    digests = Digests(services.matches, services.notifier)
    return Running(
        services=(digests,),
        jobs={KIND: digests.publish},
        rounds={"digests": (service.LOOK_EVERY, digests.look)},
        calendar_changed=digests.look_again,
    )


FEATURE = Feature(
    "digests",
    handlers={KIND: Handler(commands.stop)},
    commands={"settings": (commands.daily_digest,)},
    start=_start,
)
