"""Privacy: showing a user what is stored about them, and forgetting them."""

from __future__ import annotations

from bot.features.privacy.service import PRIVACY, Privacy
from bot.interactions.services import Feature, Running, Services


def _start(services: Services) -> Running:
    return Running(services=(Privacy(services),))


FEATURE = Feature("privacy", commands={"": (PRIVACY,)}, start=_start)
