"""All matches of somebody, wherever they are played: those that wait for the asker first, the most urgent on top."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import discord

from bot.interactions import panel, replies
from bot.interactions.next_match import DEED, NEXT, others
from bot.interactions.services import Request
from bot.limits import BUTTON_LABEL, cut
from bot.matches.loaded import LoadedMatch
from bot.panels import components
from bot.panels.components import Pressed
from bot.panels.model import Button, Press
from bot.texts import links
from bot.texts import match as texts
from bot.texts.phrases import Phrases
from bot.texts.time import moment
from storage import MatchHead, Waiting

PAGE: Final = 8
"""How many matches stand on a page; only those are looked at closely."""
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


async def show(request: Request, page: int = 0) -> None:
    """Show a page of the list."""
    say, there = request.say, request.services
    waiting = await there.store.clocks.waiting_for(request.user)
    heads = _ordered(await there.store.matches.of_user(request.user), waiting)
    if not heads:
        await replies.answer(request.interaction, say("You have no open matches. `/match new` starts one."))
        return
    pages = -(-len(heads) // PAGE)
    page = min(page, pages - 1)
    shown = heads[page * PAGE : (page + 1) * PAGE]
    await there.names.learn((s.user_id for head in shown for s in head.seats), within=NAMES_WITHIN)
    mine = {one.match_id: one for one in waiting}
    told, title = [], ""
    for head in shown:
        part = _part(say, head, mine)
        told += [f"**{part}**"] if part != title else []
        title = part
        told.append(await _line(request, head, mine.get(head.id)))
    count = say.plural("{count} match waits for you.", "{count} matches wait for you.", len(waiting))
    await replies.answer(
        request.interaction, texts.lines(count if waiting else "", *told), view=_view(request, shown, page, pages)
    )


def _ordered(heads: Sequence[MatchHead], waiting: Sequence[Waiting]) -> list[MatchHead]:
    """Those that wait for the asker as they are urgent, then the others that run, then challenges."""
    urgent = {one.match_id: place for place, one in enumerate(waiting)}
    return sorted(heads, key=lambda head: (head.status == "lobby", urgent.get(head.id, len(urgent))))


def _part(say: Phrases, head: MatchHead, mine: dict[str, Waiting]) -> str:
    if head.status == "lobby":
        return say("Challenges")
    return say("Waiting for you") if head.id in mine else say("Waiting for others")


async def _line(request: Request, head: MatchHead, waiting: Waiting | None) -> str:
    """A match: the game, the others, the score, how much time is left, and the way there."""
    said = [_named(request, head)]
    if head.status == "running":
        match = await request.services.matches.peek(head.id)
        names = {s.seat: request.services.names.known(request.say, s.user_id) for s in head.seats}
        said.append(match.face.words.score(request.say, match.view(None), names))
    if waiting is not None and waiting.runs_out is not None:
        said.append(request.say("time runs out {over}", over=moment(waiting.runs_out)))
    elif waiting is not None:
        said.append(request.say("since {since}", since=moment(waiting.since)))
    return f"- {' · '.join(part for part in said if part)} (`{head.id}`) {links.match(head)}".rstrip()


def _named(request: Request, head: MatchHead) -> str:
    there, say = request.services, request.say
    others = [there.names.known(say, s.user_id) for s in head.seats if s.user_id not in (None, request.user)]
    return texts.game_with(say, say.message(there.faces[head.game].game.title), others)


def _view(request: Request, heads: Sequence[MatchHead], page: int, pages: int) -> discord.ui.View | None:
    """A button for each match that runs, and those that turn the page."""
    made = discord.ui.View(timeout=None)
    made.stop()
    running = [head for head in heads if head.status == "running"]
    for slot, head in enumerate(running):
        label = cut(_named(request, head), BUTTON_LABEL)
        made.add_item(_button(head.id, slot, slot // IN_A_ROW, Button(label, Press("play"))))
    turns = [(page - 1, request.say("Back")), (page + 1, request.say("More"))]
    for slot, (to, label) in enumerate(turns, PAGE):
        if 0 <= to < pages:
            made.add_item(_button(heads[0].id, slot, 3, Button(label, Press(DEED, (str(to),)))))
    return made if made.children else None


def _button(match_id: str, slot: int, row: int, one: Button) -> discord.ui.Button[Any]:
    custom_id = components.button_id(match_id, slot, "", one.press)
    return discord.ui.Button(label=one.label, style=components.STYLES[one.style], custom_id=custom_id, row=row)


async def _next(request: Request, match: LoadedMatch) -> None:
    waiting = await others(request, match)
    if not waiting:
        await replies.answer(request.interaction, request.say("No other match waits for you."))
        return
    await panel.open_panel(request, await request.services.matches.load(waiting[0].match_id))
