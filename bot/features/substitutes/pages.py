"""Handing one's seat over and taking one over: by commands and by buttons."""

from __future__ import annotations

from typing import Final

from bot.features.substitutes import offer_messages as briefings
from bot.features.substitutes import texts
from bot.interactions import panel, replies
from bot.interactions.services import Request
from bot.matches import seating
from bot.matches.loaded import LoadedMatch
from bot.matches.refusals import Refusal
from bot.panels import components
from bot.panels.components import Pressed
from bot.panels.model import Button, Press
from bot.texts import match as around

DEED: Final = briefings.KIND
OFFER, WITHDRAW, TAKE = "offer", "withdraw", "take"
MOST_DIGITS: Final = 20


async def pressed(request: Request, match: LoadedMatch, pressed: Pressed) -> None:
    """A button about a seat. Raises `Refusal`."""
    deed, number = (*pressed.press.tokens, "", "")[:2]
    given = int(number) if number.isdecimal() and len(number) <= MOST_DIGITS else None
    if deed == TAKE and given is not None:
        await take(request, match, given)
    elif deed == OFFER:
        await offer(request, match, given)
    elif deed == WITHDRAW:
        await withdraw(request, match)
    elif not deed:
        await show(request, match)
    else:
        raise Refusal(around.OLD_BUTTON)


async def show(request: Request, match: LoadedMatch, to: int | None = None) -> None:
    """Ask whether the asker's seat is to be handed over, to anybody or to one person. Raises `Refusal`."""
    seat, say = match.must_play(request.user), request.say
    if any(s.seat == seat for s in seating.offered(match.match.seats)):
        keep = Button(texts.withdraw_label(say), Press(DEED, (WITHDRAW,)), "primary")
        await replies.answer(request.interaction, texts.offered(say), view=components.view(match.id, ((keep,),)))
        return
    name = await request.services.names.of(say, to) if to is not None else ""
    tokens = (OFFER,) if to is None else (OFFER, str(to))
    sure = Button(texts.offer_label(say, name), Press(DEED, tokens), "danger")
    await replies.answer(request.interaction, texts.question(say), view=components.view(match.id, ((sure,),)))


async def offer(request: Request, match: LoadedMatch, to: int | None) -> None:
    """Offer the asker's seat. Raises `Refusal`."""
    seat = match.must_play(request.user)
    after = await request.services.substitutes.offer(match, seat, "own", to, interaction_id=request.interaction.id)
    await show(request, after)


async def withdraw(request: Request, match: LoadedMatch) -> None:
    """Keep the asker's seat. Raises `Refusal`."""
    seat = match.must_play(request.user)
    await request.services.substitutes.withdraw(
        match, seat, "own", "vote", "left", interaction_id=request.interaction.id
    )
    await replies.answer(request.interaction, texts.kept(request.say))


async def take(request: Request, match: LoadedMatch, seat: int | None = None) -> None:
    """Take a seat over, the first one that the asker may have where none is named. Raises `Refusal`."""
    number = _fitting(match, request.user) if seat is None else seat
    say, there = request.say, request.services
    played = await there.substitutes.take(match, request.user, number, interaction_id=request.interaction.id)
    former = [one.user_id for one in played.match.match.former if one.seat == number]
    note = texts.welcome(say, await there.names.of(say, former[-1] if former else None))
    await panel.open_panel(request, played.match, note=note)


def _fitting(match: LoadedMatch, user: int) -> int:
    """The number of the seat that a user may take, most likely; whether it is on offer is seen when it is taken."""
    found = seating.offered(match.match.seats) or match.match.seats
    return min(found, key=lambda s: (s.offered_to != user, s.offered_to is not None)).seat
