"""The card at the end of a match: points by nation and by captured cards, as a table that adds up."""

from __future__ import annotations

from typing import Final

from games.messages import Message
from games.monsters_and_myths.cards import NATIONS as KINDS
from games.monsters_and_myths.view import CAPTURED as EACH
from games.monsters_and_myths.view import View
from render import icons
from render.canvas import Canvas, fitting, shortened, wrap
from render.encode import png
from render.labels import Labels, refuse_hidden
from render.monsters_and_myths import signs
from render.monsters_and_myths.header import verdict
from render.monsters_and_myths.layout import to_plane
from render.monsters_and_myths.theme import (
    CARD,
    FADED,
    GOLD,
    INK,
    NATIONS,
    RULE,
    SHEET,
    SHEET_EDGE,
    WOOD,
)
from render.panel import LEAST, draw_verdict

WIDTH: Final = 1000
_TOP: Final = 172
_HEAD: Final = 120
_ROW: Final = 108
_FIRST: Final = 254
"""The middle of the first nation's column."""
_PITCH: Final = 82
_PRISON: Final = _FIRST + 6 * _PITCH + 14
_SUM: Final = 920
_NAME: Final = 112
"""How much room a name has."""

REASONS: Final = {
    "points": Message("The most points after three rounds"),
    "": Message("Equal points after three rounds"),
    "agreed": Message("A draw was agreed on"),
    "abandoned": Message("Nobody played on"),
    "resigned": Message("The others resigned"),
    "timeout": Message("The others ran out of time"),
}
"""How matches end, by the reason of a `games.api.Result`; nothing is the reason of a draw that was counted."""
_OF_TWO: Final = {
    "resigned": Message("The other side resigned"),
    "timeout": Message("The other side ran out of time"),
}
"""The same where there is one opponent alone."""


def draw_result(view: View, labels: Labels) -> bytes:
    """Return the PNG of the card. Raises `ValueError` while the match is still running, `TypeError` without a view."""
    refuse_hidden(view, View)
    result = view.result
    if result is None:
        raise ValueError("the match is not over")
    height = _TOP + _HEAD + _ROW * len(view.seats) + 30
    canvas = Canvas(WIDTH, height, WOOD)
    won = len(result.ranking) > 1
    reasons = REASONS | (_OF_TWO if len(view.seats) == 2 else {})
    reason = labels(reasons[result.reason if won or result.reason != "points" else ""])
    box, said = (20.0, 20.0, WIDTH - 20.0, float(_TOP)), verdict(view, labels)
    draw_verdict(canvas, box, said, reason, "", won=won, crown=icons.crown)
    canvas.pill((10, _TOP - 4, WIDTH - 10, height - 10), 14, SHEET_EDGE)
    canvas.pill((14, _TOP, WIDTH - 14, height - 14), 11, SHEET)
    _heads(canvas, labels)
    places = [seat for group in result.ranking for seat in group]
    for n, seat in enumerate(places):
        _row(canvas, view, labels, seat, _TOP + _HEAD + n * _ROW, won=won and seat in result.winners)
    return png(to_plane(canvas.done()))


def _heads(canvas: Canvas, labels: Labels) -> None:
    y = _TOP + 58
    for nation, style in enumerate(NATIONS):
        x = _FIRST + nation * _PITCH
        canvas.disc(x, y - 6, 34, INK)
        canvas.disc(x, y - 6, 31, style.cloth)
        icons.draw(canvas, style.icon, x, y - 6, 20, style.ink, style.cloth)
        canvas.text(x, y + 46, str(KINDS[nation].largest), 26, FADED, bold=True)
    signs.pile(canvas, _PRISON, y - 8, 52)
    word, total = labels("captured"), labels("total")
    canvas.text(_PRISON, y + 46, word, fitting(word, 22, 96), FADED)
    canvas.text(_SUM, y + 46, total, fitting(total, 24, 100), FADED)


def _row(canvas: Canvas, view: View, labels: Labels, seat: int, top: int, *, won: bool) -> None:
    shown, middle = view.seats[seat], top + _ROW / 2
    if won:
        canvas.pill((24, top + 4, WIDTH - 24, top + _ROW - 4), 14, INK)
        canvas.pill((27, top + 7, WIDTH - 27, top + _ROW - 7), 12, GOLD)
    else:
        canvas.line([(30, top), (WIDTH - 30, top)], 2, RULE)
    name = labels.player(seat)
    signs.crest(canvas, seat, 64, middle - 3, 30)
    size = max(LEAST, fitting(max(name.split() or [""], key=len), 27, _NAME, True))
    lines = wrap(name, size, _NAME, True)
    lines = [shortened(line, size, _NAME, True) for line in (*lines[:1], " ".join(lines[1:])) if line]
    for n, line in enumerate(lines):
        y = middle + (n - (len(lines) - 1) / 2) * size
        canvas.text(106, y, line, size, INK, bold=True, anchor="lm")
    for nation in KINDS:
        if seat in view.largest(nation.index):
            x = _FIRST + nation.index * _PITCH
            canvas.text(x, middle, f"+{nation.largest}", 36, INK, bold=True)
    captured = len(shown.captured)
    canvas.text(_PRISON, middle - 8, f"+{EACH * captured}", 36, INK, bold=True)
    canvas.text(_PRISON, middle + 26, f"{captured} × {EACH}", 22, INK if won else FADED)
    canvas.disc(_SUM, middle, 44, INK)
    canvas.text(_SUM, middle + 1, str(view.points(seat)), 46, CARD, bold=True)
