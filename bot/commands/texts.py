"""What the commands of the bot share: texts in every reader's language, where they may be used."""

from __future__ import annotations

from typing import Final

from discord import app_commands
from discord.app_commands import locale_str

from bot.texts.phrases import LANGUAGES
from games.messages import Message

EVERYWHERE: Final = app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=False)
SERVERS: Final = app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False)
INSTALLED: Final = app_commands.AppInstallationType(guild=True, user=False)
MATCH_HELP: Final = locale_str("Which match; not needed in its thread, or with only one open")


def localized(message: Message) -> locale_str:
    """A text of a game for a command: translated when commands are registered."""
    return locale_str(str(message), message=message)


def languages() -> list[app_commands.Choice[str]]:
    """The languages of the bot to choose from, each in its own words."""
    return [app_commands.Choice(name=name, value=language) for language, name in LANGUAGES.items()]
