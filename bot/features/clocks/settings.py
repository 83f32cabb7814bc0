"""`/settings` about time: the time zone, quiet hours, days off and reminders of a player."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final, cast
from zoneinfo import available_timezones

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.interactions import lookup, replies
from bot.interactions.actions import begin
from bot.interactions.services import Command, Request
from bot.limits import CHOICES
from bot.matches.loaded import LoadedMatch
from bot.matches.refusals import Refusal
from bot.panels import components
from bot.panels.components import LESSON, Pressed
from bot.panels.model import Press, Row, Select
from bot.panels.widgets import option
from bot.texts import match as texts
from bot.texts.match import OLD_BUTTON
from bot.texts.phrases import Phrases
from bot.texts.time import moment
from games.messages import Message
from storage import Calendar

HOURS: Final = re.compile(r"(\d{1,2})(?::(\d{2}))?\s*[-–]\s*(\d{1,2})(?::(\d{2}))?")
OFF: Final = "off"
DAYS_OFF: Final = {"none": 0, "weekend": 0b1100000, "sunday": 0b1000000, "friday": 0b0110000}
"""The days that can be off, as bits from Monday on; never more than two, or a match would not go on.

Two a week it stays whatever is changed in it (`hours.changed`).
"""
USUAL_HOURS: Final = ("22:00-07:00", "23:00-08:00", "00:00-09:00")
"""Quiet hours that can be chosen without typing."""
ACTION_ID: Final = "calendar"
QUIET, DAYS_KEY, REMIND = "quiet", "days", "remind"
DAYS: Final = [
    app_commands.Choice(name=locale_str("No day"), value="none"),
    app_commands.Choice(name=locale_str("Saturday and Sunday"), value="weekend"),
    app_commands.Choice(name=locale_str("Sunday"), value="sunday"),
    app_commands.Choice(name=locale_str("Friday and Saturday"), value="friday"),
]
WHERE: Final = [
    app_commands.Choice(name=locale_str("By direct message, if those are on"), value="dm"),
    app_commands.Choice(name=locale_str("By a ping in the match's thread"), value="thread"),
    app_commands.Choice(name=locale_str("Not at all"), value="none"),
]


@lookup.safe_autocomplete
async def zones(interaction: discord.Interaction, current: str) -> lookup.Choices:
    """Offer time zones, by a part of their names."""
    typed = current.strip().lower().replace(" ", "_")
    fitting = sorted(name for name in available_timezones() if typed in name.lower())
    return [app_commands.Choice(name=name, value=name) for name in fitting[:CHOICES]]


@app_commands.command(name="zone", description=locale_str("Your time zone, for quiet hours and days off"))
@app_commands.describe(zone=locale_str("Such as Europe/Berlin"))
@app_commands.autocomplete(zone=zones)
async def time_zone(interaction: discord.Interaction, zone: str) -> None:
    """Set the time zone."""
    request = await begin(interaction)
    if zone not in available_timezones():
        raise Refusal(Message("I do not know that time zone; choose one from the list, such as Europe/Berlin."))
    await _set(request, zone=zone)


@app_commands.command(name="quiet", description=locale_str("Hours in which nothing reminds you of anything"))
@app_commands.describe(hours=locale_str("Such as 22:00-07:00, or off"))
async def quiet_hours(interaction: discord.Interaction, hours: str) -> None:
    """Set quiet hours."""
    request = await begin(interaction)
    begin_at, end_at = read_hours(hours)
    await _set(request, quiet_from=begin_at, quiet_to=end_at)


@app_commands.command(name="days-off", description=locale_str("Days on which your clocks stand still"))
@app_commands.describe(days=locale_str("From midnight to midnight in your time zone; not in live matches"))
@app_commands.choices(days=DAYS)
async def days_off(interaction: discord.Interaction, days: str) -> None:
    """Set days off."""
    request = await begin(interaction)
    await _set(request, days_off=DAYS_OFF[days])


@app_commands.command(
    name="reminders", description=locale_str("How you are reminded of a match that is waiting for you")
)
@app_commands.describe(where=locale_str("At 50% and 90% of your time, never during quiet hours"))
@app_commands.choices(where=WHERE)
async def reminders(interaction: discord.Interaction, where: str) -> None:
    """Set where reminders go."""
    request = await begin(interaction)
    await _set(request, reminders=where)


@app_commands.command(name="time", description=locale_str("Your time zone, quiet hours, days off and reminders"))
async def time_settings(interaction: discord.Interaction) -> None:
    """Show all settings about time."""
    request = await begin(interaction)
    await _show(request, await _mine(request))


async def _show(request: Request, calendar: Calendar) -> None:
    """Answer with all settings about time, and selects that change the usual ones."""
    say = request.say
    text = texts.lines(
        described(say, calendar, request.services.matches.clock()),
        say("`/settings zone` sets your time zone, `/settings quiet` any other quiet hours."),
    )
    await replies.answer(request.interaction, text, view=components.view(LESSON, _selects(say, calendar)))


def _selects(say: Phrases, calendar: Calendar) -> tuple[Row, ...]:
    quiet = (calendar.quiet_from, calendar.quiet_to)
    days = {
        "none": say("No day off"),
        "weekend": say("Saturday and Sunday off"),
        "sunday": say("Sunday off"),
        "friday": say("Friday and Saturday off"),
    }
    where = {
        "dm": say("Reminders by direct message"),
        "thread": say("Reminders in the match's thread"),
        "none": say("No reminders"),
    }
    hours = {OFF: say("No quiet hours"), **{h: say("Quiet from {hours}", hours=h) for h in USUAL_HOURS}}
    return (
        _select(say("Quiet hours"), QUIET, hours, {read_hours(each): each for each in hours}.get(quiet)),
        _select(say("Days off"), DAYS_KEY, days, {bits: each for each, bits in DAYS_OFF.items()}[calendar.days_off]),
        _select(say("Reminders"), REMIND, where, calendar.reminders),
    )


def _select(placeholder: str, what: str, labels: Mapping[str, str], now: str | None) -> Select:
    lines = [option(label, Press(ACTION_ID, (what, value)), chosen=value == now) for value, label in labels.items()]
    return Select(placeholder, tuple(lines))


async def pressed(request: Request, pressed: Pressed) -> None:
    """Set what was chosen below the settings. Raises `Refusal`."""
    what, value = (*pressed.press.tokens, "", "")[:2]
    if what == QUIET:
        begin_at, end_at = read_hours(value)
        await _set(request, quiet_from=begin_at, quiet_to=end_at)
    elif what == DAYS_KEY and value in DAYS_OFF:
        await _set(request, days_off=DAYS_OFF[value])
    elif what == REMIND and value in {choice.value for choice in WHERE}:
        await _set(request, reminders=value)
    else:
        raise Refusal(OLD_BUTTON)


async def pressed_in_match(request: Request, match: LoadedMatch, pressed_there: Pressed) -> None:
    """Handle the same press where it names a match. Raises `Refusal`."""
    await pressed(request, pressed_there)


async def _mine(request: Request) -> Calendar:
    return (await request.services.matches.calendars.of((request.user,)))[request.user]


async def _set(request: Request, **values: Any) -> None:
    """Change the asker's calendar, and let the features work out anew what depends on it."""
    services = request.services
    chosen = replace(await _mine(request), **values)
    new = await services.matches.calendars.set(chosen, now=services.matches.clock())
    for running in services.running:
        if running.calendar_changed is not None:
            await running.calendar_changed(request.user)
    await _show(request, new)


