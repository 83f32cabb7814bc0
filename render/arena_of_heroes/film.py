"""Turns as films: an animation, or stills beside each other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PIL import Image

from render.arena_of_heroes.board import board_plane
from render.arena_of_heroes.corners import CORNER_HEIGHT, MARGIN, TAB
from render.arena_of_heroes.frames import Frame
from render.arena_of_heroes.geometry import HEIGHT, STRIP_Y, WIDTH
from render.arena_of_heroes.theme import PALETTE
from render.encode import png
from render.gif import gif
from render.labels import Labels
from render.strip import strip

FRAMES: Final = 40
"""The most frames of an animation; of a longer film the end is shown."""
STILLS: Final = 9
"""The most stills of a strip."""
_TOP: Final = CORNER_HEIGHT + TAB + 2 * MARGIN
_BOTTOM: Final = STRIP_Y - CORNER_HEIGHT - TAB - 2 * MARGIN
ZONES: Final = (
    (0, 0, WIDTH, _TOP),
    (0, _TOP, WIDTH, _BOTTOM),
    (0, _BOTTOM, WIDTH, STRIP_Y),
    (0, STRIP_Y, WIDTH, HEIGHT),
)
"""Upper corners, the middle, lower corners, the strip: they change at different places at once."""
_TIMES: Final = {"still": 900, "shot": 2000, "die": 1700, "card": 3200}
"""How long a frame is shown, in milliseconds."""
_LAST: Final = 4500


def planes(frames: Sequence[Frame], labels: Labels) -> list[Image.Image]:
    """The pictures of a film as palette images. Raises `TypeError` for a frame of anything but a view."""
    last = len(frames) - 1
    return [
        board_plane(frame.view, labels, middle=frame.middle, light=frame.light, die=frame.die, counted=n == last)
        for n, frame in enumerate(frames)
    ]


def timing(frames: Sequence[Frame]) -> list[int]:
    """How long each frame is shown, in milliseconds: longer the more there is to read."""
    return [*(_TIMES[frame.kind] for frame in frames[:-1]), _LAST]


def draw_film(frames: Sequence[Frame], labels: Labels) -> bytes:
    """The GIF of a film. Raises `ValueError` if there are no frames."""
    if not frames:
        raise ValueError("a film needs at least one frame")
    shown = frames[-FRAMES:]
    return gif(planes(shown, labels), timing(shown), ZONES)


def draw_strip(frames: Sequence[Frame], labels: Labels) -> bytes:
    """The PNG of the same film as stills, read line by line. Raises `ValueError` if there are no frames."""
    if not frames:
        raise ValueError("a film needs at least one frame")
    shown = [frame for frame in frames if frame.kind != "still"] or list(frames[-1:])
    stills = planes([*shown, frames[-1]][-STILLS:], labels)
    return png(strip(stills, (WIDTH * 5 // 8, HEIGHT * 5 // 8), PALETTE))
