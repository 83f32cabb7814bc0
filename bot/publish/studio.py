"""Where pictures are drawn: in two threads of their own, so that the event loop never waits for one.

A picture depends on nothing but what it is drawn from. So the last ones are kept: somebody who opens the panel just
after a direct message, or once more, gets the same bytes without any drawing.
"""

from __future__ import annotations

import asyncio
import io
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, Final, TypeVar, cast

import discord

from bot import metrics
from bot.limits import ALT_TEXT, FILE_SIZE, cut
from bot.panels.model import Picture
from render import film as frames

AT_ONCE: Final = 2
KEPT: Final = 4 << 20
"""Bytes of pictures that are kept: some fifty boards."""

T = TypeVar("T")
Drawing = tuple[Any, ...]
"""A picture yet to be drawn: the function, and its arguments (`Studio.draw`)."""


class Studio:
    """Draws pictures beside the event loop."""

    def __init__(self, kept: int = KEPT) -> None:
        self._room = kept
        self._kept: OrderedDict[Hashable, Picture] = OrderedDict()
        # Always the same threads: the allocator keeps a heap for each that ever drew, and those do not shrink.
        self._threads = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="studio")

    async def draw(self, how: Callable[..., T], *arguments: Any) -> T:
        """Draw in a thread: return the picture that `how` makes of the arguments, or the picture with words.

        `how` must depend on its arguments alone. A picture for which all of them can be compared is drawn once.
        """
        key: Hashable = (how, *arguments)
        try:
            kept: Any = self._kept.get(key)
        except TypeError:  # what cannot be compared safely has no hash
            key = kept = None
        if kept is not None:
            self._kept.move_to_end(key)
            return cast("T", kept)
        drawing = partial(_drawn, how, *arguments)
        loop = asyncio.get_running_loop()
        made = await loop.run_in_executor(self._threads, drawing)  # no fault: tests replace this method
        if key is not None and isinstance(made, Picture):
            self._keep(key, made)
        return made

    async def show(self, picture: Drawing | None, film: Drawing | None) -> Picture | None:
        """Draw a picture with a film before it in one file, where Discord takes that; else the picture alone."""
        drawn = await self.draw(*picture) if picture is not None else None
        filmed = await self.draw(*film) if film is not None else None
        if filmed is not None and drawn is not None:
            filmed = await self.draw(ending_on, filmed, drawn)
        return drawn if filmed is None or len(filmed.data) > FILE_SIZE else filmed

    def _keep(self, key: Hashable, made: Picture) -> None:
        if key not in self._kept:
            self._room -= len(made.data)
        self._kept[key] = made
        while self._room < 0 and len(self._kept) > 1:
            _, oldest = self._kept.popitem(last=False)
            self._room += len(oldest.data)


def _drawn(how: Callable[..., T], *arguments: Any) -> T:
    with metrics.PICTURES.time():
        return how(*arguments)


FILM_ALT: Final = 400
"""How many characters of alternative text are left to what is seen before the last picture of a film."""


def ending_on(film: Picture, last: Picture) -> Picture:
    """Return a film that ends on another picture; its alternative text says first what stays."""
    seen = cut(film.alt, FILM_ALT)
    alt = f"{cut(last.alt, ALT_TEXT - len(seen) - 1)} {seen}"
    return Picture(frames.ending_on(film.data, last.data), film.filename, alt)


def file_of(picture: Picture) -> discord.File:
    """Return a fresh upload of a picture, with its alternative text."""
    return discord.File(io.BytesIO(picture.data), filename=picture.filename, description=picture.alt)
