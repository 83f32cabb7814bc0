"""`/arena`: heroes, shots, hiding, work, exploring, answers, the end of a turn (A4, A5)."""

from __future__ import annotations

from typing import Any, Final

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.arena_of_heroes.commands.options import MATCH_HELP, NUMBER_HELP, after, hideouts, number_token, one_token
from bot.arena_of_heroes.exhibits import find
from bot.interactions import actions, lookup


@app_commands.command(description=locale_str("Pick your hero before the first turn"))
@app_commands.describe(hero=locale_str("Which hero you play"), match=MATCH_HELP)
@app_commands.autocomplete(hero=after("pick"), match=lookup.match_choices)
async def pick(interaction: discord.Interaction, hero: str, match: str | None = None) -> None:
    """Pick a hero."""
    await actions.play(interaction, match, ("pick", find("hero", hero) or one_token(hero)))


@app_commands.command(description=locale_str("Fire the machine at a hideout"))
@app_commands.describe(
    number=NUMBER_HELP, two_dice=locale_str("Both attack dice, where your hero may roll them"), match=MATCH_HELP
)
@app_commands.autocomplete(number=hideouts, match=lookup.match_choices)
async def attack(
    interaction: discord.Interaction, number: str, two_dice: bool = False, match: str | None = None
) -> None:
    """Attack."""
    await actions.play(interaction, match, ("attack2" if two_dice else "attack", number_token(number)))


@app_commands.command(description=locale_str("Roll to hide"))
@app_commands.describe(match=MATCH_HELP)
@app_commands.autocomplete(match=lookup.match_choices)
async def hide(interaction: discord.Interaction, match: str | None = None) -> None:
    """Hide."""
    await actions.play(interaction, match, ("hide",))


@app_commands.command(description=locale_str("Roll to work off a delay token"))
@app_commands.describe(token=locale_str("An idol; left out, a token of your hideout"), match=MATCH_HELP)
@app_commands.autocomplete(token=after("work"), match=lookup.match_choices)
async def work(interaction: discord.Interaction, token: str | None = None, match: str | None = None) -> None:
    """Work off delay."""
    more = () if token is None else (find("card", token) or one_token(token),)
    await actions.play(interaction, match, ("work", *more))


@app_commands.command(description=locale_str("Draw an arena card at your hideout"))
@app_commands.describe(match=MATCH_HELP)
@app_commands.autocomplete(match=lookup.match_choices)
async def explore(interaction: discord.Interaction, match: str | None = None) -> None:
    """Explore."""
    await actions.play(interaction, match, ("explore",))


@app_commands.command(description=locale_str("Roll to remove a spider"))
@app_commands.describe(number=locale_str("The hideout of the spider"), match=MATCH_HELP)
@app_commands.autocomplete(match=lookup.match_choices)
async def spider(interaction: discord.Interaction, number: str, match: str | None = None) -> None:
    """Swat a spider."""
    await actions.play(interaction, match, ("spider", number_token(number)))


@app_commands.command(description=locale_str("Answer a question that your match asks you"))
@app_commands.describe(option=locale_str("Your answer"), match=MATCH_HELP)
@app_commands.autocomplete(option=after("choose"), match=lookup.match_choices)
async def choose(interaction: discord.Interaction, option: str, match: str | None = None) -> None:
    """Answer a question."""
    await actions.play(interaction, match, ("choose", one_token(option)))


@app_commands.command(description=locale_str("End your turn; actions that are left are lost"))
@app_commands.describe(match=MATCH_HELP)
@app_commands.autocomplete(match=lookup.match_choices)
async def end(interaction: discord.Interaction, match: str | None = None) -> None:
    """End the turn."""
    await actions.play(interaction, match, ("end",))


COMMANDS: Final[tuple[app_commands.Command[Any, ..., None], ...]] = (
    pick,
    attack,
    hide,
    work,
    explore,
    spider,
    choose,
    end,
)
