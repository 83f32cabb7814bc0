"""`/monolith`: the orders, and the features of tiles on the board."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.interactions import actions, lookup
from bot.monolith_arena import autocomplete
from bot.monolith_arena.autocomplete import hex_word, one_word
from bot.monolith_arena.commands.group import HEX_HELP, KEEP_HELP, MATCH_HELP, MONOLITH, STAY_HELP, Facing, line


@MONOLITH.command(description="Order: start a battle; your turn ends with it")
@app_commands.describe(match=MATCH_HELP)
@app_commands.autocomplete(match=lookup.match_choices)
async def battle(interaction: discord.Interaction, match: str | None = None) -> None:
    """Battle."""
    await actions.play(interaction, match, line("battle"))


@MONOLITH.command(description="Order or Rune of Charge: a cavalry champion moves one hex and attacks; your turn ends")
@app_commands.describe(
    champion="Which champion charges",
    hex="Where it moves, one hex",
    facing="Where its upper edge looks then",
    by="The order, or the hex of a Rune of Charge",
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
    chair = await lookup.chair(interaction, match) if by is None else None
    words = (*autocomplete.charge_words(chair, by), hex_word(champion), hex_word(hex), facing)
    await actions.play(interaction, match, line(*words))


@MONOLITH.command(description="Order: one of your tiles moves one hex and may turn")
@app_commands.describe(tile="Which tile of yours", hex=STAY_HELP, facing=KEEP_HELP, match=MATCH_HELP)
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
    await actions.play(interaction, match, line("move", hex_word(tile), hex_word(hex), facing))


@MONOLITH.command(description="Order: one of your tiles pushes an enemy next to it one hex away")
@app_commands.describe(pusher="Which tile of yours", target="Whom it pushes", match=MATCH_HELP)
@app_commands.autocomplete(
    pusher=autocomplete.after("push"), target=autocomplete.after("push", "$pusher"), match=lookup.match_choices
)
async def push(interaction: discord.Interaction, pusher: str, target: str, match: str | None = None) -> None:
    """Push Back."""
    await actions.play(interaction, match, line("push", hex_word(pusher), hex_word(target)))


@MONOLITH.command(description="Order Fire Concoction: three touching hexes, each tile there takes a wound")
@app_commands.describe(hexes="Three hexes that touch, such as C3-C4-D3", match=MATCH_HELP)
@app_commands.autocomplete(hexes=autocomplete.after("fire"), match=lookup.match_choices)
async def fire(interaction: discord.Interaction, hexes: str, match: str | None = None) -> None:
    """Fire Concoction."""
    await actions.play(interaction, match, line("fire", autocomplete.triangle(hexes)))


@MONOLITH.command(description="Order Precise Shot: an enemy tile takes a wound")
@app_commands.describe(target="Which enemy tile; banners cannot be shot at", match=MATCH_HELP)
@app_commands.autocomplete(target=autocomplete.after("shoot"), match=lookup.match_choices)
async def shoot(interaction: discord.Interaction, target: str, match: str | None = None) -> None:
    """Precise Shot."""
    await actions.play(interaction, match, line("shoot", hex_word(target)))


@MONOLITH.command(description="Order: one of your tiles gets a marker that takes its next wound")
@app_commands.describe(target="Which tile of yours", match=MATCH_HELP)
@app_commands.autocomplete(target=autocomplete.after("entrench"), match=lookup.match_choices)
async def entrench(interaction: discord.Interaction, target: str, match: str | None = None) -> None:
    """Entrenchment."""
    await actions.play(interaction, match, line("entrench", hex_word(target)))


@MONOLITH.command(description="Order: turn one of your tiles")
@app_commands.describe(target="Which tile of yours", facing="Where its upper edge looks then", match=MATCH_HELP)
@app_commands.autocomplete(target=autocomplete.after("rotate"), match=lookup.match_choices)
async def rotate(
    interaction: discord.Interaction, target: str, facing: Facing | None = None, match: str | None = None
) -> None:
    """Rotation; a tile that looks the same in all facings needs none (R11.9)."""
    await actions.play(interaction, match, line("rotate", hex_word(target), facing))


@MONOLITH.command(description="Order: an enemy tile moves one hex and may be turned, as you like")
@app_commands.describe(target="Which enemy tile", hex=STAY_HELP, facing=KEEP_HELP, match=MATCH_HELP)
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
    await actions.play(interaction, match, line("falseorder", hex_word(target), hex_word(hex), facing))


@MONOLITH.command(description="Order: an enemy tile is netted until the end of the next battle")
@app_commands.describe(target="Which enemy tile", match=MATCH_HELP)
@app_commands.autocomplete(target=autocomplete.after("net"), match=lookup.match_choices)
async def net(interaction: discord.Interaction, target: str, match: str | None = None) -> None:
    """Net."""
    await actions.play(interaction, match, line("net", hex_word(target)))


@MONOLITH.command(description="Use a tile on the board: Maneuver, Rotation or Teleport")
@app_commands.describe(
    tile="Which tile of yours", feature="What it does", hex=HEX_HELP, facing=KEEP_HELP, match=MATCH_HELP
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
    used = one_word(feature)
    where = () if used.lower().startswith("rotation") else (hex_word(hex),)
    await actions.play(interaction, match, line("feature", hex_word(tile), used, *where, facing))
