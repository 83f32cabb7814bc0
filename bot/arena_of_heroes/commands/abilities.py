"""`/arena`: abilities and items, also in another's turn, and letting an attack go on (A6, A7, A9)."""

from __future__ import annotations

from typing import Any, Final

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.arena_of_heroes.commands.options import ACTIVE, MATCH_HELP, after, hideouts, number_token, one_token
from bot.arena_of_heroes.exhibits import find
from bot.commands.options import localized
from bot.interactions import actions, lookup

_ABILITIES: Final = [app_commands.Choice(name=localized(ability.title), value=ability.id) for ability in ACTIVE]
_PASSES: Final = [
    app_commands.Choice(name=locale_str("Once"), value="once"),
    app_commands.Choice(name=locale_str("In this turn"), value="turn"),
    app_commands.Choice(name=locale_str("Always"), value="always"),
]


@app_commands.command(description=locale_str("Use an ability of your hero"))
@app_commands.describe(
    name=locale_str("Which ability"), number=locale_str("The aim, where it needs one"), match=MATCH_HELP
)
@app_commands.choices(name=_ABILITIES)
@app_commands.autocomplete(number=hideouts, match=lookup.match_choices)
async def ability(
    interaction: discord.Interaction, name: str, number: str | None = None, match: str | None = None
) -> None:
    """Use an ability."""
    more = () if number is None else (number_token(number),)
    await actions.play(interaction, match, (name, *more))


@app_commands.command(description=locale_str("Use an item"))
@app_commands.describe(
    item=locale_str("Which of your items"), number=locale_str("A hideout, where it needs one"), match=MATCH_HELP
)
@app_commands.autocomplete(item=after("use"), number=hideouts, match=lookup.match_choices)
async def use(interaction: discord.Interaction, item: str, number: str | None = None, match: str | None = None) -> None:
    """Use an item."""
    more = () if number is None else (number_token(number),)
    await actions.play(interaction, match, ("use", find("card", item) or one_token(item), *more))


@app_commands.command(name="pass", description=locale_str("Let the attack go on that waits for you"))
@app_commands.describe(how_long=locale_str("How long you let attacks pass"), match=MATCH_HELP)
@app_commands.choices(how_long=_PASSES)
@app_commands.autocomplete(match=lookup.match_choices)
async def let_pass(interaction: discord.Interaction, how_long: str = "once", match: str | None = None) -> None:
    """Let it pass."""
    await actions.play(interaction, match, ("pass",) if how_long == "once" else ("pass", how_long))


COMMANDS: Final[tuple[app_commands.Command[Any, ..., None], ...]] = (ability, use, let_pass)
