"""Monsters & Myths on Discord: its sentences, its pictures, its panel, and what it shows on request."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from bot.monsters_and_myths.answers import answers
from bot.monsters_and_myths.exhibits import EXHIBITS, FILM
from bot.monsters_and_myths.guide import GUIDE
from bot.monsters_and_myths.pages import panel
from bot.monsters_and_myths.rounds import ROUNDS
from bot.monsters_and_myths.texts import events, standing
from bot.monsters_and_myths.texts.description import alt_text, description
from bot.monsters_and_myths.texts.names import labels
from bot.panels.face import Face, Pictures, Words
from bot.panels.model import Picture
from bot.texts.names import NOBODY, Names
from bot.texts.phrases import Phrases, phrases
from games.monsters_and_myths.game import GAME
from games.monsters_and_myths.view import View
from render import monsters_and_myths as pictures


def board(say: Phrases, view: View, marks: Sequence[int] = (), names: Names = NOBODY) -> Picture:
    """Draw the table, which shows the attack and its dice itself."""
    return Picture(pictures.draw_table(view, labels(say, names)), "board.png", alt_text(say, view))


def private_board(say: Phrases, view: View, draft: pictures.Draft | None = None, names: Names = NOBODY) -> Picture:
    """Draw the table with the reader's cards below, and the draft of a decision."""
    picture = pictures.draw_private(view, labels(say, names), draft or pictures.EMPTY)
    return Picture(picture, "board.png", alt_text(say, view))


def result_card(say: Phrases, view: View, names: Names = NOBODY) -> Picture:
    """Draw the points of all as a table that adds up."""
    return Picture(pictures.draw_result(view, labels(say, names)), "result.png", alt_text(say, view))


def warm(languages: Sequence[str]) -> Callable[[], None]:
    """Draw what every table needs, and keep it in the user's cache folder for the next start."""
    return pictures.warm([labels(phrases(language)) for language in languages]).stop


FACE: Final = Face[View](
    game=GAME,
    group="monsters",
    words=Words(
        description=description,
        tell=events.tell,
        asked=standing.asked,
        score=standing.score,
        status=standing.status,
        ending=standing.ending,
        action_text=standing.action_text,
    ),
    pictures=Pictures(board=board, private=private_board, result=result_card, warm=warm),
    panel=panel,
    answers=answers,
    high_point=ROUNDS.bound,
    film=FILM,
    rounds=ROUNDS,
    exhibits=EXHIBITS,
    guide=GUIDE,
)
