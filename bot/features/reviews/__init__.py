"""Reviews: after a match, how the chances went, which turns lost most, and what would have been better."""

from __future__ import annotations

from bot.features.computers.thinking import Thinking
from bot.features.reviews import pages
from bot.features.reviews.service import KIND, Reviews
from bot.interactions.services import Feature, Handler, Running, Services


def _start(services: Services) -> Running:
    made = Reviews(services.matches, services.get(Thinking), services.others)
    return Running(services=(made,), jobs={KIND: made.work}, forget=made.forget)


FEATURE = Feature(
    "reviews",
    handlers={pages.ACTION_ID: Handler(pages.pressed, turns=True)},
    commands={"": (pages.review_command,)},
    result_buttons=pages.result_buttons,
    start=_start,
)
