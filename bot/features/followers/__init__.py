"""Followers: hearing of a match without playing in it."""

from __future__ import annotations

from bot.features.followers import pages
from bot.features.followers.service import FollowedMatches
from bot.interactions.services import Feature, Handler, Running, Services
from bot.matches.rows import FOLLOW


def _start(services: Services) -> Running:
    followed = FollowedMatches(services.matches, services.notifier)
    return Running(services=(followed,), posts={FOLLOW: followed.publish}, forget=followed.forget)


FEATURE = Feature(
    "followers",
    handlers={pages.ACTION_ID: Handler(pages.pressed, turns=True)},
    commands={"match": (pages.follow,)},
    panel_rows=pages.panel_rows,
    start=_start,
)
