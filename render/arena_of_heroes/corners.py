"""The panels in the corners: a seat, its hero, what it has left, where it is as far as the reader knows."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import replace
from functools import partial
from math import ceil
from typing import Final

from PIL import Image

from games.arena_of_heroes.view import LETTERS, View
from render.arena_of_heroes import signs
from render.arena_of_heroes.planes import STRIP_Y, WIDTH, Box, cutout, part
from render.arena_of_heroes.seats import PLACES, Corner
from render.arena_of_heroes.theme import BOARD, DIMMED, EMBER, NIGHT, SAFE, SEATS, WELL
from render.canvas import Canvas, fitting, text_width
from render.icons import draw as draw_icon
from render.panel import LEAST, ROUND, SENTENCE, Figure, Head, draw_body, draw_panel, draw_tab
from render.theme import MARK, MUTED, TEXT, WHITE, Colour, lay

CORNER_WIDTH: Final = 244
CORNER_HEIGHT: Final = 160
MARGIN: Final = 6
TAB: Final = 34
"""The height of the tab with the mark."""
TAB_WIDTH: Final = 172
_GAP: Final = 4
"""What lies between the panel and its tab."""
HEADER: Final = 86
"""How much of the panel is its head, with the figure of the hero."""
FIGURE: Final = 37
"""The radius of that figure."""
_LEFT: Final = 14
_HEARTS: Final = 105
_TOKENS: Final = 138
"""How far down the middles of the two rows below the head lie."""
_SIDES: Final = (6, CORNER_WIDTH - 6)
_UPPER: Final = (88, 120)
_LOWER: Final = (120, 156)
"""From where to where the two rows reach: across, and down."""
_HEART: Final = 26
_CHIP: Final = 37
_COUNTED: Final = 55
_BESIDE: Final = 3
"""How wide an item is, without and with a number, and what lies between two."""
DIE: Final = 40
"""Half of the width of a hide die over a corner."""


def put_corner(plane: Image.Image, shown: Corner) -> None:
    """Lay a corner onto a picture.

    It is put together from pieces that are kept: with every action something in a corner changes, and most of it stays.
    """
    x, y = _origin(right=shown.right, below=shown.below)
    panel, *tabs = pills(shown)
    if shown.out:
        _put_pill(plane, panel, x, y, shown, partial(_draw_out, shown=shown))
    else:
        bare = _bare(shown)
        _put_pill(plane, panel, x, y, bare, partial(_draw_head, shown=bare))
        _put_rows(plane, shown, x + panel[0], y + panel[1])
    for tab in tabs:
        _put_pill(plane, tab, x, y, ("tab", shown.state, tab[2] - tab[0]), partial(_draw_state, state=shown.state))


def _bare(shown: Corner) -> Corner:
    """Return a corner without what changes in a turn: as much as its head and the edge of its panel depend on."""
    return replace(
        shown,
        stamina=0,
        most=0,
        delay=0,
        explored=False,
        items=(),
        shield=False,
        smoke=False,
        crows=False,
        place="",
        hidden=False,
        state="",
    )


def _put_pill(
    plane: Image.Image, pill: Box, x: int, y: int, key: Hashable, draw: Callable[[Canvas, Box], None]
) -> None:
    """Lay the panel or the tab of the corner whose origin is there onto a picture."""
    left, top, right, bottom = pill
    box = (x + left, y + top, x + right, y + bottom)

    def drawn(canvas: Canvas) -> None:
        draw(canvas.moved(x, y), pill)

    def shape(canvas: Canvas) -> None:
        canvas.pill(box, ROUND, WHITE)

    cutout((key, box), box, drawn, ("corner", box), shape).put(plane)


def _put_rows(plane: Image.Image, shown: Corner, x: int, y: int) -> None:
    """Lay what changes onto the panel whose upper left corner is there."""

    def row(
        key: Hashable, left: int, right: int, top: int, bottom: int, draw: Callable[[Canvas, Corner], None]
    ) -> None:
        def drawn(canvas: Canvas) -> None:
            draw(canvas.moved(-left, -top), shown)

        lay(plane, part(key, right - left, bottom - top, drawn, BOARD), x + left, y + top)

    hearts = _LEFT + _HEART * shown.most
    words = _SIDES[1] - ceil(text_width(shown.place, _place_size(shown), True)) - 10
    if not shown.place or words >= hearts:
        row(("hearts", shown.stamina, shown.most), _SIDES[0], hearts, *_UPPER, _hearts)
        if shown.place:
            key = ("place", shown.place, _place_size(shown), shown.hidden)
            row(key, words, _SIDES[1], *_UPPER, _place)
    else:  # they touch
        row(("life", shown.stamina, shown.most, shown.place, shown.hidden), *_SIDES, *_UPPER, _life)
    tokens = (shown.delay, shown.explored, shown.shield, shown.smoke, shown.crows, shown.items)
    if any(tokens):
        edge = "bright" if shown.bright else SEATS[shown.seat].arms.field
        row(("tokens", tokens, edge), *_SIDES, *_LOWER, _lower_row)


def _origin(*, right: bool, below: bool) -> tuple[int, int]:
    """Return where a corner with its tab begins."""
    x = WIDTH - CORNER_WIDTH - MARGIN if right else MARGIN
    return x, STRIP_Y - CORNER_HEIGHT - TAB - _GAP - MARGIN if below else MARGIN


def put_hide_die(plane: Image.Image, view: View, seat: int, colour: str) -> None:
    """Lay a hide die over the lower half of a corner's panel, which it covers until the next picture."""
    right, below = PLACES[len(view.seats)][seat]
    x, y = _origin(right=right, below=below)
    middle = (x + CORNER_WIDTH - DIE - 20, y + (TAB + _GAP if below else 0) + CORNER_HEIGHT - DIE - 10)
    half = DIE + 5
    box = (middle[0] - half, middle[1] - half, middle[0] + half, middle[1] + half)

    def draw(canvas: Canvas) -> None:
        signs.hide_die(canvas, colour, *middle, DIE)

    def shape(canvas: Canvas) -> None:
        canvas.pill(box, DIE * 0.4, WHITE)

    cutout(("die", colour, box), box, draw, ("die", box), shape).put(plane)


