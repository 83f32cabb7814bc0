"""Films: animations from the frames of a game, and the same as stills beside each other.

A film begins with a poster, which says what it comes to; every picture after that has a caption and says which step it
is. It is played `ROUNDS` times and then stands on its last picture (`render.caption` draws all of that for all games).

A frame is the smallest rectangle that holds all that changes, and in it only the pixels that differ from the frame
before: pixels that stay are written as the one index that stands for "nothing here". Rows of nothing else are left to
`render.lzw`, which need not look at them.
"""

from __future__ import annotations

import io
import struct
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise
from typing import Final, Generic, TypeVar

from PIL import Image, ImageChops, ImageOps

from render.caption import CAPTION_COLOURS, FILM, STRIP, Caption, Told, captioned, legend, poster
from render.encode import colours, png
from render.labels import Labels
from render.lzw import NOTHING, Stretch, packed
from render.theme import MOST, PAGE, SLOT, Palette, lay

F = TypeVar("F")

Box = tuple[int, int, int, int]
"""Left, top, right, bottom."""

ROUNDS: Final = 3
"""How often a film is played before it stands on its last picture."""
_LOOP: Final = b"\x21\xff\x0bNETSCAPE2.0\x03\x01" + struct.pack("<HB", ROUNDS - 1, 0)
"""What makes programs begin again after the last frame, so many times."""
POSTER: Final = 2500
LAST: Final = 6000
"""How long the first and the last picture are shown, in milliseconds."""
_ON_THE_WAY: Final = 1500
"""The same of the last picture of a film that ends on another one."""
_SHORTEST: Final = 60
"""The shortest time that all programs keep."""
_SAME: Final = [NOTHING] + [0] * 255
"""Of the difference of two planes: what stays."""
_SKIPPED: Final = 40
"""So many rows in which nothing changes are worth a stretch of their own."""


def _frame(size: tuple[int, int], left: int, top: int, pixels: bytes, table: bytes = b"") -> bytes:
    """Return a frame as files hold it: where it lies, a color table if it has one of its own, its packed pixels."""
    where = struct.pack("<cHHHHB", b",", left, top, *size, 0x87 if table else 0)
    return where + (table.ljust(768, b"\0") if table else b"") + pixels


def _still(plane: Image.Image, table: bytes = b"") -> bytes:
    """Return a frame that is all of a plane."""
    return _frame(plane.size, 0, 0, packed([plane], plane.width), table)


