"""Where pictures are drawn: in two threads of their own, so that the event loop never waits for one."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, Final, TypeVar

import discord

from bot import metrics
from bot.panels.model import Picture

AT_ONCE: Final = 2

T = TypeVar("T")


class Studio:
    """Draws pictures beside the event loop."""

    def __init__(self) -> None:
        # Always the same threads: the allocator keeps a heap for each that ever drew, and those do not shrink.
        self._threads = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="studio")

    async def draw(self, how: Callable[..., T], *arguments: Any) -> T:
        """What `how` makes of the arguments: a picture, or a picture with words."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, partial(_drawn, how, *arguments))


def _drawn(how: Callable[..., T], *arguments: Any) -> T:
    with metrics.PICTURES.time():
        return how(*arguments)


def file_of(picture: Picture) -> discord.File:
    """A fresh upload of a picture, with its alternative text."""
    return discord.File(io.BytesIO(picture.data), filename=picture.filename, description=picture.alt)
