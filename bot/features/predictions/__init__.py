"""Predictions: spectators say what will come of the next battle; who has foreseen most."""

from __future__ import annotations

from bot.features.predictions import pages, telling
from bot.features.predictions.service import ACTION_ID, KIND, Predicting
from bot.features.predictions.telling import Telling
from bot.interactions.services import Feature, Handler, Running, Services


def _start(services: Services) -> Running:
    predicting = Predicting(services.matches, services.servers)
    told = Telling(services.client, services.store, services.names)
    return Running(services=(predicting, told), extensions=(predicting,), jobs={KIND: told.publish})


FEATURE = Feature(
    "predictions",
    handlers={ACTION_ID: Handler(pages.pressed, turns=True, outside=pages.pressed_table)},
    commands={"": (pages.predict_command,)},
    start_buttons=pages.start_buttons,
    result_notes=telling.result_notes,
    start=_start,
)
"""The page on which spectators predict, its buttons, `/predict`, and the table of the best."""
