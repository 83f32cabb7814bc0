"""Records that were made once, and every state of their matches as it was stored then.

Beside the records of a game lies ``states.json.xz``: for each record the dumps of the state at its start and after each
entry, made by the version of that day. A change of the rules that shows in them needs new rulings.
"""

from __future__ import annotations

import json
import lzma
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

from games import record, verify
from games.api import Game

GAMES: Final = Path(__file__).parents[1] / "games"
LEFT_OUT: Final[Mapping[str, Any]] = {
    "options.open_reserves": False,
    "options.monoliths": False,
    "options.reinforcement": False,
    "options.free": False,
    "options.guarantee_attack": False,
    "options.hours_before": 8,
    "options.hours_within": 2,
    "now.hold": 0,
    "base.hold": 0,
}
"""The options that stood in every dump then, with the values that are left out now."""
TOLD_SINCE: Final = ("now.aims", "base.aims")
"""What is stored beside the rules of a match and was not yet then."""


def records(game: str) -> list[Path]:
    """Return the kept records of a game."""
    return [path for path in sorted((GAMES / game / "records").glob("*.json")) if path.stem != "hashes"]


def games() -> list[str]:
    """Return the games that have kept records: those that were ever released."""
    return sorted(folder.parent.name for folder in GAMES.glob("*/records"))


@cache
def states(game: str) -> Mapping[str, list[dict[str, Any]]]:
    """Return the dumps of the states of each kept record of a game, by the record's name."""
    text = lzma.decompress((GAMES / game / "records" / "states.json.xz").read_bytes())
    return dict(json.loads(text))


def replayed(game: Game[Any], path: Path) -> list[Any]:
    """Return the states of a record's match, after checking that it verifies."""
    document = record.read(path.read_bytes())
    verdict = verify.verify(document, {game.name: game})
    assert verdict.status == (verify.GOOD if "players" in document else verify.PROVES_NOTHING), verdict.text
    return record.replay(game, document)


def differences(game: Game[Any], path: Path) -> Iterator[str]:
    """Yield what differs in a record's match from the states of its day: the entry, the path and both values."""
    actions = ["the start", *record.read(path.read_bytes())["actions"]]
    then, now = states(game.name)[path.stem], replayed(game, path)
    assert len(then) == len(now) == len(actions)
    for number, (action, old, state) in enumerate(zip(actions, then, now, strict=True)):
        for again in (state, game.load(old)):
            for key, before, after in record.differences(old, game.dump(again)):
                if before is record.MISSING and key.startswith(TOLD_SINCE):
                    continue
                if after is not record.MISSING or LEFT_OUT.get(key, record.MISSING) != before:
                    yield f"{path.stem}, entry {number} ({action}): {key} was {before!r} and is {after!r} now"


def verbs(paths: Iterable[Path]) -> set[str]:
    """Return the first words of everything that was done in these records."""
    lines = (line for path in paths for line in record.read(path.read_bytes())["actions"])
    return {line.split()[1] for line in lines}
