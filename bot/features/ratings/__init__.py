"""Ratings and statistics: what matches come to, for whom, and who leads."""

from __future__ import annotations

from bot.features.ratings import pages
from bot.features.ratings.counting import Counting
from bot.interactions.services import Feature, Handler, Running, Services


def _start(services: Services) -> Running:
    counting = Counting(services.matches)
    return Running(services=(counting,), extensions=(counting,), tasks={"results": counting.catch_up})


FEATURE = Feature(
    "ratings",
    handlers={
        pages.STATS: Handler(pages.in_match, turns=True, outside=pages.pressed_stats),
        pages.TABLE: Handler(pages.in_match, turns=True, outside=pages.pressed_table),
    },
    commands={"settings": (pages.settings,)},
    game_commands=pages.commands,
    result_notes=pages.result_notes,
    challenge_notes=pages.challenge_notes,
    start=_start,
)
