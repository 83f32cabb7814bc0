"""What the options of `/arena` say of themselves, and what they offer while somebody types."""

from __future__ import annotations

import re
from typing import Final

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.arena_of_heroes.texts import names, standing
from bot.interactions import lookup
from bot.interactions.services import phrases_for
from bot.panels import drafts
from bot.panels.model import SeatPerspective
from bot.texts.names import player
from bot.texts.phrases import Phrases
from games.api import Action
from games.arena_of_heroes.cards import CARDS
from games.arena_of_heroes.heroes import ABILITIES, ALL, HEROES
from games.arena_of_heroes.ring import RING
from games.arena_of_heroes.view import View

MATCH_HELP: Final = locale_str("Which match; not needed in its thread, or with only one open")
NUMBER_HELP: Final = locale_str("A hideout, 1 to 20")

_STRANGE: Final = re.compile(r"[^\w]+")


def one_token(text: str) -> str:
    """What was typed as one token, without anything that no token has: it may be quoted back."""
    return _STRANGE.sub("", "_".join(text.split())) or "-"


def number_token(text: str) -> str:
    """A hideout as it was typed or chosen (``8: forest``)."""
    found = re.match(r"\s*0*(\d{1,2})\b", text)
    return found.group(1) if found is not None else one_token(text)


def after(*head: str) -> lookup.Complete:
    """Offers what may follow these tokens, from the asker's own view."""

    @lookup.safe_autocomplete
    async def complete(interaction: discord.Interaction, current: str) -> lookup.Choices:
        perspective = await lookup.perspective(interaction, interaction.namespace.match)
        if perspective is None:
            return []
        found = drafts.offers(about(perspective, head), head, current, value_name)
        return [app_commands.Choice(name=label, value=value) for label, value in found]

    return complete


def about(perspective: SeatPerspective[View], head: Action) -> SeatPerspective[View]:
    """The seat with the one of its open choices in which such an action can be taken: its turn, or an ability."""
    kinds = ("turn", "ability") if head[:1] in (("use",), ("work",), ("spider",)) else ()
    found = next((choice for choice in perspective.choices if choice.kind in kinds), None)
    return perspective if found is None else perspective.about(found)


def value_name(perspective: SeatPerspective[View], tokens: Action, value: str) -> str:
    """A value as the player reads it."""
    say = perspective.say
    if value in CARDS:
        return names.card(say, value)
    if tokens[:1] == ("choose",) and perspective.view.question is not None:
        if value in "ABCD":
            return player(perspective.names, "ABCD".index(value))
        return standing.answer(say, perspective.view.question.kind, value)
    if tokens[:1] == ("pick",):
        return names.hero(say, value) if value in HEROES else say("A random hero")
    return value


@lookup.safe_autocomplete
async def hideouts(interaction: discord.Interaction, current: str) -> lookup.Choices:
    """All hideouts in the order of the ring; the asker alone reads at which of them the own hero is."""
    perspective = await lookup.perspective(interaction, interaction.namespace.match)
    say = await phrases_for(interaction)
    return [
        app_commands.Choice(name=label, value=value)
        for label, value in drafts.matching(numbered(say, perspective), current)
    ]


def numbered(say: Phrases, perspective: SeatPerspective[View] | None) -> list[tuple[str, str]]:
    """All hideouts with their kinds and who is seen there, and their numbers."""
    if perspective is None or perspective.seat is None:
        return [(f"{hideout}: {names.ground(say, hideout)}", str(hideout)) for hideout in RING]
    view = perspective.view
    mine = view.seats[perspective.seat].at
    found = []
    for hideout in RING:
        label = names.target(say, view, hideout, perspective.names)
        if hideout == mine:
            label = say("{hideout}, you are here", hideout=label)
        found.append((label, str(hideout)))
    return found


@lookup.safe_autocomplete
async def heroes(interaction: discord.Interaction, current: str) -> lookup.Choices:
    """All heroes by their names."""
    say = await phrases_for(interaction)
    found = drafts.matching([(names.hero(say, code), code) for code in ALL], current)
    return [app_commands.Choice(name=label, value=value) for label, value in found]


@lookup.safe_autocomplete
async def cards(interaction: discord.Interaction, current: str) -> lookup.Choices:
    """All arena cards by their names."""
    say = await phrases_for(interaction)
    found = drafts.matching([(f"{names.card(say, code)} ({code})", code) for code in CARDS], current)
    return [app_commands.Choice(name=label, value=value) for label, value in found]


ACTIVE: Final = tuple(ability for ability in ABILITIES.values() if ability.kind == "active")
"""The abilities that their owners decide to use."""
