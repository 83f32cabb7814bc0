"""From planes to files: PNG files, animations, and stills beside each other.

The optional `isal` packs PNG files several times as fast as Pillow does. Rows are written with filter 0, which is both
the fastest and about the smallest form for flat art. The pixels never depend on the compressor; the bytes do.

An animation is a few rectangles a frame, and in them only the pixels that differ from the frame before: each frame is
laid over the one before, so pixels that stay are written as the one index that stands for "nothing here".
"""

from __future__ import annotations

import importlib
import struct
import zlib
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Final

from PIL import GifImagePlugin, Image, ImageChops

from render.theme import SLOT, Palette

Deflate = Callable[[bytes], bytes]


def slow_deflate(raw: bytes) -> bytes:
    """Deflate with the standard library."""
    return zlib.compress(raw, 1)


def _fastest() -> Deflate:
    """Return the fastest deflate there is: that of `isal`, or that of the standard library."""
    try:
        isal = importlib.import_module("isal.isal_zlib")
    except ImportError:
        return slow_deflate
    return lambda raw: bytes(isal.compress(raw, 2))


DEFLATE: Final = _fastest()


def colours(plane: Image.Image) -> bytes:
    """Return the palette of a palette image as files hold it."""
    return bytes(plane.getpalette() or ())


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(body, zlib.crc32(kind)))


def png(plane: Image.Image, deflate: Deflate = DEFLATE) -> bytes:
    """Return the PNG file of a palette image."""
    width, height = plane.size
    rows = Image.new("P", (width + 1, height))  # its first column holds the filters of the rows
    rows.paste(plane, (1, 0))
    header = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"PLTE", colours(plane)), (b"IDAT", deflate(rows.tobytes())), (b"IEND", b""))
    return b"".join((b"\x89PNG\r\n\x1a\n", *(_chunk(kind, body) for kind, body in chunks)))


Box = tuple[int, int, int, int]
"""Left, top, right, bottom."""

NOTHING: Final = 255
"""The index of a pixel that stays as it was; the palette has no colour there."""

_STEP: Final = 20
"""The shortest time in milliseconds that all programs keep."""
_SAME: Final = [255] + [0] * 255


def _data(plane: Image.Image, left: int, top: int) -> bytes:
    """Place, size and packed pixels of a frame."""
    return b"".join(GifImagePlugin.getdata(plane, (left, top), interlace=0, optimize=False))


def _without_table(data: bytes) -> bytes:
    """Return the same without a colour table of its own: the common one holds for all frames."""
    head = 10
    packed = data[head - 1]
    size = 3 * 2 ** ((packed & 7) + 1) if packed & 0x80 else 0
    return data[: head - 1] + b"\0" + data[head + size :]


def _control(milliseconds: int) -> bytes:
    return struct.pack("<3sBHBB", b"\x21\xf9\x04", 0b00000101, milliseconds // 10, NOTHING, 0)


def _change(after: Image.Image, different: Image.Image, zone: Box) -> tuple[Image.Image, int, int] | None:
    """Return what differs in a zone: the picture of the smallest box around it, and where it lies."""
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
    parts = [b"GIF89a", screen, colours(planes[0]).ljust(768, b"\0"), b"\x21\xff\x0bNETSCAPE2.0\x03\x01\0\0\0"]
    parts += [_control(milliseconds[0]), _without_table(_data(planes[0], 0, 0))]
    for (before, after), time in zip(pairwise(planes), milliseconds[1:], strict=True):
        different = ImageChops.difference(before, after)
        found = [_change(after, different, zone) for zone in zones or ((0, 0, width, height),)]
        changes = [change for change in found if change] or [(after.crop((0, 0, 1, 1)), 0, 0)]
        for n, (part, left, top) in enumerate(changes):
            rest = time - _STEP * (len(changes) - 1)
            parts += [_control(rest if n == len(changes) - 1 else _STEP), _without_table(_data(part, left, top))]
    return b"".join([*parts, b"\x3b"])


ACROSS: Final = 2
GUTTER: Final = 10
"""The room between two pictures."""


def strip(pictures: Sequence[Image.Image], size: tuple[int, int], palette: Palette) -> Image.Image:
    """Return some pictures as one plane, each made as small as that, two in a line.

    Phones show no more that can be read.
    """
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
