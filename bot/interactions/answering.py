"""A button of the live message that answers what the match waits for: the message itself shows what comes of it."""

from __future__ import annotations

from bot.interactions.services import Request
from bot.matches.loaded import LoadedMatch
from bot.matches.refusals import Refusal, Stale
from bot.panels.components import Pressed
from bot.publish import answers
from games.messages import Message


async def pressed(request: Request, match: LoadedMatch, pressed: Pressed) -> None:
    """Carry the action out for whoever it is up to. Raises `Refusal` for everybody else, and when it is too late."""
    keys, action = answers.read(pressed.press.tokens)
    seat = match.must_play(request.user)
    waited = [choice for choice in match.choices if choice.must and choice.key in keys]
    key = next((choice.key for choice in waited if choice.seat == seat), None)
    if key is None:
        raise await _not_yours(request, match, sorted({choice.seat for choice in waited}))
    await request.services.matches.play(match, request.user, [action], key=key, interaction_id=request.interaction.id)


async def _not_yours(request: Request, match: LoadedMatch, seats: list[int]) -> Refusal:
    if not seats:
        return Stale(Message("That has been decided already; the message will show it in a moment."))
    names = await request.services.names.seats(request.say, match)
    who = request.say.every(names.get(seat) or request.say("somebody") for seat in seats)
    return Refusal(Message("That is for {players} to decide.", players=who))
