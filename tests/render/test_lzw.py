"""Frames of films whose pixels are packed stretch by stretch."""

from __future__ import annotations

import io
import struct
from random import Random

import pytest
from PIL import Image

from render import lzw
from render.lzw import NOTHING, Stretch, packed


def read(pixels: bytes, width: int, height: int) -> bytes:
    """The pixels of a file with one frame."""
    screen = struct.pack("<HHBBB", width, height, 0xF7, 0, 0) + bytes(n for n in range(256) for _ in range(3))
    where = struct.pack("<cHHHHB", b",", 0, 0, width, height, 0)
    opened = Image.open(io.BytesIO(b"GIF89a" + screen + where + pixels + b"\x3b"))
    assert opened.size == (width, height)
    return opened.convert("L").tobytes()


def height_of(stretch: Stretch) -> int:
    return stretch if isinstance(stretch, int) else stretch.height


def check(stretches: list[Stretch], width: int) -> None:
    """Refuse a frame that is not read as what was packed."""
    height = sum(map(height_of, stretches))
    wanted = [bytes((NOTHING,)) * n * width if isinstance(n, int) else n.tobytes() for n in stretches]
    assert read(packed(stretches, width), width, height) == b"".join(wanted)


def plane(random: Random, width: int, height: int, colors: int) -> Image.Image:
    return Image.frombytes("P", (width, height), bytes(random.choices(range(colors), k=width * height)))


@pytest.mark.parametrize("colors", [1, 2, 5, 256])
def test_stretches_are_read_as_one_picture(colors: int) -> None:
    random = Random(colors)
    for width in (1, 7, 130):
        rows: list[Stretch] = [plane(random, width, random.randrange(1, 60), colors) for _ in range(4)]
        check([rows[0], 3, rows[1], 1, 200, rows[2], rows[3]], width)
        check([2, rows[0], 5], width)
        check([rows[0]], width)


def test_a_stretch_may_end_wherever_its_codes_get_longer_or_begin_anew() -> None:
    random = Random(1)
    for codes in (1, 2, 254, 255, 256, 766, 767, 768, 1790, 1791, 1792, 3837, 3838, 3839, 3840, 3841, 4094, 4095, 8000):
        line = plane(random, codes, 1, 250)  # next to no pair of pixels comes twice: each pixel is a code of its own
        check([line, 4, line], codes)


def test_any_number_of_pixels_may_stay() -> None:
    dot = Image.new("P", (1, 1), 7)
    for pixels in (1, 2, 3, 4, 5, 6, 7, 32895, 32896, 32897, 60_000):
        check([dot, pixels, dot], 1)
    check([3000, Image.new("P", (2500, 1), 9), 1], 2500)
    assert len(packed([3000], 2500)) < 10_000


def test_if_pillow_packs_in_another_way_it_packs_the_whole_frame(monkeypatch: pytest.MonkeyPatch) -> None:
    random = Random(2)
    stretches: list[Stretch] = [plane(random, 50, 9, 4), 44, plane(random, 50, 5, 200)]
    together = packed(stretches, 50)
    monkeypatch.setattr(lzw, "_STEPS", (1, 2, 3))
    apart = packed(stretches, 50)
    assert apart != together
    assert read(apart, 50, 58) == read(together, 50, 58)


def test_rows_in_which_nothing_changes_cost_little() -> None:
    random = Random(3)
    busy = plane(random, 900, 20, 250)
    assert len(packed([busy, 600, busy], 900)) < len(packed([busy, busy], 900)) + 2000
