"""Rules that are referred to: the sentence of a refusal, the button that leads to its rule, the paragraph itself."""

from __future__ import annotations

import discord

from bot.interactions import replies
from bot.interactions.services import Request
from bot.limits import BUTTONS_A_ROW, ROWS
from bot.matches.refusals import Refusal
from bot.panels import components
from bot.panels.model import Button, Press, Row
from bot.texts import rules
from bot.texts.phrases import Phrases
from games.messages import Message


def sentence(say: Phrases, refusal: Refusal) -> str:
    """Return why something cannot be done, with the number of the rule."""
    text = say.message(refusal.message)
    return f"{text} ({refusal.rule})" if refusal.rule else text


def _button(say: Phrases, rule: str) -> Button:
    return Button(say("Rule {rule}", rule=rule), Press("rule", tuple(rule.split("."))))


def with_button(say: Phrases, rows: tuple[Row, ...], game: str, rule: str) -> tuple[Row, ...]:
    """Return the rows with a button that shows the rule, where that paragraph exists and there is room."""
    if not rule or rules.paragraph(game, rule, say.language) is None:
        return rows
    last = rows[-1] if rows else None
    if isinstance(last, tuple) and len(last) < BUTTONS_A_ROW:
        return (*rows[:-1], (*last, _button(say, rule)))
    return (*rows, (_button(say, rule),)) if len(rows) < ROWS else rows


def view(say: Phrases, match_id: str, game: str, rule: str) -> discord.ui.View | None:
    """Return the button under a refusal; `None` where there is no such paragraph."""
    return components.view(match_id, with_button(say, (), game, rule))


async def show(request: Request, game: str, rule: str) -> None:
    """Answer with a paragraph of the rules in the language of the one who asks. Raises `Refusal`."""
    found = rules.paragraph(game, rule, request.say.language)
    if found is None:
        raise Refusal(Message("There is no such rule; choose one from the list."))
    await replies.answer(request.interaction, "", words=f"**{found.number} {found.title}**\n{found.text}")
