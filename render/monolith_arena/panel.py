"""Everything beside the hexes: the header, the seats in the corners and the damage tracks."""

from __future__ import annotations

from typing import Final

from PIL import Image

from games.monolith_arena.view import SeatView, View
from render.canvas import Cache, Canvas, text_width, wrap
from render.encode import to_plane
from render.theme import DARK, EMPTY_BAR, MARK, MUTED, PAGE, PANEL, SEATS, TEXT, Colour, seat_letter

CORNER_WIDTH: Final = 232
CORNER_HEIGHT: Final = 192
BAR_WIDTH: Final = 76
BAR_HEIGHT: Final = 400
HEADER_WIDTH: Final = 480
HEADER_HEIGHT: Final = 72
FULL: Final = 20
"""The hit points of a team at the start (R1.5)."""

_ASKED: Final = {"turn": "TO PLAY", "banner": "BANNER", "faction": "FACTION"}

_parts: Cache[Image.Image] = Cache(512)


def team_colour(view: View, team: int) -> Colour:
    """The colour of the first seat of a team."""
    return next(SEATS[s.seat].frame for s in view.seats if s.team == team)


def damage_track(view: View, team: int) -> Image.Image:
    """The twenty points of a team: the number above, one step a point below."""
    points, colour = view.hit_points[team], team_colour(view, team)

    def make() -> Image.Image:
        canvas = Canvas(BAR_WIDTH, BAR_HEIGHT, PAGE)
        canvas.text(BAR_WIDTH / 2, 34, str(points), 62, TEXT, bold=True)
        step = (BAR_HEIGHT - 76) / FULL
        for n in range(FULL):
            bottom = BAR_HEIGHT - 4 - n * step
            wide = 22.0 if n % 5 != 4 else 26.0
            fill = colour if n < points else EMPTY_BAR
            middle = BAR_WIDTH / 2
            canvas.pill((middle - wide, bottom - step + 3, middle + wide, bottom), 3, fill)
        return to_plane(canvas.done())

    return _parts.get(("track", points, colour), make)


def badge(canvas: Canvas, seat: int, x: float, y: float, radius: float) -> None:
    """The letter of a seat in its colours."""
    style = SEATS[seat]
    canvas.disc(x, y, radius, style.frame)
    canvas.disc(x, y, radius * 0.84, style.ground)
    canvas.text(x, y + radius * 0.03, style.letter, radius * 1.2, style.ink, bold=True)


def _count(canvas: Canvas, x: float, number: int, word: str) -> None:
    canvas.text(x, 138, str(number), 38, TEXT, bold=True)
    canvas.text(x, 169, word, 19, MUTED)


def corner(view: View, seat: SeatView) -> Image.Image:
    """One seat: letter, faction, what it holds, and whether it is its turn."""
    over = view.stage == "over"
    active = view.active == seat.seat and not over
    won = view.result is not None and seat.seat in view.result.winners
    name = seat.faction.name if seat.faction else "no faction yet"
    counts = (seat.stack, seat.reserve_count, len(seat.discards))
    asked = next((c.kind for c in view.choices if c.must and c.seat == seat.seat), "")
    text = "WINS" if won else _ASKED.get(asked, "TO CHOOSE") if asked else "TURN" if active else ""

    def make() -> Image.Image:
        canvas = Canvas(CORNER_WIDTH, CORNER_HEIGHT, PAGE)
        if active or won:
            canvas.pill((0, 0, CORNER_WIDTH, CORNER_HEIGHT), 18, MARK)
        canvas.pill((5, 5, CORNER_WIDTH - 5, CORNER_HEIGHT - 5), 14, PANEL)
        badge(canvas, seat.seat, 46, 46, 34)
        lines = wrap(name, 24, 138, True)
        for n, line in enumerate(lines):
            canvas.text(88, 46 + (n - (len(lines) - 1) / 2) * 25, line, 24, TEXT, bold=True, anchor="lm")
        if text:
            canvas.pill((14, 84, CORNER_WIDTH - 14, 114), 10, MARK if asked or won else MUTED)
            canvas.text(CORNER_WIDTH / 2, 100, text, 25, DARK, bold=True)
        for n, word in enumerate(("stack", "reserve", "discard")):
            _count(canvas, 42 + n * 74, counts[n], word)
        return to_plane(canvas.done())

    return _parts.get(("corner", seat.seat, name, counts, active, won, asked), make)


def headline(view: View) -> tuple[str, str]:
    """The two lines above the board."""
    if view.stage == "over":
        winners = view.result.winners if view.result else ()
        teams = " and ".join(seat_letter(s) for s in winners)
        verdict = f"{teams} {'win' if len(winners) > 1 else 'wins'}" if winners else "A draw"
        return verdict, f"after turn {view.turn}"
    first = {"factions": "Choosing factions", "banners": "Placing banners"}.get(view.stage, f"Turn {view.turn}")
    second = ""
    if view.stage == "battle" or view.phase is not None:
        second = "Battle begins" if view.phase is None or view.phase < 0 else f"Battle, phase {view.phase}"
    elif view.last_turns is not None:
        left = ", ".join(seat_letter(s) for s in view.last_turns)
        second = ("Extra turns" if view.extra_turns else "Last turns") + (f": {left}" if left else "")
    return first, second


def header(view: View) -> Image.Image:
    """The turn, and what is special about it."""
    first, second = headline(view)

    def make() -> Image.Image:
        canvas = Canvas(HEADER_WIDTH, HEADER_HEIGHT, PAGE)
        gap = 24 if second else 0
        size = 40.0
        room = HEADER_WIDTH - 10
        while text_width(first, size, True) + text_width(second, size - 6, True) + gap + 30 > room:
            size -= 1
        one, two = text_width(first, size, True), text_width(second, size - 6, True)
        left = (HEADER_WIDTH - one - gap - (two + 30 if second else 0)) / 2
        canvas.text(left, 38, first, size, TEXT, bold=True, anchor="lm")
        if second:
            start = left + one + gap
            canvas.pill((start, 12, start + two + 30, 62), 14, MARK)
            canvas.text(start + 15, 38, second, size - 6, DARK, bold=True, anchor="lm")
        return to_plane(canvas.done())

    return _parts.get(("header", first, second), make)