def pills(shown: Corner) -> list[Box]:
    """Return the shapes of a corner: its panel, and the tab of whoever is waited for, on the side of the arena."""
    top = TAB + _GAP if shown.below else 0
    panel = (0, top, CORNER_WIDTH, top + CORNER_HEIGHT)
    if not shown.bright:
        return [panel]
    left = CORNER_WIDTH - TAB_WIDTH - 8 if shown.right else 8
    y = 0 if shown.below else CORNER_HEIGHT + _GAP
    return [panel, (left, y, left + TAB_WIDTH, y + TAB)]


def draw_corner(canvas: Canvas, shown: Corner) -> None:
    """Draw a corner at the origin in one piece: what the kept pieces must look like together."""
    panel, *tabs = pills(shown)
    for tab in tabs:
        _draw_state(canvas, tab, shown.state)
    if shown.out:
        _draw_out(canvas, panel, shown)
    else:
        _draw_head(canvas, panel, shown)
        canvas = canvas.moved(0, panel[1])
        _life(canvas, shown)
        _tokens(canvas, shown)


def _draw_state(canvas: Canvas, tab: Box, state: str) -> None:
    draw_tab(canvas, tab, state)


def _draw_head(canvas: Canvas, panel: Box, shown: Corner) -> None:
    """Draw the panel of a seat with its head, and nothing below."""

    def hero(canvas: Canvas, x: float, y: float) -> None:
        signs.disc(canvas, shown.seat, shown.hero, x, y, FIGURE)

    figure = Figure(2 * FIGURE * signs.BROAD, hero)
    head = Head(SEATS[shown.seat].arms, LETTERS[shown.seat], shown.player, shown.name, figure=figure)
    body = NIGHT if shown.out else BOARD
    draw_panel(canvas, panel, head, bright=shown.bright, body=body, height=HEADER)


