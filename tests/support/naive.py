"""The same pictures in the obvious way: everything drawn anew four times as large, reduced with care, saved plainly.

It is what the fast pictures are measured against, in time, in bytes and pixel by pixel.
"""

from __future__ import annotations

import io
import math
from collections.abc import Collection, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final

from PIL import Image, ImageChops, ImageStat

from bot.texts.phrases import phrases
from games.monolith_arena.events import Wounds
from games.monolith_arena.hexes import NAMES
from games.monolith_arena.view import Frame, TileView, View
from render.canvas import Canvas, Point, font
from render.caption import FILM, Caption
from render.labels import Labels
from render.monolith_arena import arrows, board, corners, header, layout, markers, monoliths, names, slots, sprites
from render.monolith_arena.board import CENTRE, HEIGHT, WIDTH
from render.theme import DARK, PAGE, TEXT, Colour

ENGLISH: Final = Labels(phrases("en"))
"""The words on all pictures here."""
HAS_SKIA = find_spec("skia") is not None


def draw_whole(canvas: Canvas, view: View, marks: Collection[int] = ()) -> None:
    """Draw the whole picture on one canvas, without anything kept: what a board must look like."""
    board.draw_fires(canvas.moved(*CENTRE))
    for piece, x in header.pieces(*header.headline(view, ENGLISH)):
        piece.draw(canvas.moved(board.HEADER_X + x, board.HEADER_Y))
    for seat, x, y in board.seats(view):
        corners.draw_whole(canvas.moved(x, y), corners.Corner.of(view, seat, ENGLISH))
    for team, x in board.tracks(view):
        corners.draw_track(canvas.moved(x, board.TRACK_Y), view.hit_points[team], corners.team_styles(view, team))
    draw_plinths(canvas, view, CENTRE)
    found = monoliths.contents(view)
    named = slots.named(found)
    for h, content in enumerate(found):
        x, y = layout.CENTRES[h]
        at = canvas.moved(CENTRE[0] + x, CENTRE[1] + y)
        draw_hex(at, h, content, "moved" if h in marks else "", name=h in named)


def draw_plinths(canvas: Canvas, view: View, centre: tuple[int, int]) -> None:
    """Draw all plinths onto a canvas on which nothing stands yet."""
    found = monoliths.plinths(view)
    parts = [
        (canvas.moved(centre[0] + x, centre[1] + y), plinth, monoliths.kinds(plinth, found, hex_))
        for plinth in found
        for hex_ in plinth.hexes
        for x, y in [layout.CENTRES[hex_]]
    ]
    for at, plinth, sides in parts:
        monoliths.draw_part(at, plinth.style, sides, plinth.announced)
    for at, plinth, sides in parts:
        monoliths.finish_part(at, sides, plinth.announced)


def draw_hex(canvas: Canvas, hex_: int, content: monoliths.Content, mark: str = "", *, name: bool = False) -> None:
    """Draw a hex of the board around the origin of a canvas."""
    if isinstance(content, TileView):
        sprites.draw_tile(canvas, content, names.on_tile(content.type, ENGLISH))
        if name and (place := markers.free_corner(content)) is not None:
            slots.draw_label(canvas, NAMES[hex_], *place, content.seat)
    elif isinstance(content, monoliths.Announced):
        slots.draw_announced(canvas, content.tile, names.on_tile(content.tile.type, ENGLISH), NAMES[hex_])
    elif isinstance(content, monoliths.Socket):
        slots.draw_socket(canvas, NAMES[hex_])
    else:
        slots.draw_empty(canvas, hex_, NAMES[hex_])
    if mark:
        slots.draw_ring(canvas, mark)


def picture(view: View) -> Image.Image:
    """The board, drawn at four times its size and reduced with Lanczos' filter."""
    canvas = Canvas(WIDTH, HEIGHT, PAGE)
    draw_whole(canvas, view)
    return canvas.large.resize((WIDTH, HEIGHT), Image.Resampling.LANCZOS).convert("RGB")


def film_picture(frame: Frame) -> Image.Image:
    """A picture of a film, its tiles that take no part darkened; without arrows, which ours has."""
    whole = picture(frame.view)
    if not isinstance(frame.event, Wounds):
        return whole
    ground = Image.new("RGB", slots.TILE_MASK.size, PAGE[:3])
    for hex_ in set(board.taken(frame.view)) - arrows.involved(frame.event):
        x, y = layout.CENTRES[hex_]
        left, top = CENTRE[0] + x - layout.SLOT_WIDTH // 2, CENTRE[1] + y - layout.SLOT_HEIGHT // 2
        below = whole.crop((left, top, left + ground.width, top + ground.height))
        whole.paste(Image.blend(below, ground, slots.DIMMED), (left, top), slots.TILE_MASK)
    return whole


def film(frames: Sequence[Frame], captions: Sequence[Caption]) -> list[Image.Image]:
    """The pictures of a film, each with its words and step below it, after one that stands for the poster."""
    shown = [film_picture(frame) for frame in frames]
    bars = [bar(caption, step, len(frames)) for step, caption in enumerate(captions, 1)]
    return [_above(picture, below) for picture, below in zip([shown[-1], *shown], [bars[-1], *bars], strict=True)]


