"""`/monolith prepare` and `/monolith unfold`: filling one's monolith and unfolding it (R13.1, R13.3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.interactions import actions, lookup
from bot.matches.refusals import Refusal
from bot.monolith_arena.commands import autocomplete
from bot.monolith_arena.commands.options import FACING_HELP, MATCH_HELP, Facing, hex_token, one_token
from bot.panels.model import SeatPerspective
from games.api import Action, Field, GameError, Ready
from games.messages import Message
from games.monolith_arena.hexes import BY_DIRECTION, DIRECTIONS
from games.monolith_arena.view import View

FACINGS: Final = ("facing", "facing2")
"""The options for the facings of the tiles in the two segments."""


@app_commands.command(
    description=locale_str("Choose the two tiles in your monolith; nobody else sees them until it unfolds")
)
@app_commands.describe(
    tile=locale_str("A champion or a rune of your faction"),
    tile2=locale_str("Another one; the same one again if you have two of them"),
    match=MATCH_HELP,
)
@app_commands.autocomplete(
    tile=autocomplete.after("prepare"), tile2=autocomplete.after("prepare", "$tile"), match=lookup.match_choices
)
async def prepare(interaction: discord.Interaction, tile: str, tile2: str, match: str | None = None) -> None:
    """Fill the monolith."""
    await actions.play(interaction, match, ("prepare", one_token(tile), one_token(tile2)))


@lookup.offers
async def _second_hex(interaction: discord.Interaction, current: str) -> lookup.Choices:
    """Where the other tile may go, once it is said where the first one goes."""
    given = interaction.namespace
    perspective = await lookup.perspective(interaction, given.match)
    if perspective is None or not given.tile or not given.hex:
        return []
    tokens = to_second_hex(perspective, one_token(str(given.tile)).lower(), hex_token(given.hex).upper())
    return autocomplete.offers(perspective, tokens, current, hexes=True) if tokens else []


def to_second_hex(perspective: SeatPerspective[View], tile: str, hex_: str) -> Action:
    """The tokens after which the second hex comes, with any facing; none where the first ones are not possible."""
    tokens: Action = ("unfold", tile, hex_)
    try:
        field = perspective.options(tokens)
    except GameError:
        return ()
    if isinstance(field, Field) and field.name == "facing":
        return (*tokens, field.values[0])
    return tokens


@app_commands.command(description=locale_str("Unfold your monolith; its banner stays where it is"))
@app_commands.describe(
    tile=locale_str("One of the two that lie inside"),
    hex=locale_str("Where its segment goes"),
    hex2=locale_str("Where the other segment goes"),
    facing=FACING_HELP,
    facing2=locale_str("Direction of the other tile's top edge; skip if all sides are equal"),
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
    spots = ((hex_token(hex), facing), (hex_token(hex2), facing2))
    await actions.play(interaction, match, lambda perspective: unfold_tokens(perspective, one_token(tile), spots))


def unfold_tokens(perspective: SeatPerspective[View], tile: str, spots: Sequence[tuple[str, str | None]]) -> Action:
    """The tokens of an unfolding; facings only where they are to be said (R13.3, R13.5).

    Raises `Refusal` for one that is missing. Whatever else is wrong is left to the rules, which know what to say.
    """
    tokens: Action = ("unfold", tile.lower())
    for option, (hex_, facing) in zip(FACINGS, spots, strict=True):
        tokens = (*tokens, hex_.upper())
        field = _following(perspective, tokens)
        if not isinstance(field, Field) or field.name != "facing":
            continue
        if facing is None:
            missing = Message(
                "Say which way the tile on {hex} faces: `{option}` is missing.", hex=hex_.upper(), option=option
            )
            raise Refusal(missing, field.rule)
        tokens = (*tokens, DIRECTIONS[BY_DIRECTION[facing] % len(field.values)])
    return tokens


def _following(perspective: SeatPerspective[View], tokens: Action) -> Field | Ready | None:
    try:
        return perspective.options(tokens)
    except GameError:
        return None


COMMANDS: Final[tuple[app_commands.Command[Any, ..., None], ...]] = (prepare, unfold)
