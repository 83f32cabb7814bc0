"""Drawings that are kept: in memory, and across starts in files of the user's cache folder.

Every game has a folder of its own, and in it one for each version: named after the code that draws, the tiles, the
palette and the libraries. A file is named after everything else that decides how the drawing looks, so nothing is ever
out of date. Files are written beside their place and then moved into it, so several processes may share the folder; a
file that is damaged is drawn and written again. Now and then the small files are gathered into one pack, from which a
new start reads quickly. Without a folder that can be written everything works from memory alone.
"""

from __future__ import annotations

import hashlib
import os
import struct
import sys
import threading
import zlib
from collections.abc import Callable, Hashable, Iterator, Mapping
from contextlib import contextmanager, suppress
from importlib import resources
from pathlib import Path
from typing import Final

from PIL import Image, features
from PIL import __version__ as pillow

from render import pack
from render.cache import Cache
from render.canvas import Canvas, breathe
from render.encode import decompress
from render.palette import Palette

_MAGIC: Final = b"AB1\n"
_HEAD: Final = struct.Struct(">IcHHhh")
_MODES: Final = {b"P": ("P", 1), b"A": ("RGBA", 4)}
_PACK: Final = "pack"
"""The name of the file that holds what was gathered."""
_OLD: Final = 3
"""How many folders of other versions of a game's drawings are left alone when one is opened."""


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


def version(folder: str, facts: object) -> str:
    """A name for all that decides how the things of a game are drawn.

    That is the code of all pictures, that in the game's `folder` of this package, letters, icons, the libraries, and
    `facts`: whatever the game's drawings depend on besides their keys (by its `repr`).
    """
    digest = hashlib.sha256(repr((facts, pillow, features.version("freetype2"))).encode())
    here = resources.files("render")
    for part in (here, here.joinpath("fonts"), here.joinpath("icons"), here.joinpath(folder)):
        for entry in sorted(part.iterdir(), key=lambda entry: entry.name):
            if entry.name.endswith((".py", ".ttf", ".txt")):
                digest.update(entry.name.encode() + b"\0" + entry.read_bytes())
    return digest.hexdigest()[:16]


