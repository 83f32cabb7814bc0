"""`/monsters`: every decision of a match as a command."""

from __future__ import annotations

from typing import Any, Final

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.interactions import actions, lookup
from bot.monsters_and_myths.commands import autocomplete
from bot.monsters_and_myths.commands.options import CARDS_HELP, MATCH_HELP, NATION_HELP, TARGET_HELP, tokens
from bot.panels.model import SeatPerspective
from games.api import Action
from games.monsters_and_myths.view import View

MATCHES: Final = lookup.match_choices


@app_commands.command(description=locale_str("Choose which of your seven cards you keep; final and secret"))
@app_commands.describe(cards=CARDS_HELP, match=MATCH_HELP)
@app_commands.autocomplete(cards=autocomplete.several("keep"), match=MATCHES)
async def keep(interaction: discord.Interaction, cards: str, match: str | None = None) -> None:
    """Keep cards."""
    await actions.play(interaction, match, ("keep", *tokens(cards)))


@app_commands.command(description=locale_str("Give your wizards to your nations"))
@app_commands.describe(
    nation=NATION_HELP,
    nation2=locale_str("The nation of a second wizard"),
    nation3=locale_str("The nation of a third wizard"),
    match=MATCH_HELP,
)
@app_commands.autocomplete(
    nation=autocomplete.after("wizard"),
    nation2=autocomplete.after("wizard", "$nation"),
    nation3=autocomplete.after("wizard", "$nation", "$nation2"),
    match=MATCHES,
)
async def wizard(
    interaction: discord.Interaction,
    nation: str,
    nation2: str | None = None,
    nation3: str | None = None,
    match: str | None = None,
) -> None:
    """Place wizards."""
    await actions.play(interaction, match, ("wizard", *tokens(nation, nation2, nation3)))


@lookup.offers
async def _goals(interaction: discord.Interaction, current: str) -> lookup.Choices:
    given = interaction.namespace
    perspective = await lookup.perspective(interaction, given.match)
    if perspective is None:
        return []
    return autocomplete.offers(perspective, ("attack", *tokens(given.nation)[:1]), current)


@app_commands.command(description=locale_str("Attack: the target of a battle card, or of the army you have hired"))
@app_commands.describe(
    target=TARGET_HELP, nation=locale_str("Which of your nations attacks; not for mercenaries"), match=MATCH_HELP
)
@app_commands.autocomplete(nation=autocomplete.after("attack"), target=_goals, match=MATCHES)
async def attack(
    interaction: discord.Interaction, target: str, nation: str | None = None, match: str | None = None
) -> None:
    """Attack."""
    await actions.play(interaction, match, ("attack", *tokens(nation), *tokens(target)[:1]))


@app_commands.command(description=locale_str("Hire an army of mercenaries from your own creatures"))
@app_commands.describe(cards=CARDS_HELP, match=MATCH_HELP)
@app_commands.autocomplete(cards=autocomplete.several("muster"), match=MATCHES)
async def mercenaries(interaction: discord.Interaction, cards: str, match: str | None = None) -> None:
    """Muster."""
    await actions.play(interaction, match, ("muster", *tokens(cards)))


@app_commands.command(description=locale_str("Roll, or roll on until something happens"))
@app_commands.describe(until=locale_str("How far to go on without being asked"), match=MATCH_HELP)
@app_commands.autocomplete(until=autocomplete.after("roll"), match=MATCHES)
async def roll(interaction: discord.Interaction, until: str | None = None, match: str | None = None) -> None:
    """Roll."""
    await actions.play(interaction, match, ("roll", *tokens(until)))


@app_commands.command(description=locale_str("End the fight"))
@app_commands.describe(match=MATCH_HELP)
@app_commands.autocomplete(match=MATCHES)
async def stop(interaction: discord.Interaction, match: str | None = None) -> None:
    """Stop."""
    await actions.play(interaction, match, ("stop",))


@app_commands.command(description=locale_str("Say which creatures you lose"))
@app_commands.describe(
    card=locale_str("Which creature"), card2=locale_str("The second one, where you lose two"), match=MATCH_HELP
)
@app_commands.autocomplete(card=autocomplete.after("lose"), card2=autocomplete.after("lose", "$card"), match=MATCHES)
async def lose(interaction: discord.Interaction, card: str, card2: str | None = None, match: str | None = None) -> None:
    """Choose losses."""
    await actions.play(interaction, match, ("lose", *tokens(card, card2)))


@app_commands.command(description=locale_str("Ride on: leave a card behind and attack another nation"))
@app_commands.describe(flip=locale_str("Which card stays behind, face down"), target=TARGET_HELP, match=MATCH_HELP)
@app_commands.autocomplete(
    flip=autocomplete.after("pursue"), target=autocomplete.after("pursue", "$flip"), match=MATCHES
)
async def pursue(interaction: discord.Interaction, flip: str, target: str, match: str | None = None) -> None:
    """Pursue."""
    await actions.play(interaction, match, ("pursue", *tokens(flip)[:1], *tokens(target)[:1]))


@app_commands.command(description=locale_str("End the attack after a fight, or discard a card that allows none"))
@app_commands.describe(match=MATCH_HELP)
@app_commands.autocomplete(match=MATCHES)
async def end(interaction: discord.Interaction, match: str | None = None) -> None:
    """End the attack."""

    def typed(perspective: SeatPerspective[View]) -> Action:
        return ("none",) if perspective.view.phase == "card" else ("end",)

    await actions.play(interaction, match, typed)


@app_commands.command(description=locale_str("Fire a catapult: 4, 5 and 6 take the card"))
@app_commands.describe(target=locale_str("Which card of whom"), match=MATCH_HELP)
@app_commands.autocomplete(target=autocomplete.after("fire"), match=MATCHES)
async def fire(interaction: discord.Interaction, target: str, match: str | None = None) -> None:
    """Fire."""
    await actions.play(interaction, match, ("fire", *tokens(target)[:1]))


@app_commands.command(name="pass", description=locale_str("Let the attack go on without firing"))
@app_commands.describe(scope=locale_str("For how long; left out, for this window"), match=MATCH_HELP)
@app_commands.choices(
    scope=[
        app_commands.Choice(name=locale_str("this fight"), value="fight"),
        app_commands.Choice(name=locale_str("this attack card"), value="card"),
        app_commands.Choice(name=locale_str("this round"), value="round"),
        app_commands.Choice(name=locale_str("until I am attacked"), value="attacked"),
        app_commands.Choice(name=locale_str("take my pass back"), value="recall"),
    ]
)
@app_commands.autocomplete(match=MATCHES)
async def pass_on(interaction: discord.Interaction, scope: str | None = None, match: str | None = None) -> None:
    """Pass, or take a pass back."""
    await actions.play(interaction, match, ("recall",) if scope == "recall" else ("pass", *tokens(scope)))


COMMANDS: Final[tuple[app_commands.Command[Any, ..., None], ...]] = (
    keep,
    wizard,
    attack,
    mercenaries,
    roll,
    stop,
    lose,
    pursue,
    end,
    fire,
    pass_on,
)
