"""Drawings that are kept: in memory within bounds, and across starts in files of the user's cache folder.

Every game has a folder of its own, and in it one for each version: named after the code that draws, the tiles, the
palette and the libraries. A file is named after everything else that decides how the drawing looks, so nothing is ever
out of date. Files are written beside their place and then moved into it, so several processes may share the folder; a
file that is damaged is drawn and written again. Without a folder that can be written everything works from memory
alone.
"""

from __future__ import annotations

import hashlib
import os
import struct
import sys
import threading
import zlib
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from importlib import resources
from pathlib import Path
from typing import Final, Generic, TypeVar

from PIL import Image, features
from PIL import __version__ as pillow

from render.canvas import Canvas, breathe
from render.theme import Colour, Palette

V = TypeVar("V")


def _one(value: object) -> int:
    """Return 1, the weight of any value where all count the same."""
    return 1


def pixels(picture: Image.Image) -> int:
    """Return the bytes of a picture's pixels."""
    return picture.width * picture.height * len(picture.getbands())


class Cache(Generic[V]):
    """The values used last, by key, as many as together weigh no more than `size`; by default each weighs 1.

    Safe to use from several threads, which do not wait for each other's drawing.
    """

    def __init__(self, size: int, weigh: Callable[[V], int] = _one) -> None:
        self._size = size
        self._weigh = weigh
        self._weight = 0
        self._values: OrderedDict[Hashable, V] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: Hashable, make: Callable[[], V]) -> V:
        """Return the value of that key, made now if it is not there."""
        with self._lock:
            if key in self._values:
                self._values.move_to_end(key)
                return self._values[key]
        made = make()  # without the lock: at worst two threads draw the same
        with self._lock:
            if key in self._values:
                return self._values[key]
            self._values[key] = made
            self._weight += self._weigh(made)
            while self._weight > self._size and len(self._values) > 1:
                self._weight -= self._weigh(self._values.popitem(last=False)[1])
        return made

    def __contains__(self, key: Hashable) -> bool:
        return key in self._values

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._values.clear()
            self._weight = 0


_HEAD: Final = struct.Struct(">cHHhh")
"""Mode, width, height and place of a sprite; its pixels follow. Packed together, they have one checksum."""
_MODES: Final = {b"P": ("P", 1), b"A": ("RGBA", 4)}
_OLD: Final = 3
"""How many folders of other versions of a game's drawings are left alone when one is opened."""


class Sprite:
    """A drawing and where its upper left corner lies from the origin that it was drawn around."""

    __slots__ = ("picture", "x", "y")

    def __init__(self, picture: Image.Image, x: int = 0, y: int = 0) -> None:
        self.picture, self.x, self.y = picture, x, y


