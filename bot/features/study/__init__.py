"""The study board: moves of all sides tried out on a copy, made of what its reader knows. `/study`."""

from __future__ import annotations

from bot.features.study import pages
from bot.features.study.board import ACTION_ID
from bot.features.study.sessions import IDLE_SECONDS, Studies
from bot.interactions.services import Feature, Handler, Running, Services


def _start(services: Services) -> Running:
    studies = Studies()
    return Running(
        services=(studies,),
        periodic={"studies": (IDLE_SECONDS, studies.close_idle)},
        in_each=frozenset({"studies"}),
        forget=studies.forget,
    )


FEATURE = Feature(
    "study",
    handlers={ACTION_ID: Handler(pages.pressed, turns=True, aside=True)},
    commands={"": (pages.study_command,)},
    start_buttons=pages.start_buttons,
    start=_start,
)
