"""A battle as a film: one picture for everything that happens at once, and the same as stills, two in a line.

What takes no part in it is darkened. Stills show only that part of the board where something stands, so that phones can
show it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PIL import Image

from games.messages import Message, Several
from games.monolith_arena.events import BattleBegan, Folded, Unfolded, Wounds
from games.monolith_arena.hexes import SIZE
from games.monolith_arena.tiles import FACTIONS, faction
from games.monolith_arena.view import Frame, View
from render.caption import Caption, Chip, Told
from render.film import STILL, Box, Film, reduced
from render.labels import LETTERS, Labels, refuse_hidden
from render.monolith_arena import board, header, layout
from render.monolith_arena.arrows import involved, paste_attacks, paste_way
from render.monolith_arena.board import CENTRE, HEIGHT, WIDTH, hex_corner
from render.monolith_arena.corners import side_arms, team_styles
from render.monolith_arena.theme import PALETTE

_FIRST: Final = 1200
_EVENT: Final = 2200
_ATTACK: Final = 350
_LONGEST: Final = 4500
_QUIET: Final = 1000


def planes(frames: Sequence[Frame], labels: Labels, *, panels: bool = True) -> list[Image.Image]:
    """Return the pictures of a film as palette images; without `panels` nothing but the board.

    Raises `TypeError` for a frame of anything but a view.
    """
    pictures = []
    last: board.Shown | None = None
    for frame in frames:
        refuse_hidden(frame.view, View)
        standing = board.taken(frame.view)
        dark = set(standing) - involved(frame.event) if isinstance(frame.event, Wounds) else ()
        after = _after(frame)
        last = board.shown(frame.view, labels, board.NO_OVERLAY, panels=panels, after=after, dark=dark, last=last)
        picture = last.plane.copy()
        if isinstance(frame.event, Wounds):
            paste_attacks(picture, frame.event, standing, CENTRE)
        elif isinstance(frame.event, Folded | Unfolded):
            banner, folds = frame.event.banner, isinstance(frame.event, Folded)
            for h in frame.event.segments:
                paste_way(picture, h if folds else banner, banner if folds else h, CENTRE)
        pictures.append(picture)
    return pictures


def _after(frame: Frame) -> tuple[int, ...]:
    """Return the hit points after what a picture shows."""
    return frame.event.hit_points if isinstance(frame.event, Wounds) else frame.view.hit_points


def timing(frames: Sequence[Frame]) -> list[int]:
    """Return how long each frame is shown, in milliseconds: longer the more there is to read."""
    return [
        min(_LONGEST, _EVENT + _ATTACK * len(frame.event.attacks))
        if isinstance(frame.event, Wounds)
        else _QUIET
        if n
        else _FIRST
        for n, frame in enumerate(frames)
    ]


# words

_OPEN: Final = ("battle", "order")
"""The stages in which somebody is asked before it goes on."""
FALL: Final = Message.counted("{count} tile falls", "{count} tiles fall", 1)
"""How many tiles are lost."""


def _sides(view: View, before: tuple[int, ...], after: tuple[int, ...]) -> tuple[Chip, ...]:
    """Return the shield of every side with its hit points, and what they have become."""
    chips = []
    for team, (was, now) in enumerate(zip(before, after, strict=True)):
        seats = [seat.seat for seat in view.seats if seat.team == team]
        letters = "".join(LETTERS[seat] for seat in seats)
        styles = team_styles(view, team)
        chips.append(Chip(side_arms(styles), letters, str(was), "" if was == now else str(now)))
    return tuple(chips)


def _what(event: Wounds) -> Message:
    """Return what wounds: a phase of a battle, or an order."""
    if event.cause == "phase":
        return header.phase(event.phase)
    return next(tile.title for home in FACTIONS for tile in faction(home).tiles if event.cause in tile.orders)


def _began(event: BattleBegan, labels: Labels) -> str:
    """Return what a battle comes from (R5.1)."""
    match event.reason:
        case "order":
            return labels("{player} starts a battle", player=labels.seat(event.seat))
        case "full":
            return labels("Battle: the arena is full")
        case "additional":
            return labels("The additional battle")
    return labels("The Final Battle")


def _asked(view: View, labels: Labels) -> list[str]:
    """Return who has to choose before it goes on, where a question is open."""
    seats = sorted({choice.seat for choice in view.choices if choice.must}) if view.stage in _OPEN else []
    names = Several([labels.seat(seat) for seat in seats])
    return (
        [labels(Message.counted("{players} chooses", "{players} choose", len(seats), players=names))] if seats else []
    )


def _happens(frame: Frame, labels: Labels) -> list[str]:
    """Return what a picture shows, in words: what it is, how many tiles fall, or who has to choose now."""
    event = frame.event
    if isinstance(event, BattleBegan):
        return [_began(event, labels)]
    if not isinstance(event, Wounds):
        first, second = header.headline(frame.view, labels)
        return [second if frame.view.stage == "battle" or event is not None else first, *_asked(frame.view, labels)]
    lost = len({tile.hex for tile in (*event.removed, *event.fallen)})
    return [labels(_what(event)), *([labels(FALL.about(lost))] if lost else [])]


def captions(frames: Sequence[Frame], labels: Labels) -> list[Caption]:
    """Return what each picture shows: which phase, how many tiles fall, the hit points of both sides."""
    return [
        Caption(" · ".join(_happens(frame, labels)), _sides(frame.view, frame.view.hit_points, _after(frame)))
        for frame in frames
    ]


def told(frames: Sequence[Frame], labels: Labels) -> Told:
    """Return what a film comes to: whose hit points have become what, and how many tiles have fallen."""
    first, last = frames[0].view, frames[-1].view
    events = [frame.event for frame in frames if isinstance(frame.event, Wounds)]
    lost = sum(len({tile.hex for tile in (*event.removed, *event.fallen)}) for event in events)
    title = labels("Battle · turn {turn}", turn=first.turn)
    asked = _asked(last, labels)
    lines = [labels(FALL.about(lost))] if lost else [] if asked else [labels("No tile falls")]
    return Told(title, (*lines, *asked), _sides(first, first.hit_points, last.hit_points))


# stills

STILLS: Final = 12
"""The most stills."""
_MARGIN: Final = 22
"""Around the outermost tiles: room for what is drawn at their edges."""


def shown(views: Sequence[View]) -> Box:
    """Return the part of the board where any of these positions has a tile; all of it where none has."""
    taken = {h for view in views for h in board.taken(view)} or set(range(SIZE))
    corners = [hex_corner(h) for h in taken]
    left, right = min(x for x, _ in corners), max(x for x, _ in corners) + layout.SLOT_WIDTH
    top, bottom = min(y for _, y in corners), max(y for _, y in corners) + layout.SLOT_HEIGHT
    more = max(0, STILL - (right - left + 2 * _MARGIN)) // 2 + _MARGIN  # never larger than on the board
    return max(0, left - more), max(0, top - _MARGIN), min(WIDTH, right + more), min(HEIGHT, bottom + _MARGIN)


def chosen(frames: Sequence[Frame]) -> Sequence[Frame]:
    """Return the last pictures of a film, as many as a strip has."""
    return frames[-STILLS:]


def small(frames: Sequence[Frame], labels: Labels) -> list[Image.Image]:
    """Return the part of the board where a tile stands in any of these pictures."""
    box = shown([frame.view for frame in frames])
    return reduced([plane.crop(box) for plane in planes(frames, labels, panels=False)], PALETTE)


_FILM: Final = Film(
    palette=PALETTE, planes=planes, timing=timing, captions=captions, told=told, chosen=chosen, small=small
)
draw_film: Final = _FILM.draw
draw_strip: Final = _FILM.draw_strip
