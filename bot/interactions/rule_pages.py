"""What `/rules` shows: one paragraph, or those in which a word was found, with a select that turns to any of them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import zip_longest
from typing import Final

from bot.interactions import replies
from bot.interactions.services import Request
from bot.limits import EMBED_DESCRIPTION, SELECT_OPTIONS, cut
from bot.matches.refusals import Refusal
from bot.panels import components
from bot.panels.components import LESSON, Pressed
from bot.panels.model import Press, Select
from bot.panels.widgets import option
from bot.texts import match as texts
from bot.texts import rules
from bot.texts.rules import Paragraph
from bot.texts.story import BETWEEN
from games.messages import Message

NO_RULE: Final = Message("There is no such rule; choose one from the list.")
SHOWN: Final = 5
"""So many hits are told; the select leads to the others."""
TOLD: Final = 400
"""How many characters of each."""
KEPT: Final = 40
"""How many characters of the words that were looked for a button keeps."""


async def look_up(request: Request, games: Sequence[str], typed: str) -> None:
    """Answer with the rule of that number or with those that the words mean; `games` are searched in their order.

    Raises `Refusal`.
    """
    if rules.is_number(typed):
        game = rules.game_of(typed.strip(), games) or games[0]
        paragraph = rules.paragraph(game, typed, request.say.language)
        if paragraph is None:
            raise Refusal(NO_RULE)
        inside = rules.search(game, paragraph.number, request.say.language)
        await _answer(request, inside, paragraph, paragraph.number)
        return
    found = hits(games, typed, request.say.language)
    if not found:
        raise Refusal(
            Message("No rule mentions “{words}”. Try another word, or the number of a rule.", words=cut(typed, 60))
        )
    await _answer(request, found, found[0] if len(found) == 1 else None, typed)


async def turn(request: Request, pressed: Pressed) -> None:
    """Turn to another one of the paragraphs that were found. Raises `Refusal`."""
    number, *words = pressed.press.tokens or ("",)
    game = rules.game_of(number, request.services.faces)
    paragraph = rules.paragraph(game, number, request.say.language) if game is not None else None
    if game is None or paragraph is None:
        raise Refusal(texts.OLD_BUTTON)
    typed = " ".join(words)
    await _answer(request, hits([game], typed, request.say.language), paragraph, typed)


def hits(games: Sequence[str], typed: str, language: str) -> list[Paragraph]:
    """Return the paragraphs that a number or words mean; of several games the best of each come first."""
    found = [rules.search(game, typed, language) for game in games]
    return [hit for rank in zip_longest(*found) for hit in rank if hit is not None]


async def _answer(request: Request, found: Sequence[Paragraph], shown: Paragraph | None, typed: str) -> None:
    """Answer with a paragraph, or with how the first of those found begin, and a select of all."""
    say = request.say
    told = [shown] if shown is not None else found[:SHOWN]
    length = EMBED_DESCRIPTION if shown is not None else TOLD
    words = "\n".join(f"**{_heading(request, hit, told)}**\n{cut(hit.text, length)}" for hit in told)
    text = "" if shown is not None else say("Rules on “{words}”:", words=cut(typed, 60))
    kept = tuple(re.findall(r"[\w]+(?:\.[\w]+)*", typed)) if len(typed) <= KEPT else ()
    lines = [
        option(hit.label, Press("rules", (hit.number, *kept)), chosen=hit is shown) for hit in found[:SELECT_OPTIONS]
    ]
    rows = (Select(say("Read another rule") if shown is not None else say("Read in full"), tuple(lines)),)
    view = components.view(LESSON, rows) if len(lines) > 1 else None
    await replies.answer(request.interaction, text, words=words, view=view)


def _heading(request: Request, hit: Paragraph, told: Sequence[Paragraph]) -> str:
    """Return number and title of a paragraph; among those of several games with its game."""
    faces = request.services.faces
    game = rules.game_of(hit.number, faces)
    several = len({other.number[0] for other in told}) > 1
    title = (hit.title, request.say.message(faces[game].game.title)) if several and game else (hit.title,)
    return f"{hit.number} {BETWEEN.join(title)}"
