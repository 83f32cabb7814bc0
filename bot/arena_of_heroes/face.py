"""Arena of Heroes on Discord: its sentences, its pictures, its panel, and what it shows on request."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from bot.arena_of_heroes.exhibits import EXHIBITS, FILM, tiles
from bot.arena_of_heroes.guide import GUIDE
from bot.arena_of_heroes.pages import panel
from bot.arena_of_heroes.texts import events, names, standing
from bot.arena_of_heroes.texts.description import alt_text, description
from bot.panels.face import Face, Pictures, Words
from bot.panels.model import Picture
from bot.texts.names import NOBODY, Names
from bot.texts.phrases import Phrases, phrases
from games.arena_of_heroes.game import GAME
from games.arena_of_heroes.view import View
from render import arena_of_heroes as pictures
from render.labels import Labels


def board(say: Phrases, view: View, marks: Sequence[int] = (), names: Names = NOBODY) -> Picture:
    """Draw the public picture, the last shot on it. Nothing of it depends on what a reader alone knows."""
    return Picture(pictures.draw_board(view, Labels.of(say, names)), "board.png", alt_text(say, view))


def private_board(
    say: Phrases, view: View, draft: pictures.Aim | pictures.Tile | None = None, names: Names = NOBODY
) -> Picture:
    """Draw the picture of a panel: the reader's hidden hero, a line about it, the chances of an aim; or a card."""
    if isinstance(draft, pictures.Tile):
        return tiles([draft])
    picture = pictures.draw_private(view, Labels.of(say, names), draft)
    return Picture(picture, "board.png", alt_text(say, view, own=True, aim=draft))


def result_card(say: Phrases, view: View, names: Names = NOBODY) -> Picture:
    """Draw the winner, the order of going out, hits, last hideouts, the last position."""
    return Picture(pictures.draw_result(view, Labels.of(say, names)), "result.png", alt_text(say, view))


def warm(languages: Sequence[str]) -> Callable[[], None]:
    """Draw the parts of boards, and keep them in the user's cache folder for the next start."""
    return pictures.warm([Labels(phrases(language)) for language in languages]).stop


FACE: Final = Face[View](
    game=GAME,
    group="arena",
    words=Words(
        description=description,
        tell=events.tell,
        asked=standing.asked,
        score=standing.score,
        status=standing.status,
        ending=standing.ending,
        action_text=standing.action_text,
        seat_title=names.seat_title,
    ),
    pictures=Pictures(board=board, private=private_board, result=result_card, warm=warm),
    panel=panel,
    film=FILM,
    exhibits=EXHIBITS,
    guide=GUIDE,
)
