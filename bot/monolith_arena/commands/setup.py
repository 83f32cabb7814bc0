"""`/monolith faction` and `/monolith banner`: before the first turn (R2)."""

from __future__ import annotations

from typing import Any, Final

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.interactions import actions, lookup
from bot.monolith_arena.commands import autocomplete
from bot.monolith_arena.commands.options import HEX_HELP, MATCH_HELP, Facing, hex_token, localized, one_token
from games.monolith_arena.tiles import FACTIONS
from games.monolith_arena.tiles import faction as home

_FACTIONS: Final = [
    *(app_commands.Choice(name=localized(home(f).title), value=f) for f in FACTIONS),
    app_commands.Choice(name=locale_str("Random"), value="random"),
]


@app_commands.command(description=locale_str("Choose your faction"))
@app_commands.describe(faction=locale_str("Which faction you play"), match=MATCH_HELP)
@app_commands.choices(faction=_FACTIONS)
@app_commands.autocomplete(match=lookup.match_choices)
async def faction(interaction: discord.Interaction, faction: str, match: str | None = None) -> None:
    """Choose a faction."""
    await actions.play(interaction, match, ("faction", one_token(faction)))


@app_commands.command(description=locale_str("Place your banner, or your folded monolith, before the first turn"))
@app_commands.describe(
    hex=HEX_HELP, facing=locale_str("Not needed: banners look the same in all facings"), match=MATCH_HELP
)
@app_commands.autocomplete(hex=autocomplete.after("banner"), match=lookup.match_choices)
async def banner(
    interaction: discord.Interaction,
    hex: str,  # noqa: A002  # the name of the option
    facing: Facing | None = None,
    match: str | None = None,
) -> None:
    """Place the banner."""
    turned = (facing,) if facing else ()
    await actions.play(interaction, match, ("banner", hex_token(hex), *turned))


COMMANDS: Final[tuple[app_commands.Command[Any, ..., None], ...]] = (faction, banner)
