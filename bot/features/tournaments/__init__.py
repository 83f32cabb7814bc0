"""Tournaments: Swiss, round robin, single and double elimination, for people and for teams that stay together."""

from __future__ import annotations

from bot.features.tournaments import commands, pages
from bot.features.tournaments.entries import Entries
from bot.features.tournaments.page import ACTION_ID, Pages
from bot.features.tournaments.results import Ends
from bot.features.tournaments.runner import Runner
from bot.features.tournaments.service import Tournaments
from bot.interactions.services import Feature, Handler, Running, Services


def _start(services: Services) -> Running:
    entries = Entries(services)
    shown = Pages(services, entries)
    tournaments = Tournaments(services, Runner(services, shown.show))
    ends = Ends(services.matches, tournaments.wake)
    return Running(
        services=(entries, shown, tournaments),
        extensions=(ends,),
        tasks={"tournaments": tournaments.run},
        heard=tournaments.heard,
        after_commit=ends.after_commit,
    )


FEATURE = Feature(
    "tournaments",
    handlers={ACTION_ID: Handler(pages.in_match, turns=True, outside=pages.pressed)},
    game_commands=commands.group,
    result_notes=pages.result_notes,
    start=_start,
)
