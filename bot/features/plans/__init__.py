"""Plans: actions for one's next turn, carried out as soon as it comes."""

from __future__ import annotations

from bot.features.plans import pages, reports
from bot.features.plans.plans import REPORT, Plans
from bot.features.plans.rehearsing import ACTION_ID
from bot.interactions.services import Feature, Handler, Running, Services


def _start(services: Services) -> Running:
    plans = Plans(services.matches)
    told = reports.Reports(plans, services.notifier)
    return Running(services=(plans,), extensions=(plans,), jobs={REPORT: told.publish})


FEATURE = Feature(
    "plans",
    handlers={ACTION_ID: Handler(pages.pressed, turns=True, forms={pages.WRITE: pages.open_form})},
    commands={"match": (pages.plan_command,)},
    panel_rows=pages.panel_rows,
    panel_notes=reports.panel_note,
    start=_start,
)
