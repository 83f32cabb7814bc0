"""`/monolith`: the turn; what is played, discarded, answered, and the end of it (R3)."""

from __future__ import annotations

from typing import Any, Final

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.interactions import actions, lookup
from bot.monolith_arena.commands import autocomplete
from bot.monolith_arena.commands.options import (
    FACING_HELP,
    MATCH_HELP,
    RESERVE_HELP,
    SURE_HELP,
    Facing,
    hex_token,
    one_token,
    triangle,
)


@app_commands.command(description=locale_str("Discard a tile of your reserve"))
@app_commands.describe(tile=RESERVE_HELP, match=MATCH_HELP)
@app_commands.autocomplete(tile=autocomplete.after("discard"), match=lookup.match_choices)
async def discard(interaction: discord.Interaction, tile: str, match: str | None = None) -> None:
    """Discard."""
    await actions.play(interaction, match, ("discard", one_token(tile)))


@app_commands.command(description=locale_str("Discard a reserve that is all orders and draw again"))
@app_commands.describe(sure=SURE_HELP, match=MATCH_HELP)
@app_commands.autocomplete(match=lookup.match_choices)
async def redraw(interaction: discord.Interaction, sure: bool = False, match: str | None = None) -> None:
    """Redraw: it cannot be undone, so it is asked for once more."""
    await (actions.play if sure else actions.ask)(interaction, match, ("redraw",))


@app_commands.command(description=locale_str("Play a champion or a rune from your reserve"))
@app_commands.describe(
    tile=RESERVE_HELP,
    hex=locale_str("Which hex; a Demon may take an enemy's place"),
    facing=FACING_HELP,
    match=MATCH_HELP,
)
@app_commands.autocomplete(
    tile=autocomplete.after("place"), hex=autocomplete.after("place", "$tile", hexes=True), match=lookup.match_choices
)
async def place(
    interaction: discord.Interaction,
    tile: str,
    hex: str,  # noqa: A002  # the name of the option
    facing: Facing | None = None,
    match: str | None = None,
) -> None:
    """Place a tile."""
    turned = (facing,) if facing else ()
    await actions.play(interaction, match, ("place", one_token(tile), hex_token(hex), *turned))


@app_commands.command(description=locale_str("End your turn; what is left in your reserve is kept"))
@app_commands.describe(match=MATCH_HELP)
@app_commands.autocomplete(match=lookup.match_choices)
async def end(interaction: discord.Interaction, match: str | None = None) -> None:
    """End the turn."""
    await actions.play(interaction, match, ("end",))


@app_commands.command(description=locale_str("Answer a question: a hex, a facing, a target, a wound to absorb"))
@app_commands.describe(option=locale_str("Your answer"), match=MATCH_HELP)
@app_commands.autocomplete(option=autocomplete.after("choose"), match=lookup.match_choices)
async def choose(interaction: discord.Interaction, option: str, match: str | None = None) -> None:
    """Answer a question."""
    await actions.play(interaction, match, ("choose", triangle(option)))


COMMANDS: Final[tuple[app_commands.Command[Any, ..., None], ...]] = (discard, redraw, place, end, choose)
