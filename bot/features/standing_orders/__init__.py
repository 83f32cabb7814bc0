"""Standing orders: instructions that players give in advance, carried out when they are asked outside their turn."""

from __future__ import annotations

from bot.features.standing_orders import pages
from bot.features.standing_orders.orders import CARRIED_OUT, StandingOrders
from bot.interactions.services import Feature, Handler, Running, Services


def _start(services: Services) -> Running:
    orders, reports = StandingOrders(services.store), pages.Reports(services.notifier)
    return Running(services=(orders,), extensions=(orders,), jobs={CARRIED_OUT: reports.publish}, forget=orders.forget)


FEATURE = Feature(
    "standing_orders",
    handlers={
        pages.ACTION_ID: Handler(pages.pressed, turns=True, aside=True),
        pages.INSTRUCTED: Handler(pages.instructed, turns=True),
        pages.PROPOSED: Handler(pages.proposed, turns=True),
    },
    commands={"match": (pages.instructions,)},
    panel_rows=pages.panel_rows,
    panel_notes=pages.panel_note,
    panel_lines=pages.panel_line,
    start=_start,
)
