"""The ladder of puzzles: who solved most puzzles of the day on a server, in some days."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.features.puzzles.solving import ACTION_ID
from bot.interactions import replies
from bot.interactions.services import Request
from bot.limits import ALT_TEXT, cut
from bot.matches.refusals import Refusal
from bot.panels import components
from bot.panels.components import LESSON
from bot.panels.model import Button, Picture, Press
from bot.panels.widgets import button
from bot.texts import match as texts
from bot.texts.phrases import Phrases
from render.ladder import Rung, draw_ladder
from storage import Climber

LINES: Final = 10
NAMES_WITHIN: Final = 5.0
"""Seconds that the ladder waits for names."""


async def show_ladder(request: Request, since: int, until: int, about: str, buttons: Sequence[Button] = ()) -> None:
    """Answer with who solved most puzzles of the days from `since` to before `until` on this server. Raises `Refusal`.

    `about` says which these are.
    """
    say, services, guild = request.say, request.services, request.interaction.guild_id
    if guild is None:
        raise Refusal(texts.OLD_BUTTON)
    best = await services.store.dailies.ladder(guild, since, until, LINES)
    await services.names.learn([one.user_id for one in best], within=NAMES_WITHIN)
    rungs = tuple(_rung(say, one, best, services.names.known(say, one.user_id)) for one in best)
    lines = [f"**{say('Puzzle ladder')}**", about]
    lines += [f"**{one.place}.** {one.name} · {one.said} · {one.detail}" for one in rungs]
    if not best:
        lines.append(say("Nobody is on it yet."))
    if request.user not in [one.user_id for one in best]:
        lines.append(say("To climb it, solve the puzzle of the day and press “Name me tomorrow” below it."))
    text, picture = texts.lines(*lines), None
    if rungs:
        services.limits.must(request.user, "pictures")
        picture = await services.studio.draw(_drawn, say, about, rungs, text)
    row = (*buttons, button(say("Puzzles"), Press(ACTION_ID)))
    await replies.answer(request.interaction, text, picture=picture, view=components.view(LESSON, (row,)))


def _rung(say: Phrases, one: Climber, best: Sequence[Climber], name: str) -> Rung:
    """Return somebody's line; who has solved as many with as few wrong tries is at the same place."""
    place = 1 + sum((-other.solved, other.tries) < (-one.solved, one.tries) for other in best)
    solved = say.plural("{count} puzzle", "{count} puzzles", one.solved)
    return Rung(place, name, one.solved, solved, say.plural("{count} wrong try", "{count} wrong tries", one.tries))


def _drawn(say: Phrases, about: str, rungs: Sequence[Rung], text: str) -> Picture:
    data = draw_ladder(say("Puzzle ladder"), about.rstrip("."), rungs)
    return Picture(data, "ladder.png", cut(text.replace("**", ""), ALT_TEXT))
