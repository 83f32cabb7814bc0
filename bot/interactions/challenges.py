"""Answering challenges and asking for rematches: from commands and from presses alike."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.interactions import replies
from bot.interactions.services import Request
from bot.matches import lobby, seating
from bot.matches.loaded import LoadedMatch
from bot.panels.components import Pressed
from bot.texts.phrases import Phrases


async def answer(request: Request, match: LoadedMatch, deed: str, side: str | None = None, luck: str = "") -> None:
    """Accept, decline, join or cancel, and tell the one who did what came of it. Raises `Refusal`.

    `luck` are words of the player's own that the draws will depend on.
    """
    service, user = request.services.lobby, request.user
    more: dict[str, Any] = {"interaction_id": request.interaction.id}
    if deed in ("accept", "join"):
        more["luck"] = luck
        if request.interaction.message is None:  # by a command, not with a button of the start message
            lobby.must_be_posted(match)
    if deed == "join":
        more["side"] = side
    step = {"accept": service.accept, "decline": service.decline, "join": service.join, "cancel": service.cancel}[deed]
    await _tell(request, await step(match, user, **more), deed)


async def _tell(request: Request, after: LoadedMatch, deed: str) -> None:
    names = await request.services.names.seats(request.say, after)
    told = outcome(request.say, after, deed, request.user, names)
    added = next((part.luck for part in after.parts if part.player == request.user), "")
    if added and deed in ("accept", "join"):
        told += "\n" + request.say("The draws depend on “{luck}”, too.", luck=added)
    await replies.tell(request.interaction, told)


def outcome(say: Phrases, match: LoadedMatch, deed: str, user: int, names: Mapping[int, str]) -> str:
    """What the one hears who has answered a challenge."""
    if deed == "cancel":
        return say("You withdrew your challenge.")
    if deed == "decline":
        if match.match.status == "cancelled":
            return say("You declined the challenge.")
        return say("You are out; your seat is open again for anybody who wants to join.")
    if match.match.status == "running":
        return say("The match begins; its thread opens in a moment.")
    seat = match.seat_of(user)
    mates = [] if seat is None or seating.undecided(match) else seating.mates(match, seat)
    there = [names[mate] for mate in mates if mate in names]
    if there:
        return say("You are in, with {players}. The match begins when all seats are taken.", players=say.every(there))
    return say("You are in. The match begins when all seats are taken.")


async def pressed(request: Request, match: LoadedMatch, pressed: Pressed) -> None:
    """A button of a start message. Raises `Refusal`."""
    tokens = pressed.press.tokens
    await answer(request, match, pressed.press.deed, tokens[0] if tokens else None)


async def rematch(request: Request, match: LoadedMatch, pressed: Pressed) -> None:
    """Ask for a rematch, or take part in the one that somebody else has asked for. Raises `Refusal`."""
    request.services.limits.must(request.user, "matches")
    asked = await lobby.rematch(request.services.lobby, match, request.user, interaction_id=request.interaction.id)
    if asked.deed == "opened":
        await replies.tell(request.interaction, request.say("The challenge is on its way."))
    else:
        await _tell(request, asked.rematch, asked.deed)
