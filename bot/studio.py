"""Where pictures are drawn: in threads, a few at a time, so that the event loop never waits for one."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Callable
from typing import Any, Final, TypeVar

import discord

from bot.panel import Picture

AT_ONCE: Final = 2

T = TypeVar("T")


class Studio:
    """Draws pictures beside the event loop."""

    def __init__(self) -> None:
        self._places = asyncio.Semaphore(AT_ONCE)

    async def draw(self, how: Callable[..., T], *arguments: Any) -> T:
        """What `how` makes of the arguments: a picture, or a picture with words."""
        async with self._places:
            return await asyncio.to_thread(how, *arguments)


def file_of(picture: Picture) -> discord.File:
    """A fresh upload of a picture, with its alternative text."""
    return discord.File(io.BytesIO(picture.data), filename=picture.filename, description=picture.alt)
