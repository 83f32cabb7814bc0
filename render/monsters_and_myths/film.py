"""An attack as a film, or as a strip of stills."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PIL import Image

from render.encode import png
from render.gif import gif
from render.labels import Labels
from render.monsters_and_myths import sliding
from render.monsters_and_myths.dice import Shot, shot_plane, strip_plane
from render.monsters_and_myths.frames import Frame
from render.monsters_and_myths.layout import STRIP, WIDTH
from render.monsters_and_myths.planes import part
from render.monsters_and_myths.table import table_plane
from render.monsters_and_myths.theme import PALETTE
from render.strip import strip

FRAMES: Final = 40
"""The most pictures of an animation; of a longer one the end is shown."""
STILLS: Final = 6
"""The most stills of a strip."""


def _below(frame: Frame) -> Image.Image:
    if frame.strip is None:
        return part(("empty",), WIDTH - 40, STRIP - 8, lambda canvas: None)
    return shot_plane(frame.strip) if isinstance(frame.strip, Shot) else strip_plane(frame.strip)


def planes(frames: Sequence[Frame], labels: Labels) -> list[Image.Image]:
    """The pictures as palette images, all of one size. Raises `TypeError` for a frame of anything but a view."""
    found = []
    for one in frames:
        plane = table_plane(one.view, labels, changes=dict(one.changes), strip=_below(one))
        sliding.put(plane, one.sliding)
        found.append(plane)
    return found


def draw_film(frames: Sequence[Frame], labels: Labels) -> bytes:
    """The GIF of a film. Raises `ValueError` if there are no frames."""
    if not frames:
        raise ValueError("a film needs at least one frame")
    shown = frames[-FRAMES:]
    return gif(planes(shown, labels), [frame.time for frame in shown])


def draw_strip(frames: Sequence[Frame], labels: Labels) -> bytes:
    """The PNG of the same as stills, read line by line. Raises `ValueError` if there are no frames."""
    if not frames:
        raise ValueError("a film needs at least one frame")
    stills = planes([frame for frame in frames if frame.settled][-STILLS:], labels)
    width, height = stills[0].size
    return png(strip(stills, (width * 5 // 8, height * 5 // 8), PALETTE))
