"""`/monsters`: the slash commands of Monsters & Myths. A command makes the tokens of an action and nothing more."""

from __future__ import annotations

from typing import Final

from discord import app_commands
from discord.app_commands import locale_str

from bot.monsters_and_myths.commands import lookups, moves

MONSTERS: Final = app_commands.Group(
    name="monsters",
    description=locale_str("Play Monsters & Myths"),
    allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=False),
    allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
)
for _room in (moves, lookups):
    for _command in _room.COMMANDS:
        MONSTERS.add_command(_command)

COMMANDS: Final = (MONSTERS,)
