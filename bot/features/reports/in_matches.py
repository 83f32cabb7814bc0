"""*Report* in a match: the same as `/report`, about somebody who plays there, from wherever the match is played.

Across servers a report goes to the managers of the server of whom it is about: they can do something about it.
"""

from __future__ import annotations

from typing import Final

import discord

from bot.features.reports.pages import send_form
from bot.features.reports.service import ACTION_ID, NO_CHANNEL, Reports
from bot.interactions import replies
from bot.interactions.services import Request, request_for
from bot.matches.loaded import LoadedMatch
from bot.matches.refusals import NO_MATCH, Refusal
from bot.panels import components
from bot.panels.components import Pressed
from bot.panels.model import Button, Press
from bot.panels.widgets import button, rows_of
from bot.texts import match as texts
from bot.texts.phrases import Phrases
from games.messages import Message

NO_REPORTS: Final = Message("The server of this player takes no reports.")
SEAT, WHOM, TO = "seat", "whom", "to"
"""The first tokens of the presses that open the form about a seat, ask about whom, and send the form."""


def buttons(say: Phrases, match: LoadedMatch, user: int) -> tuple[Button, ...]:
    """Return the button for a player who can report somebody here; nothing for everybody else."""
    others = _others(match, user)
    if not others:
        return ()
    press = (SEAT, str(others[0])) if len(others) == 1 else (WHOM,)
    return (button(say("Report"), Press(ACTION_ID, press)),)


async def pressed(request: Request, match: LoadedMatch, pressed: Pressed) -> None:
    """Ask whom a report is about, or send one that was written. Raises `Refusal`."""
    what, number = [*pressed.press.tokens, "", ""][:2]
    if what == WHOM:
        await _ask(request, match)
    elif what == TO:
        await _file(request, match, number, pressed.text)
    else:
        raise Refusal(texts.OLD_BUTTON)


async def open_form(interaction: discord.Interaction, pressed: Pressed) -> None:
    """Open the form for the reason. Raises `Refusal`."""
    request = await request_for(interaction)
    match = await request.services.matches.peek(pressed.match_id)
    seat = [*pressed.press.tokens, ""][1]
    guild_id, _ = _about(request, match, seat)
    await _must_be_read(request, match, guild_id)
    await send_form(request, match.id, Press(ACTION_ID, (TO, seat)))


async def _ask(request: Request, match: LoadedMatch) -> None:
    say, others = request.say, _others(match, request.user)
    if not others:
        raise Refusal(texts.OLD_BUTTON)
    names = await request.services.names.seats(say, match)
    made = [
        button(say("Report {player}", player=names.get(seat) or say("somebody")), Press(ACTION_ID, (SEAT, str(seat))))
        for seat in others
    ]
    await replies.answer(request.interaction, say("Who is it about?"), view=components.view(match.id, rows_of(made)))


async def _file(request: Request, match: LoadedMatch, seat: str, reason: str) -> None:
    guild_id, about = _about(request, match, seat)
    await _must_be_read(request, match, guild_id)
    await request.services.get(Reports).file(guild_id, request.user, about, match.id, reason)
    text = request.say("Those who manage this server have your report. Nobody else learns of it.")
    if match.match.across:
        text = request.say("Those who manage the other server have your report, with your name as it is shown here.")
    await replies.answer(request.interaction, text)


async def _must_be_read(request: Request, match: LoadedMatch, guild_id: int) -> None:
    """Raise `Refusal` where nobody would read a report."""
    if (await request.services.servers.of(guild_id)).report_channel_id is None:
        raise Refusal(NO_REPORTS if match.match.across else NO_CHANNEL)


def _others(match: LoadedMatch, user: int) -> list[int]:
    """Return the seats of the people whom a player can report; none for who does not play."""
    if match.seat_of(user) is None or (match.match.in_dm and not match.match.across):
        return []
    people = [one for one in match.users() if one != user]
    return [one.seat for one in match.match.seats if one.user_id in people]


def _about(request: Request, match: LoadedMatch, seat: str) -> tuple[int, int]:
    """Return whom a report about a seat is about, after the server that gets it. Raises `Refusal`."""
    if match.seat_of(request.user) is None:
        raise Refusal(NO_MATCH)
    others = {str(number): match.user_of(number) for number in _others(match, request.user)}
    about = others.get(seat)
    guild_id = None if about is None else match.match.server_of(about)
    if about is None or guild_id is None:
        raise Refusal(texts.OLD_BUTTON)
    return guild_id, about
