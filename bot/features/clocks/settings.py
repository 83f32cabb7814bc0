"""`/settings`, the part about time: where somebody lives, when nobody may disturb, which days are off."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any, Final, cast
from zoneinfo import available_timezones

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.commands.settings import SETTINGS
from bot.features.clocks import calendar_texts as told
from bot.features.digests import pages as digesting
from bot.interactions import lookup, replies
from bot.interactions.actions import begin
from bot.interactions.services import Request
from bot.limits import CHOICES
from bot.matches.refusals import Refusal
from games.messages import Message
from storage import Calendar

HOURS: Final = re.compile(r"(\d{1,2})(?::(\d{2}))?\s*[-–]\s*(\d{1,2})(?::(\d{2}))?")
TIME: Final = re.compile(r"(\d{1,2})(?::(\d{2}))?")
OFF: Final = "off"
DAYS_OFF: Final = {"none": 0, "weekend": 0b1100000, "sunday": 0b1000000, "friday": 0b0110000}
"""The days that can be off, as bits from Monday on; never more than two, or a match would not go on."""
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


@lookup.offers
async def zones(interaction: discord.Interaction, current: str) -> lookup.Choices:
    """Time zones, by a part of their names."""
    wanted = current.strip().lower().replace(" ", "_")
    found = sorted(name for name in available_timezones() if wanted in name.lower())
    return [app_commands.Choice(name=name, value=name) for name in found[:CHOICES]]


@SETTINGS.command(name="zone", description=locale_str("Your time zone, for quiet hours and days off"))
@app_commands.describe(zone=locale_str("Such as Europe/Berlin"))
@app_commands.autocomplete(zone=zones)
async def time_zone(interaction: discord.Interaction, zone: str) -> None:
    """Set the time zone."""
    request = await begin(interaction)
    if zone not in available_timezones():
        raise Refusal(Message("I do not know that time zone; choose one from the list, such as Europe/Berlin."))
    await _set(request, zone=zone)


@SETTINGS.command(name="quiet", description=locale_str("Hours in which nothing reminds you of anything"))
@app_commands.describe(hours=locale_str("Such as 22:00-07:00, or off"))
async def quiet_hours(interaction: discord.Interaction, hours: str) -> None:
    """Set quiet hours."""
    request = await begin(interaction)
    begin_at, end_at = read_hours(hours)
    await _set(request, quiet_from=begin_at, quiet_to=end_at)


@SETTINGS.command(name="days-off", description=locale_str("Days on which your clocks stand still"))
@app_commands.describe(days=locale_str("From midnight to midnight in your time zone; not in live matches"))
@app_commands.choices(days=DAYS)
async def days_off(interaction: discord.Interaction, days: str) -> None:
    """Set days off."""
    request = await begin(interaction)
    await _set(request, days_off=DAYS_OFF[days])


@SETTINGS.command(name="reminders", description=locale_str("How you are reminded of a match that waits for you"))
@app_commands.describe(where=locale_str("At half and at nine tenths of your time, never in quiet hours"))
@app_commands.choices(where=WHERE)
async def reminders(interaction: discord.Interaction, where: str) -> None:
    """Set where reminders go."""
    request = await begin(interaction)
    await _set(request, reminders=where)


@SETTINGS.command(name="digest", description=locale_str("One direct message a day with the matches that wait for you"))
@app_commands.describe(
    hour=locale_str("In your time zone, such as 8 or 18:30, or off; leave empty to see the present one")
)
async def daily_digest(interaction: discord.Interaction, hour: str | None = None) -> None:
    """Show or change the daily digest."""
    request = await begin(interaction)
    digests = request.services.digests
    if hour is not None and (minute := read_time(hour)) is not None:
        await digests.want(request.user, minute)
    elif hour is not None:
        await digests.stop(request.user)
    await digesting.show(request)


@SETTINGS.command(name="time", description=locale_str("Your time zone, quiet hours, days off and reminders"))
async def shown(interaction: discord.Interaction) -> None:
    """Show all of it."""
    request = await begin(interaction)
    await replies.tell(interaction, told.described(request.say, await _mine(request)))


async def _mine(request: Request) -> Calendar:
    return (await request.services.matches.calendars.of((request.user,)))[request.user]


async def _set(request: Request, **values: Any) -> None:
    """Change the asker's calendar, and work out the clocks anew that depend on it."""
    services = request.services
    new = replace(await _mine(request), **values)
    await services.matches.calendars.set(new, now=services.matches.clock())
    await services.absences.ticking.look_again(request.user)
    await services.digests.look_again(request.user)
    await replies.tell(request.interaction, told.described(request.say, new))


def read_time(typed: str) -> int | None:
    """The minute of the day that somebody typed; `None` for ``off``. Raises `Refusal`."""
    text = typed.strip().lower()
    if text == OFF:
        return None
    found = TIME.fullmatch(text)
    if found is not None:
        hour, minute = int(found[1]), int(found[2] or 0)
        if hour < 24 and minute < 60:
            return hour * 60 + minute
    raise Refusal(Message("Give a time such as 8 or 18:30, or off for none."))


def read_hours(typed: str) -> tuple[int | None, int | None]:
    """The minutes of the day from which to which hours are quiet; nothing for ``off``. Raises `Refusal`."""
    text = typed.strip().lower()
    if text == OFF:
        return None, None
    found = HOURS.fullmatch(text)
    if found is not None:
        begin_hour, begin_minute, end_hour, end_minute = (int(part or 0) for part in found.groups())
        hours, minutes = (begin_hour % 24, end_hour % 24), (begin_minute, end_minute)
        if max(begin_hour, end_hour) <= 24 and max(minutes) < 60 and (hours[0], minutes[0]) != (hours[1], minutes[1]):
            return cast("tuple[int, int]", tuple(h * 60 + m for h, m in zip(hours, minutes, strict=True)))
    raise Refusal(Message("Give quiet hours such as 22:00-07:00, or off for none."))
