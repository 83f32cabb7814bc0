"""What the options of `/monsters` offer while somebody types: only what is possible, from the asker's own view."""

from __future__ import annotations

from typing import Final

import discord
from discord import app_commands

from bot.interactions import lookup
from bot.interactions.services import phrases_for
from bot.monsters_and_myths.commands.options import tokens
from bot.monsters_and_myths.texts import names as n
from bot.monsters_and_myths.wording import value
from bot.panels import autocomplete
from bot.panels.model import SeatPerspective
from games.api import Action, Field, GameError
from games.monsters_and_myths.cards import CODES
from games.monsters_and_myths.view import View

GIVEN: Final = "$"
"""What a token begins with that stands for another option of the command."""


def label(perspective: SeatPerspective[View], said: Action, token: str) -> str:
    """A value as the player reads it."""
    return value(perspective.say, perspective.names, said, token)


def after(*head: str) -> lookup.Complete:
    """Offers what may follow these tokens; ``$nation`` is what the option `nation` holds."""

    @lookup.offers
    async def complete(interaction: discord.Interaction, current: str) -> lookup.Choices:
        given = interaction.namespace
        perspective = await lookup.perspective(interaction, given.match)
        said = tuple(_given(given, token) for token in head)
        return offers(perspective, said, current) if perspective is not None and all(said) else []

    return complete


def _given(given: app_commands.Namespace, token: str) -> str:
    if not token.startswith(GIVEN):
        return token
    return "".join(tokens(str(getattr(given, token.removeprefix(GIVEN), None) or ""))[:1])


def for_verb(perspective: SeatPerspective[View], verb: str) -> SeatPerspective[View]:
    """The asker with the open choice that the verb belongs to; as it is where none does."""
    for choice in perspective.choices:
        about = perspective.about(choice)
        field = about.options(())
        if isinstance(field, Field) and verb in field.values:
            return about
    return perspective


def offers(perspective: SeatPerspective[View], said: Action, current: str) -> lookup.Choices:
    """The values after these tokens that fit what is typed so far."""
    found = autocomplete.offers(for_verb(perspective, said[0]), said, current, label)
    return [app_commands.Choice(name=name, value=token) for name, token in found]


def several(verb: str) -> lookup.Complete:
    """Offers whole lists of cards: what is typed so far, and each card that may follow."""

    @lookup.offers
    async def complete(interaction: discord.Interaction, current: str) -> lookup.Choices:
        perspective = await lookup.perspective(interaction, interaction.namespace.match)
        return lists(perspective, verb, current) if perspective is not None else []

    return complete


def lists(perspective: SeatPerspective[View], verb: str, current: str) -> lookup.Choices:
    """The lists of cards that go on from what is typed; the last word may be the beginning of a name."""
    *done, rest = ["", *current.replace(",", " ").split(" ")]
    game_words = tuple(code_of(word) for word in done if word)
    about = for_verb(perspective, verb)
    try:
        field = about.options((verb, *game_words))
    except GameError:
        return []
    if not isinstance(field, Field):
        return []
    before = " ".join(game_words)
    said = ", ".join(n.card(perspective.say, code) for code in game_words)
    named = [
        (", ".join(part for part in (said, label(perspective, (verb,), code)) if part), f"{before} {code}".strip())
        for code in dict.fromkeys(field.values)
    ]
    fitting = [(name, token) for name, token in named if rest.casefold() in f"{name} {token}".casefold()]
    return [app_commands.Choice(name=name, value=token) for name, token in autocomplete.matching(fitting, "")]


def code_of(word: str) -> str:
    """A card's code however it was typed."""
    known = {code.casefold(): code for code in CODES}
    return known.get(word.casefold(), word)


@lookup.offers
async def card_names(interaction: discord.Interaction, current: str) -> lookup.Choices:
    """All cards by their names."""
    say = await phrases_for(interaction)
    named = [(n.card(say, code), code) for code in CODES]
    return [app_commands.Choice(name=name, value=code) for name, code in autocomplete.matching(named, current)]