def _draw_out(canvas: Canvas, panel: Box, shown: Corner) -> None:
    _draw_head(canvas, panel, shown)
    _fallen(canvas.moved(0, panel[1]), shown)


def _fallen(canvas: Canvas, shown: Corner) -> None:
    """Draw that a hero is out, and in which place."""
    y = (HEADER + CORNER_HEIGHT) / 2 - 2
    draw_icon(canvas, signs.SKULL, _LEFT + 24, y, 24, DIMMED, NIGHT)
    size = fitting(shown.state, 28, CORNER_WIDTH - _LEFT - 76, True)
    canvas.text(_LEFT + 62, y, shown.state, size, TEXT, bold=True, anchor="lm")


def _life(canvas: Canvas, shown: Corner) -> None:
    """Draw what a hero has left, and where it is."""
    _hearts(canvas, shown)
    _place(canvas, shown)


def _hearts(canvas: Canvas, shown: Corner) -> None:
    for n in range(shown.most):
        signs.heart(canvas, _LEFT + 12 + n * _HEART, _HEARTS, 12, n < shown.stamina)


def _place_size(shown: Corner) -> float:
    return max(LEAST, fitting(shown.place, 26, CORNER_WIDTH - _LEFT - 18 - shown.most * _HEART, True))


def _place(canvas: Canvas, shown: Corner) -> None:
    if shown.place:
        ink = MUTED if shown.hidden else MARK
        canvas.text(CORNER_WIDTH - 13, _HEARTS, shown.place, _place_size(shown), ink, bold=True, anchor="rm")


def _lower_row(canvas: Canvas, shown: Corner) -> None:
    """Draw what is in the lower row on as much of the panel as lies there, whose edge it touches."""
    draw_body(canvas, (0, 0, CORNER_WIDTH, CORNER_HEIGHT), SEATS[shown.seat].arms, bright=shown.bright, body=BOARD)
    _tokens(canvas, shown)


def _tokens(canvas: Canvas, shown: Corner) -> None:
    """Draw delay, the explored mark, what protects or threatens it, and its items."""
    x = float(_LEFT - 3)
    if shown.delay:
        x = _chip(canvas, x, signs.DELAY, shown.delay, EMBER)
    marks = (
        (signs.EXPLORED, SAFE, shown.explored),
        (signs.SHIELD, MARK, shown.shield),
        (signs.SMOKE, MARK, shown.smoke),
        (signs.CROWS, MARK, shown.crows),
    )
    for name, ink, there in marks:
        if there:
            draw_icon(canvas, name, x + 16, _TOKENS, 16, ink, BOARD)
            x += 34 + _BESIDE
    _items(canvas, shown, x)


def _chip(canvas: Canvas, x: float, icon: str, number: int, ink: Colour) -> float:
    """Draw a thing, and on the same ground how many tokens are on it; return where the next one begins."""
    wide = _COUNTED if number else _CHIP
    canvas.pill((x, _TOKENS - 18, x + wide, _TOKENS + 17), 8, WELL)
    draw_icon(canvas, icon, x + 18.5, _TOKENS - 0.5, 15.5, ink, WELL)
    if number:
        canvas.text(x + wide - 11, _TOKENS, str(number), 26, MARK, bold=True)
    return x + wide + _BESIDE


def _items(canvas: Canvas, shown: Corner, x: float) -> None:
    """Draw items with their tokens; where they are too many, the last place says how many more there are."""
    end = CORNER_WIDTH - 8.0
    wide = [(_COUNTED if tokens else _CHIP) + _BESIDE for _, tokens in shown.items]
    more = text_width(f"+{len(wide)}", SENTENCE, True)
    fits = [n for n in range(len(wide) + 1) if x + sum(wide[:n]) - _BESIDE + (more if n < len(wide) else 0) <= end]
    kept = max(fits, default=0)
    for card, tokens in shown.items[:kept]:
        x = _chip(canvas, x, signs.CARDS[card], tokens, TEXT)
    if kept < len(wide):
        canvas.text(x, _TOKENS, f"+{len(wide) - kept}", SENTENCE, TEXT, bold=True, anchor="lm")
