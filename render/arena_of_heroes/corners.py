"""The panels in the corners: a seat, its hero, what it has left, where it is as far as the reader knows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from PIL import Image

from games.arena_of_heroes.cards import HeroType
from games.arena_of_heroes.view import SeatView, View
from render.arena_of_heroes import signs
from render.arena_of_heroes.planes import STRIP_Y, WIDTH, Box, cutout
from render.arena_of_heroes.theme import BOARD, DIMMED, EMBER, JOINT, NIGHT, SAFE, SEATS, WELL, SeatStyle
from render.canvas import Canvas, fitting, wrap
from render.icons import draw as draw_icon
from render.labels import Labels
from render.theme import DARK, MARK, MUTED, TEXT, WHITE

CORNER_WIDTH: Final = 248
CORNER_HEIGHT: Final = 150
MARGIN: Final = 6
TAB: Final = 32
"""How far the tab with the mark stands out."""
TAB_WIDTH: Final = 186
ROUND: Final = 18
NAME: Final = 18
"""The size of a hero's name from which on it takes two lines."""
_ITEM: Final = 36
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
        seat.stamina,
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
        _gone(view, seat.seat),
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
    box = (x, y, x + CORNER_WIDTH, y + CORNER_HEIGHT + TAB)
    outline = ("corner", shown.right, shown.below, bool(shown.state))

    def shape(canvas: Canvas) -> None:
        for part in _pills(shown):
            canvas.moved(x, y).pill(part, ROUND, WHITE)

    def draw(canvas: Canvas) -> None:
        draw_corner(canvas.moved(x, y), shown)

    cutout(shown, box, draw, outline, shape).put(plane)


def _origin(*, right: bool, below: bool) -> tuple[int, int]:
    """Return where a corner with its tab begins."""
    x = WIDTH - CORNER_WIDTH - MARGIN if right else MARGIN
    return x, STRIP_Y - CORNER_HEIGHT - TAB - MARGIN if below else MARGIN


def put_hide_die(plane: Image.Image, view: View, seat: int, colour: str) -> None:
    """Lay a hide die over the lower half of a corner's panel, which it covers until the next picture."""
    right, below = _PLACES[len(view.seats)][seat]
    x, y = _origin(right=right, below=below)
    middle = (x + CORNER_WIDTH - DIE - 20, y + (TAB if below else 0) + CORNER_HEIGHT - DIE - 10)
    half = DIE + 5
    box = (middle[0] - half, middle[1] - half, middle[0] + half, middle[1] + half)

    def draw(canvas: Canvas) -> None:
        signs.hide_die(canvas, colour, *middle, DIE)

    def shape(canvas: Canvas) -> None:
        canvas.pill(box, DIE * 0.4, WHITE)

    cutout(("die", colour, box), box, draw, ("die", box), shape).put(plane)


def _pills(shown: Corner) -> list[Box]:
    """Return the shapes of a corner: its panel, and its mark as a tab on the side of the arena."""
    top = TAB if shown.below else 0
    pills = [(0, top, CORNER_WIDTH, top + CORNER_HEIGHT)]
    if shown.state:
        left = CORNER_WIDTH - TAB_WIDTH - 8 if shown.right else 8
        pills.insert(
            0,
            (
                left,
                0 if shown.below else CORNER_HEIGHT - 30,
                left + TAB_WIDTH,
                (TAB + 30) if shown.below else CORNER_HEIGHT + TAB,
            ),
        )
    return pills


def draw_corner(canvas: Canvas, shown: Corner) -> None:
    """Draw a corner at the origin."""
    *tab, panel = _pills(shown)
    if tab:
        _mark(canvas, shown, tab[0])
    canvas.pill(panel, ROUND, MARK if shown.bright else JOINT)
    canvas = canvas.moved(0, panel[1])
    style = SEATS[shown.seat]
    _frame(canvas, style, 4 if shown.bright else 2)
    canvas.pill((9, 9, CORNER_WIDTH - 9, CORNER_HEIGHT - 9), 11, NIGHT if shown.out else BOARD)
    _names(canvas, shown)
    if not shown.out:
        _stamina(canvas, shown)
        _tokens(canvas, shown)


def _names(canvas: Canvas, shown: Corner) -> None:
    signs.disc(canvas, shown.seat, shown.hero, 43, 43, 26)
    width = CORNER_WIDTH - 84 - 14
    bright, soft = (DIMMED, DIMMED) if shown.out else (TEXT, MUTED)
    lines = wrap(shown.name, NAME, width)[:2]
    if not shown.player:
        for n, line in enumerate(lines):
            y = 42 + 25 * (n - (len(lines) - 1) / 2)
            canvas.text(82, y, line, fitting(line, 22, width, True), bright, bold=True, anchor="lm")
        return
    canvas.text(
        82, 26 if len(lines) > 1 else 30, shown.player, fitting(shown.player, 25, width, True), bright, True, "lm"
    )
    for n, line in enumerate(lines):
        y = 56 if len(lines) == 1 else 47 + 19 * n
        canvas.text(82, y, line, fitting(line, 21 if len(lines) == 1 else NAME, width), soft, anchor="lm")


