"""What the players of a match add to its draws: how that grows while they join, and what is left of who is deleted."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from games import draws
from games.draws import AnyPart, Awaited, Blinded, Part, new_blind
from games.record import PARTS

Parts = tuple[AnyPart, ...]


def load(text: str | None) -> Parts:
    """Return the parts that are stored of a match; none of one that was begun before players added anything."""
    return () if text is None else PARTS.load(json.loads(text))


def dump(parts: Iterable[AnyPart]) -> str:
    """Return the parts as they are stored."""
    return json.dumps(PARTS.dump(tuple(parts)))


def opened(*parts: Part) -> Parts:
    """Return the parts of a new match: of those who sit in it already, and the blind for whoever joins next."""
    return (*(_blinded(part, Awaited(new_blind())) for part in parts), Awaited(new_blind()))


def joined(parts: Parts, part: Part) -> Parts:
    """Return the parts after somebody has joined.

    The blind was there before; that for the next one is new. In a challenge of an earlier version there are none.
    """
    others = without(parts, part.player)
    if not draws.is_hashed(others):
        return (*others, part)
    *before, awaited = others
    assert isinstance(awaited, Awaited)
    return (*before, _blinded(part, awaited), Awaited(new_blind()))


def without(parts: Parts, user: int) -> Parts:
    """Return the parts after somebody has left before the match began."""
    return tuple(part for part in parts if isinstance(part, Awaited) or not _is_of(part, user))


def begin(secret: bytes, parts: Parts, users: Sequence[int], *, drawn: bool) -> tuple[list[int], Parts]:
    """Return the players in the order of their seats, and the parts with which the match begins.

    `users` are in the order of the seats that they have taken; that is their order unless the seats are `drawn`.
    """
    if not draws.is_hashed(parts):
        return _begin_earlier(secret, parts, users, drawn=drawn)
    added = [part for part in parts if isinstance(part, Blinded)]
    seated = list(users)
    if drawn:
        places = draws.seats(draws.seed_of(secret, added), range(len(added)))
        seated = [added[place].player for place in places]
    return seated, tuple(replace(part, seat=seated.index(part.player)) for part in added)


def _begin_earlier(secret: bytes, parts: Parts, users: Sequence[int], *, drawn: bool) -> tuple[list[int], Parts]:
    """Begin a match whose challenge is of an earlier version: its fingerprint was posted, and stays as it is."""
    known = {part.player: part for part in parts if isinstance(part, Part)}
    # Whoever accepted when players did not add anything yet stands there with nothing.
    added = {user: known.get(user, Part(user)) for user in users}
    seated = list(users)
    if drawn:
        seated = list(draws.seats(draws.seed_of(secret, tuple(added.values())), users))
    return seated, tuple(added[user] for user in seated)


def forgotten(user: int, secret: bytes, text: str) -> tuple[bytes, str | None]:
    """Return what is kept of a match's secret and of its stored parts when a user is deleted.

    What is drawn stays the same. The hash of the part is left; where the line itself had gone into the draws, the seed
    takes the place of secret and parts.
    """
    parts = load(text)
    if not any(_is_of(part, user) for part in parts):
        return secret, text
    if not draws.is_hashed(parts):
        return draws.seed_of(secret, parts), None
    return secret, dump(part.deleted() if isinstance(part, Blinded) and part.player == user else part for part in parts)


def luck_of(parts: Parts, user: int) -> str:
    """Return the words for luck that a user has added; empty for none."""
    return next((part.luck for part in parts if isinstance(part, Part | Blinded) and part.player == user), "")


def added_by(user: int, text: str) -> dict[str, Any] | None:
    """Return what a user has added to stored parts, as JSON values; `None` where there is nothing of theirs."""
    return next((PARTS.dump((part,))[0] for part in load(text) if _is_of(part, user)), None)


def _blinded(part: Part, awaited: Awaited) -> Blinded:
    return Blinded(part.player, part.press, awaited.blind, part.luck)


def _is_of(part: AnyPart, user: int) -> bool:
    return isinstance(part, Part | Blinded) and part.player == user
