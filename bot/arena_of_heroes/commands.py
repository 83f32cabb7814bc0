"""`/arena`: how the parts of the verbs are typed, what they offer, and what can be looked up.

The options of its `new` are the match options of the game (`bot.commands.new_match`).
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

import discord
from discord import app_commands

from bot.arena_of_heroes.face import find
from bot.arena_of_heroes.texts import names, standing
from bot.commands import lookups
from bot.commands.from_verbs import Moves, Option, group, one_token
from bot.features.standing_orders.pages import orders_command
from bot.interactions import lookup
from bot.interactions.services import phrases_for
from bot.panels import drafts
from bot.panels.model import SeatPerspective
from bot.texts.names import player
from bot.texts.phrases import Phrases
from games.api import Action
from games.arena_of_heroes.cards import ABILITIES, ALL, CARDS, HEROES
from games.arena_of_heroes.game import GAME
from games.arena_of_heroes.ring import RING
from games.arena_of_heroes.view import View
from games.messages import Message

ACTIVE: Final = {ability.id: ability.title for ability in ABILITIES.values() if ability.kind == "active"}
"""The abilities that their owners decide to use: each is a verb."""


def _number(text: str) -> Action:
    """Return a hideout as it was typed or chosen (``8: forest``)."""
    number = re.match(r"\s*0*(\d{1,2})\b", text)
    return (number.group(1) if number is not None else one_token(text),)


def _hero(text: str) -> Action:
    return (find("hero", text) or one_token(text),)


def _card(text: str) -> Action:
    return (find("card", text) or one_token(text),)


def _scope(text: str) -> Action:
    return () if text == "once" else (text,)


def value_name(perspective: SeatPerspective[View], tokens: Action, value: str) -> str:
    """Return a value after some tokens as the player reads it."""
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
    """Offer all hideouts in the order of the ring; the player alone reads at which of them the own hero is."""
    perspective = await lookup.perspective(interaction, interaction.namespace.match)
    say = await phrases_for(interaction)
    return [
        app_commands.Choice(name=label, value=value)
        for label, value in drafts.matching(numbered(say, perspective), current)
    ]


def numbered(say: Phrases, perspective: SeatPerspective[View] | None) -> list[tuple[str, str]]:
    """Return all hideouts with their kinds and the players who are seen there, and their numbers."""
    if perspective is None or perspective.seat is None:
        return [(f"{hideout}: {names.ground(say, hideout)}", str(hideout)) for hideout in RING]
    view = perspective.view
    mine = view.seats[perspective.seat].at
    lines = []
    for hideout in RING:
        label = names.target(say, view, hideout, perspective.names)
        if hideout == mine:
            label = say("{hideout}, you are here", hideout=label)
        lines.append((label, str(hideout)))
    return lines


def heroes(say: Phrases) -> list[tuple[str, str]]:
    """Return all heroes by their names."""
    return [(names.hero(say, code), code) for code in ALL]


def cards(say: Phrases) -> list[tuple[str, str]]:
    """Return all arena cards by their names."""
    return [(f"{names.card(say, code)} ({code})", code) for code in CARDS]


_NUMBER: Final = Option("number", Message("A hideout, 1 to 20"), read=_number, complete=hideouts)
_PASSES: Final = (("once", Message("Once")), ("turn", Message("In this turn")), ("always", Message("Always")))
PARTS: Final = {
    "answer": Option("option", Message("Your answer")),
    "hero": Option("hero", Message("Which hero you play"), read=_hero),
    "scope": Option(
        "how_long", Message("For how long you let attacks go ahead"), optional=True, choices=_PASSES, read=_scope
    ),
    "spider": Option("number", Message("The hideout of the spider"), read=_number, free=True),
    "token": Option("token", Message("An idol; if left out, a token on your hideout"), optional=True, read=_card),
}
OWN: Final = {
    "attack": (
        _NUMBER,
        Option("two_dice", GAME.grammar.verbs["attack2"].help, optional=True, flag="attack2"),
    ),
    "shield": (
        Option("name", Message("Which ability"), choices=tuple(ACTIVE.items()), verbs=tuple(ACTIVE)),
        replace(_NUMBER, help=Message("The target, if the ability needs one"), optional=True),
    ),
    "use": (
        Option("item", Message("Which of your items"), read=_card),
        replace(_NUMBER, help=Message("A hideout, if the item needs one"), optional=True),
    ),
}
MOVES: Final = Moves(
    GAME,
    PARTS,
    value_name,
    own=OWN,
    before=("pick", "attack", "hide", "work", "explore", "spider", "choose", "end"),
    without=("attack2", *(name for name in ACTIVE if name != "shield")),
    names={"shield": "ability"},
)
COMMANDS: Final = (
    group(
        "arena",
        GAME,
        (
            *MOVES.commands(),
            lookups.panel("play", Message("Your hero and all you can do, for your eyes only")),
            lookups.exhibit("piles", Message("Decks and discards, closed hideouts"), "piles"),
            lookups.exhibit("where", Message("Where hidden heroes could be, from what everybody knows"), "places"),
            orders_command(),
            lookups.look_up("hero", Message("What a hero can do"), Message("The name of the hero"), "hero", heroes),
            lookups.look_up(
                "card", Message("What an arena card does"), Message("The name of the card"), "arenacard", cards
            ),
        ),
    ),
)
