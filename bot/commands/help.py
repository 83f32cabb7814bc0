"""`/help`: a game explained, and what the bot can do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.commands.texts import EVERYWHERE, INSTALLED, localized
from bot.interactions import guide
from bot.interactions.actions import begin
from bot.panels.face import AnyFace

GAME: Final = locale_str("Which game; leave empty for the one played in this thread")


def help_command(faces: Mapping[str, AnyFace]) -> app_commands.Command[Any, ..., None]:
    """The command, for these games."""

    async def help_(interaction: discord.Interaction, game: str | None = None) -> None:
        """Open the guide."""
        request = await begin(interaction)
        here = await request.services.matches.in_thread(interaction.channel_id) if game is None else None
        await guide.show(request, game or (here.face.game.name if here is not None else next(iter(faces))))

    made: app_commands.Command[Any, ..., None] = app_commands.command(
        name="help", description=locale_str("How to play, and what this bot can do")
    )(app_commands.describe(game=GAME)(app_commands.choices(game=_games(faces))(help_)))
    made.allowed_contexts, made.allowed_installs = EVERYWHERE, INSTALLED
    return made


def _games(faces: Mapping[str, AnyFace]) -> list[app_commands.Choice[str]]:
    return [app_commands.Choice(name=localized(face.game.title), value=name) for name, face in faces.items()]
