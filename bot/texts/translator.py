"""What slash commands say of themselves in each language: discord.py asks for it when they are registered.

The names of commands and of their options are English everywhere, since people tell them to each other and the bot's
own texts quote them; descriptions and choices are translated.
"""

from __future__ import annotations

from typing import Any, Final

import discord
from discord import app_commands
from discord.app_commands import TranslationContextLocation as Place

from bot.texts.phrases import SOURCE, Phrases, language_of, phrases
from games.messages import Message

NAMES: Final = frozenset({Place.command_name, Place.group_name, Place.parameter_name})
"""What stays English."""


class CatalogueTranslator(app_commands.Translator):
    """Descriptions and choices from the bot's catalogues.

    The extra ``context`` of a `discord.app_commands.locale_str` is the context of a term; the extra ``message`` is the
    `games.messages.Message` that it was made of.
    """

    async def translate(
        self, string: app_commands.locale_str, locale: discord.Locale, context: app_commands.TranslationContextTypes
    ) -> str | None:
        """Return the text for one of Discord's locales; `None` where the English one is shown."""
        language = language_of(locale.value)
        if language is None or language == SOURCE or context.location in NAMES:
            return None
        text = _text(phrases(language), string)
        return text if text != string.message else None


def _text(say: Phrases, string: app_commands.locale_str) -> str:
    message, term = string.extras.get("message"), string.extras.get("context")
    if isinstance(message, Message):
        return say.message(message)
    return say.term(term, string.message) if term else say(string.message)


async def payloads(
    tree: app_commands.CommandTree[Any], guild: discord.abc.Snowflake | None = None
) -> list[dict[str, Any]]:
    """Return the commands as they are registered, with all their translations."""
    translator = tree.translator or CatalogueTranslator()
    return [await command.get_translated_payload(tree, translator) for command in tree.get_commands(guild=guild)]
