"""Computer players at a match: they have numbers as users have them, so a seat is a seat whoever plays it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from bot.texts.phrases import Phrases
from games.computers import LEVELS
from storage import THINK, NewJob, Seat

FIRST: Final = 4_000_000
"""The number of the first computer player."""
END: Final = 1 << 22
"""Numbers from here on are Discord's: an id holds the time at which it was made, in milliseconds, 22 bits up."""
A_LEVEL: Final = 1000
"""How many computer players of one level there are: as many as may meet in one match, and more."""
RESIGNING: Final = 500
"""Behind so many of a level come those that give up when they have no chance left."""
_LEVELS: Final = tuple(LEVELS)
KIND: Final = "think"
"""The kind of jobs in which computer players do what a match waits for."""


def computer(level: str, number: int = 1, *, resigns: bool = False) -> int:
    """Return the number, in place of a user's id, of the `number`-th computer player of a level in a match."""
    assert 1 <= number < RESIGNING
    return FIRST + _LEVELS.index(level) * A_LEVEL + RESIGNING * resigns + number


def another(level: str, users: Iterable[int | None], *, resigns: bool = False) -> int:
    """Return a computer player of a level who is not among these users."""
    taken = set(users)
    every = (computer(level, number, resigns=resigns) for number in range(1, RESIGNING))
    return next(one for one in every if one not in taken)


def is_computer(user_id: int | None) -> bool:
    """Return True for the number of a computer player."""
    return user_id is not None and FIRST <= user_id < END


def level_of(user_id: int) -> str:
    """Return the level of a computer player."""
    return _LEVELS[(user_id - FIRST) // A_LEVEL]


def resigns(user_id: int) -> bool:
    """Return True for a computer player that gives up when it has no chance left."""
    return (user_id - FIRST) % A_LEVEL > RESIGNING


def name(say: Phrases, user_id: int) -> str:
    """Return the name of a computer player; where several of a level play, the others have a number."""
    level, number = say.message(LEVELS[level_of(user_id)]), (user_id - FIRST) % RESIGNING
    return level if number == 1 else say("{name} {number}", name=level, number=number)


def people(users: Iterable[int | None]) -> list[int]:
    """Return those of some users who are people."""
    return [user for user in users if user is not None and not is_computer(user)]


def seated(seats: Sequence[Seat]) -> list[Seat]:
    """Return the seats of computer players."""
    return [seat for seat in seats if is_computer(seat.user_id)]


def job(match_id: str) -> NewJob:
    """Return the job in which the computer players of a match do what it waits for."""
    return NewJob(f"{KIND}:{match_id}", KIND, supersedes=True, pool=THINK)
