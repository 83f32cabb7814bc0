"""The slash commands that belong to no single game, with those of the features."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.commands import server, settings
from bot.commands.common import EVERYWHERE, INSTALLED, SERVERS
from bot.commands.match import MatchGroup
from bot.commands.rules import rules_command
from bot.interactions.services import Command, Feature
from bot.panels.face import AnyFace


def shared(faces: Mapping[str, AnyFace], features: Sequence[Feature]) -> Iterator[Command]:
    """Make the commands around all games; each bot has its own groups."""
    yield MatchGroup(faces, _of_group("match", features))
    yield _with(
        app_commands.Group(
            name="settings",
            description=locale_str("Your own settings, for all matches"),
            allowed_contexts=EVERYWHERE,
            allowed_installs=INSTALLED,
        ),
        (*settings.COMMANDS, *_of_group("settings", features)),
    )
    yield _with(
        app_commands.Group(
            name="server",
            description=locale_str("Settings of this server"),
            allowed_contexts=SERVERS,
            allowed_installs=INSTALLED,
            default_permissions=discord.Permissions(manage_guild=True),
        ),
        (*server.COMMANDS, *_of_group("server", features)),
    )
    yield rules_command(faces)
    yield from _of_group("", features)
    for feature in features:
        if feature.game_commands is not None:
            yield from feature.game_commands(faces)


def _of_group(group: str, features: Sequence[Feature]) -> list[Command]:
    return [command for feature in features for command in feature.commands.get(group, ())]


def _with(group: app_commands.Group, commands: Sequence[Command]) -> app_commands.Group:
    for command in commands:
        group.add_command(command)
    return group
