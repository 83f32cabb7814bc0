"""What of a match is worth telling those who only look on, and who they are."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable
from typing import Any, Final

from bot.matches.loaded import LoadedMatch
from games import agreements, history
from games.history import Replayed
from storage import Follower, Store

KEPT: Final = 5000
AGREEMENTS: Final = (
    agreements.Resigned,
    agreements.TimedOut,
    agreements.DrawOffered,
    agreements.TakebackAsked,
    agreements.HandedOver,
)
"""Events that belong to no game; the entry's own tokens say more than they do."""


class Followers:
    """Who follows which match, kept in memory. Every change goes through here, so that what is kept is never old."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: OrderedDict[str, tuple[Follower, ...]] = OrderedDict()
        self._changes = 0

    async def of(self, match_id: str) -> tuple[Follower, ...]:
        """Return the followers of a match."""
        known = self._known.get(match_id)
        if known is not None:
            return known
        count = self._changes
        found = await self._store.followers.of_match(match_id)
        if count == self._changes:  # else it may be old by now
            self._known[match_id] = found
            if len(self._known) > KEPT:
                self._known.popitem(last=False)
        return found

    async def mine(self, match_id: str, user: int) -> Follower | None:
        """Return how a user follows a match; `None` for not at all."""
        return next((one for one in await self.of(match_id) if one.user_id == user), None)

    async def follow(self, match_id: str, new: Follower, most: int) -> bool:
        """Let somebody follow a match (`storage.followers`)."""
        done = await self._store.followers.add(match_id, new, most)
        self._forget(match_id)
        return done

    async def unfollow(self, match_id: str, user: int) -> bool:
        """Let somebody follow a match no longer. Returns whether that was so."""
        done = await self._store.followers.remove(match_id, user)
        self._forget(match_id)
        return done

    async def told(self, match_id: str, user: int, number: int) -> None:
        """Note up to which entry somebody was told what has happened."""
        await self._store.followers.mark_reported(match_id, user, number)
        self._forget(match_id)

    def forget(self) -> None:
        """Ask again for all of them: somebody was forgotten."""
        self._changes += 1
        self._known.clear()

    def _forget(self, match_id: str) -> None:
        self._changes += 1
        self._known.pop(match_id, None)


def shown(match: LoadedMatch, one: Replayed, reader: int | None) -> list[Any]:
    """Return the game's events of an entry, as the reader may see them; each is shown to a reader once."""
    events = one.step.events if one.step is not None else ()
    kept, key = match.past.shown, (one.number, reader)
    known = kept.get(key)
    if known is None or known[0] is not events:  # an entry that somebody else was faster with has the same number
        seen = (match.face.game.show(event, reader) for event in events if not isinstance(event, AGREEMENTS))
        known = kept[key] = (events, [event for event in seen if event is not None])
    return known[1]


def high_point(match: LoadedMatch, one: Replayed) -> bool:
    """Return True if an entry is a high point: a seat is out or changes hands, or the game says so."""
    if one.step is None or one.takes_back:
        return False
    game = match.face.game
    out = len(game.playing(one.after.state)) < len(game.playing(one.before.state))
    return out or history.hands_over(one.entry) or match.face.high_point(shown(match, one, None))


def any_high_point(match: LoadedMatch, done: Iterable[Replayed]) -> bool:
    """Return True if any of these entries is a high point."""
    return any(high_point(match, one) for one in done)
