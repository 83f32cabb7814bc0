"""The replayed histories of the matches that were looked at last, so that nothing is folded twice."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from typing import Any, Final

from games import history
from games.api import Formation, Game
from games.history import Entry, Replayed
from storage import StoredAction

ROOM: Final = 3000
"""How many entries are kept, over all matches: those of some thirty matches, and about 3 KiB each."""


class Replays:
    """What each entry of a match led to; the matches that were asked for longest ago are forgotten first."""

    def __init__(self, room: int = ROOM) -> None:
        self._room = room
        self._known: OrderedDict[str, list[Replayed]] = OrderedDict()
        self._size = 0

    def __len__(self) -> int:
        return self._size

    def of(
        self,
        match_id: str,
        game: Game[Any],
        formation: Formation,
        options: Mapping[str, Any],
        seed: bytes,
        entries: Sequence[StoredAction],
    ) -> Sequence[Replayed]:
        """What these entries of a match led to, one for each; only those are folded that are not known.

        Raises `games.history.BadEntry` where the stored entries are not legal.
        """
        known = self._known.get(match_id, ())
        if len(known) < len(entries):
            missing = map(_entry, entries[len(known) :])
            known = [*known, *history.fold(game, formation, options, seed, missing, known)]
            self._keep(match_id, known)
        elif known:
            self._known.move_to_end(match_id)
        return known if len(known) == len(entries) else known[: len(entries)]

    def append(self, match_id: str, replayed: Sequence[Replayed]) -> None:
        """Note what has just been carried out, where everything before it is known."""
        known = self._known.get(match_id, [])
        if replayed and replayed[0].number == len(known) + 1:
            self._keep(match_id, [*known, *replayed])

    def _keep(self, match_id: str, known: list[Replayed]) -> None:
        self._size += len(known) - len(self._known.get(match_id, ()))
        self._known[match_id] = known
        self._known.move_to_end(match_id)
        while self._size > self._room and len(self._known) > 1:
            _, oldest = self._known.popitem(last=False)
            self._size -= len(oldest)


def _entry(stored: StoredAction) -> Entry:
    return Entry(stored.kind, stored.seat, stored.text)
