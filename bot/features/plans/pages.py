"""Planning one's next turn: a page, a form to write in, and the command."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import discord

from bot.features import outcomes as following
from bot.features.plans import texts
from bot.interactions import lookup, replies
from bot.interactions.promise import answered
from bot.interactions.services import Request, request_for
from bot.matches import plans
from bot.matches.loaded import LoadedMatch
from bot.matches.plans import LINES
from bot.panels import components
from bot.panels.components import Pressed
from bot.panels.model import Button, Press, Row
from bot.texts import match as around
from games.standing import is_turn

DEED: Final = "plan"
WRITE, KEEP, DELETE = "write", "keep", "x"
LONGEST: Final = 2000
"""Characters of a whole plan: ten actions have at most 200 each."""


async def pressed(request: Request, match: LoadedMatch, pressed: Pressed) -> None:
    """A button of the page, or the form that was sent. Raises `Refusal`."""
    deed = (*pressed.press.tokens, "")[0]
    if deed == KEEP:
        await keep(request, match, pressed.text)
    elif deed == DELETE:
        await keep(request, match, "")
    else:
        await show(request, match)


async def form(interaction: discord.Interaction, pressed: Pressed) -> None:
    """Open the form, with the plan that there is. Raises `Refusal`."""
    request = await request_for(interaction)
    match = await lookup.load(request, pressed.match_id)
    match.must_play(request.user)
    there = await _pending(request, match)
    shown = components.form(
        match.id,
        Press(DEED, (KEEP,)),
        texts.form_title(request.say),
        texts.form_label(request.say, LINES),
        "\n".join(there),
        LONGEST,
    )
    await interaction.response.send_modal(shown)
    answered(interaction)


async def keep(request: Request, match: LoadedMatch, typed: str) -> None:
    """Keep what was typed as the plan, nothing for none. Raises `Refusal`."""
    lines = plans.lines(typed[: LONGEST + LINES])
    played = await request.services.matches.plan(match, request.user, lines)
    await show(request, played.match, "" if lines else texts.deleted(request.say))


async def show(request: Request, match: LoadedMatch, note: str = "") -> None:
    """The page about the asker's plan. Raises `Refusal`."""
    match.must_play(request.user)
    say, there = request.say, await _pending(request, match)
    told = await unseen(request, match)
    text = around.lines(
        told,
        note,
        texts.planned(say, there) if there else texts.nothing(say),
        texts.explained(say),
        texts.how(say, match.face.group),
    )
    row = [Button(texts.write_label(say, there=bool(there)), Press(DEED, (WRITE,)), "primary")]
    row += [Button(texts.delete_label(say), Press(DEED, (DELETE,)), "danger")] if there else []
    await replies.answer(request.interaction, text, view=components.view(match.id, (tuple(row),)))


def rows(request: Request, match: LoadedMatch) -> tuple[Row, ...]:
    """The button in the panel of somebody who plays, while it is not that player's turn."""
    seat, game = match.seat_of(request.user), match.face.game
    if seat is None or match.match.status != "running" or seat not in game.playing(match.state):
        return ()
    if any(choice.seat == seat and is_turn(game, choice) for choice in match.choices):
        return ()
    return ((Button(texts.plan_label(request.say), Press(DEED)),),)


async def unseen(request: Request, match: LoadedMatch) -> str:
    """What came of the asker's plan and nobody has told yet, as a line; empty for nothing."""
    there = request.services.matches.plans
    plan = await there.mine(match, request.user)
    if plan is None or plan.outcome is None:
        return ""
    await there.told(match, plan)
    return following.outcome(request.say, match, plan)


async def _pending(request: Request, match: LoadedMatch) -> Sequence[str]:
    plan = await request.services.matches.plans.mine(match, request.user)
    return plan.lines.split("\n") if plan is not None and plan.outcome is None else ()
