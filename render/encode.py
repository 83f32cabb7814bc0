"""From planes to files: a small PNG writer.

Palette images are written with filter 0, which is both the fastest and about the smallest form for flat art. The pixels
never depend on the compressor; the bytes of the file do.
"""

from __future__ import annotations

import importlib
import struct
import threading
import zlib
from collections.abc import Callable
from typing import Final

from PIL import Image


def slow_compress(raw: bytes | memoryview) -> bytes:
    """Deflate with the standard library."""
    return zlib.compress(raw, 1)


def _compressor() -> Callable[[bytes | memoryview], bytes]:
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


_AT_ONCE: Final = 1 << 16
"""About how many bytes of rows are copied at a time."""
_KEPT: Final = 2 << 20
"""The largest room for rows, in bytes, that a thread keeps for its next picture."""


class _Room(threading.local):
    """Where a thread puts rows together: megabytes that would otherwise come and go with every picture."""

    rows = bytearray()

    def of(self, size: int) -> bytearray:
        """A room of at least so many bytes, with anything in it."""
        if size > _KEPT:
            return bytearray(size)
        if size > len(self.rows):
            self.rows = bytearray(size)
        return self.rows


_room: Final = _Room()


def _rows(plane: Image.Image) -> memoryview:
    """The rows of a palette image, each after a zero, its filter. They stand until the thread asks for others."""
    plane.load()
    width, height = plane.size
    size = (width + 1) * height
    room = memoryview(_room.of(size + 1))
    room[0] = 0
    # Pillow can put a byte after every row, but none before the first.
    encoder = Image._getencoder("P", "raw", ("P", width + 1, 1))
    encoder.setimage(plane.im, (0, 0, width, height))
    at, ended = 1, 0
    while not ended:
        _, ended, some = encoder.encode(max(_AT_ONCE, 4 * width))
        room[at : at + len(some)] = some
        at += len(some)
    if ended < 0 or at != size + 1:
        raise RuntimeError(f"Pillow gave {at - 1} bytes of {size}, and ended with {ended}")
    return room[:size]


def _chunk(kind: bytes, body: bytes) -> tuple[bytes, bytes, bytes, bytes]:
    return struct.pack(">I", len(body)), kind, body, struct.pack(">I", zlib.crc32(body, zlib.crc32(kind)))


def colours(plane: Image.Image) -> bytes:
    """The palette of a palette image as files hold it."""
    plane.load()  # until then Pillow has not given a new image its palette
    return bytes(plane.im.getpalette("RGB", "RGB"))


def png(plane: Image.Image, compress: Callable[[memoryview], bytes] = COMPRESS) -> bytes:
    """The PNG file of a palette image."""
    width, height = plane.size
    header = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"PLTE", colours(plane)), (b"IDAT", compress(_rows(plane))), (b"IEND", b""))
    return b"".join((b"\x89PNG\r\n\x1a\n", *(part for kind, body in chunks for part in _chunk(kind, body))))
