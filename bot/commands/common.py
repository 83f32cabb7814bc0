"""What all slash commands share: where they may be used, translated help, languages and paces to choose from.

The options of a game (`MatchOption`) become options of a command in `bot.commands.new_match.own_new_command`.
"""

from __future__ import annotations

from typing import Final

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.clocks import pace as paces
from bot.clocks.pace import NAMES, NO_CLOCK, PRESETS
from bot.interactions import lookup
from bot.interactions.services import Request, phrases_for
from bot.limits import CHOICE_NAME, cut
from bot.matches.refusals import Refusal
from bot.texts import time as time_texts
from bot.texts.phrases import LANGUAGES, Phrases
from games.messages import Message

EVERYWHERE: Final = app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=False)
SERVERS: Final = app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False)
INSTALLED: Final = app_commands.AppInstallationType(guild=True, user=False)
MATCH_HELP: Final = locale_str("Which match; not needed in its thread, or with only one open")


def localized(message: Message) -> locale_str:
    """Return a text of a game for a command: translated when commands are registered."""
    return locale_str(str(message), message=message)


def languages() -> list[app_commands.Choice[str]]:
    """Return the languages of the bot to choose from, each under its own name."""
    return [app_commands.Choice(name=name, value=language) for language, name in LANGUAGES.items()]


async def chosen_pace(request: Request, typed: str | None) -> str | None:
    """Return the pace of a match as it is stored, `None` for no clock; the server's where none is typed.

    Raises `Refusal`.
    """
    if typed is None:
        guild_id = request.interaction.guild_id
        return None if guild_id is None else await request.services.servers.pace(guild_id)
    return stored_pace(typed)


def stored_pace(typed: str) -> str | None:
    """Return a typed pace as it is stored. Raises `Refusal`."""
    try:
        pace = paces.read(typed)
    except ValueError as error:
        raise Refusal(
            Message(
                "I do not understand the time “{typed}”. Choose one from the list, or type what everybody has and what "
                "each turn adds, such as `3d+12h`: from 5 minutes to 30 days, and at most 7 days more with every turn.",
                typed=typed[:40],
            )
        ) from error
    return None if pace is None else pace.text


@lookup.safe_autocomplete
async def pace_choices(interaction: discord.Interaction, current: str) -> lookup.Choices:
    """Offer the paces that have names, and the one that is being typed."""
    say = await phrases_for(interaction)
    named = [(pace_label(say, name), name) for name in (*PRESETS, NO_CLOCK)]
    fitting = [(label, name) for label, name in named if current.lower() in f"{label} {name}".lower()]
    if not fitting:
        try:
            own = paces.read(current)
        except ValueError:
            return []
        fitting = [(time_texts.pace(say, own), paces.word_of(own))]
    return [app_commands.Choice(name=cut(label, CHOICE_NAME), value=name) for label, name in fitting]


def pace_label(say: Phrases, name: str) -> str:
    """Return what a pace with a name, or none, is called in a list."""
    return time_texts.pace(say, PRESETS[name]) if name in PRESETS else say.message(NAMES[name])
