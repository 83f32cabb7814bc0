"""The pictures of seasons: the table while one lasts, the picture to keep at its end, the ladder of puzzles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from bot.features.seasons import words
from bot.features.seasons.words import Called, Standing
from bot.limits import ALT_TEXT, cut
from bot.panels.face import AnyFace
from bot.panels.model import Picture
from bot.texts.phrases import Phrases
from render import icons
from render.canvas import Canvas
from render.keepsake import Honour, Keepsake, draw_keepsake, draw_piece, draw_rise
from render.labels import named
from render.ladder import Rung, draw_ladder
from render.panel import Crest
from render.theme import Colour
from storage import CHAMPION, IMPROVED, RELIABLE, SOLVER, Season, Title

PODIUM: Final = 3


def _icon(name: str) -> Crest:
    """Return what draws an icon as the sign of a title."""

    def draw(canvas: Canvas, x: float, y: float, half: float, ink: Colour, ground: Colour) -> None:
        icons.draw(canvas, name, x, y, half, ink, ground)

    return draw


SIGNS: Final[Mapping[str, Crest]] = {
    CHAMPION: _icon("queen-crown"),
    IMPROVED: draw_rise,
    SOLVER: draw_piece,
    RELIABLE: _icon("hourglass"),
}


def table(say: Phrases, title: str, note: str, lines: Sequence[Standing], text: str) -> Picture:
    """Draw a page of the table of a season."""
    return picture(draw_ladder(title, note, [_rung(say, one) for one in lines]), text)


def _rung(say: Phrases, one: Standing) -> Rung:
    score = one.score
    return Rung(one.place, one.name, score.points, words.points(say, score.points), words.matches(say, score.matches))


def keepsake(
    say: Phrases,
    faces: Mapping[str, AnyFace],
    season: Season,
    best: Sequence[Standing],
    titles: Sequence[Title],
    names: Mapping[int, str],
    took_part: int,
    text: str,
) -> Picture:
    """Draw what a season came to."""
    rungs = [_rung(say, one) for one in best]
    note = words.people(say, took_part) if took_part else say("Nobody has finished a rated match in it.")
    honours = tuple(_honour(say, faces, shared, names.__getitem__) for shared in words.awarded(titles))
    drawn = Keepsake(
        season.name,
        words.dates(say, season),
        tuple(rungs[:PODIUM]),
        honours,
        tuple(rungs[PODIUM:]),
        note,
    )
    return picture(draw_keepsake(drawn), text)


def _honour(say: Phrases, faces: Mapping[str, AnyFace], shared: Sequence[Title], called: Called) -> Honour:
    one = shared[0]
    who = words.winners(say, shared, lambda user: named(called(user)))
    return Honour(SIGNS[one.title], words.title(say, faces, one), who, words.deed(say, faces, one))


def picture(data: bytes, text: str) -> Picture:
    """Return a picture that says what its text says."""
    return Picture(data, "season.png", cut(text.replace("**", ""), ALT_TEXT))
