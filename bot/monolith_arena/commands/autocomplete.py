"""What the options of `/monolith` offer while somebody types: only what is possible, from the asker's own view."""

from __future__ import annotations

from typing import Final

import discord
from discord import app_commands

from bot.interactions import lookup
from bot.interactions.services import phrases_for
from bot.monolith_arena import labels
from bot.monolith_arena.commands.options import given_token, hex_token
from bot.monolith_arena.pages import questions, targets
from bot.monolith_arena.texts.monoliths import token_name
from bot.monolith_arena.texts.names import kind_name, owned, tile_name
from bot.panels import autocomplete, drafts
from bot.panels.model import SeatPerspective
from games.api import Action, GameError
from games.monolith_arena.grammar import VERBS
from games.monolith_arena.hexes import BY_DIRECTION, BY_NAME
from games.monolith_arena.tiles import FACTIONS, faction
from games.monolith_arena.view import View

GIVEN: Final = "$"
"""What a token begins with that stands for another option of the command."""


def after(*head: str, hexes: bool = False) -> lookup.Complete:
    """Offers what may follow these tokens; ``$tile`` is what the option `tile` holds. `hexes`: hexes only."""

    @lookup.offers
    async def complete(interaction: discord.Interaction, current: str) -> lookup.Choices:
        given = interaction.namespace
        perspective = await lookup.perspective(interaction, given.match)
        tokens = tuple(_given(given, token) for token in head)
        return offers(perspective, tokens, current, hexes=hexes) if perspective is not None else []

    return complete


def charging(*head: str) -> lookup.Complete:
    """Offers what may follow in a charge, after its source."""

    @lookup.offers
    async def complete(interaction: discord.Interaction, current: str) -> lookup.Choices:
        given = interaction.namespace
        perspective = await lookup.perspective(interaction, given.match)
        if perspective is None:
            return []
        tokens = (*charge_tokens(perspective, given.by), *(_given(given, token) for token in head))
        return offers(perspective, tokens, current)

    return complete


def _given(given: app_commands.Namespace, token: str) -> str:
    if not token.startswith(GIVEN):
        return token
    return given_token(str(getattr(given, token.removeprefix(GIVEN), None) or ""))


def charge_tokens(perspective: SeatPerspective[View], by: str | None) -> Action:
    """The first tokens of a charge: what it is made by, if that is left out the first thing that can."""
    if by:
        return "charge", hex_token(by)
    try:
        return "charge", next(iter(drafts.values(perspective, ("charge",))), "order")
    except GameError:
        return "charge", "order"


def offers(perspective: SeatPerspective[View], tokens: Action, current: str, *, hexes: bool = False) -> lookup.Choices:
    """The values after these tokens that fit what is typed so far; none where a token before them is missing."""
    if not all(tokens):
        return []
    found = autocomplete.offers(perspective, tokens, current, name, only=lambda value: not hexes or value in BY_NAME)
    if not found and perspective.view.discard_due and perspective.choice is not None and tokens[0] != "discard":
        return [app_commands.Choice(name=perspective.say("Discard a tile first"), value="discard")]  # R3.3
    return [app_commands.Choice(name=label, value=value) for label, value in found]


def name(perspective: SeatPerspective[View], tokens: Action, value: str) -> str:
    """A value as the player reads it."""
    say, view, verb = perspective.say, perspective.view, VERBS[tokens[0]]
    part = verb.parts[min(len(tokens), len(verb.parts)) - 1]
    if part == "answer" and view.question is not None:
        return questions.label(say, view, view.question, value)
    if part == "feature":
        return labels.feature(say, view, BY_NAME[tokens[1]], value)
    if part == "hexes":
        return f"{value}: {targets.burns(say, view, value)}"
    if value in BY_NAME:
        return _hex_name(perspective, view, value)
    if part == "inside" and value not in BY_DIRECTION:
        return token_name(say, value)
    return say("the order") if value == "order" else tile_name(say, value)


def _hex_name(perspective: SeatPerspective[View], view: View, value: str) -> str:
    there = view.board[BY_NAME[value]]
    return value if there is None else f"{value} {owned(view, there.seat, kind_name(perspective.say, there.type))}"


@lookup.offers
async def tiles(interaction: discord.Interaction, current: str) -> lookup.Choices:
    """All tiles of all factions by their names."""
    say = await phrases_for(interaction)
    named = [
        (f"{kind_name(say, tile)} ({say.message(faction(f).title)})", f"{f}/{tile.id}")
        for f in FACTIONS
        for tile in faction(f).tiles
    ]
    return [app_commands.Choice(name=label, value=value) for label, value in autocomplete.matching(named, current)]
