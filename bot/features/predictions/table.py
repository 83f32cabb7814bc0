"""The table of predictions of a server: who has foreseen more than guessing brings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.features.predictions.service import ACTION_ID
from bot.interactions import membership, replies
from bot.interactions.services import Request
from bot.interactions.tokens import number_of
from bot.limits import ALT_TEXT, cut
from bot.matches.loaded import LoadedMatch
from bot.matches.refusals import Refusal
from bot.panels import components
from bot.panels.components import LESSON, Pressed
from bot.panels.model import Button, Picture, Press, Row
from bot.panels.widgets import button
from bot.texts import match as texts
from bot.texts.phrases import Phrases
from games.messages import Message
from render.ladder import Rung, draw_ladder
from storage import POINT, Forecaster

TABLE: Final = "table"
"""The first token of presses that lead to the table; the second one is the page."""
LINES: Final = 10
PAGES: Final = 10
"""So many pages can be turned."""
NAMES_WITHIN: Final = 5.0
"""Seconds that the table waits for names."""


def to_table(label: str, page: int = 0) -> Button:
    """Return the button that leads to a page of the table."""
    return button(label, Press(ACTION_ID, (TABLE, str(page))))


async def pressed(request: Request, pressed: Pressed, match: LoadedMatch | None = None) -> None:
    """Turn to a page of the table. Raises `Refusal`."""
    what, page, *more = (*pressed.press.tokens, "", "")[:3]
    if what != TABLE or more != [""]:
        raise Refusal(texts.OLD_BUTTON)
    await show_table(request, number_of(page, PAGES), match)


async def show_table(request: Request, page: int = 0, match: LoadedMatch | None = None) -> None:
    """Show a page of the table of this server; from a match it leads back there. Raises `Refusal`."""
    say, services = request.say, request.services
    guild_id = request.interaction.guild_id if match is None else match.match.guild_id
    if match is not None:
        await membership.must_belong(request, match.match)  # whoever has left may have a seat there still
    if guild_id is None:
        raise Refusal(Message("Each server has tables of its own. Use `/leaderboard` there."))
    predictions, first = services.store.predictions, page * LINES
    best = await predictions.table(guild_id, 0, first + LINES + 1)
    listed = best[first : first + LINES]
    await services.names.learn([one.user_id for one in listed], within=NAMES_WITHIN)
    rungs = tuple(rung(say, place_of(one, best), one, services.names.known(say, one.user_id)) for one in listed)
    mine = None
    if request.user not in [one.user_id for one in listed]:
        mine = await predictions.forecaster(guild_id, request.user)
    text = texts.lines(
        f"**{say('Best predictions')}**",
        *(f"**{one.place}.** {one.name} · {one.said} · {one.detail}" for one in rungs),
        "" if rungs else say("Nobody is on it yet. Spectators predict with `/predict`."),
        "" if mine is None else say("You: {points}, {right}.", points=points(say, mine), right=count(say, mine)),
        explained(say),
    )
    picture = None
    if rungs:
        services.limits.must(request.user, "pictures")
        picture = await services.studio.draw(_drawn, say, rungs, text)
    leave = [button(say("Predict"), Press(ACTION_ID))] if match is not None else []
    rows = _rows(say, page, leave, more=len(best) > first + LINES)
    view = components.view(LESSON if match is None else match.id, rows)
    await replies.answer(request.interaction, text, picture=picture, view=view)


def explained(say: Phrases) -> str:
    """Return in one sentence how points come about."""
    return say(
        "Each right answer counts one point, and each prediction costs what guessing would bring: a third with three "
        "answers. So a few lucky ones do not make a leader."
    )


def _rows(say: Phrases, page: int, leave: Sequence[Button], *, more: bool) -> tuple[Row, ...]:
    turns = [
        to_table(label, to)
        for to, label in ((page - 1, say("Back")), (page + 1, say("More")))
        if 0 <= to < PAGES and (to < page or more)
    ]
    return tuple(row for row in ((*turns, *leave),) if row)


def place_of(one: Forecaster, best: Sequence[Forecaster]) -> int:
    """Return the place of a line, given all lines above it; equal ones share theirs."""
    return 1 + sum((other.points, other.foreseen) > (one.points, one.foreseen) for other in best)


def rung(say: Phrases, place: int, one: Forecaster, name: str) -> Rung:
    """Return somebody's line."""
    return Rung(place, name, one.points, points(say, one), count(say, one))


def points(say: Phrases, one: Forecaster) -> str:
    """Return points with two decimals, and with a sign: they are more or less than guessing brings."""
    number = say.text(abs(one.points) / POINT)
    return f"+{number}" if one.points >= 0 else f"\N{MINUS SIGN}{number}"


def count(say: Phrases, one: Forecaster) -> str:
    """Return how many predictions were right."""
    return say("{right} of {made} right", right=one.foreseen, made=one.made)


def _drawn(say: Phrases, rungs: Sequence[Rung], text: str) -> Picture:
    note = say("Right answers beyond what guessing brings")
    return Picture(
        draw_ladder(say("Best predictions"), note, rungs), "predictions.png", cut(text.replace("**", ""), ALT_TEXT)
    )
