"""Plans: actions for one's next turn, carried out as soon as it comes."""

from __future__ import annotations

from bot.features.plans import pages
from bot.interactions.services import Feature, Handler, Running, Services
from bot.matches.rows import PLANNED


def _start(services: Services) -> Running:
    return Running(posts={PLANNED: pages.Reports(services.matches.plans, services.notifier).publish})


FEATURE = Feature(
    "plans",
    handlers={pages.ACTION_ID: Handler(pages.pressed, turns=True, forms={pages.WRITE: pages.open_form})},
    commands={"match": (pages.plan_command,)},
    panel_rows=pages.panel_rows,
    panel_notes=pages.panel_note,
    start=_start,
)
