"""`/settings`: what a player sets for all matches; `/server`: what a server sets for its own."""

from __future__ import annotations

from typing import Final

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.commands.texts import EVERYWHERE, INSTALLED, SERVERS, languages
from bot.interactions import replies
from bot.interactions.actions import begin
from bot.interactions.services import Request, request_for
from bot.texts.phrases import LANGUAGES, SOURCE, Phrases, language_of
from storage import Player

DISCORD: Final = "discord"
"""The value that leaves the language to Discord."""
CHOICES: Final = [
    *languages(),
    app_commands.Choice(name=locale_str("The same as in Discord"), value=DISCORD),
]

SETTINGS: Final = app_commands.Group(
    name="settings",
    description=locale_str("Your own settings, for all matches"),
    allowed_contexts=EVERYWHERE,
    allowed_installs=INSTALLED,
)
SERVER: Final = app_commands.Group(
    name="server",
    description=locale_str("Settings of this server"),
    allowed_contexts=SERVERS,
    allowed_installs=INSTALLED,
    default_permissions=discord.Permissions(manage_guild=True),
)


@SETTINGS.command(name="language", description=locale_str("The language in which I answer you"))
@app_commands.describe(language=locale_str("Leave empty to see the current one"))
@app_commands.choices(language=CHOICES)
async def own_language(interaction: discord.Interaction, language: str | None = None) -> None:
    """Show or change the player's language."""
    request = await begin(interaction)
    book = request.services.languages
    if language is not None:
        now = request.services.matches.clock()
        await book.set_player(request.user, None if language == DISCORD else language, now=now)
        request = await request_for(interaction)  # answered in the new language
    say = request.say
    await replies.tell(interaction, _own(say, await book.of_player(request.user)))


def _own(say: Phrases, language: str | None) -> str:
    if language is None:
        name = LANGUAGES[say.language]
        return say("I answer you in your Discord language: {language}.", language=name)
    return say("I answer you in {language}.", language=LANGUAGES[language])


@SETTINGS.command(name="dm", description=locale_str("A direct message instead of a ping, whenever it is your turn"))
@app_commands.describe(on=locale_str("Leave empty to see the current setting"))
async def direct_messages(interaction: discord.Interaction, on: bool | None = None) -> None:
    """Show or change whether the player wants direct messages."""
    request = await begin(interaction)
    store = request.services.store
    if on is None:
        player = await store.people.player(request.user)
    else:
        player = await store.people.set_player(
            request.user, now=request.services.matches.clock(), dm=on, dm_closed=False
        )
    await replies.tell(interaction, _dm(request.say, player))


def _dm(say: Phrases, player: Player) -> str:
    if player.dm and player.dm_closed:
        return say("Direct messages are on, but Discord refused the last one; `/settings dm on:True` tries again.")
    if player.dm:
        return say("Direct messages are on.")
    return say("Direct messages are off; you are pinged in the threads.")


@SERVER.command(name="language", description=locale_str("The language of new matches on this server"))
@app_commands.describe(language=locale_str("Leave empty to see the current one"))
@app_commands.choices(language=CHOICES)
@app_commands.checks.has_permissions(manage_guild=True)
async def server_language(interaction: discord.Interaction, language: str | None = None) -> None:
    """Show or change the language of a server's matches."""
    request = await begin(interaction)
    assert interaction.guild_id is not None
    book = request.services.languages
    if language is not None:
        now = request.services.matches.clock()
        await book.set_guild(interaction.guild_id, None if language == DISCORD else language, now=now)
    await replies.tell(interaction, told_language(request, await book.of_guild(interaction.guild_id)))


def told_language(request: Request, language: str | None) -> str:
    """The language of new matches on this server, as a sentence."""
    say = request.say
    if language is None:
        name = LANGUAGES[language_of(str(request.interaction.guild_locale)) or SOURCE]
        return say("New matches here are in the server's Discord language: {language}.", language=name)
    return say("New matches here are in {language}.", language=LANGUAGES[language])
