"""From planes to files: a small PNG writer.

Palette images are written with filter 0, which is both the fastest and about the smallest form for flat art. Rows are
packed by themselves and then joined to a file, so rows that stand in many files are packed once. The pixels never
depend on the compressor; the bytes of the file do.
"""

from __future__ import annotations

import importlib
import struct
import threading
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from PIL import Image

Raw = bytes | memoryview
Deflate = Callable[[Raw], bytes]
"""Raw deflate that ends at a byte and may be followed by more of it."""


def slow_deflate(raw: Raw) -> bytes:
    """Deflate with the standard library."""
    packer = zlib.compressobj(1, zlib.DEFLATED, -zlib.MAX_WBITS)
    return packer.compress(raw) + packer.flush(zlib.Z_FULL_FLUSH)


def _deflate() -> tuple[Deflate, Callable[[Raw], int]]:
    try:
        isal = importlib.import_module("isal.isal_zlib")
    except ImportError:
        return slow_deflate, zlib.adler32

    def fast_deflate(raw: Raw) -> bytes:
        packer = isal.compressobj(2, isal.DEFLATED, -isal.MAX_WBITS)
        return bytes(packer.compress(raw) + packer.flush(isal.Z_FULL_FLUSH))

    return fast_deflate, isal.adler32


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
DEFLATE, _adler32 = _deflate()
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


@dataclass(frozen=True, slots=True)
class Rows:
    """Rows of a picture, packed."""

    width: int
    height: int
    packed: bytes
    check: int
    """The Adler-32 checksum of what was packed."""


def pack(plane: Image.Image, deflate: Deflate = DEFLATE) -> Rows:
    """All rows of a palette image."""
    raw = _rows(plane)
    return Rows(*plane.size, deflate(raw), _adler32(raw))


_ADLER: Final = 65521
_HEADER: Final = b"\x78\x01"
_END: Final = b"\x03\x00"
"""An empty last block."""


def _joined(parts: Sequence[Rows]) -> bytes:
    """The zlib stream of all these rows."""
    low, high = 1, 0
    for part in parts:
        length = (part.width + 1) * part.height
        high = (high + length * (low - 1) + (part.check >> 16)) % _ADLER
        low = (low + (part.check & 0xFFFF) - 1) % _ADLER
    return b"".join((_HEADER, *(part.packed for part in parts), _END, struct.pack(">HH", high, low)))


def join(parts: Sequence[Rows], palette: bytes) -> bytes:
    """The PNG file of rows of one width, one below the other, in the colours of a palette."""
    width, height = parts[0].width, sum(part.height for part in parts)
    header = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"PLTE", palette), (b"IDAT", _joined(parts)), (b"IEND", b""))
    return b"".join((b"\x89PNG\r\n\x1a\n", *(piece for kind, body in chunks for piece in _chunk(kind, body))))


def png(plane: Image.Image, deflate: Deflate = DEFLATE) -> bytes:
    """The PNG file of a palette image."""
    return join((pack(plane, deflate),), colours(plane))
