"""`/arena`: the slash commands of Arena of Heroes. A command makes the tokens of an action and nothing more."""

from __future__ import annotations

from typing import Final

from discord import app_commands
from discord.app_commands import locale_str

from bot.arena_of_heroes.commands import abilities, lookups, turn

ARENA: Final = app_commands.Group(
    name="arena",
    description=locale_str("Play Arena of Heroes"),
    allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=False),
    allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
)
for _room in (turn, abilities, lookups):
    for _command in _room.COMMANDS:
        ARENA.add_command(_command)

COMMANDS: Final = (ARENA,)
