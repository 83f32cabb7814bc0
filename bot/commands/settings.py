"""`/settings`: what a player sets for all matches, except what belongs to a feature."""

from __future__ import annotations

from typing import Final

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.commands.common import languages
from bot.interactions import replies
from bot.interactions.actions import begin
from bot.interactions.services import Command, request_for
from bot.texts.phrases import LANGUAGES, Phrases
from storage import Player

DISCORD: Final = "discord"
"""The value that leaves the language to Discord."""
LANGUAGE_CHOICES: Final = [
    *languages(),
    app_commands.Choice(name=locale_str("The same as in Discord"), value=DISCORD),
]


@app_commands.command(name="language", description=locale_str("The language in which I answer you"))
@app_commands.describe(language=locale_str("Leave empty to see the current one"))
@app_commands.choices(language=LANGUAGE_CHOICES)
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


@app_commands.command(name="dm", description=locale_str("A direct message instead of a ping, whenever it is your turn"))
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


@app_commands.command(name="invitations", description=locale_str("Challenges and offers of seats that name you"))
@app_commands.describe(on=locale_str("Leave empty to see the current setting"))
async def invitations(interaction: discord.Interaction, on: bool | None = None) -> None:
    """Show or change whether others may challenge the player, and offer them seats, by name."""
    request = await begin(interaction)
    people = request.services.store.people
    if on is None:
        player = await people.player(request.user)
    else:
        player = await people.set_player(request.user, now=request.services.matches.clock(), invitations=on)
    say = request.say
    text = (
        say("Others may challenge you and offer you seats.")
        if player.invitations
        else say("Nobody can challenge you or offer you a seat by name. You can still join and take over.")
    )
    await replies.tell(interaction, text)


COMMANDS: Final[tuple[Command, ...]] = (own_language, direct_messages, invitations)
