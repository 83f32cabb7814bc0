"""Blocking a person: no challenges, no seats in each other's matches from then on. `/settings block`."""

from __future__ import annotations

from typing import Final

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.features.reports.pages import write_button
from bot.interactions import replies
from bot.interactions.actions import begin
from bot.interactions.services import Feature, Request
from bot.limits import CONTENT
from bot.matches.refusals import Refusal
from bot.panels import components
from bot.panels.components import LESSON
from bot.texts import match as texts
from games.messages import Message

MOST: Final = 100
"""So many people somebody can block."""
NAMES_WITHIN: Final = 5.0
"""Seconds that the list waits for names."""


@app_commands.command(name="block", description=locale_str("People you do not want to play with"))
@app_commands.describe(
    player=locale_str("Leave empty to see whom you have blocked"), on=locale_str("False ends it; True if left out")
)
async def block(interaction: discord.Interaction, player: discord.User | None = None, on: bool = True) -> None:
    """Block a person, end that, or show whom the player has blocked."""
    request = await begin(interaction)
    blocks, say = request.services.store.blocks, request.say
    if player is None:
        await replies.tell(interaction, await _listed(request))
        return
    if player.bot or player.id == request.user:
        raise Refusal(Message("Choose another person."))
    if not on:
        await blocks.remove(request.user, player.id)
        await replies.tell(interaction, say("{player} is not blocked.", player=player.display_name))
        return
    if not await blocks.add(request.user, player.id, now=request.services.matches.clock(), most=MOST):
        raise Refusal(Message("You cannot block more than {count} people.", count=MOST))
    text = say(
        "{player} is blocked: neither of you can challenge the other, or take a seat in a match of the other. "
        "Nobody is told. Matches you already play go on.",
        player=player.display_name,
    )
    button = write_button(say, player.id) if interaction.guild_id is not None else None
    await replies.tell(interaction, text, None if button is None else components.view(LESSON, ((button,),)))


async def _listed(request: Request) -> str:
    say, names = request.say, request.services.names
    blocked = await request.services.store.blocks.of(request.user)
    if not blocked:
        return say("You have blocked nobody.")
    await names.learn(blocked, within=NAMES_WITHIN)
    room = CONTENT - len(say("You have blocked: {players}.", players=""))
    players = texts.enumerated(say, [names.known(say, user) for user in blocked], room)
    return say("You have blocked: {players}.", players=players)


FEATURE = Feature("blocks", commands={"settings": (block,)})