def _control(milliseconds: int) -> bytes:
    return struct.pack("<3sBHBB", b"\x21\xf9\x04", 0b00000101, max(milliseconds, _SHORTEST) // 10, NOTHING, 0)


def _stretches(different: Image.Image, top: int, bottom: int) -> Iterator[tuple[int, int, bool]]:
    """Yield which of these rows of a difference belong together, from and up to which, and True if any pixel differs.

    Something differs in the first and in the last one.
    """
    raw, width, same = different.tobytes(), different.width, bytes(different.width)
    begun = alike = top  # the rows from `begun` on are not yielded yet, those from `alike` on are all the same
    for row in range(top, bottom):
        if raw.startswith(same, row * width):
            continue
        if row - alike >= _SKIPPED:
            yield begun, alike, True
            yield alike, row, False
            begun = row
        alike = row + 1
    yield begun, bottom, True


def _change(before: Image.Image, after: Image.Image) -> bytes:
    """Return the smallest frame that makes one plane another; one of a pixel where nothing differs."""
    different = ImageChops.difference(before, after)
    box = different.getbbox()
    if box is None:
        return _still(after.crop((0, 0, 1, 1)))
    left, top, right, bottom = box
    stretches: list[Stretch] = []
    for start, end, busy in _stretches(different, top, bottom):
        if not busy:
            stretches.append(end - start)
            continue
        rows = left, start, right, end
        stays = different.crop(rows).point(_SAME)
        stretches.append(ImageChops.lighter(after.crop(rows), stays))  # no index is higher than that of one that stays
    return _frame((right - left, bottom - top), left, top, packed(stretches, right - left))


def gif(planes: Iterable[Image.Image], milliseconds: Sequence[int]) -> bytes:
    """Return the GIF file of planes of one size, each shown that long, `ROUNDS` times.

    No more than two planes are looked at at once.
    """
    shown = iter(planes)
    first = next(shown)
    screen = struct.pack("<HHBBB", *first.size, 0xF7, 0, 0)
    parts = [b"GIF89a", screen, colours(first).ljust(768, b"\0"), _LOOP, _control(milliseconds[0]), _still(first)]
    for (before, after), time in zip(pairwise(chain([first], shown)), milliseconds[1:], strict=True):
        parts += [_control(time), _change(before, after)]
    return b"".join([*parts, b"\x3b"])


def course(pictures: Iterable[tuple[bytes, Caption]], milliseconds: Sequence[int]) -> bytes:
    """Return the film of a whole match: pictures of one game, with a caption below each, each shown that long.

    They are asked for one after the other, so that only two of them are ever in memory.
    """
    return gif(_course(pictures, len(milliseconds)), milliseconds)


def _course(pictures: Iterable[tuple[bytes, Caption]], count: int) -> Iterator[Image.Image]:
    palette: Palette | None = None
    size = (0, 0)
    for n, (data, caption) in enumerate(pictures, 1):
        plane: Image.Image = Image.open(io.BytesIO(data))
        if palette is None:
            palette, size = _palette(plane), plane.size
        if plane.size != size:
            plane = ImageOps.pad(plane.convert("RGB"), size, color=PAGE)
        if plane.mode != "P" or colours(plane) != palette.data:
            plane = palette.to_plane(plane)
        yield captioned(plane, palette, caption, n, count)


def _palette(picture: Image.Image) -> Palette:
    """Return the palette of a game's picture; for one of all colors its most frequent ones, with those of captions."""
    if picture.mode != "P":
        picture = picture.convert("RGB").quantize(MOST - len(CAPTION_COLOURS), Image.Quantize.FASTOCTREE)
    data = colours(picture)
    found = ((data[at], data[at + 1], data[at + 2]) for at in range(0, len(data), 3))
    return Palette(tuple(dict.fromkeys((*found, *CAPTION_COLOURS)))[:MOST])


def _last_control(film: bytes) -> int:
    """Return where the last frame of a film begins, with how long it is shown."""
    at, last = 13 + 768, 0
    while film[at] != 0x3B:
        if film[at] == 0x21:
            last = at if film[at + 1] == 0xF9 else last
            at += 2
        else:
            at += 11
        while film[at]:
            at += film[at] + 1
        at += 1
    return last


def _fitted(picture: Image.Image, room: tuple[int, int]) -> Image.Image:
    """Return a picture as a palette image that is as large as the room, on the color of its own corner."""
    if picture.mode != "P" or picture.width > room[0] or picture.height > room[1]:
        whole = ImageOps.pad(picture.convert("RGB"), room, color=PAGE)
        return whole.quantize(NOTHING, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    whole = Image.new("P", room, picture.getpixel((0, 0)))
    whole.putpalette(colours(picture))
    whole.paste(picture, ((room[0] - picture.width) // 2, (room[1] - picture.height) // 2))
    return whole


def ending_on(film: bytes, picture: bytes) -> bytes:
    """Return a film that ends every round, and stays, on a picture in the place of its own last one.

    The words below it stay. A picture of another size is made to fit; its colors need not be those of the film.
    """
    wide, high = struct.unpack_from("<HH", film, 6)
    last = _fitted(Image.open(io.BytesIO(picture)), (wide, high - FILM.height))
    at = _last_control(film)
    before = film[:at] + _control(_ON_THE_WAY) + film[at + 8 : -1]
    return before + _control(LAST) + _still(last, colours(last)) + b"\x3b"


ACROSS: Final = 2
"""Stills side by side: phones show no more that can be read."""
GUTTER: Final = 10
"""The room between two pictures."""


def strip(pictures: Sequence[Image.Image], palette: Palette) -> Image.Image:
    """Return pictures of one size as one plane, two in a line."""
    wide, high = pictures[0].size
    across = min(len(pictures), ACROSS)
    rows = -(-len(pictures) // across)
    plane = palette.new_plane(across * (wide + GUTTER) - GUTTER, rows * (high + GUTTER) - GUTTER, SLOT)
    for n, picture in enumerate(pictures):
        lay(plane, picture, n % across * (wide + GUTTER), n // across * (high + GUTTER))
    return plane


STILL: Final = 620
"""How wide a still is."""
FRAMES: Final = 40
"""The most frames of an animation; of a longer film the end is shown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Film(Generic[F]):
    """How the frames of a game become files; `F` is what it calls a frame."""

    palette: Palette
    planes: Callable[[Sequence[F], Labels], list[Image.Image]]
    """Return the pictures of frames as palette images of one size."""
    timing: Callable[[Sequence[F]], list[int]]
    """Return how long each frame is shown, in milliseconds; the last one always is for `LAST`."""
    captions: Callable[[Sequence[F], Labels], list[Caption]]
    """Return what each frame shows, in a few words."""
    told: Callable[[Sequence[F], Labels], Told]
    """Return what the whole film comes to: what its first picture says."""
    chosen: Callable[[Sequence[F]], Sequence[F]]
    """Return the frames that tell the film without moving."""
    small: Callable[[Sequence[F], Labels], list[Image.Image]]
    """Return the pictures of those as palette images of one size, about half as wide as a film."""

    def draw(self, frames: Sequence[F], labels: Labels) -> bytes:
        """Return the GIF of a film. Raises `ValueError` if there are no frames."""
        _refuse_empty(frames)
        shown = frames[-FRAMES:]
        planes, captions = self.planes(shown, labels), self.captions(shown, labels)
        pictures = [poster(planes[-1], self.palette, self.told(frames, labels))]
        for n, (plane, caption) in enumerate(zip(planes, captions, strict=True), 1):
            pictures.append(captioned(plane, self.palette, caption, n, len(planes)))
        return gif(pictures, [POSTER, *self.timing(shown)[:-1], LAST])

    def draw_strip(self, frames: Sequence[F], labels: Labels) -> bytes:
        """Return the PNG of the same film as stills, read line by line. Raises `ValueError` if there are no frames.

        Where their number is odd what the film comes to stands in the first place.
        """
        _refuse_empty(frames)
        chosen = self.chosen(frames)
        pictures, captions = self.small(chosen, labels), self.captions(chosen, labels)
        stills = [
            captioned(picture, self.palette, caption, n, len(chosen), STRIP)
            for n, (picture, caption) in enumerate(zip(pictures, captions, strict=True), 1)
        ]
        if len(stills) % ACROSS and len(stills) > 1:
            stills.insert(0, legend(stills[0].size, self.palette, self.told(frames, labels)))
        return png(strip(stills, self.palette))


def reduced(planes: Sequence[Image.Image], palette: Palette, width: int = STILL) -> list[Image.Image]:
    """Return planes of one size as stills: as wide as that."""
    size = width, round(planes[0].height * width / planes[0].width)
    return [palette.to_plane(plane.convert("RGB").resize(size, Image.Resampling.HAMMING)) for plane in planes]


def _refuse_empty(frames: Sequence[object]) -> None:
    if not frames:
        raise ValueError("a film needs at least one frame")
