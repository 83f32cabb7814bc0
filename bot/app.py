"""The bot: one client that holds the store, the services and the outbox worker together."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final, cast

import discord
from discord import app_commands

from bot.commands.help import HELP
from bot.commands.match import MatchGroup
from bot.config import Settings
from bot.interactions import actions, components, lookup, replies
from bot.log import incident
from bot.matches.lobby import Lobby
from bot.matches.service import Matches, Refusal
from bot.monolith_arena import COMMANDS, FACE
from bot.names import NameBook
from bot.panels.face import GameFace
from bot.publish.dms import DirectMessages
from bot.publish.outbox import Outbox
from bot.publish.places import Places
from bot.studio import Studio
from bot.texts import match as texts
from storage import Store

log = logging.getLogger("bot")

PERMISSIONS: Final = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    create_public_threads=True,
    create_private_threads=True,
    attach_files=True,
    embed_links=True,
    read_message_history=True,
)
"""The least that the bot needs."""
SCOPES: Final = ("bot", "applications.commands")
SYNCED: Final = "synced_commands"
PRUNE_EVERY: Final = 3600.0
STOP_WITHIN: Final = 4.0
"""Seconds that a stop waits for running commands and presses, and meanwhile for the outbox."""


def faces() -> dict[str, GameFace]:
    """All games of the bot by their names."""
    return {FACE.game.name: FACE}


class Tree(app_commands.CommandTree[Any]):
    """The command tree, with one way to answer what goes wrong."""

    async def interaction_check(self, interaction: discord.Interaction) -> bool:
        """Count the command among the running work; while the bot stops, nothing new is begun."""
        bot = lookup.bot_of(interaction)
        bot.busy_with(asyncio.current_task())
        if not bot.stopping:
            return True
        if interaction.type is not discord.InteractionType.autocomplete:
            await answer_failure(interaction, Refusal(texts.STOPPING))
        return False

    async def on_error(self, interaction: discord.Interaction, error: app_commands.AppCommandError) -> None:
        """Answer a failed command; autocompletes just stay empty."""
        cause = error.original if isinstance(error, app_commands.CommandInvokeError) else error
        if interaction.type is discord.InteractionType.autocomplete:
            incident("an autocomplete failed", cause)
            return
        await answer_failure(interaction, cause)


async def answer_failure(interaction: discord.Interaction, error: BaseException) -> None:
    """One sentence for the player; a refusal as it is, anything else logged with an id."""
    if isinstance(error, Refusal):
        text = error.sentence()
    elif isinstance(error, discord.NotFound) and error.code == 10062:
        log.info("interaction %d came too late to be answered", interaction.id)
        return
    elif isinstance(error, discord.HTTPException) and error.code == 40060:
        log.info("interaction %d was delivered twice", interaction.id)
        return
    elif isinstance(error, replies.BROKEN):
        log.info("interaction %d could not be answered: %s", interaction.id, error)
        text = texts.CONNECTION
    elif isinstance(error, discord.InteractionResponded):
        log.info("interaction %d was answered already", interaction.id)
        return
    else:
        text = texts.failure(incident(f"interaction {interaction.id}", error))
    try:
        await replies.say(interaction, text)
    except (discord.HTTPException, *replies.BROKEN) as gone:
        log.info("interaction %d could not be answered: %s", interaction.id, gone)


class ArenaBot(discord.Client):
    """The Discord client."""

    def __init__(self, settings: Settings, store: Store) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            max_ratelimit_timeout=30,
        )
        self.settings = settings
        self.store = store
        self.faces = faces()
        self.matches = Matches(store, self.faces)
        self.lobby = Lobby(self.matches)
        self.names = NameBook(self)
        self.studio = Studio()
        self.outbox = Outbox(
            store,
            self.matches,
            Places(self, store, self.names, self.studio),
            DirectMessages(self, store, self.names, self.studio),
        )
        self.matches.wake = self.outbox.wake
        self.tree = Tree(self)
        for command in (MatchGroup(self.faces), *COMMANDS, HELP):
            self.tree.add_command(command)
        self._tasks: list[asyncio.Task[None]] = []
        self._busy: set[asyncio.Task[Any]] = set()
        self.stopping = False

    async def setup_hook(self) -> None:
        """After the login, before the gateway: buttons of all times, commands, the outbox."""
        self.add_dynamic_items(*components.ITEMS)
        await self.outbox.reconcile()
        await self.sync()
        self._tasks = [asyncio.create_task(self._work()), asyncio.create_task(self._prune())]

    async def sync(self) -> None:
        """Register the commands when they have changed; a failure leaves the old ones in place."""
        guild = discord.Object(self.settings.dev_guild_id) if self.settings.dev_guild_id else None
        if guild is not None:
            self.tree.copy_global_to(guild=guild)
        payload = [command.to_dict(self.tree) for command in self.tree.get_commands(guild=guild)]
        wanted = f"{guild.id if guild else 'all'}:{self.application_id}:{_digest(payload)}"
        if await self.store.meta(SYNCED) == wanted:
            return
        try:
            await self.tree.sync(guild=guild)
        except (discord.HTTPException, app_commands.CommandSyncFailure) as error:
            incident("the commands could not be registered; the old ones stay", error)
            return
        await self.store.set_meta(SYNCED, wanted)

    async def _work(self) -> None:
        await self.wait_until_ready()
        await self.outbox.run()

    async def _prune(self) -> None:
        while True:
            await asyncio.sleep(PRUNE_EVERY)
            try:
                await self.store.prune(self.matches.clock())
            except Exception as error:
                incident("pruning", error)

    async def on_ready(self) -> None:
        """Say that the bot is there."""
        log.info("ready as %s in %d servers", self.user, len(self.guilds))

    async def pressed(
        self, interaction: discord.Interaction, match_id: str, deed: str, key: str, words: tuple[str, ...]
    ) -> None:
        """A button or a select was used."""
        self.names.note(interaction.user)
        await actions.press(interaction, match_id, deed, key, words)

    def busy_with(self, task: asyncio.Task[Any] | None) -> None:
        """Let a stop wait for this task."""
        if task is not None:
            self._busy.add(task)
            task.add_done_callback(self._busy.discard)

    async def guarded(self, interaction: discord.Interaction, work: Callable[[], Awaitable[None]]) -> None:
        """Run the work of an interaction; whatever goes wrong, the player hears of it."""
        self.busy_with(asyncio.current_task())
        try:
            if self.stopping:
                raise Refusal(texts.STOPPING)
            await work()
        except Exception as error:
            await answer_failure(interaction, error)

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Answer buttons of a form that no version of the bot knows any more."""
        if interaction.type not in (discord.InteractionType.component, discord.InteractionType.modal_submit):
            return
        data: Mapping[str, Any] = cast("Mapping[str, Any]", interaction.data or {})
        custom_id = str(data.get("custom_id", ""))
        if components.BUTTON.fullmatch(custom_id) or components.SELECT.fullmatch(custom_id):
            return

        async def work() -> None:
            raise Refusal(texts.OLD_PANEL)

        await self.guarded(interaction, work)

    async def stop(self) -> None:
        """Stop in good order: no new work, finish what runs, close."""
        if self.stopping:
            return
        self.stopping = True
        await asyncio.gather(self._finish_work(), self.outbox.stop())
        await self.close()

    async def _finish_work(self) -> None:
        """Let commands and presses come to their end; what takes too long is cut off, its commit made or not made."""
        if self._busy:
            await asyncio.wait(self._busy, timeout=STOP_WITHIN)
        for task in self._busy:
            task.cancel()

    async def close(self) -> None:
        """Close the connection to Discord and end the background tasks."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._tasks = []
        await super().close()


def _digest(payload: list[dict[str, Any]]) -> str:
    return hashlib.sha256(json.dumps(payload, sort_keys=True).encode()).hexdigest()
