"""Keeps the world of a sandbox in a folder, so that matches are found again after a restart."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import os
from pathlib import Path
from typing import IO, Final

from sandbox import snapshot
from sandbox.world import World

log = logging.getLogger("sandbox")

DELAY: Final = 1.0
"""Seconds from a change until it is written: what a crash of the sandbox can lose."""


class CannotKeep(Exception):
    """The folder is in use, cannot be written, or holds something else; the message says which."""


class Keeper:
    """The folder: ``world.json``, written anew as a whole, and the contents of attachments in ``files``."""

    def __init__(self, world: World, folder: Path) -> None:
        self.world = world
        self.folder = folder
        self.path = folder / "world.json"
        self.files = folder / "files"
        self._changed = asyncio.Event()
        self._lock: IO[str] | None = None

    def open(self) -> bool:
        """Take the folder and restore what is in it; returns whether there was something. Raises `CannotKeep`."""
        try:
            self.files.mkdir(parents=True, exist_ok=True)
            self._lock = (self.folder / "lock").open("w")
            _take(self._lock)
            if not self.path.exists():
                return False
            saved = json.loads(self.path.read_text(encoding="utf-8"))
            files = {int(f.name): f.read_bytes() for f in self.files.iterdir() if f.name.isdecimal()}
            snapshot.restore(self.world, saved, files)
        except BlockingIOError as error:
            raise CannotKeep(f"Another sandbox uses {self.folder}; choose another folder with --data.") from error
        except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
            sentence = f"The data of the sandbox in {self.folder} cannot be used: {error!r}. Choose another folder"
            raise CannotKeep(f"{sentence} with --data, or move that one away.") from error
        return True

    def note(self, *_: object) -> None:
        """Something has changed."""
        self._changed.set()

    async def run(self) -> None:
        """Write changes, each time a little later, until cancelled."""
        while True:
            await self._changed.wait()
            await asyncio.sleep(DELAY)
            try:
                self.save()
            except OSError as error:
                log.error("the sandbox could not be saved: %s", error)

    def save(self) -> None:
        """Write everything now; a crash while it is written leaves what was there before. Raises `OSError`."""
        self._changed.clear()
        attachments = {str(a.id): a for m in snapshot.kept(self.world) for a in m.attachments}
        there = {f.name for f in self.files.iterdir()}
        for name in attachments.keys() - there:
            write(self.files / name, attachments[name].data)
        write(self.path, json.dumps(snapshot.document(self.world)).encode())
        for name in there - attachments.keys():  # after the document that still named them
            (self.files / name).unlink()

    def close(self) -> None:
        """Let go of the folder."""
        if self._lock is not None:
            self._lock.close()
            self._lock = None


def write(path: Path, data: bytes) -> None:
    """Write a file that is never half there, whoever reads it and whatever breaks meanwhile."""
    part = path.with_name(f"{path.name}.part")
    part.write_bytes(data)
    os.replace(part, path)


def _take(lock: IO[str]) -> None:
    with contextlib.suppress(ImportError):  # not on every system
        import fcntl

        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
