"""Everything beside the hexes: the header, the seats in the corners and the damage tracks."""

from __future__ import annotations

from functools import partial
from typing import Final, Literal, NamedTuple

from PIL import Image

from games.messages import Message
from games.monolith_arena.tiles import Faction
from games.monolith_arena.view import SeatView, View
from render.canvas import Canvas, fitting
from render.labels import LETTERS, Labels
from render.monolith_arena import emblems
from render.monolith_arena.theme import STYLES, WOUND, lay_on_floor, part, seat_style
from render.panel import (
    BEFORE,
    Arms,
    Head,
    Words,
    change_width,
    draw_change,
    draw_panel,
    draw_shield,
    draw_tab,
    room,
    words,
)
from render.theme import EMPTY_BAR, MUTED, PANEL, TEXT, WHITE, Colour, lay

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


def team_styles(view: View, team: int) -> tuple[int, ...]:
    """Return the styles of the seats of a team."""
    return tuple(seat_style(view, seat.seat) for seat in view.seats if seat.team == team)


def arms(worn: int) -> Arms:
    """Return what a seat of a style wears on its panel."""
    style = STYLES[worn]
    return Arms(style.ground, style.ink, style.frame, style.ground)


def side_arms(styles: tuple[int, ...]) -> Arms:
    """Return what the shield of a side wears, which tells its hit points: the ground of each army, up to two."""
    one, *others = (STYLES[worn] for worn in styles)
    whole = Arms(one.ground, one.ink, one.ground, one.ink)
    return whole._replace(second=others[0].ring, division="pale") if others else whole


def seat_arms(view: View, seat: int) -> Arms:
    """Return what a seat wears in a match."""
    return arms(seat_style(view, seat))


def head(worn: int, letter: str, who: str, role: str) -> Head:
    """Return the head of a seat's panel: the crest of its army on its shield, once it has one."""
    home = STYLES[worn].faction
    return Head(arms(worn), letter, who, role, partial(_draw_crest, name=emblems.CRESTS[home]) if home else None)


def _draw_crest(canvas: Canvas, x: float, y: float, half: float, ink: Colour, ground: Colour, *, name: str) -> None:
    emblems.draw(canvas, name, x, y, half, ink, ground)


def track(points: int, styles: tuple[int, ...], after: int | None = None) -> Image.Image:
    """Return the track of a side with so many points, `after` if they change to so many now. Do not draw on it."""
    draw = partial(draw_track, points=points, styles=styles, after=after)
    return part(("track", points, styles, after), BAR_WIDTH, BAR_HEIGHT, draw)


def put_track(plane: Image.Image, x: int, y: int, points: int, styles: tuple[int, ...], after: int | None) -> None:
    """Put a track onto a plane."""
    lay_on_floor(plane, ("track", points, styles, after), track(points, styles, after), x, y)


_BARS: Final = 100
"""Where the bars of a track begin."""
_FIVE: Final = 3.0
"""The gap after every five bars."""


