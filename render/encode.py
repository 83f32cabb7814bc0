"""PNG files from palette images.

The optional `isal` packs them several times as fast as Pillow does. Rows are written with filter 0, which is both the
fastest and about the smallest form for flat art. The pixels never depend on the compressor; the bytes do.

Of the pictures that follow each other in a match most rows are the same, and so they are packed in strips that are kept
by their pixels: after a move only a quarter of the strips of its pictures are new.
"""

from __future__ import annotations

import importlib
import struct
import zlib
from collections.abc import Callable
from functools import partial
from typing import Final

from PIL import Image

from render.store import Cache

Deflate = Callable[[bytes], bytes]
"""Packs as raw deflate that ends at a byte, so that more of it may follow."""
Checksum = Callable[[bytes], int]


def slow_deflate(raw: bytes) -> bytes:
    """Deflate with the standard library."""
    packer = zlib.compressobj(1, zlib.DEFLATED, -zlib.MAX_WBITS)
    return packer.compress(raw) + packer.flush(zlib.Z_FULL_FLUSH)


def _fastest() -> tuple[Deflate, Checksum, Checksum]:
    """Return the fastest deflate, CRC-32 and Adler-32 there are: those of `isal`, or of the standard library."""
    try:
        isal = importlib.import_module("isal.isal_zlib")
    except ImportError:
        return slow_deflate, zlib.crc32, zlib.adler32

    def fast_deflate(raw: bytes) -> bytes:
        packer = isal.compressobj(2, isal.DEFLATED, -isal.MAX_WBITS)
        return bytes(packer.compress(raw) + packer.flush(isal.Z_FULL_FLUSH))

    return fast_deflate, isal.crc32, isal.adler32


DEFLATE, _crc32, _adler32 = _fastest()

_ROWS: Final = 125
"""The height of a strip."""
_ADLER: Final = 65521
_packed: Final[Cache[bytes]] = Cache(6 << 20, len)
"""The strips used last, by how they were packed, their size and two checksums of their pixels."""


def _zlib_stream(raw: bytes, width: int, deflate: Deflate) -> bytes:
    """Return rows of so many bytes packed in strips, each only once."""
    parts, low, high = [b"\x78\x01"], 1, 0
    for start in range(0, len(raw), _ROWS * width):
        strip = raw[start : start + _ROWS * width]
        check = _adler32(strip)
        key = deflate, width, len(strip), _crc32(strip), check
        parts.append(_packed.get(key, partial(deflate, strip)))
        high = (high + len(strip) * (low - 1) + (check >> 16)) % _ADLER
        low = (low + (check & 0xFFFF) - 1) % _ADLER
    return b"".join((*parts, b"\x03\x00", struct.pack(">HH", high, low)))


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
    chunks = (
        (b"IHDR", header),
        (b"PLTE", colours(plane)),
        (b"IDAT", _zlib_stream(rows.tobytes(), width + 1, deflate)),
        (b"IEND", b""),
    )
    return b"".join((b"\x89PNG\r\n\x1a\n", *(_chunk(kind, body) for kind, body in chunks)))
