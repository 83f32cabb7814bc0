"""`/monolith`: looking things up; the private panel, the piles, the card of a tile."""

from __future__ import annotations

from typing import Any, Final, Literal

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.interactions import actions, lookup
from bot.monolith_arena.commands import autocomplete
from bot.monolith_arena.commands.options import MATCH_HELP


@app_commands.command(description=locale_str("Your reserve, your monolith and all you can do, for your eyes only"))
@app_commands.describe(match=MATCH_HELP)
@app_commands.autocomplete(match=lookup.match_choices)
async def reserve(interaction: discord.Interaction, match: str | None = None) -> None:
    """Open the private panel."""
    await actions.show_panel(interaction, match)


@app_commands.command(
    description=locale_str("The discard piles, the tiles not seen yet, what you may know of monoliths")
)
@app_commands.describe(seat=locale_str("Just one seat"), match=MATCH_HELP)
@app_commands.autocomplete(match=lookup.match_choices)
async def piles(
    interaction: discord.Interaction, seat: Literal["A", "B", "C", "D"] | None = None, match: str | None = None
) -> None:
    """Show the piles."""
    tokens = () if seat is None else (str("ABCD".index(seat)),)
    await actions.show_exhibit(interaction, match, "piles", tokens)


@app_commands.command(description=locale_str("The card of a tile"))
@app_commands.describe(name=locale_str("The name of the tile"), match=MATCH_HELP)
@app_commands.autocomplete(name=autocomplete.tiles, match=lookup.match_choices)
async def tile(interaction: discord.Interaction, name: str, match: str | None = None) -> None:
    """Show a card."""
    if match is not None:
        await actions.show_exhibit(interaction, match, "card", (name,))
    else:
        await actions.look_up(interaction, "card", (name,))


COMMANDS: Final[tuple[app_commands.Command[Any, ..., None], ...]] = (reserve, piles, tile)
