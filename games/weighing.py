"""Puzzles of games with dice: one action is the answer, and it is known exactly what each comes to on average.

An answer is judged by what it is, never by a roll: it is not carried out. A game works the worths of all actions out in
its workshop, by its rules; its lines have them as fractions (``ways``), and what they measure (``unit``).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from math import lcm
from typing import Any, Final

from games.api import Action, IllegalAction
from games.messages import Argument, Message
from games.puzzles import Data, Puzzle, Unfit

CHANCE: Final = "chance"
"""The unit of goals that are reached or not."""
POINTS: Final = "points"
MARGIN: Final[Mapping[str, Fraction]] = {CHANCE: Fraction(1, 60), POINTS: Fraction(1, 5)}
"""By how much the best action of a puzzle is better than the second one, by unit."""
CLOSE: Final[Mapping[str, Fraction]] = {CHANCE: Fraction(1, 12), POINTS: Fraction(1, 2)}
"""By how much less it is hard to tell them apart."""
_WHOLE: Final = 1000
"""The most cases of which somebody can make a picture; above, chances are told in percent."""
_HUNDRED: Final = 100


def settled(worths: Mapping[Action, Fraction], unit: str, *, least: Fraction | None = None) -> Data:
    """Return what a line says of the worths of all actions of a position.

    Raises `Unfit` where no single action is clearly the best, or the best is not worth `least`.
    """
    ordered = sorted(worths, key=lambda action: (-worths[action], action))
    if len(ordered) < 2:
        raise Unfit("there is nothing to decide")
    best, second = (worths[action] for action in ordered[:2])
    if best - second < MARGIN[unit]:
        raise Unfit("two actions are about as good")
    if least is not None and best < least:
        raise Unfit("the goal is too far")
    ways = {" ".join(action): str(worths[action]) for action in ordered}
    return {"unit": unit, "ways": ways, "solutions": [" ".join(ordered[0])]}


def read_ways(data: Data) -> dict[Action, Fraction]:
    """Return what each action of a line comes to, the best first."""
    ways = {tuple(text.split()): Fraction(worth) for text, worth in data["ways"].items()}
    return dict(sorted(ways.items(), key=lambda way: (-way[1], way[0])))


def grade(data: Data, found: Data) -> int:
    """Return how hard a puzzle is, from 1 to 4; what looks best at first sight is easy or medium."""
    best, second = list(read_ways(data).values())[:2]
    hardness: int = found["missed"] + (best - second < CLOSE[data["unit"]])
    if found["greedy"]:
        return min(1 + (hardness > 1), 2)
    return 2 if hardness < 1 else 3 if hardness < 3 else 4


def puzzle(
    data: Data,
    title: Message,
    task: Message,
    hint: Message,
    start: Callable[[], Any],
    *,
    seat: int,
    seats: int,
    rule: str,
) -> Puzzle:
    """Return the puzzle of a line; `seat` of so many `seats` solves it."""
    ways = read_ways(data)
    solution = next(iter(ways))
    return Puzzle(
        id=data["id"],
        title=title,
        task=task,
        hint=hint,
        learned=Message.counted(
            "Worked out exactly, from the one outcome that there is.",
            "Worked out exactly, from {count} outcomes.",
            data["looked_at"],
        ),
        start=start,
        missing=_undecided,
        solution=(solution,),
        rule=rule,
        seat=seat,
        seats=seats,
        judge=partial(_judged, ways, data["unit"]),
        grade=data["grade"],
        solutions=((solution,),),
        data=data,
        ways=ways,
        unit=data["unit"],
    )


def _undecided(view: Any, events: Sequence[Any]) -> Message:
    return Message("You have not decided yet.")


def _judged(ways: Mapping[Action, Fraction], unit: str, action: Action) -> Message | None:
    """Return what is wrong with an action, `None` for the best one. Raises `IllegalAction` for none of them."""
    known = {_plain(way): way for way in ways}
    way = known.get(_plain(action))
    if way is None:
        raise IllegalAction(Message("That is not asked here."))
    if way == next(iter(ways)):
        return None
    told = worth(unit, ways[way], common(list(ways.values())))
    if unit == CHANCE:
        return Message("Your choice works in {chance}. There is a better one.", chance=told)
    return Message("Your choice comes to {points} on average. There is a better one.", points=told)


def bound(data: Data) -> Message:
    """Return what the best action comes to, as a hint: it says when to go on looking, and not where."""
    worths = list(read_ways(data).values())
    told = worth(data["unit"], worths[0], common(worths))
    if data["unit"] == CHANCE:
        return Message("The best choice works in {chance}.", chance=told)
    return Message("The best choice comes to {points} on average.", points=told)


def _plain(action: Action) -> tuple[str, ...]:
    """Return what is the same of two actions that say the same in another order."""
    return action[0], *sorted(action[1:])


def worth(unit: str, value: Fraction, whole: int = 0) -> Argument:
    """Return what an action comes to; a chance in parts of a `whole`, or, where that is too large, in percent."""
    if unit == POINTS:
        return float(value)
    whole = whole if 0 < whole <= _WHOLE else value.denominator
    if whole > _WHOLE:
        return Message("{percent}%", percent=float(value * _HUNDRED))
    percent = round(value * _HUNDRED)
    return Message("{count} of {whole} cases ({percent}%)", count=int(value * whole), whole=whole, percent=percent)


def common(values: Sequence[Fraction]) -> int:
    """Return the whole of which all these chances are parts."""
    return lcm(*(value.denominator for value in values))
