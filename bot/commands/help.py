"""`/help`: how to play with this bot, in one answer."""

from __future__ import annotations

from typing import Any, Final

import discord
from discord import app_commands

TEXT: Final = """\
**Start**: `/match new` challenges somebody, or leaves a seat open for whoever joins; `teams` makes it a match of \
two against two or one against two, `monoliths` and `reinforcement` are its variants.
**Play**: in the match's thread, press **Play / my reserve** under the board. What opens is for your eyes alone; \
nothing is public before the last button, and that one says what follows.
**Look**: **In words** describes the whole position, **Piles** lists discards and what nobody has seen yet, \
**Last battle** shows it step by step, `/monolith tile` shows any tile.
**Change your mind**: `/match undo` takes back the last action of your own turn, as far as nothing was drawn, fought \
or chosen by somebody else since.
**Be told**: `/match settings dm:True` sends you a private message instead of a ping whenever you are waited for.
**Find**: `/match list` shows all your matches, those waiting for you first.
**End**: `/match resign` (for your whole team), `/match draw` (all must agree); afterwards `/match record` gives the \
whole match with its seed, so that anybody can check every draw.
All buttons have a command too: `/monolith …` for moves, in the thread or in a direct message to me."""


@app_commands.command(name="help", description="How to play with this bot")
@app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
@app_commands.allowed_installs(guilds=True, users=False)
async def help_(interaction: discord.Interaction) -> None:
    """Answer the one who asks."""
    await interaction.response.send_message(TEXT, ephemeral=True, allowed_mentions=discord.AllowedMentions.none())


HELP: Final[app_commands.Command[Any, ..., None]] = help_
