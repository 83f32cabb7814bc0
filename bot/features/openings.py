"""Openings: buttons, wherever they stand, that lead to a new match; what they show is that of `/match new`."""

from __future__ import annotations

from bot.commands import new_pages
from bot.interactions.services import Feature, Handler

FEATURE = Feature(
    "openings",
    handlers={new_pages.ACTION_ID: Handler(new_pages.pressed_in_match, outside=new_pages.pressed)},
)
