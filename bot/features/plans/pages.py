"""Planning one's next turn: presses and their pages, and `/match plan`.

In games that rehearse turns a plan is chosen on the pages of a turn (`bot.features.plans.rehearsing`); in the others it
is written.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.commands.common import MATCH_HELP
from bot.features.plans import plans, rehearsing, reports
from bot.features.plans.plans import LINES, Plans
from bot.features.plans.rehearsing import ACTION_ID, DELETE, WHAT
from bot.features.plans.reports import listed
from bot.interactions import lookup, replies
from bot.interactions.actions import begin
from bot.interactions.replies import answered
from bot.interactions.services import Request, request_for
from bot.matches.loaded import LoadedMatch
from bot.panels import components
from bot.panels.components import Pressed
from bot.panels.model import Button, Press, Row
from bot.panels.widgets import back
from bot.texts import match as texts
from bot.texts.phrases import Phrases
from games.standing import is_turn
from games.trial import RehearsedGame

WRITE, KEEP, SET = "write", "keep", "set"
OFF: Final = "off"
THEN: Final = "+"
"""Between two lines in the tokens of a button that sets a plan."""
LONGEST: Final = 2000
"""Characters of a whole plan: ten actions have at most 200 each."""


async def pressed(request: Request, match: LoadedMatch, pressed: Pressed) -> None:
    """Handle a button of the page, or the form that was sent. Raises `Refusal`."""
    action = (*pressed.press.tokens, "")[0]
    if action == KEEP:
        await keep(request, match, pressed.text)
    elif action == DELETE:
        await keep(request, match, "")
    elif action == SET:
        await keep(request, match, " ".join(pressed.press.tokens[1:]).replace(THEN, "\n"))
    elif isinstance(match.face.game, RehearsedGame):
        await rehearsing.pressed(request, match, pressed)
    else:
        await show(request, match)


async def open_form(interaction: discord.Interaction, pressed: Pressed) -> None:
    """Open the form, with the present plan in it. Raises `Refusal`."""
    request = await request_for(interaction)
    match = await lookup.load(request, pressed.match_id)
    match.must_play(request.user)
    form = components.form(
        match.id,
        Press(ACTION_ID, (KEEP,)),
        request.say("Plan for your next turn"),  # at most 45 characters, as the label
        request.say("One action a line, at most {count}", count=LINES),
        "\n".join(await _pending(request, match)),
        LONGEST,
    )
    await interaction.response.send_modal(form)
    answered(interaction)


async def keep(request: Request, match: LoadedMatch, typed: str) -> None:
    """Keep what was typed as the plan; delete the plan where nothing was. Raises `Refusal`."""
    lines = plans.lines(typed[: LONGEST + LINES])
    match, report = await reports.keep(request, match, lines)
    await show(request, match, report or ("" if lines else request.say("The plan is deleted.")))


async def show(request: Request, match: LoadedMatch, note: str = "") -> None:
    """Show the page about the asker's plan. Raises `Refusal`."""
    match.must_play(request.user)
    if isinstance(match.face.game, RehearsedGame):
        await rehearsing.show(request, match, note=note)
        return
    say, report, pending = request.say, await reports.panel_note(request, match), await _pending(request, match)
    names = await request.services.names.seats(say, match)
    text = texts.lines(
        report.text,
        note,
        say("Planned: {actions}", actions=listed(say, match.face, pending, names)) if pending else say("No plan yet."),
        say.message(WHAT),
        _how(say, match, request.user),
    )
    row = [
        Button(say("Change the plan") if pending else say("Write a plan"), Press(ACTION_ID, (WRITE,)), "primary"),
        *([Button(say("Delete the plan"), Press(ACTION_ID, (DELETE,)), "danger")] if pending else []),
        back(say),
    ]
    await replies.answer(request.interaction, text, view=components.view(match.id, (tuple(row),)))
    await report.told()


def _how(say: Phrases, match: LoadedMatch, user: int) -> str:
    """Return how actions are written, with the asker's own last one as an example."""
    seat = match.seat_of(user)
    own = [one.entry.tokens for one in match.past.revocable if one.entry.kind == "action" and one.entry.seat == seat]
    if not own:
        return say("Write one action a line, as after `/{command}`.", command=match.face.group)
    return say(
        "Write one action a line, as after `/{command}`. Your last one was `{action}`.",
        command=match.face.group,
        action=" ".join(own[-1]),
    )


def panel_rows(request: Request, match: LoadedMatch) -> tuple[Row, ...]:
    """Return the button that leads to the page, for players while it is not their turn, after the set-up.

    There is none in the middle of a turn, while its player is asked on.
    """
    seat, game = match.seat_of(request.user), match.face.game
    if seat is None or match.match.status != "running" or seat not in game.playing(match.state):
        return ()
    turns = [choice.seat for choice in match.choices if is_turn(game, choice)]
    setting_up = not turns and not match.past.turn_end()
    asked = any(choice.seat == seat and choice.must and not choice.window for choice in match.choices)
    if seat in turns or asked or setting_up:
        return ()
    ahead = match.face.turn_ahead
    return ((Button(request.say("My next turn …"), Press("show", ahead) if ahead else Press(ACTION_ID)),),)


async def _pending(request: Request, match: LoadedMatch) -> Sequence[str]:
    return plans.kept(await request.services.get(Plans).mine(match, request.user))


@app_commands.command(
    name="plan", description=locale_str("Actions for your next turn, carried out as soon as it comes")
)
@app_commands.describe(
    actions=locale_str("Separated by semicolons, or off for no plan; leave empty to see the current one"),
    match=MATCH_HELP,
)
@app_commands.autocomplete(match=lookup.match_choices)
async def plan_command(
    interaction: discord.Interaction,
    actions: app_commands.Range[str, 1, LONGEST] | None = None,
    match: str | None = None,
) -> None:
    """Show or change the plan for one's next turn."""
    request = await begin(interaction)
    loaded = await lookup.find(request, match)
    if actions is None:
        await show(request, loaded)
    else:
        await keep(request, loaded, "" if actions.strip().lower() == OFF else actions)
