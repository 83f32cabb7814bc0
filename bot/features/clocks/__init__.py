"""Clocks: time that runs out, reminders, absences, calendars, and matches that stand still."""

from __future__ import annotations

from bot.clocks.calendars import CLOCK
from bot.features.clocks import absences, outages, pages, settings
from bot.features.clocks.absences import AWAY, Absences
from bot.features.clocks.outages import Outages
from bot.features.clocks.reachability import Reachability
from bot.features.clocks.reminders import Reminders
from bot.features.clocks.timeout_votes import NUDGE, TimeoutVotes
from bot.features.clocks.timer import OUT, REMIND, ClockTimer
from bot.features.substitutes.service import Substitutes
from bot.interactions.services import Feature, Handler, Running, Services
from bot.matches.commits import TURN


def _start(services: Services) -> Running:
    matches, servers = services.matches, services.servers
    thinks = services.others.thinks
    noticed = Outages(matches.store, matches.calendars, matches.clock, services.connected, thinks=thinks)
    timer = ClockTimer(matches, servers, noticed)
    away = Absences(matches, timer)
    reachability = Reachability(services.client, matches, services.others.owns)
    reminders = Reminders(matches, services.notifier, servers)

    def heard(event: str, *arguments: object) -> None:
        noticed.heard(event, *arguments)
        reachability.heard(event, *arguments)

    return Running(
        services=(noticed, timer, away, reachability, TimeoutVotes(matches, services.get(Substitutes))),
        extensions=(away, timer),
        jobs={
            CLOCK: timer.handle,
            TURN: reminders.turn,
            REMIND: reminders.remind,
            NUDGE: reminders.nudge,
            OUT: reminders.ask,
            AWAY: reminders.tell_away,
        },
        tasks={"reachability": reachability.run, "ends": noticed.run},
        periodic={"outages": (outages.BEAT_EVERY, noticed.beat)},
        in_each=frozenset({"reachability", "ends", "outages"}),
        ready=noticed.beat,
        after_commit=away.after_commit,
        heard=heard,
        calendar_changed=timer.look_again,
        forget=matches.calendars.forget,
    )


FEATURE = Feature(
    "clocks",
    handlers={
        pages.ACTION_ID: Handler(pages.pressed),
        settings.ACTION_ID: Handler(settings.pressed_in_match, turns=True, outside=settings.pressed),
    },
    commands={
        "": (absences.GROUP,),
        "match": (pages.time_command, pages.nudge_command),
        "settings": settings.COMMANDS,
    },
    start=_start,
)
