"""`/monolith`: setup, the turn, looking things up. A command builds the line of an action and nothing more."""

from __future__ import annotations

from typing import Final, Literal

import discord
from discord import app_commands

from bot.interactions import actions, lookup
from bot.monolith_arena import autocomplete
from bot.monolith_arena.commands import monolith as _monoliths  # noqa: F401  # their commands join the group
from bot.monolith_arena.commands import orders as _orders  # noqa: F401
from bot.monolith_arena.commands.group import FACING_HELP, HEX_HELP, MATCH_HELP, MONOLITH, Facing, line
from games.monolith_arena.tiles import FACTIONS
from games.monolith_arena.tiles import faction as home

_FACTIONS: Final = [
    *(app_commands.Choice(name=home(f).name, value=f) for f in FACTIONS),
    app_commands.Choice(name="Random", value="random"),
]


@MONOLITH.command(name="faction", description="Choose your faction")
@app_commands.describe(faction="Which faction you play", match=MATCH_HELP)
@app_commands.choices(faction=_FACTIONS)
@app_commands.autocomplete(match=lookup.match_choices)
async def choose_faction(interaction: discord.Interaction, faction: str, match: str | None = None) -> None:
    """Choose a faction."""
    await actions.play(interaction, match, line("faction", autocomplete.one_word(faction)))


@MONOLITH.command(description="Place your banner, or your folded monolith, before the first turn")
@app_commands.describe(hex=HEX_HELP, facing="Banners look the same in all facings", match=MATCH_HELP)
@app_commands.autocomplete(hex=autocomplete.after("banner"), match=lookup.match_choices)
async def banner(
    interaction: discord.Interaction,
    hex: str,  # noqa: A002  # the name of the option
    facing: Facing | None = None,
    match: str | None = None,
) -> None:
    """Place the banner."""
    await actions.play(interaction, match, line("banner", autocomplete.hex_word(hex), *([facing] if facing else [])))


@MONOLITH.command(description="Your reserve, your monolith and all you can do, for you alone")
@app_commands.describe(match=MATCH_HELP)
@app_commands.autocomplete(match=lookup.match_choices)
async def reserve(interaction: discord.Interaction, match: str | None = None) -> None:
    """Open the private panel."""
    await actions.show_panel(interaction, match)


@MONOLITH.command(description="The discard piles, the tiles not seen yet, what you may know of monoliths")
@app_commands.describe(seat="Only one seat's", match=MATCH_HELP)
@app_commands.autocomplete(match=lookup.match_choices)
async def piles(
    interaction: discord.Interaction, seat: Literal["A", "B", "C", "D"] | None = None, match: str | None = None
) -> None:
    """Show the piles."""
    await actions.show_piles(interaction, match, None if seat is None else "ABCD".index(seat))


@MONOLITH.command(description="Discard a tile of your reserve")
@app_commands.describe(tile="A tile of your reserve", match=MATCH_HELP)
@app_commands.autocomplete(tile=autocomplete.after("discard"), match=lookup.match_choices)
async def discard(interaction: discord.Interaction, tile: str, match: str | None = None) -> None:
    """Discard."""
    await actions.play(interaction, match, line("discard", autocomplete.one_word(tile)))


@MONOLITH.command(description="Discard a reserve of nothing but orders and draw anew")
@app_commands.describe(match=MATCH_HELP)
@app_commands.autocomplete(match=lookup.match_choices)
async def redraw(interaction: discord.Interaction, match: str | None = None) -> None:
    """Redraw."""
    await actions.play(interaction, match, line("redraw"))


@MONOLITH.command(description="Play a champion or a rune from your reserve")
@app_commands.describe(
    tile="A tile of your reserve",
    hex="Where to; a Demon may take an enemy's place",
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
    words = [autocomplete.one_word(tile), autocomplete.hex_word(hex), *([facing] if facing else [])]
    await actions.play(interaction, match, line("place", *words))


@MONOLITH.command(description="End your turn; what is left in your reserve is kept")
@app_commands.describe(match=MATCH_HELP)
@app_commands.autocomplete(match=lookup.match_choices)
async def end(interaction: discord.Interaction, match: str | None = None) -> None:
    """End the turn."""
    await actions.play(interaction, match, line("end"))


@MONOLITH.command(description="Answer what the match waits for: a hex, a facing, a target, a wound to absorb")
@app_commands.describe(option="Your answer", match=MATCH_HELP)
@app_commands.autocomplete(option=autocomplete.after("choose"), match=lookup.match_choices)
async def choose(interaction: discord.Interaction, option: str, match: str | None = None) -> None:
    """Answer a question."""
    await actions.play(interaction, match, line("choose", autocomplete.triangle(option)))


@MONOLITH.command(name="tile", description="The card of a tile")
@app_commands.describe(name="The name of the tile", match=MATCH_HELP)
@app_commands.autocomplete(name=autocomplete.tiles, match=lookup.match_choices)
async def tile_card(interaction: discord.Interaction, name: str, match: str | None = None) -> None:
    """Show a card."""
    await actions.show_card(interaction, name)


COMMANDS: Final = (MONOLITH,)
