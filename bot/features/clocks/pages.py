"""The clocks of a match: looking at them, nudging, deciding what becomes of a match whose player has no time left."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.features.clocks.reminders import DEED, answers
from bot.features.clocks.timeout_votes import out
from bot.features.standing_orders import pages as instructing
from bot.features.substitutes import pages as handing
from bot.features.substitutes import texts as handovers
from bot.interactions import replies
from bot.interactions.services import Request
from bot.matches import seating
from bot.matches.loaded import LoadedMatch
from bot.matches.refusals import Refusal
from bot.panels import components
from bot.panels.components import Pressed
from bot.panels.model import Button, Press, Row
from bot.texts import match as texts
from bot.texts import time as told
from bot.texts.phrases import Phrases
from bot.texts.time import Answer
from games.standing import standing_of

ANSWERS: Final[Mapping[str, Answer]] = {"claim": "claim", "give": "give", "sub": "sub", "off": "off"}
NUDGE: Final = "nudge"


async def pressed(request: Request, match: LoadedMatch, pressed: Pressed) -> None:
    """A button about time. Raises `Refusal`."""
    deed = pressed.press.tokens[:1]
    if not deed:
        await show(request, match)
    elif deed[0] == NUDGE:
        await nudge(request, match)
    elif deed[0] in ANSWERS:
        await answer(request, match, ANSWERS[deed[0]])
    else:
        raise Refusal(texts.OLD_BUTTON)


async def show(request: Request, match: LoadedMatch, note: str = "") -> None:
    """Show the clocks, with what the asker can do about them. Raises `Refusal`."""
    match.must_have_begun()
    names = await request.services.names.seats(request.say, match)
    text = texts.lines(note, *lines(request.say, match, names))
    view = components.view(match.id, buttons(request.say, match, match.seat_of(request.user)))
    await replies.answer(request.interaction, text, view=view)


async def answer(request: Request, match: LoadedMatch, what: Answer) -> None:
    """Say what becomes of a match in which somebody's time is over. Raises `Refusal`."""
    came = await request.services.claims.say(match, request.user, what)
    done = request.say("Done.") if came.done else told.counted(request.say, what, came.have, came.need)
    await show(request, came.match, done)


async def nudge(request: Request, match: LoadedMatch) -> None:
    """Ask whoever is waited for to move. Raises `Refusal`."""
    match.must_play(request.user)
    count = await request.services.claims.nudge(match, request.user)
    note = request.say.plural("One player is nudged.", "{count} players are nudged.", count)
    await show(request, await request.services.matches.load(match.id), note)


def lines(say: Phrases, match: LoadedMatch, names: Mapping[int, str]) -> list[str]:
    """The pace, then a line for each seat. Raises `Refusal`."""
    match.must_run()
    found = [told.pace(say, match.pace)]
    for seat in match.face.game.playing(match.state):
        who, one = names.get(seat) or say("somebody"), match.clock(seat)
        if one is not None and one.out_at is not None:
            found.append(told.is_over(say, who, one.out_at))
        elif one is not None and one.since is not None:
            found.append(told.waited_for(say, who, one.since, one.runs_out))
        elif one is not None:
            found.append(told.standing_still(say, who, one.left_ms))
    looked_for = seating.offered(match.match.seats)
    return found + [handovers.looked_for(say, names.get(s.seat) or say("somebody")) for s in looked_for]


def buttons(say: Phrases, match: LoadedMatch, seat: int | None) -> tuple[Row, ...]:
    """What a seat can do about the clocks of others, and about its own."""
    if seat is None or match.match.status != "running":
        return ()
    waited = {choice.seat for choice in match.choices if choice.must} - {seat}
    row = [Button(say("Nudge"), Press(DEED, (NUDGE,)))] if waited else []
    if standing_of(match.face.game) is not None:
        row.append(Button(say("Standing instructions"), Press(instructing.DEED)))
    if seat in match.face.game.playing(match.state):
        row.append(Button(handovers.hand_label(say), Press(handing.DEED)))
    return (*(answers(say, match, seat) if out(match) else ()), *((tuple(row),) if row else ()))
