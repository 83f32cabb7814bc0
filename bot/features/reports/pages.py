"""`/report`, `/server reports`, the button below a block, and *Dealt with*."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.commands.common import EVERYWHERE, INSTALLED
from bot.features.reports.service import ACTION_ID, DONE, LONGEST, NO_CHANNEL, Reports, done
from bot.interactions import replies
from bot.interactions.actions import begin
from bot.interactions.replies import answered
from bot.interactions.services import Request, request_for
from bot.interactions.tokens import number_of, user_of
from bot.limits import CONTENT
from bot.matches.loaded import LoadedMatch
from bot.matches.refusals import Refusal
from bot.panels import components
from bot.panels.components import LESSON, Pressed
from bot.panels.model import Button, Press
from bot.panels.widgets import button, rows_of
from bot.texts import match as texts
from bot.texts.phrases import Phrases
from games.messages import Message
from storage import Report

WRITE, SEND = "write", "send"
"""The first tokens of the presses that open the form and send it."""
FROM_LIST: Final = "list"
"""The last token of a press in the list: it is shown anew then."""
LISTED: Final = 10
BRIEF: Final = 120
"""Characters of a reason in the list, where the whole report was posted."""


def write_button(say: Phrases, about: int) -> Button:
    """Return the button that opens the form for a report about somebody."""
    return button(say("Report to the managers"), Press(ACTION_ID, (WRITE, str(about))))


async def open_form(interaction: discord.Interaction, pressed: Pressed) -> None:
    """Open the form for the reason. Raises `Refusal`."""
    request = await request_for(interaction)
    guild_id = _server(request)
    if (await request.services.servers.of(guild_id)).report_channel_id is None:
        raise Refusal(NO_CHANNEL)
    await send_form(request, LESSON, Press(ACTION_ID, (SEND, *pressed.press.tokens[1:2])))


async def send_form(request: Request, match_id: str, press: Press) -> None:
    """Open the form for the reason; sent, it does what the press says."""
    title = request.say("Report to the managers")  # at most 45 characters, as the label
    form = components.form(match_id, press, title, request.say("What has happened?"), "", LONGEST)
    await request.interaction.response.send_modal(form)
    answered(request.interaction)


async def pressed(request: Request, pressed: Pressed) -> None:
    """Send a report that was written, or note that one was dealt with. Raises `Refusal`."""
    what, token, where = [*pressed.press.tokens, "", "", ""][:3]
    if what == SEND:
        await _file(request, user_of(token), pressed.text)
    elif what == DONE:
        await _close(request, number_of(token), listed=where == FROM_LIST)
    else:
        raise Refusal(texts.OLD_BUTTON)


@app_commands.command(
    name="report", description=locale_str("Tell those who manage this server how somebody has behaved")
)
@app_commands.describe(
    player=locale_str("Whom it is about; they are not told"),
    reason=locale_str("What has happened"),
)
async def report(
    interaction: discord.Interaction,
    player: discord.User,
    reason: app_commands.Range[str, 1, LONGEST],
) -> None:
    """Send a report."""
    request = await begin(interaction)
    _server(request)
    if player.bot:
        raise Refusal(Message("Choose another person."))
    await _file(request, player.id, reason)


report.allowed_contexts, report.allowed_installs = EVERYWHERE, INSTALLED


async def _file(request: Request, about: int, reason: str) -> None:
    """Send a report; in the thread of a match in which they play it names that match. Raises `Refusal`."""
    guild_id = _server(request)
    if about == request.user:
        raise Refusal(Message("Choose another person."))
    match = await request.services.matches.in_thread(request.interaction.channel_id)
    match_id = match.id if match is not None and about in _people(match) else None
    await request.services.get(Reports).file(guild_id, request.user, about, match_id, reason)
    text = request.say("Those who manage this server have your report. Nobody else learns of it.")
    await replies.answer(request.interaction, text)


async def _close(request: Request, report_id: int, *, listed: bool) -> None:
    guild_id = _server(request)
    if not request.interaction.permissions.manage_guild:
        raise Refusal(Message("Only those who manage this server can do that."))
    await request.services.get(Reports).close(report_id, guild_id, request.user)
    done = request.say("The report is dealt with, and no longer kept.")
    if listed:
        await _list(request, done)
    else:
        await replies.answer(request.interaction, done)


@app_commands.command(name="reports", description=locale_str("The reports that nobody has dealt with yet"))
@app_commands.checks.has_permissions(manage_guild=True)
async def reports(interaction: discord.Interaction) -> None:
    """List the open reports."""
    await _list(await begin(interaction))


async def _list(request: Request, above: str = "") -> None:
    """Show the open reports, below a line."""
    service, say = request.services.get(Reports), request.say
    guild_id = _server(request)
    some, every = await service.store.of_server(guild_id, LISTED), await service.store.count(guild_id)
    lines = await _fitting(service, say, some, every, above)
    buttons = [
        button(say("Dealt with: {number}", number=number), replace(press, tokens=(*press.tokens, FROM_LIST)))
        for number, press in enumerate(map(done, some[: len(lines)]), 1)
    ]
    rest = _more(say, every - len(lines)) if lines else say("There is no report to deal with.")
    view = components.view(LESSON, rows_of(buttons))
    await replies.answer(request.interaction, texts.lines(above, *lines, rest), view=view)


async def _fitting(service: Reports, say: Phrases, some: Sequence[Report], every: int, above: str) -> list[str]:
    """Return the first of these reports in words: as many as one message has room for below a line, whole.

    Of one that was posted it is enough to see which it is: all of its reason is read there.
    """
    lines: list[str] = []
    for number, one in enumerate(some, 1):
        brief = LONGEST if one.message_id is None else BRIEF
        line = f"**{number}.** {await service.described(say, one, brief=brief)}"
        if lines and len("\n".join((above, *lines, line, _more(say, every - number)))) > CONTENT:
            break
        lines.append(line)
    return lines


def _more(say: Phrases, count: int) -> str:
    """Return how many open reports are not in the list; empty where that is none."""
    if count <= 0:
        return ""
    return say.plural(
        "{count} more report is waiting. Deal with these first, then use `/server reports` again.",
        "{count} more reports are waiting. Deal with these first, then use `/server reports` again.",
        count,
    )


def _people(match: LoadedMatch) -> set[int]:
    """Return who plays or has played in a match."""
    seats = {seat.user_id for seat in match.match.seats if seat.user_id is not None}
    return seats | {former.user_id for former in match.match.former}


def _server(request: Request) -> int:
    if request.interaction.guild_id is None:
        raise Refusal(Message("Reports go to those who manage a server. Use `/report` there."))
    return request.interaction.guild_id
