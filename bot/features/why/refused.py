"""Why something was refused: the sentence with its rule, the rule itself, and what in the position is in the way."""

from __future__ import annotations

from typing import Final

from bot.interactions import refusals, replies
from bot.interactions.services import Request
from bot.matches import changes
from bot.matches.loaded import LoadedMatch
from bot.matches.refusals import Refusal
from bot.panels import components
from bot.panels.model import Button, Press
from bot.panels.widgets import back, button
from bot.texts import match as texts
from bot.texts import rules
from bot.texts.phrases import Phrases
from games.api import Action

ACTION_ID: Final = "why"
REFUSED: Final = "no"
"""The token that stands before the tokens of an action that was refused."""
LENGTH: Final = 32
"""How many characters an action may have in a button."""


def label(say: Phrases) -> str:
    """Return what stands on the button."""
    return say("Why?")


def buttons(say: Phrases, match: LoadedMatch, refusal: Refusal) -> tuple[Button, ...]:
    """Return the button beside a refusal that has a rule behind it."""
    if match.face.why is None or not refusal.rule or not refusal.action:
        return ()
    if len(".".join(refusal.action)) > LENGTH or any(set(token) & set(":;!. ") for token in refusal.action):
        return ()
    return (button(label(say), Press(ACTION_ID, (REFUSED, *refusal.action))),)


async def show(request: Request, match: LoadedMatch, action: Action) -> None:
    """Show why an action is refused, as things stand now. Raises `Refusal`."""
    match.must_have_begun()
    seat, say = match.must_play(request.user), request.say
    request.services.limits.must(request.user, "pictures")
    names = await request.services.names.seats(say, match)
    try:
        changes.acted(match, request.user, [action], None)  # worked out only: nothing is written
        text, rule = say("That is possible now."), ""
    except Refusal as refusal:
        text, rule = refusals.sentence(say, refusal), refusal.rule
    why, view, studio = match.face.why, match.view(seat), request.services.studio
    shown = await studio.draw(why.refused, say, view, action, names) if why is not None and rule else None
    picture = shown.picture if shown is not None else None
    if picture is None:
        picture = await studio.draw(match.face.pictures.private_board, say, view, None, names)
    paragraph = rules.paragraph(match.face.game.name, rule, say.language) if rule else None
    told = f"**{paragraph.number} {paragraph.title}**\n{paragraph.text}" if paragraph is not None else ""
    lines = texts.lines(text, shown.text if shown is not None else "", told)
    rows = ((back(say),),) if replies.promise(request.interaction).turns else ()
    await replies.answer(request.interaction, lines, picture=picture, view=components.view(match.id, rows))
