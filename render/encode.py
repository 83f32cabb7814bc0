"""From drawings to files: quantising to the one palette, and a small PNG writer.

All pictures are put together as palette images ("planes", one byte a pixel) and written with filter 0, which is
both the fastest and about the smallest form for flat art. The pixels never depend on the compressor; the bytes of
the file do.
"""

from __future__ import annotations

import importlib
import struct
import threading
import zlib
from collections.abc import Callable
from typing import Final

from PIL import Image

from render.theme import PALETTE, Colour

PALETTE_BYTES: Final = b"".join(bytes(colour) for colour in PALETTE)
"""The palette as files hold it."""
_INDEX: Final = {colour: index for index, colour in enumerate(PALETTE)}
_LOCK: Final = threading.Lock()


def _chart() -> Image.Image:
    chart = Image.new("P", (1, 1))
    chart.putpalette(PALETTE_BYTES)
    return chart


_CHART: Final = _chart()


def index_of(colour: Colour) -> int:
    """The palette index of a theme colour. Raises `KeyError` for any other colour."""
    return _INDEX[colour]


def new_plane(width: int, height: int, colour: Colour) -> Image.Image:
    """A palette image filled with a theme colour."""
    plane = Image.new("P", (width, height), index_of(colour))
    plane.putpalette(PALETTE_BYTES)
    return plane


def lay(plane: Image.Image, part: Image.Image, x: int, y: int, mask: Image.Image | None = None) -> None:
    """Put a plane onto another that holds it whole: `Image.paste` without its checks, which take as long as it does."""
    box = (x, y, x + part.width, y + part.height)
    if mask is None:
        plane.im.paste(part.im, box)
    else:
        plane.im.paste(part.im, box, mask.im)


def to_plane(picture: Image.Image) -> Image.Image:
    """The picture with every pixel moved to the nearest colour of the palette, without dithering."""
    with _LOCK:  # Pillow keeps a table in the shared chart while it converts
        return picture.convert("RGB").quantize(palette=_CHART, dither=Image.Dither.NONE)


def slow_compress(raw: bytes) -> bytes:
    """Deflate with the standard library."""
    return zlib.compress(raw, 1)


def _compressor() -> Callable[[bytes], bytes]:
    try:
        isal = importlib.import_module("isal.isal_zlib")
    except ImportError:
        return slow_compress
    return lambda raw: bytes(isal.compress(raw, 2))


COMPRESS: Final = _compressor()
"""The fastest deflate there is: that of the optional `isal`, otherwise that of the standard library."""


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def png(plane: Image.Image, compress: Callable[[bytes], bytes] = COMPRESS) -> bytes:
    """The PNG file of a palette image that uses the one palette."""
    width, height = plane.size
    padded = plane.tobytes("raw", "P", width + 1, 1)  # every row is followed by a zero: the next row's filter
    rows = b"\0" + memoryview(padded)[:-1]
    header = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"PLTE", PALETTE_BYTES), (b"IDAT", compress(rows)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, body) for kind, body in chunks)
