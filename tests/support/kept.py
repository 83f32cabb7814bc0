"""Records that were made once and are kept: a change of the rules that shows in them needs new rulings."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from games import formats, record, verify
from games.api import Game


def positions(game: Game[Any], path: Path, write: Callable[[Any], str]) -> str:
    """The SHA-256 of all positions of a record that verifies, one a line; `write` is the game's notation."""
    found = formats.read(path.read_text(encoding="utf-8"))
    verdict = verify.verify(found, {game.name: game})
    assert verdict.status == verify.GOOD, verdict.text
    text = "\n".join(write(state) for state in record.replay(game, found))
    return hashlib.sha256(text.encode()).hexdigest()


def verbs(paths: Iterable[Path]) -> set[str]:
    """The first words of all that was said in these records."""
    lines = (line for path in paths for line in formats.read(path.read_text(encoding="utf-8"))["actions"])
    return {line.split()[1] for line in lines}
