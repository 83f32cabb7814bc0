"""Everything beside the hexes: the header, the seats in the corners and the damage tracks."""

from __future__ import annotations

from functools import partial
from typing import Final, Literal, NamedTuple

from PIL import Image

from games.messages import Message
from games.monolith_arena.tiles import Faction
from games.monolith_arena.view import SeatView, View
from render.canvas import Canvas, fitting, text_width, wrap
from render.labels import LETTERS, Labels
from render.monolith_arena import emblems
from render.monolith_arena.theme import STYLES, part, seat_style
from render.theme import DARK, EMPTY_BAR, MARK, MUTED, PANEL, TEXT, Colour, lay

CORNER_WIDTH: Final = 232
CORNER_HEIGHT: Final = 192
BAR_WIDTH: Final = 76
BAR_HEIGHT: Final = 400
FULL: Final = 20
"""The hit points of a team at the start (R1.5)."""

SeatState = Literal["turn", "play", "banner", "faction", "choose", "won"]
"""What a corner says of its seat: its turn, what the match waits for, or that it has won."""
STATES: Final[dict[SeatState, Message]] = {
    "turn": Message.term("corner", "TURN"),
    "play": Message.term("corner", "TO PLAY"),
    "banner": Message.term("corner", "BANNER"),
    "faction": Message.term("corner", "FACTION"),
    "choose": Message.term("corner", "TO CHOOSE"),
    "won": Message.term("corner", "WINS"),
}
"""The marks in the corners of boards, in capitals."""
_ASKED: Final[dict[str, SeatState]] = {"turn": "play", "banner": "banner", "faction": "faction"}
"""What a corner says of the kinds of choices; of all others it says ``choose``."""
PILES: Final = (
    Message.term("corner", "stack"),
    Message.term("corner", "reserve"),
    Message.term("corner", "discard"),
)
"""What stands below the three numbers in a corner."""


def faction_name(home: Faction | None, labels: Labels) -> str:
    """Return the name of a faction, or that none is chosen yet."""
    return labels("no faction yet") if home is None else labels(home.title)


def team_colours(view: View, team: int) -> tuple[Colour, ...]:
    """Return the colours of the seats of a team."""
    return tuple(STYLES[seat_style(view, s.seat)].frame for s in view.seats if s.team == team)


def track(points: int, colours: tuple[Colour, ...]) -> Image.Image:
    """Return the track of so many points in the colours of a team's seats. Do not draw on it."""
    draw = partial(draw_track, points=points, colours=colours)
    return part(("track", points, colours), BAR_WIDTH, BAR_HEIGHT, draw)


def draw_track(canvas: Canvas, points: int, colours: tuple[Colour, ...]) -> None:
    """Draw the track of a team onto a canvas, in the colours of its seats side by side."""
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


def badge(canvas: Canvas, worn: int, letter: str, x: float, y: float, radius: float) -> None:
    """Draw the letter of a seat in the colours of a style, and the crest of its faction once there is one."""
    style = STYLES[worn]
    canvas.disc(x, y, radius, style.frame)
    canvas.disc(x, y, radius * 0.86, style.ground)
    if not style.faction:
        canvas.text(x, y + radius * 0.03, letter, radius * 1.2, style.ink, bold=True)
        return
    emblems.draw(canvas, emblems.CRESTS[style.faction], x, y, radius * 0.58, style.emblem, style.ground)
    x, y, small = x + radius * 0.66, y + radius * 0.66, max(radius * 0.4, 13.0)
    canvas.disc(x, y, small, style.frame)
    canvas.disc(x, y, small - 2.2, style.ink)
    canvas.text(x, y + 0.5, letter, small * 1.4, style.ground, bold=True)


_TEXT: Final = 90
"""How far from the left the words beside the badge begin."""
_LINE: Final = 134
"""How long they may be."""
_WHO: Final = (136, 32)
"""The size of the room for the name of a player."""
_NUMBER: Final = (72, 34)
"""The size of the room for a number in a corner."""
_WHO_TOP: Final = 12
LEAST: Final = 17.5
"""The size of the smallest letters."""
SOMEBODY: Final = "-"
"""Stands for any name: names are drawn apart, so that corners are the same for all players."""


