"""`/monolith`: the orders, and the features of tiles on the board."""

from __future__ import annotations

import discord
from discord import app_commands

from bot import acts, finding
from bot.monolith_arena import offers
from bot.monolith_arena.group import HEX_HELP, KEEP_HELP, MATCH_HELP, MONOLITH, STAY_HELP, Facing, line
from bot.monolith_arena.offers import hex_word, one_word


@MONOLITH.command(description="Order: start a battle; your turn ends with it")
@app_commands.describe(match=MATCH_HELP)
@app_commands.autocomplete(match=finding.match_choices)
async def battle(interaction: discord.Interaction, match: str | None = None) -> None:
    """Battle."""
    await acts.play(interaction, match, line("battle"))


@MONOLITH.command(description="Order or Rune of Charge: a cavalry champion moves one hex and attacks; your turn ends")
@app_commands.describe(
    champion="Which champion charges",
    hex="Where it moves, one hex",
    facing="Where its upper edge looks then",
    by="The order, or the hex of a Rune of Charge",
    match=MATCH_HELP,
)
@app_commands.autocomplete(
    champion=offers.charging(),
    hex=offers.charging("$champion"),
    by=offers.after("charge"),
    match=finding.match_choices,
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
    chair = await finding.chair(interaction, match) if by is None else None
    words = (*offers.charge_words(chair, by), hex_word(champion), hex_word(hex), facing)
    await acts.play(interaction, match, line(*words))


@MONOLITH.command(description="Order: one of your tiles moves one hex and may turn")
@app_commands.describe(tile="Which tile of yours", hex=STAY_HELP, facing=KEEP_HELP, match=MATCH_HELP)
@app_commands.autocomplete(
    tile=offers.after("move"), hex=offers.after("move", "$tile", hexes=True), match=finding.match_choices
)
async def move(
    interaction: discord.Interaction,
    tile: str,
    hex: str | None = None,  # noqa: A002  # the name of the option
    facing: Facing | None = None,
    match: str | None = None,
) -> None:
    """Move."""
    await acts.play(interaction, match, line("move", hex_word(tile), hex_word(hex), facing))


@MONOLITH.command(description="Order: one of your tiles pushes an enemy next to it one hex away")
@app_commands.describe(pusher="Which tile of yours", target="Whom it pushes", match=MATCH_HELP)
@app_commands.autocomplete(
    pusher=offers.after("push"), target=offers.after("push", "$pusher"), match=finding.match_choices
)
async def push(interaction: discord.Interaction, pusher: str, target: str, match: str | None = None) -> None:
    """Push Back."""
    await acts.play(interaction, match, line("push", hex_word(pusher), hex_word(target)))


@MONOLITH.command(description="Order Fire Concoction: three touching hexes, each tile there takes a wound")
@app_commands.describe(hexes="Three hexes that touch, such as C3-C4-D3", match=MATCH_HELP)
@app_commands.autocomplete(hexes=offers.after("fire"), match=finding.match_choices)
async def fire(interaction: discord.Interaction, hexes: str, match: str | None = None) -> None:
    """Fire Concoction."""
    await acts.play(interaction, match, line("fire", offers.triangle(hexes)))


@MONOLITH.command(description="Order Precise Shot: an enemy tile takes a wound")
@app_commands.describe(target="Which enemy tile; banners cannot be shot at", match=MATCH_HELP)
@app_commands.autocomplete(target=offers.after("shoot"), match=finding.match_choices)
async def shoot(interaction: discord.Interaction, target: str, match: str | None = None) -> None:
    """Precise Shot."""
    await acts.play(interaction, match, line("shoot", hex_word(target)))


@MONOLITH.command(description="Order: one of your tiles gets a marker that takes its next wound")
@app_commands.describe(target="Which tile of yours", match=MATCH_HELP)
@app_commands.autocomplete(target=offers.after("entrench"), match=finding.match_choices)
async def entrench(interaction: discord.Interaction, target: str, match: str | None = None) -> None:
    """Entrenchment."""
    await acts.play(interaction, match, line("entrench", hex_word(target)))


@MONOLITH.command(description="Order: turn one of your tiles")
@app_commands.describe(target="Which tile of yours", facing="Where its upper edge looks then", match=MATCH_HELP)
@app_commands.autocomplete(target=offers.after("rotate"), match=finding.match_choices)
async def rotate(
    interaction: discord.Interaction, target: str, facing: Facing | None = None, match: str | None = None
) -> None:
    """Rotation; a tile that looks the same in all facings needs none (R11.9)."""
    await acts.play(interaction, match, line("rotate", hex_word(target), facing))


@MONOLITH.command(description="Order: an enemy tile moves one hex and may be turned, as you like")
@app_commands.describe(target="Which enemy tile", hex=STAY_HELP, facing=KEEP_HELP, match=MATCH_HELP)
@app_commands.autocomplete(
    target=offers.after("falseorder"),
    hex=offers.after("falseorder", "$target", hexes=True),
    match=finding.match_choices,
)
async def falseorder(
    interaction: discord.Interaction,
    target: str,
    hex: str | None = None,  # noqa: A002  # the name of the option
    facing: Facing | None = None,
    match: str | None = None,
) -> None:
    """False Order."""
    await acts.play(interaction, match, line("falseorder", hex_word(target), hex_word(hex), facing))


@MONOLITH.command(description="Order: an enemy tile is netted until the end of the next battle")
@app_commands.describe(target="Which enemy tile", match=MATCH_HELP)
@app_commands.autocomplete(target=offers.after("net"), match=finding.match_choices)
async def net(interaction: discord.Interaction, target: str, match: str | None = None) -> None:
    """Net."""
    await acts.play(interaction, match, line("net", hex_word(target)))


@MONOLITH.command(description="Use a tile on the board: Maneuver, Rotation or Teleport")
@app_commands.describe(
    tile="Which tile of yours", feature="What it does", hex=HEX_HELP, facing=KEEP_HELP, match=MATCH_HELP
)
@app_commands.autocomplete(
    tile=offers.after("feature"),
    feature=offers.after("feature", "$tile"),
    hex=offers.after("feature", "$tile", "$feature", hexes=True),
    match=finding.match_choices,
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
    await acts.play(interaction, match, line("feature", hex_word(tile), used, *where, facing))
