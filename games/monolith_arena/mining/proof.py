"""The proof of a puzzle: every position of the turn, looked at with the readable rules.

Where a battle depends on choices, all that it can come to is looked at: a solution has to hold for every
answer, and what is none for no answer. A turn in which anybody draws, or is asked outside of battles, makes no puzzle.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Final

from games.api import Action
from games.draws import Draws
from games.lessons import Practice
from games.monolith_arena.battle.search import TooManyChoices, outcomes
from games.monolith_arena.choosing import asking, choices
from games.monolith_arena.game import GAME
from games.monolith_arena.goals import LEARNER
from games.monolith_arena.puzzles import ENEMY, puzzle, start, tiles
from games.monolith_arena.state import State
from games.puzzles import Data, Puzzle, Unfit, write_actions

LIMIT: Final = 2_000
"""How many positions a turn may have: more are too many for people."""
LISTED: Final = 12
"""How many solutions a puzzle may have, all of which are listed."""
SITUATIONS: Final = 2_000
"""How many situations a battle may have."""
NOTHING: Final = -1
"""What it is worth to lose one's own banner."""
_NOTHING_DRAWN: Final = Draws(bytes(32))
_CLOSING: Final = ("discard", "battle", "end")
"""The verbs that are no part of what a turn does: they make room for it or close it."""


@dataclass(frozen=True, slots=True)
class End:
    """One way to end the turn."""

    actions: tuple[Action, ...]
    before: State
    """The position before the last action."""
    after: tuple[State, ...]
    """All positions that it can come to."""
    board: Hashable
    """What tells this end from others: the board before the last action, and the action where it is no `end`."""

    @property
    def length(self) -> int:
        """Return how many actions are more than making room and closing the turn."""
        return sum(action[0] not in _CLOSING for action in self.actions)


@dataclass(frozen=True, slots=True)
class Turn:
    """A whole turn: how many positions it can lead to, and all its ends, the shortest first."""

    positions: int
    ends: tuple[End, ...]


def turn(first: State, limit: int = LIMIT) -> Turn:
    """Return everything that a turn can come to. Raises `Unfit`."""
    seen = {_key(first)}
    frontier: list[tuple[State, tuple[Action, ...]]] = [(first, ())]
    ends: dict[Hashable, End] = {}
    while frontier:
        found: list[tuple[State, tuple[Action, ...]]] = []
        for state, path in frontier:
            choice = choices(state)[0]
            for action in GAME.legal(state, choice.seat, choice.key):
                after: State = GAME.carry_out(state, LEARNER, action, _NOTHING_DRAWN).state
                asked = after.result is None and asking(after)
                if action[0] == "redraw" or (asked and action[0] != "battle"):
                    raise Unfit("somebody is asked, or draws")
                if not asked and after.result is None and after.turn == first.turn:
                    if (key := _key(after)) not in seen:
                        seen.add(key)
                        found.append((after, (*path, action)))
                    continue
                board = (_board(state), () if action[0] in ("end", "battle") else action)
                ends.setdefault(
                    (board, action[0]), End((*path, action), state, afterwards(state) if asked else (after,), board)
                )
        if len(seen) > limit:
            raise Unfit(f"more than {limit} positions")
        frontier = found
    return Turn(len(seen), tuple(sorted(ends.values(), key=lambda end: end.length)))


def _board(state: State) -> Hashable:
    board = tuple(None if piece is None else piece._replace(serial=0) for piece in state.board)
    return board, state.hit_points


def _key(state: State) -> Hashable:
    """Return what tells two positions of a turn apart: all but which of two equal tiles is which."""
    places = {piece.serial: hex_ for hex_, piece in enumerate(state.board) if piece is not None}
    used = frozenset((places.get(tile), name, places.get(source)) for tile, name, source in state.used)
    reserve = tuple(sorted(tile.id for tile in state.reserves[LEARNER]))
    return _board(state), reserve, used, state.discard_due


