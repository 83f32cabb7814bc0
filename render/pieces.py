"""How the pixels of pictures lie in memory: in small pieces, but for the largest.

A picture in one piece only fits into a hole in the heap where another as large lay before; as soon as something that
stays has been put there, the heap grows by the next one. Pieces go wherever there is room, and cost Pillow no time.
"""

from __future__ import annotations

from typing import Final

from PIL import Image, _imaging

PIECE: Final = 64 << 10
"""Bytes that lie together."""
WHOLE: Final = _imaging.get_block_size()
"""Pillow's own size."""
LARGE: Final = 2 << 20
"""From so many bytes on a canvas lies in one piece: the C library asks the system for that, and gives it back at once
(`bot.memory`). In pieces it would make the heap as large as itself."""


def canvas(width: int, height: int, ground: tuple[int, int, int, int]) -> Image.Image:
    """A new picture in all colours with transparency."""
    if 4 * width * height < LARGE:
        return Image.new("RGBA", (width, height), ground)
    _imaging.set_block_size(WHOLE)  # if another thread gets between, one picture is laid out the other way: no harm
    try:
        return Image.new("RGBA", (width, height), ground)
    finally:
        _imaging.set_block_size(PIECE)


_imaging.set_block_size(PIECE)