LOOKS: Final[tuple[tuple[bool, bool, SeatState | None], ...]] = (
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
    letter: str
    name: str
    """The name of its faction, or that there is none yet."""
    counts: tuple[int, int, int]
    bright: bool
    """It is its turn, or it has won."""
    asked: bool
    mark: str
    """What is said of the seat, or nothing."""
    piles: tuple[str, str, str]
    """What stands below the numbers."""
    who: str
    """The name of its player, or nothing."""

    @classmethod
    def of(cls, view: View, seat: SeatView, labels: Labels) -> Corner:
        """Return what the corner of a seat shows."""
        over = view.stage == "over"
        active = view.active == seat.seat and not over
        won = view.result is not None and seat.seat in view.result.winners
        asked = next((c.kind for c in view.choices if c.must and c.seat == seat.seat), "")
        state: SeatState | None = "turn" if active else None
        if won or asked:
            state = "won" if won else _ASKED.get(asked, "choose")
        counts = seat.stack, seat.reserve_count, len(seat.discards)
        bright, set_off = active or won, bool(asked or won)
        who = labels(Message.term("corner", "You")) if view.reader == seat.seat else labels.player(seat.seat)
        return cls.made(
            seat_style(view, seat.seat), LETTERS[seat.seat], seat.faction, counts, bright, set_off, state, labels, who
        )

    @classmethod
    def made(
        cls,
        worn: int,
        letter: str,
        home: Faction | None,
        counts: tuple[int, int, int],
        bright: bool,
        asked: bool,
        state: SeatState | None,
        labels: Labels,
        who: str = "",
    ) -> Corner:
        """Return a corner in the words of a language."""
        mark = labels(STATES[state]) if state else ""
        stack, reserve, discard = map(labels, PILES)
        piles = stack, reserve, discard
        return cls(worn, letter, faction_name(home, labels), counts, bright, asked, mark, piles, who)


def _draw_corner(canvas: Canvas, shown: Corner) -> None:
    """Draw a corner without its numbers."""
    if shown.bright:
        canvas.pill((0, 0, CORNER_WIDTH, CORNER_HEIGHT), 18, MARK)
    canvas.pill((5, 5, CORNER_WIDTH - 5, CORNER_HEIGHT - 5), 14, PANEL)
    badge(canvas, shown.style, shown.letter, 45, 45, 33)
    large, middle, bold = (19.0, 63.0, False) if shown.who else (24.0, 46.0, True)
    lines = wrap(shown.name, large, 148, bold)
    for n, line in enumerate(lines):
        size = min(large, large * _LINE / text_width(line, large, bold))
        y = middle + (n - (len(lines) - 1) / 2) * large * 1.04
        canvas.text(_TEXT, y, line, size, MUTED if shown.who else TEXT, bold=bold, anchor="lm")
    if shown.mark:
        canvas.pill((14, 84, CORNER_WIDTH - 14, 114), 10, MARK if shown.asked else MUTED)
        size = fitting(shown.mark, 25, CORNER_WIDTH - 40, True)
        canvas.text(CORNER_WIDTH / 2, 100, shown.mark, size, DARK, bold=True)
    for n, word in enumerate(shown.piles):
        canvas.text(42 + n * 74, 169, word, fitting(word, 20, 68), MUTED)


def _draw_number(canvas: Canvas, number: int) -> None:
    canvas.text(_NUMBER[0] / 2, _NUMBER[1] / 2, str(number), 38, TEXT, bold=True)


def _draw_who(canvas: Canvas, who: str) -> None:
    size = fitting(who, 25, _LINE, True)
    if size < LEAST:
        size, who = LEAST, shortened(who, LEAST, _LINE)
    canvas.text(0, _WHO[1] / 2, who, size, TEXT, bold=True, anchor="lm")


def shortened(text: str, size: float, width: float) -> str:
    """As much of a text as fits, with dots for the rest."""
    while text and text_width(f"{text}…", size, True) > width:
        text = text[:-1]
    return f"{text.rstrip()}…"


def corner(shown: Corner) -> Image.Image:
    """Return a corner without its numbers. Do not draw on it."""
    return part(("corner", shown), CORNER_WIDTH, CORNER_HEIGHT, partial(_draw_corner, shown=shown))


def number(count: int) -> Image.Image:
    """Return a number as corners show it. Do not draw on it."""
    return part(("number", count), *_NUMBER, partial(_draw_number, number=count), PANEL)


def put_corner(plane: Image.Image, shown: Corner, x: int, y: int) -> None:
    """Put a corner onto a plane."""
    lay(plane, corner(shown._replace(counts=(0, 0, 0), who=shown.who and SOMEBODY)), x, y)
    if shown.who:
        lay(plane, part(("who", shown.who), *_WHO, partial(_draw_who, who=shown.who), PANEL), x + _TEXT, y + _WHO_TOP)
    for n, count in enumerate(shown.counts):
        lay(plane, number(count), x + 42 + n * 74 - _NUMBER[0] // 2, y + 138 - _NUMBER[1] // 2)
