"""Following a match: a page with buttons, and the command."""

from __future__ import annotations

from typing import Final

from bot.features.followers import texts
from bot.features.followers.service import Wants
from bot.interactions import replies
from bot.interactions.services import Request
from bot.matches.loaded import LoadedMatch
from bot.matches.refusals import Refusal
from bot.panels import components
from bot.panels.components import Pressed
from bot.panels.model import Button, Press, Row
from bot.texts import match as around

DEED: Final = "follow"
NOTHING: Final = "nothing"
WANTS: Final[tuple[Wants, ...]] = ("highlights", "end")


async def pressed(request: Request, match: LoadedMatch, pressed: Pressed) -> None:
    """A button of the page, or that which leads to it. Raises `Refusal`."""
    wants = (*pressed.press.tokens, "")[0]
    if wants:
        await change(request, match, wants)
    else:
        await show(request, match)


async def change(request: Request, match: LoadedMatch, wants: str) -> None:
    """Follow the match, or follow it no longer. Raises `Refusal`."""
    spectators = request.services.spectators
    if wants == NOTHING:
        await spectators.leave(match, request.user)
    elif (wanted := next((one for one in WANTS if one == wants), None)) is not None:
        await spectators.follow(match, request.user, wanted)
    else:
        raise Refusal(around.OLD_BUTTON)
    await show(request, match)


async def show(request: Request, match: LoadedMatch) -> None:
    """How the asker follows the match, with buttons to change that. Raises `Refusal`."""
    match.must_have_begun()
    say = request.say
    mine = await request.services.matches.followers.mine(match.id, request.user)
    now = mine.wants if mine is not None else None
    row = [Button(texts.wants_label(say, wants), Press(DEED, (wants,))) for wants in WANTS if wants != now]
    row += [Button(texts.wants_label(say, NOTHING), Press(DEED, (NOTHING,)), "danger")] if mine is not None else []
    text = around.lines(texts.state(say, now), texts.explained(say))
    await replies.answer(request.interaction, text, view=components.view(match.id, (tuple(row),)))


def rows(request: Request, match: LoadedMatch) -> tuple[Row, ...]:
    """The button in what somebody sees of a match who does not play in it."""
    if match.match.status != "running" or match.match.private or match.seat_of(request.user) is not None:
        return ()
    return ((Button(texts.follow_label(request.say), Press(DEED)),),)
