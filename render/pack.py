"""Many small files in one: opened once, and each part is read only when it is asked for.

A start that opens a file for every drawing of its first board spends most of its time on that. A pack is written
beside its place and moved into it, so readers see the old one or the new one, and it is never changed afterwards.
"""

from __future__ import annotations

import mmap
import os
import struct
import threading
import zlib
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

_MAGIC: Final = b"AP1\n"
_HEAD: Final = struct.Struct(">II")
"""The checksum of the index, and how many entries it has."""
_ENTRY: Final = struct.Struct(">16sQI")
"""Name, place and length."""
NAME: Final = 16
"""How many bytes a name has."""


class Pack:
    """The parts of one file by their names. Raises `OSError` and `ValueError` if there is none or it is damaged."""

    def __init__(self, file: Path) -> None:
        with file.open("rb") as handle:
            self._data = mmap.mmap(handle.fileno(), 0, access=mmap.ACCESS_READ)
        start = len(_MAGIC) + _HEAD.size
        if self._data[: len(_MAGIC)] != _MAGIC or len(self._data) < start:
            raise ValueError("this is no pack")
        check: int
        self._count: int
        check, self._count = _HEAD.unpack_from(self._data, len(_MAGIC))
        self._index = self._data[start : start + self._count * _ENTRY.size]
        if zlib.crc32(self._index) != check:
            raise ValueError("the index of the pack is damaged")

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[bytes]:
        """The names, in their order."""
        return (self._index[n * _ENTRY.size : n * _ENTRY.size + NAME] for n in range(self._count))

    def get(self, name: bytes) -> bytes | None:
        """The part of that name, `None` if there is none. A damaged file may give anything: parts have checksums."""
        low, high = 0, self._count
        while low < high:
            middle = (low + high) // 2
            found, place, length = _ENTRY.unpack_from(self._index, middle * _ENTRY.size)
            if found == name:
                return self._data[place : place + length]
            if found < name:
                low = middle + 1
            else:
                high = middle
        return None


def opened(file: Path) -> Pack | None:
    """The pack in a file, `None` if there is none that can be read."""
    try:
        return Pack(file)
    except (OSError, ValueError, struct.error):
        return None


def write(file: Path, parts: Mapping[bytes, bytes]) -> None:
    """Write a pack of parts by their names. Raises `OSError` if it cannot be put in its place."""
    names = sorted(parts)
    place = len(_MAGIC) + _HEAD.size + _ENTRY.size * len(names)
    index = bytearray()
    for name in names:
        index += _ENTRY.pack(name, place, len(parts[name]))
        place += len(parts[name])
    beside = file.with_name(f"{file.name}.{os.getpid()}.{threading.get_ident()}")
    try:
        with beside.open("wb") as handle:
            handle.write(_MAGIC + _HEAD.pack(zlib.crc32(index), len(names)) + index)
            handle.writelines(parts[name] for name in names)
        beside.replace(file)
    except OSError:
        with suppress(OSError):
            beside.unlink()
        raise
