"""Giving up and draws, as commands: what is asked first, what is meant without an answer."""

from __future__ import annotations

import discord

from bot.interactions import lookup, panel, replies
from bot.interactions.actions import begin
from bot.interactions.services import Request
from bot.matches import seating
from bot.matches.loaded import LoadedMatch
from bot.panels import components
from bot.panels.model import Button, Press
from games import agreements
from games.api import Action


async def resign(interaction: discord.Interaction, match: str | None) -> None:
    """Give the match up; whoever plays in a team is asked first, because it may end for the others too."""
    request = await begin(interaction)
    found = await lookup.find(request, match)
    seat = found.seat_of(request.user)
    allies = seating.mates(found, seat) if seat is not None and found.match.status == "running" else []
    if not allies:
        await _agree(request, found, (agreements.RESIGN,))
        return
    say = request.say
    names = await request.services.names.seats(say, found)
    text = say("**Resign?** You give up the match for {players}, too.", players=say.every(names[m] for m in allies))
    sure = Button(say("Resign for the whole team"), Press("agree", (agreements.RESIGN,)), "danger")
    await replies.answer(interaction, text, view=components.view(found.id, ((sure,),)))


async def draw(interaction: discord.Interaction, match: str | None, answer: str | None) -> None:
    """Offer a draw, or answer an offer; without an answer an offer that stands is accepted."""
    request = await begin(interaction)
    found = await lookup.find(request, match)
    await _agree(request, found, (agreements.DRAW, answer or meant(found, request.user)))


def meant(match: LoadedMatch, user: int) -> str:
    """The answer that is meant by whoever gives none."""
    seat = match.seat_of(user)
    offers = match.position.offers if match.match.status == "running" else frozenset()
    return "accept" if offers and seat not in offers else "offer"


async def _agree(request: Request, match: LoadedMatch, tokens: Action) -> None:
    played = await request.services.matches.agree(match, request.user, tokens, interaction_id=request.interaction.id)
    await panel.show_played(request, match, played)
