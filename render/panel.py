"""What the pictures of all games have in common: shields, the panel of a seat, the tab of whose turn it is, titles.

A game says once what its seats wear, as `Arms`, and draws with them:

    arms = Arms(ground=CREAM, ink=BROWN, field=RED, charge=CREAM)
    draw_panel(canvas, (0, 0, 232, 192), Head(arms, "A", "Anna", "Dragon Empire", dragon), bright=True)
    draw_tab(canvas, (12, 86, 220, 116), labels("TO PLAY"))
    draw_title(canvas, 500, 40, labels("Turn 9"), 44, 480)

`draw_panel` draws the colored head and the empty dark body below `HEAD`, which the game fills. `draw_shield` is the
mark of a seat wherever it stands, with its letter and, where there is one, a crest (an army, a hero); with a number in
the place of the letter it tells points. A shield may be divided (`Arms.division`), so that seats are told apart
without color. `draw_title` sets the one title of a picture, `draw_verdict` the words of the card at the end of a match.
Captions and posters of films are in `render.caption`.

The colors need not be those of the shared theme, but a game's palette should hold them, and the steps from `ground` to
`ink`: letters have soft edges.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from render.canvas import Canvas, Point, covers, fitting, shortened, text_width, wrap
from render.theme import DARK, MARK, MUTED, PANEL, SLOT, TEXT, Colour

Frame = tuple[float, float, float, float]
"""Left, top, right, bottom."""
Crest = Callable[[Canvas, float, float, float, Colour, Colour], None]
"""Draws a sign around a point: canvas, x, y, half of its width, its color, the color below it."""

LEAST: Final = 22.0
"""The size of the smallest names and labels."""
SENTENCE: Final = 24.0
"""The size of the smallest sentences."""


class Arms(NamedTuple):
    """The colors of a seat, and how its shield is divided."""

    ground: Colour
    """The head of its panel."""
    ink: Colour
    """The words there."""
    field: Colour
    """Its shield, and the line below the head."""
    charge: Colour
    """The letter or the crest on the shield."""
    second: Colour | None = None
    """The other part of a divided shield."""
    division: str = "plain"
    """``plain``, ``pale``, ``chief`` or ``bend``."""


# shields

_OUTLINE: Final = ((-1.0, -1.1), (1.0, -1.1), (1.0, 0.15), (0.8, 0.62), (0.45, 0.98), (0.0, 1.25))
_RIM: Final = 1.12
"""How large a shield is with its rim."""


def _shield(x: float, y: float, half: float) -> list[Point]:
    whole = [*_OUTLINE, *((-a, b) for a, b in reversed(_OUTLINE[2:-1]))]
    return [(x + a * half, y + b * half) for a, b in whole]


def _divide(canvas: Canvas, x: float, y: float, half: float, division: str, second: Colour) -> None:
    left, right, top = x - half, x + half, y - 1.1 * half
    if division == "pale":
        canvas.polygon([p for p in _shield(x, y, half) if p[0] >= x] + [(x, top)], second)
    elif division == "chief":
        canvas.polygon([(left, top), (right, top), (right, y - 0.55 * half), (left, y - 0.55 * half)], second)
    elif division == "bend":
        corners = [
            (left, top),
            (left + 0.75 * half, top),
            (right, y + 0.3 * half),
            (right - 0.25 * half, y + 0.62 * half),
        ]
        canvas.polygon(corners, second)


def draw_shield(
    canvas: Canvas,
    x: float,
    y: float,
    half: float,
    arms: Arms,
    text: str,
    *,
    crest: Crest | None = None,
    rim: Colour = DARK,
) -> None:
    """Draw a shield of half that width around a point, with a text of few signs: the letter of the seat, or a number.

    With a crest on it the text stands at its foot.
    """
    canvas.polygon(_shield(x, y, half * _RIM), rim)
    canvas.polygon(_shield(x, y, half), arms.field)
    if arms.second is not None:
        _divide(canvas, x, y, half, arms.division, arms.second)
    if crest is None:
        size = fitting(text, half * 1.35, half * 1.7, True)
        canvas.text(x, y - 0.02 * half, text, size, arms.charge, bold=True)
        return
    crest(canvas, x, y - 0.06 * half, half * 0.72, arms.charge, arms.field)
    x, y, small = x + half * 0.78, y + half * 0.86, max(half * 0.42, LEAST * 0.62)
    canvas.disc(x, y, small, rim)
    canvas.disc(x, y, small - 1.8, arms.ground)
    canvas.text(x, y + 0.5, text, small * 1.62, arms.ink, bold=True)


# the panel of a seat

ROUND: Final = 14
"""The radius of the corners of a panel."""
HEAD: Final = 78
"""The height of a panel's head."""
_EDGE: Final = {True: 6, False: 3}
"""How wide the edge of a panel is, by whether it is bright."""
_NAME: Final = 28.0
_ROLE: Final = 24.0
_SHIELD: Final = 22.0
BEFORE: Final = 77
"""How far from the left of a panel the words of its head begin."""
_AFTER: Final = 9
_LEADING: Final = 0.95
_LINE: Final = 3
"""The line below the head."""


