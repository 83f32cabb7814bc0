"""The panel of a replay, its buttons, and `/match replay`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import aiohttp
import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.commands.common import MATCH_HELP
from bot.features.replay import files, films, steps
from bot.features.replay.files import RecordedMatches
from bot.features.replay.steps import ACTION_ID, reader_of
from bot.features.replay.stops import Stops
from bot.interactions import lookup, replies
from bot.interactions.actions import begin
from bot.interactions.replies import Attached
from bot.interactions.services import Request
from bot.matches.loaded import LoadedMatch
from bot.matches.refusals import Refusal
from bot.panels import components
from bot.panels.components import LESSON, Pressed
from bot.panels.model import Button, Press
from bot.panels.widgets import button
from bot.texts.phrases import Phrases
from games.messages import Message
from storage import MatchHead, MatchStatus

MOST_DIGITS: Final = 6
BEGUN: Final[tuple[MatchStatus, ...]] = ("running", "over")
CARRIED: Final = "match.record"
"""The name of the record that a replay of a file carries along; Discord shows no preview of such a file."""
GONE: Final = Message(
    "The record of this replay cannot be read any more. `/match replay` with its file opens it again."
)


async def pressed(request: Request, match: LoadedMatch, pressed: Pressed) -> None:
    """Handle a button of the panel, or one that opens it. Raises `Refusal`."""
    await show(request, match, *_asked(pressed))


async def pressed_outside(request: Request, pressed: Pressed) -> None:
    """Handle a button of the replay of a file, which the message carries along. Raises `Refusal`."""
    message = request.interaction.message
    attached = message.attachments if message is not None else ()
    record = next((one for one in attached if one.filename == CARRIED), None)
    if record is None:
        raise Refusal(GONE)
    await show_file(request, record, *_asked(pressed))


def _asked(pressed: Pressed) -> tuple[int | None, str, str]:
    """Return the number of the stop that a press asks for, the token of whose eyes, and the turn of a review.

    The number is `None` and the others are empty where it says none.
    """
    number, eyes, origin = (*pressed.press.tokens, "", "", "")[:3]
    return (int(number) if number.isdecimal() and len(number) <= MOST_DIGITS else None), eyes, place(origin)


def place(origin: str) -> str:
    """Return the place of a turn in a review, from which a replay was opened, as a token; empty where it is none."""
    return origin if origin.isdecimal() and len(origin) <= MOST_DIGITS else ""


async def show(
    request: Request, match: LoadedMatch, number: int | None = None, eyes: str = "", origin: str = ""
) -> None:
    """Show a stop of the replay; where none is named the start of a match that is over, else the present.

    Raises `Refusal`. `origin` as in `bot.features.replay.steps.step`.
    """
    match.must_have_begun()
    await _show(request, match, match.id, number, eyes, origin=origin)


async def show_file(
    request: Request, file: discord.Attachment, number: int | None = None, eyes: str = "", _origin: str = ""
) -> None:
    """Show a stop of the replay of a record file. Raises `Refusal` for what is no record, or no whole one."""
    if file.size > files.SIZE:
        raise Refusal(files.TOO_LARGE)
    try:
        data = await file.read()
    except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
        raise Refusal(GONE) from error
    match = await request.services.get(RecordedMatches).load(data)
    await _show(request, match, LESSON, number, eyes, Attached(data, CARRIED))


async def _show(
    request: Request,
    match: LoadedMatch,
    match_id: str,
    number: int | None,
    eyes: str,
    carried: Attached | None = None,
    origin: str = "",
) -> None:
    if number is None:
        number = 0 if match.match.status == "over" else match.newest
    names = await request.services.names.seats(request.say, match)
    if eyes == steps.FILM and match.match.status == "over" and Stops(match).turns:
        request.services.limits.must(request.user, "pictures")
        film = await request.services.studio.draw(*films.of_match(request.say, match, names))
        view = components.view(match_id, ((button(request.say("Back"), steps.press(number, None, origin)),),))
        await replies.answer(request.interaction, "", picture=film, view=view, carried=carried)
        return
    shown = steps.step(request.say, match, names, number, reader_of(match, request.user, eyes), origin)
    picture = await request.services.studio.draw(*shown.picture)
    view = components.view(match_id, shown.rows)
    await replies.answer(request.interaction, shown.text, picture=picture, view=view, carried=carried)


def result_buttons(say: Phrases, match: LoadedMatch) -> tuple[Button, ...]:
    """Return the button that opens the replay from the messages of a match that is over."""
    return (Button(say("Replay"), Press(ACTION_ID)),)


async def _own_begun(request: Request) -> Sequence[MatchHead]:
    return await request.services.store.matches.of_user(request.user, BEGUN)


@app_commands.command(name="replay", description=locale_str("Go through a match again, step by step"))
@app_commands.describe(
    match=MATCH_HELP, file=locale_str("The record of a match that is over, as `/match record` gives it")
)
@app_commands.autocomplete(match=lookup.choices_of(_own_begun))
async def replay(
    interaction: discord.Interaction, match: str | None = None, file: discord.Attachment | None = None
) -> None:
    """Open the replay of a match, or of a record."""
    request = await begin(interaction)
    if file is None:
        await show(request, await lookup.find(request, match))
        return
    request.services.limits.must(request.user, "pictures")
    await show_file(request, file)