class Store:
    """The sprites of a game by key, drawn once: memory first, then the folder if one is open."""

    def __init__(self, game: str, size: int, palette: Palette, name: Callable[[], str]) -> None:
        """`size` is how many bytes of pixels are kept in memory, `name` gives the `version` of the game's drawings."""
        self.palette = palette
        self._game = game
        self._name = name
        self._memory: Cache[Sprite] = Cache(size, _bytes)
        self._folder: Path | None = None
        self._pack: pack.Pack | None = None
        self._writable = False
        self._local = threading.local()
        self.misses = 0
        """How often a sprite was not in memory."""

    def open(self, folder: Path | None) -> bool:
        """Use that folder from now on (`None`: memory alone); says whether files can be written there."""
        self._folder, self._pack, self._writable = None, None, False
        if folder is None:
            return False
        mine = folder / self._game / self._name()
        try:
            mine.mkdir(parents=True, exist_ok=True)
            probe = mine / f"probe-{os.getpid()}-{threading.get_ident()}"
            probe.write_bytes(b"")
            probe.unlink()
            self._writable = True
            _tidy(mine)
        except OSError:
            self._writable = False
        self._pack = pack.opened(mine / _PACK)
        self._folder = mine
        return self._writable

    def gather(self, least: int = 1) -> None:
        """Put the small files of the folder into the pack if there are at least so many.

        Other processes may do the same: what one of them takes from the other is drawn once more.
        """
        folder = self._folder
        if folder is None or not self._writable:
            return
        try:
            loose = [f for f in folder.iterdir() if len(f.name) == 2 * pack.NAME]
            if len(loose) < max(1, least):
                return
            old = pack.opened(folder / _PACK)
            parts = {name: old.get(name) or b"" for name in old} if old is not None else {}
            for file in loose:
                with suppress(ValueError):
                    parts[bytes.fromhex(file.name)] = file.read_bytes()
                breathe()
            pack.write(folder / _PACK, parts)
            self._pack = pack.opened(folder / _PACK)
            for file in loose if self._pack is not None else ():
                file.unlink(missing_ok=True)
        except OSError:  # the small files go on to do
            return

    @contextmanager
    def aside(self) -> Iterator[None]:
        """What this thread asks for meanwhile is put into the folder but not kept in memory."""
        self._local.aside = True
        try:
            yield
        finally:
            self._local.aside = False

    @property
    def writable(self) -> bool:
        """Whether there is a folder that can be written."""
        return self._writable

    def clear(self) -> None:
        """Forget what is in memory."""
        self._memory.clear()

    def get(self, key: Hashable, make: Callable[[], Sprite]) -> Sprite:
        """The sprite of that key. The `repr` of the key must name everything that the drawing depends on.

        What the facts of the `version` describe may go by its name: a change of it opens another folder.
        """
        if getattr(self._local, "aside", False) and key not in self._memory:
            return self._stored(key, make)
        return self._memory.get(key, lambda: self._stored(key, make))

    def plane(self, key: Hashable, canvas: Callable[[], Canvas], draw: Callable[[Canvas], None]) -> Image.Image:
        """What is drawn on a canvas as a plane, drawn once. Do not draw on it."""

        def make() -> Sprite:
            surface = canvas()
            breathe()
            draw(surface)
            breathe()
            picture = surface.done()
            breathe()
            return Sprite(self.palette.to_plane(picture))

        return self.get(key, make).picture

    def __contains__(self, key: Hashable) -> bool:
        return key in self._memory

    def _stored(self, key: Hashable, make: Callable[[], Sprite]) -> Sprite:
        self.misses += 1
        folder = self._folder
        if folder is None:
            return make()
        name = hashlib.sha256(repr(key).encode()).digest()[: pack.NAME]
        data = self._pack.get(name) if self._pack is not None else None
        if data is not None and (found := self._read(data)) is not None:
            return found
        file = folder / name.hex()
        with suppress(OSError):
            if (found := self._read(file.read_bytes())) is not None:
                return found
        made = make()
        if self._writable:
            try:
                _write(file, made)
            except OSError:
                self._writable = False
        return made

    def _read(self, data: bytes) -> Sprite | None:
        """The sprite in a file's bytes, or `None` if anything is wrong with them."""
        start = len(_MAGIC) + _HEAD.size
        if data[: len(_MAGIC)] != _MAGIC or len(data) < start:
            return None
        check, letter, width, height, x, y = _HEAD.unpack_from(data, len(_MAGIC))
        if zlib.crc32(data[len(_MAGIC) + 4 :]) != check or letter not in _MODES:
            return None
        mode, depth = _MODES[letter]
        try:
            pixels = decompress(data[start:])
        except zlib.error:
            return None
        if len(pixels) != width * height * depth:
            return None
        picture = Image.frombuffer(mode, (width, height), pixels, "raw", mode, 0, 1)  # the bytes themselves, not a copy
        if mode == "P":
            picture.putpalette(self.palette.data)
        return Sprite(picture, x, y)


def _bytes(sprite: Sprite) -> int:
    """What a sprite's pixels take."""
    width, height = sprite.picture.size
    return width * height * len(sprite.picture.getbands())


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


def _tidy(mine: Path) -> None:
    """Remove the oldest of the versions beside this one; another process may be doing the same."""
    others = [f for f in mine.parent.iterdir() if f.is_dir() and f != mine and len(f.name) == 16]
    for old in sorted(others, key=lambda f: f.stat().st_mtime)[:-_OLD]:
        with suppress(OSError):
            for file in old.iterdir():
                file.unlink()
            old.rmdir()
