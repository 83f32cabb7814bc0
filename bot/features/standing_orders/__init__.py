"""Standing orders: instructions that players give in advance, carried out when they are asked outside their turn."""

from __future__ import annotations

from bot.features.standing_orders import pages
from bot.interactions.services import Feature, Handler, Running, Services
from bot.matches.rows import FOLLOWED


def _start(services: Services) -> Running:
    reports = pages.Reports(services.notifier)
    return Running(posts={FOLLOWED: reports.publish}, forget=services.matches.instructions.forget)


FEATURE = Feature(
    "standing_orders",
    handlers={pages.ACTION_ID: Handler(pages.pressed, turns=True)},
    commands={"match": (pages.instructions,)},
    panel_notes=pages.panel_note,
    start=_start,
)