def draw_track(canvas: Canvas, points: int, styles: tuple[int, ...], after: int | None = None) -> None:
    """Draw the track of a side onto a canvas: its points on a shield, and as bars in the colors of its seats.

    Where they change, below the shield what they change to, and what is lost in red.
    """
    middle = BAR_WIDTH / 2
    draw_shield(canvas, middle, 42, 31, side_arms(styles), str(points), rim=STYLES[styles[0]].frame)
    step = (BAR_HEIGHT - _BARS - _FIVE * (FULL // 5 - 1) - 2) / FULL
    for n in range(FULL):
        bottom = BAR_HEIGHT - 2 - n * step - n // 5 * _FIVE
        for i, worn in enumerate(styles):
            left, right = (middle - _WIDE + 2 * _WIDE * at / len(styles) for at in (i, i + 1))
            lost = after is not None and after <= n < points
            fill = WOUND if lost else STYLES[worn].frame if n < points else EMPTY_BAR
            canvas.pill((left + (i and 2), bottom - step + 3, right, bottom), 3, fill)
    if after is not None:
        canvas.pill((2, 74, BAR_WIDTH - 2, 110), 10, WHITE)
        canvas.pill((4.5, 76.5, BAR_WIDTH - 4.5, 107.5), 8, WOUND)
        draw_change(canvas, middle - change_width("", str(after), 31) / 2, 92, "", str(after), 31, WHITE)


_WIDE: Final = 24.0
"""Half the width of a bar."""
_WHO: Final = (round(room(CORNER_WIDTH)), 28)
"""The size of the room for the name of a player."""
_NUMBER: Final = (70, 36)
"""The size of the room for a number in a corner."""
_NUMBERS: Final = 139
_PILES: Final = 172
"""Where the middles of the numbers in a corner are, and of the words below them."""
PILE: Final = 70
"""How wide a word below a number may be."""
MARK: Final = (10, 84, CORNER_WIDTH - 10, 117)
"""The tab that says whose turn it is."""
SOMEBODY: Final = " "
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
    box = (0.5, 0.5, CORNER_WIDTH - 1.0, CORNER_HEIGHT - 1.0)  # a pill reaches a little beyond its right and bottom
    draw_panel(canvas, box, head(shown.style, shown.letter, shown.who, shown.name), bright=shown.bright)
    if shown.mark:
        draw_tab(canvas, MARK, shown.mark, lit=shown.asked)
    for n, word in enumerate(shown.piles):
        canvas.text(_pile(n), _PILES, word, fitting(word, 23, PILE), MUTED)


def _pile(n: int) -> int:
    """Return how far from the left the middle of a number in a corner is."""
    return CORNER_WIDTH // 2 + (n - 1) * 73


def _draw_number(canvas: Canvas, number: int) -> None:
    canvas.text(_NUMBER[0] / 2, _NUMBER[1] / 2, str(number), 38, TEXT, bold=True)


def _name(shown: Corner) -> Words:
    """Return the line of a corner with the name of its player."""
    return words(shown.who, shown.name, room(CORNER_WIDTH))[0]


def _draw_who(canvas: Canvas, line: Words, ink: Colour) -> None:
    canvas.text(0, _WHO[1] / 2, line.text, line.size, ink, bold=True, anchor="lm")


def corner(shown: Corner) -> Image.Image:
    """Return a corner without its numbers. Do not draw on it."""
    return part(("corner", shown), CORNER_WIDTH, CORNER_HEIGHT, partial(_draw_corner, shown=shown))


def number(count: int) -> Image.Image:
    """Return a number as corners show it. Do not draw on it."""
    return part(("number", count), *_NUMBER, partial(_draw_number, number=count), PANEL)


def put_corner(plane: Image.Image, shown: Corner, x: int, y: int) -> None:
    """Put a corner onto a plane."""
    bare = shown._replace(counts=(0, 0, 0), who=shown.who and SOMEBODY)
    lay_on_floor(plane, ("corner", bare), corner(bare), x, y)
    if shown.who:
        line, style = _name(shown), STYLES[shown.style]
        draw = partial(_draw_who, line=line, ink=style.ink)
        name = part(("who", line, shown.style), *_WHO, draw, style.ground)
        lay(plane, name, x + BEFORE, y + round(line.y) - _WHO[1] // 2)
    for n, count in enumerate(shown.counts):
        lay(plane, number(count), x + _pile(n) - _NUMBER[0] // 2, y + _NUMBERS - _NUMBER[1] // 2)


def draw_whole(canvas: Canvas, shown: Corner) -> None:
    """Draw a corner with its numbers: what the kept parts must look like together."""
    _draw_corner(canvas, shown)
    for n, count in enumerate(shown.counts):
        _draw_number(canvas.moved(_pile(n) - _NUMBER[0] / 2, _NUMBERS - _NUMBER[1] / 2), count)
