"""The card at the end of a match: the winner in the middle of the last position, the order of all others."""

from __future__ import annotations

import math
from typing import Final

from PIL import Image, ImageDraw

from games.arena_of_heroes.view import LETTERS, SeatView, View
from games.messages import Message
from render import icons
from render.arena_of_heroes import signs
from render.arena_of_heroes.board import board_plane
from render.arena_of_heroes.planes import CENTRE, INNER, OUTER
from render.arena_of_heroes.seats import hero_name
from render.arena_of_heroes.strip import WON, verdict
from render.arena_of_heroes.theme import BOARD, BRONZE, EMBER, GLOW, JOINT, NIGHT, PALETTE
from render.canvas import Canvas, fitting, shortened
from render.encode import png
from render.labels import Labels, refuse_hidden
from render.panel import LEAST, ROUND, draw_verdict
from render.theme import DARK, MARK, MUTED, TEXT, lay

WIDTH: Final = 1000
HEIGHT: Final = 640
_LEFT: Final = 500
"""Where the words end."""
_BOARD: Final = 480
"""How large the last position is."""
_ROW: Final = 100
_FIGURES: Final = {1: (84.0, 0.0), 2: (48.0, 58.0), 3: (42.0, 60.0), 4: (36.0, 62.0)}
"""The radius of the figures of so many winners, and how far from the middle they stand."""

REASONS: Final = {
    "last": Message("The last hero standing"),
    "shared": Message("Nobody outlasted the others"),
    "agreed": Message("A draw was agreed on"),
    "abandoned": Message("Nobody played on"),
    "resigned": Message("The others resigned"),
    "timeout": Message("The others ran out of time"),
}
"""How matches end, by the reason of a `games.api.Result`."""
_OF_TWO: Final = {
    "resigned": Message("The other side resigned"),
    "timeout": Message("The other side ran out of time"),
}
"""The same where there is one opponent alone."""


def draw_result(view: View, labels: Labels) -> bytes:
    """Return the PNG of the card. Raises `ValueError` while the match is still running, `TypeError` without a view."""
    refuse_hidden(view, View)
    if view.result is None:
        raise ValueError("the match is not over")
    winners = view.result.ranking[0] if view.result.reason in WON else ()
    canvas = Canvas(WIDTH, HEIGHT, NIGHT)
    _card(canvas, view, labels, winners)
    plane = PALETTE.to_plane(canvas.done())
    arena = _arena(view, labels, winners)
    mask = Image.new("1", arena.size)
    ImageDraw.Draw(mask).ellipse((0, 0, *(side - 1 for side in arena.size)), 1)
    lay(plane, arena, _LEFT + (WIDTH - _LEFT - arena.width) // 2, (HEIGHT - arena.height) // 2, mask)
    return png(plane)


def _arena(view: View, labels: Labels, winners: tuple[int, ...]) -> Image.Image:
    """Return the last position, reduced, with the winners in the place of the machine."""
    edge = OUTER + 10
    x, y = CENTRE
    picture = board_plane(view, labels, beside=False).convert("RGB").crop((x - edge, y - edge, x + edge, y + edge))
    plane = PALETTE.to_plane(picture.resize((_BOARD, _BOARD), Image.Resampling.HAMMING))
    if winners:
        half = math.ceil(INNER * _BOARD / (2 * edge))
        canvas = Canvas(2 * half, 2 * half, None, (half, half))
        _celebrate(canvas, view, winners, half)
        shown = canvas.done()
        mask = shown.getchannel("A").point([0] * 128 + [255] * 128, "1")
        lay(plane, PALETTE.to_plane(shown), _BOARD // 2 - half, _BOARD // 2 - half, mask)
    return plane


def _celebrate(canvas: Canvas, view: View, winners: tuple[int, ...], half: float) -> None:
    """Draw the winners around the origin, crowned and in golden light."""
    canvas.disc(0, 0, half, DARK)
    canvas.disc(0, 0, half - 3, GLOW[3])
    for n in range(24):
        turns = [2 * math.pi * (n + share) / 24 for share in (-0.25, 0.25)]
        canvas.polygon([(0, 0), *(((half - 3) * math.cos(t), (half - 3) * math.sin(t)) for t in turns)], EMBER)
    canvas.disc(0, 0, half * 0.8, BRONZE)
    canvas.disc(0, 0, half * 0.77, GLOW[5])
    radius, away = _FIGURES[len(winners)]
    for n, seat in enumerate(winners):
        hero = view.seats[seat].hero
        turn = math.pi * (1 + 2 * n / len(winners))
        x, y = away * math.cos(turn), away * math.sin(turn) + radius * 0.2
        signs.disc(canvas, seat, hero.code if hero is not None else "", x, y, radius)
        top = y - radius * 1.12
        icons.crown(canvas, x, top, radius * 0.42 + 4, DARK, DARK)
        icons.crown(canvas, x, top, radius * 0.42, MARK, DARK)


def _card(canvas: Canvas, view: View, labels: Labels, winners: tuple[int, ...]) -> None:
    assert view.result is not None
    reasons = REASONS | (_OF_TWO if len(view.seats) == 2 else {})
    reason, turn = labels(reasons[view.result.reason]), labels("after turn {turn}", turn=view.turns)
    box, said = (20.0, 20.0, float(_LEFT), 210.0), verdict(view, labels)
    draw_verdict(canvas, box, said, reason, turn, won=bool(winners), crown=icons.crown)
    y = HEIGHT - 14 - _ROW * len(view.seats)
    place = 1
    for group in view.result.ranking:
        for seat in group:
            _row(canvas, view.seats[seat], place, labels, y, seat in winners)
            y += _ROW
        place += len(group)


def _row(canvas: Canvas, seat: SeatView, place: int, labels: Labels, y: float, won: bool) -> None:
    """Draw a seat: its place, its hero, who played it, what it gave and took."""
    canvas.pill((20, y, _LEFT, y + _ROW - 6), ROUND, MARK if won else JOINT)
    edge = 4 if won else 2
    canvas.pill((20 + edge, y + edge, _LEFT - edge, y + _ROW - 6 - edge), ROUND - edge, BOARD)
    middle = y + (_ROW - 6) / 2
    canvas.text(42, middle, str(place), 44, MARK if won else MUTED, bold=True)
    signs.disc(canvas, seat.seat, seat.hero.code if seat.hero is not None else "", 94, middle, 34)
    hero, room = hero_name(seat.hero, labels), _LEFT - 142.0 - 12
    who = labels.player(seat.seat) or LETTERS[seat.seat]
    at = seat.last or seat.fell
    facts = [labels("hits given {given}, taken {taken}", given=seat.given, taken=seat.taken)]
    facts += [labels("last at {hideout}", hideout=at)] if at else []
    for text, down, size, ink, bold in (
        (who, 22, 30, TEXT, True),
        (hero, 50, 24, MUTED, True),
        (" · ".join(facts), 76, 24, TEXT, False),
    ):
        fitted = max(LEAST, fitting(text, size, room, bold))
        canvas.text(142, y + down, shortened(text, fitted, room, bold), fitted, ink, bold=bold, anchor="lm")