def afterwards(position: State) -> tuple[State, ...]:
    """Return all that a battle fought in a position can come to, whatever anybody chooses. Raises `Unfit`."""
    try:
        return tuple(outcomes(position, SITUATIONS))
    except TooManyChoices as why:
        raise Unfit(str(why)) from why


def cost(position: State) -> list[int]:
    """Return what the next battle may cost the solver's banner. Raises `Unfit`."""
    return [position.hit_points[LEARNER] - end.hit_points[LEARNER] for end in afterwards(position)]


def tiles_lost(position: State) -> list[int]:
    """Return how many tiles the next battle may cost the solver. Raises `Unfit`."""
    had = tiles(position, LEARNER)
    return [had - tiles(end, LEARNER) if end.hit_points[LEARNER] else had for end in afterwards(position)]


def _hits(first: State, end: End) -> list[int]:
    return [
        first.hit_points[ENEMY] - after.hit_points[ENEMY] if after.hit_points[LEARNER] else NOTHING
        for after in end.after
    ]


def _win(first: State, end: End) -> list[int]:
    return [int(not after.hit_points[ENEMY] and after.hit_points[LEARNER] > 0) for after in end.after]


def _save(first: State, end: End) -> list[int]:
    if end.actions[-1][0] != "end":
        raise Unfit("a battle can be started in it")
    return [-points for points in cost(end.before)]


def _beat(first: State, end: End) -> list[int]:
    had = tiles(first, ENEMY)
    return [had - tiles(after, ENEMY) if after.hit_points[LEARNER] else NOTHING for after in end.after]


def _guard(first: State, end: End) -> list[int]:
    if end.actions[-1][0] != "end":
        raise Unfit("a battle can be started in it")
    return [-lost for lost in tiles_lost(end.before)]


WORTH: Final[dict[str, Callable[[State, End], list[int]]]] = {
    "hits": _hits,
    "win": _win,
    "save": _save,
    "beat": _beat,
    "guard": _guard,
}
"""What an end may be worth for a goal, over all answers."""


def proved(data: Data) -> Data:
    """Return what a line says of its puzzle, found out from its position. Raises `Unfit` where it makes none."""
    first, kind = start(data), data["goal"].split()[0]
    whole = turn(first)
    values = [(WORTH[kind](first, end), end) for end in whole.ends]
    best = max(min(value) for value, _ in values)
    reached = [end for value, end in values if min(value) == best]
    if any(max(value) >= best > min(value) for value, _ in values):
        raise Unfit("more would be possible with other answers")
    if kind == "win" and not best:
        raise Unfit("nobody can win")
    shortest = reached[0].length
    if not shortest:
        raise Unfit("nothing has to be done for it")
    if {end.board for end in reached if end.length == shortest} != {reached[0].board}:
        raise Unfit("several shortest ways end differently")
    boards = {end.board: end for end in reversed(reached)}
    if len(boards) > LISTED:
        raise Unfit(f"more than {LISTED} solutions")
    ways = sorted(boards.values(), key=lambda end: (end.length, end.actions))
    found = {
        "goal": "win" if kind == "win" else f"{kind} {abs(best)}",
        "threat": max(tiles_lost(first) if kind == "guard" else cost(first)),
        "solutions": [write_actions(end.actions) for end in ways],
        "looked_at": whole.positions,
        "ends": len(whole.ends),
    }
    task = puzzle({"id": "", "grade": 1, **data, **found})
    needed = dict.fromkeys(write_actions(_as_far_as_needed(task, actions)) for actions in task.solutions)
    return {**found, "solutions": list(needed)}


def _as_far_as_needed(task: Puzzle, actions: tuple[Action, ...]) -> tuple[Action, ...]:
    """Return the actions up to the one that reaches the goal. Raises `Unfit` where the solver is asked, too."""
    practice = Practice(GAME, task)
    for action in actions:
        practice = practice.after(action)
        if practice.solved:
            return practice.actions
    raise Unfit("a solution is not complete without the solver's answers")
