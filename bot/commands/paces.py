"""The pace of a new match: chosen from a list, or typed."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.clocks import pace as paces
from bot.clocks.pace import NAMES, NO_CLOCK, PRESETS
from bot.interactions import lookup
from bot.interactions.services import Request, phrases_for
from bot.limits import CHOICE_NAME, cut
from bot.matches.refusals import Refusal
from bot.texts import time as told
from bot.texts.phrases import Phrases
from games.messages import Message


async def chosen_pace(request: Request, typed: str | None) -> str | None:
    """The pace of a match as it is stored, `None` for no clock; left out, it is the server's. Raises `Refusal`."""
    if typed is None:
        guild_id = request.interaction.guild_id
        return None if guild_id is None else await request.services.servers.pace(guild_id)
    return stored(typed)


def stored(typed: str) -> str | None:
    """A typed pace as it is stored. Raises `Refusal`."""
    try:
        found = paces.read(typed)
    except ValueError as error:
        raise Refusal(
            Message(
                "I do not understand the time “{typed}”. Choose one from the list, or type what everybody has and what "
                "each turn adds, such as `3d+12h`: from 5 minutes to 30 days, and at most 7 days more with every turn.",
                typed=typed[:40],
            )
        ) from error
    return None if found is None else found.text


@lookup.offers
async def pace_choices(interaction: discord.Interaction, current: str) -> lookup.Choices:
    """The paces that have names, and the one that is being typed."""
    say = await phrases_for(interaction)
    offered = [(_label(say, name), name) for name in (*PRESETS, NO_CLOCK)]
    fitting = [(label, name) for label, name in offered if current.lower() in f"{label} {name}".lower()]
    if not fitting:
        try:
            own = paces.read(current)
        except ValueError:
            return []
        fitting = [(told.pace(say, own), current)]
    return [app_commands.Choice(name=cut(label, CHOICE_NAME), value=name) for label, name in fitting]


def _label(say: Phrases, name: str) -> str:
    return told.pace(say, PRESETS[name]) if name in PRESETS else say.message(NAMES[name])
