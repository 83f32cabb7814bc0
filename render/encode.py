"""From planes to files: a small PNG writer.

Palette images are written with filter 0, which is both the fastest and about the smallest form for flat art. The pixels
never depend on the compressor; the bytes of the file do.
"""

from __future__ import annotations

import importlib
import struct
import zlib
from collections.abc import Callable
from typing import Final

from PIL import Image


def slow_compress(raw: bytes) -> bytes:
    """Deflate with the standard library."""
    return zlib.compress(raw, 1)


def _compressor() -> Callable[[bytes], bytes]:
    try:
        isal = importlib.import_module("isal.isal_zlib")
    except ImportError:
        return slow_compress
    return lambda raw: bytes(isal.compress(raw, 2))


def _decompressor() -> Callable[[bytes], bytes]:
    try:
        isal = importlib.import_module("isal.isal_zlib")
    except ImportError:
        return zlib.decompress

    def inflate(data: bytes) -> bytes:
        try:
            return bytes(isal.decompress(data))
        except isal.error as error:
            raise zlib.error(str(error)) from error

    return inflate


decompress: Final = _decompressor()
"""The fastest inflate there is. Raises `zlib.error` for anything but deflated data."""
COMPRESS: Final = _compressor()
"""The fastest deflate there is: that of the optional `isal`, otherwise that of the standard library."""


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def colours(plane: Image.Image) -> bytes:
    """The palette of a palette image as files hold it."""
    plane.load()  # until then Pillow has not given a new image its palette
    return bytes(plane.im.getpalette("RGB", "RGB"))


def png(plane: Image.Image, compress: Callable[[bytes], bytes] = COMPRESS) -> bytes:
    """The PNG file of a palette image."""
    width, height = plane.size
    padded = plane.tobytes("raw", "P", width + 1, 1)  # every row is followed by a zero: the next row's filter
    rows = b"\0" + memoryview(padded)[:-1]
    header = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"PLTE", colours(plane)), (b"IDAT", compress(rows)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, body) for kind, body in chunks)
