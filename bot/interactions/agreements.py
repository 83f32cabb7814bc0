"""Giving up and draws, as commands: both are asked about first, with the score, and carried out by a button."""

from __future__ import annotations

from typing import Final

import discord

from bot.interactions import lookup, panel, replies
from bot.interactions.actions import begin
from bot.interactions.services import Request
from bot.matches import seating
from bot.matches.loaded import LoadedMatch
from bot.matches.refusals import Refusal
from bot.panels import components
from bot.panels.model import Button, Press, Row
from bot.publish import buttons, notices, summary
from bot.texts import agreements as agreed
from bot.texts.match import lines
from games import agreements
from games.api import Action, Field, GameError, Ready

YES: Final = ("offer", "accept")


async def resign(interaction: discord.Interaction, match: str | None) -> None:
    """Ask whether the match is to be given up. Raises `Refusal`."""
    request = await begin(interaction)
    loaded = await lookup.find(request, match)
    seat = loaded.must_play(request.user)
    _next_field(loaded, seat, agreements.RESIGN)
    say, names = request.say, await request.services.names.seats(request.say, loaded)
    allies = [names[mate] for mate in seating.mates(loaded, seat)]
    question = (
        say("**Resign?** You give up the match for {players}, too.", players=say.every(allies))
        if allies
        else say("**Resign?** You give up the match.")
    )
    label = say("Resign for the whole team") if allies else say("Resign")
    text = lines(question, loaded.face.words.score(say, loaded.view(None), names))
    sure = Button(label, Press("agree", (agreements.RESIGN,)), "danger")
    await replies.answer(interaction, text, view=components.view(loaded.id, ((sure,),)))


async def draw(interaction: discord.Interaction, match: str | None, answer: str | None) -> None:
    """Offer a draw or answer an offer; without an answer it is asked for. Raises `Refusal`."""
    request = await begin(interaction)
    loaded = await lookup.find(request, match)
    if answer is not None:
        await _agree(request, loaded, (agreements.DRAW, answer))
        return
    seat = loaded.must_play(request.user)
    say, names = request.say, await request.services.names.seats(request.say, loaded)
    text = lines(
        notices.offered(say, loaded, names) or say("**Offer a draw?** All players have to agree."),
        loaded.face.words.score(say, loaded.view(None), names),
    )
    await replies.answer(interaction, text, view=components.view(loaded.id, draw_rows(request, loaded, seat)))


def draw_rows(request: Request, match: LoadedMatch, seat: int) -> tuple[Row, ...]:
    """Return a button for each answer that the seat can give now. Raises `Refusal`."""
    field = _next_field(match, seat, agreements.DRAW)
    assert isinstance(field, Field)  # a draw always takes an answer
    return (tuple(_button(request, match, answer) for answer in field.values),)


async def takeback(interaction: discord.Interaction, match: str | None) -> None:
    """Ask for a takeback beyond the own turn, or answer one; all players have to agree. Raises `Refusal`."""
    request = await begin(interaction)
    loaded = await lookup.find(request, match)
    seat = loaded.must_play(request.user)
    say, names = request.say, await request.services.names.seats(request.say, loaded)
    field = _next_field(loaded, seat, agreements.TAKEBACK)
    assert isinstance(field, Field)  # a takeback always takes an answer
    text = lines(
        notices.offered(say, loaded, names)
        or lines(say("**Ask for a takeback?** All players have to agree."), summary.at_stake(say, loaded, seat, names)),
        say(
            "This undoes the latest action of whoever asks and everything after it. What was drawn since then "
            "will be drawn again just the same, so whoever asks already knows it."
        ),
    )
    row = tuple(
        Button(
            agreed.takeback_label(say, answer),
            buttons.agreement(loaded, agreements.TAKEBACK, answer),
            "success" if answer == "accept" else "secondary",
        )
        for answer in field.values
    )
    await replies.answer(interaction, text, view=components.view(loaded.id, (row,)))


def _next_field(match: LoadedMatch, seat: int, verb: str) -> Field | Ready:
    """Return the field that an agreement still needs, or `Ready`. Raises `Refusal`."""
    try:
        return agreements.next_field(match.face.game, match.position, seat, (verb,))
    except GameError as refused:
        raise Refusal.of(refused) from refused


def _button(request: Request, match: LoadedMatch, answer: str) -> Button:
    press = buttons.agreement(match, agreements.DRAW, answer)
    return Button(agreed.answer_label(request.say, answer), press, "success" if answer in YES else "secondary")


async def _agree(request: Request, match: LoadedMatch, tokens: Action) -> None:
    played = await request.services.matches.agree(match, request.user, tokens, interaction_id=request.interaction.id)
    await panel.show_played(request, match, played)