class Figure(NamedTuple):
    """Somebody drawn large in the head of a panel, in the place of a shield."""

    width: float
    draw: Callable[[Canvas, float, float], None]
    """Draws it around a point."""


class Head(NamedTuple):
    """What the head of a panel says: whose it is."""

    arms: Arms
    letter: str
    who: str
    """The name of its player, or nothing where it is not known."""
    role: str
    """What it plays: its army, its hero."""
    crest: Crest | None = None
    """What stands on its shield in the place of the letter."""
    figure: Figure | None = None
    """What stands in the place of the shield."""


class Words(NamedTuple):
    """A line of a head: a text, how far down its middle is, its size and its weight."""

    text: str
    y: float
    size: float
    bold: bool


def _two(text: str, size: float, width: float, bold: bool) -> list[str]:
    """Return a text on one line or on two; what has no room is left out."""
    first, *rest = wrap(text, size, width, bold) or [""]
    return [shortened(line, size, width, bold) for line in ((first, " ".join(rest)) if rest else (first,))]


def words(who: str, role: str, width: float, height: float = HEAD) -> tuple[Words, ...]:
    """Return the lines of a head whose words have so much room: the name, below it the role on as few lines as fit.

    Without a name the role takes its place.
    """
    if not who:
        size = max(SENTENCE, fitting(role, _NAME, width, True))
        lines = _two(role, size, width, True)
        return tuple(
            Words(line, height / 2 + (n - (len(lines) - 1) / 2) * size * _LEADING, size, True)
            for n, line in enumerate(lines)
        )
    size = max(LEAST, fitting(role, _ROLE, width))
    lines = _two(role, size, width, False)
    most, gap = _NAME if len(lines) == 1 else _NAME - 2, size * _LEADING
    top = (height - most - gap * len(lines)) / 2 + most / 2
    large = max(LEAST, fitting(who, most, width, True))
    name = Words(shortened(who, large, width, True), top, large, True)
    return (name, *(Words(line, top + most / 2 + gap * (n + 0.55), size, False) for n, line in enumerate(lines)))


def room(width: float) -> float:
    """Return how wide the words of a head may be in a panel of that width."""
    return width - BEFORE - _AFTER


def draw_panel(
    canvas: Canvas,
    box: Frame,
    *heads: Head,
    bright: bool = False,
    body: Colour = PANEL,
    height: float = HEAD,
    dull: Colour | None = None,
) -> None:
    """Draw a panel with a head for each seat it is about, and nothing below; `bright` if it is its turn or it has won.

    `dull` is the color of the words of one that plays no more.
    """
    left, top, right, _ = box
    inside = draw_body(canvas, box, heads[0].arms, bright=bright, body=body)
    edge = _EDGE[bright]
    for n, head in enumerate(heads):
        arms, high, low = head.arms, max(top + n * height, inside[1]), top + (n + 1) * height
        if n == 0:
            canvas.pill((inside[0], high, inside[2], low), ROUND - edge, arms.ground)
            high = low - ROUND
        canvas.polygon(_box(inside[0], high, inside[2], low), arms.ground)
        canvas.polygon(_box(inside[0], low - _LINE, inside[2], low), arms.field)
        middle = top + (n + 0.5) * height
        before: float = BEFORE
        if head.figure is not None:
            head.figure.draw(canvas, left + 8 + head.figure.width / 2, middle)
            before = head.figure.width + 18
        else:
            shield = min(_SHIELD, height * 0.34)
            draw_shield(canvas, left + 38, middle - 0.5, shield, arms, head.letter, crest=head.crest)
        for line in words(head.who, head.role, room(right - left) - (before - BEFORE), height):
            at = left + before, middle - height / 2 + line.y
            canvas.text(*at, line.text, line.size, dull or arms.ink, bold=line.bold, anchor="lm")


def draw_body(canvas: Canvas, box: Frame, arms: Arms, *, bright: bool, body: Colour) -> Frame:
    """Draw a panel with nothing on it, and return where its edge ends."""
    left, top, right, bottom = box
    edge = _EDGE[bright]
    canvas.pill(box, ROUND, MARK if bright else arms.field)
    inside = left + edge, top + edge, right - edge, bottom - edge
    canvas.pill(inside, ROUND - edge, body)
    return inside


def _box(left: float, top: float, right: float, bottom: float) -> list[Point]:
    return [(left, top), (right, top), (right, bottom), (left, bottom)]


