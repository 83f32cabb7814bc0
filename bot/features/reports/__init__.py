"""Reports: somebody tells those who manage a server how somebody has behaved. Nobody else learns of it."""

from __future__ import annotations

from bot.features.reports import in_matches, pages, service
from bot.features.reports.service import ACTION_ID, Reports
from bot.interactions.services import Feature, Handler, Running, Services


def _start(services: Services) -> Running:
    reports = Reports(services)
    return Running(services=(reports,), periodic={"reports": (service.LOOK_EVERY, reports.look)})


FEATURE = Feature(
    "reports",
    handlers={
        ACTION_ID: Handler(
            in_matches.pressed,
            forms={pages.WRITE: pages.open_form, in_matches.SEAT: in_matches.open_form},
            outside=pages.pressed,
        ),
    },
    commands={"": (pages.report,), "server": (pages.reports,)},
    more_buttons=lambda request, match: in_matches.buttons(request.say, match, request.user),
    start=_start,
)
