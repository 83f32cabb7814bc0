"""`/learn`: the guided first match, for one person alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.commands.texts import EVERYWHERE, INSTALLED, localized
from bot.features.lessons import pages as lessons
from bot.interactions.actions import begin
from bot.panels.face import AnyFace

GAME: Final = locale_str("Which game")


def learn_command(faces: Mapping[str, AnyFace]) -> app_commands.Command[Any, ..., None]:
    """The command, for those of these games that have lessons."""
    taught = {name: face for name, face in faces.items() if face.lessons}

    @app_commands.command(name="learn", description=locale_str("Learn a game in ten minutes, alone and step by step"))
    @app_commands.describe(game=GAME)
    @app_commands.choices(
        game=[app_commands.Choice(name=localized(face.game.title), value=name) for name, face in taught.items()]
    )
    async def learn(interaction: discord.Interaction, game: str | None = None) -> None:
        """Show the lessons."""
        request = await begin(interaction)
        await lessons.overview(request, game or next(iter(taught)))

    learn.allowed_contexts, learn.allowed_installs = EVERYWHERE, INSTALLED
    return learn
