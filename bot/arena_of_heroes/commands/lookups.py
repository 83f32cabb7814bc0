"""`/arena`: looking things up; the private panel, the piles, heroes and cards."""

from __future__ import annotations

from typing import Any, Final

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.arena_of_heroes.commands.options import MATCH_HELP, cards, heroes
from bot.features.standing_orders import pages as instructing
from bot.interactions import actions, lookup


@app_commands.command(name="play", description=locale_str("Your hero and all you can do, for your eyes only"))
@app_commands.describe(match=MATCH_HELP)
@app_commands.autocomplete(match=lookup.match_choices)
async def play_panel(interaction: discord.Interaction, match: str | None = None) -> None:
    """Open the private panel."""
    await actions.show_panel(interaction, match)


@app_commands.command(description=locale_str("Decks and discards, closed hideouts"))
@app_commands.describe(match=MATCH_HELP)
@app_commands.autocomplete(match=lookup.match_choices)
async def piles(interaction: discord.Interaction, match: str | None = None) -> None:
    """Show the piles."""
    await actions.show_exhibit(interaction, match, "piles")


@app_commands.command(description=locale_str("Where hidden heroes may be, as everybody can work it out"))
@app_commands.describe(match=MATCH_HELP)
@app_commands.autocomplete(match=lookup.match_choices)
async def where(interaction: discord.Interaction, match: str | None = None) -> None:
    """Show where hidden heroes may be."""
    await actions.show_exhibit(interaction, match, "places")


@app_commands.command(description=locale_str("What you answer in advance when you are asked outside your own turn"))
@app_commands.describe(match=MATCH_HELP)
@app_commands.autocomplete(match=lookup.match_choices)
async def orders(interaction: discord.Interaction, match: str | None = None) -> None:
    """Show and change standing instructions."""
    request = await actions.begin(interaction)
    await instructing.show(request, await lookup.find(request, match))


@app_commands.command(description=locale_str("What a hero can do"))
@app_commands.describe(name=locale_str("The name of the hero"))
@app_commands.autocomplete(name=heroes)
async def hero(interaction: discord.Interaction, name: str) -> None:
    """Show a hero."""
    await actions.look_up(interaction, "hero", (name,))


@app_commands.command(description=locale_str("What an arena card does"))
@app_commands.describe(name=locale_str("The name of the card"))
@app_commands.autocomplete(name=cards)
async def card(interaction: discord.Interaction, name: str) -> None:
    """Show a card."""
    await actions.look_up(interaction, "arenacard", (name,))


COMMANDS: Final[tuple[app_commands.Command[Any, ..., None], ...]] = (play_panel, piles, where, orders, hero, card)
