"""`/monolith`: the orders, and the features of tiles on the board."""

from __future__ import annotations

from typing import Any, Final

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.interactions import actions, lookup
from bot.monolith_arena.commands import autocomplete
from bot.monolith_arena.commands.options import (
    ENEMY_TILE_HELP,
    HEX_HELP,
    KEEP_HELP,
    MATCH_HELP,
    OWN_TILE_HELP,
    STAY_HELP,
    SURE_HELP,
    TURNED_HELP,
    Facing,
    facing_token,
    hex_token,
    one_token,
    triangle,
)
from bot.panels.model import SeatPerspective
from games.api import Action
from games.monolith_arena.view import View


@app_commands.command(description=locale_str("Order: start a battle and end your turn"))
@app_commands.describe(sure=SURE_HELP, match=MATCH_HELP)
@app_commands.autocomplete(match=lookup.match_choices)
async def battle(interaction: discord.Interaction, sure: bool = False, match: str | None = None) -> None:
    """Battle: it cannot be undone, so what would come of it is shown first."""
    await (actions.play if sure else actions.ask)(interaction, match, ("battle",))


@app_commands.command(
    description=locale_str("Order or Rune of Charge: a cavalry champion moves one hex and attacks; your turn ends")
)
@app_commands.describe(
    champion=locale_str("Which champion charges"),
    hex=locale_str("Where it moves, one hex away"),
    facing=TURNED_HELP,
    by=locale_str("The order, or the hex of a Rune of Charge"),
    match=MATCH_HELP,
)
@app_commands.autocomplete(
    champion=autocomplete.charging(),
    hex=autocomplete.charging("$champion"),
    by=autocomplete.after("charge"),
    match=lookup.match_choices,
)
async def charge(
    interaction: discord.Interaction,
    champion: str,
    hex: str,  # noqa: A002  # the name of the option
    facing: Facing,
    by: str | None = None,
    match: str | None = None,
) -> None:
    """Charge."""

    def tokens(perspective: SeatPerspective[View]) -> Action:
        return (*autocomplete.charge_tokens(perspective, by), hex_token(champion), hex_token(hex), facing)

    await actions.play(interaction, match, tokens)


@app_commands.command(description=locale_str("Order: move one of your tiles one hex and turn it as you like"))
@app_commands.describe(tile=OWN_TILE_HELP, hex=STAY_HELP, facing=KEEP_HELP, match=MATCH_HELP)
@app_commands.autocomplete(
    tile=autocomplete.after("move"), hex=autocomplete.after("move", "$tile", hexes=True), match=lookup.match_choices
)
async def move(
    interaction: discord.Interaction,
    tile: str,
    hex: str | None = None,  # noqa: A002  # the name of the option
    facing: Facing | None = None,
    match: str | None = None,
) -> None:
    """Move."""
    await actions.play(interaction, match, ("move", hex_token(tile), hex_token(hex), facing_token(facing)))


@app_commands.command(description=locale_str("Order: one of your tiles pushes an enemy next to it one hex away"))
@app_commands.describe(pusher=OWN_TILE_HELP, target=locale_str("Which tile it pushes"), match=MATCH_HELP)
@app_commands.autocomplete(
    pusher=autocomplete.after("push"), target=autocomplete.after("push", "$pusher"), match=lookup.match_choices
)
async def push(interaction: discord.Interaction, pusher: str, target: str, match: str | None = None) -> None:
    """Push Back."""
    await actions.play(interaction, match, ("push", hex_token(pusher), hex_token(target)))


@app_commands.command(description=locale_str("Order: Fire Concoction; each tile on three touching hexes takes a wound"))
@app_commands.describe(hexes=locale_str("Three hexes that touch, such as C3-C4-D3"), match=MATCH_HELP)
@app_commands.autocomplete(hexes=autocomplete.after("fire"), match=lookup.match_choices)
async def fire(interaction: discord.Interaction, hexes: str, match: str | None = None) -> None:
    """Fire Concoction."""
    await actions.play(interaction, match, ("fire", triangle(hexes)))


