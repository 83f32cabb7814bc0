"""What players have instructed, kept in memory for as long as their matches are played."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from typing import Any, Final

from bot.matches.loaded import LoadedMatch
from games import standing
from games.api import BadNotation
from games.standing import Instruction, Standing
from storage import Store
from storage.instructions import ALWAYS

KEPT: Final = 5000
Given = Mapping[int, tuple[Instruction, ...]]
"""The instructions of seats, those that have any."""
_Lines = dict[tuple[str, str], str]


class Instructions:
    """Who has instructed what. Every change goes through here, so that what is kept is never old."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: OrderedDict[tuple[int, str], _Lines] = OrderedDict()

    async def of(self, match: LoadedMatch) -> Given:
        """Return what the seats of a match are to do by themselves; nothing in games without instructions."""
        rules = standing.standing_of(match.face.game)
        if rules is None or match.match.status != "running":
            return {}
        game = match.match.game
        users = {s.seat: s.user_id for s in match.match.seats if s.user_id is not None}
        missing = [user for user in users.values() if (user, game) not in self._known]
        if missing:
            for user, lines in (await self._store.instructions.of_users(missing, game)).items():
                self._known.setdefault((user, game), lines)
            while len(self._known) > KEPT:
                self._known.popitem(last=False)
        found = {seat: _given(rules, self._known.get((user, game), {}), match.id) for seat, user in users.items()}
        return {seat: given for seat, given in found.items() if given}

    def known(self, user: int, game: str) -> bool:
        """Return True if a user is known to have instructed anything in a game."""
        return bool(self._known.get((user, game)))

    def forget(self, user: int) -> None:
        """Ask again the next time what somebody has instructed."""
        for key in [key for key in self._known if key[0] == user]:
            del self._known[key]

    async def mine(self, match: LoadedMatch, user: int) -> Mapping[tuple[str, str], str]:
        """Return what a user has instructed in a game, by match (`ALWAYS`: for all) and topic."""
        return (await self._store.instructions.of_users((user,), match.match.game))[user]

    async def set(self, user: int, game: str, match_id: str, topic: str, line: str | None, *, now: int) -> None:
        """Instruct something, for one match or for all; `None` cancels it."""
        await self._store.instructions.set(user, game, match_id, topic, line, now=now)
        self._known[user, game] = (await self._store.instructions.of_users((user,), game))[user]


def _given(rules: Standing[Any], lines: _Lines, match_id: str) -> tuple[Instruction, ...]:
    """Return the instructions for one match by topic: its own ones first, else those for all matches."""
    found = []
    for topic in rules.topics:
        line = lines.get((match_id, topic.id), lines.get((ALWAYS, topic.id)))
        if line is None:
            continue
        try:
            found.append(standing.parse(rules, line))
        except BadNotation:
            continue  # of an earlier version of the game
    return tuple(found)
