"""Catching up: everything since the end of one's own last turn in one film and a few lines. `/match recap`."""

from __future__ import annotations

from typing import Final

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.commands.common import MATCH_HELP
from bot.features.replay import steps
from bot.features.replay.steps import reader_of
from bot.features.replay.stops import Stops
from bot.interactions import lookup, replies
from bot.interactions.actions import begin
from bot.interactions.services import Request
from bot.matches.loaded import LoadedMatch
from bot.panels import components
from bot.panels.components import Pressed
from bot.panels.model import Button, Press
from bot.panels.widgets import back
from bot.publish import compose, notices, recent
from bot.publish.summary import scene, summarize
from bot.texts import match as texts
from bot.texts import story
from bot.texts.names import NOBODY

ACTION_ID: Final = "recap"
LINES: Final = 3
"""How many lines of a phone tell what has happened."""


async def pressed(request: Request, match: LoadedMatch, pressed: Pressed) -> None:
    """Handle the button of a panel. Raises `Refusal`."""
    await show(request, match)


async def show(request: Request, match: LoadedMatch) -> None:
    """Show what has happened since the asker's last turn, or that of the seat they have taken over. Raises `Refusal`.

    Whoever does not play is shown the last turn.
    """
    match.must_have_begun()
    request.services.limits.must(request.user, "pictures")
    say, studio, turns = request.say, request.services.studio, replies.promise(request.interaction).turns
    names = await request.services.names.seats(say, match)
    reader, since = reader_of(match, request.user), recent.seen_until(match, request.user)
    taken_over = next((seat.since for seat in match.match.seats if seat.user_id == request.user), None)
    until = match.newest - 1 if taken_over == match.newest else None  # that is no news to whoever has just done it
    news = summarize(say, match, since, names, reader, until)
    way_back = (back(say),) if turns else ()
    if not news.sentences:
        view = components.view(match.id, (way_back,)) if way_back else None
        await replies.answer(request.interaction, say("Nothing has happened since your last turn."), view=view)
        return
    text = texts.lines(
        f"**{say('Since your turn:')}**" if match.seat_of(request.user) is not None else "",
        story.within(news.sentences, LINES),
        story.begun(notices.headline(say, match, names, [])),
        notices.status(say, match, names, reader),
    )
    pictures = match.face.pictures
    board = (pictures.board, say, match.view(None), pictures.marks(news.events), names)
    picture = await studio.show(board, compose.film_of(say, match, since, match.newest, names))
    first = Stops(match).after(since)
    closely = [Button(say("Step by step"), steps.press(first, reader))] if first is not None else []
    stills = [Button(say.message(one.label), Press(one.id)) for one in match.face.exhibits if one.of_scene]
    view = components.view(match.id, ((*closely, *stills, *way_back),))
    await replies.answer(request.interaction, text, picture=picture, view=view)


async def start_buttons(request: Request, match: LoadedMatch) -> tuple[Button, ...]:
    """Return the button for a player of a running match who has missed something that can be filmed."""
    if match.match.status != "running" or match.seat_of(request.user) is None:
        return ()
    missed = scene(match, recent.seen_until(match, request.user), match.newest, NOBODY)
    return () if missed is None else (Button(request.say("Catch me up"), Press(ACTION_ID)),)


@app_commands.command(name="recap", description=locale_str("Everything since your last turn, in one animation"))
@app_commands.describe(match=MATCH_HELP)
@app_commands.autocomplete(match=lookup.match_choices)
async def recap(interaction: discord.Interaction, match: str | None = None) -> None:
    """Show what the asker has missed."""
    request = await begin(interaction)
    await show(request, await lookup.find(request, match))