@app_commands.command(description=locale_str("Order: Precise Shot; an enemy tile takes a wound"))
@app_commands.describe(target=locale_str("Which enemy tile; banners cannot be shot at"), match=MATCH_HELP)
@app_commands.autocomplete(target=autocomplete.after("shoot"), match=lookup.match_choices)
async def shoot(interaction: discord.Interaction, target: str, match: str | None = None) -> None:
    """Precise Shot."""
    await actions.play(interaction, match, ("shoot", hex_token(target)))


@app_commands.command(description=locale_str("Order: one of your tiles gets a marker that takes its next wound"))
@app_commands.describe(target=OWN_TILE_HELP, match=MATCH_HELP)
@app_commands.autocomplete(target=autocomplete.after("entrench"), match=lookup.match_choices)
async def entrench(interaction: discord.Interaction, target: str, match: str | None = None) -> None:
    """Entrenchment."""
    await actions.play(interaction, match, ("entrench", hex_token(target)))


@app_commands.command(description=locale_str("Order: turn one of your tiles"))
@app_commands.describe(target=OWN_TILE_HELP, facing=TURNED_HELP, match=MATCH_HELP)
@app_commands.autocomplete(target=autocomplete.after("rotate"), match=lookup.match_choices)
async def rotate(
    interaction: discord.Interaction, target: str, facing: Facing | None = None, match: str | None = None
) -> None:
    """Rotation; a tile that looks the same in all facings needs none (R11.9)."""
    await actions.play(interaction, match, ("rotate", hex_token(target), facing_token(facing)))


@app_commands.command(description=locale_str("Order: move an enemy tile one hex and turn it as you like"))
@app_commands.describe(target=ENEMY_TILE_HELP, hex=STAY_HELP, facing=KEEP_HELP, match=MATCH_HELP)
@app_commands.autocomplete(
    target=autocomplete.after("falseorder"),
    hex=autocomplete.after("falseorder", "$target", hexes=True),
    match=lookup.match_choices,
)
async def falseorder(
    interaction: discord.Interaction,
    target: str,
    hex: str | None = None,  # noqa: A002  # the name of the option
    facing: Facing | None = None,
    match: str | None = None,
) -> None:
    """False Order."""
    await actions.play(interaction, match, ("falseorder", hex_token(target), hex_token(hex), facing_token(facing)))


@app_commands.command(description=locale_str("Order: an enemy tile is netted until the end of the next battle"))
@app_commands.describe(target=ENEMY_TILE_HELP, match=MATCH_HELP)
@app_commands.autocomplete(target=autocomplete.after("net"), match=lookup.match_choices)
async def net(interaction: discord.Interaction, target: str, match: str | None = None) -> None:
    """Net."""
    await actions.play(interaction, match, ("net", hex_token(target)))


@app_commands.command(description=locale_str("Use a tile on the board: Maneuver, Rotation or Teleport"))
@app_commands.describe(
    tile=OWN_TILE_HELP, feature=locale_str("Which feature"), hex=HEX_HELP, facing=KEEP_HELP, match=MATCH_HELP
)
@app_commands.autocomplete(
    tile=autocomplete.after("feature"),
    feature=autocomplete.after("feature", "$tile"),
    hex=autocomplete.after("feature", "$tile", "$feature", hexes=True),
    match=lookup.match_choices,
)
async def feature(
    interaction: discord.Interaction,
    tile: str,
    feature: str,
    hex: str | None = None,  # noqa: A002  # the name of the option
    facing: Facing | None = None,
    match: str | None = None,
) -> None:
    """Use a feature."""
    used = one_token(feature)
    where = () if used.lower().startswith("rotation") else (hex_token(hex),)
    await actions.play(interaction, match, ("feature", hex_token(tile), used, *where, facing_token(facing)))


COMMANDS: Final[tuple[app_commands.Command[Any, ..., None], ...]] = (
    battle,
    charge,
    move,
    push,
    fire,
    shoot,
    entrench,
    rotate,
    falseorder,
    net,
    feature,
)
