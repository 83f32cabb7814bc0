"""`/away`: leaving for some days, in all matches at once, and coming back."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.clocks.calendar import zone
from bot.commands.texts import EVERYWHERE, INSTALLED
from bot.features.clocks.absences import DAY_MS, DAYS_A_YEAR
from bot.interactions import replies
from bot.interactions.actions import begin
from bot.interactions.services import Request
from bot.matches.refusals import Refusal
from bot.texts.time import moment
from games.messages import Message

AWAY: Final = app_commands.Group(
    name="away",
    description=locale_str("Leave for some days: your clocks stand still in all matches"),
    allowed_contexts=EVERYWHERE,
    allowed_installs=INSTALLED,
)


@AWAY.command(name="until", description=locale_str("Be away until the end of a day; your next move ends it"))
@app_commands.describe(day=locale_str("A date such as 2026-12-24, or a number of days such as 7"))
async def until(interaction: discord.Interaction, day: str) -> None:
    """Leave."""
    request = await begin(interaction)
    services, now = request.services, request.services.matches.clock()
    calendar = (await services.matches.calendars.of((request.user,)))[request.user]
    end = end_of(day, now, calendar.zone)
    await services.absences.leave(request.user, end)
    told = request.say(
        "You are away until {until}. Your clocks stand still in all matches, nobody reminds you, and your next move "
        "ends it. The others are told.",
        until=moment(end, "f"),
    )
    await replies.tell(interaction, told)


@AWAY.command(name="back", description=locale_str("You are back; your clocks run again"))
async def back(interaction: discord.Interaction) -> None:
    """Come back."""
    request = await begin(interaction)
    if not await request.services.absences.back(request.user):
        raise Refusal(Message("You are not away."))
    await replies.tell(interaction, request.say("Welcome back. Your clocks run again where you are waited for."))


@AWAY.command(name="show", description=locale_str("Whether you are away, and how many days are left this year"))
async def show(interaction: discord.Interaction) -> None:
    """Show."""
    request = await begin(interaction)
    await replies.tell(interaction, await _shown(request))


async def _shown(request: Request) -> str:
    absences, say = request.services.absences, request.say
    end = await absences.until(request.user)
    left = -(-(await absences.left(request.user, request.services.matches.clock())) // DAY_MS)  # a begun day counts
    there = say("You are not away.") if end is None else say("You are away until {until}.", until=moment(end, "f"))
    days = say.plural(
        "{count} of {days} days is left this year.",
        "{count} of {days} days are left this year.",
        left,
        days=DAYS_A_YEAR,
    )
    return f"{there} {days}"


def end_of(typed: str, now: int, zone_name: str) -> int:
    """The end of the day that somebody typed, in unix milliseconds. Raises `Refusal`."""
    there = zone(zone_name)
    today = datetime.fromtimestamp(now / 1000, there).date()
    text = typed.strip()
    try:
        if text.isdecimal():
            last = today + timedelta(days=int(text) - 1) if int(text) else today
        else:
            last = datetime.strptime(text, "%Y-%m-%d").date()  # the zone is the player's own
        following = last + timedelta(days=1)
        return round(datetime(following.year, following.month, following.day, tzinfo=there).timestamp() * 1000)
    except (ValueError, OverflowError) as error:
        raise Refusal(
            Message("Give a date such as 2026-12-24, or a number of days such as 7."),
        ) from error
