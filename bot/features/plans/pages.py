"""Planning one's next turn: presses and their pages, the reports of what came of it, and `/match plan`.

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
from bot.features.plans import plans, rehearsing
from bot.features.plans.plans import LINES, Outcome, Plans
from bot.features.plans.rehearsing import ACTION_ID, DELETE, WHAT, listed
from bot.interactions import lookup, replies
from bot.interactions.actions import begin
from bot.interactions.replies import answered
from bot.interactions.services import Request, request_for
from bot.matches.loaded import LoadedMatch
from bot.matches.quiet import put_off
from bot.panels import components
from bot.panels.components import Pressed
from bot.panels.model import Button, Press, Row
from bot.panels.widgets import back
from bot.publish.notifier import Notifier
from bot.texts import match as texts
from bot.texts.names import Names
from bot.texts.phrases import Phrases
from games.standing import is_turn
from games.trial import RehearsedGame
from storage import ClaimedJob, StoredPlan

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
    played = await request.services.get(Plans).keep(match, request.user, lines)
    await show(request, played.match, "" if lines else request.say("The plan is deleted."))


async def show(request: Request, match: LoadedMatch, note: str = "") -> None:
    """Show the page about the asker's plan. Raises `Refusal`."""
    match.must_play(request.user)
    note = texts.lines(await panel_note(request, match), note)
    if isinstance(match.face.game, RehearsedGame):
        await rehearsing.show(request, match, note=note)
        return
    say, pending = request.say, await _pending(request, match)
    names = await request.services.names.seats(say, match)
    text = texts.lines(
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


async def panel_note(request: Request, match: LoadedMatch) -> str:
    """Return a line about what came of the asker's plan and nobody has told them yet; empty for nothing."""
    plans = request.services.get(Plans)
    plan = await plans.mine(match, request.user)
    if plan is None or plan.outcome is None:
        return ""
    await plans.remove_reported(match, plan)
    return outcome_text(request.say, match, plan, await request.services.names.seats(request.say, match))


async def _pending(request: Request, match: LoadedMatch) -> Sequence[str]:
    return plans.kept(await request.services.get(Plans).mine(match, request.user))


def outcome_text(say: Phrases, match: LoadedMatch, plan: StoredPlan, names: Names) -> str:
    """Return what came of a plan: the actions carried out, the lines that were not, and why."""
    outcome = Outcome.read(plan.outcome or "")
    played = [entry for entry in match.entries if entry.seq in outcome.done]
    done = " · ".join(match.face.words.action_text(say, tuple(entry.text.split()), names) for entry in played)
    if not outcome.left or outcome.why is None:
        return say("Your plan was carried out: {actions}", actions=done)
    reason = f"{say.message(outcome.why)} ({outcome.rule})" if outcome.rule else say.message(outcome.why)
    rest = listed(say, match.face, outcome.left, names)
    if not played:
        return say("Your plan was not carried out: {rest}. {reason}", rest=rest, reason=reason)
    return say(
        "Your plan was carried out in part: {actions}. Not carried out: {rest}. {reason}",
        actions=done,
        rest=rest,
        reason=reason,
    )


class Reports:
    """Tells players what came of their plans."""

    def __init__(self, plans: Plans, notifier: Notifier) -> None:
        self.plans = plans
        self.notifier = notifier

    async def publish(self, match: LoadedMatch, claim: ClaimedJob, now: int) -> None:
        """Tell a player by direct message; without those the next panel says it. Raises Discord's errors."""
        job = claim.job
        user = job.recipient
        assert user is not None
        plan = await self.plans.mine(match, user) if match.seat_of(user) is not None else None
        if plan is None or plan.outcome is None or await put_off(self.notifier.matches, match, job, now):
            return
        say = await self.notifier.languages.for_message(user, match.language)
        names = await self.notifier.names.seats(say, match)
        text = texts.lines(await self.notifier.describe(say, match, user), outcome_text(say, match, plan, names))
        if await self.notifier.send_dm(match, job, user, text):
            await self.plans.remove_reported(match, plan)


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
