"""Computer players at a match: they have numbers as users have them, so a seat is a seat whoever plays it.

Each has a name of its own, the same in all languages. It follows from the number alone, so that it stays the same for
as long as the match does and nothing is stored for it. One rule says where the level stands beside it:

- Within a match, in sentences, on pictures and in their descriptions, they go by the name alone, as people do: `name`.
- Where a match or a player is named from outside, in headings, titles of threads, lists, offers and invitations, the
  level is said, too, "Roland (knight)": `titled`. So it is within a match where a person there has the same name.
- Where a level is meant and nobody who plays, in what can be chosen, ratings and statistics, it is the level's own name
  (`games.computers.LEVELS`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, TypeGuard

from bot.texts.phrases import Phrases
from games.computers import LEVELS
from games.draws import COMPUTERS
from games.messages import Message
from storage import THINK, NewJob, Seat

A_LEVEL: Final = 1000
"""How many computer players of one level there are: as many as may meet in one match, and more."""
RESIGNING: Final = 500
"""Behind so many of a level come those that give up when they have no chance left."""
_LEVELS: Final = tuple(LEVELS)
NAMES: Final[Mapping[str, tuple[str, ...]]] = {
    "squire": ("Perkin", "Tib", "Hodge", "Alys", "Wilkin", "Maud"),
    "knight": ("Roland", "Gawain", "Isolde", "Yvain", "Enid", "Tristan"),
    "warlord": ("Sigrun", "Attila", "Zenobia", "Harald", "Boudica", "Tomyris"),
}
"""What the computer players of a level are called, by their numbers; more than may meet in one match."""
_TITLED: Final[Mapping[str, Message]] = {
    "squire": Message("{name} (squire)"),
    "knight": Message("{name} (knight)"),
    "warlord": Message("{name} (warlord)"),
}
KIND: Final = "think"
"""The kind of jobs in which computer players do what a match waits for."""
ALONE: Final = "alone"
"""The kind of jobs that begin a match of one person against computers."""


def computer(level: str, number: int = 1, *, resigns: bool = False) -> int:
    """Return the number, in place of a user's id, of the `number`-th computer player of a level in a match."""
    assert 1 <= number < RESIGNING
    return COMPUTERS.start + _LEVELS.index(level) * A_LEVEL + RESIGNING * resigns + number


def another(level: str, users: Iterable[int | None], *, resigns: bool = False) -> int:
    """Return a computer player of a level who is not among these users, and is not called as one of them."""
    taken = {name(user) for user in users if is_computer(user)}
    every = (computer(level, number, resigns=resigns) for number in range(1, RESIGNING))
    return next(one for one in every if name(one) not in taken)


def is_computer(user_id: int | None) -> TypeGuard[int]:
    """Return True for the number of a computer player."""
    return user_id is not None and user_id in COMPUTERS


def level_of(user_id: int) -> str:
    """Return the level of a computer player."""
    return _LEVELS[(user_id - COMPUTERS.start) // A_LEVEL]


def resigns(user_id: int) -> bool:
    """Return True for a computer player that gives up when it has no chance left."""
    return (user_id - COMPUTERS.start) % A_LEVEL > RESIGNING


def name(user_id: int) -> str:
    """Return the name of a computer player, as those in its match read it."""
    names = NAMES[level_of(user_id)]
    return names[((user_id - COMPUTERS.start) % RESIGNING - 1) % len(names)]


def titled(say: Phrases, user_id: int) -> str:
    """Return the name of a computer player and its level, for those who meet it outside a match."""
    return say(_TITLED[level_of(user_id)].template, name=name(user_id))


def people(users: Iterable[int | None]) -> list[int]:
    """Return those of some users who are people with an account: neither computers nor deleted, who are below zero."""
    return [user for user in users if user is not None and user > 0 and not is_computer(user)]


def seated(seats: Sequence[Seat]) -> list[Seat]:
    """Return the seats of computer players."""
    return [seat for seat in seats if is_computer(seat.user_id)]


def job(match_id: str) -> NewJob:
    """Return the job in which the computer players of a match do what it waits for."""
    return NewJob(f"{KIND}:{match_id}", KIND, supersedes=True, pool=THINK)
