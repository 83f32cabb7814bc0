"""The panels in the corners: a seat, its hero, what it has left, where it is as far as the reader knows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from PIL import Image

from games.arena_of_heroes.cards import HeroType
from games.arena_of_heroes.view import LETTERS, SeatView, View
from render.arena_of_heroes import signs
from render.arena_of_heroes.planes import STRIP_Y, WIDTH, Box, cutout
from render.arena_of_heroes.theme import BOARD, DIMMED, EMBER, NIGHT, SAFE, SEATS, WELL
from render.canvas import Canvas, fitting, text_width
from render.icons import draw as draw_icon
from render.labels import Labels
from render.panel import LEAST, ROUND, SENTENCE, Figure, Head, draw_panel, draw_tab
from render.theme import MARK, MUTED, TEXT, WHITE, Colour

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
_HEART: Final = 26
_CHIP: Final = 37
_COUNTED: Final = 55
_BESIDE: Final = 3
"""How wide an item is, without and with a number, and what lies between two."""
DIE: Final = 40
"""Half of the width of a hide die over a corner."""
_PLACES: Final = {
    2: ((False, False), (True, True)),
    3: ((False, False), (True, False), (True, True)),
    4: ((False, False), (True, False), (True, True), (False, True)),
}
"""In which corner each seat sits, whether right and whether below, clockwise as they play (A4.3)."""


@dataclass(frozen=True, slots=True)
class Corner:
    """All that the picture of a seat depends on."""

    seat: int
    player: str
    hero: str
    """The code of the hero, or nothing."""
    name: str
    stamina: int
    most: int
    delay: int
    explored: bool
    items: tuple[tuple[str, int], ...]
    shield: bool
    smoke: bool
    crows: bool
    place: str
    """Where it is, or that it is hidden."""
    hidden: bool
    state: str
    """The mark: to play, out, wins; nothing for none."""
    bright: bool
    """The match waits for it, or it has won."""
    out: bool
    right: bool
    below: bool
    """In which corner it sits."""


def hero_name(hero: HeroType | None, labels: Labels) -> str:
    """Return the name of a hero, or that none is picked yet."""
    return labels("no hero yet") if hero is None else labels(hero.title)


def corner(view: View, seat: SeatView, labels: Labels, *, counted: bool = True) -> Corner:
    """Return what a corner shows of a seat; without `counted` not how many actions it has left."""
    hero = seat.hero
    state, bright = _state(view, seat, labels, counted=counted)
    place = ""
    if seat.alive:
        public = seat.at if not seat.hidden else None
        place = labels("at {hideout}", hideout=public) if public is not None else labels("hidden")
    return Corner(
        seat.seat,
        labels.player(seat.seat),
        hero.code if hero is not None else "",
        hero_name(hero, labels),
        hero.stamina if hero is not None and view.phase == "draft" else seat.stamina,
        hero.stamina if hero is not None else 0,
        seat.delay,
        seat.explored and view.mode == "advanced",
        tuple((placed.card.id, placed.tokens) for placed in seat.items),
        "shield" in seat.flags,
        "smoke" in seat.flags,
        "crows" in seat.flags,
        place,
        seat.hidden,
        state,
        bright,
        bool(state) and not bright,
        *_PLACES[len(view.seats)][seat.seat],
    )


def _gone(view: View, seat: int) -> bool:
    return any(seat in group for group in view.out)


def _state(view: View, seat: SeatView, labels: Labels, *, counted: bool) -> tuple[str, bool]:
    if view.result is not None:
        if seat.seat in view.result.ranking[0]:
            return (labels("WINS"), True) if view.result.winners else ("", False)
        return labels("OUT · place {place}", place=_placed(view, seat.seat)), False
    if _gone(view, seat.seat):
        return labels("OUT · place {place}", place=len(view.seats) - _fallen_before(view, seat.seat)), False
    if view.question is not None:
        return (labels("TO ANSWER"), True) if view.question.seat == seat.seat else ("", False)
    if view.active == seat.seat:
        if view.phase == "draft":
            return labels("PICKS A HERO"), True
        return labels("TO PLAY · {count} left", count=view.left) if counted else labels("TURN"), True
    return "", False


def _placed(view: View, seat: int) -> int:
    """Return the place that a seat came in."""
    assert view.result is not None
    before = 0
    for group in view.result.ranking:
        if seat in group:
            break
        before += len(group)
    return before + 1


def _fallen_before(view: View, seat: int) -> int:
    """Return how many went out before a seat, or together with it (it shares the best place of them)."""
    count = 0
    for group in view.out:
        count += len(group)
        if seat in group:
            return count - 1
    return count


def put_corner(plane: Image.Image, shown: Corner) -> None:
    """Lay a corner onto a picture."""
    x, y = _origin(right=shown.right, below=shown.below)
    box = (x, y, x + CORNER_WIDTH, y + CORNER_HEIGHT + _GAP + TAB)
    outline = ("corner", shown.right, shown.below, shown.bright)

    def shape(canvas: Canvas) -> None:
        for part in pills(shown):
            canvas.moved(x, y).pill(part, ROUND, WHITE)

    def draw(canvas: Canvas) -> None:
        draw_corner(canvas.moved(x, y), shown)

    cutout(shown, box, draw, outline, shape).put(plane)


def _origin(*, right: bool, below: bool) -> tuple[int, int]:
    """Return where a corner with its tab begins."""
    x = WIDTH - CORNER_WIDTH - MARGIN if right else MARGIN
    return x, STRIP_Y - CORNER_HEIGHT - TAB - _GAP - MARGIN if below else MARGIN


def put_hide_die(plane: Image.Image, view: View, seat: int, colour: str) -> None:
    """Lay a hide die over the lower half of a corner's panel, which it covers until the next picture."""
    right, below = _PLACES[len(view.seats)][seat]
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
    """Draw a corner at the origin."""
    panel, *tabs = pills(shown)
    for tab in tabs:
        draw_tab(canvas, tab, shown.state)

    def hero(canvas: Canvas, x: float, y: float) -> None:
        signs.disc(canvas, shown.seat, shown.hero, x, y, FIGURE)

    figure = Figure(2 * FIGURE * signs.BROAD, hero)
    head = Head(SEATS[shown.seat].arms, LETTERS[shown.seat], shown.player, shown.name, figure=figure)

    body = NIGHT if shown.out else BOARD
    draw_panel(canvas, panel, head, bright=shown.bright, body=body, height=HEADER)
    canvas = canvas.moved(0, panel[1])
    if shown.out:
        _fallen(canvas, shown)
    else:
        _stamina(canvas, shown)
        _tokens(canvas, shown)


def _fallen(canvas: Canvas, shown: Corner) -> None:
    """Draw that a hero is out, and in which place."""
    y = (HEADER + CORNER_HEIGHT) / 2 - 2
    draw_icon(canvas, signs.SKULL, _LEFT + 24, y, 24, DIMMED, NIGHT)
    size = fitting(shown.state, 28, CORNER_WIDTH - _LEFT - 76, True)
    canvas.text(_LEFT + 62, y, shown.state, size, TEXT, bold=True, anchor="lm")


def _stamina(canvas: Canvas, shown: Corner) -> None:
    for n in range(shown.most):
        signs.heart(canvas, _LEFT + 12 + n * _HEART, _HEARTS, 12, n < shown.stamina)
    if shown.place:
        width = CORNER_WIDTH - _LEFT - 18 - shown.most * _HEART
        size = max(LEAST, fitting(shown.place, 26, width, True))
        ink = MUTED if shown.hidden else MARK
        canvas.text(CORNER_WIDTH - 13, _HEARTS, shown.place, size, ink, bold=True, anchor="rm")


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
