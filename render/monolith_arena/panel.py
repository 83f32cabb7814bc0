"""Everything beside the hexes: the header, the seats in the corners and the damage tracks."""

from __future__ import annotations

from functools import partial
from typing import Final, NamedTuple

from PIL import Image

from games.monolith_arena.tiles import Faction
from games.monolith_arena.view import SeatView, View
from render.canvas import Canvas, text_width
from render.fitting import fitting, wrap
from render.monolith_arena.lettering import Lettering, SeatState
from render.monolith_arena.planes import part
from render.monolith_arena.seat_styles import seat_style
from render.monolith_arena.theme import SEATS
from render.palette import lay
from render.theme import DARK, EMPTY_BAR, MARK, MUTED, PANEL, TEXT, Colour

CORNER_WIDTH: Final = 232
CORNER_HEIGHT: Final = 192
BAR_WIDTH: Final = 76
BAR_HEIGHT: Final = 400
FULL: Final = 20
"""The hit points of a team at the start (R1.5)."""

_ASKED: Final[dict[str, SeatState]] = {"turn": "play", "banner": "banner", "faction": "faction"}
"""What a corner says of the kinds of choices; of all others it says ``choose``."""


def team_colours(view: View, team: int) -> tuple[Colour, ...]:
    """The colours of the seats of a team."""
    return tuple(SEATS[seat_style(view, s.seat)].frame for s in view.seats if s.team == team)


def damage_track(view: View, team: int) -> Image.Image:
    """The twenty points of a team: the number above, one step a point below."""
    return track(view.hit_points[team], team_colours(view, team))


def track(points: int, colours: tuple[Colour, ...]) -> Image.Image:
    """The track of so many points in the colours of a team's seats. Do not draw on it."""
    draw = partial(draw_track, points=points, colours=colours)
    return part(("track", points, colours), BAR_WIDTH, BAR_HEIGHT, draw)


def draw_track(canvas: Canvas, points: int, colours: tuple[Colour, ...]) -> None:
    """The track of a team onto a canvas, in the colours of its seats side by side."""
    canvas.text(BAR_WIDTH / 2, 34, str(points), 62, TEXT, bold=True)
    step = (BAR_HEIGHT - 76) / FULL
    for n in range(FULL):
        bottom = BAR_HEIGHT - 4 - n * step
        wide = 22.0 if n % 5 != 4 else 26.0
        middle = BAR_WIDTH / 2
        for i, colour in enumerate(colours):
            left, right = (middle - wide + 2 * wide * at / len(colours) for at in (i, i + 1))
            fill = colour if n < points else EMPTY_BAR
            canvas.pill((left + (i and 2), bottom - step + 3, right, bottom), 3, fill)


def badge(canvas: Canvas, worn: int, x: float, y: float, radius: float) -> None:
    """The letter of a seat in the colours of a style."""
    style = SEATS[worn]
    canvas.disc(x, y, radius, style.frame)
    canvas.disc(x, y, radius * 0.84, style.ground)
    canvas.text(x, y + radius * 0.03, style.letter, radius * 1.2, style.ink, bold=True)


_NUMBER: Final = (72, 34)
"""The size of the room for a number in a corner."""


STATES: Final[tuple[tuple[bool, bool, SeatState | None], ...]] = (
    (False, False, None),
    (True, False, "turn"),
    (True, True, "play"),
    (True, True, "choose"),
    (False, True, "choose"),
    (True, True, "won"),
)
"""How a corner may look in a match under way: `bright` and `asked` of `Corner`, and the state that its mark says."""


class Corner(NamedTuple):
    """What a corner shows."""

    style: int
    """The number of the seat's style."""
    name: str
    counts: tuple[int, int, int]
    bright: bool
    """It is its turn, or it has won."""
    asked: bool
    mark: str
    """What is said of the seat, or nothing."""
    piles: tuple[str, str, str]
    """What stands below the numbers."""

    @classmethod
    def of(cls, view: View, seat: SeatView, lettering: Lettering) -> Corner:
        """What the corner of a seat shows."""
        over = view.stage == "over"
        active = view.active == seat.seat and not over
        won = view.result is not None and seat.seat in view.result.winners
        asked = next((c.kind for c in view.choices if c.must and c.seat == seat.seat), "")
        state: SeatState | None = "turn" if active else None
        if won or asked:
            state = "won" if won else _ASKED.get(asked, "choose")
        counts = seat.stack, seat.reserve_count, len(seat.discards)
        bright, set_off = active or won, bool(asked or won)
        return cls.made(seat_style(view, seat.seat), seat.faction, counts, bright, set_off, state, lettering)

    @classmethod
    def made(
        cls,
        worn: int,
        home: Faction | None,
        counts: tuple[int, int, int],
        bright: bool,
        asked: bool,
        state: SeatState | None,
        lettering: Lettering,
    ) -> Corner:
        """A corner in the words of a language."""
        mark = lettering.state(state) if state else ""
        return cls(worn, lettering.faction(home), counts, bright, asked, mark, lettering.piles())


def _draw_corner(canvas: Canvas, shown: Corner) -> None:
    """A corner without its numbers."""
    if shown.bright:
        canvas.pill((0, 0, CORNER_WIDTH, CORNER_HEIGHT), 18, MARK)
    canvas.pill((5, 5, CORNER_WIDTH - 5, CORNER_HEIGHT - 5), 14, PANEL)
    badge(canvas, shown.style, 46, 46, 34)
    lines = wrap(shown.name, 24, 148, True)
    for n, line in enumerate(lines):
        size = min(24.0, 24.0 * 134 / text_width(line, 24, True))
        canvas.text(88, 46 + (n - (len(lines) - 1) / 2) * 25, line, size, TEXT, bold=True, anchor="lm")
    if shown.mark:
        canvas.pill((14, 84, CORNER_WIDTH - 14, 114), 10, MARK if shown.asked else MUTED)
        size = fitting(shown.mark, 25, CORNER_WIDTH - 40, True)
        canvas.text(CORNER_WIDTH / 2, 100, shown.mark, size, DARK, bold=True)
    for n, word in enumerate(shown.piles):
        canvas.text(42 + n * 74, 169, word, fitting(word, 20, 68), MUTED)


def _draw_number(canvas: Canvas, number: int) -> None:
    canvas.text(_NUMBER[0] / 2, _NUMBER[1] / 2, str(number), 38, TEXT, bold=True)


def draw_corner(canvas: Canvas, shown: Corner) -> None:
    """One seat: letter, faction, what it holds, and whether it is its turn."""
    _draw_corner(canvas, shown)
    for n, count in enumerate(shown.counts):
        _draw_number(canvas.moved(42 + n * 74 - _NUMBER[0] / 2, 138 - _NUMBER[1] / 2), count)


def corner(shown: Corner) -> Image.Image:
    """A corner without its numbers. Do not draw on it."""
    return part(("corner", shown), CORNER_WIDTH, CORNER_HEIGHT, partial(_draw_corner, shown=shown))


def number(count: int) -> Image.Image:
    """A number as corners show it. Do not draw on it."""
    return part(("number", count), *_NUMBER, partial(_draw_number, number=count), PANEL)


def put_corner(plane: Image.Image, shown: Corner, x: int, y: int) -> None:
    """Put a corner onto a plane."""
    lay(plane, corner(shown._replace(counts=(0, 0, 0))), x, y)
    for n, count in enumerate(shown.counts):
        lay(plane, number(count), x + 42 + n * 74 - _NUMBER[0] // 2, y + 138 - _NUMBER[1] // 2)
