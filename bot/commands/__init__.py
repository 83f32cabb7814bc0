"""The slash commands that belong to no single game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from discord import app_commands

from bot.commands import server_export as server_export  # a command of `/server`
from bot.commands.help import help_command
from bot.commands.match import MatchGroup
from bot.commands.rules import rules_command
from bot.commands.settings import SERVER, SETTINGS
from bot.features.clocks import settings as settings  # its commands are those of `/settings`
from bot.features.clocks.away import AWAY
from bot.features.lessons.commands import learn_command
from bot.features.privacy.commands import PRIVACY
from bot.panels.face import AnyFace

Command = app_commands.Group | app_commands.Command[Any, ..., None]


def shared(faces: Mapping[str, AnyFace]) -> Iterator[Command]:
    """The commands around all games."""
    yield MatchGroup(faces)
    yield SETTINGS
    yield AWAY
    yield SERVER
    yield PRIVACY
    yield rules_command(faces)
    yield learn_command(faces)
    yield help_command(faces)


__all__ = ["Command", "shared"]
