"""The history of a match in words, page by page, the latest first. `/match history`."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import Final

from bot.interactions import replies
from bot.interactions.services import Request
from bot.limits import CONTENT
from bot.matches.loaded import LoadedMatch
from bot.panels import components
from bot.panels.components import Pressed
from bot.panels.model import Press
from bot.panels.widgets import button
from bot.people.names import names_at
from bot.publish.summary import tell
from bot.texts.phrases import Phrases
from games.history import Replayed, openly
from games.standing import unasked

PAGE: Final = CONTENT - 200
"""How many characters a page has at most."""
ACTION_ID: Final = "history"


async def show(request: Request, match: LoadedMatch, last: int | None = None) -> None:
    """Answer with the page that ends with line number `last`, by default the latest. Raises `Refusal`."""
    match.must_have_begun()
    say = request.say
    names = await request.services.names.seats(say, match)
    seat = match.seat_of(request.user)
    lines = await asyncio.to_thread(_in_lines, say, match, names, seat)  # a long history takes its time
    if not lines:
        await replies.answer(request.interaction, say("Nothing has happened yet."))
        return
    end = len(lines) if last is None else max(1, min(last, len(lines)))
    start = end - _fitting(lines[:end][::-1])
    later = end + _fitting(lines[end:])
    turns = []
    if start > 0:
        turns.append(button(say("Earlier"), Press(ACTION_ID, (str(start),))))
    if end < len(lines):
        turns.append(button(say("Later"), Press(ACTION_ID, (str(later),))))
    rows = (tuple(turns),) if turns else ()
    await replies.answer(request.interaction, "\n".join(lines[start:end]), view=components.view(match.id, rows))


async def pressed(request: Request, match: LoadedMatch, pressed: Pressed) -> None:
    """Turn the page. Raises `Refusal`."""
    token = (*pressed.press.tokens, "")[0]
    await show(request, match, int(token) if token.isdecimal() and len(token) < 7 else None)


def _fitting(lines: Sequence[str]) -> int:
    """Return how many of the lines fit on one page, one at least if there is any."""
    size = 0
    for number, line in enumerate(lines):
        size += len(line) + 1
        if size > PAGE and number:
            return number
    return len(lines)


def _in_lines(say: Phrases, match: LoadedMatch, names: Mapping[int, str], seat: int | None) -> list[str]:
    past = match.past
    lines = [_line(say, match, entry, names, seat, counts=past.counts(entry.number)) for entry in past.after(0)]
    return [_whole_words(line) for line in lines]


def _whole_words(line: str) -> str:
    """Return a line that fits on a page: of a longer one as many whole words as fit."""
    return line if len(line) <= PAGE else f"{line[: PAGE - 1].rsplit(' ', 1)[0]}…"


def _line(
    say: Phrases, match: LoadedMatch, done: Replayed, names: Mapping[int, str], seat: int | None, *, counts: bool
) -> str:
    if counts:
        return f"{done.number}. {' · '.join(sentences(say, match, done, names, seat))}"
    told, _ = tell(say, match, done, names, seat)
    if told:
        return f"{done.number}. {' · '.join(told)}"
    who, said = _who(say, done, names), _said(say, match, done, names, seat)
    return say("{number}. {player}: {action} (taken back)", number=str(done.number), player=who, action=said)


def sentences(
    say: Phrases, match: LoadedMatch, done: Replayed, names: Mapping[int, str], seat: int | None
) -> Sequence[str]:
    """Return what an entry that counts led to, as a seat may know it; where that says nothing, the action itself.

    A sealed answer is told as who gave it knows it when the match is over. What its player was not asked about is no
    choice of theirs: it came by itself.
    """
    opened = done.step is not None and done.step.secret and match.match.status == "over"
    told, _ = tell(say, match, done, names, done.entry.seat if opened else seat)
    if told:
        return told
    given = {"player": _who(say, done, names), "action": _said(say, match, done, names, seat)}
    if unasked(match.face.game, done.before.state) == (done.entry.seat, done.entry.tokens):
        return [say("{player}: {action}, by itself", **given)]
    return [say("{player}: {action}", **given)]


def _who(say: Phrases, done: Replayed, names: Mapping[int, str]) -> str:
    return names_at(names, done.number).get(done.entry.seat) or say("somebody")


def _said(say: Phrases, match: LoadedMatch, done: Replayed, names: Mapping[int, str], seat: int | None) -> str:
    """Return the action itself; of a secret one as much as the asker may read."""
    words, tokens = match.face.words, done.entry.tokens
    if done.step is not None and done.step.secret and done.entry.seat != seat and match.match.status != "over":
        tokens = openly(match.face.game, done.entry)
        if not tokens:
            return say("a secret answer")
    return words.action_text(say, tokens, names_at(names, done.number))
