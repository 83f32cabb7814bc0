"""A battle as a film: one picture for everything that happens at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PIL import Image

from games.monolith_arena.events import Folded, Unfolded, Wounds
from games.monolith_arena.view import Frame
from render.gif import gif
from render.labels import Labels
from render.monolith_arena.arrows import paste_attacks, paste_way
from render.monolith_arena.board import CENTRE, HEIGHT, WIDTH, board_plane

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


def planes(frames: Sequence[Frame], labels: Labels, *, panels: bool = True) -> list[Image.Image]:
    """The pictures of a film as palette images; without `panels` nothing but the board.

    Raises `TypeError` for a frame of anything but a view.
    """
    found = []
    for frame in frames:
        picture = board_plane(frame.view, labels, panels=panels)
        if isinstance(frame.event, Wounds):
            paste_attacks(picture, frame.event, CENTRE)
        elif isinstance(frame.event, Folded | Unfolded):
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
