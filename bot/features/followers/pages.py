"""The page on which a user follows a match, its button in a spectator's panel, and `/match follow`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.features.followers.service import FollowedMatches, Wants
from bot.interactions import lookup, replies
from bot.interactions.actions import begin
from bot.interactions.services import Request
from bot.matches.loaded import LoadedMatch
from bot.matches.refusals import Refusal
from bot.panels import components
from bot.panels.components import Pressed
from bot.panels.model import Button, Press, Row
from bot.texts import match as texts
from games.messages import Message
from storage import MatchHead, MatchStatus

ACTION_ID: Final = "follow"
NOTHING: Final = "nothing"
WANTS: Final[tuple[Wants, ...]] = ("highlights", "end")
RUNNING: Final[tuple[MatchStatus, ...]] = ("running",)
CHOICES: Final = [
    app_commands.Choice(name=locale_str("Highlights"), value="highlights"),
    app_commands.Choice(name=locale_str("Only the end"), value="end"),
    app_commands.Choice(name=locale_str("Stop following"), value=NOTHING),
]


async def pressed(request: Request, match: LoadedMatch, pressed: Pressed) -> None:
    """Handle a button of the page, or the one that leads to it. Raises `Refusal`."""
    wants = (*pressed.press.tokens, "")[0]
    if wants:
        await change(request, match, wants)
    else:
        await show(request, match)


async def change(request: Request, match: LoadedMatch, wants: str) -> None:
    """Follow the match, or follow it no longer. Raises `Refusal`."""
    followed = request.services.get(FollowedMatches)
    if wants == NOTHING:
        await followed.leave(match, request.user)
    elif (wanted := next((offered for offered in WANTS if offered == wants), None)) is not None:
        await followed.follow(match, request.user, wanted)
    else:
        raise Refusal(texts.OLD_BUTTON)
    await show(request, match)


async def show(request: Request, match: LoadedMatch) -> None:
    """Show how the asker follows the match, with buttons to change that. Raises `Refusal`."""
    match.must_have_begun()
    say = request.say
    follower = await request.services.get(FollowedMatches).followers.mine(match.id, request.user)
    if follower is None:
        state = say("You do not follow this match.")
    elif follower.wants == "highlights":
        state = say("You follow the highlights of this match.")
    else:
        state = say("You will hear when this match is over.")
    explanation = say(
        "**Follow this match?** You hear of its highlights or only of its end: by direct message if you have those on "
        "(`/settings dm`), else by a ping; never in your quiet hours."
    )
    row = []
    if follower is None or follower.wants != "highlights":
        row.append(Button(say("Highlights"), Press(ACTION_ID, ("highlights",))))
    if follower is None or follower.wants != "end":
        row.append(Button(say("Only the end"), Press(ACTION_ID, ("end",))))
    if follower is not None:
        row.append(Button(say("Stop following"), Press(ACTION_ID, (NOTHING,)), "danger"))
    view = components.view(match.id, (tuple(row),))
    await replies.answer(request.interaction, texts.lines(state, explanation), view=view)


def panel_rows(request: Request, match: LoadedMatch) -> tuple[Row, ...]:
    """Return the button that leads to the page, for users who do not play in a running match."""
    if match.match.status != "running" or match.match.private or match.seat_of(request.user) is not None:
        return ()
    return ((Button(request.say("Follow"), Press(ACTION_ID)),),)


async def _running_here(request: Request) -> Sequence[MatchHead]:
    """Return the matches of this channel that are running and not private."""
    channel_id = lookup.channel_of(request.interaction)
    heads = await request.services.store.matches.in_channel(channel_id, RUNNING) if channel_id is not None else ()
    return [m for m in heads if not m.private]


async def _to_follow_here(request: Request) -> Sequence[MatchHead]:
    """Return those of them in which the asker does not play."""
    return [m for m in await _running_here(request) if all(s.user_id != request.user for s in m.seats)]


@app_commands.command(name="follow", description=locale_str("Follow a match in which you do not play"))
@app_commands.describe(
    what=locale_str("Leave empty to see and change what you follow"),
    match=locale_str("Which match; not needed in its thread, or with only one in this channel"),
)
@app_commands.choices(what=CHOICES)
@app_commands.autocomplete(match=lookup.choices_of(_to_follow_here))
async def follow(interaction: discord.Interaction, what: str | None = None, match: str | None = None) -> None:
    """Follow a match, or follow it no longer."""
    request = await begin(interaction)
    loaded = await lookup.find_among(
        request,
        match,
        _running_here,
        none=Message("No match runs in this channel."),
        several=Message("Several matches run in this channel; choose one with `match`."),
    )
    if what is None:
        await show(request, loaded)
    else:
        await change(request, loaded, what)