def cache_folder(platform: str = sys.platform, environment: Mapping[str, str] = os.environ) -> Path | None:
    """Return the folder for this program's pictures where the operating system wants it; `None` without a home."""
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
    """Return a name for all that decides how the things of a game are drawn.

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

    def __init__(self, game: str, size: int, palette: Palette, ground: Colour, facts: Callable[[], object]) -> None:
        """`game` is also the folder of the code that draws, `size` is how many bytes of pixels are kept in memory.

        `ground` is what parts are drawn on, `facts` gives what the game's drawings depend on besides their keys.
        """
        self.palette = palette
        self._game, self._ground, self._facts = game, ground, facts
        self._memory: Cache[Sprite] = Cache(size, _bytes)
        self._folder: Path | None = None
        self._local = threading.local()
        self.writable = False
        """There is a folder, and files can be written there."""
        self.misses = 0
        """How often a sprite was not in memory."""

    def folder_in(self, folder: Path) -> Path:
        """Return the place in a cache folder for this version of the game's drawings."""
        return folder / self._game / version(self._game, self._facts())

    def open(self, folder: Path | None) -> bool:
        """Use that folder from now on (`None`: memory alone) and return True if files can be written there."""
        self._folder, self.writable = None, False
        if folder is None:
            return False
        mine = self.folder_in(folder)
        try:
            mine.mkdir(parents=True, exist_ok=True)
            probe = mine / f"probe-{os.getpid()}-{threading.get_ident()}"
            probe.write_bytes(b"")
            probe.unlink()
            self.writable = True
            _tidy(mine)
        except OSError:
            self.writable = False
        self._folder = mine
        return self.writable

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Put what this thread asks for meanwhile into the folder, but do not keep it in memory."""
        self._local.aside = True
        try:
            yield
        finally:
            self._local.aside = False

    def clear(self) -> None:
        """Forget what is in memory."""
        self._memory.clear()

    def get(self, key: Hashable, make: Callable[[], Sprite]) -> Sprite:
        """Return the sprite of that key. The `repr` of the key must name everything that the drawing depends on.

        What the facts of the `version` describe may go by its name: a change of it opens another folder.
        """
        if getattr(self._local, "aside", False) and key not in self._memory:
            return self._stored(key, make)
        return self._memory.get(key, lambda: self._stored(key, make))

    def plane(self, key: Hashable, canvas: Callable[[], Canvas], draw: Callable[[Canvas], None]) -> Image.Image:
        """Return a canvas that `draw` has drawn on as a plane, drawn once. Do not draw on it."""
        return self.get(key, lambda: self._drawn(canvas(), draw)).picture

    def part(
        self, key: Hashable, width: int, height: int, draw: Callable[[Canvas], None], ground: Colour | None = None
    ) -> Image.Image:
        """Return a rectangular piece of a picture as a plane, drawn once. Do not draw on it."""
        below = ground or self._ground
        return self.get(("part", key, below), lambda: self._drawn(Canvas(width, height, below), draw)).picture

    def _drawn(self, canvas: Canvas, draw: Callable[[Canvas], None]) -> Sprite:
        breathe()
        draw(canvas)
        breathe()
        picture = canvas.done()
        breathe()
        return Sprite(self.palette.to_plane(picture))

    def __contains__(self, key: Hashable) -> bool:
        return key in self._memory

    def _stored(self, key: Hashable, make: Callable[[], Sprite]) -> Sprite:
        self.misses += 1
        if self._folder is None:
            return make()
        file = os.path.join(self._folder, hashlib.sha256(repr(key).encode()).hexdigest()[:32])
        with suppress(OSError):
            if (sprite := self.read(file)) is not None:
                return sprite
        made = make()
        if self.writable:
            try:
                _write(Path(file), made)
            except OSError:
                self.writable = False
        return made

    def read(self, file: str | Path) -> Sprite | None:
        """Return the sprite in a file, or `None` if anything is wrong with it. Raises `OSError`."""
        try:
            with open(file, "rb", buffering=0) as opened:  # a start reads dozens of them, and paths are slow
                data = zlib.decompress(opened.read())
            letter, width, height, x, y = _HEAD.unpack_from(data)
            mode, depth = _MODES[letter]
        except (zlib.error, struct.error, KeyError):
            return None
        if len(data) != _HEAD.size + width * height * depth:
            return None
        # not copied once more: sprites are not drawn on
        picture = Image.frombuffer(mode, (width, height), data[_HEAD.size :], "raw", mode, 0, 1)
        if mode == "P":
            picture.putpalette(self.palette.data)
        return Sprite(picture, x, y)


def _bytes(sprite: Sprite) -> int:
    """Return how many bytes a sprite's pixels take."""
    width, height = sprite.picture.size
    return width * height * len(sprite.picture.getbands())


def _write(file: Path, sprite: Sprite) -> None:
    """Write a sprite beside its place and move it there. Raises `OSError`."""
    picture = sprite.picture
    head = _HEAD.pack(b"P" if picture.mode == "P" else b"A", *picture.size, sprite.x, sprite.y)
    beside = file.with_name(f"{file.name}.{os.getpid()}.{threading.get_ident()}")
    try:
        beside.write_bytes(zlib.compress(head + picture.tobytes(), 1))
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


Job = Callable[[], object]
"""Draws something through the store, unless the store has it."""

_PAUSE: Final = 0.002
"""Seconds that other threads get after each drawing."""


class Warming:
    """The drawing in the background, which may be stopped at any time.

    First come the drawings that are kept in memory, then those that wait in the store's folder, where they cost none;
    without a folder that can be written those are left out.
    """

    def __init__(self, store: Store, kept: Iterable[Job], aside: Iterable[Job] = ()) -> None:
        self._store, self._kept, self._aside = store, kept, aside
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="warming", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        if self._draw(self._kept) and self._store.writable:
            with self._store.aside():
                self._draw(self._aside)

    def _draw(self, jobs: Iterable[Job]) -> bool:
        """Do these jobs with pauses; return True if none is left."""
        for job in jobs:
            if self._stop.is_set():
                return False
            before = self._store.misses
            job()
            if self._store.misses != before:
                self._stop.wait(_PAUSE)
        return True

    def stop(self) -> None:
        """End it after the drawing that is under way."""
        self._stop.set()

    def join(self, seconds: float | None = None) -> bool:
        """Wait until it has ended, no longer than that; return True if it has."""
        self._thread.join(seconds)
        return not self._thread.is_alive()
