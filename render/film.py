"""Films: animations from the frames of a game, and the same as stills beside each other.

An animation is a few rectangles a frame, and in them only the pixels that differ from the frame before: each frame is
laid over the one before, so pixels that stay are written as the one index that stands for "nothing here".
"""

from __future__ import annotations

import io
import struct
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, Generic, TypeVar

from PIL import GifImagePlugin, Image, ImageChops, ImageOps

from render.encode import colours, png
from render.labels import Labels
from render.theme import PAGE, SLOT, Palette

F = TypeVar("F")

Box = tuple[int, int, int, int]
"""Left, top, right, bottom."""

NOTHING: Final = 255
"""The index of a pixel that stays as it was; the palette has no colour there."""

_LOOP: Final = b"\x21\xff\x0bNETSCAPE2.0\x03\x01\0\0\0"
"""What makes programs begin again after the last frame."""
_LAST: Final = 10_000
"""How long programs that begin again all the same show what a film ends on."""
_STEP: Final = 20
"""The shortest time in milliseconds that all programs keep."""
_SAME: Final = [255] + [0] * 255


def _data(plane: Image.Image, left: int, top: int) -> bytes:
    """Return the place, size and packed pixels of a frame as files hold them."""
    return b"".join(GifImagePlugin.getdata(plane, (left, top), interlace=0, optimize=False))


def _without_table(data: bytes) -> bytes:
    """Return a frame without its own color table; all frames share the common one."""
    head = 10
    packed = data[head - 1]
    size = 3 * 2 ** ((packed & 7) + 1) if packed & 0x80 else 0
    return data[: head - 1] + b"\0" + data[head + size :]


def _control(milliseconds: int) -> bytes:
    return struct.pack("<3sBHBB", b"\x21\xf9\x04", 0b00000101, milliseconds // 10, NOTHING, 0)


def _change(after: Image.Image, different: Image.Image, zone: Box) -> tuple[Image.Image, int, int] | None:
    """Return the smallest picture that brings a zone up to date, and its left and top; `None` if nothing differs."""
    inside = different.crop(zone)
    box = inside.getbbox()
    if box is None:
        return None
    left, top = zone[0] + box[0], zone[1] + box[1]
    part = after.crop((left, top, zone[0] + box[2], zone[1] + box[3]))
    part.paste(NOTHING, (0, 0), inside.crop(box).point(_SAME, "1"))
    return part, left, top


def gif(planes: Sequence[Image.Image], milliseconds: Sequence[int], zones: Sequence[Box] = ()) -> bytes:
    """Return the GIF file of planes of one size, each shown that long, over and over.

    Parts that change independently should lie in different `zones`, which together cover the picture: each zone is
    brought up to date by a box of its own, a fiftieth of a second after the one before.
    """
    width, height = planes[0].size
    screen = struct.pack("<HHBBB", width, height, 0xF7, 0, 0)
    parts = [b"GIF89a", screen, colours(planes[0]).ljust(768, b"\0"), _LOOP]
    parts += [_control(milliseconds[0]), _without_table(_data(planes[0], 0, 0))]
    for (before, after), time in zip(pairwise(planes), milliseconds[1:], strict=True):
        different = ImageChops.difference(before, after)
        changed = (_change(after, different, zone) for zone in zones or ((0, 0, width, height),))
        changes = [change for change in changed if change] or [(after.crop((0, 0, 1, 1)), 0, 0)]
        for n, (part, left, top) in enumerate(changes):
            rest = time - _STEP * (len(changes) - 1)
            parts += [_control(rest if n == len(changes) - 1 else _STEP), _without_table(_data(part, left, top))]
    return b"".join([*parts, b"\x3b"])


def ending_on(film: bytes, picture: bytes) -> bytes:
    """Return a film that is played once and ends on a picture, which stays; one of another size is made to fit."""
    size = struct.unpack_from("<HH", film, 6)
    last: Image.Image = Image.open(io.BytesIO(picture))
    if last.mode != "P" or last.size != size:
        fitting = ImageOps.pad(last.convert("RGB"), size, color=PAGE)
        last = fitting.quantize(NOTHING, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    return film[:-1].replace(_LOOP, b"", 1) + _control(_LAST) + _data(last, 0, 0) + b"\x3b"


ACROSS: Final = 2
"""Stills side by side: phones show no more that can be read."""
GUTTER: Final = 10
"""The room between two pictures."""


def strip(pictures: Sequence[Image.Image], size: tuple[int, int], palette: Palette) -> Image.Image:
    """Return some pictures as one plane, each reduced to that size, two in a line."""
    wide, high = size
    across = min(len(pictures), ACROSS)
    rows = -(-len(pictures) // across)
    plane = palette.new_plane(across * (wide + GUTTER) - GUTTER, rows * (high + GUTTER) - GUTTER, SLOT)
    for n, picture in enumerate(pictures):
        if picture.size != size:
            picture = palette.to_plane(picture.convert("RGB").resize(size, Image.Resampling.BOX))
        plane.paste(picture, (n % across * (wide + GUTTER), n // across * (high + GUTTER)))
    for n in range(len(pictures), rows * across):
        empty = pictures[0].crop((0, 0, 1, 1)).resize(size)
        plane.paste(empty, (n % across * (wide + GUTTER), n // across * (high + GUTTER)))
    return plane


FRAMES: Final = 40
"""The most frames of an animation; of a longer film the end is shown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Film(Generic[F]):
    """How the frames of a game become files; `F` is what it calls a frame."""

    palette: Palette
    planes: Callable[[Sequence[F], Labels], list[Image.Image]]
    """Return the pictures of frames as palette images of one size."""
    timing: Callable[[Sequence[F]], list[int]]
    """Return how long each frame is shown, in milliseconds."""
    stills: Callable[[Sequence[F], Labels], list[Image.Image]]
    """Return the pictures of the frames that tell the film without moving, as palette images of one size."""
    scale: float = 5 / 8
    """The size of a still as a share of such a picture."""
    zones: Sequence[Box] = ()
    """The parts that change independently; see `gif`."""

    def draw(self, frames: Sequence[F], labels: Labels) -> bytes:
        """Return the GIF of a film. Raises `ValueError` if there are no frames."""
        _refuse_empty(frames)
        shown = frames[-FRAMES:]
        return gif(self.planes(shown, labels), self.timing(shown), self.zones)

    def draw_strip(self, frames: Sequence[F], labels: Labels) -> bytes:
        """Return the PNG of the same film as stills, read line by line. Raises `ValueError` if there are no frames."""
        _refuse_empty(frames)
        stills = self.stills(frames, labels)
        width, height = stills[0].size
        return png(strip(stills, (int(width * self.scale), int(height * self.scale)), self.palette))


def _refuse_empty(frames: Sequence[object]) -> None:
    if not frames:
        raise ValueError("a film needs at least one frame")
