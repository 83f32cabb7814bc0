"""`/settings digest`, and the button below a digest."""

from __future__ import annotations

import re
from typing import Final

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.features.digests.service import Digests
from bot.interactions import replies
from bot.interactions.actions import begin
from bot.interactions.services import Request
from bot.matches.loaded import LoadedMatch
from bot.matches.refusals import Refusal
from bot.panels.components import Pressed
from bot.texts.time import moment
from games.messages import Message

TIME: Final = re.compile(r"(\d{1,2})(?::(\d{2}))?")
OFF: Final = "off"


async def stop(request: Request, match: LoadedMatch, pressed: Pressed) -> None:
    """Handle the button below a digest: send no more of them."""
    await request.services.get(Digests).stop(request.user)
    await show(request)


async def show(request: Request) -> None:
    """Tell the asker what they have set."""
    say, digest = request.say, await request.services.store.digests.find(request.user)
    if digest is None:
        text = say("You get no digest. `/settings digest hour:8` sends you one a day, if any match waits for you.")
    else:
        text = say(
            "You get a digest at {time} each day on which matches wait for you, the next one {next}. Quiet hours and "
            "days off put it off.",
            time=f"{digest.minute // 60:02}:{digest.minute % 60:02}",
            next=moment(digest.due_at),
        )
    await replies.tell(request.interaction, text)


@app_commands.command(
    name="digest", description=locale_str("One direct message a day with the matches that wait for you")
)
@app_commands.describe(
    hour=locale_str("In your time zone, such as 8 or 18:30, or off; leave empty to see the present one")
)
async def daily_digest(interaction: discord.Interaction, hour: str | None = None) -> None:
    """Show or change the daily digest."""
    request = await begin(interaction)
    digests = request.services.get(Digests)
    if hour is not None and (minute := read_time(hour)) is not None:
        await digests.want(request.user, minute)
    elif hour is not None:
        await digests.stop(request.user)
    await show(request)


def read_time(typed: str) -> int | None:
    """Return the minute of the day that a user typed; `None` for ``off``. Raises `Refusal`."""
    text = typed.strip().lower()
    if text == OFF:
        return None
    read = TIME.fullmatch(text)
    if read is not None:
        hour, minute = int(read[1]), int(read[2] or 0)
        if hour < 24 and minute < 60:
            return hour * 60 + minute
    raise Refusal(Message("Give a time such as 8 or 18:30, or off for none."))
