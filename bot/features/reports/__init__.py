"""Reports: somebody tells those who manage a server how somebody has behaved. Nobody else learns of it."""

from __future__ import annotations

from bot.features.reports import pages, service
from bot.features.reports.service import ACTION_ID, Reports
from bot.interactions.services import Feature, Handler, Running, Services


def _start(services: Services) -> Running:
    reports = Reports(services)
    return Running(services=(reports,), periodic={"reports": (service.LOOK_EVERY, reports.look)})


FEATURE = Feature(
    "reports",
    handlers={
        ACTION_ID: Handler(pages.pressed_in_match, forms={pages.WRITE: pages.open_form}, outside=pages.pressed),
    },
    commands={"": (pages.report,), "server": (pages.reports,)},
    start=_start,
)
