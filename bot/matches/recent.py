"""The matches that were loaded or changed last, so that nothing is worked out of a position twice.

They are only what the database is known to hold still: every load asks it for the version of the match.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from copy import copy
from dataclasses import replace
from typing import Final

from bot.matches.loaded import LoadedMatch
from storage import Unchanged

ROOM: Final = 40
"""How many matches are kept, with their positions and views: some 100 KiB each."""


class Recent:
    """The matches that were asked for last, each as it stood then; the others are forgotten."""

    def __init__(self, room: int = ROOM) -> None:
        self._room = room
        self._known: OrderedDict[str, LoadedMatch] = OrderedDict()
        self._versions: dict[str, int] = {}

    @property
    def versions(self) -> Mapping[str, int]:
        """Which version of each match is here. It may be read from any thread."""
        return self._versions

    def keep(self, match: LoadedMatch) -> LoadedMatch:
        """Remember a match, unless it is known as it stands later; returns it."""
        version = match.match.version
        if self._versions.get(match.id, version) <= version:
            self._known[match.id] = match
            self._versions[match.id] = version
        self._known.move_to_end(match.id)
        while len(self._known) > self._room:
            oldest, _ = self._known.popitem(last=False)
            del self._versions[oldest]
        return match

    def again(self, there: Unchanged) -> LoadedMatch | None:
        """The match that the database has found unchanged; `None` if it was forgotten or has changed meanwhile."""
        known = self._known.get(there.id)
        if known is None or known.match.version != there.version:
            return None
        self._known.move_to_end(there.id)
        old = known.match
        if (old.channel_id, old.thread_id, old.start_message_id) != (
            there.channel_id,
            there.thread_id,
            there.start_message_id,
        ):
            known = copy(known)
            known.match = replace(
                old,
                channel_id=there.channel_id,
                thread_id=there.thread_id,
                start_message_id=there.start_message_id,
            )
            self._known[there.id] = known
        return known
