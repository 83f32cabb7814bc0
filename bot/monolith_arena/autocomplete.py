"""What the options of `/monolith` offer while somebody types: only what is possible, from the asker's own view."""

from __future__ import annotations

import re
from collections.abc import Callable, Coroutine
from typing import Any, Final

import discord
from discord import app_commands

from bot.interactions import lookup
from bot.limits import CHOICE_NAME, CHOICES, cut
from bot.monolith_arena import question_page, targets
from bot.monolith_arena.monolith_words import word_name
from bot.monolith_arena.texts.words import tile_name
from bot.monolith_arena.widgets import feature, owned
from bot.panels.model import SeatPerspective
from games.api import GameError
from games.monolith_arena.hexes import BY_DIRECTION, BY_NAME
from games.monolith_arena.tiles import FACTIONS, faction
from games.monolith_arena.view import View

Offers = list[app_commands.Choice[str]]
Complete = Callable[[discord.Interaction, str], Coroutine[Any, Any, Offers]]

GIVEN: Final = "$"
"""What a word begins with that stands for another option of the command."""
_STRANGE: Final = re.compile(r"[^\w/+=@-]+")
_LOOSE_AT: Final = re.compile(r"@(?![A-Ea-e][1-5]$)")
"""Only ``maneuver@D3`` has one."""


def one_word(text: str) -> str:
    """What was typed as one word of an action, without anything that no such word has: it may be quoted back."""
    word = _STRANGE.sub("", "_".join(text.split()))
    return _LOOSE_AT.sub("", word) or "-"


def hex_word(text: str | None) -> str:
    """A hex as it was typed or chosen (``C4 Knight``), ``-`` where it was left out."""
    words = (text or "").split()
    return one_word(words[0]) if words else "-"


def triangle(text: str) -> str:
    """Three hexes, however they are separated, as one word."""
    return "-".join(one_word(word) for word in re.split(r"[\s,-]+", text) if word) or "-"


def after(*head: str, hexes: bool = False) -> Complete:
    """Offers what may follow these words; ``$tile`` is what the option `tile` holds. `hexes`: hexes only."""

    async def complete(interaction: discord.Interaction, current: str) -> Offers:
        given = interaction.namespace
        chair = await lookup.chair(interaction, given.match)
        if chair is None:
            return []
        words = tuple(_given(given, word) for word in head)
        return offers(chair, words, current, hexes=hexes) if all(words) else []

    return complete


def _given(given: app_commands.Namespace, word: str) -> str:
    if not word.startswith(GIVEN):
        return word
    text = str(getattr(given, word.removeprefix(GIVEN), None) or "")
    first = hex_word(text).upper()
    if first in BY_NAME or not first.strip("-"):
        return first.strip("-")
    what, at, source = text.partition("@")
    return one_word(what.lower()) + at + source.upper()


def charge_words(chair: SeatPerspective | None, by: str | None) -> tuple[str, str]:
    """The first words of a charge: what it is made by, if that is left out the first thing that can."""
    if by or chair is None:
        return "charge", hex_word(by) if by else "order"
    try:
        return "charge", next(iter(targets.values(chair, ("charge",))), "order")
    except GameError:
        return "charge", "order"


def charging(*head: str) -> Complete:
    """Offers what may follow in a charge, after its source."""

    async def complete(interaction: discord.Interaction, current: str) -> Offers:
        given = interaction.namespace
        chair = await lookup.chair(interaction, given.match)
        if chair is None:
            return []
        words = (*charge_words(chair, given.by), *(_given(given, word) for word in head))
        return offers(chair, words, current) if all(words) else []

    return complete


def offers(chair: SeatPerspective, words: tuple[str, ...], current: str, *, hexes: bool = False) -> Offers:
    """The values after these words that fit what is typed so far, at most 25; none where nothing is possible."""
    try:
        values = targets.values(chair, words)
    except GameError:
        return []
    view: View = chair.view
    named = [(value, name(view, words, value)) for value in values if not hexes or value in BY_NAME]
    wanted = current.strip().lower()
    fitting = [(v, n) for v, n in named if wanted in n.lower() or wanted in v.lower()]
    return [app_commands.Choice(name=cut(n, CHOICE_NAME), value=v) for v, n in fitting[:CHOICES]]


def name(view: View, words: tuple[str, ...], value: str) -> str:
    """A value as the player reads it."""
    verb = words[0]
    if verb == "choose" and view.question is not None:
        return question_page.label(view, view.question, value)
    if verb == "feature" and len(words) == 2:
        return feature(view, BY_NAME[words[1]], value)
    if verb == "fire":
        return f"{value}: {targets.burns(view, value)}"
    if value in BY_NAME:
        there = view.board[BY_NAME[value]]
        return value if there is None else f"{value} {owned(view, there.seat, there.type.name)}"
    if verb == "unfold" and value not in BY_DIRECTION:
        return word_name(value)
    return "the order" if value == "order" else tile_name(value)


async def tiles(interaction: discord.Interaction, current: str) -> Offers:
    """All tiles of all factions by their names."""
    wanted = current.strip().lower()
    found = [
        app_commands.Choice(name=f"{tile.name} ({faction(f).name})", value=f"{f}/{tile.id}")
        for f in FACTIONS
        for tile in faction(f).tiles
        if wanted in f"{tile.name} ({faction(f).name})".lower()
    ]
    return found[:CHOICES]
