"""Standing instructions: what somebody has answered in advance, as pages to look at, change and cancel.

The tokens of a press begin with the scope, ``m`` for this match or ``a`` for all matches of the game, then follow those
of an instruction. ``x`` before them cancels what was instructed, ``=`` keeps an instruction that may go on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from bot.features import outcomes as following
from bot.interactions import replies
from bot.interactions.services import Request
from bot.matches.loaded import LoadedMatch
from bot.matches.refusals import Refusal
from bot.panels import choosing, components
from bot.panels.choosing import Value
from bot.panels.components import Pressed
from bot.panels.model import Button, Press, Row, Select
from bot.panels.paging import turned
from bot.panels.widgets import button, option
from bot.texts import match as texts
from bot.texts.phrases import Phrases
from games import standing
from games.api import GameError, Ready
from games.messages import Message
from games.standing import Instruction, Standing
from storage.instructions import ALWAYS

DEED: Final = "orders"
MATCH, EVERY, CANCEL, KEEP = "m", "a", "x", "="
NOTHING: Final = Message("In this game there is nothing to instruct in advance: you are only asked in your own turn.")


async def pressed(request: Request, match: LoadedMatch, pressed: Pressed) -> None:
    """A button or a line of these pages. Raises `Refusal`."""
    await show(request, match, pressed.press.tokens)


async def show(request: Request, match: LoadedMatch, tokens: Sequence[str] = (), note: str = "") -> None:
    """The page at these tokens; what they make whole is kept. Raises `Refusal`."""
    seat, rules = match.must_play(request.user), _rules(match)
    head, *rest = tokens or [""]
    if head == CANCEL and len(rest) == 2 and rest[0] in (MATCH, EVERY):
        await _set(request, match, rest[0], rest[1], None)
        await show(request, match, note=request.say("The instruction is cancelled."))
        return
    if head not in (MATCH, EVERY) or not rest:
        await _overview(request, match, rules, note)
        return
    view = match.view(seat) if head == MATCH else None
    kept = rest[-1] == KEEP
    said, page = turned(tuple(rest[:-1] if kept else rest))
    try:
        standing.topic_of(rules, said)
        found = rules.instruct(view, said)
    except GameError as refused:
        raise Refusal.of(refused) from refused
    if isinstance(found, Ready) or (kept and found.least == 0):
        whole = found.action if isinstance(found, Ready) else said
        await _set(request, match, head, whole[0], standing.line(whole))
        await show(request, match, note=request.say("Noted: {instruction}", instruction=rules.sentence(whole)))
        return
    say = request.say
    values = [Value(value, say.message(rules.label(said, value))) for value in found.values]
    asked = say.message(rules.asked(said, found))
    rows = choosing.one_of(say, (head, *said), values, None, asked, page)
    back: list[Button] = [Button(say("Back"), Press(DEED, (head, *said[:-1]) if said[1:] else ()))]
    if found.least == 0:
        back.append(Button(say("That is all"), Press(DEED, (head, *said, KEEP)), "success"))
    text = texts.lines(f"**{say.message(standing.topic_of(rules, said).title)}** {_scope(say, head)}", asked)
    shown: tuple[Row, ...] = (*_here(rows), tuple(back))
    await replies.answer(request.interaction, text, view=components.view(match.id, shown))


async def _overview(request: Request, match: LoadedMatch, rules: Standing[Any], note: str) -> None:
    say = request.say
    mine = await request.services.matches.instructions.mine(match, request.user)
    told = [note, say("**Standing instructions** answer for you when you are asked outside your own turn.")]
    cancel: list[Button] = []
    for topic in rules.topics:
        title = say.message(topic.title)
        for scope, match_id in ((MATCH, match.id), (EVERY, ALWAYS)):
            line = mine.get((match_id, topic.id))
            if line is not None and (whole := _read(rules, line)) is not None:
                told.append(f"- {title} {_scope(say, scope)}: {say.message(rules.sentence(whole))}")
                label = say("Cancel: {topic}", topic=f"{title} {_scope(say, scope)}")
                cancel.append(button(label, Press(DEED, (CANCEL, scope, topic.id)), style="danger"))
    if not cancel:
        told.append(say("You have none."))
    selects = tuple(_choose(say, rules, scope) for scope in (MATCH, EVERY))
    rows: tuple[Row, ...] = (*selects, *(tuple(cancel[at : at + 5]) for at in range(0, min(len(cancel), 15), 5)))
    await replies.answer(request.interaction, texts.lines(*told), view=components.view(match.id, rows))


def _choose(say: Phrases, rules: Standing[Any], scope: str) -> Select:
    placeholder = say("Instruct for this match") if scope == MATCH else say("Instruct for all matches of this game")
    options = [
        option(say.message(topic.title), Press(DEED, (scope, topic.id)), say.message(topic.help))
        for topic in rules.topics
    ]
    return Select(placeholder, tuple(options))


def _scope(say: Phrases, scope: str) -> str:
    return say("(this match)") if scope == MATCH else say("(all matches)")


def _rules(match: LoadedMatch) -> Standing[Any]:
    rules = standing.standing_of(match.face.game)
    if rules is None:
        raise Refusal(NOTHING)
    return rules


def _read(rules: Standing[Any], line: str) -> Instruction | None:
    try:
        return standing.parse(rules, line)
    except GameError:
        return None  # of an earlier version of the game; it does nothing any more


def _here(rows: tuple[Row, ...]) -> tuple[Row, ...]:
    """Rows that lead to pages of panels, leading to pages of instructions instead."""
    return tuple(_led(row) for row in rows)


def _led(row: Row) -> Row:
    if isinstance(row, Select):
        return replace(row, options=tuple(replace(one, press=_moved(one.press)) for one in row.options))
    return tuple(replace(one, press=_moved(one.press)) for one in row)


def _moved(press: Press) -> Press:
    return replace(press, deed=DEED)


async def _set(request: Request, match: LoadedMatch, scope: str, topic: str, line: str | None) -> None:
    matches = request.services.matches
    match_id = match.id if scope == MATCH else ALWAYS
    await matches.instructions.set(request.user, match.match.game, match_id, topic, line, now=matches.clock())


async def unseen(request: Request, match: LoadedMatch) -> str:
    """What the asker's instructions have done and nobody has told yet, as a line; empty for nothing."""
    if not request.services.matches.instructions.known(request.user, match.match.game):
        return ""
    store = request.services.store
    numbers = await store.instructions.unreported(match.id, request.user)
    if not numbers:
        return ""
    await store.instructions.mark_reported(match.id, request.user, numbers[-1])
    return following.told(request.say, match, numbers)
