"""A battle as a film: one picture for everything that happens at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PIL import Image

from games.monolith_arena.events import Folded, Unfolded, Wounds
from games.monolith_arena.frame import Frame
from render.gif import gif
from render.labels import Labels
from render.monolith_arena.arrows import paste_attacks, paste_way
from render.monolith_arena.board import CENTRE, HEIGHT, WIDTH, board_plane, refuse_hidden, things
from render.monolith_arena.monoliths import plinths, put_plinths

FRAMES: Final = 40
"""The most frames of an animation; of a longer film the end is shown."""
ZONES: Final = ((0, 0, WIDTH, 80), (0, 80, 92, HEIGHT), (WIDTH - 92, 80, WIDTH, HEIGHT), (92, 80, WIDTH - 92, HEIGHT))
"""The header, both damage tracks and the board: they change at different places at once."""

_FIRST: Final = 1200
_EVENT: Final = 1900
_ATTACK: Final = 350
_LONGEST: Final = 4500
_QUIET: Final = 1000
_LAST: Final = 4000


def _plane(frame: Frame, labels: Labels, before: tuple[Frame, Image.Image] | None, panels: bool) -> Image.Image:
    """The position of a frame without arrows; from that of another frame where there is one."""
    view = frame.view
    refuse_hidden(view)
    teams = [seat.team for seat in view.seats]
    if before is None or plinths(before[0].view) != plinths(view) or [s.team for s in before[0].view.seats] != teams:
        # A plinth reaches beyond its hexes, and teams decide where panels are and how all tiles look.
        return board_plane(view, labels, panels=panels)
    plane = before[1].copy()
    was, now = (things(one, labels, panels=panels) for one in (before[0].view, view))
    for old, new in zip(was, now, strict=True):
        if old.key != new.key:
            new.put(plane, 0)
    put_plinths(plane, view, CENTRE)
    return plane


def planes(frames: Sequence[Frame], labels: Labels, *, panels: bool = True) -> list[Image.Image]:
    """The pictures of a film as palette images; without `panels` nothing but the board.

    Raises `TypeError` for a frame of anything but a view.
    """
    found = []
    before: tuple[Frame, Image.Image] | None = None
    for frame in frames:
        plain = _plane(frame, labels, before, panels)
        before = frame, plain
        picture = plain
        if isinstance(frame.event, Wounds):
            picture = plain.copy()
            paste_attacks(picture, frame.event, CENTRE)
        elif isinstance(frame.event, Folded | Unfolded):
            picture = plain.copy()
            banner, folds = frame.event.banner, isinstance(frame.event, Folded)
            for h in frame.event.segments:
                paste_way(picture, h if folds else banner, banner if folds else h, CENTRE)
        found.append(picture)
    return found


def timing(frames: Sequence[Frame]) -> list[int]:
    """How long each frame is shown, in milliseconds: longer the more there is to read."""
    times = []
    for n, frame in enumerate(frames):
        if isinstance(frame.event, Wounds):
            times.append(min(_LONGEST, _EVENT + _ATTACK * len(frame.event.attacks)))
        else:
            times.append(_LAST if n == len(frames) - 1 else _FIRST if n == 0 else _QUIET)
    return times


def draw_film(frames: Sequence[Frame], labels: Labels) -> bytes:
    """The GIF of a film. Raises `ValueError` if there are no frames."""
    if not frames:
        raise ValueError("a film needs at least one frame")
    shown = frames[-FRAMES:]
    return gif(planes(shown, labels), timing(shown), ZONES)
