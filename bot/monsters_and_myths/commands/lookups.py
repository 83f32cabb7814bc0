"""`/monsters`: looking things up, and answering whatever is asked."""

from __future__ import annotations

from typing import Any, Final

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.features.standing_orders import pages as instructing
from bot.interactions import actions, lookup
from bot.monsters_and_myths.commands import autocomplete
from bot.monsters_and_myths.commands.options import MATCH_HELP, tokens
from bot.monsters_and_myths.texts.standing import action_text
from bot.panels import autocomplete as shared
from bot.panels.model import SeatPerspective
from games.api import Action, Field, Ready
from games.monsters_and_myths.view import View


@app_commands.command(description=locale_str("Your cards and all you can do, for your eyes only"))
@app_commands.describe(match=MATCH_HELP)
@app_commands.autocomplete(match=lookup.match_choices)
async def cards(interaction: discord.Interaction, match: str | None = None) -> None:
    """Open the private panel."""
    await actions.show_panel(interaction, match)


@app_commands.command(description=locale_str("Captured and discarded cards, and what is left in the pile"))
@app_commands.describe(match=MATCH_HELP)
@app_commands.autocomplete(match=lookup.match_choices)
async def piles(interaction: discord.Interaction, match: str | None = None) -> None:
    """Show the piles."""
    await actions.show_exhibit(interaction, match, "piles")


@app_commands.command(description=locale_str("A card, and what it does"))
@app_commands.describe(name=locale_str("The name of the card"))
@app_commands.autocomplete(name=autocomplete.card_names)
async def card(interaction: discord.Interaction, name: str) -> None:
    """Show a card."""
    await actions.look_up(interaction, "mcard", (name,))


def answers(perspective: SeatPerspective[View]) -> list[tuple[str, str]]:
    """What can be answered in one or two words to whatever the asker is waited for, in words and as tokens."""
    field = perspective.options(()) if perspective.choice is not None else None
    found: list[Action] = []
    for verb in field.values if isinstance(field, Field) else ():
        following = perspective.options((verb,))
        if isinstance(following, Ready):
            found.append((verb,))
            continue
        if following.least == 0:
            found.append((verb,))
        found += [
            (verb, token)
            for token in dict.fromkeys(following.values)
            if isinstance(perspective.options((verb, token)), Ready)
        ]
    return [(action_text(perspective.say, action), " ".join(action)) for action in found]


@lookup.offers
async def _answers(interaction: discord.Interaction, current: str) -> lookup.Choices:
    perspective = await lookup.perspective(interaction, interaction.namespace.match)
    named = answers(perspective) if perspective is not None else []
    return [app_commands.Choice(name=name, value=line) for name, line in shared.matching(named, current)]


@app_commands.command(description=locale_str("Answer whatever you are asked"))
@app_commands.describe(option=locale_str("Your answer"), match=MATCH_HELP)
@app_commands.autocomplete(option=_answers, match=lookup.match_choices)
async def choose(interaction: discord.Interaction, option: str, match: str | None = None) -> None:
    """Answer."""
    await actions.play(interaction, match, tokens(option))


@app_commands.command(description=locale_str("What you answer in advance when you are asked outside your own turn"))
@app_commands.describe(match=MATCH_HELP)
@app_commands.autocomplete(match=lookup.match_choices)
async def orders(interaction: discord.Interaction, match: str | None = None) -> None:
    """Show and change standing instructions."""
    request = await actions.begin(interaction)
    await instructing.show(request, await lookup.find(request, match))


COMMANDS: Final[tuple[app_commands.Command[Any, ..., None], ...]] = (cards, piles, card, choose, orders)
