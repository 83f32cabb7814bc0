"""The picture of a position: the ring, the machine, the seats in the corners, the strip below; drawing ahead."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Final

from PIL import Image

from games.arena_of_heroes.ring import GROUND, GROUND_TITLES, OFFSETS, PLACE, RING, chances
from games.arena_of_heroes.view import SeatView, View
from games.messages import Argument, Message
from render.arena_of_heroes import planes, signs
from render.arena_of_heroes.corners import put_corner, put_hide_die
from render.arena_of_heroes.machine import Middle, put_middle
from render.arena_of_heroes.places import Wedge
from render.arena_of_heroes.planes import CENTRE, HEIGHT, OUTER, STORE, WIDTH, part, polar
from render.arena_of_heroes.seats import corner
from render.arena_of_heroes.strip import DECK, IN_SHORT, Strip, put_strip, strip
from render.arena_of_heroes.theme import (
    BOARD,
    EMBER,
    GLOW,
    HIDE_COLOURS,
    JOINT,
    KERB,
    NIGHT,
    PALETTE,
    STEP,
    TERRACES,
    WELL,
)
from render.arena_of_heroes.wedges import put_wedge, wedges
from render.canvas import Canvas, fitting, shortened, text_width
from render.encode import png
from render.icons import draw as draw_icon
from render.labels import Labels, refuse_hidden
from render.panel import LEAST, SENTENCE
from render.store import Cache, Job, Sprite, Warming, cache_folder
from render.theme import MARK, TEXT, lay

OWN_HEIGHT: Final = 64
"""The rows below a private picture: where the own hero is."""
TOLD_HEIGHT: Final = 60
"""The rows above those: what came of the last action."""
ITEM_HEIGHT: Final = 46
"""The rows below those for each of the reader's items, or for two, and what they do."""
SIGNED: Final = 94
"""How much room a symbol takes there, with the arrow behind it."""

_files: Final[Cache[bytes]] = Cache(64)


@dataclass(frozen=True, slots=True)
class Aim:
    """A shot that is only thought of: the preview of a private panel."""

    hideout: int
    inner: bool = False
    """The outer symbols strike where the inner ones do (A8 Bloodscent, A9 Golden Cog)."""
    dice: int = 1


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of the reader's last action, for the strip of a private panel."""

    parts: tuple[tuple[str, str], ...]
    """Sentences, each with the die that is drawn before it, or none.

    It is named by its symbol, or by the color of the hide die.
    """


def draw_board(view: View, labels: Labels) -> bytes:
    """Return the PNG of a position as everybody sees it.

    Of a reader's view nothing that the reader alone knows is drawn.

    Raises `TypeError` for anything but a view.
    """
    refuse_hidden(view, View)
    return _kept(view, labels, None, own=False)


def draw_private(view: View, labels: Labels, draft: Aim | Outcome | None = None) -> bytes:
    """Return the PNG for the reader alone.

    It has the own hidden hero, a line about it, its items, and the chances of an aim or what came of the last action.

    Raises `TypeError` for anything but a view.
    """
    refuse_hidden(view, View)
    return _kept(view, labels, draft, own=True)


def _kept(view: View, labels: Labels, draft: Aim | Outcome | None, own: bool) -> bytes:
    aim, told = (None, draft) if isinstance(draft, Outcome) else (draft, None)

    def make() -> bytes:
        return png(board_plane(view, labels, aim, own=own, told=told))

    return _files.get((view, labels, draft, own), make)


def board_plane(
    view: View,
    labels: Labels,
    aim: Aim | None = None,
    *,
    own: bool = False,
    told: Outcome | None = None,
    middle: Middle | None = None,
    light: Mapping[int, str] | None = None,
    die: tuple[int, str] | None = None,
    counted: bool = True,
    beside: bool = True,
) -> Image.Image:
    """Return the picture as a palette image.

    `middle` and `light` take the place of what the view says of the last shot.

    `die` is whose hide die has fallen, and what it shows: it lies over the corner of that seat. With `own` it shows
    what the reader alone knows, and says it in a line below, with what was `told` above that; without `counted` it does
    not say how many actions are left, without `beside` neither the corners nor the strip.
    """
    refuse_hidden(view, View)
    line = own_line(view, labels) if own else ""
    items = own_items(view, labels) if line else ()
    below = _below(line, items, told)
    plane = ground(below)
    if aim is not None:
        light = {aim.hideout: "struck"}
    for wedge in wedges(view, light, own=own):
        put_wedge(plane, wedge)
    put_middle(plane, middle if middle is not None else machine(view, labels, aim))
    for seat in view.seats if beside else ():
        put_corner(plane, corner(view, seat, labels, counted=counted))
    if die is not None and beside:
        put_hide_die(plane, view, *die)
    if beside:
        put_strip(plane, strip(view, labels))
    if below:
        draw = partial(_draw_own, height=below, line=line, items=items, told=told)
        lay(plane, part(("own", line, items, told), WIDTH, below, draw), 0, HEIGHT)
    return plane


