"""The panel of a replay, its buttons, and `/match replay`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.commands.common import MATCH_HELP
from bot.features.replay import steps
from bot.features.replay.steps import ACTION_ID, reader_of
from bot.interactions import lookup, replies
from bot.interactions.actions import begin
from bot.interactions.services import Request
from bot.matches.loaded import LoadedMatch
from bot.panels import components
from bot.panels.components import Pressed
from bot.panels.model import Button, Press
from bot.texts.phrases import Phrases
from storage import MatchHead, MatchStatus

MOST_DIGITS: Final = 6
BEGUN: Final[tuple[MatchStatus, ...]] = ("running", "over")


async def pressed(request: Request, match: LoadedMatch, pressed: Pressed) -> None:
    """Handle a button of the panel, or one that opens it. Raises `Refusal`."""
    number, eyes = (*pressed.press.tokens, "", "")[:2]
    stop = int(number) if number.isdecimal() and len(number) <= MOST_DIGITS else None
    await show(request, match, stop, eyes)


async def show(request: Request, match: LoadedMatch, number: int | None = None, eyes: str = "") -> None:
    """Show a stop of the replay; where none is named the start of a match that is over, else the present.

    Raises `Refusal`.
    """
    match.must_have_begun()
    if number is None:
        number = 0 if match.match.status == "over" else match.newest
    names = await request.services.names.seats(request.say, match)
    shown = steps.step(request.say, match, names, number, reader_of(match, request.user, eyes))
    picture = await request.services.studio.draw(*shown.picture)
    view = components.view(match.id, shown.rows)
    await replies.answer(request.interaction, shown.text, picture=picture, view=view)


def result_buttons(say: Phrases, match: LoadedMatch) -> tuple[Button, ...]:
    """Return the button that opens the replay from the messages of a match that is over."""
    return (Button(say("Replay"), Press(ACTION_ID)),)


async def _own_begun(request: Request) -> Sequence[MatchHead]:
    return await request.services.store.matches.of_user(request.user, BEGUN)


@app_commands.command(name="replay", description=locale_str("Go through a match again, step by step"))
@app_commands.describe(match=MATCH_HELP)
@app_commands.autocomplete(match=lookup.choices_of(_own_begun))
async def replay(interaction: discord.Interaction, match: str | None = None) -> None:
    """Open the replay of a match."""
    request = await begin(interaction)
    await show(request, await lookup.find(request, match))
