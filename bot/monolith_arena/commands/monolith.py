"""`/monolith prepare` and `/monolith unfold`: filling one's monolith and unfolding it (R13.1, R13.3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import discord
from discord import app_commands

from bot.interactions import actions, lookup, replies
from bot.matches.service import Refusal
from bot.monolith_arena import autocomplete
from bot.monolith_arena.commands.group import MATCH_HELP, MONOLITH, Facing, line
from bot.panels.model import SeatPerspective
from games.api import Action, Field, GameError, Ready
from games.monolith_arena.hexes import BY_DIRECTION, DIRECTIONS

HEXES: Final = ("hex", "hex2")
"""The options for the hexes of the two segments, each with an option for the facing of its tile."""
FACINGS: Final = {"hex": "facing", "hex2": "facing2"}


@MONOLITH.command(description="Choose the two tiles in your monolith; nobody else sees them before it unfolds")
@app_commands.describe(
    tile="A champion or a rune of your faction", tile2="Another one; two alike if you have them", match=MATCH_HELP
)
@app_commands.autocomplete(
    tile=autocomplete.after("prepare"), tile2=autocomplete.after("prepare", "$tile"), match=lookup.match_choices
)
async def prepare(interaction: discord.Interaction, tile: str, tile2: str, match: str | None = None) -> None:
    """Fill the monolith."""
    await actions.play(interaction, match, line("prepare", autocomplete.one_word(tile), autocomplete.one_word(tile2)))


async def _second_hex(interaction: discord.Interaction, current: str) -> autocomplete.Offers:
    """Where the other tile may go, once it is said where the first one goes."""
    given = interaction.namespace
    chair = await lookup.chair(interaction, given.match)
    if chair is None or not given.tile or not given.hex:
        return []
    words = to_second_hex(
        chair, autocomplete.one_word(str(given.tile)).lower(), autocomplete.hex_word(given.hex).upper()
    )
    return autocomplete.offers(chair, words, current, hexes=True) if words else []


def to_second_hex(chair: SeatPerspective, tile: str, hex_: str) -> Action:
    """The words after which the second hex comes, with any facing; none where the first ones are not possible."""
    words: Action = ("unfold", tile, hex_)
    try:
        field = chair.options(words)
    except GameError:
        return ()
    if isinstance(field, Field) and field.name == "facing":
        return (*words, field.values[0])
    return words


@MONOLITH.command(description="Unfold your monolith; its banner stays where it is")
@app_commands.describe(
    tile="One of the two that lie inside",
    hex="Where its segment goes",
    hex2="Where the other segment goes",
    facing="Where the upper edge of that tile looks; not needed where all look alike",
    facing2="Where the upper edge of the other tile looks; not needed where all look alike",
    match=MATCH_HELP,
)
@app_commands.autocomplete(
    tile=autocomplete.after("unfold"),
    hex=autocomplete.after("unfold", "$tile", hexes=True),
    hex2=_second_hex,
    match=lookup.match_choices,
)
async def unfold(
    interaction: discord.Interaction,
    tile: str,
    hex: str,  # noqa: A002  # the name of the option
    hex2: str,
    facing: Facing | None = None,
    facing2: Facing | None = None,
    match: str | None = None,
) -> None:
    """Unfold the monolith."""
    await replies.wait(interaction)
    spots = ((autocomplete.hex_word(hex), facing), (autocomplete.hex_word(hex2), facing2))
    words = unfold_words(await lookup.chair(interaction, match), autocomplete.one_word(tile), spots)
    await actions.play(interaction, match, line(*words))


def unfold_words(chair: SeatPerspective | None, tile: str, spots: Sequence[tuple[str, str | None]]) -> Action:
    """The words of an unfolding; facings only where they are to be said (R13.3, R13.5).

    Raises `Refusal` for one that is missing. Whatever else is wrong is left to the rules, which know what to say.
    """
    words: Action = ("unfold", tile.lower())
    for option, (hex_, facing) in zip(HEXES, spots, strict=True):
        words = (*words, hex_.upper())
        field = _following(chair, words)
        if not isinstance(field, Field) or field.name != "facing":
            continue
        if facing is None:
            raise Refusal(f"Say how the tile on {hex_.upper()} faces: `{FACINGS[option]}` is missing.", field.rule)
        words = (*words, DIRECTIONS[BY_DIRECTION[facing] % len(field.values)])
    return words


def _following(chair: SeatPerspective | None, words: Action) -> Field | Ready | None:
    if chair is None:
        return None
    try:
        return chair.options(words)
    except GameError:
        return None
