"""Many small files in one: opened once, and each part is read only when it is asked for, and not kept.

A start that opens a file for every drawing of its first board spends most of its time on that. A pack is written
beside its place and moved into it, so readers see the old one or the new one, and it is never changed afterwards.
"""

from __future__ import annotations

import os
import struct
import threading
import weakref
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
        # Mapped into memory, all that was ever read of it would count as the process's own.
        self._handle = os.open(file, os.O_RDONLY | os.O_CLOEXEC)
        weakref.finalize(self, os.close, self._handle)
        start = len(_MAGIC) + _HEAD.size
        head = self._read(0, start)
        if head[: len(_MAGIC)] != _MAGIC or len(head) < start:
            raise ValueError("this is no pack")
        check: int
        self._count: int
        check, self._count = _HEAD.unpack_from(head, len(_MAGIC))
        self._index = self._read(start, self._count * _ENTRY.size)
        if zlib.crc32(self._index) != check:
            raise ValueError("the index of the pack is damaged")

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[bytes]:
        """The names, in their order."""
        return (self._index[n * _ENTRY.size : n * _ENTRY.size + NAME] for n in range(self._count))

    def get(self, name: bytes) -> bytes | None:
        """The part of that name, `None` if there is none that can be read.

        A damaged file may give anything: parts have checksums.
        """
        low, high = 0, self._count
        while low < high:
            middle = (low + high) // 2
            found, place, length = _ENTRY.unpack_from(self._index, middle * _ENTRY.size)
            if found == name:
                try:
                    return self._read(place, length)
                except OSError:
                    return None
            if found < name:
                low = middle + 1
            else:
                high = middle
        return None

    def _read(self, place: int, length: int) -> bytes:
        return os.pread(self._handle, length, place)


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
