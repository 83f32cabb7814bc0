"""Puzzles: tasks of one goal for one person alone, and one a day for a channel."""

from __future__ import annotations

from bot.features.puzzles import daily, pages
from bot.features.puzzles.solving import ACTION_ID, Puzzles
from bot.interactions.services import Feature, Handler, Running, Services


def _start(services: Services) -> Running:
    dailies = daily.Dailies(services)
    return Running(services=(Puzzles(), dailies), periodic={"puzzles": (daily.LOOK_EVERY, dailies.look)})


FEATURE = Feature(
    "puzzles",
    handlers={ACTION_ID: Handler(pages.pressed_in_match, outside=pages.pressed)},
    game_commands=lambda faces: (pages.puzzle_command(faces),),
    start=_start,
)