def read_hours(typed: str) -> tuple[int | None, int | None]:
    """Return the minutes of the day at which quiet hours begin and end; `None` twice for ``off``. Raises `Refusal`."""
    text = typed.strip().lower()
    if text == OFF:
        return None, None
    read = HOURS.fullmatch(text)
    if read is not None:
        begin_hour, begin_minute, end_hour, end_minute = (int(part or 0) for part in read.groups())
        hours, minutes = (begin_hour % 24, end_hour % 24), (begin_minute, end_minute)
        if max(begin_hour, end_hour) <= 24 and max(minutes) < 60 and (hours[0], minutes[0]) != (hours[1], minutes[1]):
            return cast("tuple[int, int]", tuple(h * 60 + m for h, m in zip(hours, minutes, strict=True)))
    raise Refusal(Message("Give quiet hours such as 22:00-07:00, or off for none."))


def described(say: Phrases, calendar: Calendar, now: int) -> str:
    """Return all that a player has set about time, a line each, and what clocks still keep."""
    quiet = (
        say("Quiet hours: none.")
        if calendar.quiet_from is None or calendar.quiet_to is None
        else say(
            "Quiet hours: from {begin} to {end}.", begin=_clock(calendar.quiet_from), end=_clock(calendar.quiet_to)
        )
    )
    where = {
        "dm": say("Reminders: by direct message if those are on, else by a ping in the thread."),
        "thread": say("Reminders: by a ping in the thread."),
        "none": say("Reminders: none."),
    }
    zone, off = _counted(say, calendar.zone, calendar.days_off)
    lines = [zone, quiet, off, where[calendar.reminders]]
    if calendar.kept_until is not None and now < calendar.kept_until:
        kept = say(
            "Your clocks go by this from {begin} on, so that no week has more than two days off. Until then:",
            begin=moment(calendar.kept_until, "f"),
        )
        lines.append(" ".join((kept, *_counted(say, calendar.kept_zone, calendar.kept_days_off))))
    return "\n".join(lines)


def _counted(say: Phrases, zone: str, days_off: int) -> tuple[str, str]:
    """Return what clocks are counted by: a time zone, and days off."""
    days = [day for bit, day in enumerate(_days(say)) if days_off >> bit & 1]
    off = say("Days off: {days}.", days=say.every(days)) if days else say("Days off: none.")
    return say("Time zone: {zone}.", zone=zone), off


def _clock(minute: int) -> str:
    return f"{minute // 60:02}:{minute % 60:02}"


def _days(say: Phrases) -> tuple[str, ...]:
    return (
        say("Monday"),
        say("Tuesday"),
        say("Wednesday"),
        say("Thursday"),
        say("Friday"),
        say("Saturday"),
        say("Sunday"),
    )


COMMANDS: Final[tuple[Command, ...]] = (time_zone, quiet_hours, days_off, reminders, time_settings)
"""The commands of `/settings` about time."""
