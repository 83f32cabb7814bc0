"""Puzzles: tasks of one goal on positions that were found in play, each with a proof, and the tool that makes them.

A puzzle is a lesson (`games.lessons`) that teaches nothing but itself: it is tried out and solved in the same way. A
game keeps its puzzles in a file, one JSON object a line. How they are found, and what is proved, is the game's
business; what all have in common is here.
"""

from __future__ import annotations

import argparse
import hashlib
import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from importlib import import_module
from pathlib import Path
from time import process_time
from typing import Any, Final, Protocol, TextIO, cast, runtime_checkable

from games.api import Action, Game
from games.lessons import Lesson
from games.messages import Message

GRADES: Final[Mapping[int, Message]] = {
    1: Message("easy"),
    2: Message("medium"),
    3: Message("hard"),
    4: Message("very hard"),
}
"""How hard a puzzle may be."""
Data = dict[str, Any]
"""A puzzle as its line in the file says it."""
_LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"
_FOUND_OUT: Final = frozenset({"id", "grade", "found_by", "threat", "solutions", "looked_at", "ends", "unit", "ways"})
"""What is worked out from the task, and is no part of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Puzzle(Lesson):
    """A task with one goal; its `solution` is the shortest there is."""

    grade: int
    solutions: tuple[tuple[Action, ...], ...]
    """All that reach the goal and end differently, the shortest first."""
    data: Data
    ways: Mapping[Action, Fraction] = field(default_factory=dict)
    """Where a single action is the answer (`games.weighing`): what each comes to on average, the best first."""
    unit: str = ""
    """What that measures."""

    @property
    def advised(self) -> bool:
        """Return False: nobody weighs anything for the solver before the attempt is judged."""
        return False


@runtime_checkable
class PuzzleGame(Protocol):
    """A game that has puzzles."""

    puzzles: str
    """The module that has `puzzle`, which makes a `Puzzle` of its line, and `PLACE`, where the lines are kept."""


@dataclass(frozen=True, slots=True)
class Workshop:
    """How the puzzles of a game are found and proved; nothing of it runs in a bot."""

    place: Path
    check: Callable[[Data], Data]
    """Work out everything that a line says, from its position and goal alone. Raises `Unfit`."""
    search: Callable[[int], Iterator[Data]]
    """Yield what is found from this seed on, without end."""
    enough: Callable[[Data, Sequence[Data]], bool]
    """Return True for a puzzle that the set needs no more: too like those it has, or too many of its kind."""
    graded: Callable[[Data], Data]
    """Work out what a line says of how hard its puzzle is: who finds a solution (`found_by`), and the grade."""


class Unfit(Exception):
    """A position makes no puzzle."""


def puzzles_of(game: Game[Any]) -> Mapping[str, Puzzle]:
    """Return the puzzles of a game by their ids, the easiest first; nothing where it has none."""
    return _loaded(game.puzzles) if isinstance(game, PuzzleGame) else {}


@cache
def _loaded(module: str) -> Mapping[str, Puzzle]:
    room = cast(Any, import_module(module))
    made = sorted((room.puzzle(line) for line in lines(room.PLACE)), key=lambda one: (one.grade, one.id))
    return {one.id: one for one in made}


def lines(place: Path) -> list[Data]:
    """Return the lines of a file of puzzles; none where there is no such file."""
    if not place.exists():
        return []
    return [json.loads(line) for line in place.read_text(encoding="utf-8").splitlines() if line]


def write(place: Path, found: Iterable[Data]) -> None:
    """Write puzzles to a file, the easiest first."""
    ordered = sorted(found, key=lambda one: (one["grade"], one["id"]))
    text = "".join(f"{json.dumps(one, separators=(',', ':'), sort_keys=True)}\n" for one in ordered)
    place.write_text(text, encoding="utf-8")


def named(data: Data) -> Data:
    """Return a line with the id that follows from its task, so that no two tasks have the same."""
    task = {key: value for key, value in data.items() if key not in _FOUND_OUT}
    number = int.from_bytes(hashlib.sha256(json.dumps(task, sort_keys=True).encode()).digest()[:8], "big")
    letters = []
    for _ in range(8):
        number, letter = divmod(number, len(_LETTERS))
        letters.append(_LETTERS[letter])
    return {**data, "id": "".join(letters)}


def read_actions(text: str) -> tuple[Action, ...]:
    """Return the actions of a line: ``place knight B3 NE; battle``."""
    return tuple(tuple(action.split()) for action in text.split(";"))


def write_actions(actions: Iterable[Action]) -> str:
    """Return actions as a line has them."""
    return "; ".join(" ".join(action) for action in actions)


# the tool


def tool(tools: Any) -> None:
    """Add the tool ``puzzles`` to the command line of a game."""
    parser: argparse.ArgumentParser = tools.add_parser("puzzles", help="make, verify or grade the puzzles of the game")
    parser.add_argument("what", choices=("make", "verify", "grade"))
    parser.add_argument("--number", type=int, default=60, help="make so many, with those there are (default: 60)")
    parser.add_argument("--seed", type=int, default=1, help="of the games that are played to find some (default: 1)")
    parser.add_argument("--file", type=Path, help="the file of the puzzles (default: that of the game)")
    parser.add_argument("--part", type=int, default=1, help="verify only every so many-th puzzle (default: all)")


def run(workshop: Workshop, chosen: argparse.Namespace, out: TextIO) -> int:
    """Run the tool ``puzzles``; return the exit status, 1 where a puzzle is not as it is stored."""
    place = chosen.file or workshop.place
    if chosen.what == "make":
        return make(workshop, place, chosen.number, chosen.seed, out)
    if chosen.what == "grade":
        return grade(workshop, place, out)
    return verify(workshop, lines(place)[:: chosen.part], out)


def make(workshop: Workshop, place: Path, number: int, seed: int, out: TextIO) -> int:
    """Add puzzles to a file until it has so many; each is written as soon as it is proved."""
    kept = lines(place)
    for data in workshop.search(seed):
        if len(kept) >= number:
            break
        if any(data["id"] == one["id"] for one in kept) or workshop.enough(data, kept):
            continue
        kept.append(data)
        write(place, kept)
        print(f"{len(kept)}: {data['id']} {data['goal']}, grade {data['grade']}", file=out, flush=True)
    return 0


def grade(workshop: Workshop, place: Path, out: TextIO) -> int:
    """Let everybody who tries puzzles try those of a file anew, and write down who solves them now.

    That is for computer players that have changed. Ids stay: they follow from the tasks alone.
    """
    stored = lines(place)
    graded = [{**data, **workshop.graded(data)} for data in stored]
    for before, after in zip(stored, graded, strict=True):
        if before["grade"] != after["grade"]:
            print(f"{after['id']} {after['goal']}: grade {before['grade']}, now {after['grade']}", file=out)
    write(place, graded)
    print(f"{len(graded)} puzzles; {_counts(Counter(data['grade'] for data in graded), 'grade ')}", file=out)
    print(f"{sum(one != other for one, other in zip(stored, graded, strict=True))} found by others", file=out)
    return 0


def verify(workshop: Workshop, stored: Sequence[Data], out: TextIO) -> int:
    """Prove puzzles anew from their positions and goals, and print what came of it."""
    begun = process_time()
    wrong = looked_at = 0
    for data in stored:
        fault = _fault(workshop, data)
        if fault:
            wrong += 1
            print(f"{data['id']}: {fault}", file=out)
        looked_at += data["looked_at"]
    grades = Counter(data["grade"] for data in stored)
    goals = Counter(data["goal"].split()[0] for data in stored)
    only = sum(len(data["solutions"]) == 1 for data in stored)
    print(f"{len(stored)} puzzles: {_counts(goals)}; {_counts(grades, 'grade ')}", file=out)
    print(f"{only} with one solution, {len(stored) - only} with all of theirs listed", file=out)
    print(f"{looked_at:,} positions looked at by the readable rules, {process_time() - begun:.0f} s", file=out)
    print(f"{wrong} differ from what is stored", file=out)
    return int(wrong > 0 or not stored)


def _fault(workshop: Workshop, data: Data) -> str:
    """Return how a puzzle differs from what its proof says; nothing where it does not."""
    try:
        proved = {**data, **workshop.check(data)}
    except Unfit as why:
        return str(why)
    if named(data)["id"] != data["id"]:
        return "the id is not that of the task"
    return ", ".join(f"{key}: {proved[key]!r}, not {data[key]!r}" for key in data if proved[key] != data[key])


def _counts(counted: Counter[Any], before: str = "") -> str:
    return ", ".join(f"{before}{name}: {count}" for name, count in sorted(counted.items()))
