"""What a live message is about, kept with it: which part of the match it tells, whom it asked for what."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Final

from bot.matches.loaded import LoadedMatch
from bot.publish import compose
from bot.publish.sending import Found
from games.codec import Form


@dataclass(frozen=True, slots=True)
class MessageCoverage:
    """The part of a match that a live message tells, and whom it has asked."""

    since: int = 0
    """The number of the last entry before it; 0 for the first message of a match."""
    waiting: tuple[int, ...] = ()
    """The users whom it has pinged or named."""
    over: bool = False
    seen: int = 0
    """The number of the last entry that it shows."""
    keys: tuple[str, ...] = ()
    """The keys of the choices that it asks for."""
    offered: bool = False
    """It has asked for answers to a draw or a takeback."""

    def text(self) -> str:
        """Return the form in which it is stored."""
        return json.dumps(_FORM.dump(self))

    @classmethod
    def read(cls, text: str | None) -> MessageCoverage:
        """Read the stored form (`text`); nothing is covered where nothing was stored."""
        return _FORM.load(json.loads(text) if text else {})

    @classmethod
    def of(cls, match: LoadedMatch, since: int, waiting: tuple[int, ...]) -> MessageCoverage:
        """Return the coverage of a message that shows the match as it is now and asks these users."""
        keys = tuple(c.key for c in match.choices if c.must and match.user_of(c.seat) in waiting)
        over, offered = match.match.status == "over", bool(match.unanswered)
        return cls(since, waiting, over, match.newest, keys, offered)

    @classmethod
    def found(cls, found: Found) -> MessageCoverage:
        """Return the coverage of a message that was not noted before a crash, as far as buttons and text show it."""
        since = int(found.key) if found.key.isdecimal() else 0
        return cls(since, found.named, over=found.over, seen=since)

    def covers(self, match: LoadedMatch, waiting: tuple[int, ...]) -> bool:
        """Return True if the message can be edited: it has asked all users on the move.

        Whoever is asked something else after somebody else has acted has to hear of it, too.
        """
        if self.over != (match.match.status == "over"):
            return False
        return all(user in self.waiting and not self._asked_anew(match, user) for user in waiting)

    def asked_for_answers(self, match: LoadedMatch) -> bool:
        """Return True if everyone who still owes an answer to the draw or takeback was pinged by this message."""
        return self.offered or not match.unanswered

    def covers_user(self, match: LoadedMatch, user: int) -> bool:
        """Return True if a message to one user can be edited; it can also where that user is not on the move."""
        if user in match.unanswered and not self.offered:
            return False
        return user not in match.waited_for() or (user in self.waiting and not self._asked_anew(match, user))

    def _asked_anew(self, match: LoadedMatch, user: int) -> bool:
        seat = match.seat_of(user)
        if any(c.seat == seat and c.key in self.keys for c in match.choices if c.must):
            return False
        seen = max(self.seen, compose.last_own(match, [user]))  # whoever acts is told at once what follows
        return any(entry.seq > seen and entry.seat != seat and entry.kind == "action" for entry in match.entries)


_FORM: Final = Form(MessageCoverage, sparse=True)
