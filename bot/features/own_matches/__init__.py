"""Own matches: the list of all of a user's matches, and the way from one to the next."""

from __future__ import annotations

from bot.features.own_matches import pages
from bot.interactions.services import Feature, Handler

FEATURE = Feature(
    "own_matches",
    handlers={pages.ACTION_ID: Handler(pages.pressed, turns=True)},
    commands={"match": (pages.mine, pages.listed)},
    turn_rows=pages.turn_rows,
)
