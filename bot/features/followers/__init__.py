"""Followers: hearing of a match without playing in it."""

from __future__ import annotations

from bot.features.followers import pages
from bot.features.followers.service import KIND, FollowedMatches, Followers
from bot.features.predictions.service import Predicting
from bot.interactions.services import Feature, Handler, Running, Services


def _start(services: Services) -> Running:
    followers = Followers(services.store)
    predicting = services.get(Predicting)
    followed = FollowedMatches(services.matches, followers, services.notifier, services.members, predicting)
    return Running(services=(followed,), extensions=(followers,), jobs={KIND: followed.publish}, forget=followed.forget)


FEATURE = Feature(
    "followers",
    handlers={pages.ACTION_ID: Handler(pages.pressed, turns=True)},
    commands={"match": (pages.follow,)},
    panel_rows=pages.panel_rows,
    start=_start,
)
