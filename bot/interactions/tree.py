"""The command tree: commands count as running work, what goes wrong is answered, changes alone are registered."""

from __future__ import annotations

import hashlib
import json
import logging
from typing import Any, Final

import discord
from discord import app_commands

from bot.interactions.failures import answer_failure
from bot.interactions.intake import Intake, offer_nothing
from bot.log import incident
from bot.matches.refusals import Refusal
from bot.texts.translator import CatalogueTranslator, payloads
from games.messages import Message
from storage import Store

log = logging.getLogger("bot")

UNKNOWN: Final = (
    app_commands.CommandNotFound,
    app_commands.CommandSignatureMismatch,
    app_commands.TransformerError,
)
"""What discord.py raises, beside its plain error, for commands and options that this version of the bot lacks."""
NO_COMMAND: Final = Message("That command no longer exists. Discord will offer you the current ones in a moment.")
SYNCED: Final = "synced_commands"
"""Under which key the store remembers what was registered last."""


class Tree(app_commands.CommandTree[Any]):
    """All slash commands of the bot."""

    def __init__(self, client: discord.Client, intake: Intake) -> None:
        super().__init__(client)
        self._intake = intake

    async def interaction_check(self, interaction: discord.Interaction) -> bool:
        """Count the command among the running work, or turn it away."""
        return await self._intake.admit(interaction)

    async def on_error(self, interaction: discord.Interaction, error: app_commands.AppCommandError) -> None:
        """Answer a failed command; an autocomplete that failed has nothing to offer."""
        cause: BaseException = error.original if isinstance(error, app_commands.CommandInvokeError) else error
        unknown = isinstance(error, UNKNOWN) or type(error) is app_commands.AppCommandError
        if unknown:
            log.info("interaction %d is about a command that does not exist: %s", interaction.id, error)
            cause = Refusal(NO_COMMAND)
        if interaction.type is not discord.InteractionType.autocomplete:
            await answer_failure(interaction, cause)
            return
        if not unknown:
            incident("an autocomplete failed", cause)
        await offer_nothing(interaction)

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
        except (discord.HTTPException, app_commands.CommandSyncFailure) as error:
            incident("the commands could not be registered; the old ones stay", error)
            return
        await store.values.set(SYNCED, wanted)


def _digest(payload: list[dict[str, Any]]) -> str:
    return hashlib.sha256(json.dumps(payload, sort_keys=True).encode()).hexdigest()
