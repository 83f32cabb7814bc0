"""Drawings that are kept: in memory, and across starts in files of the user's cache folder.

A file is named after everything that decides how the drawing looks, and the folder after the code that draws, the
palette and the libraries, so nothing in it is ever out of date. Files are written beside their place and then moved
into it, so several processes may share the folder; a file that is damaged is drawn and written again. Without a
folder that can be written everything works from memory alone.
"""

from __future__ import annotations

import hashlib
import os
import struct
import sys
import threading
import zlib
from collections.abc import Callable, Hashable, Mapping
from contextlib import suppress
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final

from PIL import Image, features
from PIL import __version__ as pillow

from render.canvas import Cache
from render.encode import PALETTE_BYTES
from render.theme import PALETTE

_MAGIC: Final = b"AB1\n"
_HEAD: Final = struct.Struct(">IcHHhh")
_MODES: Final = {b"P": ("P", 1), b"A": ("RGBA", 4)}
_OLD: Final = 3
"""How many folders of other versions are left alone when one is opened."""


class Sprite:
    """A drawing and where its upper left corner lies from the origin that it was drawn around."""

    __slots__ = ("picture", "x", "y")

    def __init__(self, picture: Image.Image, x: int = 0, y: int = 0) -> None:
        self.picture, self.x, self.y = picture, x, y


def cache_folder(platform: str = sys.platform, environment: Mapping[str, str] = os.environ) -> Path | None:
    """The folder for this program's pictures where the operating system wants it; `None` without a home."""
    try:
        home = Path.home()
    except RuntimeError:
        return None
    if platform == "win32":
        base = Path(environment.get("LOCALAPPDATA") or home / "AppData" / "Local")
        return base / "arena-bot" / "Cache"
    if platform == "darwin":
        return home / "Library" / "Caches" / "arena-bot"
    given = Path(environment.get("XDG_CACHE_HOME", ""))
    return (given if given.is_absolute() else home / ".cache") / "arena-bot"


def _sources(folder: Traversable) -> list[tuple[str, bytes]]:
    found = []
    for entry in sorted(folder.iterdir(), key=lambda e: e.name):
        if entry.is_dir() and not entry.name.startswith("__"):
            found += _sources(entry)
        elif entry.name.endswith(".py"):
            found.append((entry.name, entry.read_bytes()))
    return found


@cache
def version() -> str:
    """A name for all that decides how things are drawn: the code of this package, the palette, the libraries."""
    digest = hashlib.sha256(repr((PALETTE, pillow, features.version("freetype2"))).encode())
    for name, source in _sources(resources.files("render")):
        digest.update(name.encode() + b"\0" + source)
    return digest.hexdigest()[:16]


class Store:
    """Sprites by key, drawn once: memory first, then the folder if one is open."""

    def __init__(self, size: int) -> None:
        self._memory: Cache[Sprite] = Cache(size)
        self._folder: Path | None = None
        self._writable = False
        self.misses = 0
        """How often a sprite was not in memory."""

    def open(self, folder: Path | None) -> bool:
        """Use that folder from now on (`None`: memory alone); says whether files can be written there."""
        self._folder, self._writable = None, False
        if folder is None:
            return False
        mine = folder / version()
        try:
            mine.mkdir(parents=True, exist_ok=True)
            probe = mine / f"probe-{os.getpid()}-{threading.get_ident()}"
            probe.write_bytes(b"")
            probe.unlink()
            self._writable = True
            _tidy(folder, mine)
        except OSError:
            self._writable = False
        self._folder = mine
        return self._writable

    def clear(self) -> None:
        """Forget what is in memory."""
        self._memory.clear()

    def get(self, key: Hashable, make: Callable[[], Sprite]) -> Sprite:
        """The sprite of that key. The `repr` of the key must name everything that the drawing depends on."""
        return self._memory.get(key, lambda: self._stored(key, make))

    def __contains__(self, key: Hashable) -> bool:
        return key in self._memory

    def _stored(self, key: Hashable, make: Callable[[], Sprite]) -> Sprite:
        self.misses += 1
        folder = self._folder
        if folder is None:
            return make()
        file = folder / hashlib.sha256(repr(key).encode()).hexdigest()[:32]
        with suppress(OSError):
            if (found := _read(file.read_bytes())) is not None:
                return found
        made = make()
        if self._writable:
            try:
                _write(file, made)
            except OSError:
                self._writable = False
        return made


def _read(data: bytes) -> Sprite | None:
    """The sprite in a file's bytes, or `None` if anything is wrong with them."""
    start = len(_MAGIC) + _HEAD.size
    if data[: len(_MAGIC)] != _MAGIC or len(data) < start:
        return None
    check, letter, width, height, x, y = _HEAD.unpack_from(data, len(_MAGIC))
    if zlib.crc32(data[len(_MAGIC) + 4 :]) != check or letter not in _MODES:
        return None
    mode, depth = _MODES[letter]
    try:
        pixels = zlib.decompress(data[start:])
    except zlib.error:
        return None
    if len(pixels) != width * height * depth:
        return None
    picture = Image.frombytes(mode, (width, height), pixels)
    if mode == "P":
        picture.putpalette(PALETTE_BYTES)
    return Sprite(picture, x, y)


def _write(file: Path, sprite: Sprite) -> None:
    picture = sprite.picture
    letter = b"P" if picture.mode == "P" else b"A"
    packed = zlib.compress(picture.tobytes(), 1)
    head = _HEAD.pack(0, letter, *picture.size, sprite.x, sprite.y)[4:]
    beside = file.with_name(f"{file.name}.{os.getpid()}.{threading.get_ident()}")
    try:
        beside.write_bytes(_MAGIC + struct.pack(">I", zlib.crc32(head + packed)) + head + packed)
        beside.replace(file)
    except OSError:
        with suppress(OSError):
            beside.unlink()
        raise


def _tidy(folder: Path, mine: Path) -> None:
    """Remove the folders of the oldest other versions; another process may be doing the same."""
    others = [f for f in folder.iterdir() if f.is_dir() and f != mine and len(f.name) == 16]
    for old in sorted(others, key=lambda f: f.stat().st_mtime)[:-_OLD]:
        with suppress(OSError):
            for file in old.iterdir():
                file.unlink()
            old.rmdir()


STORE: Final = Store(4096)
"""The store of all pictures."""