def _frame(canvas: Canvas, style: SeatStyle, inset: float) -> None:
    """Draw the frame in the look of the seat."""
    w, h = CORNER_WIDTH, CORNER_HEIGHT
    canvas.pill((inset, inset, w - inset, h - inset), ROUND - inset, style.frame)
    if style.pattern == "double":
        canvas.pill((inset + 2, inset + 2, w - inset - 2, h - inset - 2), ROUND - inset - 2, style.accent)
        canvas.pill((inset + 4, inset + 4, w - inset - 4, h - inset - 4), ROUND - inset - 4, style.frame)
    elif style.pattern != "solid":
        middle, step = inset + 2.5, 24 if style.pattern == "dashed" else 12
        for n in range(1, w // step):
            _stitch(canvas, style, n * step, middle, 1)
            _stitch(canvas, style, n * step, h - middle, 1)
        for n in range(1, h // step):
            _stitch(canvas, style, middle, n * step, 0)
            _stitch(canvas, style, w - middle, n * step, 0)


def _stitch(canvas: Canvas, style: SeatStyle, x: float, y: float, across: int) -> None:
    if style.pattern == "dotted":
        canvas.disc(x, y, 1.8, style.accent)
    else:
        canvas.line([(x - 4 * across, y - 4 * (1 - across)), (x + 4 * across, y + 4 * (1 - across))], 2.6, style.accent)


def _stamina(canvas: Canvas, shown: Corner) -> None:
    for n in range(shown.most):
        signs.heart(canvas, 27 + n * 25, 88, 11, n < shown.stamina)
    if shown.place:
        width = CORNER_WIDTH - 44 - shown.most * 25
        size = fitting(shown.place, 24, width, True)
        canvas.text(CORNER_WIDTH - 19, 88, shown.place, size, MUTED if shown.hidden else EMBER, bold=True, anchor="rm")


def _tokens(canvas: Canvas, shown: Corner) -> None:
    """Delay, the explored mark, what protects or threatens it, and its items."""
    x = 27.0
    if shown.delay:
        draw_icon(canvas, signs.DELAY, x, 121, 12, EMBER, BOARD)
        canvas.text(x + 13, 122, str(shown.delay), 25, TEXT, bold=True, anchor="lm")
        x += 48
    if shown.explored:
        draw_icon(canvas, signs.EXPLORED, x, 121, 13, SAFE, BOARD)
        x += 32
    for name, there in (
        ("roman-shield", shown.shield),
        ("smoke-bomb", shown.smoke),
        ("spiked-dragon-head", shown.crows),
    ):
        if there:
            draw_icon(canvas, name, x, 121, 12, MARK, BOARD)
            x += 30
    _items(canvas, shown, x - 14)


def _items(canvas: Canvas, shown: Corner, x: float) -> None:
    """Items as small tabs with their tokens; where they are too many, the last tab says how many more there are."""
    room = int((CORNER_WIDTH - 14 - x) // _ITEM)
    kept = shown.items if len(shown.items) <= room else shown.items[: room - 1]
    for card, tokens in kept:
        canvas.pill((x, 107, x + _ITEM - 4, 136), 7, WELL)
        draw_icon(canvas, signs.CARDS[card], x + _ITEM / 2 - 2, 121, 11, TEXT, WELL)
        if tokens:
            canvas.disc(x + _ITEM - 6, 110, 9, DARK)
            canvas.text(x + _ITEM - 6, 110, str(tokens), 16, EMBER, bold=True)
        x += _ITEM
    if len(kept) < len(shown.items):
        canvas.text(x + 2, 121, f"+{len(shown.items) - len(kept)}", 20, TEXT, bold=True, anchor="lm")


def _mark(canvas: Canvas, shown: Corner, tab: Box) -> None:
    """Draw the mark: that it is its turn, or what has become of it."""
    canvas.pill(tab, ROUND, JOINT)
    inner = (tab[0] + 3, tab[1] + 3, tab[2] - 3, tab[3] - 3)
    canvas.pill(inner, ROUND - 3, MARK if shown.bright else WELL)
    y = TAB / 2 + 1 if shown.below else CORNER_HEIGHT + TAB / 2 - 1
    size = fitting(shown.state, 22, TAB_WIDTH - 24, True)
    canvas.text((tab[0] + tab[2]) / 2, y, shown.state, size, DARK if shown.bright else TEXT, bold=True)