Item = tuple[str, str, str]
"""An item: the id of its card, its name, and what it does in a few words."""


def own_items(view: View, labels: Labels) -> tuple[Item, ...]:
    """Return the items of the reader's own hero."""
    me = _me(view)
    cards = () if me is None else tuple(placed.card for placed in me.items)
    return tuple((card.id, labels(card.title), labels(IN_SHORT[card.id])) for card in cards)


def _below(line: str, items: Sequence[Item], told: Outcome | None) -> int:
    """Return how many rows a picture has below the board, for its reader alone."""
    rows = (OWN_HEIGHT if line else 0) + (TOLD_HEIGHT if told is not None else 0)
    return rows + ITEM_HEIGHT * -(-len(items) // _abreast(items)) + (8 if items else 0)


def _abreast(items: Sequence[Item]) -> int:
    """Return how many items there are in a row, so that the words of each have room."""
    room = _width(2) - _ITEM_WORDS
    return 2 if all(text_width(f"{name}: {words}", SENTENCE, True) <= room for _, name, words in items) else 1


def _width(abreast: int) -> float:
    return (WIDTH - 36) / abreast - (10 if abreast > 1 else 0)


def machine(view: View, labels: Labels, aim: Aim | None = None) -> Middle:
    """Return what the machine shows.

    An aim that is thought of, the last shot, or what is waited for before the first turn.
    """
    if aim is not None:
        me = _me(view)
        risks = me.at if me is not None else None
        return Middle(aim.hideout, chances=tuple((h, text, h == risks) for h, text in machine_chances(view, aim)))
    if view.phase == "draft":
        return Middle(title=labels("Choosing heroes"))
    shot = view.shot
    return Middle() if shot is None else Middle(shot.aim, shot.symbol)


def machine_chances(view: View, aim: Aim) -> list[tuple[int, str]]:
    """Return what an aim may strike with one die, the aim first, each hideout with its chance."""
    by_hideout = chances(aim.hideout, view.die, inner=aim.inner)
    return [(h, share(p)) for h, p in sorted(by_hideout.items(), key=lambda pair: (-pair[1], PLACE[pair[0]]))]


def share(chance: float) -> str:
    """Return a chance as a fraction of the die: ``1/6``, ``2/5``."""
    whole = next(whole for whole in (3, 6, 2, 5, 10) if abs(chance * whole - round(chance * whole)) < 1e-9)
    return f"{round(chance * whole)}/{whole}"


def _me(view: View) -> SeatView | None:
    """Return the reader's own seat, while its hero is in the arena."""
    seat = None if view.reader is None else view.seats[view.reader]
    return seat if seat is not None and seat.alive else None


def ground(extra: int = 0) -> Image.Image:
    """Return a picture of the empty amphitheatre with `extra` rows below; free to be drawn on."""

    def make() -> Sprite:
        canvas = Canvas(WIDTH, HEIGHT, NIGHT)
        _terraces(canvas)
        return Sprite(PALETTE.to_plane(canvas.done()))

    board = STORE.get(("ground", WIDTH, HEIGHT), make).picture
    plane = PALETTE.new_plane(WIDTH, HEIGHT + extra, NIGHT)
    lay(plane, board, 0, 0)
    return plane


def _terraces(canvas: Canvas) -> None:
    """Draw rows of seats round the arena, and braziers between them that light the lowest ones."""
    widths = (30, 34, 38, 42, 46)
    radius = OUTER + 12 + sum(widths)
    for colour, width in zip(reversed(TERRACES), reversed(widths), strict=True):
        canvas.disc(*CENTRE, radius + 3, STEP)
        canvas.disc(*CENTRE, radius, colour)
        radius -= width
    turns = [turn + aside for turn in (0, 90, 180, 270) for aside in (-13, 13)]
    for size, colour in ((34, GLOW[3]), (26, GLOW[4]), (19, GLOW[5])):
        for turn in turns:
            canvas.disc(*polar(OUTER + 32, turn), size, colour)
    for turn in turns:
        _brazier(canvas, turn)
    canvas.disc(*CENTRE, OUTER + 11, JOINT)
    canvas.disc(*CENTRE, OUTER + 9, KERB)
    canvas.disc(*CENTRE, OUTER + 3, JOINT)


def _brazier(canvas: Canvas, turn: float) -> None:
    x, y = polar(OUTER + 32, turn)
    canvas.disc(x, y, 13, JOINT)
    canvas.disc(x, y, 11, KERB)
    canvas.disc(x, y, 8, EMBER)
    canvas.disc(x, y, 4, MARK)


def own_line(view: View, labels: Labels) -> str:
    """Return where the reader's own hero is; nothing where it is out, or for a reader without a seat."""
    me = _me(view)
    if me is None or me.at is None:
        return ""
    place: dict[str, Argument] = {"hideout": me.at, "ground": GROUND_TITLES[GROUND[me.at]]}
    state = Message("hidden") if me.hidden else Message("revealed")
    if view.mode != "advanced":
        return labels("You are at {hideout}: {ground}, {state}", state=state, **place)
    explored = Message("explored") if me.explored else Message("not explored")
    return labels("You are at {hideout}: {ground}, {state}, {explored}", state=state, explored=explored, **place)


def _draw_own(canvas: Canvas, height: int, line: str, items: Sequence[Item], told: Outcome | None) -> None:
    """Draw what is below a picture for its reader: what came of the last action, where the own hero is, its items."""
    canvas.pill((6, 3, WIDTH - 6, height - 6), 12, MARK)
    canvas.pill((9, 6, WIDTH - 9, height - 9), 10, BOARD)
    y = 0.0
    if told is not None:
        _tell(canvas, told)
        y += TOLD_HEIGHT
    if line:
        size = max(SENTENCE, fitting(line, 34, WIDTH - 60, True))
        canvas.text(WIDTH / 2, y + OWN_HEIGHT / 2 - 1, line, size, TEXT, bold=True)
        y += OWN_HEIGHT
    abreast = _abreast(items)
    for n, item in enumerate(items):
        x = 18 + n % abreast * (_width(abreast) + 20)
        _item(canvas, item, x, y + (n // abreast + 0.5) * ITEM_HEIGHT - 3, _width(abreast))


_ITEM_WORDS: Final = 52
"""How far from the left of an item its words begin."""


def _item(canvas: Canvas, item: Item, x: float, y: float, width: float) -> None:
    """Draw an item of the reader's: its picture, its name, what it does."""
    card, name, words = item
    canvas.pill((x, y - 19, x + 42, y + 19), 8, WELL)
    draw_icon(canvas, signs.CARDS[card], x + 21, y, 16, TEXT, WELL)
    x, width = x + _ITEM_WORDS, width - _ITEM_WORDS
    head = f"{name}: "
    size = max(LEAST, fitting(head + words, 28, width, True))
    room = width - text_width(head, size, True)
    canvas.text(x, y, head, size, MARK, bold=True, anchor="lm")
    canvas.text(x + width - room, y, shortened(words, size, room), size, TEXT, anchor="lm")


def _tell(canvas: Canvas, told: Outcome) -> None:
    """Draw what came of an action in one line, symbols before the sentences that they belong to."""
    signed = sum(bool(symbol) for symbol, _ in told.parts)
    gaps = SIGNED * signed + 18 * (len(told.parts) - 1)
    words = " ".join(text for _, text in told.parts)
    size = max(SENTENCE, fitting(words, 42, WIDTH - 50 - gaps, True))
    x = (WIDTH - gaps - sum(text_width(text, size, True) for _, text in told.parts)) / 2
    y = 6 + TOLD_HEIGHT / 2
    for symbol, text in told.parts:
        if symbol:
            if symbol in HIDE_COLOURS:
                signs.hide_die(canvas, symbol, x + 18, y, 19)
            else:
                signs.symbol(canvas, symbol, x + 18, y, 17, MARK, BOARD)
            canvas.line([(x + 46, y), (x + 74, y)], 5, MARK)
            canvas.polygon([(x + 68, y - 10), (x + 82, y), (x + 68, y + 10)], MARK)
            x += SIGNED
        canvas.text(x, y, text, size, MARK, bold=True, anchor="lm")
        x += text_width(text, size, True) + 18


def forget() -> None:
    """Empty all caches in memory."""
    _files.clear()
    planes.forget()


FULL_DECK: Final = {2: 11, 3: 12, 4: 11}
"""The hideout deck after the deal, by the number of players (A4)."""


def _kept_warming(plane: Image.Image) -> Iterator[Job]:
    """Yield what every board shows."""
    yield ground
    yield partial(put_middle, plane, Middle())
    for hideout in RING:
        plain = Wedge(hideout)
        for wedge in (plain, replace(plain, closed=True), replace(plain, light="struck")):
            yield partial(put_wedge, plane, wedge)


def _aside(plane: Image.Image, languages: Sequence[Labels]) -> Iterator[Job]:
    """Yield every aim with every symbol, and the deck in every language."""
    for aim in RING:
        for symbol in OFFSETS:
            yield partial(put_middle, plane, Middle(aim, symbol))
    for labels in languages:
        for full in sorted(set(FULL_DECK.values())):
            for left in range(1, full + 1):
                shown = Strip(labels(DECK), left, full, None, "", ())
                yield partial(put_strip, plane, shown)


def warm(languages: Sequence[Labels], folder: Path | None = None) -> Warming:
    """Keep drawings in that folder (by default the user's cache folder) and draw in the background what boards need.

    It returns at once. A folder that cannot be written only means that every start has to draw again.
    """
    STORE.open(folder or cache_folder())
    plane = PALETTE.new_plane(WIDTH, HEIGHT, NIGHT)
    return Warming(STORE, _kept_warming(plane), _aside(plane, languages))
