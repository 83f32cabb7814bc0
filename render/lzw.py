"""The pixels of a frame as GIF packs them (LZW), put together from stretches of rows that are packed apart.

Pillow's encoder looks at every pixel, and of the frames of a film most rows hold nothing but pixels that stay. How so
many of those are packed is known without looking: the codes of ever longer runs, one after the other. So only rows in
which something changes go through the encoder. After every stretch the codes begin anew ("clear"), as often as it takes
to fill the last byte, so that the next one may be put behind it.

Where in a stretch from Pillow its last code ends follows from its length: Pillow clears whenever its table is full, and
a code has as many bits as the table has grown to. If a release of Pillow packs otherwise, that shows, and it packs the
frame as a whole.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import cache
from math import isqrt
from typing import Final

from PIL import GifImagePlugin, Image

NOTHING: Final = 255
"""The index of a pixel that stays as it was; the palette has no color there."""

Stretch = Image.Image | int
"""Rows of a frame: a palette image, or how many rows hold nothing but pixels that stay."""

_CLEAR: Final = 256
_END: Final = 257
_FIRST: Final = 258
"""The first code that stands for several pixels."""
_BITS: Final = b"\x08"
"""How many bits a pixel has; the codes of what is packed begin with one more."""
_WIDTH: Final = 9
"""The bits of the codes after a clear."""
_MOST: Final = 12
"""The most bits of a code."""
_GROWN: Final = (255, 767, 1791)
"""After so many codes the table has so many entries that the next ones have one bit more."""
_FULL: Final = 3839
"""So many codes fill the table: all but the first add an entry to it."""


def _bits(codes: int) -> int:
    """Return how many bits the first codes after a clear have together; no more codes than fill the table."""
    return _WIDTH * codes + sum(max(0, codes - grown) for grown in _GROWN)


_STEPS: Final = tuple(_bits(entries) for entries in _GROWN)
"""After so many bits the codes have one more."""
_PERIOD: Final = _bits(_FULL) + _MOST
"""The bits between two clears of a stretch that fills the table."""


def _cleared(bits: int, count: int, width: int) -> bytes:
    """Return so many bits, behind them a clear of that width, and as many more as fill the last byte."""
    bits |= _CLEAR << count
    count += width
    while count % 8:
        bits |= _CLEAR << count
        count += _WIDTH
    return bits.to_bytes(count // 8, "little")


def _blocks(data: bytes) -> bytes:
    """Return the packed pixels in blocks as files hold them, behind the bits of a pixel and before the empty block."""
    blocks = [data[at : at + 255] for at in range(0, len(data), 255)]
    return _BITS + b"".join(bytes((len(block),)) + block for block in blocks) + b"\0"


_HEAD: Final = 11
"""What stands before the first block: place, size and flags of a frame and the bits of a pixel."""


def _encoded(plane: Image.Image) -> bytes:
    """Return the blocks of a plane as Pillow packs them."""
    return b"".join(GifImagePlugin.getdata(plane, (0, 0), interlace=0, optimize=False))[_HEAD:]


def _unblocked(blocks: bytes) -> bytes:
    """Return the packed pixels without the lengths of their blocks."""
    found, at = [], 0
    while size := blocks[at]:
        found.append(blocks[at + 1 : at + 1 + size])
        at += size + 1
    return b"".join(found)


def _opened(data: bytes) -> bytes | None:
    """Return a stretch that ends with a clear in the place of its last code; `None` if Pillow packs in another way."""
    data = data.rstrip(b"\0")
    end = 8 * len(data) - 8 + data[-1].bit_length() - _END.bit_length()  # of the last code the highest bit is set
    since = (end - _WIDTH) % _PERIOD  # from the last clear: the first has as many bits as its stretch begins with
    grown = bisect_right(_STEPS, since)
    if (since - (_STEPS[grown - 1] if grown else 0)) % (_WIDTH + grown):
        return None
    whole, more = divmod(end, 8)
    return data[:whole] + _cleared(data[whole] & ((1 << more) - 1), more, _WIDTH + grown)


@cache
def _runs() -> int:
    """Return the bits of a run of one pixel that stays, behind it one of two, and so on until the table is full."""
    bits = 0
    for length in range(_FULL, 0, -1):
        width = _bits(length) - _bits(length - 1)
        bits = bits << width | (_FIRST + length - 2 if length > 1 else NOTHING)
    return bits


def _nothing(pixels: int) -> Iterator[bytes]:
    """Yield so many pixels that stay, packed."""
    while pixels:
        longest = min(_FULL, (isqrt(8 * pixels + 1) - 1) // 2)
        pixels -= longest * (longest + 1) // 2
        count = _bits(longest)
        bits, codes = _runs() & ((1 << count) - 1), longest
        if 0 < pixels <= longest < _FULL:
            bits |= (_FIRST + pixels - 2 if pixels > 1 else NOTHING) << count
            pixels, codes, count = 0, longest + 1, _bits(longest + 1)
        yield _cleared(bits, count, _WIDTH + bisect_right(_STEPS, _bits(codes)))


def _whole(stretches: Sequence[Stretch], width: int) -> Image.Image:
    """Return stretches of that width as one plane."""
    heights = [stretch if isinstance(stretch, int) else stretch.height for stretch in stretches]
    plane, top = Image.new("P", (width, sum(heights)), NOTHING), 0
    for stretch, height in zip(stretches, heights, strict=True):
        if not isinstance(stretch, int):
            plane.paste(stretch, (0, top))
        top += height
    return plane


def packed(stretches: Sequence[Stretch], width: int) -> bytes:
    """Return the pixels of a frame of that width as files hold them, given by its rows from top to bottom."""
    found = [_cleared(0, 0, _WIDTH)] if isinstance(stretches[0], int) else []
    for stretch in stretches:
        if isinstance(stretch, int):
            found += _nothing(stretch * width)
            continue
        blocks = _encoded(stretch)
        if len(stretches) == 1:
            return _BITS + blocks
        part = _opened(_unblocked(blocks))
        if part is None:
            return _BITS + _encoded(_whole(stretches, width))
        found.append(part)
    return _blocks(b"".join((*found, _END.to_bytes(2, "little"))))
