"""Boards of any game in the obvious way: every part drawn anew four times as large, reduced, in all its colours.

`tests.support.naive` does the same for Monolith Arena by drawing a scene of its own; where boards are put together from
what a store keeps it is enough to keep nothing and to quantise nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from contextlib import ExitStack
from typing import Any
from unittest import mock

from PIL import Image

from render.canvas import OVERSAMPLING, Canvas
from render.store import Cache, Store
from render.theme import Colour, Palette


def whole(draw: Callable[[], Image.Image], *, careful: bool = True) -> Image.Image:
    """What `draw` draws, without anything kept and with no palette; with Lanczos' filter where that is `careful`."""
    with ExitStack() as patched:
        for kind, name, instead in (
            (Palette, "to_plane", _as_drawn),
            (Palette, "new_plane", _filled),
            (Store, "get", _made),
            (Cache, "get", _made),
        ):
            patched.enter_context(mock.patch.object(kind, name, instead))
        if careful:
            patched.enter_context(mock.patch.object(Canvas, "done", _reduced))
        return draw()


def _as_drawn(palette: Palette, picture: Image.Image) -> Image.Image:
    return picture.convert("RGB")


def _filled(palette: Palette, width: int, height: int, colour: Colour) -> Image.Image:
    return Image.new("RGB", (width, height), colour)


def _made(kept: Any, key: Hashable, make: Callable[[], Any]) -> Any:
    return make()


def _reduced(canvas: Canvas) -> Image.Image:
    large = canvas.large
    return large.resize((large.width // OVERSAMPLING, large.height // OVERSAMPLING), Image.Resampling.LANCZOS)
