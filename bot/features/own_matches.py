"""The list of a user's own matches on all servers, and the way from one to the next. `/match mine`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.interactions import panel, replies
from bot.interactions.actions import begin
from bot.interactions.services import Feature, Handler, Request
from bot.limits import BUTTON_LABEL, cut
from bot.matches.loaded import LoadedMatch
from bot.panels import components
from bot.panels.components import Pressed
from bot.panels.model import Button, Press, Row
from bot.publish import notices
from bot.texts import match as texts
from bot.texts.phrases import Phrases
from storage import MatchHead, Waiting

ACTION_ID: Final = "mine"
NEXT: Final = "next"
PAGE: Final = 8
"""The number of matches on a page; only those are looked at closely."""
IN_A_ROW: Final = 4
NAMES_WITHIN: Final = 5.0
"""Seconds that the list waits for names."""


async def pressed(request: Request, match: LoadedMatch, pressed: Pressed) -> None:
    """Turn the page of the list, or open the next match that waits. Raises `Refusal`."""
    token = (*pressed.press.tokens, "")[0]
    if token == NEXT:
        await _next(request, match)
    else:
        await show(request, int(token) if token.isdecimal() and len(token) < 4 else 0)


async def pressed_outside(request: Request, pressed: Pressed) -> None:
    """Show the list from a message that belongs to no match."""
    await show(request)


async def show(request: Request, page: int = 0) -> None:
    """Show a page of the list."""
    say, bot = request.say, request.services
    waiting = await bot.store.clocks.waiting_for(request.user)
    heads = _ordered(await bot.store.matches.of_user(request.user), waiting)
    if not heads:
        await replies.answer(request.interaction, say("You have no open matches. `/match new` starts one."))
        return
    pages = -(-len(heads) // PAGE)
    page = min(page, pages - 1)
    shown = heads[page * PAGE : (page + 1) * PAGE]
    await bot.names.learn_in(shown, within=NAMES_WITHIN)
    urgent = {wait.match_id: wait for wait in waiting}
    lines: list[str] = []
    title = ""
    for head in shown:
        heading = _heading(say, head, urgent)
        lines += [f"**{heading}**"] if heading != title else []
        title = heading
        lines.append(await _line(request, head, urgent.get(head.id)))
    count = say.plural("{count} match is waiting for you.", "{count} matches are waiting for you.", len(waiting))
    await replies.answer(
        request.interaction, texts.lines(count if waiting else "", *lines), view=_view(request, shown, page, pages)
    )


def _ordered(heads: Sequence[MatchHead], waiting: Sequence[Waiting]) -> list[MatchHead]:
    """Return the matches that wait for the asker, the most urgent first, then other running ones, then challenges."""
    urgent = {wait.match_id: place for place, wait in enumerate(waiting)}
    return sorted(heads, key=lambda head: (head.status == "lobby", urgent.get(head.id, len(urgent))))


def _heading(say: Phrases, head: MatchHead, urgent: dict[str, Waiting]) -> str:
    if head.status == "lobby":
        return say("Challenges")
    return say("Waiting for you") if head.id in urgent else say("Waiting for others")


async def _line(request: Request, head: MatchHead, waiting: Waiting | None) -> str:
    """Return a match in one line: the game, the others, the score, how much time is left, and a link to it."""
    parts = [_named(request, head)]
    if head.status == "running":
        match = await request.services.matches.peek(head.id)
        names = request.services.names.called(request.say, head)
        parts.append(match.face.words.score(request.say, match.view(None), names))
        if waiting is not None:
            parts.append(notices.waits(request.say, match, waiting))
    return f"- {' · '.join(part for part in parts if part)} (`{head.id}`) {texts.link(head)}".rstrip()


def _named(request: Request, head: MatchHead) -> str:
    bot, say = request.services, request.say
    others = [bot.names.known_in(say, head, s.user_id) for s in head.seats if s.user_id not in (None, request.user)]
    return texts.game_with(say, say.message(bot.faces[head.game].game.title), others)


def _view(request: Request, heads: Sequence[MatchHead], page: int, pages: int) -> discord.ui.View | None:
    """Make a button for each running match, and those that turn the page."""
    made = discord.ui.View(timeout=None)
    made.stop()
    running = [head for head in heads if head.status == "running"]
    for slot, head in enumerate(running):
        label = cut(_named(request, head), BUTTON_LABEL)
        made.add_item(_button(head.id, slot, slot // IN_A_ROW, Button(label, Press("play"))))
    turns = [(page - 1, request.say("Back")), (page + 1, request.say("More"))]
    for slot, (to, label) in enumerate(turns, PAGE):
        if 0 <= to < pages:
            made.add_item(_button(heads[0].id, slot, 3, Button(label, Press(ACTION_ID, (str(to),)))))
    return made if made.children else None


def _button(match_id: str, slot: int, row: int, button: Button) -> discord.ui.Button[Any]:
    custom_id = components.button_id(match_id, slot, "", button.press)
    return discord.ui.Button(label=button.label, style=components.STYLES[button.style], custom_id=custom_id, row=row)


async def _next(request: Request, match: LoadedMatch) -> None:
    waiting = await _other_waiting(request, match)
    if not waiting:
        await replies.answer(request.interaction, request.say("No other match is waiting for you."))
        return
    await panel.open_panel(request, await request.services.matches.load(waiting[0].match_id))


async def _other_waiting(request: Request, match: LoadedMatch) -> list[Waiting]:
    """Return the other matches that wait for the asker, the most urgent first."""
    return [wait for wait in await request.services.store.clocks.waiting_for(request.user) if wait.match_id != match.id]


async def turn_rows(request: Request, match: LoadedMatch) -> tuple[Row, ...]:
    """Return the button to the next match that waits for the asker, once their turn in this one is over."""
    if request.user in match.waited_for():
        return ()
    waiting = await _other_waiting(request, match)
    if not waiting:
        return ()
    label = request.say("Next match (waiting: {count})", count=len(waiting))
    return ((Button(label, Press(ACTION_ID, (NEXT,)), "primary"),),)


@app_commands.command(name="mine", description=locale_str("Your open matches everywhere, those waiting for you first"))
async def mine(interaction: discord.Interaction) -> None:
    """List the asker's matches on all servers."""
    await show(await begin(interaction))


@app_commands.command(name="list", description=locale_str("The same as /match mine"))
async def listed(interaction: discord.Interaction) -> None:
    """List the asker's matches: the first name of `mine`, which scripts and habits keep."""
    await show(await begin(interaction))


FEATURE = Feature(
    "own_matches",
    handlers={ACTION_ID: Handler(pressed, turns=True, outside=pressed_outside)},
    commands={"match": (mine, listed)},
    turn_rows=turn_rows,
)
