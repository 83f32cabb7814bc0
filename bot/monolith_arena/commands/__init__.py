"""`/monolith`: the slash commands of Monolith Arena. A command makes the tokens of an action and nothing more."""

from __future__ import annotations

from typing import Final

from discord import app_commands
from discord.app_commands import locale_str

from bot.monolith_arena.commands import lookups, monolith, orders, setup, turn

MONOLITH: Final = app_commands.Group(
    name="monolith",
    description=locale_str("Play Monolith Arena"),
    allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=False),
    allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
)
for _room in (setup, monolith, turn, orders, lookups):
    for _command in _room.COMMANDS:
        MONOLITH.add_command(_command)

COMMANDS: Final = (MONOLITH,)
