"""The command tree: commands count as running work, what goes wrong is answered, changes alone are registered."""

from __future__ import annotations

import hashlib
import json
import logging
from typing import Any, Final

import discord
from discord import app_commands
from discord.app_commands import TranslationContextLocation as Place

from bot.interactions import given
from bot.interactions.given import NO_COMMAND
from bot.interactions.intake import Intake, offer_nothing
from bot.interactions.refusals import answer_failure
from bot.log import incident, told
from bot.matches.refusals import Refusal
from bot.publish.sending import FAILED
from bot.texts.phrases import SOURCE, Phrases, language_of, phrases
from games.messages import Message
from storage import Store

log = logging.getLogger("bot")

UNKNOWN: Final = (
    app_commands.CommandNotFound,
    app_commands.CommandSignatureMismatch,
    app_commands.TransformerError,
)
"""What discord.py raises, beside its plain error, for commands and options that this version of the bot lacks."""
SYNCED: Final = "synced_commands"
"""Under which key the store remembers what was registered last."""
NAMES: Final = frozenset({Place.command_name, Place.group_name, Place.parameter_name})
"""What stays English."""


class Tree(app_commands.CommandTree[Any]):
    """All slash commands of the bot."""

    def __init__(self, client: discord.Client, intake: Intake) -> None:
        super().__init__(client)
        self._intake = intake

    async def interaction_check(self, interaction: discord.Interaction) -> bool:
        """Count the command among the running work, or turn it away; so are values that it does not offer."""
        if not await self._intake.admit(interaction):
            return False
        fault = given.fault(interaction)
        if fault is None:
            return True
        log.info("interaction %d is given what its command does not offer", interaction.id)
        await self._refuse(interaction, Refusal(fault))
        return False

    async def on_error(self, interaction: discord.Interaction, error: app_commands.AppCommandError) -> None:
        """Answer a failed command; an autocomplete that failed has nothing to offer."""
        cause: BaseException = error.original if isinstance(error, app_commands.CommandInvokeError) else error
        unknown = isinstance(error, UNKNOWN) or type(error) is app_commands.AppCommandError
        if unknown:
            log.info("interaction %d is about a command that does not exist: %s", interaction.id, told(error))
            cause = Refusal(NO_COMMAND)
        if not unknown and interaction.type is discord.InteractionType.autocomplete:
            incident("an autocomplete failed", cause)
        await self._refuse(interaction, cause)

    async def _refuse(self, interaction: discord.Interaction, cause: BaseException) -> None:
        """Say why a command came to nothing; an autocomplete has nothing to offer then."""
        if interaction.type is discord.InteractionType.autocomplete:
            await offer_nothing(interaction)
        else:
            await answer_failure(interaction, cause)

    def allow_user_installs(self) -> None:
        """Let people have the commands that work in direct messages as an app of their own, on no server."""
        for command in self.get_commands():
            if isinstance(command, app_commands.ContextMenu) or command.allowed_contexts is None:
                continue
            if command.allowed_contexts.dm_channel:
                command.allowed_installs = app_commands.AppInstallationType(guild=True, user=True)

    async def register(self, store: Store, guild_id: int | None) -> None:
        """Register the commands when they or their translations have changed; a failure leaves the old ones in place.

        With `guild_id` that server gets them at once.
        """
        guild = discord.Object(guild_id) if guild_id else None
        if guild is not None:
            self.copy_global_to(guild=guild)
        await self.set_translator(CatalogueTranslator())
        digest = _digest(await payloads(self, guild))
        wanted = f"{guild_id or 'all'}:{self.client.application_id}:{digest}"
        if await store.values.find(SYNCED) == wanted:
            return
        try:
            await self.sync(guild=guild)
        except (*FAILED, app_commands.CommandSyncFailure) as error:
            incident("the commands could not be registered; the old ones stay", error)
            return
        await store.values.set(SYNCED, wanted)


def _digest(payload: list[dict[str, Any]]) -> str:
    return hashlib.sha256(json.dumps(payload, sort_keys=True).encode()).hexdigest()


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