def bar(caption: Caption, step: int, count: int) -> Image.Image:
    """The words of a picture of a film with what the sides have and which of so many steps it is."""
    canvas = Canvas(WIDTH, FILM.height, DARK)
    sides = " ".join(f"{chip.letter} {chip.text} {chip.now}" for chip in caption.chips)
    canvas.text(FILM.edge, FILM.height / 2, f"{caption.text} {sides}", FILM.size, TEXT, bold=True, anchor="lm")
    canvas.text(WIDTH - FILM.edge, FILM.height / 2, f"{step}/{count}", FILM.size, TEXT, bold=True, anchor="rm")
    return canvas.done().convert("RGB")


def _above(picture: Image.Image, below: Image.Image) -> Image.Image:
    whole = Image.new("RGB", (picture.width, picture.height + below.height))
    whole.paste(picture, (0, 0))
    whole.paste(below, (0, picture.height))
    return whole


def unquantised(view: View) -> Image.Image:
    """The board as the fast path draws it, but in one piece and in all its colours."""
    canvas = Canvas(WIDTH, HEIGHT, PAGE)
    draw_whole(canvas, view)
    return canvas.done().convert("RGB")


def png(image: Image.Image) -> bytes:
    """The file that Pillow writes if nothing is said about how."""
    buffer = io.BytesIO()
    image.save(buffer, "PNG")
    return buffer.getvalue()


def gif(images: Sequence[Image.Image], milliseconds: Sequence[int]) -> bytes:
    """The animation that Pillow writes from pictures in all their colours."""
    buffer = io.BytesIO()
    images[0].save(buffer, "GIF", save_all=True, append_images=images[1:], duration=list(milliseconds), loop=0)
    return buffer.getvalue()


def psnr(one: Image.Image, other: Image.Image) -> float:
    """How alike two pictures are, in decibels."""
    squares = ImageStat.Stat(ImageChops.difference(one.convert("RGB"), other.convert("RGB"))).sum2
    mean = sum(squares) / (3 * one.width * one.height)
    return 10 * math.log10(255**2 / mean) if mean else math.inf


class SkiaCanvas(Canvas):
    """The same surface drawn with skia-python at its real size."""

    def __init__(self, width: int, height: int, ground: Colour) -> None:
        self._skia: Any = import_module("skia")
        self._k = 1.0
        self._origin = (0.0, 0.0)
        self._surface = self._skia.Surface(width, height)
        self._skia_canvas = self._surface.getCanvas()
        self._skia_canvas.clear(self._skia.Color(*ground))
        base = font(20)
        data = base.font_bytes if hasattr(base, "font_bytes") and base.font_bytes else base.path.getvalue()
        self._face = self._skia.FontMgr().makeFromData(self._skia.Data.MakeWithCopy(data))

    def _paint(self, fill: Colour, width: float = 0) -> Any:
        paint = self._skia.Paint(AntiAlias=True, Color=self._skia.Color(*fill))
        if width:
            paint.setStyle(self._skia.Paint.kStroke_Style)
            paint.setStrokeWidth(width)
            paint.setStrokeCap(self._skia.Paint.kRound_Cap)
            paint.setStrokeJoin(self._skia.Paint.kRound_Join)
        return paint

    def polygon(self, points: Sequence[Point], fill: Colour, alpha: int = 255) -> None:
        """A filled polygon."""
        path = self._skia.Path.Polygon([self._skia.Point(*p) for p in self._at(points)], True)
        self._skia_canvas.drawPath(path, self._paint(fill))

    def disc(self, x: float, y: float, radius: float, fill: Colour, alpha: int = 255) -> None:
        """A filled circle."""
        ((cx, cy),) = self._at([(x, y)])
        self._skia_canvas.drawCircle(cx, cy, radius, self._paint(fill))

    def line(self, points: Sequence[Point], width: float, fill: Colour, alpha: int = 255) -> None:
        """A line with round ends."""
        path = self._skia.Path.Polygon([self._skia.Point(*p) for p in self._at(points)], False)
        self._skia_canvas.drawPath(path, self._paint(fill, width))

    def pill(self, box: tuple[float, float, float, float], radius: float, fill: Colour) -> None:
        """A rectangle with round corners."""
        (left, top), (right, bottom) = self._at([(box[0], box[1]), (box[2], box[3])])
        rect = self._skia.Rect.MakeLTRB(left, top, right, bottom)
        self._skia_canvas.drawRoundRect(rect, radius, radius, self._paint(fill))

    def text(
        self,
        x: float,
        y: float,
        text: str,
        size: float,
        fill: Colour,
        bold: bool = False,
        anchor: str = "mm",
        halo: Colour | None = None,
        display: bool = False,
    ) -> None:
        """A line of text, all in one face."""
        ((cx, cy),) = self._at([(x, y)])
        face = self._skia.Font(self._face, size)
        if anchor[0] == "m":
            cx -= face.measureText(text) / 2
        cy += size * 0.36
        if halo:
            self._skia_canvas.drawString(text, cx, cy, face, self._paint(halo, 5.2))
        if bold:
            self._skia_canvas.drawString(text, cx, cy, face, self._paint(fill, size * 0.056))
        self._skia_canvas.drawString(text, cx, cy, face, self._paint(fill))

    def image(self) -> Image.Image:
        """The finished drawing."""
        pixels = self._surface.makeImageSnapshot().tobytes()
        return Image.frombytes("RGBA", (WIDTH, HEIGHT), pixels, "raw", "BGRA").convert("RGB")


def skia_png(view: View) -> bytes:
    """The same scene drawn by skia-python and saved by Pillow."""
    canvas = SkiaCanvas(WIDTH, HEIGHT, PAGE)
    draw_whole(canvas, view)
    return png(canvas.image())