TAB: Final = 26.0
"""The size of the letters on a tab."""


def draw_tab(canvas: Canvas, box: Frame, text: str, *, lit: bool = True) -> None:
    """Draw the tab that says whose turn it is, or what has become of a seat: in yellow where somebody is waited for."""
    left, top, right, bottom = box
    canvas.pill(box, (bottom - top) / 3, MARK if lit else SLOT)
    size = max(LEAST, fitting(text, min(TAB, (bottom - top) * 0.86), right - left - 16, True))
    shown = shortened(text, size, right - left - 10, True)
    canvas.text((left + right) / 2, (top + bottom) / 2 + 0.5, shown, size, DARK if lit else TEXT, bold=True)


# what changes

_ARROW: Final = 0.8
"""How wide the arrow between two numbers is with the room around it, as a share of their size."""


def change_width(was: str, now: str, size: float) -> float:
    """Return the width of a number and of what it has become, if anything."""
    return text_width(was, size, True) + (size * _ARROW + text_width(now, size, True) if now else 0)


def draw_change(canvas: Canvas, x: float, y: float, was: str, now: str, size: float, ink: Colour = TEXT) -> None:
    """Draw a number and, with an arrow between them, what it has become, from a point to the right."""
    canvas.text(x, y, was, size, ink, bold=True, anchor="lm")
    if now:
        x += text_width(was, size, True)
        half, left, right, middle = size * 0.17, x + size * 0.12, x + size * (_ARROW - 0.12), y - size * 0.02
        canvas.polygon(_box(left, middle - size * 0.045, right - half, middle + size * 0.045), ink)
        canvas.polygon([(right - half * 1.3, middle - half), (right, middle), (right - half * 1.3, middle + half)], ink)
        canvas.text(x + size * _ARROW, y, now, size, ink, bold=True, anchor="lm")


# titles


def display(text: str) -> bool:
    """Return True if a title can be set in the face of titles, which has no letters beyond the Latin ones."""
    return covers(text, display=True)


def _in_display(text: str, size: float, width: float) -> bool:
    """Return True if a title fits in the face of titles; the letters of all other words need less room."""
    return display(text) and fitting(text, size, width, True, display=True) >= LEAST


def title_width(text: str, size: float) -> float:
    """Return the width of a title."""
    return text_width(text, size, True, display(text))


def title_lines(text: str, size: float, width: float) -> list[str]:
    """Return a title on one line, or broken at a blank into two as alike as possible where it is wider than that."""
    words = text.split()
    if len(words) < 2 or title_width(text, size) <= width:
        return [text]
    ways = [[" ".join(words[:n]), " ".join(words[n:])] for n in range(1, len(words))]
    return min(ways, key=lambda way: max(title_width(line, size) for line in way))


def draw_title(
    canvas: Canvas,
    x: float,
    y: float,
    text: str,
    size: float,
    width: float,
    ink: Colour = TEXT,
    anchor: str = "mm",
) -> None:
    """Draw the title of a picture, smaller where it would be wider than that, and no smaller than any name."""
    shown = _in_display(text, size, width)
    fitted = max(LEAST, fitting(text, size, width, True, display=shown))
    whole = shortened(text, fitted, width, True, display=shown)
    canvas.text(x, y, whole, fitted, ink, bold=True, anchor=anchor, display=shown)


# the card at the end of a match


def draw_verdict(canvas: Canvas, box: Frame, verdict: str, reason: str, note: str, *, won: bool, crown: Crest) -> None:
    """Draw the words of a result card: who has won, why, and after how long.

    The band with the winner shines and has a `crown`; where nobody has won it has neither.
    """
    left, top, right, _ = box
    canvas.pill((left, top, right, top + 88), ROUND, MARK if won else MUTED)
    begins = left + 18.0
    if won:
        crown(canvas, left + 54, top + 43, 34, DARK, MARK)
        begins = left + 98
    width = right - 18 - begins
    said = title_lines(verdict, 36, width)
    large = 48.0 if len(said) == 1 else 36.0
    shown = all(_in_display(line, large, width) for line in said)
    size = max(LEAST, min(fitting(line, large, width, True, display=shown) for line in said))
    for n, line in enumerate(said):
        x, y = begins + width / 2, top + 44 + 38 * (n - (len(said) - 1) / 2)
        canvas.text(x, y, shortened(line, size, width, True, display=shown), size, DARK, bold=True, display=shown)
    lines: Sequence[str] = wrap(reason, 28, right - left - 8, True)[:2]
    for n, line in enumerate(lines):
        canvas.text(left + 4, top + 122 + n * 33, line, 28, TEXT, bold=True, anchor="lm")
    canvas.text(left + 4, top + 124 + len(lines) * 33, note, 25, MUTED, anchor="lm")
