"""Answering challenges and asking for rematches: from commands and from presses alike."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.interactions import replies
from bot.interactions.services import Request
from bot.matches import seating
from bot.matches.loaded import LoadedMatch
from bot.matches.lobby import LOBBY, Wish
from bot.matches.refusals import Refusal
from bot.panels.components import Pressed
from bot.texts.phrases import Phrases
from games.messages import Message


async def answer(request: Request, match: LoadedMatch, deed: str, side: str | None = None) -> None:
    """Accept, decline, join or cancel, and tell the one who did what came of it. Raises `Refusal`."""
    lobby, user = request.services.lobby, request.user
    more: dict[str, Any] = {"interaction_id": request.interaction.id} | ({"side": side} if deed == "join" else {})
    step = {"accept": lobby.accept, "decline": lobby.decline, "join": lobby.join, "cancel": lobby.cancel}[deed]
    after: LoadedMatch = await step(match, user, **more)
    names = await request.services.names.seats(request.say, after)
    await replies.tell(request.interaction, outcome(request.say, after, deed, user, names))


def outcome(say: Phrases, match: LoadedMatch, deed: str, user: int, names: Mapping[int, str]) -> str:
    """What the one hears who has answered a challenge."""
    if deed == "cancel":
        return say("The challenge is withdrawn.")
    if deed == "decline":
        if match.match.status == "cancelled":
            return say("You have declined; the challenge is called off.")
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
    """Open the same match again, with the same options and the same teams, the one who asks as the challenger."""
    if match.match.status != "over":
        raise Refusal(Message("You can ask for a rematch when the match is over."))
    seat = match.seat_of(request.user)
    if seat is None:
        raise Refusal(Message("Only those who played can ask for a rematch."))
    if await _asked_already(request, match):
        return
    request.services.limits.must(request.user, "matches")
    await request.services.lobby.new(_same_again(match, request.user, seat), interaction_id=request.interaction.id)
    await replies.tell(request.interaction, request.say("The challenge is on its way."))


async def _asked_already(request: Request, match: LoadedMatch) -> bool:
    """Take part in the rematch that somebody else has asked for already. Raises `Refusal` for a second one."""
    store, user = request.services.store, request.user
    for head in await store.matches_of(user, LOBBY):
        if head.rematch_of != match.id:
            continue
        if head.creator == user:
            raise Refusal(Message("You have asked for a rematch already; it is waiting for an answer."))
        await answer(request, await request.services.matches.load(head.id), "accept")
        return True
    # Whoever has declined it and thinks again finds the seat open.
    for head in await store.matches_in(match.match.channel_id or 0, LOBBY):
        if head.rematch_of == match.id and any(s.user_id is None for s in head.seats):
            await answer(request, await request.services.matches.load(head.id), "join")
            return True
    return False


def _same_again(match: LoadedMatch, user: int, seat: int) -> Wish:
    assert match.match.guild_id is not None
    assert match.match.channel_id is not None
    return Wish(
        game=match.match.game,
        formation=match.formation.id,
        language=match.language,
        creator=user,
        opponents=tuple(u for u in match.users() if u != user),
        options=match.options,
        private=match.match.private,
        guild_id=match.match.guild_id,
        channel_id=match.match.channel_id,
        rematch_of=match.id,
        seat=seat,
    )
