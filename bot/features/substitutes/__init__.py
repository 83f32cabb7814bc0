"""Substitutes: a seat is offered, by its player, by the others or for one who left, and somebody takes it over."""

from __future__ import annotations

from bot.features.substitutes import pages
from bot.features.substitutes.departures import Departures
from bot.features.substitutes.offer_messages import OfferMessages
from bot.features.substitutes.service import HANDED, KIND, OFFERS, RENAME, SEAT_DECLINED, Substitutes
from bot.interactions.services import Feature, Handler, Running, Services


def _start(services: Services) -> Running:
    substitutes = Substitutes(services.matches, services.servers)
    departures = Departures(services.client, services.members, substitutes)
    messages = OfferMessages(services.notifier, services.studio)
    return Running(
        services=(substitutes, departures),
        extensions=(substitutes,),
        jobs={
            OFFERS: messages.publish,
            HANDED: messages.tell_former,
            SEAT_DECLINED: messages.tell_declined,
            RENAME: messages.rename,
        },
        tasks={"departures": departures.run},
        in_each=frozenset({"departures"}),
        heard=departures.heard,
    )


FEATURE = Feature(
    "substitutes",
    handlers={KIND: Handler(pages.pressed)},
    commands={"match": (pages.substitute, pages.takeover)},
    panel_rows=pages.panel_rows,
    panel_notes=pages.panel_notes,
    start=_start,
)
